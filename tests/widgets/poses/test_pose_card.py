"""The card of a pose."""

from __future__ import annotations

from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QWidget

from pantin.widgets.poses.pose_card import PoseCard
from pantin.widgets.poses.pose_entry import PoseEntry


def test_the_tooltip_has_name_and_tags_as_they_are_written(qtbot) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    read = QTextDocument()
    read.setHtml(PoseCard(PoseEntry("k", "a <b> & c", tags=("<i>",)), parent).toolTip())
    assert read.toPlainText().startswith("a <b> & c · <i>")
