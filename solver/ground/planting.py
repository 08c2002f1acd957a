"""Planting: a posed figure comes to stand on its ground, before it is evaluated for good.

`on_ground` is a pure function of the document and of how it stands without ground: feet that plant are laid on the
surface by their handles, and the hips come down as the rig's `planting` says, so that these feet reach. What stands on
the ground already is left as it is. A foot that cannot reach its place never stands in the ground for that, and a
report tells.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import dist
from typing import NamedTuple

import numpy as np

from pantin.rigs import Document, Rig, Transform
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.editing.soles import Sole
from pantin.rigs.fields import Vector3
from pantin.rigs.figure import Figure
from pantin.rigs.ground.kinds import Ground, Planting
from pantin.rigs.ground.surface import past_edge
from pantin.rigs.vectors import three
from pantin.solver.ground.laying import Laid, lay, level_with, through
from pantin.solver.ground.legs import Leg, drop_to_reach, legs_of
from pantin.solver.program.carried import carried, has_size
from pantin.solver.program.evaluated import Evaluated
from pantin.solver.program.posed import Posed
from pantin.solver.program.skeleton import Floats

ROUNDS = 8
"""How often a foot that cannot reach its place, and stands in the ground instead, is brought out again. From the second
time on the hips are lifted with it: they are too near to the ground for the leg to fold."""

DEEP = 1e-6
"""Metres that such a foot may stand in the ground."""

SAME = 1e-7
"""Metres or parts of a rotation: what is to be moved by less stays as it is."""


class Missed(NamedTuple):
    """A foot that does not reach its place on the ground. Metres."""

    sole: Sole
    length: float
    """Of its leg."""
    residual: float
    position: Vector3
    """Where its ankle should be."""
    effector: Vector3
    """Where it is."""
    root: Vector3
    """The hip joint."""


class Footing(NamedTuple):
    """A foot where it is to stand: how its handle is moved."""

    leg: Leg
    laid: Laid
    hip: Floats
    """The hip joint (3,) as posed."""
    ankle: Floats
    """The ankle (3,) where it is to be."""


def plants(document: Document) -> bool:
    """Return whether any foot of the figure plants now."""
    ground = document.ground
    return ground is not None and bool(legs_of(document.rig, ground))


def on_ground(
    document: Document, stood: Evaluated, posed: Callable[[Document, tuple[Missed, ...]], Evaluated]
) -> Evaluated:
    """Return the document posed on its ground, where `stood` is its pose without it.

    `posed` evaluates others, given the feet that are missed.
    """
    rig, ground = document.rig, document.ground
    feet = footings(rig, ground, stood)
    moved = transforms(document.figure, stood, feet)
    if ground is None or not moved:
        return stood
    document = with_transforms(document, moved)
    stands = posed(document, ())
    for number in range(ROUNDS):
        depths = [through(ground, real_sole(foot.leg, stands.matrices)) for foot in feet]
        deep = [(foot, far) for foot, far in zip(feet, depths, strict=True) if far > DEEP]
        if not deep:
            break
        document, missed = _brought_out(document, stands, deep, with_hips=number > 0 and rig.planting.hips == "feet")
        stands = posed(document, missed)
    return stands


def _brought_out(
    document: Document, stands: Posed, deep: Sequence[tuple[Footing, float]], with_hips: bool
) -> tuple[Document, tuple[Missed, ...]]:
    """The document with feet brought out of the ground in which they stand so deep, metres, and what they miss."""
    hips = deep[0][0].leg.hips
    out = [_brought_up(foot, far, document.figure, stands) for foot, far in deep]
    moved = {foot.leg.sole.handle: at for (foot, _far), (at, _missed) in zip(deep, out, strict=True)}
    if with_hips:
        up = raised(max(far for _foot, far in deep))
        moved[hips] = carried(document.figure.transform(hips), stands.matrix(hips), up)
    return with_transforms(document, moved), tuple(missed for _at, missed in out)


def planted(document: Document, stood: Posed) -> Document:
    """The document with its feet on the ground and its hips as low as these need; `stood` is how it stands without."""
    moved = transforms(document.figure, stood, footings(document.rig, document.ground, stood))
    return with_transforms(document, moved) if moved else document


def footings(rig: Rig, ground: Ground | None, stood: Posed, whole: bool = False) -> list[Footing]:
    """Return the targets of the feet that plant. A handle that is scaled to nothing carries no sole, and stays."""
    if ground is None:
        return []
    legs = [leg for leg in legs_of(rig, ground) if has_size(stood.matrices[leg.handle])]
    feet = [_footing(ground, leg, stood, float(whole)) for leg in legs]
    parts = [_level_part(ground, foot, feet, stood) if foot.laid.planted < 1.0 else 0.0 for foot in feet]
    return [
        _footing(ground, foot.leg, stood, part) if part > foot.laid.planted else foot
        for foot, part in zip(feet, parts, strict=True)
    ]


def _footing(ground: Ground, leg: Leg, stood: Posed, least: float) -> Footing:
    """Return the target of a leg's foot from its pose, planted by the part `least` however high it is."""
    matrices, sole = stood.matrices, leg.sole
    ankle = matrices[leg.target, :3, 3]
    handle, up = _handle_of(leg, stood)
    real = real_sole(leg, matrices) + (ankle - matrices[leg.foot, :3, 3])
    laid = lay(ground, sole, _carried(handle, sole.points), real, _carried(handle, sole.anchor[None])[0], up, least)
    return Footing(leg, laid, matrices[leg.hip, :3, 3], _carried(laid.change, ankle[None])[0])


def _handle_of(leg: Leg, stood: Posed) -> tuple[Floats, Floats]:
    """Return the matrix (4, 4) that a handle gives its sole from rest, and the normal (3,) of the sole's back."""
    handle = stood.matrices[leg.handle] @ leg.back[0]
    return handle, handle[:3, 2] / np.linalg.norm(handle[:3, 2])


def _level_part(ground: Ground, foot: Footing, feet: Sequence[Footing], stood: Posed) -> float:
    """Return how far a foot above lower ground is planted, 0 to 1, because it is level with a planted one."""
    handle, up = _handle_of(foot.leg, stood)
    sole, others = foot.leg.sole, [each for each in feet if each is not foot and each.laid.planted > 0.0]
    height = _carried(handle, sole.anchor[None])[0, 2]
    part = 0.0
    for other in others:
        there = _carried(_handle_of(other.leg, stood)[0], other.leg.sole.anchor[None])[0, 2]
        part = max(part, other.laid.planted * level_with(sole, up, float(height - there)))
    return part * past_edge(ground, _carried(handle, sole.points), sole.length) if part > 0.0 else 0.0


def real_sole(leg: Leg, matrices: Floats) -> Floats:
    """The points (n, 3) of the sole where foot and toes stand, whose bones have these matrices (n, 4, 4)."""
    foot, toe = (matrices[row] @ back for row, back in zip((leg.foot, leg.toe), leg.back[1:], strict=True))
    points, on_toe = leg.sole.points, leg.sole.on_toe[:, None]
    return np.where(on_toe, _carried(toe, points), _carried(foot, points))


def _hips_drop(planting: Planting, feet: Sequence[Footing]) -> float:
    """Return the distance by which the hips come down, metres."""
    if planting.hips == "stay":
        return 0.0
    asked = max(foot.laid.planted * _drop_for(foot) for foot in feet)
    return min(planting.part * asked, planting.most * max(foot.leg.length for foot in feet))


def _drop_for(foot: Footing) -> float:
    """Return the distance by which the hip joint has to come down for the foot to reach, metres."""
    aside = foot.hip[:2] - foot.ankle[:2]
    return float(drop_to_reach(foot.leg.length, aside @ aside, foot.hip[2] - foot.ankle[2]))


def _brought_up(foot: Footing, far: float, figure: Figure, stands: Posed) -> tuple[Transform, Missed]:
    """The handle that brings a foot out that stands so far in the ground, because it cannot reach its place."""
    leg, handle = foot.leg, foot.leg.sole.handle
    ankle = stands.matrices[leg.foot, :3, 3] + (0.0, 0.0, far)
    change = np.eye(4)
    change[:3, 3] = ankle - stands.matrices[leg.target, :3, 3]
    return carried(figure.transform(handle), stands.matrices[leg.handle], change), _missed(foot, stands, ankle)


def _missed(foot: Footing, stands: Posed, ankle: Floats) -> Missed:
    """A foot that does not reach its place on the ground."""
    leg = foot.leg
    root = three(stands.matrices[leg.hip, :3, 3])
    return Missed(leg.sole, leg.length, dist(foot.ankle, ankle), three(foot.ankle), three(ankle), root)


def transforms(figure: Figure, stood: Posed, feet: Sequence[Footing]) -> Mapping[str, Transform]:
    """The transforms of the handles of feet, and of what carries the hips."""
    down = _hips_drop(figure.rig.planting, feet) if feet else 0.0
    found: dict[str, Transform] = {}
    lowered = raised(-down)
    if down > 0.0:
        hips = feet[0].leg.hips
        found[hips] = carried(figure.transform(hips), stood.matrix(hips), lowered)
    for foot in feet:
        change = foot.laid.change
        stands = stood.matrices[foot.leg.handle]
        if foot.leg.held_by_hips and down > 0.0:
            change, stands = change @ np.linalg.inv(lowered), lowered @ stands
        if np.abs(change - np.eye(4)).max() > SAME:
            found[foot.leg.sole.handle] = carried(figure.transform(foot.leg.sole.handle), stands, change)
    return found


def raised(by: float) -> Floats:
    """The matrix (4, 4) that moves up by so much."""
    matrix = np.eye(4)
    matrix[2, 3] = by
    return matrix


def _carried(matrix: Floats, points: Floats) -> Floats:
    """Points (n, 3) moved by a matrix (4, 4)."""
    return np.asarray(points @ matrix[:3, :3].T + matrix[:3, 3])
