"""Mouse and keyboard over the picture: they click, drag a bone or turn the camera.

Qt's events come in as plain numbers and names. The program decides what keys do while nothing is dragged.
"""

from __future__ import annotations

from math import hypot, trunc
from typing import Any

import msgspec
import numpy as np
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.editing.joint_limits import freed, held_again
from pantin.rigs.fields import AnyBone
from pantin.viewport.interaction.active_drag import ActiveDrag
from pantin.viewport.interaction.bone_pick import BonePick
from pantin.viewport.interaction.gestures import Gesture
from pantin.viewport.interaction.hover import Hover, ViewState
from pantin.viewport.interaction.hover_target import HoverTarget, dragged_from, hover_target, on_target
from pantin.viewport.interaction.pin_badges import unpinning
from pantin.viewport.messages import _
from pantin.viewport.navigation import axes_corner
from pantin.viewport.navigation.steering import Button, steering
from pantin.viewport.navigation.view_camera import ViewCamera
from pantin.viewport.picking import gizmo
from pantin.viewport.picking.figures import FigureHit, pick_other
from pantin.viewport.scene.limits.limit_shapes import Title
from pantin.viewport.scene.scene import DISPLAY
from pantin.viewport.tools import TOOLS, auto_ik, operation_named, select, tool_named
from pantin.viewport.tools.curl import CURL, curls_selected
from pantin.viewport.tools.dragging.events import CLICK, Held, Press, Settings, Wheel
from pantin.viewport.tools.move import MOVE
from pantin.viewport.tools.tool import Operation, Tool
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.clearing import Room
from pantin.viewport.values.place import place_of
from pantin.viewport.values.reach import Reaching
from pantin.viewport.values.stage import DragResult, Look, Preview, Stage


class PendingPress(msgspec.Struct, frozen=True, eq=False):
    """A press of the left button that may become a click or a drag, and what it is on.

    It is `early` where there was no pose to grab yet.
    """

    press: Press
    target: HoverTarget
    early: bool

    def is_left(self, x: float, y: float) -> bool:
        """Return whether the pointer at this pixel is too far away for a click."""
        return hypot(x - self.press.x, y - self.press.y) > CLICK

    def remaining_in(self, document: Document) -> PendingPress | None:
        """The same press, unless what it is on has gone."""
        return self if self.target.is_in(document) else None

    def on(self, target: HoverTarget) -> PendingPress:
        """The same press on what lies there since a pose arrived."""
        return PendingPress(on_target(self.press, target), target, early=False)


class Notches:
    """Adds up the notches of a wheel, which finer wheels and touchpads report in parts."""

    def __init__(self) -> None:
        self._left = 0.0

    def whole(self, notches: float) -> int:
        """Return the whole notches that these come to, together with what was left of those before."""
        self._left += notches
        whole = trunc(self._left)
        self._left -= whole
        return whole


class InteractionController:
    """The interaction of one pointer with one view."""

    def __init__(self, stage: Stage, view_camera: ViewCamera) -> None:
        self._stage = stage
        self._pending: PendingPress | None = None
        self._choosing: tuple[float, float] | None = None
        """The place of a press that turns the view or, as a click, selects the bone whose weights are painted."""
        self._notches = Notches()
        self._seen: Look | None = None
        self.active_drag = ActiveDrag(stage, self.keep_reaching, lambda brush: self.change_settings(brush=brush))
        self.hover = Hover()
        self.view_camera = view_camera
        self.pointer = (0.0, 0.0)
        self.held = Held()
        self.hovered = HoverTarget()
        self.over = False
        """Whether the pointer is over the picture."""
        self.settings = Settings()
        self.display = DISPLAY
        """The display of figure and controls: nothing that is not drawn is hit."""
        self.floats: tuple[Room, ...] = ()
        """The rectangles of what lies over the view, pixels; words keep clear of them."""
        self.tool: Tool = TOOLS[0]
        self.bone_pick: BonePick | None = None
        """The bone that is asked for; the next click answers."""
        self.opening = ""
        """The name of the file that is about to be seen, empty where there is none."""

    # What there is

    @property
    def lens(self) -> Lens:
        """The camera with the size of the view, as it sees the armature space of the figure that is edited.

        `view_camera.lens` sees the world.
        """
        return self.view_camera.lens.within(place_of(self.seen.document.figure))

    @property
    def gesture(self) -> Gesture | None:
        """The drag that is under way."""
        return self.active_drag.gesture

    @property
    def busy(self) -> bool:
        """Return whether a button or a drag from the keyboard is under way."""
        return self.gesture is not None or self.view_camera.steering is not None or self._pending is not None

    @property
    def ready(self) -> bool:
        """Return whether anything can be dragged."""
        return self._stage.ready

    @property
    def readout(self) -> str:
        """The numbers of the drag."""
        return self.active_drag.preview.readout if self.active_drag.preview is not None else ""

    @property
    def seen(self) -> Look:
        """Return what is on screen."""
        return self._seen or self._stage.look()

    @property
    def state(self) -> ViewState:
        """Return what can lie under the pointer, with the settings as they hold in the present mode."""
        look = self.seen
        settings = self.settings.for_rest_pose() if look.in_rest_pose else self.settings
        return ViewState(look, self.lens, self.tool, settings, self.display, self.gesture, self.floats)

    def see(self, look: Look) -> None:
        """Show another document or pose. What was hovered or pressed is forgotten where it is gone."""
        self._seen = look
        self.hovered = self.hovered.remaining_in(look.document)
        self._pending = self._pending and self._pending.remaining_in(look.document)

    # What mouse, touchpad and keyboard do

    def press(self, button: Button, x: float, y: float, held: Held, clicks: int = 1) -> None:
        """Handle a button press: it is for the drag under way, turns the camera, or may become a click or a drag."""
        self.pointer, self.held = (x, y), held
        drag, how = self.active_drag, steering(button, held, self.view_camera.navigation)
        if drag.waits and (operation := drag.operation) is not None and button == "left":
            drag.cancel()
            self._drag(operation, self.press_on(HoverTarget(), clicks))
        elif drag.gesture is not None:
            drag.press(button)
        elif how is not None:
            self._choosing = (x, y) if button == "left" and self.tool.skin is not None else None
            self.view_camera.take(how, self.seen)
        elif button == "left":
            self._press_left(clicks)
        elif button == "right" and self.bone_pick is not None:
            self.answer(None)

    def _press_left(self, clicks: int) -> None:
        """Handle a press of the left button: it acts on what is under the pointer, or draws in the view asked for."""
        self.see(self._stage.look())
        if self.tool.placing is not None and self._target_at(*self.pointer).ball is None:
            self.view_camera.arrive()
        self.hovered = self._target_at(*self.pointer)
        if self.bone_pick is not None and self.hovered.ball is None:
            pick, bone = self.bone_pick, self.hovered.any_bone
            self.answer(bone) if pick.takes(bone) else self.ask(pick.after_click_on(bone))
        elif self.tool.at_once and self.hovered.ball is None:
            self._drag(self.tool.operation, self.press_on(self.hovered, clicks))
        else:
            self._pending = PendingPress(self.press_on(self.hovered, clicks), self.hovered, early=not self.ready)

    def move(self, x: float, y: float, held: Held) -> None:
        """Handle a move of the pointer."""
        dx, dy = x - self.pointer[0], y - self.pointer[1]
        self.pointer, self.held = (x, y), held
        if self.gesture is not None:
            self.active_drag.move(x, y, held)
        elif self.view_camera.steering is not None:
            self.view_camera.drag(dx, dy)
        elif self._pending is not None and self._pending.is_left(x, y):
            self._begin_drag(self._pending)

    def release(self, button: Button) -> None:
        """Handle a button release."""
        if self.gesture is not None:
            self.active_drag.release(button)
        elif self._pending is not None and button == "left":
            self._let_go(self._pending)
        if self._choosing is not None and hypot(*np.subtract(self.pointer, self._choosing)) <= CLICK:
            bone = self._target_at(*self.pointer).bone
            self._stage.select((bone,) if bone else (), bone)
        self._pending = self._choosing = None
        self.view_camera.let_go()

    def wheel(self, notches: float, held: Held) -> None:
        """Handle the wheel, in notches or parts of them; positive is away from the user."""
        self.held = held
        is_for_chain = held == Held(ctrl=True) and self.state.settings.auto_ik
        if self.gesture is None and not is_for_chain:
            self.view_camera.wheel(notches, self.pointer)
        elif whole := self._notches.whole(notches):
            if self.gesture is not None:
                self.active_drag.send(Wheel(whole, held))
            else:
                self.lengthen(-whole)

    def swipe(self, dx: float, dy: float, notches: float, held: Held) -> None:
        """Handle a swipe of two fingers by some pixels, or by notches of a wheel."""
        self.held = held
        if self.gesture is not None:
            self.wheel(notches, held)
        elif held.ctrl:
            self.view_camera.wheel(notches, self.pointer)
        else:
            self.view_camera.swipe("pan" if held.shift else "orbit", dx, dy, self.seen)

    def pinch(self, growth: float) -> None:
        """Handle a pinch: `growth` is the relative change of the distance between two fingers."""
        if self.gesture is None:
            self.view_camera.pinch(growth, self.pointer)

    def point(self) -> bool:
        """Update what is under the pointer. True if that has changed."""
        before, self.over = self.hovered, True
        self.hovered = HoverTarget() if self.busy else self._target_at(*self.pointer)
        return self.bone_pick is not None or self.tool.placing is not None or not before.same(self.hovered)

    def leave(self) -> None:
        """Handle the pointer leaving the view."""
        self.hovered, self.over = HoverTarget(), False

    def hold(self, held: Held) -> None:
        """Handle a change of the modifier keys."""
        changed, self.held = held != self.held, held
        if changed:
            self.active_drag.move(*self.pointer, held)

    def key(self, name: str, held: Held) -> bool:
        """Handle a key press. False if the key is not handled."""
        known, curling = self.knows(name, held), self.active_drag.operation is CURL
        self.held = held
        does = self._keyed(name, held)
        if isinstance(does, str):
            self.begin(does)
            return True
        if does is not None:
            self.settings = does
            return True
        if name == "escape" and self.gesture is None:
            self.answer(None)
        if operation := self.active_drag.key(name, held):
            self.begin(operation, plainly=curling)
        return known

    def knows(self, name: str, held: Held) -> bool:
        """Return whether a key is handled now: keys of a drag, and Esc while a bone is picked."""
        is_for_pick = self.bone_pick is not None and name == "escape"
        return self.active_drag.takes(held) or is_for_pick or self._keyed(name, held) is not None

    def _keyed(self, name: str, held: Held) -> Settings | str | None:
        """Return what a key means to the tool that is in hand, while nothing is dragged."""
        if self.busy or self.tool.keyed is None:
            return None
        return self.tool.keyed(self.settings, name, held)

    # What the program asks for

    def begin(self, name: str, plainly: bool = False) -> None:
        """Begin the operation of that name without a button; "box" and "lasso" wait for a press.

        Fingers that are moved curl, as they do when they are dragged, unless it is to be done plainly.
        """
        if not self.busy:
            self.see(self._stage.look())
            operation, state = operation_named(name), self.state
            if not plainly and operation is MOVE and state.settings.auto_ik and curls_selected(state.look):
                operation = CURL
            self._drag(operation, self.press_on(HoverTarget(), keyboard=True))

    def ask(self, pick: BonePick | None) -> None:
        """Begin picking a bone; None ends it."""
        self.bone_pick = pick
        if self.over:
            self.point()

    def answer(self, bone: AnyBone | None) -> None:
        """End picking with a bone, or with None."""
        pick, self.bone_pick = self.bone_pick, None
        if pick is not None:
            pick.answer(bone)

    def cancel(self) -> None:
        """Cancel the drag and its preview."""
        self.active_drag.cancel()
        self._pending = None
        self.view_camera.let_go()

    def pick_tool(self, name: str) -> None:
        """Take another tool, which has another gizmo, or none, under the pointer."""
        self.tool = tool_named(name)
        self.hovered = self._target_at(*self.pointer) if self.over and not self.busy else HoverTarget()

    def change_settings(self, **changes: Any) -> None:
        """Set some of the `viewport.tools.dragging.events.Settings`."""
        self.settings = replace(self.settings, **changes)

    def keep_reaching(self, reaching: Reaching) -> None:
        """Let Auto IK go as far with the next drag."""
        self.change_settings(reach=reaching.reach, chain_length=reaching.chain_length)

    def lengthen(self, steps: int) -> None:
        """Make the chain of Auto IK longer or, with negative steps, shorter: that of the drag, or of the next one."""
        if self.seen.in_rest_pose:
            return
        if self.gesture is not None:
            self.active_drag.lengthen_chain(steps)
        else:
            self.keep_reaching(auto_ik.changed_reach(self.seen, self.settings.reaching, steps))

    def _target_at(self, x: float, y: float) -> HoverTarget:
        """Return what lies under a pixel; while a bone is picked, a bone of any figure, neither gizmo nor limits."""
        if self.bone_pick is not None:
            own = hover_target(self.seen, (), self.lens, x, y, self.display)
            other = None if own.ball is not None else pick_other(self.seen, self.lens, x, y, own.hit)
            return own if other is None else HoverTarget(other=other)
        return self.hover.at(self.state, x, y)

    def press_on(self, target: HoverTarget, clicks: int = 1, keyboard: bool = False) -> Press:
        """A press at the pointer, on this target."""
        press = Press(*self.pointer, self.lens, None, None, None, self.held, self.state.settings, clicks, keyboard)
        return on_target(press, target)

    def _begin_drag(self, pending: PendingPress) -> None:
        """Begin what the press means. One that came before the first pose waits for it, and means what it shows."""
        if pending.target.other is not None:
            pending = self._on_figure(pending, pending.target.other)
        if pending.early and pending.target.ball is None:
            if not self.ready:
                return
            pending = pending.on(self._target_at(pending.press.x, pending.press.y))
        self._pending, press, target = None, pending.press, pending.target
        if target.ball is not None:
            self.view_camera.take("orbit", self.seen)
        elif (operation := dragged_from(self.tool, target, press, self.seen)) is not None:
            if operation in (self.tool.operation, CURL):
                self.hover.forget_click()
            self._drag(operation, replace(press, hit=None) if press.part else press)

    def _let_go(self, pending: PendingPress) -> None:
        """End a press that has not become a drag: a click, or a drag that nothing could be posed for yet."""
        if pending.early and pending.is_left(*self.pointer) and pending.target.ball is None:
            self._stage.tell_unready()
        else:
            self._click(pending)

    def _on_figure(self, pending: PendingPress, other: FigureHit) -> PendingPress:
        """Edit another figure, and return the press on what lies there of it."""
        self._stage.edit_figure(other.figure)
        self.see(self._stage.look())
        press, target = pending.press, self._target_at(pending.press.x, pending.press.y)
        return PendingPress(on_target(replace(press, lens=self.lens), target), target, pending.early)

    def _drag(self, operation: Operation, press: Press) -> None:
        if not operation.while_bent:
            self._put_back_bend()
        self.active_drag.begin(operation, self.seen, replace(press, held=self.held), self.pointer)

    def _put_back_bend(self) -> None:
        """A figure that is posed goes on from its own pose, not from a bend that is looked at."""
        if self._stage.put_back_bend():
            self.see(self._stage.look())

    def _click(self, pending: PendingPress) -> None:
        """Do what a click means: look along an axis, unpin, free a limit, place what the tool places, or select."""
        if pending.target.other is not None:
            pending = self._on_figure(pending, pending.target.other)
        press, target = pending.press, pending.target
        if target.ball:
            self.view_camera.look_from_or_behind(axes_corner.SIDES[target.ball], self.seen)
        elif target.pin is not None:
            self._put_back_bend()
            self._stage.keep(unpinning(self._stage.look(), target.pin))
        elif target.title is not None:
            self._put_back_bend()
            self._stage.keep(_freeing(self._stage.look(), target.title))
        elif self.tool.placing is not None and target.ball is None:
            self._drag(self.tool.operation, replace(press, keyboard=True))
        elif target == HoverTarget(hit=target.hit) or press.part == gizmo.TRACKBALL:
            self._select(press)

    def _select(self, press: Press) -> None:
        """Select what a click takes."""
        wanted = select.clicked(self.seen.document, self.hover.clicked_press(self.state, press))
        if wanted is not self.seen.document:
            self._stage.select(wanted.selected, wanted.active, wanted.ends)


def _freeing(look: Look, title: Title) -> DragResult:
    """Return what a click on the title of a limit leaves."""
    names = (title.bone,)
    if title.free:
        label, after = _("Hold limits of {bones} again"), held_again(look.document, names)
    else:
        label, after = _("Free limits of {bones} for this pose"), freed(look.document, names, title.axes)
    return DragResult(label.format(bones=title.bone), Preview(after))
