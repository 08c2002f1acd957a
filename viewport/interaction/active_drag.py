"""The drag that is under way, and what pointer, buttons, wheel and keys do to it until it is kept or put back.

A drag that was begun without a button held ends with a click or a key; one with a button held ends with the button.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from pantin.viewport.interaction import hints
from pantin.viewport.interaction.drag_keys import meaning
from pantin.viewport.interaction.gestures import Gesture
from pantin.viewport.navigation.steering import Button
from pantin.viewport.tools import AREAS, BEGUN, SWITCHES, Dragging
from pantin.viewport.tools.dragging.events import Held, Key, Middle, Press, Wheel
from pantin.viewport.values.stage import Look, Preview, Stage


class Running:
    """At most one drag. `remember` is told the chain length that it has come to, for the next one."""

    def __init__(self, stage: Stage, remember: Callable[[int], None]) -> None:
        self._stage = stage
        self._remember = remember
        self._doing = ""
        self.switches: Mapping[str, str] = SWITCHES
        """The keys that take another tool."""
        self.gesture: Gesture | None = None

    @property
    def shown(self) -> Preview | None:
        """What the drag shows; None where there is none."""
        return self.gesture.shown if self.gesture is not None else None

    @property
    def waits(self) -> bool:
        """Whether it waits for a press that says where an area begins."""
        return self.gesture is not None and self.gesture.press.keyboard and self._doing in AREAS

    @property
    def holds_bone(self) -> bool:
        """Whether a button holds a bone."""
        return self.gesture is not None and self.gesture.press.hit is not None and not self.gesture.press.keyboard

    @property
    def doing(self) -> str:
        """The name of what is being done; empty where nothing is."""
        return self._doing if self.gesture is not None else ""

    def begin(self, name: str, dragging: Dragging, look: Look, press: Press, pointer: tuple[float, float]) -> None:
        """Begin a drag, which the pointer has taken to a pixel already. Without a solver nothing is dragged."""
        if self._stage.ready:
            self._doing = name
            self.gesture = Gesture(self._stage, dragging, look, press)
            self.move(*pointer, press.held)

    def move(self, x: float, y: float, held: Held) -> None:
        """The pointer is here now, or modifier keys changed under it."""
        if self.gesture is not None:
            self.gesture.move(x, y, held)
            self._after()

    def press(self, button: Button) -> None:
        """A button went down."""
        if button == "right":
            self.cancel()
        elif button == "middle":
            self.tell(Middle(down=True))
        elif self.gesture is not None and self.gesture.press.keyboard:
            self._keep(self.gesture)

    def release(self, button: Button) -> None:
        """A button came up."""
        if button == "middle":
            self.tell(Middle(down=False))
        elif button == "left" and self.gesture is not None and not self.gesture.press.keyboard:
            self._keep(self.gesture)

    def key(self, name: str, held: Held) -> str:
        """A key went down. Names the tool that takes over, if one does; the drag is put back then."""
        if self.gesture is None:
            return ""
        means = meaning(name, held, self.gesture.press.keyboard, self._doing, self.switches)
        if means.does == "tell":
            self.tell(Key(name, held))
        elif means.does == "again":
            self.tell(Key("again", held))
        elif means.does == "keep":
            self._keep(self.gesture, by_key=True)
        elif means.does != "nothing":
            self.cancel()
        return means.tool

    def tell(self, event: Key | Wheel | Middle) -> None:
        """A key, a notch of the wheel or the middle button, for the tool."""
        if self.gesture is not None:
            self.gesture.send(event)
            self._after()

    def cancel(self) -> None:
        """Put everything back."""
        if self.gesture is not None:
            self.gesture.cancel()
            self.gesture = None

    def says(self, held: Held) -> hints.Hints:
        """What mouse and keys would do to it."""
        modal = self.gesture is not None and self.gesture.press.keyboard
        chain = self.shown is not None and self.shown.chain_length is not None
        return hints.dragging(self._doing, modal, chain, held, hints.letters(self.switches))

    def _keep(self, gesture: Gesture, by_key: bool = False) -> None:
        gesture.keep(by_key)
        self._after()
        if gesture.then:
            self._go_on(gesture)

    def _go_on(self, gesture: Gesture) -> None:
        """Begin what follows a drag that was kept, from where the pointer is."""
        x, y = gesture.pointer
        press = replace(gesture.press, x=x, y=y, hit=None, part=None, keyboard=True)
        self.begin(gesture.then, BEGUN[gesture.then], self._stage.look(), press, (x, y))

    def _after(self) -> None:
        """Remember the chain length that the drag has come to, and let go of a drag that is over."""
        if self.shown is None:
            self.gesture = None
        elif self.shown.chain_length is not None:
            self._remember(self.shown.chain_length)
