"""The place of a figure in the world: armature space to world space.

A place moves a figure, turns it about the vertical and scales it uniformly, so that up stays up: a figure is posed in
its armature space, and what is around it is brought into that space. A body that lies or leans is posed so.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Annotated

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.fields import Angle, Position, field
from pantin.rigs.rotations import wrapped

Floats = NDArray[np.float64]

SMALLEST = 1e-4
"""The size below which nothing of a figure could be seen or grabbed."""


class Place(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The place of a figure: world = translate(location) · rotate about Z(heading) · scale(size) · armature space."""

    location: Annotated[
        Position, field("Location", "Where the origin of the figure is, in world space.", unit="m", step=0.001)
    ] = (0.0, 0.0, 0.0)
    heading: Annotated[Angle, field("Heading", "Where the figure looks: 0 is along -Y, 90° along +X.", unit="rad")] = (
        0.0
    )
    size: Annotated[
        float, field("Size", "How large the figure is; 1 is as it was built.", ge=SMALLEST, le=1 / SMALLEST, step=0.01)
    ] = 1.0

    @property
    def matrix(self) -> Floats:
        """Return the matrix (4, 4) that takes armature space to world space."""
        along, across = self.size * cos(self.heading), self.size * sin(self.heading)
        x, y, z = self.location
        return np.array(
            ((along, -across, 0.0, x), (across, along, 0.0, y), (0.0, 0.0, self.size, z), (0.0, 0.0, 0.0, 1.0))
        )

    def of(self, inner: Place) -> Place:
        """Return the place that puts a figure first as `inner` says, then as this one does."""
        x, y, z = (self.matrix @ (*inner.location, 1.0))[:3].tolist()
        heading = self.heading + inner.heading
        whole = heading if abs(heading) <= pi else float(wrapped(heading))
        return Place((x, y, z), whole, self.size * inner.size)

    @property
    def inverse(self) -> Place:
        """Return the place that undoes this one: world space to armature space."""
        along, across = cos(self.heading) / self.size, sin(self.heading) / self.size
        x, y, z = self.location
        back = (-(along * x + across * y), across * x - along * y, -z / self.size)
        return Place(back, -self.heading, 1.0 / self.size)


HERE = Place()
"""The place where a figure is at first: world space is its armature space."""
