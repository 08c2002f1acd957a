"""The places of handles and poles that let the bones of a limb be posed as they are wanted.

A handle goes to the end that reaches for it, and takes the rotation that is copied from it; a pole goes to the side to
which its chain bends. A control that is hidden is moved by the one that carries it and is seen, as one piece with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from pantin.rigs import (
    Constraint,
    CopyLocation,
    CopyRotation,
    CopyTransforms,
    DampedTrack,
    Document,
    Ik,
    Rig,
    SplineIk,
    Transform,
)
from pantin.rigs import rotations as rot
from pantin.rigs.constraints import target_of
from pantin.rigs.editing.limbs import visible_control
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.figure import Figure
from pantin.rigs.limb_kinds.bending import POLE_AWAY, bend_of, length_of, points_of, pole_place
from pantin.rigs.tree.chains import chain_bones
from pantin.rigs.tree.traversal import depth_of, with_descendants
from pantin.rigs.vectors import across
from pantin.solver.edits.controls.pole_places import is_straight, points_in
from pantin.solver.edits.posing.keeping_in_place import SAME, transforms_in
from pantin.solver.program.carried import rigid
from pantin.solver.program.posed import Posed
from pantin.solver.program.skeleton import Floats

NEAREST_POLE = 0.05
"""A pole that is nearer to its joint at rest, in lengths of the chain, is put farther away."""

EXACT = 1e-12
"""A control nearer to where it belongs, metres or parts of a rotation, is there."""


class Place(NamedTuple):
    """The place of a control: its head (3,), its axes (3, 3), or both."""

    control: str
    head: Floats | None = None
    axes: Floats | None = None


def with_controls(document: Document, posed_before: Posed, bones: Posed, ties: Iterable[int]) -> Document:
    """Return the document with the controls of the constraints `ties` posed for its bones to be where `bones` are.

    `posed_before` is the evaluation of the document. A control that belongs where it is is left as it is.
    """
    rig, placed = document.rig, np.array(posed_before.matrices)
    turned: dict[str, bool] = {}
    carried = _places(rig, posed_before, bones, ties)
    for place in sorted(carried, key=lambda each: depth_of(rig, visible_control(rig, each.control))):
        stands = placed[posed_before.index[place.control]]
        wanted = _wanted(stands, place)
        if np.abs(wanted - stands).max() <= EXACT:
            continue
        visible = visible_control(rig, place.control)
        by = motion_to(place, stands) if place.axes is not None else shift_to(wanted[:3, 3], stands)
        rows = [posed_before.index[name] for name in with_descendants(rig, (visible,))]
        placed[rows] = by @ placed[rows]
        turned[visible] = turned.get(visible, False) or place.axes is not None
    found = transforms_in(posed_before, placed, tuple(turned))
    return with_transforms(
        document, {name: _posed(document.figure, name, found[name], turned[name]) for name in turned}
    )


def motion_to(place: Place, stands: Floats) -> Floats:
    """The motion (4, 4), armature space, that brings a control from where it `stands` (4, 4) to its place."""
    return np.asarray(_wanted(stands, place) @ np.linalg.inv(stands))


def shift_to(head: Floats, stands: Floats) -> Floats:
    """The motion (4, 4), armature space, that moves what `stands` so (4, 4) to `head` (3,) and turns nothing."""
    shift = np.eye(4)
    shift[:3, 3] = head - stands[:3, 3]
    return shift


def poles_of(rig: Rig, ties: Iterable[int]) -> Iterator[tuple[Ik, str, tuple[str, ...]]]:
    """The IK constraints that have a pole, that pole, and their chains from the root down."""
    for place in ties:
        tie = rig.constraints[place]
        if isinstance(tie, Ik) and tie.own_pole is not None and tie.own_pole in rig.by_name:
            chain = chain_bones(rig, tie)[::-1]
            if len(chain) > 1:
                yield tie, tie.own_pole, chain


def _places(rig: Rig, posed_before: Posed, bones: Posed, ties: Iterable[int]) -> Iterator[Place]:
    """Yield the places of the controls of constraints, poles after all others."""
    ties = tuple(ties)
    for number in ties:
        tie = rig.constraints[number]
        target = target_of(tie)
        if isinstance(tie, SplineIk):
            yield from _points_of_curve(rig, bones, tie)
        elif target is not None and target in rig.by_name:
            place = _place_of_target(rig, posed_before, bones, tie, target)
            if place is not None:
                yield place
    for ik, pole, chain in poles_of(rig, ties):
        head = _pole_head(rig, posed_before, points_in(bones, chain), ik, chain)
        if head is not None:
            yield Place(pole, head)


def _place_of_target(rig: Rig, posed_before: Posed, bones: Posed, tie: Constraint, target: str) -> Place | None:
    """Return the place of a constraint's target that lets its owner stay; None where that cannot be said."""
    own = bones.matrix(tie.owner)
    match tie:
        case Ik():
            end = points_in(bones, chain_bones(rig, tie)[:1])[-1]
            return Place(target, end, rigid(own)[:3, :3] if tie.rotation else None)
        case CopyRotation(owner_space="pose", target_space="pose", mix="replace"):
            return Place(target, axes=rigid(own)[:3, :3])
        case CopyTransforms(owner_space="pose", target_space="pose", mix="replace", head_tail=0.0):
            return Place(target, own[:3, 3], rigid(own)[:3, :3])
        case CopyLocation(owner_space="pose", target_space="pose", head_tail=0.0):
            return Place(target, own[:3, 3])
        case DampedTrack():
            axis = rigid(own)[:3, "xyz".index(tie.axis[-1])] * (-1.0 if tie.axis[0] == "-" else 1.0)
            away = np.linalg.norm(posed_before.matrix(target)[:3, 3] - posed_before.matrix(tie.owner)[:3, 3])
            return Place(target, own[:3, 3] + axis * away)
    return None


def _points_of_curve(rig: Rig, bones: Posed, spline: SplineIk) -> Iterator[Place]:
    """The points of a curve at the joints at which they rest. Handles of points stay where they are."""
    if spline.handles == "free":
        return
    chain = chain_bones(rig, spline)[::-1]
    rest, now = points_of(rig, chain), points_in(bones, chain)
    for name in spline.points:
        joint = int(np.argmin(np.linalg.norm(rest - np.array(rig.by_name[name].head), axis=1)))
        yield Place(name, now[joint])


def _pole_head(rig: Rig, posed_before: Posed, points: Floats, ik: Ik, chain: tuple[str, ...]) -> Floats | None:
    """Return the head of the pole (3,); None where it stands on that side, or the chain has none."""
    assert ik.own_pole is not None
    if is_straight(points):
        return None
    line, bend = bend_of(points)
    side = rot.exp(-ik.pole_angle * line) @ bend
    now = posed_before.matrix(ik.own_pole)[:3, 3]
    off = np.linalg.norm(across(now - points[0], line))
    clear = off > NEAREST_POLE * length_of(points)
    if clear and abs(float(rot.signed_angle(now - points[0], side, line))) <= SAME:
        return None
    rest = points_of(rig, chain)
    away = float(np.linalg.norm(np.array(rig.by_name[ik.own_pole].head) - rest[len(rest) // 2]))
    least = NEAREST_POLE * length_of(rest)
    return pole_place(points, side, away if away > least else POLE_AWAY * length_of(rest))


def _posed(figure: Figure, name: str, found: Transform, turned: bool) -> Transform:
    """The pose of a control that was moved, and turned too or not. Its scale stays."""
    now = figure.transform(name)
    return replace(now, location=found.location, rotation=found.rotation if turned else now.rotation)


def _wanted(now: Floats, place: Place) -> Floats:
    """The matrix (4, 4) of a control in its place, with the scale that it has."""
    wanted = np.array(now)
    if place.head is not None:
        wanted[:3, 3] = place.head
    if place.axes is not None:
        wanted[:3, :3] = place.axes * np.linalg.norm(now[:3, :3], axis=0)
    return wanted
