"""The rows of a list that grows and shrinks: a few more than are shown are kept, to be used again."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from PySide6.QtWidgets import QWidget

SPARE = 12
"""Rows that are kept, hidden: making one takes milliseconds, and keeping all that were ever shown takes memory."""

Row = TypeVar("Row", bound=QWidget)


def show_rows(rows: list[Row], count: int, add: Callable[[], object]) -> None:
    """Show the first `count` rows; `add` puts one more behind the others. What is beyond the spare ones is gone."""
    while len(rows) < count:
        add()
    for place, row in enumerate(rows):
        row.setVisible(place < count)
    let_go(rows, count + SPARE)


def let_go(rows: list[Row], most: int) -> None:
    """Have no more than so many rows: those behind are gone."""
    for row in rows[most:]:
        row.hide()
        row.deleteLater()
    del rows[most:]
