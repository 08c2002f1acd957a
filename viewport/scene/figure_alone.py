"""The figure without everything that steers and explains it: no bones, handles, lines, labels, marks or ghost."""

from __future__ import annotations

from msgspec.structs import fields, replace

from pantin.viewport.scene.scene import Bones, Scene
from pantin.viewport.values.overlay import NOTHING


def figure_alone(seen: Scene) -> Scene:
    """The scene with its figure and its ground alone, and the figure as if nobody had selected anything."""
    figure = seen.figure
    plain = figure.tints.copy()
    plain[:, 3] = 0.0
    return Scene(
        figure=replace(figure, tints=plain, outlines=0 * figure.outlines, ghosts=(), faded=False),
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
    )
