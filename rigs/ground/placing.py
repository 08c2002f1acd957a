"""The ground of a scene, seen by a figure that stands somewhere on it: as ground in the figure's armature space."""

from __future__ import annotations

from math import cos, sin, tan

from msgspec.structs import replace

from pantin.rigs.ground.kinds import Floor, Ground, Heights, Slope, Steps
from pantin.rigs.place import HERE, Place
from pantin.rigs.remembered import room
from pantin.rigs.rotations import wrapped

_recent: tuple[tuple[Ground, Place, Ground], ...] = ()
"""The grounds placed last, where they were seen from, and what came of it. Replaced whole for other threads."""


def to_armature(ground: Ground | None, place: Place) -> Ground | None:
    """Return the ground in the armature space of a figure at `place`; the same object where that is world space.

    None, the floor of the picture, stays None: no foot plants on it.
    """
    global _recent
    if ground is None or place == HERE:
        return ground
    known = next((each for each in _recent if each[0] is ground and each[1] == place), None)
    known = known or (ground, place, _moved(ground, place.inverse))
    _recent = (known, *(each for each in _recent if each is not known))[: room()]
    return known[2]


def _moved(ground: Ground, place: Place) -> Ground:
    """Return the ground moved, turned and sized as `place` says."""
    (x, y, z), turn, size = place.location, place.heading, place.size
    height = z + size * ground.height
    match ground:
        case Floor():
            return replace(ground, height=height)
        case Slope():
            heading = wrapped(ground.heading + turn)
            down = (x * sin(heading) - y * cos(heading)) * tan(ground.angle)
            return replace(ground, height=height - down, heading=heading)
        case Steps():
            heading = wrapped(ground.heading + turn)
            start = size * ground.start + x * sin(heading) - y * cos(heading)
            sized = {"rise": size * ground.rise, "tread": size * ground.tread}
            return replace(ground, height=height, heading=heading, start=start, **sized)
        case Heights():
            across, along = (place.matrix @ (ground.x, ground.y, 0.0, 1.0))[:2].tolist()
            sized = {"cell": size * ground.cell, "strength": size * ground.strength}
            heading = wrapped(ground.heading + turn)
            return replace(ground, height=height, heading=heading, x=across, y=along, **sized)


def to_world(ground: Ground | None, place: Place) -> Ground | None:
    """Return ground that is given in the armature space of a figure at `place` in world space."""
    return ground if ground is None or place == HERE else _moved(ground, place)
