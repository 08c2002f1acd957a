"""Rows of the panel of trackers: buttons side by side."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QWidget

from pantin.widgets.forms.rows.row import INSET


def buttons(*those: QWidget) -> QWidget:
    """Buttons side by side, as wide as the panel."""
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(INSET, 4, INSET, 0)
    layout.setSpacing(8)
    for button in those:
        layout.addWidget(button, 1)
    return row
