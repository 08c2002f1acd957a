"""Every icon that lies in the resources is drawn somewhere."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pantin.resources import FOLDER
from tests.sources import parsed

TOP = Path(__file__).parent.parent
ICONS = sorted(path.stem for path in (FOLDER / "icons").glob("*.svg"))
LEAST = 5
"""A name put together has at least so many letters of its own, else it could be anything."""


def texts() -> Iterator[str]:
    """Every text in the program as a pattern; what is filled into it may be anything."""
    for path in (path for room in ("rigs", "app", "widgets", "viewport") for path in (TOP / room).rglob("*.py")):
        for node in ast.walk(parsed(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield re.escape(node.value)
            elif isinstance(node, ast.JoinedStr):
                parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
                if sum(len(part) for part in parts if part) >= LEAST:
                    yield "".join(".+" if part is None else re.escape(part) for part in parts)


@pytest.fixture(scope="module")
def patterns() -> re.Pattern[str]:
    return re.compile("|".join(sorted({text for text in texts() if len(text) < 40})))


def test_every_icon_is_drawn_somewhere(patterns: re.Pattern[str]) -> None:
    drawn = {icon for icon in ICONS if patterns.fullmatch(icon) or patterns.fullmatch(f"{icon}.svg")}
    assert set(ICONS) - drawn == set()


def test_an_icon_that_nobody_draws_would_be_found(patterns: re.Pattern[str]) -> None:
    assert not patterns.fullmatch("nobody-draws-this") and not patterns.fullmatch("nobody-draws-this.svg")
