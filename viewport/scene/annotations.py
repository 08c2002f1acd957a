"""Lines, dots and words that explain a pose: each source of them makes some, and the scene shows them together."""

from __future__ import annotations

import msgspec

from pantin.viewport.values.overlay import Dot, Label, Shape


class Annotations(msgspec.Struct, frozen=True, eq=False):
    """Lines, dots and labels over the figure; what is added lies over what was there."""

    lines: tuple[Shape, ...] = ()
    dots: tuple[Dot, ...] = ()
    labels: tuple[Label, ...] = ()

    def __add__(self, over: Annotations) -> Annotations:
        """Both, with the second over the first."""
        return Annotations(
            (*self.lines, *over.lines),
            (*self.dots, *over.dots),
            (*self.labels, *over.labels),
        )


NO_ANNOTATIONS = Annotations()
