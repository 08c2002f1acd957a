"""The figures of a scene: their meshes and palettes, tints and outlines, and ghosts of the one that is edited."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs.document import Document
from pantin.rigs.figure import Figure
from pantin.rigs.remembered import make_room, remembered
from pantin.rigs.rig import Rig
from pantin.solver import Posed
from pantin.viewport.figure.mannequin import levels
from pantin.viewport.scene.posed_rig import PosedRig
from pantin.viewport.scene.rig_arrays import RigArrays, rig_arrays
from pantin.viewport.scene.scene import (
    ACTIVE,
    HIGHLIGHTED,
    HOVERED,
    SELECTED,
    Backdrop,
    Display,
    DrawnFigure,
    FigureStyle,
    Flags,
    Floats,
    Ghost,
    Marks,
)
from pantin.viewport.values.colours import STAIN, Colours, linear
from pantin.viewport.values.mesh import Mesh
from pantin.viewport.values.overlay import Overlay
from pantin.viewport.values.place import place_of, placed, posed_others, size_of

STILL = 1e-6
"""A bone that is not farther than this from its ghost has none, metres for a figure of 1.77 m."""


def figure(
    posed: PosedRig, overlay: Overlay, colours: Colours, display: Display, compared: Posed | None, of: Figure
) -> DrawnFigure:
    """Return the figure `of` a posed rig in the colours of its marks; faded beside a `compared` pose."""
    wood, marks, place = levels(posed.rig), posed.marks, place_of(of)
    shown = _shown(posed.arrays, display.figure)
    matrices = placed(place, posed.matrices)
    palette = _palette(matrices)
    scale = wood.full.scale * size_of(place)
    return DrawnFigure(
        name=of.name,
        meshes=(wood,),
        place=place,
        scale=scale,
        finish="wood" if display.figure == "off" else display.figure,
        faded=compared is not None,
        shown=shown,
        palette=palette,
        tints=_tints(colours, marks),
        outlines=_outlines(marks) if compared is None else np.ones_like(marks),
        ghosts=_ghosts(palette, shown, overlay, compared, place, STILL * scale),
        capsules=_capsules(wood.full, matrices, shown),
    )


def faint_figure(backdrop: Backdrop, display: Display, of: Figure) -> DrawnFigure:
    """Return the figure as a backdrop while the rest pose is edited: as last built, in one colour, without shadows."""
    return _unmarked(of, backdrop.rig, np.asarray(backdrop.matrices), display.figure, faint=True)


def other_figures(
    document: Document, others: Mapping[str, Posed], display: Display, over: str | None, faint: bool
) -> tuple[DrawnFigure, ...]:
    """Return the figures of a scene that are not edited, those of them that have a pose in `others`, by name.

    The one that is called `over` is outlined whole: it is under the pointer. One of which nothing changes is the very
    same object as at the frame before. They are backdrops, too, where the edited one is `faint`.
    """
    make_room(len(document.scene.figures))
    return tuple(
        _other(each, pose, display.figure, faint, each.name == over) for each, pose in posed_others(document, others)
    )


@remembered()
def _other(figure: Figure, pose: Posed, style: FigureStyle, faint: bool, hovered: bool) -> DrawnFigure:
    """Return a figure that is not edited."""
    drawn = _unmarked(figure, figure.rig, pose.matrices, style, faint)
    return replace(drawn, outlines=np.full_like(drawn.outlines, 2)) if hovered else drawn


def _unmarked(figure: Figure, rig: Rig, matrices: Floats, style: FigureStyle, faint: bool) -> DrawnFigure:
    """Return a figure of which no bone is marked; a faint one is a backdrop and casts no shadow."""
    wood, place, shown = levels(rig), place_of(figure), _shown(rig_arrays(rig), style)
    matrices = placed(place, matrices)
    count = len(rig.bones)
    finish = "wood" if style == "off" else style
    return DrawnFigure(
        name=figure.name,
        meshes=(wood,),
        place=place,
        scale=wood.full.scale * size_of(place),
        finish="faint" if faint else finish,
        faded=False,
        shown=shown,
        palette=_palette(matrices),
        tints=np.zeros((count, 4), dtype=np.float32),
        outlines=np.zeros(count, dtype=np.uint8),
        ghosts=(),
        capsules=np.zeros((0, 8), dtype=np.float32) if faint else _capsules(wood.full, matrices, shown),
    )


def _palette(matrices: Floats) -> NDArray[np.float32]:
    """Return the palette (n, 3, 4) of the wooden figure: the matrices (n, 4, 4) of its bones in the world."""
    return np.asarray(matrices)[:, :3].astype(np.float32)


def _shown(arrays: RigArrays, style: FigureStyle) -> Marks:
    """The bones (n,) whose bodies are drawn."""
    return np.zeros_like(arrays.hidden) if style == "off" else ~arrays.hidden


def _tints(colours: Colours, marks: Flags) -> NDArray[np.float32]:
    """The stain of each bone and how much of it it takes (n, 4)."""
    amounts = np.array([_tint(colours, mark) for mark in range(16)], dtype=np.float32)
    tints = np.empty((len(marks), 4), dtype=np.float32)
    tints[:, :3] = linear(STAIN)
    tints[:, 3] = amounts[marks]
    return tints


def _tint(colours: Colours, mark: int) -> float:
    """Return the part of the stain that a bone with these marks takes, 0 to 1."""
    if mark & HIGHLIGHTED:
        return colours.highlight
    if mark & ACTIVE:
        return colours.highlight * 0.9
    if mark & SELECTED:
        return colours.highlight * 0.75
    return 0.0


def _outlines(marks: Flags) -> Flags:
    """Per bone (n,): 1 outlined as part of the highlighted chain, 2 as hovered, 0 not."""
    return np.where(marks & HIGHLIGHTED, 1, np.where(marks & HOVERED, 2, 0)).astype(np.uint8)


def _ghosts(
    palette: NDArray[np.float32], shown: Marks, overlay: Overlay, compared: Posed | None, place: Floats, still: float
) -> tuple[Ghost, ...]:
    """The ghosts of the figure: the other solver's pose, or else the pose before a drag, and more."""
    before = () if overlay.ghost is None else (overlay.ghost,)
    others = (*before, *overlay.ghosts) if compared is None else (compared.matrices,)
    found = []
    for other in others:
        if np.shape(other)[:1] == palette.shape[:1]:
            theirs = _palette(placed(place, np.asarray(other)))
            moved = np.abs(theirs - palette).max(axis=(1, 2), initial=0.0) > still
            if compared is not None:
                found.append(Ghost(theirs, shown if moved.any() else moved, "right", clear=False))
            else:
                found.append(Ghost(theirs, shown & moved, "ghost", clear=True))
    return tuple(found)


def _capsules(wood: Mesh, matrices: Floats, shown: Marks) -> NDArray[np.float32]:
    """The stand-ins that cast shadows (c, 8), of the bodies that are drawn."""
    carried = wood.capsules.some(shown[wood.capsules.rows]).carried(matrices)
    found = np.empty((len(carried.rows), 8), dtype=np.float32)
    found[:, 0:3], found[:, 3] = carried.starts, carried.radii
    found[:, 4:7], found[:, 7] = carried.ends, carried.rows
    return found
