"""The figure of a scene: transforms of its parts, tints and outlines, and its ghost."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.solver import Posed
from pantin.viewport.figure.mannequin import Mannequin, mannequin
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
    Flags,
    Floats,
    Ghost,
    Marks,
)
from pantin.viewport.values.colours import STAIN, Colours, linear
from pantin.viewport.values.overlay import Overlay

STILL = 1e-6
"""A bone that is not farther than this from its ghost has none, metres for a figure of 1.77 m."""


def figure(
    posed: PosedRig, overlay: Overlay, colours: Colours, display: Display, compared: Posed | None
) -> DrawnFigure:
    """The figure of a posed rig in the colours of its marks; faded beside a `compared` pose."""
    body, marks = mannequin(posed.rig), posed.marks
    shown = _shown(posed.arrays, display)
    carried = posed.matrices[:, :3].astype(np.float32)
    return DrawnFigure(
        rig=posed.rig,
        mannequin=body,
        finish="wood" if display.figure == "off" else display.figure,
        faded=compared is not None,
        shown=shown,
        matrices=carried,
        tints=_tints(colours, marks),
        outlines=_outlines(marks) if compared is None else np.ones_like(marks),
        ghosts=_ghosts(carried, shown, overlay, compared, STILL * body.scale),
        capsules=_capsules(body, posed.matrices, shown),
    )


def faint_figure(backdrop: Backdrop, display: Display) -> DrawnFigure:
    """The figure as a backdrop while the rest pose is edited: as last built, in one colour, without shadows."""
    count = len(backdrop.rig.bones)
    return DrawnFigure(
        rig=backdrop.rig,
        mannequin=mannequin(backdrop.rig),
        finish="faint",
        faded=False,
        shown=_shown(rig_arrays(backdrop.rig), display),
        matrices=np.asarray(backdrop.matrices)[:, :3].astype(np.float32),
        tints=np.zeros((count, 4), dtype=np.float32),
        outlines=np.zeros(count, dtype=np.uint8),
        ghosts=(),
        capsules=np.zeros((0, 8), dtype=np.float32),
    )


def _shown(arrays: RigArrays, display: Display) -> Marks:
    """The bones (n,) whose bodies are drawn."""
    return np.zeros_like(arrays.hidden) if display.figure == "off" else ~arrays.hidden


def _tints(colours: Colours, marks: Flags) -> NDArray[np.float32]:
    """The stain of each bone and how much of it it takes (n, 4)."""
    amounts = np.array([_tint(colours, mark) for mark in range(16)], dtype=np.float32)
    tints = np.empty((len(marks), 4), dtype=np.float32)
    tints[:, :3] = linear(STAIN)
    tints[:, 3] = amounts[marks]
    return tints


def _tint(colours: Colours, mark: int) -> float:
    """How much of the stain a bone with these marks takes, 0 to 1."""
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
    carried: NDArray[np.float32], shown: Marks, overlay: Overlay, compared: Posed | None, still: float
) -> tuple[Ghost, ...]:
    """The ghosts of the figure: the other solver's pose, or else the pose before a drag, and more."""
    before = () if overlay.ghost is None else (overlay.ghost,)
    others = (*before, *overlay.ghosts) if compared is None else (compared.matrices,)
    found = []
    for other in others:
        if np.shape(other)[:1] == carried.shape[:1]:
            matrices = np.asarray(other)[:, :3].astype(np.float32)
            moved = np.abs(matrices - carried).max(axis=(1, 2), initial=0.0) > still
            if compared is not None:
                found.append(Ghost(matrices, shown if moved.any() else moved, "right", clear=False))
            else:
                found.append(Ghost(matrices, shown & moved, "ghost", clear=True))
    return tuple(found)


def _capsules(body: Mannequin, matrices: Floats, shown: Marks) -> NDArray[np.float32]:
    """The stand-ins that cast shadows (c, 8), of the bodies that are drawn."""
    there = shown[body.capsule_rows]
    rows = body.capsule_rows[there]
    carried = matrices[rows, :3]
    found = np.empty((len(rows), 8), dtype=np.float32)
    found[:, 0:3] = np.einsum("nij,nj->ni", carried[:, :, :3], body.capsule_starts[there]) + carried[:, :, 3]
    found[:, 3] = body.capsule_radii[there] * np.linalg.norm(carried[:, :, 0], axis=1)
    found[:, 4:7] = np.einsum("nij,nj->ni", carried[:, :, :3], body.capsule_ends[there]) + carried[:, :, 3]
    found[:, 7] = rows
    return found
