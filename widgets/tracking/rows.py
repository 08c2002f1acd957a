"""Rows of the panel of trackers: a label with what is edited beside it, and buttons side by side."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from pantin.widgets.forms.row import RowLabel

INSET = 12


def labelled(label: str, *widgets: QWidget) -> QWidget:
    """A label with what is edited beside it."""
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(0, 0, INSET, 0)
    layout.setSpacing(4)
    layout.addWidget(RowLabel(label))
    for widget in widgets:
        layout.addWidget(widget, 1)
    return row


def buttons(*those: QWidget) -> QWidget:
    """Buttons side by side, as wide as the panel."""
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(INSET, 4, INSET, 0)
    layout.setSpacing(8)
    for button in those:
        layout.addWidget(button, 1)
    return row
