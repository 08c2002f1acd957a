"""The six ways along the axes in which a figure that faces −Y is pulled."""

from __future__ import annotations

WAYS = {
    "forward": (0, -1, 0),
    "back": (0, 1, 0),
    "left": (1, 0, 0),
    "right": (-1, 0, 0),
    "up": (0, 0, 1),
    "down": (0, 0, -1),
}
