"""Ground to begin with: one of each kind, of a size that suits the figure."""

from __future__ import annotations

from math import cos, pi

from msgspec.structs import replace

from pantin.rigs.ground.kinds import Floor, Ground, Heights, Slope, Steps

SIDE, WAVE = 17, 0.08
"""Points along each side of the rolling ground, and how far it goes up and down, metres: within a sole's height."""

PERSON = 1.77
"""The height of the sample figure, metres, for which steps and rolling ground are made."""
LIKE_A_PERSON = 2.0
"""Figures up to so many times as high or low are in metres: a child and a horse climb the steps of a house."""


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
"""By the name of the kind. All are level with the floor where the figure is, or go through it there. They rise to
its left: before it they would hide it in the view from the front."""


def preset(kind: str, height: float) -> Ground | None:
    """The ground of a kind for a figure so high; None where there is no such kind.

    Files of motion are in inches, centimetres or units of their own: their figures get steps that they can climb.
    """
    ground = PRESETS.get(kind)
    size = height / PERSON
    if 1.0 / LIKE_A_PERSON <= size <= LIKE_A_PERSON:
        return ground
    match ground:
        case Steps():
            lengths = {name: _rounded(size * getattr(ground, name)) for name in ("rise", "tread", "start")}
            return replace(ground, **lengths)
        case Heights():
            return replace(ground, cell=_rounded(size * ground.cell), strength=_rounded(size))
    return ground


def _rounded(number: float) -> float:
    """To two digits, as people write lengths."""
    return float(f"{number:.1e}")
