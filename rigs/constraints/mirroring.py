"""Numbers of constraints seen in the mirror that is across X: see `rigs.mirror_image`."""

from __future__ import annotations

from typing import Any

Ends = tuple[float | None, float | None, float | None]
Signs = tuple[bool, bool, bool]

PLACES: Signs = (True, False, False)
ANGLES: Signs = (False, True, True)
"""The axes of X, Y and Z that change their sign: of a place, and of angles."""


def negated(values: Ends, which: Signs) -> Ends:
    """The numbers with those of `which` negated; an open end stays open."""
    x, y, z = (0.0 - value if turn and value is not None else value for value, turn in zip(values, which, strict=True))
    return (x, y, z)


def swapped(lower: Ends, upper: Ends, which: Signs) -> dict[str, Any]:
    """The fields `lower` and `upper` of a range on each axis, turned round on those of `which`."""
    turned = [
        (other_upper, other_lower) if turn else (low, up)
        for turn, low, up, other_lower, other_upper in zip(
            which, lower, upper, negated(lower, which), negated(upper, which), strict=True
        )
    ]
    return {"lower": tuple(low for low, _ in turned), "upper": tuple(up for _, up in turned)}
