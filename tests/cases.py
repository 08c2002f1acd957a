"""The case files: small inputs that were made for this project, each with a right value that its test names."""

from __future__ import annotations

from pathlib import Path

from pantin import read
from pantin.rigs import Document
from tests.sources import DATA


def case(name: str) -> Path:
    """Return the place of a case file; those of somebody hostile are in `hostile`."""
    return DATA / "cases" / name


def case_document(name: str) -> Document:
    """Return the document of a case that is a rig."""
    return read(case(f"{name}.rig.json"))
