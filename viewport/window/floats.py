"""What floats over the picture: the tools, the options of posing, the buttons of the view, and its name.

They hold nothing of their own beside what is shown: every button and every entry of a menu stands for an action of the
program. Without one it cannot be pressed.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from PySide6 import QtCore, QtGui, QtWidgets

from pantin.viewport.navigation import axes_corner
from pantin.viewport.paint.opengl.figure import FAINT
from pantin.viewport.scene.scene import DISPLAY, Display
from pantin.viewport.tools.dragging.events import Settings, Snap
from pantin.viewport.values.camera import NOTHING, Edges
from pantin.viewport.values.colours import Colours
from pantin.viewport.window.buttons import Button, choice
from pantin.viewport.window.menu import Menu
from pantin.viewport.window.panels import Divider, Panel, Shadow, Title, width_of_title

Actions = Mapping[str, QtGui.QAction]

TOOLS = ("select", "move", "rotate", "scale")
ORIENTATIONS = ("orientation_global", "orientation_local", "orientation_parent", "orientation_view")
PIVOTS = ("pivot_individual", "pivot_active", "pivot_median")
BONES = ("bones_octahedra", "bones_sticks", "bones_wire")
OVER_BONES = ("bones_in_front", "show_names", "show_axes", "show_relations")
LIMITS = ("limits_none", "limits_active", "limits_selected")
FIGURES = ("figure_wood", "figure_clay", "figure_x_ray", "figure_off")

SNAPS = ("snap_joints", "snap_floor", "snap_mirror", "snap_grid", "snap_figure")

SNAP_WORDS: Mapping[Snap, str] = {
    "joints": "joints",
    "floor": "floor",
    "mirror": "mirror",
    "grid": "grid",
    "figure": "figure",
}
BONE_ICONS = {"octahedra": "octahedron", "sticks": "stick", "wire": "wire"}

LONGEST_TITLE, LONGEST_AT_REST = "Orthographic · grid 100 mm", "Orthographic · rest pose, editing"
EDGE, BELOW, LEAST = 12, 64, 4
"""How far the floats keep from the edges, where the tools begin, and how far those keep at least from the bottom."""


class Tools(Panel):
    """The tools at the left edge, and below them the switch of Auto IK; or, at rest, what draws bones."""

    def __init__(self, parent: QtWidgets.QWidget) -> None:
        super().__init__(parent, vertical=True)
        always = {f"tool_{name}": Button(name, f"{name.capitalize()} tool", 32, solid=True) for name in TOOLS}
        self._posing = {"auto_ik": Button("auto-ik", "Auto IK", 32)}
        self._at_rest = {
            "tool_draw": Button("bone", "Draw bones", 32, solid=True),
            "extrude": Button("extrude", "Extrude", 32),
        }
        self._buttons = {**always, **self._posing, **self._at_rest}
        for button in always.values():
            self.row.addWidget(button)
        self.row.addWidget(Divider())
        for button in (*self._posing.values(), *self._at_rest.values()):
            self.row.addWidget(button)
        self.show_resting(False)

    def bind(self, actions: Actions) -> None:
        """Stand for these actions."""
        for name, button in self._buttons.items():
            if name in actions:
                button.bind(actions[name])

    def show_resting(self, resting: bool) -> None:
        """Whether the rest pose is edited."""
        for buttons, shown in ((self._posing, not resting), (self._at_rest, resting)):
            for button in buttons.values():
                button.setVisible(shown)


class Options(Panel):
    """Above the picture: Auto IK with its chain length, orientation, pivot, and how figure and bones are shown."""

    def __init__(self, parent: QtWidgets.QWidget) -> None:
        super().__init__(parent, vertical=False, gap=4)
        self._wordy = True
        self._settings = Settings()
        self._auto_ik = Button("auto-ik", "Auto IK", 24)
        self._orientation = Button("orientation-local", "Orientation: whose axes tools move and turn along", 24)
        self._pivot = Button("pivot-individual", "Pivot: what bones turn and grow about", 24)
        self._display = Button("eye", "Display: how figure and bones are shown", 24)
        for button in (self._auto_ik, self._orientation, self._pivot, self._display):
            self.row.addWidget(button)

    def bind(self, actions: Actions) -> None:
        """Stand for these actions."""
        if "auto_ik" in actions:
            self._auto_ik.bind(actions["auto_ik"])
        self._orientation.open_with(Menu(self, (("Orientation", choice(actions, ORIENTATIONS, self)),)))
        self._pivot.open_with(Menu(self, (("Pivot", choice(actions, PIVOTS, self)),)))
        over = tuple(actions[name] for name in OVER_BONES if name in actions)
        bones, figure = choice(actions, BONES, self), choice(actions, FIGURES, self)
        limits = choice(actions, LIMITS, self)
        self._display.open_with(
            Menu(self, (("Bones", bones), ("", over), ("Joint limits", limits), ("Figure", figure)))
        )

    def show_settings(self, settings: Settings) -> bool:
        """What is set. True if the panel has another size now."""
        self._settings = settings
        self._orientation.show_icon(f"orientation-{settings.orientation}")
        self._pivot.show_icon(f"pivot-{settings.pivot}")
        return self._say()

    def show_words(self, wordy: bool) -> None:
        """Words beside the icons, or icons alone."""
        self._wordy = wordy
        self._say()

    def _say(self) -> bool:
        words = (self._settings.orientation.capitalize(), self._settings.pivot.capitalize(), "Display")
        buttons = (self._orientation, self._pivot, self._display)
        said = [button.show_words(text if self._wordy else "") for button, text in zip(buttons, words, strict=True)]
        return any((*said, self._auto_ik.show_words(self._chain())))

    def _chain(self) -> str:
        """How far Auto IK goes; as far as connected needs no words."""
        length = self._settings.chain_length if self._settings.auto_ik else 0
        if not self._wordy:
            return str(length or "")
        return f"Auto IK  {length} {'bone' if length == 1 else 'bones'}" if length else "Auto IK"


class OptionsAtRest(Panel):
    """Above the picture while the rest pose is edited: what drawing snaps to, mirroring, and how it is shown."""

    def __init__(self, parent: QtWidgets.QWidget) -> None:
        super().__init__(parent, vertical=False, gap=4)
        self._wordy = True
        self._settings, self._display = Settings(), DISPLAY
        self._snap = Button("snap", "Snap: what drawn and moved joints go to", 24)
        self._mirror = Button("mirror", "Mirror X", 24)
        self._bones = Button("octahedron", "Bones: how they are shown", 24)
        self._figure = Button("eye", "Figure: how it is shown behind the bones", 24)
        for button in (self._snap, self._mirror, self._bones, self._figure):
            self.row.addWidget(button)

    def bind(self, actions: Actions) -> None:
        """Stand for these actions."""
        if "mirror_x" in actions:
            self._mirror.bind(actions["mirror_x"])
        if "snap" in actions:
            self._snap.follow(actions["snap"])
        snap, snaps, over = (
            tuple(actions[name] for name in names if name in actions) for names in (("snap",), SNAPS, OVER_BONES[1:])
        )
        self._snap.open_with(Menu(self, (("", snap), ("Snap to", snaps))))
        self._bones.open_with(Menu(self, (("Bones", choice(actions, BONES, self)), ("", over))))
        self._figure.open_with(Menu(self, (("Figure", choice(actions, FIGURES, self)),)))

    def show_settings(self, settings: Settings) -> bool:
        """What is set. True if the panel has another size now."""
        self._settings = settings
        return self._say()

    def show_display(self, display: Display) -> bool:
        """How bones and figure are shown. True if the panel has another size now."""
        self._display = display
        self._bones.show_icon(BONE_ICONS[display.bones])
        return self._say()

    def show_words(self, wordy: bool) -> None:
        """Words beside the icons, or icons alone."""
        self._wordy = wordy
        self._say()

    def _say(self) -> bool:
        to = snapped_to(self._settings.snaps) if self._settings.snapping else "off"
        figure = "Figure off" if self._display.figure == "off" else f"Figure {FAINT:.0%}".replace("%", " %")
        words = (f"Snap: {to}", "Mirror X", self._display.bones.capitalize(), figure)
        buttons = (self._snap, self._mirror, self._bones, self._figure)
        said = [button.show_words(text if self._wordy else "") for button, text in zip(buttons, words, strict=True)]
        return any(said)


def snapped_to(snaps: Collection[Snap]) -> str:
    """What joints snap to in a few words: up to three are named, of more those that are left out."""
    left_out = [word for name, word in SNAP_WORDS.items() if name not in snaps]
    if not left_out:
        return "everything"
    if len(left_out) == 1:
        return f"all but {left_out[0]}"
    return ", ".join(word for name, word in SNAP_WORDS.items() if name in snaps) or "nothing"


class Navigation(Panel):
    """Under the axes: perspective or not, frame what is selected, make a picture."""

    def __init__(self, parent: QtWidgets.QWidget) -> None:
        super().__init__(parent, vertical=True, inset=2)
        self._buttons = {
            "switch_perspective": Button("ortho", "Orthographic", 28),
            "frame_selected": Button("frame", "Frame selected", 28),
            "export_picture": Button("camera", "Export picture", 28),
        }
        for button in self._buttons.values():
            self.row.addWidget(button)

    def bind(self, actions: Actions) -> None:
        """Stand for these actions."""
        for name, button in self._buttons.items():
            if name in actions:
                button.bind(actions[name])


class Floats:
    """All that floats over one view, each in its place."""

    def __init__(self, view: QtWidgets.QWidget) -> None:
        self._view = view
        self._aside = False
        self._shadow, self.title = Shadow(view), Title(view)
        self._tools, self._navigation = Tools(view), Navigation(view)
        self._posing, self._at_rest = Options(view), OptionsAtRest(view)
        self._options: Options | OptionsAtRest = self._posing
        self._at_rest.hide()
        self.panels: tuple[Panel, ...] = (self._tools, self._posing, self._at_rest, self._navigation)

    def bind(self, actions: Actions) -> None:
        """Let the buttons stand for these actions."""
        self._tools.bind(actions)
        self._posing.bind(actions)
        self._at_rest.bind(actions)
        self._navigation.bind(actions)
        self.place()

    def show_settings(self, settings: Settings) -> None:
        """What is set for the tools."""
        resized = [options.show_settings(settings) for options in (self._posing, self._at_rest)]
        if any(resized):
            self.place()

    def show_display(self, display: Display) -> None:
        """How bones and figure are shown."""
        if self._at_rest.show_display(display):
            self.place()

    def show_resting(self, resting: bool) -> None:
        """Whether the rest pose is edited: other tools and options are there for it."""
        self._tools.show_resting(resting)
        self._options = self._at_rest if resting else self._posing
        self._posing.setVisible(not resting)
        self._at_rest.setVisible(resting)
        self.place()

    def show_colours(self, colours: Colours) -> None:
        """Wear another theme."""
        for panel in self.panels:
            panel.show_colours(colours)
        self.title.colours = self._shadow.colours = colours

    def step_aside(self, aside: bool) -> None:
        """Let the pointer through to the picture, for as long as a drag needs all of it."""
        if aside != self._aside:
            self._aside = aside
            for panel in self.panels:
                panel.setAttribute(QtCore.Qt.WidgetAttribute.WA_TransparentForMouseEvents, aside)

    @property
    def taken(self) -> Edges:
        """How much of the view they lie over, where enough is left beside them."""
        view, tools, options = self._view.rect(), self._tools.geometry(), self._options.geometry()
        edges = Edges(tools.right(), options.bottom(), view.width() - self._navigation.x(), 0.0)
        across, down = edges.left + edges.right, edges.top + edges.bottom
        return edges if across < view.width() / 2 and down < view.height() / 2 else NOTHING

    def place(self) -> None:
        """Tools at the left, options above, the view's buttons under the axes in the corner."""
        width, height = self._view.width(), self._view.height()
        self.title.move(EDGE + 2, 10)
        self._tools.adjustSize()
        self._tools.move(EDGE, max(min(BELOW, height - LEAST - self._tools.height()), 0))
        self._navigation.adjustSize()
        self._navigation.move(width - EDGE - self._navigation.width(), 116)
        self._place_options(width)
        self._shadow.setGeometry(self._view.rect())
        self._shadow.cast(tuple(panel.geometry() for panel in self.panels if not panel.isHidden()))

    def _place_options(self, width: int) -> None:
        """In the middle above, between title and axes; icons alone where words do not fit; else below the title."""
        options = self._options
        right = width - round(axes_corner.PLACE[0] + axes_corner.RADIUS + axes_corner.AROUND) - EDGE // 2
        title = LONGEST_AT_REST if options is self._at_rest else LONGEST_TITLE
        beside, below = EDGE + width_of_title(title) + EDGE, self._tools.geometry().right() + EDGE
        places = (beside, EDGE, True), (beside, EDGE, False), (below, BELOW - EDGE, True), (below, BELOW - EDGE, False)
        for left, top, wordy in places:
            options.show_words(wordy)
            options.adjustSize()
            options.move(max(min((width - options.width()) // 2, right - options.width()), left), top)
            if left + options.width() <= right:
                break
        self.title.room = options.x() - self.title.x() - EDGE if options.y() == EDGE else width
