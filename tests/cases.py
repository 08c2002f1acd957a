"""The case files: small inputs that were made for this project, each with a right value that its test names."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent / "data" / "cases"


def case(name: str) -> Path:
    """The place of a case file."""
    return FOLDER / name
