"""Values of several bones at once: where they are the same, where they differ, and edits of one axis of all of them.

A field of three numbers is edited axis by axis: its editor sends an `AxisEdit`, which knows the axes it sets and leaves
the others of each bone as they are. Editors of a single value send the value itself. `applied` applies either.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from math import isclose, pi
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from pantin.rigs.fields import AxisSwitches, Quaternion, Range, Vector3
from pantin.rigs.joint_angles import angles_of, rotation_of
from pantin.widgets.messages import _


class Mixed(Enum):
    """The one value that stands for values that differ."""

    MIXED = _("Mixed")


MIXED: Final = Mixed.MIXED
"""Shown: the bones differ here. Sent: each bone keeps what it has here."""

SAME = 1e-6
"""Numbers this near to each other count as the same: angles turned there and back differ in the last digits."""


FREE: Range = (-pi, pi)
"""The range of a joint without a limit."""


def shared(values: Iterable[Any]) -> Any:
    """Return the value that all `values` have, or `MIXED`."""
    first, *others = values
    return first if all(_same(first, other) for other in others) else MIXED


def applied(sent: Any, own: Any) -> Any:
    """A bone's `own` value after the edit that an editor `sent`: an `AxisEdit`, or the new value itself."""
    return sent.of(own) if isinstance(sent, AxisEdit) else sent


class AxisEdit(msgspec.Struct, frozen=True):
    """An edit of a triple: the values of X, Y and Z, `MIXED` on the axes that stay as they are."""

    values: tuple[Any, ...]

    @classmethod
    def one(cls, axis: int, value: Any) -> AxisEdit:
        """Only one axis set."""
        return cls(tuple(value if place == axis else MIXED for place in range(3)))

    def of(self, own: Any) -> Any:
        """The triple `own` with these axes set."""
        return tuple(old if new is MIXED else applied(new, old) for old, new in zip(own, self.values, strict=True))

    def without(self, locked: AxisSwitches) -> AxisEdit:
        """The same, but leaving locked axes alone."""
        kept = (MIXED if stays else value for value, stays in zip(self.values, locked, strict=True))
        return replace(self, values=tuple(kept))

    def letter(self) -> str:
        """X, Y or Z where only that one is set, else nothing."""
        letters = [letter for letter, value in zip("XYZ", self.values, strict=True) if value is not MIXED]
        return letters[0] if len(letters) == 1 else ""


class TurnEdit(AxisEdit, frozen=True):
    """An edit of a rotation by its angles, radians. Many triples mean one rotation; `near` is what is shown.

    They are those of a joint with a `roll`, or Euler's.
    """

    near: Vector3 = (0.0, 0.0, 0.0)
    roll: float | None = None

    def of(self, own: Quaternion) -> Quaternion:
        """The rotation `own` with these angles set."""
        x, y, z = AxisEdit.of(self, angles_of(own, self.roll, self.near))
        return rotation_of((x, y, z), self.roll)


class RangeEdit(AxisEdit, frozen=True):
    """An edit of a range by its two ends, `MIXED` where an end stays."""

    def of(self, own: Range | None) -> Range:
        """The range `own`, or a free turn, with these ends set."""
        lower, upper = AxisEdit.of(self, own or FREE)
        if lower > upper:  # the end that is set takes the other one along
            return (lower, lower) if self.values[1] is MIXED else (upper, upper)
        return (lower, upper)


def _same(one: Any, other: Any) -> bool:
    if type(one) is float and type(other) is float:
        return isclose(one, other, rel_tol=SAME, abs_tol=SAME)
    return bool(one == other)
