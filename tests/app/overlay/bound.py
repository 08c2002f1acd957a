"""A view with buttons over it that stand for actions, without a program around it."""

from __future__ import annotations

from PySide6 import QtGui

from pantin.app.actions.pose.balancing import SHOWN
from pantin.app.actions.pose.painting import MODES, MOST
from pantin.app.actions.pose.pinning import REACHES
from pantin.app.actions.pose.posing import ORIENTATIONS, PIVOTS
from pantin.app.actions.rig.drawing import SNAPS
from pantin.app.actions.viewing import BONES, CONTROLS, FIGURE, GHOSTS, LIMITS, SKIN
from pantin.app.overlay.options import OVER_BONES
from pantin.app.overlay.view_overlay import TOOLS, TOOLS_POSING, VIEW_ICONS, ViewOverlay
from pantin.widgets.floating.action_button import ActionButton
from tests.viewport.driven import SIZE, Driven
from tests.viewport.edited_rest_pose import in_rest_pose

NAMES = (
    *(
        *TOOLS,
        *TOOLS_POSING,
        *MODES,
        *MOST,
        "brush_through",
        *VIEW_ICONS,
        *REACHES,
        *SHOWN,
        "auto_ik",
        "tool_draw",
        "extrude",
        "mirror_x",
        "snap",
    ),
    *(
        *ORIENTATIONS,
        *PIVOTS,
        *CONTROLS,
        "hide_controls",
        *BONES,
        *OVER_BONES,
        *LIMITS,
        *FIGURE,
        *SKIN,
        "fixed_light",
        *GHOSTS,
        *SNAPS,
        *SHOWN,
    ),
)
ONCE = ("frame_selected", "export_picture", "extrude")
"""What is done and not on or off."""


class Bound:
    """A view with buttons over it that stand for actions; what was triggered, in order."""

    def __init__(self, driven: Driven) -> None:
        self.driven, self.view = driven, driven.view
        self.triggered: list[str] = []
        self.actions = {name: self._made(name) for name in NAMES}
        self.overlay = ViewOverlay(self.view, self.actions)

    def as_new(self) -> None:
        """View and actions as they were at first, whatever was done to them; nothing was triggered."""
        self.driven.as_new()
        self.view.resize(*SIZE)
        for name, action in self.actions.items():
            action.setChecked(False)
            action.setEnabled(True)
            action.setToolTip(f"Tip of {name}")
        self.triggered.clear()

    def _made(self, name: str) -> QtGui.QAction:
        action = QtGui.QAction(f"Title of {name}", self.view, checkable=name not in ONCE)
        action.setToolTip(f"Tip of {name}")
        action.triggered.connect(lambda: self.triggered.append(name))
        return action

    @property
    def buttons(self) -> list[ActionButton]:
        return self.view.findChildren(ActionButton)

    def button(self, name: str) -> ActionButton:
        return next(button for button in self.buttons if button.toolTip() == f"Tip of {name}")

    def opening(self, word: str) -> ActionButton:
        return next(button for button in self.buttons if button.accessibleName().startswith(word))

    def rest(self) -> None:
        """The rest pose is edited from now on."""
        look = in_rest_pose(self.driven.stage.document)
        self.view.show_state(look.document, look.evaluated, in_rest_pose=True)
