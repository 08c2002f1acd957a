"""Input of a drag so far: where the pointer aims, the axes that are left, the numbers typed."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.viewport.tools.dragging.drag_axes import DragAxes
from pantin.viewport.tools.dragging.events import Event, Held, Key, Move, Press
from pantin.viewport.tools.dragging.typed_number import NOTHING_TYPED, Typed
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.overlay import Shape

Array = NDArray[np.float64]
Pixel = tuple[float, float]


def one_per_axis(axes: DragAxes) -> int:
    """Return the number of numbers that can be typed where there is one for each axis that is left."""
    return len(axes.kept)


class DragInput(msgspec.Struct, frozen=True, eq=False):
    """The input of a drag that began at the pixel `start` and moves, or turns about, `point` (3,), armature space."""

    lens: Lens
    point: Array
    start: Pixel
    began: Array
    """Place of the start in the plane through `point` that faces the camera (3,), armature space."""
    axes: DragAxes
    aim: Pixel
    """The place the drag aims at, which follows the pointer slowly while Shift is held."""
    pointer: Pixel
    held: Held
    typed: Typed = NOTHING_TYPED

    @property
    def offset(self) -> Array:
        """Return the displacement of `point` by the pointer along the axes that are left (3,), armature space."""
        return self.axes.offset(self.lens, self.point, self.start, self.began, self.aim)

    @property
    def guides(self) -> tuple[Shape, ...]:
        """Lines through `point` along the axes that are left."""
        return self.axes.guides(self.lens, self.point)

    def after(self, event: Event, numbers: Callable[[DragAxes], int] = one_per_axis) -> DragInput:
        """The input after one more event; `numbers` says how many can be typed."""
        axes = self.axes.after(event, self.lens, self.point, self.start)
        match event:
            case Move():
                return replace(self, axes=axes, aim=(event.x, event.y), pointer=event.at, held=event.held)
            case Key(name=name):
                return replace(self, axes=axes, typed=self.typed.key(name, numbers(axes)))
        return self if axes is self.axes else replace(self, axes=axes)


def drag_input(press: Press, point: Array, axes: DragAxes, start: Pixel | None = None) -> DragInput:
    """The input of a drag that begins with this press, or elsewhere at the pixel `start`."""
    at = (press.x, press.y)
    start = start or at
    return DragInput(press.lens, point, start, press.lens.facing(*start, point), axes, at, at, press.held)
