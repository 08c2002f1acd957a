"""The sources of the program, for the tests that read them: each file is parsed once."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def parsed(path: Path) -> ast.Module:
    """The tree of a file. Whoever asks leaves it as it is."""
    return ast.parse(path.read_text(encoding="utf-8"))
