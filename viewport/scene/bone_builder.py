"""The bones of a scene: marks, octahedra, colours, rings at limits; and its handles, poles and custom shapes."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from pantin.viewport.scene.posed_rig import PosedRig
from pantin.viewport.scene.rig_arrays import RigArrays, control_axes
from pantin.viewport.scene.scene import (
    ACTIVE,
    HIGHLIGHTED,
    HOVERED,
    SELECTED,
    WIDEST,
    WIDTH,
    Bones,
    Control,
    Flags,
)
from pantin.viewport.values.colours import Colour, Colours
from pantin.viewport.values.overlay import Dot, point_of

OWN_COLOUR = 200
"""Opacity of bones with a colour of their own, of 255; others let the wood through more."""


def bones(posed: PosedRig, colours: Colours, solid: bool, scale: float) -> Bones:
    """The bones of a scene that are drawn: transforms of their octahedra, marks and colours.

    `scale` is the size of the figure against one of 1.77 m, `solid` whether they are in no figure.
    """
    arrays = posed.arrays
    rows = arrays.body[posed.needed.bones[arrays.body]]
    lengths = arrays.lengths[rows]
    width = np.minimum(lengths * WIDTH, WIDEST * scale)
    octahedra = posed.matrices[rows, :3] * np.stack([width, lengths, width, np.ones(len(rows))], axis=1)[:, None, :]
    heads, marks = octahedra[:, :, 3], posed.marks[rows]
    return Bones(
        rows=rows,
        matrices=octahedra.astype(np.float32),
        colours=_bone_colours(arrays, rows, marks, colours, solid),
        flags=marks,
        driven=posed.ties.driven[rows],
        heads=heads,
        tails=heads + octahedra[:, :, 1],
    )


def _bone_colours(
    arrays: RigArrays, rows: NDArray[np.intp], marked: Flags, colours: Colours, solid: bool
) -> NDArray[np.uint8]:
    """The colours (n, 4) of the bones in `rows`: those of their marks, else their own."""
    tints = np.array([_bone_colour(colours, mark, solid) for mark in range(16)], dtype=np.uint8)
    found = tints[marked].reshape(-1, 4)
    for at, row in enumerate(rows.tolist() if arrays.coloured else ()):
        if row in arrays.coloured and not marked[at]:
            found[at, :3] = colours.role(arrays.coloured[row])[:3]
            found[at, 3] = 255 if solid else OWN_COLOUR
    return found


def _bone_colour(colours: Colours, mark: int, solid: bool) -> Colour:
    """The colour of a bone with these marks."""
    if mark & ACTIVE and solid:
        return colours.accent_text
    if mark & (HIGHLIGHTED | SELECTED | ACTIVE):
        return colours.accent
    if mark & HOVERED:
        return colours.white if colours.dark or solid else colours.text
    if solid:
        return colours.solid
    red, green, blue, _ = colours.bone
    return red, green, blue, 128


def controls(posed: PosedRig) -> tuple[Control, ...]:
    """The outlines of the handles, poles and custom shapes that are drawn, with their transforms and marks."""
    return tuple(
        Control(
            name=control.name,
            shape=control.shape,
            axes=control_axes(control, posed.matrices),
            radius=control.radius,
            role=control.role,
            flags=int(posed.marks[control.row]),
            beside=(posed.matrices[control.handle[0], :3, 3], control.handle[1]) if control.handle else None,
        )
        for control in posed.ties.controls
        if posed.needed.controls[control.row]
    )


def limit_dots(posed: PosedRig) -> Iterator[Dot]:
    """A ring at the joint of each bone at a limit, where the bone is marked, or drawn and turned by IK."""
    rows = np.flatnonzero((posed.ties.driven & posed.needed.bones) | (posed.marks > 0))
    for name in posed.pose.limits_hit_in(rows):
        row = posed.arrays.row[name]
        if not posed.arrays.hidden[row]:
            yield Dot(point_of(posed.matrices[row, :3, 3]), 5.0, "limit", "casing", 2.0, filled=False)
