"""Ground to begin with: one of each kind."""

from __future__ import annotations

from math import cos, pi

from pantin.rigs.ground.kinds import Floor, Ground, Heights, Slope, Steps

SIDE, WAVE = 17, 0.08
"""Points along each side of the rolling ground, and how far it goes up and down, metres: within a sole's height."""


def rolling() -> Heights:
    """Ground that rises and falls a little, level with the floor at the origin."""
    wave = [cos(2.0 * pi * (place - SIDE // 2) / 5.0) for place in range(SIDE)]
    other = [cos(2.0 * pi * (place - SIDE // 2) / 7.0) for place in range(SIDE)]
    rows = tuple(tuple(round(WAVE * (a * b - 1.0) / 2.0, 4) + 0.0 for a in wave) for b in other)
    return Heights(rows=rows)


PRESETS: dict[str, Ground] = {
    "floor": Floor(),
    "slope": Slope(heading=pi / 2),
    "steps": Steps(heading=pi / 2),
    "heights": rolling(),
}
"""By the name of the kind. All are level with the floor where the figure stands, or go through it there. They rise to
its left: before it they would hide it in the view from the front."""
