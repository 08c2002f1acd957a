"""Small files that each show one fault: what is right about them stands in the tests that read them."""

from __future__ import annotations

from pathlib import Path

from pantin import read
from pantin.rigs import Document

CASES = Path(__file__).parent / "data" / "cases"


def case_document(name: str) -> Document:
    """The document of a case."""
    return read(CASES / f"{name}.rig.json")
