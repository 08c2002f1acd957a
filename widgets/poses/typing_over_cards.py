"""Names and tags of poses are typed over the caption of their card."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt

from pantin.widgets.controls.name_edit import NameEdit
from pantin.widgets.poses.pose_card import CAPTION, HIGH, WIDE, PoseCard


def type_over(
    card: PoseCard, line: NameEdit, typed: Callable[[str], None], named: Callable[[str], PoseCard | None]
) -> None:
    """Let `line` be typed in over a card: `typed` is called with what is new.

    After that the keys are the card's again, or those of the card that is `named` as was typed.
    """
    before, name = line.text(), card.entry.name

    def finished(new: str) -> None:
        had_keys = line.hasFocus()
        if new and new != before:
            typed(new)
        there = (named(name) or named(new)) if had_keys else None
        if there is not None:
            there.setFocus(Qt.FocusReason.OtherFocusReason)

    line.finished.connect(finished)
    line.setGeometry(card.x() - 2, card.y() + HIGH, WIDE + 4, CAPTION)
    line.begin()
