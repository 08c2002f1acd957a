"""The panel above the picture: what is set for the tools, and how bones and figure are shown.

There is one for posing and one for editing the rest pose. Every button is as wide as its longest words, so that nothing
moves while something is dragged. Where there is no room for words the icons stand alone, with the reach of Auto IK as
long as that fits; where it does not, the button More offers it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import get_args

from PySide6 import QtWidgets

from pantin.app.actions.pose.balancing import SHOWN
from pantin.app.actions.pose.painting import MODES, MOST
from pantin.app.actions.pose.pinning import REACHES
from pantin.app.actions.pose.posing import ORIENTATIONS, PIVOTS
from pantin.app.actions.rig.drawing import SNAPS
from pantin.app.actions.viewing import BONES, CONTROLS, FIGURE, GHOSTS, LIMITS, SKIN
from pantin.app.messages import _
from pantin.app.overlay.binding import Actions, action_button, choice, listed
from pantin.viewport.scene.scene import DISPLAY, FAINT, Display
from pantin.viewport.tools.dragging.events import Orientation, Pivot, Settings, Snap
from pantin.widgets.floating.action_button import ActionButton
from pantin.widgets.floating.floating_panel import FloatingPanel
from pantin.widgets.floating.grouped_menu import GroupedMenu
from pantin.widgets.floating.segments import Segments
from pantin.widgets.values.quantity import words

OVER_BONES = ("bones_in_front", "show_names", "show_axes", "show_relations")
"""The things that are shown with the bones; at rest nothing hides these."""

QUIET, ALL_CONTROLS, NO_CONTROLS = _("Quiet"), _("All"), _("None")
"""The levels of controls over the figure."""

LONG_CHAIN = 88
"""The reach along a chain has room for a number as wide as this."""

BONE_ICONS = {"octahedra": "octahedron", "sticks": "stick", "wire": "wire"}

SNAP_WORDS: Mapping[Snap, str] = {
    "joints": _("joints"),
    "floor": _("floor"),
    "mirror": _("mirror"),
    "grid": _("grid"),
    "figure": _("figure"),
    "mesh": _("mesh"),
}


class Options(FloatingPanel):
    """A row of buttons with words, which depend on what is set and shown."""

    def __init__(self, parent: QtWidgets.QWidget) -> None:
        super().__init__(parent, vertical=False, gap=4)
        self._wordy, self._roomy = True, True
        self._settings, self._display = Settings(), DISPLAY

    def show_settings(self, settings: Settings) -> None:
        """Show what is set for the tools."""
        self._settings = settings
        self._say()

    def show_display(self, display: Display) -> None:
        """Show how bones and figure are shown."""
        self._display = display
        self._say()

    def show_words(self, wordy: bool, roomy: bool = True) -> None:
        """Show words beside the icons, or icons alone; what has words only, where there is `roomy` space for it."""
        self._wordy, self._roomy = wordy, roomy
        self._say()

    def _say(self) -> None:
        """Show icons and words."""
        raise NotImplementedError

    def _show(self, words: Mapping[ActionButton, str]) -> None:
        for button, text in words.items():
            button.show_words(text if self._wordy else "")


class PosingOptions(Options):
    """Auto IK with its reach and chain length, orientation, pivot, and how figure and bones are shown."""

    def __init__(self, parent: QtWidgets.QWidget, actions: Actions) -> None:
        super().__init__(parent)
        self._auto_ik = action_button(actions, "auto_ik", "auto-ik")
        self._orientation = ActionButton("orientation-local", _("Orientation: whose axes tools move and turn along"))
        self._pivot = ActionButton("pivot-individual", _("Pivot: what bones turn and grow about"))
        self._shown = ActionButton("eye", _("Display: what is shown of the figure and its controls"))
        self._orientation.open_with(GroupedMenu(self, [(_("Orientation"), choice(actions, ORIENTATIONS, self))]))
        self._pivot.open_with(GroupedMenu(self, [(_("Pivot"), choice(actions, PIVOTS, self))]))
        shown = (
            (_("Controls"), (*choice(actions, CONTROLS, self), actions["hide_controls"])),
            (_("Bones"), choice(actions, BONES, self)),
            ("", listed(actions, OVER_BONES)),
            (_("Joint limits"), choice(actions, LIMITS, self)),
            (_("Figure"), choice(actions, FIGURE, self)),
            (_("Skin"), choice(actions, SKIN, self)),
            ("", listed(actions, ("fixed_light",))),
            (_("Ghosts"), listed(actions, GHOSTS)),
            ("", listed(actions, SHOWN)),
        )
        self._shown.open_with(GroupedMenu(self, shown))
        reaches = choice(actions, REACHES, self)
        self._reach = Segments(tuple(zip((_("Chain"), _("Body")), reaches, strict=True)))
        self._more = ActionButton("more", _("More: Auto IK and its reach"))
        auto_ik = listed(actions, ["auto_ik"])
        self._more.open_with(GroupedMenu(self, [("", auto_ik), (_("Reach of Auto IK"), reaches)]))
        self._reach.segments[0].reserve(_chain_of(LONG_CHAIN))
        self._orientation.reserve([words(each) for each in get_args(Orientation)])
        self._pivot.reserve([words(each) for each in get_args(Pivot)])
        self._shown.reserve((QUIET, ALL_CONTROLS, NO_CONTROLS))
        for button in (self._auto_ik, self._reach, self._orientation, self._pivot, self._shown, self._more):
            self.row.addWidget(button)

    def _say(self) -> None:
        orientation, pivot = self._settings.orientation, self._settings.pivot
        self._orientation.show_icon(f"orientation-{orientation}")
        self._pivot.show_icon(f"pivot-{pivot}")
        self._shown.show_icon("eye-off" if self._display.alone else "eye")
        self._show({self._orientation: words(orientation), self._pivot: words(pivot), self._shown: self._quietness()})
        self._auto_ik.show_words(_("Auto IK") if self._wordy else "")
        self._reach.segments[0].show_words(_chain_of(self._settings.chain_length if self._settings.auto_ik else 0))
        for button in (self._auto_ik, self._reach):
            button.setVisible(self._roomy)
        self._more.setVisible(not self._roomy)

    def _quietness(self) -> str:
        """Return a word for how much lies over the figure."""
        if self._display.alone:
            return NO_CONTROLS
        return QUIET if self._display.controls == "needed" else ALL_CONTROLS


class BrushOptions(Options):
    """While weights are painted: what the brush does, to how many bones, and to which side."""

    def __init__(self, parent: QtWidgets.QWidget, actions: Actions) -> None:
        super().__init__(parent)
        words = _("Add"), _("Take"), _("Smooth"), _("Set")
        self._does = Segments(tuple(zip(words, choice(actions, MODES, self), strict=True)))
        most = choice(actions, MOST, self)
        self._most = Segments(tuple(zip((_("4 bones"), _("8 bones")), most, strict=True)))
        self._through = action_button(actions, "brush_through", "x-ray")
        self._mirror = action_button(actions, "mirror_x", "mirror")
        for part in (self._does, self._most, self._through, self._mirror):
            self.row.addWidget(part)

    def _say(self) -> None:
        self._most.setVisible(self._roomy)
        self._show({self._through: _("Through"), self._mirror: _("Mirror X")})


def _chain_of(length: int) -> str:
    """The reach along a chain of so many bones; as far as connected, 0, needs no number."""
    return _("Chain {count}").format(count=length) if length else _("Chain")


class RestOptions(Options):
    """While the rest pose is edited: what drawing snaps to, mirroring, and how bones and figure are shown."""

    def __init__(self, parent: QtWidgets.QWidget, actions: Actions) -> None:
        super().__init__(parent)
        self._snap = ActionButton("snap", _("Snap: what drawn and moved joints go to"))
        self._mirror = action_button(actions, "mirror_x", "mirror")
        self._bones = ActionButton("octahedron", _("Bones: how they are shown"))
        self._figure = ActionButton("eye", _("Figure: how it is shown behind the bones"))
        self._snap.follow(actions["snap"])
        self._snap.open_with(
            GroupedMenu(self, [("", listed(actions, ["snap"])), (_("Snap to"), listed(actions, SNAPS))])
        )
        bones = (_("Bones"), choice(actions, BONES, self)), ("", listed(actions, OVER_BONES[1:]))
        self._bones.open_with(GroupedMenu(self, bones))
        kinds = ((_("Figure"), choice(actions, FIGURE, self)), (_("Skin"), choice(actions, SKIN, self)))
        self._figure.open_with(GroupedMenu(self, kinds))
        for button in (self._snap, self._mirror, self._bones, self._figure):
            self.row.addWidget(button)

    def _say(self) -> None:
        display, settings = self._display, self._settings
        self._bones.show_icon(BONE_ICONS[display.bones])
        said = {
            self._snap: _("Snap: {places}").format(places=snapped_to(settings.snaps))
            if settings.snapping
            else _("Snap: off"),
            self._mirror: _("Mirror X"),
            self._bones: words(display.bones),
            self._figure: _("Figure off")
            if display.figure == "off"
            else _("Figure {percent:.0f} %").format(percent=FAINT * 100),
        }
        self._show(said)


def snapped_to(snaps: Collection[Snap]) -> str:
    """Return the names of what joints snap to: up to three are named, of more those that are left out."""
    left_out = [word for name, word in SNAP_WORDS.items() if name not in snaps]
    if not left_out:
        return _("everything")
    if len(left_out) == 1:
        return _("all but {place}").format(place=left_out[0])
    return ", ".join(word for name, word in SNAP_WORDS.items() if name in snaps) or _("nothing")
