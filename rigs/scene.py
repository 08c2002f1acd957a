"""All that a document saves: the figures, each with its rig and pose, and the ground under them."""

from __future__ import annotations

import msgspec

from pantin.rigs.figure import Figure
from pantin.rigs.ground import Ground


class Scene(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Figures, whose names are unique. A value: nobody changes its parts, edits make a new one."""

    figures: tuple[Figure, ...] = ()
    ground: Ground | None = None
    """What the figures stand on, in world space; None is the floor of the picture, on which no foot plants."""

    def figure(self, name: str) -> Figure:
        """Return the figure of that name. Raises KeyError where the scene has none."""
        for figure in self.figures:
            if figure.name == name:
                return figure
        raise KeyError(name)

    def with_figure(self, name: str, figure: Figure) -> Scene:
        """Return the scene with `figure` in place of the one of that name, in its order."""
        return msgspec.structs.replace(
            self, figures=tuple(figure if each.name == name else each for each in self.figures)
        )
