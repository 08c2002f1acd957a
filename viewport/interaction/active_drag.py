"""The drag that is under way, and what pointer, buttons, wheel and keys do to it until it is kept or put back.

A drag that was begun without a button held ends with a click or a key; one with a button held ends with the button.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from pantin.viewport.interaction import hints
from pantin.viewport.interaction.gestures import Gesture
from pantin.viewport.navigation.steering import Button
from pantin.viewport.tools import operation_letters, operation_named
from pantin.viewport.tools.dragging.drag_hints import DragState, Hints
from pantin.viewport.tools.dragging.events import Held, Key, Middle, Press, Wheel
from pantin.viewport.tools.tool import Operation
from pantin.viewport.values.brush import Brush
from pantin.viewport.values.reach import Reaching
from pantin.viewport.values.stage import Look, Preview, Stage

AXES = ("x", "y", "z")


class KeyEffect(msgspec.Struct, frozen=True):
    """The effect of a key on a drag; `operation` is the one that takes over, where one does."""

    does: Literal["put back", "keep", "switch", "again", "pass on", "nothing"]
    operation: str = ""


class ActiveDrag:
    """At most one drag, which is over where its tool fails, too.

    `keep_reaching` gets the reach of Auto IK that it has come to, for the next one, and `keep_brush` the brush.
    """

    def __init__(
        self, stage: Stage, keep_reaching: Callable[[Reaching], None], keep_brush: Callable[[Brush], None]
    ) -> None:
        self._stage = stage
        self._keep_reaching, self._keep_brush = keep_reaching, keep_brush
        self._operation: Operation | None = None
        self._reaching: Reaching | None = None
        """As it was kept last."""
        self.letters: Mapping[str, str] = operation_letters()
        """The keys that begin interchangeable operations, each with the name of its operation."""
        self.gesture: Gesture | None = None

    @property
    def operation(self) -> Operation | None:
        """The operation of the drag; None without a drag."""
        return self._operation if self.gesture is not None else None

    @property
    def preview(self) -> Preview | None:
        """The preview of the drag; None without a drag."""
        return self.gesture.shown if self.gesture is not None else None

    @property
    def waits(self) -> bool:
        """Return whether the operation waits for a press to begin."""
        return self.gesture is not None and self.gesture.press.keyboard and self._begins_at_press()

    def _begins_at_press(self) -> bool:
        return self._operation is not None and self._operation.waiting is not None

    @property
    def holds_bone(self) -> bool:
        """Return whether a button holds a bone."""
        return self.gesture is not None and self.gesture.press.hit is not None and not self.gesture.press.keyboard

    def begin(self, operation: Operation, look: Look, press: Press, pointer: tuple[float, float]) -> None:
        """Begin a drag whose pointer is at a pixel already. Without a solver nothing can be dragged."""
        if self._stage.ready:
            self._operation, self._reaching = operation, press.settings.reaching
            waiting = operation.waiting if press.keyboard else None
            self.gesture = Gesture(self._stage, waiting or operation.drag, look, press)
            if self.gesture.brush is not None:
                self._keep_brush(self.gesture.brush)
            self.move(*pointer, press.held)

    def move(self, x: float, y: float, held: Held) -> None:
        """Handle a move of the pointer, or a change of the modifier keys."""
        if self.gesture is not None:
            try:
                self.gesture.move(x, y, held)
            finally:
                self._after()

    def press(self, button: Button) -> None:
        """Handle a button press."""
        if button == "right":
            self.cancel()
        elif button == "middle":
            self.send(Middle(down=True))
        elif self.gesture is not None and self.gesture.press.keyboard:
            self._keep(self.gesture)

    def release(self, button: Button) -> None:
        """Handle a button release."""
        if button == "middle":
            self.send(Middle(down=False))
        elif button == "left" and self.gesture is not None and not self.gesture.press.keyboard:
            self._keep(self.gesture)

    def key(self, name: str, held: Held) -> str:
        """Handle a key press. Returns the operation that takes over, if one does; the drag is cancelled then."""
        if self.gesture is None or self._operation is None:
            return ""
        effect = _key_effect(name, held, self.gesture.press.keyboard, self._operation, self.letters)
        if effect.does == "pass on":
            self.send(Key(name, held))
        elif effect.does == "again":
            self.send(Key("again", held))
        elif effect.does == "keep":
            self._keep(self.gesture, by_key=True)
        elif effect.does != "nothing":
            self.cancel()
        return effect.operation

    def takes(self, held: Held) -> bool:
        """Return whether the drag handles keys. During a stepwise drag shortcuts with Ctrl are left to the program."""
        return self.operation is not None and not (self.operation.stepwise and held.ctrl)

    def yield_to_shortcut(self, name: str, held: Held) -> None:
        """A shortcut is about to be the program's: end what waits for nothing but a click."""
        if self.operation is not None and _ends_drag(name, held, self.operation):
            self.cancel()

    def send(self, event: Key | Wheel | Middle) -> None:
        """A key, a notch of the wheel or the middle button, for the tool."""
        if self.gesture is not None:
            try:
                self.gesture.send(event)
            finally:
                self._after()

    def lengthen_chain(self, steps: int) -> None:
        """Add so many bones to the chain or, with negative steps, remove them."""
        for _ in range(abs(steps)):
            self.send(Key("page up" if steps > 0 else "page down"))

    def cancel(self) -> None:
        """Cancel the drag and its preview."""
        if self.gesture is not None:
            self.gesture.cancel()
            self.gesture = None

    def hints(self, held: Held) -> Hints:
        """Return the hints of mouse and keys in the drag; nothing where there is no drag."""
        if self.gesture is None or self._operation is None:
            return ()
        chain = self.preview is not None and self.preview.reaching is not None
        pull = self.preview.pull.pull if self.preview is not None and self.preview.pull is not None else None
        pulled = pull.main_bone if pull is not None and pull.tree.root_free else ""
        state = DragState(self.gesture.press.keyboard, chain, held, hints.letters(self.letters), pulled)
        return hints.dragging(self._operation, state)

    def _keep(self, gesture: Gesture, by_key: bool = False) -> None:
        try:
            gesture.keep(by_key)
        finally:
            self._after()
        if gesture.brush is not None:
            self._keep_brush(gesture.brush)
        if gesture.then:
            self._go_on(gesture)

    def _go_on(self, gesture: Gesture) -> None:
        """Begin the operation that follows a drag that was kept, at the pointer."""
        x, y = gesture.pointer
        press = replace(gesture.press, x=x, y=y, hit=None, part=None, keyboard=True)
        self.begin(operation_named(gesture.then), self._stage.look(), press, (x, y))

    def _after(self) -> None:
        """Pass on the reach that the drag has come to, and let go of a drag that is over."""
        if self.preview is None:
            self.gesture = None
        elif self.preview.reaching is not None and self.preview.reaching != self._reaching:
            self._reaching = self.preview.reaching
            self._keep_reaching(self._reaching)


def _ends_drag(key: str, held: Held, operation: Operation) -> bool:
    """Return whether a shortcut with a modifier ends a drag: one that waits for a click and holds nothing."""
    return operation.stepwise and (held.ctrl or held.alt or (held.shift and key not in AXES))


def _key_effect(key: str, held: Held, modal: bool, operation: Operation, letters: Mapping[str, str]) -> KeyEffect:
    """Return what a key does to a drag.

    `modal`: it was begun without a button. `letters` are the keys that begin interchangeable operations: one of another
    operation takes over, and the one that the drag repeats is passed on to it as "again".
    """
    if key == "escape":
        return KeyEffect("put back")
    if modal and key in ("enter", "space"):
        return KeyEffect("keep")
    if key.startswith("page"):
        return KeyEffect("pass on")
    if held.ctrl or held.alt:
        return KeyEffect("nothing")
    wanted = letters.get(key, "")
    if wanted and wanted == operation.repeats:
        return KeyEffect("again")
    if modal and wanted and wanted != operation.name and operation.interchangeable:
        return KeyEffect("switch", wanted)
    return KeyEffect("pass on")
