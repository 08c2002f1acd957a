"""The ground of a scene, seen by a figure that stands somewhere on it: as ground in the figure's armature space."""

from __future__ import annotations

from math import cos, sin, tan

import numpy as np
from msgspec.structs import replace

from pantin.rigs.ground.kinds import Floor, Ground, Heights, Slope, Steps
from pantin.rigs.place import HERE, Place

KEPT = 16
"""Grounds kept: those of the figures of a scene."""

_recent: tuple[tuple[Ground, Place, Ground], ...] = ()
"""The grounds placed last, where they were seen from, and what came of it. Replaced whole for other threads."""


def to_armature(ground: Ground | None, place: Place) -> Ground | None:
    """Return the ground in the armature space of a figure at `place`; the same object where that is world space.

    The floor of the picture is such a ground as well for a figure that does not stand at its height: it stays None, on
    which no foot plants.
    """
    global _recent
    if ground is None or place == HERE:
        return ground
    for known, there, found in _recent:
        if known is ground and there == place:
            return found
    made = _moved(ground, place.inverse)
    _recent = ((ground, place, made), *_recent)[:KEPT]
    return made


def _moved(ground: Ground, place: Place) -> Ground:
    """Return the ground moved, turned and sized as `place` says."""
    (x, y, z), turn, size = place.location, place.heading, place.size
    height = z + size * ground.height
    match ground:
        case Floor():
            return replace(ground, height=height)
        case Slope():
            heading = _whole(ground.heading + turn)
            down = (x * sin(heading) - y * cos(heading)) * tan(ground.angle)
            return replace(ground, height=height - down, heading=heading)
        case Steps():
            heading = _whole(ground.heading + turn)
            start = size * ground.start + x * sin(heading) - y * cos(heading)
            sized = {"rise": size * ground.rise, "tread": size * ground.tread}
            return replace(ground, height=height, heading=heading, start=start, **sized)
        case Heights():
            across, along = (place.matrix @ (ground.x, ground.y, 0.0, 1.0))[:2].tolist()
            sized = {"cell": size * ground.cell, "strength": size * ground.strength}
            heading = _whole(ground.heading + turn)
            return replace(ground, height=height, heading=heading, x=across, y=along, **sized)


def to_world(ground: Ground | None, place: Place) -> Ground | None:
    """Return ground that is given in the armature space of a figure at `place` in world space."""
    return ground if ground is None or place == HERE else _moved(ground, place)


def _whole(angle: float) -> float:
    """Return an angle within half a turn of 0."""
    return float(np.remainder(angle + np.pi, 2.0 * np.pi) - np.pi)
