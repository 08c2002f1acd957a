"""What there is to see: a document, its evaluated pose and a tool's overlay become arrays and shapes to paint.

Nothing here knows of a screen. The figure and the bones are arrays with one row per bone; whatever a camera is needed
for (sizes in pixels, what lies in front) is left to the painting.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.document import Document, End
from pantin.rigs.editing.limbs import steered_by
from pantin.rigs.rig import Rig
from pantin.viewport.figure.mannequin import Mannequin, mannequin
from pantin.viewport.scene.constraint_lines import chain_lines, limit_dots, misses, pole_lines, tracking_lines
from pantin.viewport.scene.limits import ShownLimits as Limits
from pantin.viewport.scene.outlines import Outline
from pantin.viewport.scene.relations import drawn
from pantin.viewport.scene.rig_arrays import ConstraintArrays, RigArrays, constraint_arrays, control_axes, rig_arrays
from pantin.viewport.values.colours import (
    DARK,
    STAIN,
    Colour,
    Colours,
    Role,
    linear,
)
from pantin.viewport.values.lengths import Lengths
from pantin.viewport.values.overlay import NOTHING, Dot, Label, Overlay, Shape
from pantin.viewport.values.pose import Pose

Floats = NDArray[np.float64]
Flags = NDArray[np.uint8]
Marks = NDArray[np.bool_]

LIT, SELECTED, ACTIVE, HOVERED = 1, 2, 4, 8
"""Marks of a bone. They add up."""

WIDTH, WIDEST = 0.10, 0.04
"""Half width of a bone's octahedron: against its length, and at most, metres for a figure of 1.77 m."""

OWN_COLOUR = 200
"""How opaque bones with a colour of their own are, of 255; others let the wood through more."""

STILL = 1e-6
"""A bone that is not farther than this from its ghost has none, metres for a figure of 1.77 m."""


@dataclass(frozen=True, slots=True)
class Display:
    """How figure and bones are shown."""

    bones: Literal["octahedra", "sticks", "wire"] = "octahedra"
    in_front: bool = True
    """Whether bones lie in front of the figure; otherwise they shine through it faintly where it hides them."""
    figure: Literal["wood", "clay", "x-ray", "off"] = "wood"
    names: bool = False
    axes: bool = False
    limits: Limits = "active"
    """Whose joint limits are drawn."""
    relations: bool = False
    """Whether what constraints tie to the selected bones is always drawn, not only under the pointer."""


DISPLAY = Display()
"""Bones in front."""


@dataclass(frozen=True, slots=True, eq=False)
class Backdrop:
    """The figure that stands behind bones which are edited: the rig that it grew from, and its matrices (n, 4, 4)."""

    rig: Rig
    matrices: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Bones:
    """Bones to draw. Matrices (n, 3, 4) take the unit octahedron (half width 1, length 1) to the bone.

    `driven` marks those that an IK chain turns.
    """

    rows: NDArray[np.intp]
    matrices: NDArray[np.float32]
    colours: NDArray[np.uint8]
    flags: Flags
    driven: Marks
    heads: Floats
    tails: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Control:
    """A handle, a pole, or a bone with a shape of its own: an outline in axes (4, 4) that stand at its head."""

    name: str
    shape: Outline
    axes: Floats
    radius: float
    role: Role
    flags: int


@dataclass(frozen=True, slots=True, eq=False)
class Ghost:
    """Another pose of the figure, in outline: matrices (n, 3, 4), and which bodies are drawn.

    `clear` keeps it away from the figure; otherwise it lies over it.
    """

    matrices: NDArray[np.float32]
    shown: Marks
    role: Role
    clear: bool


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """The mannequin in a pose: where each bone carries it (n, 3, 4), and how each is tinted (n, 4): RGB 0-1, amount."""

    rig: Rig
    mannequin: Mannequin
    finish: Literal["wood", "clay", "x-ray", "faint"]
    faded: bool
    """Whether the figure steps back behind the lines of two solvers."""
    shown: Marks
    """Which bones have their bodies drawn."""
    matrices: NDArray[np.float32]
    tints: NDArray[np.float32]
    outlines: Flags
    """Per bone: 1 outlined as part of the lit chain, 2 as hovered, 0 not."""
    ghost: Ghost | None
    capsules: NDArray[np.float32]
    """Stand-ins that cast shadows (c, 8): start, radius, end, row of the bone."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """All there is to see, without the camera. `names` has the name of every bone of the rig, by row."""

    figure: Figure
    bones: Bones
    names: tuple[str, ...]
    controls: tuple[Control, ...]
    strings: tuple[Shape, ...]
    labels: tuple[Label, ...]
    tied: tuple[Dot, ...]
    """A mark at the end of every dashed line from a bone to what it looks at."""
    limits: tuple[Dot, ...]
    """A mark at every joint that has come to a limit, of bones that IK turns or people hold."""
    overlay: Overlay
    colours: Colours
    display: Display
    resting: bool = False
    """Whether the rest pose is edited: the figure is a faint backdrop, bones are solid and lie before it."""
    joints: tuple[Dot, ...] = ()
    """The joints that are selected or under the pointer while the rest pose is edited."""

    @property
    def solid(self) -> bool:
        """Whether bones are solids of their own: no figure is there that they stand in, or it is a backdrop."""
        return self.display.bones == "octahedra" and (self.resting or self.display.figure == "off")


def scene(
    document: Document,
    evaluated: Pose,
    overlay: Overlay = NOTHING,
    colours: Colours = DARK,
    hovered: str | None = None,
    display: Display = DISPLAY,
    compared: Pose | None = None,
    lengths: Lengths = "auto",
    backdrop: Backdrop | None = None,
    related: tuple[int, ...] = (),
) -> Scene:
    """What to paint for a document in its evaluated pose.

    `hovered` is the bone under the pointer, `compared` what another solver found, `lengths` the unit of labels,
    `related` are the places of the constraints whose relations are drawn beside those of the hovered bone. Where a
    `backdrop` is given the rest pose is edited before it.
    """
    rig = document.rig
    bare = backdrop is not None
    known, tied = rig_arrays(rig, bare), constraint_arrays(rig, bare)
    under = hovered or overlay.hovered
    flags = _flags(document, known, overlay, under)
    matrices = np.asarray(evaluated.matrices, dtype=np.float64).reshape(-1, 4, 4)
    solid = display.bones == "octahedra" and (backdrop is not None or display.figure == "off")
    strings, labels = _strings(known, tied, matrices, evaluated, overlay, compared, lengths)
    if backdrop is None:
        figure = _figure(rig, known, matrices, flags, overlay, colours, display, compared)
    else:
        figure = _faint(backdrop, display)
    concerned = (*((under,) if under and overlay.relations else ()), *(document.selected if display.relations else ()))
    relations = drawn(rig, matrices, concerned, related)
    return Scene(
        figure=figure,
        bones=_bones(known, tied, matrices, flags, colours, solid, figure.mannequin.scale),
        names=known.names,
        controls=_controls(tied, matrices, flags),
        strings=(*strings, *relations.strings),
        labels=(*labels, *relations.labels),
        tied=relations.dots,
        limits=tuple(limit_dots(known, np.flatnonzero(tied.driven | (flags > 0)), matrices, evaluated.limits_hit)),
        overlay=overlay,
        colours=colours,
        display=display,
        resting=backdrop is not None,
        joints=tuple(_joints(document, overlay)) if backdrop is not None else (),
    )


def _flags(document: Document, known: RigArrays, overlay: Overlay, hovered: str | None) -> Flags:
    flags = np.zeros(len(known.names), dtype=np.uint8)
    active = () if document.active is None else (document.active,)
    under = () if hovered is None else (hovered,)
    lit = (*overlay.lit, *steered_by(document.rig, (*document.selected, *under)))
    for mark, names in ((LIT, lit), (SELECTED, document.selected), (ACTIVE, active), (HOVERED, under)):
        flags[[known.row[name] for name in names if name in known.row]] |= mark
    return flags


def _bones(
    known: RigArrays,
    tied: ConstraintArrays,
    matrices: Floats,
    flags: Flags,
    colours: Colours,
    solid: bool,
    scale: float,
) -> Bones:
    rows = known.body
    lengths = known.lengths[rows]
    width = np.minimum(lengths * WIDTH, WIDEST * scale)
    shaped = matrices[rows, :3] * np.stack([width, lengths, width, np.ones(len(rows))], axis=1)[:, None, :]
    heads = shaped[:, :, 3]
    marked = flags[rows]
    return Bones(
        rows=rows,
        matrices=shaped.astype(np.float32),
        colours=_bone_colours(known, marked, colours, solid),
        flags=marked,
        driven=tied.driven[rows],
        heads=heads,
        tails=heads + shaped[:, :, 1],
    )


def _bone_colours(known: RigArrays, marked: Flags, colours: Colours, solid: bool) -> NDArray[np.uint8]:
    """The colours (n, 4) of the bones drawn as bones: those of their marks, else their own."""
    tints = np.array([_bone_colour(colours, mark, solid) for mark in range(16)], dtype=np.uint8)
    found = tints[marked].reshape(-1, 4)
    for at, row in enumerate(known.body.tolist() if known.coloured else ()):
        if row in known.coloured and not marked[at]:
            found[at, :3] = colours.role(known.coloured[row])[:3]
            found[at, 3] = 255 if solid else OWN_COLOUR
    return found


def _bone_colour(colours: Colours, mark: int, solid: bool) -> Colour:
    if mark & ACTIVE and solid:
        return colours.accent_text
    if mark & (LIT | SELECTED | ACTIVE):
        return colours.accent
    if mark & HOVERED:
        return colours.white if colours.dark or solid else colours.text
    if solid:
        return colours.solid
    red, green, blue, _ = colours.bone
    return red, green, blue, 128


def _figure(
    rig: Rig,
    known: RigArrays,
    matrices: Floats,
    flags: Flags,
    overlay: Overlay,
    colours: Colours,
    display: Display,
    compared: Pose | None,
) -> Figure:
    grown = mannequin(rig)
    shown = ~known.hidden if display.figure != "off" else np.zeros(len(flags), dtype=np.bool_)
    amounts = np.array([_tint(colours, mark) for mark in range(16)], dtype=np.float32)
    tints = np.empty((len(flags), 4), dtype=np.float32)
    tints[:, :3] = linear(STAIN)
    tints[:, 3] = amounts[flags]
    outlines = np.where(flags & LIT, 1, np.where(flags & HOVERED, 2, 0)).astype(np.uint8)
    if compared is not None:
        outlines[:] = 1
    carried = matrices[:, :3].astype(np.float32)
    return Figure(
        rig=rig,
        mannequin=grown,
        finish="wood" if display.figure == "off" else display.figure,
        faded=compared is not None,
        shown=shown,
        matrices=carried,
        tints=tints,
        outlines=outlines,
        ghost=_ghost(carried, shown, overlay, compared, STILL * grown.scale),
        capsules=_capsules(grown, matrices, shown),
    )


def _faint(backdrop: Backdrop, display: Display) -> Figure:
    """The figure behind bones that are edited: as it grew from them last, in one colour, without shadows."""
    grown, count = mannequin(backdrop.rig), len(backdrop.rig.bones)
    hidden = rig_arrays(backdrop.rig).hidden
    return Figure(
        rig=backdrop.rig,
        mannequin=grown,
        finish="faint",
        faded=False,
        shown=~hidden if display.figure != "off" else np.zeros(count, dtype=np.bool_),
        matrices=np.asarray(backdrop.matrices)[:, :3].astype(np.float32),
        tints=np.zeros((count, 4), dtype=np.float32),
        outlines=np.zeros(count, dtype=np.uint8),
        ghost=None,
        capsules=np.zeros((0, 8), dtype=np.float32),
    )


def _joints(document: Document, overlay: Overlay) -> Iterator[Dot]:
    """Both ends of what is selected, the selected joints in the accent; and the joint under the pointer."""
    known = document.rig.by_name
    own = {end: None for end in document.ends if end.bone in known}
    for name in document.selected if not own else ():
        if name in known and known[name].kind == "bone":
            own |= dict.fromkeys((End(name, "head"), End(name, "tail")))
    for place in {getattr(known[end.bone], end.end): None for end in own}:
        yield Dot(place, 4.0, "accent", "white", 1.5)
    for place in overlay.joint:
        yield Dot(place, 5.5, "white", "casing", 2.0, filled=False)


def _ghost(
    carried: NDArray[np.float32], shown: Marks, overlay: Overlay, compared: Pose | None, still: float
) -> Ghost | None:
    """The other solver's pose, or where the figure was before it was dragged."""
    other = overlay.ghost if compared is None else compared.matrices
    if other is None or np.shape(other)[:1] != carried.shape[:1]:
        return None
    matrices = np.asarray(other)[:, :3].astype(np.float32)
    moved = np.abs(matrices - carried).max(axis=(1, 2), initial=0.0) > still
    if compared is not None:
        return Ghost(matrices, shown if moved.any() else moved, "right", clear=False)
    return Ghost(matrices, shown & moved, "ghost", clear=True)


def _tint(colours: Colours, mark: int) -> float:
    if mark & LIT:
        return colours.lit
    if mark & ACTIVE:
        return colours.lit * 0.9
    if mark & SELECTED:
        return colours.lit * 0.75
    return 0.0


def _capsules(grown: Mannequin, matrices: Floats, shown: Marks) -> NDArray[np.float32]:
    there = shown[grown.capsule_rows]
    rows = grown.capsule_rows[there]
    carried = matrices[rows, :3]
    found = np.empty((len(rows), 8), dtype=np.float32)
    found[:, 0:3] = np.einsum("nij,nj->ni", carried[:, :, :3], grown.capsule_starts[there]) + carried[:, :, 3]
    found[:, 3] = grown.capsule_radii[there] * np.linalg.norm(carried[:, :, 0], axis=1)
    found[:, 4:7] = np.einsum("nij,nj->ni", carried[:, :, :3], grown.capsule_ends[there]) + carried[:, :, 3]
    found[:, 7] = rows
    return found


def _controls(tied: ConstraintArrays, matrices: Floats, flags: Flags) -> tuple[Control, ...]:
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
    )


def _strings(
    known: RigArrays,
    tied: ConstraintArrays,
    matrices: Floats,
    evaluated: Pose,
    overlay: Overlay,
    compared: Pose | None,
    lengths: Lengths,
) -> tuple[tuple[Shape, ...], tuple[Label, ...]]:
    """Lines to poles, to what is looked at, to goals not reached, and along the chains of two solvers; with labels."""
    strings = [*pole_lines(known, tied, matrices), *tracking_lines(known, tied, matrices)]
    if compared is not None:
        strings += chain_lines(known, tied, evaluated, compared, overlay.lit)
        missed = misses(known, tied, compared, "right", lengths)
        strings, labels = [*strings, *missed.strings], [*missed.labels]
    else:
        labels = []
    missed = misses(known, tied, evaluated, "miss" if compared is None else "accent_text", lengths)
    return (*strings, *missed.strings), (*labels, *missed.labels)
