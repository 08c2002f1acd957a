"""The figure without everything that steers and explains it: no bones, handles, lines, labels, marks or ghost."""

from __future__ import annotations

from msgspec.structs import fields, replace

from pantin.viewport.scene.scene import Bones, DrawnFigure, Scene
from pantin.viewport.values.overlay import NOTHING


def figure_alone(seen: Scene) -> Scene:
    """Return the scene with its figures and its ground alone, as if nobody had selected anything."""
    return Scene(
        figures=tuple(_unmarked(figure) for figure in seen.figures),
        bones=Bones(*(getattr(seen.bones, field.name)[:0] for field in fields(Bones))),
        names=seen.names,
        controls=(),
        lines=(),
        labels=(),
        dots=(),
        limits=(),
        overlay=NOTHING,
        colours=seen.colours,
        display=replace(seen.display, names=False, axes=False),
        background=seen.background,
        terrain=seen.terrain,
    )


def _unmarked(figure: DrawnFigure) -> DrawnFigure:
    """Return the figure without tints, outlines and ghosts, but with its heat; the very same where it has none."""
    if not (figure.tints[:, 3].any() or figure.outlines.any() or figure.ghosts or figure.faded):
        return figure
    plain = figure.tints.copy()
    if not figure.heat:
        plain[:, 3] = 0.0
    return replace(figure, tints=plain, outlines=0 * figure.outlines, ghosts=(), faded=False)
