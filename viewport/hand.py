"""The hand on mouse and keyboard: what is under it, and whether it clicks, drags a bone or turns the camera.

Qt's events come in as plain numbers and names; tools, camera and stage are told what they mean.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import hypot, trunc
from typing import Literal

from viewport import gizmo, hints
from viewport.camera import Camera, Lens
from viewport.events import CLICK, Held, Key, Press, Settings, Wheel
from viewport.gestures import Gesture
from viewport.overlay import NOTHING, Overlay
from viewport.scene import Scene, scene
from viewport.stage import Look, Stage
from viewport.steering import NOTCH, Button, Steering, framed, steered, steering
from viewport.tools import TOOLS, Tool, auto_ik, grip, select, tool_named
from viewport.under import Under, gizmo_of, under

Cursor = Literal["arrow", "open hand", "closed hand", "cross", "orbit", "pan", "zoom"]


class Hand:
    """One pointer over one view."""

    def __init__(self, stage: Stage, glide: Callable[[Camera], None]) -> None:
        self._stage = stage
        self._glide = glide
        self._press: Press | None = None
        self._ball: str | None = None
        self._steering: Steering | None = None
        self._notches = 0.0
        self._seen: Look | None = None
        self._drawn: Scene | None = None
        self.camera = Camera()
        self.size = (1.0, 1.0)
        self.pointer = (0.0, 0.0)
        self.held = Held()
        self.under = Under()
        self.settings = Settings()
        self.tool: Tool = TOOLS[0]
        self.gesture: Gesture | None = None

    # What there is

    @property
    def lens(self) -> Lens:
        """The camera with the size of the view."""
        return Lens(self.camera, *self.size)

    @property
    def busy(self) -> bool:
        """Whether a button or a drag from the keyboard is under way."""
        return self.gesture is not None or self._steering is not None or self._press is not None

    @property
    def cursor(self) -> Cursor:
        """How the pointer looks."""
        if self._steering is not None:
            return self._steering
        if self.gesture is not None:
            return "cross" if self.gesture.press.keyboard or self.gesture.press.part else "closed hand"
        if self.held.alt:
            return "orbit"
        if self.under.ball or self.under.part:
            return "cross"
        return "open hand" if self.under.hit else "arrow"

    @property
    def readout(self) -> str:
        """The numbers of the drag."""
        return self.gesture.shown.readout if self.gesture and self.gesture.shown else ""

    def says(self) -> hints.Hints:
        """What mouse and keys would do now."""
        if self._steering is not None:
            return hints.steering(self._steering)
        if self.gesture is not None and self.gesture.shown is not None:
            chain = self.gesture.shown.chain_length is not None
            return hints.dragging(self.gesture.press.keyboard, chain, self.readout.startswith("Rotate"))
        selected = bool(self.seen.document.selected)
        return hints.idle(self.under.bone, self.under.part, self.held, self.settings, selected, self._dragging_does())

    def overlay(self) -> Overlay:
        """What lies over the rig: what the drag shows, else the gizmo; the axes in the corner always."""
        shown = self.gesture.shown if self.gesture else None
        drag = shown.overlay if shown else NOTHING
        over = (self.under.part, self.under.bone) if shown is None else (None, None)
        parts = gizmo.shapes(gizmo_of(self.seen, self.tool, self.lens), over[0]) if shown is None else ()
        return replace(drag, hovered=over[1], shapes=(*drag.shapes, *parts, *gizmo.corner(self.lens, self.under.ball)))

    @property
    def seen(self) -> Look:
        """What is on screen."""
        return self._seen or self._stage.look()

    def see(self, look: Look) -> None:
        """Another document or pose is on screen."""
        self._seen, self._drawn = look, None

    # Mouse

    def press(self, button: Button, x: float, y: float, held: Held, clicks: int = 1) -> None:
        """A button went down."""
        self.pointer, self.held = (x, y), held
        if self.gesture is not None:
            self._press_while_dragging(button)
            return
        self._steering = steering(button, held)
        if self._steering is None and button == "left":
            self.see(self._stage.look())
            self.under = self._under(x, y)
            self._ball = self.under.ball
            self._press = self._pressed(held, clicks, keyboard=False)

    def move(self, x: float, y: float, held: Held) -> None:
        """The pointer is here now."""
        dx, dy = x - self.pointer[0], y - self.pointer[1]
        self.pointer, self.held = (x, y), held
        if self.gesture is not None:
            self.gesture.move(x, y, held)
            self._after_drag()
        elif self._steering is not None:
            self.camera = steered(self.camera, self._steering, dx, dy, *self.size)
        elif self._press is not None and hypot(x - self._press.x, y - self._press.y) > CLICK:
            self._begin_drag(self._press)

    def release(self, button: Button) -> None:
        """A button came up."""
        if self.gesture is not None:
            if button == "left" and not self.gesture.press.keyboard:
                self.gesture.keep()
                self._after_drag()
        elif self._press is not None and button == "left":
            self._click(self._press)
        self._press = self._steering = None

    def wheel(self, notches: float, held: Held) -> None:
        """The wheel turned; part of a notch where the device is that fine. Positive is away from the hand."""
        self.held = held
        if self.gesture is None and not (held == Held(ctrl=True) and self.settings.auto_ik):
            self.camera = self.camera.zoom(NOTCH**notches, *self.pointer, *self.size)
            return
        self._notches += notches
        whole = trunc(self._notches)
        self._notches -= whole
        if whole:
            self._step(Wheel(whole, held))

    def point(self) -> bool:
        """Find what lies under the pointer. True if that is something else than before."""
        before = self.under
        self.under = Under() if self.busy else self._under(*self.pointer)
        return not before.same(self.under)

    def leave(self) -> None:
        """The pointer left the view."""
        self.under = Under()

    # Keyboard

    def hold(self, held: Held) -> None:
        """These modifier keys are down now."""
        changed, self.held = held != self.held, held
        if changed and self.gesture is not None:
            self.gesture.move(*self.pointer, held)
            self._after_drag()

    def key(self, name: str, held: Held) -> bool:
        """A key went down. False if it means nothing here."""
        if self.gesture is not None:
            self._key_while_dragging(self.gesture, name, held)
            return True
        self.held = held
        action = None if self.busy else self._keys(held).get(name)
        if action is not None:
            action()
        return action is not None

    def knows(self, name: str, held: Held) -> bool:
        """Whether a key means something here now; during a drag every key does."""
        return self.gesture is not None or name in self._keys(held)

    def cancel(self) -> None:
        """Let go of everything and put back what was dragged."""
        if self.gesture is not None:
            self.gesture.cancel()
            self.gesture = None
        self._press = self._steering = None

    # Camera and settings

    def frame_selected(self) -> None:
        """Look at the selected bones; at all of them if none is selected."""
        self._glide(framed(self.camera, self.seen, self.seen.document.selected, *self.size))

    def frame_all(self) -> None:
        """Look at the whole rig."""
        self._glide(framed(self.camera, self.seen, (), *self.size))

    def pick_tool(self, name: str) -> None:
        """Take another tool."""
        self.tool = tool_named(name)

    def switch_auto_ik(self, on: bool) -> None:
        """Whether dragging a bone takes its chain along."""
        self.settings = replace(self.settings, auto_ik=on)

    def set_chain_length(self, length: int) -> None:
        """How many bones Auto IK takes along; 0 is as far as connected."""
        self.settings = replace(self.settings, chain_length=length)

    # Inside

    def _dragging_does(self) -> str:
        if not self._stage.ready:
            return "Select; dragging waits for the solver"
        chain = self.settings.auto_ik and self.tool.name != "rotate"
        return "Drag: pose the chain" if chain else "Drag: turn the bone"

    def _under(self, x: float, y: float) -> Under:
        self._drawn = self._drawn or scene(self.seen.document, self.seen.evaluated)
        return under(self.seen, self._drawn, self.tool, self.lens, x, y)

    def _pressed(self, held: Held, clicks: int, keyboard: bool) -> Press:
        under = Under() if keyboard else self.under
        return Press(*self.pointer, self.lens, under.hit, under.part, held, self.settings, clicks, keyboard)

    def _press_while_dragging(self, button: Button) -> None:
        if button == "right":
            self.cancel()
        elif button == "left" and self.gesture is not None and self.gesture.press.keyboard:
            self.gesture.keep()
            self._after_drag()

    def _begin_drag(self, press: Press) -> None:
        self._press = None
        if self._ball is not None:
            self._steering = "orbit"
        elif press.part is not None or press.hit is not None:
            self._drag(self.tool, press)

    def _drag(self, tool: Tool, press: Press) -> None:
        if not self._stage.ready:
            return
        self.gesture = Gesture(self._stage, tool.drag, self.seen, press)
        self.gesture.move(*self.pointer, self.held)
        self._after_drag()

    def _after_drag(self) -> None:
        """Remember the chain length that the drag has come to, and let go of a drag that is over."""
        if self.gesture is None:
            return
        if self.gesture.shown is None:
            self.gesture = None
        elif self.gesture.shown.chain_length is not None:
            self.settings = replace(self.settings, chain_length=self.gesture.shown.chain_length)

    def _click(self, press: Press) -> None:
        if self._ball:
            self._glide(gizmo.looking_along(self.camera, self._ball))
        elif self._ball is None and press.part is None:
            document = self.seen.document
            wanted = select.clicked(document, press)
            if wanted != (document.selected, document.active):
                self._stage.select(*wanted)

    def _key_while_dragging(self, gesture: Gesture, name: str, held: Held) -> None:
        if name == "escape":
            self.cancel()
        elif name in ("enter", "space") and gesture.press.keyboard:
            gesture.keep()
        elif name.startswith("page") or not (held.ctrl or held.alt):
            gesture.send(Key(name, held))
        self._after_drag()

    def _keys(self, held: Held) -> dict[str, Callable[[], None]]:
        """What each key does while nothing is dragged."""
        found: dict[str, Callable[[], None]] = {}
        if held in (Held(), Held(ctrl=True)):
            found |= {name: partial(self._step, Key(name, held)) for name in ("page up", "page down")}
        if held == Held():
            found |= {"f": self.frame_selected, ".": self.frame_selected, "home": self.frame_all}
            found |= {tool.modal: partial(self._from_keyboard, tool) for tool in TOOLS if tool.modal}
        for tool in TOOLS:
            if held == Held(shift=tool.key.startswith("Shift+")):
                found[tool.key.lower().removeprefix("shift+")] = partial(self.pick_tool, tool.name)
        return found

    def _from_keyboard(self, tool: Tool) -> None:
        self.see(self._stage.look())
        self._drag(tool, self._pressed(self.held, 1, keyboard=True))

    def _step(self, event: Wheel | Key) -> None:
        """Make the chain longer or shorter: that of the drag, or that of the next one."""
        if self.gesture is not None:
            self.gesture.send(event)
            self._after_drag()
            return
        name = grip.lead(self.seen.document)
        length = self.settings.chain_length
        longest = auto_ik.pulling(self.seen, name, length).pull.longest if name else 0
        longest = longest or len(self.seen.evaluated.index)
        length = auto_ik.lengthened(length, longest, auto_ik.steps_before(event))
        self.settings = replace(self.settings, chain_length=length)
