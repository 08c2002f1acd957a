"""The axis that is up in an STL or a PLY, which do not tell it: printers have Z up, and modellers often Y.

What stands was put on the ground: the lowest of its points lie at 0 of the axis that is up. Where both axes begin at 0,
or neither does, a figure that is much taller than deep stands along its taller axis; where it is not, Z is taken, as
programs that print and scan have it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.messages import _

ON_GROUND = 0.01
"""Parts of the height by which what stands may be off the ground: soles sink in, and numbers are rounded."""
TALLER = 1.5
"""Times as long as the other axis. A person is three times as tall as deep; what is no person and longer along the
ground, a dog or a car, is up to twice and a half, so one that is seen lower than deep by this is asked about.
"""


class Up(NamedTuple):
    """The axis that is up in a file, and why."""

    z_up: bool
    why: str
    """A clause."""
    sure: bool = True
    """False where nothing tells it."""

    @property
    def axis(self) -> str:
        """Return its name."""
        return "Z" if self.z_up else "Y"

    @property
    def sentence(self) -> str:
        """Return what is said of it."""
        return _("It was read with {axis} up: {why}.").format(axis=self.axis, why=self.why)


def likely_up(low: NDArray[np.floating[Any]], high: NDArray[np.floating[Any]]) -> Up:
    """Return which axis of a file is up, by the corners (3,) of the box around its points."""
    size = np.maximum(np.subtract(high, low, dtype=np.float64), 1e-12)
    on_y, on_z = (bool(abs(float(low[axis])) <= ON_GROUND * size[axis]) for axis in (1, 2))
    if on_y != on_z:
        return Up(on_z, _("it stands on {axis} = 0").format(axis="Z" if on_z else "Y"))
    if size[1] > TALLER * size[2]:
        return Up(False, _("it is tall along {axis}").format(axis="Y"))
    if size[2] > TALLER * size[1]:
        return Up(True, _("it is tall along {axis}").format(axis="Z"))
    return Up(True, _("most such files have it, and nothing in this one tells"), sure=False)


def may_lie(height: float, depth: float) -> bool:
    """Return whether a mesh of this height and depth may lie: it is so much deeper than tall."""
    return depth > TALLER * height
