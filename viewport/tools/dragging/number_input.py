"""Input of a drag that sets one number, from pointer and keys."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from pantin.viewport.tools.dragging.events import Event, Held, Key, Move, Press
from pantin.viewport.tools.dragging.typed_number import NOTHING_TYPED, Typed


class NumberInput(msgspec.Struct, frozen=True):
    """The input so far: where the drag aims, the keys that are held, and the number that was typed."""

    aim: tuple[float, float]
    held: Held
    typed: Typed = NOTHING_TYPED

    def after(self, event: Event) -> NumberInput:
        """The input after one more event."""
        match event:
            case Move():
                return replace(self, aim=(event.x, event.y), held=event.held)
            case Key(name=name):
                return replace(self, typed=self.typed.key(name, 1))
        return self

    def in_steps(self, number: float, step: float, fine_step: float) -> float:
        """A number in whole steps while Ctrl is held, with Shift in the finer ones."""
        size = fine_step if self.held.shift else step
        return round(number / size) * size if self.held.ctrl else number


def number_input(press: Press) -> NumberInput:
    """The input of a drag that begins with this press."""
    return NumberInput((press.x, press.y), press.held)
