"""Writes the sample rigs into resources/rigs, from the figures drawn here."""

from __future__ import annotations

from pathlib import Path

from pantin import rigs
from pantin.rigs.document import Document
from pantin.rigs.templates import TEMPLATES

FOLDER = Path(__file__).resolve().parents[2] / "resources" / "rigs"


def main() -> None:
    """Write every template to its file."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, template in TEMPLATES.items():
        rigs.write(Document.of(template.figure()), FOLDER / f"{name}.rig.json")


if __name__ == "__main__":
    main()
