"""The bones of a scene: their marks, octahedra and colours; and its handles, poles and custom shapes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.document import Document
from pantin.rigs.editing.limbs import steered_by
from pantin.viewport.scene.rig_arrays import ConstraintArrays, RigArrays, control_axes
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
    Floats,
    Marks,
)
from pantin.viewport.values.colours import Colour, Colours
from pantin.viewport.values.overlay import Overlay

OWN_COLOUR = 200
"""How opaque bones with a colour of their own are, of 255; others let the wood through more."""


def bone_marks(document: Document, known: RigArrays, overlay: Overlay, hovered: str | None) -> Flags:
    """The marks of every bone (n,), by row."""
    flags = np.zeros(len(known.names), dtype=np.uint8)
    active = () if document.active is None else (document.active,)
    under = () if hovered is None else (hovered,)
    highlighted = (*overlay.highlighted, *steered_by(document.rig, (*document.selected, *under)))
    for mark, names in ((HIGHLIGHTED, highlighted), (SELECTED, document.selected), (ACTIVE, active), (HOVERED, under)):
        flags[[known.row[name] for name in names if name in known.row]] |= mark
    return flags


def bones(
    known: RigArrays,
    tied: ConstraintArrays,
    matrices: Floats,
    flags: Flags,
    colours: Colours,
    solid: bool,
    scale: float,
    shown: Marks,
) -> Bones:
    """The bones of a scene that are `shown` (n,): transforms of their octahedra, marks and colours."""
    rows = known.body[shown[known.body]]
    lengths = known.lengths[rows]
    width = np.minimum(lengths * WIDTH, WIDEST * scale)
    shaped = matrices[rows, :3] * np.stack([width, lengths, width, np.ones(len(rows))], axis=1)[:, None, :]
    heads = shaped[:, :, 3]
    marked = flags[rows]
    return Bones(
        rows=rows,
        matrices=shaped.astype(np.float32),
        colours=_bone_colours(known, rows, marked, colours, solid),
        flags=marked,
        driven=tied.driven[rows],
        heads=heads,
        tails=heads + shaped[:, :, 1],
    )


def _bone_colours(
    known: RigArrays, rows: NDArray[np.intp], marked: Flags, colours: Colours, solid: bool
) -> NDArray[np.uint8]:
    """The colours (n, 4) of the bones in `rows`: those of their marks, else their own."""
    tints = np.array([_bone_colour(colours, mark, solid) for mark in range(16)], dtype=np.uint8)
    found = tints[marked].reshape(-1, 4)
    for at, row in enumerate(rows.tolist() if known.coloured else ()):
        if row in known.coloured and not marked[at]:
            found[at, :3] = colours.role(known.coloured[row])[:3]
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


def controls(tied: ConstraintArrays, matrices: Floats, flags: Flags, shown: Marks) -> tuple[Control, ...]:
    """The outlines of handles, poles and custom shapes that are `shown` (n,), with their transforms and marks."""
    return tuple(
        Control(
            grip.name,
            grip.shape,
            control_axes(grip, matrices),
            grip.radius,
            grip.role,
            int(flags[grip.row]),
        )
        for grip in tied.controls
        if shown[grip.row]
    )
