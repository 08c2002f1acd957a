"""Where the files of the program and of its tests lie; the sources that tests read are read and parsed once."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

TOP = Path(__file__).parent.parent
DATA = TOP / "tests" / "data"
"""The folder of what was made for these tests: `cases`, small files of one kind of fault each, and `oracle`."""
ORACLE = DATA / "oracle"
"""What Blender makes of the same rigs, and paths of hands and feet."""


def modules(room: str) -> list[Path]:
    """The files of a folder of the repository, and of those in it."""
    return sorted((TOP / room).rglob("*.py"))


@cache
def text_of(path: Path) -> str:
    """Return what stands in a file."""
    return path.read_text(encoding="utf-8")


@cache
def parsed(path: Path) -> ast.Module:
    """The tree of a file. Whoever asks leaves it as it is."""
    return ast.parse(text_of(path))
