"""The buttons of the view, under the axes in its corner."""

from __future__ import annotations

from PySide6 import QtWidgets

from pantin.app.overlay.binding import Actions, action_button
from pantin.widgets.floating.floating_panel import FloatingPanel

SIZE = 28

BUTTONS = {"switch_perspective": "ortho", "frame_selected": "frame", "export_picture": "camera"}
"""By name of the action: its icon."""


class ViewButtons(FloatingPanel):
    """Perspective or not, frame what is selected, make a picture."""

    def __init__(self, parent: QtWidgets.QWidget, actions: Actions) -> None:
        super().__init__(parent, vertical=True, inset=2)
        for name, icon in BUTTONS.items():
            self.row.addWidget(action_button(actions, name, icon, SIZE))
