"""The sources of the program, for the tests that read them: each file is read and parsed once."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path

TOP = Path(__file__).parent.parent


def modules(room: str) -> list[Path]:
    """The files of a folder of the repository, and of those in it."""
    return sorted((TOP / room).rglob("*.py"))


@cache
def text_of(path: Path) -> str:
    """What stands in a file."""
    return path.read_text(encoding="utf-8")


@cache
def parsed(path: Path) -> ast.Module:
    """The tree of a file. Whoever asks leaves it as it is."""
    return ast.parse(text_of(path))
