"""The tools at the left edge of the view."""

from __future__ import annotations

from PySide6 import QtWidgets

from pantin.app.overlay.binding import Actions, action_button
from pantin.viewport import tools
from pantin.widgets.floating.floating_panel import Divider, FloatingPanel

SIZE = 32

TOOLS = {f"tool_{tool.name}": tool.entry.icon for tool in tools.TOOLS if not tool.rest_only}
"""By name of the action: its icon. These are always there."""

TOOLS_AT_REST = {f"tool_{tool.name}": tool.entry.icon for tool in tools.TOOLS if tool.rest_only}
"""The same of those that are there while the rest pose is edited."""


class Tools(FloatingPanel):
    """The tools, and below them the switches of Auto IK and Mirror X; or, at rest, what draws bones."""

    def __init__(self, parent: QtWidgets.QWidget, actions: Actions) -> None:
        super().__init__(parent, vertical=True)
        for name, icon in TOOLS.items():
            self.row.addWidget(action_button(actions, name, icon, SIZE, solid=True))
        self.row.addWidget(Divider())
        self._posing = (
            action_button(actions, "auto_ik", "auto-ik", SIZE),
            action_button(actions, "mirror_x", "mirror", SIZE),
        )
        self._editing = (
            *(action_button(actions, name, icon, SIZE, solid=True) for name, icon in TOOLS_AT_REST.items()),
            action_button(actions, "extrude", "extrude", SIZE),
        )
        for button in (*self._posing, *self._editing):
            self.row.addWidget(button)

    def show_rest_pose(self, in_rest_pose: bool) -> None:
        """Show what there is for the rest pose, or for posing."""
        for button in self._posing:
            button.setVisible(not in_rest_pose)
        for button in self._editing:
            button.setVisible(in_rest_pose)
