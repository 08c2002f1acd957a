"""The hand on mouse and keyboard: what is under it, and whether it clicks, drags a bone or turns the camera.

Qt's events come in as plain numbers and names; tools, camera and stage are told what they mean. What keys do while
nothing is dragged is the program's to decide: it begins drags and changes settings through the methods here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from math import hypot, trunc
from typing import Any, Literal

from pantin.viewport.interaction import bone_question, first_bone, hints
from pantin.viewport.interaction.active_drag import Running
from pantin.viewport.interaction.bone_question import Question
from pantin.viewport.interaction.drag_keys import gives_way
from pantin.viewport.interaction.gestures import Gesture
from pantin.viewport.interaction.hover import Hover
from pantin.viewport.interaction.hover_target import Under, under
from pantin.viewport.navigation import axes_corner
from pantin.viewport.navigation.steering import Button, steering
from pantin.viewport.navigation.view_camera import Sight
from pantin.viewport.picking import gizmo
from pantin.viewport.scene import limit_shapes, limits
from pantin.viewport.tools import (
    AREAS,
    BEGUN,
    TOOLS,
    Dragging,
    Tool,
    auto_ik,
    select,
    tool_named,
)
from pantin.viewport.tools.by_hand import only_turns
from pantin.viewport.tools.dragging import grip
from pantin.viewport.tools.dragging.events import (
    CLICK,
    Held,
    Key,
    Press,
    Settings,
    Wheel,
)
from pantin.viewport.tools.limit import limit
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.overlay import Overlay
from pantin.viewport.values.stage import Look, Stage

Cursor = Literal["arrow", "open hand", "closed hand", "cross", "orbit", "pan", "zoom"]


class Hand:
    """One pointer over one view."""

    def __init__(self, stage: Stage, sight: Sight) -> None:
        self._stage = stage
        self._press: Press | None = None
        self._from = Under()
        self._running = Running(stage, lambda length: self.change_settings(chain_length=length))
        self._notches = 0.0
        self._seen: Look | None = None
        self._hover = Hover()
        self.sight = sight
        self.pointer = (0.0, 0.0)
        self.held = Held()
        self.under = Under()
        self.over = False
        """Whether the pointer is over the picture."""
        self.settings = Settings()
        self.limits: limits.Shown = "active"
        """Whose joint limits are drawn and can be dragged."""
        self.tool: Tool = TOOLS[0]
        self.question: Question | None = None
        """The bone that is asked for; the next click answers."""

    # What there is

    @property
    def lens(self) -> Lens:
        """The camera with the size of the view."""
        return self.sight.lens

    @property
    def gesture(self) -> Gesture | None:
        """The drag that is under way."""
        return self._running.gesture

    @property
    def busy(self) -> bool:
        """Whether a button or a drag from the keyboard is under way."""
        return self.gesture is not None or self.sight.steering is not None or self._press is not None

    @property
    def cursor(self) -> Cursor:
        """How the pointer looks."""
        if self.sight.steering is not None:
            return self.sight.steering
        if self.gesture is not None:
            return "closed hand" if self._running.holds_bone else "cross"
        if self.held.alt:
            return "orbit"
        crossed = self.under.ball or self.under.part or self.under.edge
        if crossed or self.question is not None or self.tool.name == "draw":
            return "cross"
        return "open hand" if self.under.hit else "arrow"

    @property
    def readout(self) -> str:
        """The numbers of the drag."""
        return self._running.shown.readout if self._running.shown is not None else ""

    @property
    def switches(self) -> Mapping[str, str]:
        """The keys that begin "move", "rotate" and "scale", and take them while another goes on."""
        return self._running.switches

    @switches.setter
    def switches(self, switches: Mapping[str, str]) -> None:
        self._running.switches = switches

    @property
    def seen(self) -> Look:
        """What is on screen."""
        return self._seen or self._stage.look()

    def see(self, look: Look) -> None:
        """Another document or pose is on screen. A bone that is gone is not pointed at any more."""
        self._seen = look
        if self.under.bone is not None and self.under.bone not in look.document.rig.by_name:
            self.under = Under()

    def says(self) -> hints.Hints:
        """What mouse and keys would do now."""
        if self.sight.steering is not None:
            return hints.steering(self.sight.steering)
        if self.gesture is not None:
            return self._running.says(self.held)
        if self.question is not None:
            return hints.in_preset(bone_question.says(self.question, self.under.bone), self.sight.navigation.preset)
        document = self.seen.document
        lead, letters = grip.lead(document), hints.letters(self.switches)
        turning = self.under.bone is not None and only_turns(document, self.under.bone)
        now = hints.Idle(self.under, self.held, self.tool.name, lead, self._stage.ready, self.seen.resting, turning)
        said = hints.idle(now, self._settings, letters)
        return hints.in_preset(said, self.sight.navigation.preset)

    def overlay(self) -> Overlay:
        """What lies over the rig: what the drag shows, else the gizmo; the axes in the corner always."""
        axes = axes_corner.shapes(self.lens, self.under.ball)
        joints = limit_shapes.drawn(self._stands(), self.lens, self._edge(), self._has_grips())
        labels = first_bone.empty(self.seen, self.tool.name, self.lens)
        shown = self._running.shown
        if shown is not None:
            over = shown.overlay
            shapes, labels = (*joints.shapes, *over.shapes, *axes), (*joints.labels, *over.labels)
            return replace(over, shapes=shapes, labels=labels)
        if self.question is not None and self.over:
            asked = bone_question.overlay(self.question, self.under.bone, self.pointer, self.lens)
            return replace(asked, shapes=(*asked.shapes, *axes))
        if self.tool.name == "draw" and self.over and not self.busy:
            begins = first_bone.first(self.seen, self._pressed(self.under, 1))
            return replace(begins, shapes=axes, labels=(*labels, *begins.labels))
        parts = gizmo.shapes(self._hover.gizmo(self.seen, self.tool, self._settings, self.lens), self.under.part)
        hit = self.under.hit
        joint = (tuple(hit.point.tolist()),) if hit is not None and hit.ends else ()
        hovered = None if joint else self.under.bone
        labels = (*joints.labels, *labels)
        return replace(joints, hovered=hovered, joint=joint, shapes=(*joints.shapes, *parts, *axes), labels=labels)

    # Mouse

    def press(self, button: Button, x: float, y: float, held: Held, clicks: int = 1) -> None:
        """A button went down."""
        self.pointer, self.held = (x, y), held
        if self._running.waits and button == "left":
            area = self._running.doing
            self._running.cancel()
            self._drag(area, AREAS[area], self._pressed(Under(), clicks))
            return
        if self.gesture is not None:
            self._running.press(button)
            return
        how = steering(button, held, self.sight.navigation)
        if how is not None:
            self.sight.take(how, self.seen)
        elif button == "left":
            self.see(self._stage.look())
            self.under = self._under(x, y)
            if self.question is not None and self.under.ball is None:
                self._point_out(self.question, self.under.bone)
                return
            self._from = self.under
            self._press = self._pressed(self.under, clicks)
        elif button == "right" and self.question is not None:
            self.answer(None)

    def move(self, x: float, y: float, held: Held) -> None:
        """The pointer is here now."""
        dx, dy = x - self.pointer[0], y - self.pointer[1]
        self.pointer, self.held = (x, y), held
        if self.gesture is not None:
            self._running.move(x, y, held)
        elif self.sight.steering is not None:
            self.sight.drag(dx, dy)
        elif self._press is not None and hypot(x - self._press.x, y - self._press.y) > CLICK:
            self._begin_drag(self._press)

    def release(self, button: Button) -> None:
        """A button came up."""
        if self.gesture is not None:
            self._running.release(button)
        elif self._press is not None and button == "left":
            self._click(self._press)
        self._press = None
        self.sight.let_go()

    def wheel(self, notches: float, held: Held) -> None:
        """The wheel turned; part of a notch where the device is that fine. Positive is away from the hand."""
        self.held = held
        if self.gesture is None and not (held == Held(ctrl=True) and self._settings.auto_ik):
            self.sight.wheel(notches, self.pointer)
            return
        self._notches += notches
        whole = trunc(self._notches)
        self._notches -= whole
        if whole and self.gesture is not None:
            self._running.tell(Wheel(whole, held))
        elif whole:
            self.lengthen(-whole)

    def swipe(self, dx: float, dy: float, notches: float, held: Held) -> None:
        """Two fingers went some pixels over a touchpad, or as far as notches of a wheel."""
        self.held = held
        if self.gesture is not None:
            self.wheel(notches, held)
        elif held.ctrl:
            self.sight.wheel(notches, self.pointer)
        else:
            self.sight.swipe("pan" if held.shift else "orbit", dx, dy, self.seen)

    def pinch(self, growth: float) -> None:
        """Two fingers went apart by this part of their distance."""
        if self.gesture is None:
            self.sight.pinch(growth, self.pointer)

    def point(self) -> bool:
        """Find what lies under the pointer. True if that is something else than before."""
        before, self.over = self.under, True
        self.under = Under() if self.busy else self._under(*self.pointer)
        return self.question is not None or self.tool.name == "draw" or not before.same(self.under)

    def leave(self) -> None:
        """The pointer left the view."""
        self.under, self.over = Under(), False

    # Keyboard

    def hold(self, held: Held) -> None:
        """These modifier keys are down now."""
        changed, self.held = held != self.held, held
        if changed:
            self._running.move(*self.pointer, held)

    def key(self, name: str, held: Held) -> bool:
        """A key went down. False if it means nothing here."""
        known = self.knows(name, held)
        self.held = held
        if name == "escape" and self.gesture is None:
            self.answer(None)
        tool = self._running.key(name, held)
        if tool:
            self.begin(tool)
        return known

    def knows(self, name: str, held: Held) -> bool:
        """Whether a key means something here now: during a drag every key does, Esc where a bone is asked for.

        While bones are drawn, each is kept by itself: undo and the like, with Ctrl, are the program's.
        """
        if self._running.doing == "draw on" and held.ctrl:
            return False
        return self.gesture is not None or (self.question is not None and name == "escape")

    def give_way(self, name: str, held: Held) -> None:
        """A chord is about to be the program's: end what waits for nothing but a click."""
        if gives_way(name, held, self._running.doing):
            self.cancel()

    # What the program asks for

    def begin(self, name: str) -> None:
        """Begin "move", "rotate", "trackball" or "scale" without a button; "box" and "lasso" wait for a press."""
        if not self.busy:
            self.see(self._stage.look())
            self._drag(name, BEGUN[name], self._pressed(Under(), 1, keyboard=True))

    def ask(self, question: Question | None) -> None:
        """Ask for a bone, or no longer."""
        self.question = question
        if self.over:
            self.point()

    def answer(self, bone: str | None) -> None:
        """A bone was pointed out, or none."""
        question, self.question = self.question, None
        if question is not None:
            question.answer(bone)

    def cancel(self) -> None:
        """Let go of everything and put back what was dragged."""
        self._running.cancel()
        self._press = None
        self.sight.let_go()

    def pick_tool(self, name: str) -> None:
        """Take another tool."""
        self.tool = tool_named(name)

    def change_settings(self, **changes: Any) -> None:
        """Set some of the `viewport.tools.dragging.events.Settings`."""
        self.settings = replace(self.settings, **changes)

    def lengthen(self, steps: int) -> None:
        """Make the chain of Auto IK longer or, with negative steps, shorter: that of the drag, or of the next one."""
        if self.seen.resting:
            return
        if self.gesture is not None:
            for _ in range(abs(steps)):
                self._running.tell(Key("page up" if steps > 0 else "page down"))
            return
        name = grip.lead(self.seen.document)
        length = self.settings.chain_length
        longest = auto_ik.pulling(self.seen, name, length).pull.longest if name else 0
        longest = longest or len(self.seen.evaluated.index)
        self.change_settings(chain_length=auto_ik.lengthened(length, longest, steps))

    # Inside

    def _point_out(self, question: Question, bone: str | None) -> None:
        """A click takes the bone under it, if it can be taken."""
        if bone is not None and not question.why_not(bone):
            self.answer(bone)

    def _under(self, x: float, y: float) -> Under:
        if self.question is not None:
            return under(self.seen, (), self.lens, x, y)
        edge = limits.edge_at(self._stands(), self.lens, x, y) if self._has_grips() else None
        found = self._hover.at(self.seen, self.tool, self._settings, self.lens, x, y)
        return Under(edge=edge) if edge and not found.ends else found

    @property
    def _settings(self) -> Settings:
        """What is set, as it holds in the present mode."""
        return self.settings.at_rest() if self.seen.resting else self.settings

    def _stands(self) -> tuple[limits.Stand, ...]:
        """The joints whose limits are drawn; while one is dragged the bones stand still for that."""
        look, gesture = self.seen, self.gesture
        if self.tool.name == "draw" or (look.resting and gesture is not None and gesture.press.edge is None):
            return ()
        if gesture is not None and gesture.press.edge is not None:
            look = replace(look, evaluated=gesture.look.evaluated)
        return self._hover.stands(look, self.lens, self.limits)

    def _has_grips(self) -> bool:
        """Whether limits can be taken hold of: while another thing is dragged, or has its gizmo there, they cannot."""
        if self.gesture is not None:
            return self.gesture.press.edge is not None
        return not self._hover.gizmo(self.seen, self.tool, self._settings, self.lens)

    def _edge(self) -> limits.Edge | None:
        """The edge that is dragged or pointed at."""
        return self.gesture.press.edge if self.gesture is not None else self.under.edge

    def _pressed(self, under: Under, clicks: int, keyboard: bool = False) -> Press:
        held, settings = self.held, self._settings
        return Press(*self.pointer, self.lens, under.hit, under.part, under.edge, held, settings, clicks, keyboard)

    def _begin_drag(self, press: Press) -> None:
        self._press = None
        if self._from.ball is not None:
            self.sight.take("orbit", self.seen)
        elif self.tool.name == "draw":
            self._drag("draw", self.tool.drag, press)
        elif self._from.edge is not None:
            self._drag("limit", limit, press)
        elif self._from.grabs:
            self._hover.forget()
            self._drag(self.tool.name, self.tool.drag, replace(press, hit=None) if press.part else press)
        elif self._from.locked is None:
            area = "lasso" if press.held.ctrl else "box"
            self._drag(area, AREAS[area], press)

    def _drag(self, name: str, dragging: Dragging, press: Press) -> None:
        self._running.begin(name, dragging, self.seen, replace(press, held=self.held), self.pointer)

    def _click(self, press: Press) -> None:
        if self._from.ball:
            self.sight.look_from(axes_corner.SIDES[self._from.ball], self.seen)
        elif self.tool.name == "draw" and self._from.ball is None:
            self._drag("draw", self.tool.drag, replace(press, keyboard=True))
        elif self._from == Under(hit=self._from.hit) or press.part == gizmo.TRACKBALL:
            document = self.seen.document
            if press.hit is not None and not (press.held.shift or press.held.ctrl):
                press = replace(press, hit=self._hover.clicked(self.seen, self.lens, press.hit, press.x, press.y))
            wanted = select.clicked(document, press)
            if wanted is not document:
                self._stage.select(wanted.selected, wanted.active, wanted.ends)
