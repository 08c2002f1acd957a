"""What there is to see: a document, its evaluated pose and a tool's overlay become arrays and shapes to paint.

Nothing here knows of a screen. The figure and the bones are arrays with one row per bone; whatever a camera is needed
for (sizes in pixels, what lies in front) is left to the painting.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from rigs.constraints import Ik
from rigs.document import Document
from rigs.rest import rest_lengths, rest_matrices
from rigs.rig import Rig
from viewport.colours import DARK, STAIN, Colour, Colours, Role, linear
from viewport.mannequin import Mannequin, mannequin
from viewport.overlay import NOTHING, Overlay, Shape

Floats = NDArray[np.float64]
Flags = NDArray[np.uint8]

LIT, SELECTED, ACTIVE, HOVERED = 1, 2, 4, 8
"""Marks of a bone. They add up."""

WIDTH, WIDEST = 0.10, 0.04
"""Half width of a bone's octahedron: against its length, and at most, metres for a figure of 1.77 m."""

RING, DIAMOND = 0.75, 0.5
"""Radius of a handle's ring and of a pole's diamond against the length of its bone."""


class Goal(Protocol):
    """How an IK goal was met."""

    owner: str
    constraint: int | None
    reached: bool
    position: Floats
    effector: Floats


class Pose(Protocol):
    """The part of an evaluated pose that is drawn."""

    matrices: Floats
    goals: tuple[Goal, ...]


@dataclass(frozen=True, slots=True)
class Display:
    """How bones are shown: in front of the figure or, with `x_ray`, faintly where the figure hides them."""

    x_ray: bool = False


DISPLAY = Display()
"""Bones in front."""


@dataclass(frozen=True, slots=True, eq=False)
class Bones:
    """Bones to draw as octahedra. Matrices (n, 3, 4) take the unit octahedron (half width 1, length 1) to the bone."""

    rows: NDArray[np.intp]
    matrices: NDArray[np.float32]
    colours: NDArray[np.uint8]
    flags: Flags
    heads: Floats
    tails: Floats


@dataclass(frozen=True, slots=True, eq=False)
class Control:
    """A handle (ring) or pole (diamond). `axes` (4, 4) stands at its head; the ring lies in the plane of X and Y."""

    name: str
    shape: Literal["ring", "diamond"]
    axes: Floats
    radius: float
    role: Role
    flags: int


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """The mannequin in a pose: where each bone carries it (n, 3, 4), and how each is tinted (n, 4): RGB 0-1, amount."""

    mannequin: Mannequin
    matrices: NDArray[np.float32]
    tints: NDArray[np.float32]
    outlines: Flags
    """Per bone: 1 outlined as part of the lit chain, 2 as hovered, 0 not."""
    ghost: NDArray[np.float32] | None
    capsules: NDArray[np.float32]
    """Stand-ins that cast shadows (c, 8): start, radius, end, row of the bone."""


@dataclass(frozen=True, slots=True, eq=False)
class Scene:
    """All there is to see, without the camera."""

    figure: Figure
    bones: Bones
    controls: tuple[Control, ...]
    strings: tuple[Shape, ...]
    joints: Floats
    joint_flags: Flags
    overlay: Overlay
    colours: Colours
    display: Display


def scene(
    document: Document,
    evaluated: Pose,
    overlay: Overlay = NOTHING,
    colours: Colours = DARK,
    hovered: str | None = None,
    display: Display = DISPLAY,
) -> Scene:
    """What to paint for a document in its evaluated pose. `hovered` is the bone under the pointer."""
    rig = document.rig
    flags = _flags(document, overlay, hovered or overlay.hovered)
    matrices = np.asarray(evaluated.matrices, dtype=np.float64).reshape(-1, 4, 4)
    bones = _bones(rig, matrices, flags, colours)
    return Scene(
        figure=_figure(rig, matrices, flags, overlay, colours),
        bones=bones,
        controls=tuple(_controls(rig, matrices, flags)),
        strings=tuple(_strings(rig, matrices, evaluated)),
        joints=bones.heads,
        joint_flags=bones.flags,
        overlay=overlay,
        colours=colours,
        display=display,
    )


def _flags(document: Document, overlay: Overlay, hovered: str | None) -> Flags:
    row = {bone.name: index for index, bone in enumerate(document.rig.bones)}
    flags = np.zeros(len(row), dtype=np.uint8)
    active = () if document.active is None else (document.active,)
    under = () if hovered is None else (hovered,)
    for mark, names in ((LIT, overlay.lit), (SELECTED, document.selected), (ACTIVE, active), (HOVERED, under)):
        for name in names:
            if name in row:
                flags[row[name]] |= mark
    return flags


def _bones(rig: Rig, matrices: Floats, flags: Flags, colours: Colours) -> Bones:
    rows = np.array([row for row, bone in enumerate(rig.bones) if bone.kind == "bone"], dtype=np.intp)
    lengths = rest_lengths(rig.bones)[rows]
    width = np.minimum(lengths * WIDTH, WIDEST * mannequin(rig).scale)
    shaped = matrices[rows, :3].copy()
    shaped[:, :, 0] *= width[:, None]
    shaped[:, :, 1] *= lengths[:, None]
    shaped[:, :, 2] *= width[:, None]
    heads = shaped[:, :, 3]
    marked = flags[rows]
    tints = np.array([_bone_colour(colours, mark) for mark in range(16)], dtype=np.uint8)
    return Bones(
        rows=rows,
        matrices=shaped.astype(np.float32),
        colours=tints[marked].reshape(-1, 4),
        flags=marked,
        heads=heads,
        tails=heads + shaped[:, :, 1],
    )


def _bone_colour(colours: Colours, mark: int) -> Colour:
    if mark & (LIT | SELECTED | ACTIVE):
        return colours.accent
    if mark & HOVERED:
        return colours.white if colours.dark else colours.text
    red, green, blue, _ = colours.bone
    return red, green, blue, 128


def _figure(rig: Rig, matrices: Floats, flags: Flags, overlay: Overlay, colours: Colours) -> Figure:
    grown = mannequin(rig)
    amounts = np.array([_tint(colours, mark) for mark in range(16)])
    tints = np.empty((len(flags), 4), dtype=np.float32)
    tints[:, :3] = linear(STAIN)
    tints[:, 3] = amounts[flags]
    outlines = np.where(flags & LIT, 1, np.where(flags & HOVERED, 2, 0)).astype(np.uint8)
    ghost = None if overlay.ghost is None else np.asarray(overlay.ghost)[:, :3].astype(np.float32)
    return Figure(grown, matrices[:, :3].astype(np.float32), tints, outlines, ghost, _capsules(grown, matrices))


def _tint(colours: Colours, mark: int) -> float:
    if mark & LIT:
        return colours.lit
    if mark & ACTIVE:
        return colours.lit * 0.9
    if mark & SELECTED:
        return colours.lit * 0.75
    return 0.0


def _capsules(grown: Mannequin, matrices: Floats) -> NDArray[np.float32]:
    carried = matrices[grown.capsule_rows]
    found = np.empty((len(grown.capsule_rows), 8), dtype=np.float32)
    found[:, 0:3] = np.einsum("nij,nj->ni", carried[:, :3, :3], grown.capsule_starts) + carried[:, :3, 3]
    found[:, 3] = grown.capsule_radii * np.linalg.norm(carried[:, :3, 0], axis=1)
    found[:, 4:7] = np.einsum("nij,nj->ni", carried[:, :3, :3], grown.capsule_ends) + carried[:, :3, 3]
    found[:, 7] = grown.capsule_rows
    return found


def _controls(rig: Rig, matrices: Floats, flags: Flags) -> Iterator[Control]:
    row = {bone.name: index for index, bone in enumerate(rig.bones)}
    rest, lengths = rest_matrices(rig.bones), rest_lengths(rig.bones)
    ends = {tie.target: tie.owner for tie in rig.constraints if isinstance(tie, Ik) and tie.owner in row}
    for index, bone in enumerate(rig.bones):
        if bone.kind == "pole":
            yield Control(bone.name, "diamond", matrices[index], DIAMOND * lengths[index], "pole", int(flags[index]))
        elif bone.kind == "handle":
            normal = rest[row[ends[bone.name]], :3, 1] if bone.name in ends else rest[index, :3, 1]
            axes = matrices[index] @ _facing(rest[index, :3, :3].T @ normal)
            yield Control(bone.name, "ring", axes, RING * lengths[index], "handle", int(flags[index]))


def _facing(normal: Floats) -> Floats:
    """Axes (4, 4) with Z along `normal`."""
    side = np.cross(normal, (1.0, 0.0, 0.0) if abs(normal[0]) < 0.9 else (0.0, 1.0, 0.0))
    side = side / np.linalg.norm(side)
    axes = np.eye(4)
    axes[:3, 0], axes[:3, 1], axes[:3, 2] = side, np.cross(normal, side), normal
    return axes


def _strings(rig: Rig, matrices: Floats, evaluated: Pose) -> Iterator[Shape]:
    """From each joint to its pole, and, dashed, from each effector to a goal that it does not reach."""
    row = {bone.name: index for index, bone in enumerate(rig.bones)}
    for tie in rig.constraints:
        if isinstance(tie, Ik) and tie.enabled and tie.pole in row and tie.owner in row:
            joint = matrices[row[_bending(rig, tie)], :3, 3]
            pole = matrices[row[tie.pole], :3, 3]
            yield Shape((_point(joint), _point(pole)), "pole", width=1.0, opacity=0.85, casing=1.0)
    for goal in evaluated.goals:
        if not goal.reached:
            ends = (_point(goal.effector), _point(goal.position))
            yield Shape(ends, "miss", width=1.5, casing=1.5, dash=(4.0, 3.0))


def _bending(rig: Rig, tie: Ik) -> str:
    """The bone whose head is the middle joint of the chain, which bends towards the pole."""
    chain = [tie.owner] if tie.use_tail else []
    above = rig.by_name[tie.owner].parent
    while (
        above in rig.by_name
        and rig.by_name[above].kind == "bone"
        and (tie.chain_length == 0 or len(chain) < tie.chain_length)
    ):
        chain.append(above)
        above = rig.by_name[above].parent
    return chain[max(len(chain) // 2 - 1, 0)] if chain else tie.owner


def _point(vector: Floats) -> tuple[float, float, float]:
    x, y, z = (float(value) for value in vector)
    return x, y, z
