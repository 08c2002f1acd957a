"""Files that other people made, which lie beside the project: what needs them is in this folder, and nothing else is.

They are read from `../shared/samples`, or from the folder that `$PANTIN_SAMPLES` names. Where that is absent, this
folder is left out as a whole (`tests/conftest.py`). The same is proved on files that the suite writes itself.
"""

from __future__ import annotations

import os
from functools import cache
from pathlib import Path

from pantin.rigs import Document, read
from tests.sources import TOP

SAMPLES = Path(os.environ.get("PANTIN_SAMPLES", TOP.parent / "shared" / "samples"))


def sample(path: str | Path) -> Document:
    """Return one of the sample files, the same value for every test: it is read once."""
    return _read(SAMPLES / path)


@cache
def _read(path: Path) -> Document:
    return read(path)
