"""The notches of a wheel, which finer wheels and touchpads report in parts."""

from __future__ import annotations

from math import trunc


class Notches:
    """Adds parts of notches up."""

    def __init__(self) -> None:
        self._left = 0.0

    def whole(self, notches: float) -> int:
        """The whole notches that these come to, together with what was left of those before."""
        self._left += notches
        whole = trunc(self._left)
        self._left -= whole
        return whole
