"""Lays tools, options, the view's buttons and its name over the view, and tells it how much of it they cover.

They are children of the view. While something is dragged the pointer goes through them.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6 import QtCore, QtWidgets

from pantin.app.messages import _
from pantin.app.overlay.binding import Actions, action_button
from pantin.app.overlay.blend_ghosts import BlendGhosts
from pantin.app.overlay.limb_pills import LimbPills
from pantin.app.overlay.options import BrushOptions, Options, PosingOptions, RestOptions
from pantin.app.session.session import Session
from pantin.viewport import tools
from pantin.viewport.navigation import axes_corner
from pantin.viewport.scene.scene import Display
from pantin.viewport.tools.dragging.events import Settings
from pantin.viewport.values.camera import NOTHING, Edges
from pantin.viewport.window.view import View
from pantin.widgets.floating.floating_panel import Divider, FloatingPanel
from pantin.widgets.floating.heat_legend import HeatLegend
from pantin.widgets.floating.picture_label import PictureLabel, width_of_line

LONGEST_TITLE, LONGEST_AT_REST = (
    _("Orthographic · grid {cell}").format(cell=_("100 mm")),
    _("Orthographic · rest pose, editing"),
)
EDGE, BELOW, LEAST = 12, 64, 4
"""Margins of the panels, the top of the tools, and the least margin of those at the bottom."""

TITLE = (EDGE + 2, 10)
BUTTONS = 116
"""The left edge of the view's name, and the distance of its buttons from the top."""

LOW = 440
"""In a view that is lower than this, pixels, icons alone above are better than a second row over the figure."""

TITLE_ROOM = 180, 40
"""Height of the name and the usual line below it, pixels."""

AXES = round(axes_corner.PLACE[0] + axes_corner.RADIUS + axes_corner.AROUND)
"""Width of the axes in the corner from the right edge."""

TOOL_BUTTON = 32
TOOLS = {f"tool_{tool.name}": tool.entry.icon for tool in tools.TOOLS if not tool.rest_only and tool.skin is None}
"""By name of the action: its icon. These are always there."""
TOOLS_POSING = {f"tool_{tool.name}": tool.entry.icon for tool in tools.TOOLS if tool.skin is not None}
"""The same of those that are there while the figure is posed."""
TOOLS_AT_REST = {f"tool_{tool.name}": tool.entry.icon for tool in tools.TOOLS if tool.rest_only}
"""The same of those that are there while the rest pose is edited."""

VIEW_BUTTON = 28
VIEW_ICONS = {"switch_perspective": "ortho", "frame_selected": "frame", "export_picture": "camera"}
"""By name of the action: its icon."""


class ViewButtons(FloatingPanel):
    """Perspective or not, frame what is selected, make a picture."""

    def __init__(self, parent: QtWidgets.QWidget, actions: Actions) -> None:
        super().__init__(parent, vertical=True, inset=2)
        for name, icon in VIEW_ICONS.items():
            self.row.addWidget(action_button(actions, name, icon, VIEW_BUTTON))


class Tools(FloatingPanel):
    """The tools, and below them the switches of Auto IK and Mirror X; or, at rest, what draws bones."""

    def __init__(self, parent: QtWidgets.QWidget, actions: Actions) -> None:
        super().__init__(parent, vertical=True)
        for name, icon in TOOLS.items():
            self.row.addWidget(action_button(actions, name, icon, TOOL_BUTTON, solid=True))
        self.row.addWidget(Divider())
        self._weighting = tuple(
            action_button(actions, name, icon, TOOL_BUTTON, solid=True) for name, icon in TOOLS_POSING.items()
        )
        self._auto_ik = action_button(actions, "auto_ik", "auto-ik", TOOL_BUTTON)
        self._posing = (self._auto_ik, action_button(actions, "mirror_x", "mirror", TOOL_BUTTON))
        self._in_rest_pose = self._weights = False
        self._editing = (
            *(action_button(actions, name, icon, TOOL_BUTTON, solid=True) for name, icon in TOOLS_AT_REST.items()),
            action_button(actions, "extrude", "extrude", TOOL_BUTTON),
        )
        for button in (*self._weighting, *self._posing, *self._editing):
            self.row.addWidget(button)
        self._show()

    def show_rest_pose(self, in_rest_pose: bool) -> None:
        """Show what there is for the rest pose, or for posing."""
        self._in_rest_pose = in_rest_pose
        self._show()

    def show_weights(self, weights: bool) -> None:
        """Show what there is for weights while they are seen, in place of Auto IK."""
        self._weights = weights
        self._show()

    def _show(self) -> None:
        for button in self._posing:
            button.setVisible(not self._in_rest_pose)
        for button in self._editing:
            button.setVisible(self._in_rest_pose)
        for button in self._weighting:
            button.setVisible(self._weights and not self._in_rest_pose)
        self._auto_ik.setVisible(not self._weights and not self._in_rest_pose)


class ViewOverlay(QtCore.QObject):
    """All that lies over one view, each in its place."""

    def __init__(self, view: View, actions: Actions, session: Session | None = None) -> None:
        """Without a session there are no limbs to lay anything beside."""
        super().__init__(view)
        self._view = view
        self.limbs = None if session is None else LimbPills(view, session)
        if session is not None:
            BlendGhosts(view, session)
        self.title = PictureLabel(view)
        self._tools, self._buttons = Tools(view, actions), ViewButtons(view, actions)
        self._posing, self._editing = PosingOptions(view, actions), RestOptions(view, actions)
        self._actions, self._painting = actions, list[BrushOptions]()
        """The options of the brush, once it was in hand."""
        self._legend = list[HeatLegend]()
        """The legend of the colours of weights, once they were shown."""
        self._options: Options = self._posing
        self._show_settings(view.settings)
        self._show_display(view.display)
        self._show_rest_pose(view.in_rest_pose)
        self._show_title(*view.title)
        for part in (self.title, self._tools, self._buttons):
            part.show()
        self._follow()

    def _follow(self) -> None:
        """Show what the view says from now on."""
        view = self._view
        view.settings_changed.connect(self._show_settings)
        view.display_changed.connect(self._show_display)
        view.rest_pose_changed.connect(self._show_rest_pose)
        view.tool_changed.connect(lambda _name: self._show_rest_pose(view.in_rest_pose))
        view.title_changed.connect(self._show_title)
        view.dragging_changed.connect(self._step_aside)
        view.resized.connect(self._place)
        if self.limbs is not None:
            self.limbs.placed.connect(self._tell_floats)
        for panel in self.panels:
            panel.entered.connect(view.leave)

    @property
    def panels(self) -> tuple[FloatingPanel, ...]:
        """Return all that floats over the view."""
        return self._tools, *self._every_options(), self._buttons, *self._legend

    def _every_options(self) -> tuple[Options, ...]:
        return self._posing, self._editing, *self._painting

    def _brush_options(self) -> BrushOptions:
        """Return the options of the brush, made when it is first in hand."""
        if not self._painting:
            made = BrushOptions(self._view, self._actions)
            made.entered.connect(self._view.leave)
            self._painting.append(made)
            made.show_settings(self._view.settings)
            made.show_display(self._view.display)
        return self._painting[0]

    # What is shown

    def _show_settings(self, settings: Settings) -> None:
        for options in self._every_options():
            options.show_settings(settings)
        self._place()

    def _show_display(self, display: Display) -> None:
        for options in self._every_options():
            options.show_display(display)
        self._tools.show_weights(display.skin == "weights")
        self._show_legend(display.skin == "weights")
        self._place()

    def _show_legend(self, weights: bool) -> None:
        """Show what the colours of weights mean while they are seen."""
        if weights and not self._legend:
            self._legend.append(HeatLegend(self._view))
            self._legend[0].entered.connect(self._view.leave)
        for legend in self._legend:
            legend.setVisible(weights)

    def _show_rest_pose(self, in_rest_pose: bool) -> None:
        """Other tools and options are there for the rest pose."""
        self._tools.show_rest_pose(in_rest_pose)
        paints = tools.tool_named(self._view.tool).skin is not None
        self._options = self._editing if in_rest_pose else self._brush_options() if paints else self._posing
        for each in self._every_options():
            each.setVisible(each is self._options)
        self._place()

    def _show_title(self, name: str, line: str, strong: bool) -> None:
        self.title.show_words(name, line, strong)

    def _step_aside(self, aside: bool) -> None:
        """Let the pointer through to the picture, for as long as a drag needs all of it. The window is not hovered."""
        self._view.window().setAttribute(QtCore.Qt.WidgetAttribute.WA_Hover, not aside)
        for panel in self.panels:
            panel.setAttribute(QtCore.Qt.WidgetAttribute.WA_TransparentForMouseEvents, aside)

    # Where it is

    def _place(self) -> None:
        """Tools at the left, options above, the view's buttons under the axes in the corner."""
        width, height = self._view.width(), self._view.height()
        self.title.move(*TITLE)
        self._tools.adjustSize()
        self._tools.move(EDGE, max(min(BELOW, height - LEAST - self._tools.height()), 0))
        self._buttons.adjustSize()
        self._buttons.move(width - EDGE - self._buttons.width(), BUTTONS)
        self._place_legend(height)
        self._place_options(width)
        self._view.covered = self._covered()
        panels = tuple(self._floats())
        if self.limbs is not None:
            self.limbs.keep_clear_of(panels)
        self._tell_floats()

    def _place_legend(self, height: int) -> None:
        """At the lower left, or beside the tools where they reach so far down."""
        for legend in self._legend:
            top = height - EDGE - legend.height()
            left = EDGE if top > self._tools.geometry().bottom() + EDGE else self._tools.geometry().right() + EDGE
            legend.move(left, max(top, 0))

    def _tell_floats(self) -> None:
        """Tell the view what lies over it, the switches beside limbs too: labels keep clear of them."""
        pills = () if self.limbs is None else tuple(_edges(pill) for pill in self.limbs.pills if not pill.isHidden())
        self._view.floats = (*self._floats(), *pills)

    def _place_options(self, width: int) -> None:
        """In the middle above, between title and axes, else below the title; icons where words fit in neither."""
        options = self._options
        right = width - AXES - EDGE // 2
        title = LONGEST_AT_REST if options is self._editing else LONGEST_TITLE
        beside = TITLE[0] + width_of_line(title) + EDGE, EDGE
        below = self._tools.geometry().right() + EDGE, BELOW - EDGE
        tries = [(beside, True, True), (below, True, True), (beside, False, True), (below, False, True)]
        if self._view.height() < LOW:
            tries = [(beside, True, True), (beside, False, True), (beside, False, False), *tries[1:]]
        else:
            tries.append((beside, False, False))
        for (left, top), wordy, roomy in (*tries, (below, False, False)):
            options.show_words(wordy, roomy)
            options.adjustSize()
            options.move(max(min((width - options.width()) // 2, right - options.width()), left), top)
            if left + options.width() <= right:
                break
        self.title.keep_within(options.x() - TITLE[0] - EDGE if options.y() == EDGE else width)

    def _floats(self) -> Iterator[tuple[float, float, float, float]]:
        """The panels, and the title with the line below it."""
        for panel in (self._tools, self._buttons, self._options, *self._legend):
            if panel.isVisibleTo(self._view) or panel not in self._legend:
                yield _edges(panel)
        x, y = TITLE
        yield x, y, x + min(self.title.width(), TITLE_ROOM[0]), y + TITLE_ROOM[1]

    def _covered(self) -> Edges:
        """Return the margins of the view that the panels cover, where enough is left beside them."""
        view, tools, options = self._view.rect(), self._tools.geometry(), self._options.geometry()
        edges = Edges(tools.right(), options.bottom(), view.width() - self._buttons.x(), 0.0)
        across, down = edges.left + edges.right, edges.top + edges.bottom
        return edges if across < view.width() / 2 and down < view.height() / 2 else NOTHING


def _edges(widget: QtWidgets.QWidget) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of what lies over the view, pixels."""
    place = widget.geometry()
    return place.left(), place.top(), place.right() + 1, place.bottom() + 1
