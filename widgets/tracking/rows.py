"""Rows shared by the sections of the panel of trackers: how tall people are, and buttons side by side."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtWidgets import QHBoxLayout, QWidget

from pantin.widgets.forms.rows.row import INSET
from pantin.widgets.values.quantity import lengths
from pantin.widgets.values.units import M

HEIGHTS = replace(lengths(0.3, 3.0), unit=M)
"""The range of people's heights."""


def buttons(*those: QWidget) -> QWidget:
    """Buttons side by side, as wide as the panel."""
    row = QWidget()
    layout = QHBoxLayout(row)
    layout.setContentsMargins(INSET, 4, INSET, 0)
    layout.setSpacing(8)
    for button in those:
        layout.addWidget(button, 1)
    return row
