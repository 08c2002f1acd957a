"""Keeping read-outs clear of what lies over the picture: toolbars and other floats would hide them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

Room = tuple[float, float, float, float]
"""Left, top, right, bottom, pixels."""

APART = 4.0
"""Distance of a read-out from a rectangle to keep clear of, pixels."""


def clear_of(room: Room, taken: Sequence[Room], width: float, height: float) -> tuple[float, float]:
    """The least way to move a rectangle so that it meets none of those that are taken, within the picture.

    Nothing where it is clear already, or where there is no such place.
    """
    met = [other for other in taken if meet(room, other)]
    if not met:
        return 0.0, 0.0
    ways = sorted(_ways(room, taken, width, height), key=lambda way: way[0] ** 2 + way[1] ** 2)
    return next((way for way in ways if not any(meet(_moved(room, way), other) for other in taken)), (0.0, 0.0))


def meet(one: Room, other: Room) -> bool:
    """Return whether two rectangles overlap."""
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def _ways(room: Room, taken: Sequence[Room], width: float, height: float) -> Iterator[tuple[float, float]]:
    """Ways beside, above and below each of the rectangles, as far as they end inside the picture."""
    left, top, right, bottom = room
    across = [0.0, *(x for r in taken for x in (r[0] - APART - right, r[2] + APART - left))]
    down = [0.0, *(y for r in taken for y in (r[1] - APART - bottom, r[3] + APART - top))]
    for dx in across:
        for dy in down:
            moved = _moved(room, (dx, dy))
            if (dx or dy) and moved[0] >= 0 and moved[1] >= 0 and moved[2] <= width and moved[3] <= height:
                yield dx, dy


def _moved(room: Room, way: tuple[float, float]) -> Room:
    return room[0] + way[0], room[1] + way[1], room[2] + way[0], room[3] + way[1]
