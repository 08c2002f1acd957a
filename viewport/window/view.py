"""The viewport as a Qt widget: the program asks it to show a rig, and hears by signals what changed.

`viewport.window.input` passes events on, `viewport.interaction.controller` decides what they mean.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace
from PySide6 import QtCore, QtGui, QtWidgets

from pantin.rigs.document import Document
from pantin.solver import Posed
from pantin.viewport.interaction import feedback
from pantin.viewport.interaction.bone_pick import BonePick
from pantin.viewport.interaction.controller import InteractionController
from pantin.viewport.messages import _
from pantin.viewport.navigation.steering import Navigation, Side
from pantin.viewport.navigation.view_camera import ViewCamera
from pantin.viewport.paint.figure_picture import PLAIN, Painting, Pixels, framing
from pantin.viewport.picking.picking import Hit
from pantin.viewport.scene.scene import DISPLAY, Background, Display, SkinStyle
from pantin.viewport.tools.dragging.events import Settings
from pantin.viewport.values.camera import NOTHING, Camera, Edges, Lens, Point
from pantin.viewport.values.clearing import Room
from pantin.viewport.values.colours import Colours
from pantin.viewport.values.loaded_character import NO_CHARACTERS, Characters
from pantin.viewport.values.overlay import Overlay
from pantin.viewport.values.place import NO_OTHERS
from pantin.viewport.values.stage import Look, Stage
from pantin.viewport.window.camera_animation import CameraAnimation
from pantin.viewport.window.input import Input
from pantin.viewport.window.item_view import ItemView
from pantin.viewport.window.keys import CURSORS
from pantin.viewport.window.shown_frame import Outlined, ShownFrame

LATE = 40
"""A drag repaints when its pose arrives; after so many milliseconds without one, all the same."""

STILL = 150
"""Once edited bones have been still for so many milliseconds the figure behind them follows."""

UNPAINTED = _("The figure could not be painted, the document is unharmed: save it, and start Pantin again ({error}).")


class ChangeNotifier:
    """Remembers the last value of each kind. Cheap enough to be called after every mouse move."""

    def __init__(self) -> None:
        self._last: dict[str, object] = {}

    def notify(self, what: str, value: object, to: Callable[[Any], object]) -> bool:
        """Call `to` with the value if it differs from the last one. Returns whether it does."""
        changed = what not in self._last or self._last[what] != value
        if changed:
            self._last[what] = value
            to(value)
        return changed


class View(ItemView):
    """A widget that shows a rig and lets it be edited with mouse and keyboard."""

    hints_changed = QtCore.Signal(tuple)
    """Emitted with what mouse and keys would do now: ((keys, text), …), see `viewport.interaction.hints`."""
    hovered = QtCore.Signal(object)
    """The name of the bone under the pointer, or None."""
    tool_changed = QtCore.Signal(str)
    settings_changed = QtCore.Signal(object)
    display_changed = QtCore.Signal(object)
    camera_moved = QtCore.Signal()
    """The camera is somewhere else: on its way to another view, turned, or gone with a figure; or the size is another.
    What lies over the picture goes with it at once."""
    camera_changed = QtCore.Signal()
    """The camera has come to rest somewhere else, or its projection is another."""
    context_asked = QtCore.Signal(QtCore.QPoint, object)
    """The right button clicked at this place of the screen, over this bone or none."""
    dragging_changed = QtCore.Signal(bool)
    rest_pose_changed = QtCore.Signal(bool)
    title_changed = QtCore.Signal(str, str, bool)
    resized = QtCore.Signal()
    """The view has another size; `covered` can be set before it is used."""
    painting_failed = QtCore.Signal(str)
    """One sentence: the picture could not be painted. Said once, until one could be painted again."""

    def __init__(self, stage: Stage, parent: QtWidgets.QWidget | None = None) -> None:
        self._shown_frame, self._notifier = ShownFrame(), ChangeNotifier()
        self._characters = NO_CHARACTERS
        self._skin_before: SkinStyle = DISPLAY.skin
        """The display of skins before a tool needed another."""
        self._view_camera = ViewCamera(lambda: self._animation.begin())
        super().__init__(lambda: self.camera, parent)
        self.reduced_motion = False
        self._framed_bones: object = None
        self._frame_when_shown = False
        self._painted_before = True
        self._resizing = False
        self._controller = InteractionController(stage, self._view_camera)
        self._animation = CameraAnimation(self._view_camera, lambda: self.reduced_motion or not self.isVisible(), self)
        self._animation.moved.connect(self._after_camera_move)
        self._repaint_timer = QtCore.QTimer(self, singleShot=True, interval=LATE)
        self._repaint_timer.timeout.connect(self._changed)
        self._figure_timer = QtCore.QTimer(self, singleShot=True, interval=STILL)
        self._figure_timer.timeout.connect(self._update_figure)
        self._input = Input(self, self._controller)
        self._input.changed.connect(self._changed)
        self._input.dragged.connect(self._dragged)
        self._input.context_asked.connect(self.context_asked)
        self.setMouseTracking(True)
        self.setFocusPolicy(QtCore.Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(_("Figure"))
        self.setMinimumSize(376, 260)
        self.covered: Edges = NOTHING
        """The edges of the view that panels over it cover, pixels. It counts from the next change of size on."""
        self._changed()

    # What the program says

    @property
    def floats(self) -> tuple[Room, ...]:
        """Return the rectangles that others cover over the view. Read-outs keep clear of them."""
        return self._controller.floats

    @floats.setter
    def floats(self, floats: tuple[Room, ...]) -> None:
        self._controller.floats = floats

    def show_state(
        self,
        document: Document,
        posed: Posed,
        outlined: Outlined = (None, None),
        in_rest_pose: bool = False,
        others: Mapping[str, Posed] = NO_OTHERS,
        characters: Characters = NO_CHARACTERS,
    ) -> None:
        """Show this document in this pose, with what another solver finds and how it was posed before in outline.

        `others` are the poses of the figures that are not edited, by name; figures whose `characters` were read have
        their skins.
        """
        self._characters = characters
        look = Look(document, posed, in_rest_pose, others=others, characters=self._drawn(characters))
        self._shown_frame.show(look)
        self._shown_frame.compared, self._shown_frame.before = outlined
        self._controller.see(look)
        self._repaint_timer.stop()
        if in_rest_pose:
            self._figure_timer.start()
        self.update()  # first: what is written beside the figure may come a moment later
        self._notify(goes_on=self.dragging)

    def show_extras(self, overlay: Overlay, source: str) -> None:
        """Draw ghosts, lines, dots and words as well, in place of what the same source had drawn before."""
        self._shown_frame.show_extras(overlay, source)
        self.update()

    def show_opening(self, name: str) -> None:
        """Say in an empty scene that this file is opening, instead of how to draw the first bone; "" ends that."""
        if name != self._controller.opening:
            self._controller.opening = name
            self.update()

    def show_colours(self, colours: Colours) -> None:
        """Use the colours of another theme."""
        self._shown_frame.colours = colours
        self.update()

    @property
    def dragging(self) -> bool:
        """Return whether a drag is under way, begun by a button or by a key."""
        return self._controller.gesture is not None

    def cancel(self) -> None:
        """Cancel the drag and its preview."""
        self._controller.cancel()
        self._changed()

    def begin(self, name: str) -> None:
        """Begin the operation of that name at the pointer, see `viewport.tools.OPERATIONS`."""
        self._controller.begin(name)
        self._changed()

    def leave(self) -> None:
        """Handle the pointer moving on to a widget over the picture: nothing in the picture is hovered."""
        self._input.leave()

    @property
    def in_rest_pose(self) -> bool:
        """Return whether the rest pose is shown, and the bones themselves are edited in it."""
        return self._controller.seen.in_rest_pose

    @property
    def title(self) -> tuple[str, str, bool]:
        """The name of the view, the numbers of a drag or else what the grid measures, and whether it is a drag's."""
        return feedback.title(self._controller)

    @property
    def tool(self) -> str:
        """The name of the active tool."""
        return self._controller.tool.name

    def point_at(self, bone: str | None, constraints: tuple[int, ...] = ()) -> None:
        """Highlight a bone that is hovered elsewhere, and draw the relations of constraints."""
        if (bone, constraints) != (self._shown_frame.pointed, self._shown_frame.related):
            self._shown_frame.pointed, self._shown_frame.related = bone, constraints
            self._changed()

    def ask_for_bone(self, pick: BonePick | None) -> None:
        """Let the next click on a bone answer; None ends that."""
        self._controller.ask(pick)
        self._changed()

    def pick_tool(self, name: str) -> None:
        """Activate the tool of that name, see `viewport.tools.TOOLS`. Skins are displayed as it needs them."""
        before = self._controller.tool.skin
        self._controller.pick_tool(name)
        wanted = self._controller.tool.skin
        if wanted is not None and before is None:
            self._skin_before = self.display.skin
            self.change_display(skin=wanted)
        elif wanted is None and before is not None and self.display.skin == before:
            self.change_display(skin=self._skin_before)
        self._changed()

    @property
    def settings(self) -> Settings:
        """The settings of the tools."""
        return self._controller.settings

    def change_settings(self, **changes: Any) -> None:
        """Change settings of the tools."""
        self._controller.change_settings(**changes)
        self._shown_frame.lengths = self._controller.settings.lengths
        self._changed()

    def lengthen_chain(self, steps: int) -> None:
        """Add so many bones to the chain, or remove them: in the drag under way, or in the next one."""
        self._controller.lengthen(steps)
        self._changed()

    @property
    def display(self) -> Display:
        """Return the display of figure and bones."""
        return self._shown_frame.display

    def change_display(self, **changes: Any) -> None:
        """Show figure or bones in another way."""
        if changes.get("skin", self._controller.tool.skin) != self._controller.tool.skin is not None:
            self._controller.pick_tool("select")
        self._shown_frame.display = self._controller.display = replace(self.display, **changes)
        if self._shown_frame.look is not None:
            look = replace(self._shown_frame.look, characters=self._drawn(self._characters))
            self._shown_frame.show(look)
            self._controller.see(look)
        self._changed()

    def _drawn(self, characters: Characters) -> Characters:
        """Return the characters whose skins are drawn, and hit: none where wood is shown in their place."""
        return NO_CHARACTERS if self.display.skin == "wood" else characters

    def picture(
        self, size: Pixels, background: Background = PLAIN, controls: bool = False, camera: Camera | None = None
    ) -> Painting:
        """Return a function that paints an image of the figure in any size, by default as seen now and without its
        controls.
        """
        return self._shown_frame.picture(self._controller.seen, camera or self.camera, size, background, controls)

    def camera_of_all(self, size: Pixels) -> Camera:
        """Return the camera moved so that all figures fill a picture of this size; its direction stays."""
        seen = self._controller.seen
        return framing(seen.document, seen.evaluated, size, self.camera, seen.others, seen.characters)

    @property
    def pointed(self) -> Hit | None:
        """The bone under the pointer, and the place on it."""
        return self._controller.hovered.hit

    # Where it is seen from

    @property
    def lens(self) -> Lens:
        """The camera with the size of the view, as it sees the armature space of the figure that is edited."""
        return self._controller.lens

    @property
    def camera(self) -> Camera:
        """The camera, in the world."""
        return self._view_camera.camera

    @camera.setter
    def camera(self, camera: Camera) -> None:
        self._view_camera.camera = camera
        self._changed()

    @property
    def goal(self) -> Camera:
        """The view that the camera is on its way to, or has reached."""
        return self._view_camera.goal

    def carry(self, by: Point) -> None:
        """Move the camera and the view that it is on its way to by so much, in the world."""
        self._view_camera.carry(by)
        self._animation.moved.emit()

    @property
    def navigation(self) -> Navigation:
        """Return the settings by which mouse and touchpad turn the view."""
        return self._view_camera.navigation

    def change_navigation(self, **changes: Any) -> None:
        """Change the settings of mouse and touchpad navigation."""
        self._view_camera.navigation = replace(self._view_camera.navigation, **changes)
        self._notify()

    def show_switches(self, letters: Mapping[str, str]) -> None:
        """Set the keys that begin "move", "rotate" and "scale", and switch between them while no button is held."""
        self._controller.active_drag.letters = letters
        self._notify()

    def look_from(self, side: Side) -> None:
        """Look from a side, orthographically."""
        self._view_camera.look_from(side, self._controller.seen)

    def orbit_by(self, degrees_right: float, degrees_up: float) -> None:
        """Turn the view by a step."""
        self._view_camera.orbit_by(degrees_right, degrees_up, self._controller.seen)

    def switch_perspective(self) -> None:
        """Orthographic, or perspective."""
        self._view_camera.switch_perspective()

    def frame_selected(self) -> None:
        """Look at the selected bones; at all of them if none is selected."""
        self.frame(self._controller.seen.document.selected)

    def frame(self, names: tuple[str, ...]) -> None:
        """Look at these bones."""
        self._view_camera.frame(self._controller.seen, names)

    def frame_all(self) -> None:
        """Look at the whole rig: at one that is new at once, or as soon as the view has its size."""
        bones = self._controller.seen.document.rig.bones
        new, self._framed_bones = bones is not self._framed_bones, bones
        self._frame_when_shown = not self.isVisible()
        self._view_camera.frame(self._controller.seen, ())
        if new:
            self._animation.arrive()

    def frame_again(self) -> None:
        """Look at what was framed where the camera has not moved since: the figure has its skin now."""
        self._view_camera.frame_again(self._controller.seen)
        self._after_camera_move()

    # Painting

    def initializeGL(self) -> None:
        """A context begins: the first one, or another after the window was moved into a dock."""
        super().initializeGL()
        self._shown_frame.begin(self.context())

    def paintGL(self) -> None:
        """The scene. An error is said once and not at every frame: let through to Qt, it would end the program."""
        if self._resizing:
            return
        try:
            self._paint_scene()
            self.paint_items()
            self._painted_before = True
        except Exception as error:
            if self._painted_before:
                self._painted_before = False
                sys.excepthook(*sys.exc_info())
                self.painting_failed.emit(UNPAINTED.format(error=error.__class__.__name__))

    def _paint_scene(self) -> None:
        """Paint the scene and what lies over it into the bound frame buffer."""
        if self._shown_frame.look is not None:
            overlay = feedback.overlay(self._controller)
            self._shown_frame.paint(overlay, self.camera, self.width(), self.height(), self.devicePixelRatioF())
            if self._shown_frame.waits:
                self.update()

    # Keyboard and window

    @property
    def keeps_keys(self) -> bool:
        """Return whether keys go on coming here wherever the pointer goes: something is dragged, perhaps by keys
        alone.
        """
        return self._controller.gesture is not None

    def keyPressEvent(self, event: QtGui.QKeyEvent) -> None:
        """Pass on what means nothing here to the window."""
        event.ignore()

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes on to the buttons that lie over the view, but not out of a drag."""
        return self._controller.gesture is None and super().focusNextPrevChild(forward)

    def showEvent(self, event: QtGui.QShowEvent) -> None:
        """Frame what was opened before there was a picture to frame it in."""
        super().showEvent(event)
        if self._frame_when_shown:
            self.frame_all()
            self._animation.arrive()

    def hideEvent(self, event: QtGui.QHideEvent) -> None:
        """Cancel the drag."""
        self._controller.cancel()
        super().hideEvent(event)

    def resizeEvent(self, event: QtGui.QResizeEvent) -> None:
        """Keep the place of what lies over the view, and what was framed.

        Qt asks for a picture at once here, which nobody sees: the one that is shown is painted after this.
        """
        self._resizing = True
        try:
            super().resizeEvent(event)
        finally:
            self._resizing = False
        self.update()
        self.resized.emit()
        self._view_camera.resize(self.width(), self.height(), self.covered, self._controller.seen)
        self._notify()

    # Inside

    def _dragged(self) -> None:
        """A drag went on: its picture and its numbers come with its pose. The hints change when it begins."""
        if self._notifier.notify("dragging", self.dragging, self.dragging_changed.emit):
            self._notify()
        if not self._repaint_timer.isActive():
            self._repaint_timer.start()

    def _changed(self) -> None:
        """Handle a change of what is shown."""
        self._notify()
        self.update()

    def _notify(self, goes_on: bool = False) -> None:
        """Emit the signals of values that have changed; while a drag goes on, what is hinted at has not."""
        controller, notify = self._controller, self._notifier.notify
        notify("cursor", CURSORS[feedback.cursor(controller)], self.setCursor)
        began = notify("dragging", self.dragging, self.dragging_changed.emit)
        notify("tool", controller.tool.name, self.tool_changed.emit)
        notify("settings", controller.settings, self.settings_changed.emit)
        notify("display", self._shown_frame.display, self.display_changed.emit)
        notify("in_rest_pose", controller.seen.in_rest_pose, self.rest_pose_changed.emit)
        notify("moved", (self.camera, self.width(), self.height()), lambda _: self.camera_moved.emit())
        if self._view_camera.is_still:
            notify("camera", self.camera, lambda _: self.camera_changed.emit())
        notify("title", self.title, lambda title: self.title_changed.emit(*title))
        if self._shown_frame.look is not None and (began or not goes_on):
            notify("hints", feedback.current_hints(controller), self.hints_changed.emit)
            notify("hovered", controller.hovered.bone, self.hovered.emit)

    def _update_figure(self) -> None:
        """The figure behind edited bones follows them, unless they are still being dragged."""
        if self.dragging:
            self._figure_timer.start()
        elif self._shown_frame.update_figure():
            self.update()

    def _after_camera_move(self) -> None:
        if self._view_camera.is_still:
            self._input.point()
        self._changed()
