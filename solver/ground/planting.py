"""Planting: a posed figure comes to stand on its ground, before it is evaluated for good.

`on_ground` is a pure function of the document and of how it is posed without ground: feet that plant are laid on the
surface by their handles, and the hips come down as the rig's `planting` says, so that these feet reach. What stands on
the ground already is left as it is. A foot that cannot reach its place never is in the ground for that, and a
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
from pantin.rigs.ground.kinds import Ground
from pantin.rigs.ground.surface import past_edge
from pantin.rigs.motion.transform_arrays import transformed
from pantin.rigs.vectors import three
from pantin.solver.ground.footing import DEEP, Footing, hips_drop, lifted_out
from pantin.solver.ground.laying import lay, level_with, through
from pantin.solver.ground.legs import Leg, legs_of, sole_points
from pantin.solver.program.carried import carried, has_size
from pantin.solver.program.evaluated import Evaluated
from pantin.solver.program.posed import Posed
from pantin.solver.program.skeleton import Floats

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


def plants(document: Document) -> bool:
    """Return whether any foot of the figure plants now."""
    ground = document.ground
    return ground is not None and bool(legs_of(document.rig, ground))


def on_ground(
    document: Document, unplanted: Evaluated, posed: Callable[[Document, tuple[Missed, ...]], Evaluated]
) -> Evaluated:
    """Return the document posed on its ground, where `unplanted` is its pose without it.

    `posed` evaluates others, and reports the feet that miss their places.
    """
    rig, ground = document.rig, document.ground
    feet = footings(rig, ground, unplanted)
    moved = transforms(document.figure, unplanted, feet)
    if ground is None or not moved:
        return unplanted
    document = with_transforms(document, moved)

    def depths(pose: tuple[Document, Evaluated]) -> Floats:
        return np.array([through(ground, sole_points(foot.leg, pose[1].matrices)) for foot in feet])

    def lifted(pose: tuple[Document, Evaluated], deep: Floats, number: int) -> tuple[Document, Evaluated]:
        # From the second round on with the hips: they are too near to the ground for the leg to fold.
        lifts_hips = number > 0 and rig.planting.hips == "feet"
        document, missed = _lifted(*pose, list(zip(feet, deep.tolist(), strict=True)), lifts_hips)
        return document, posed(document, missed)

    return lifted_out((document, posed(document, ())), depths, lifted)[1]


def _lifted(
    document: Document, stands: Posed, feet: Sequence[tuple[Footing, float]], lifts_hips: bool
) -> tuple[Document, tuple[Missed, ...]]:
    """Return the document with feet lifted out of the ground in which they are so deep, metres, and what they miss."""
    deep = [(foot, far) for foot, far in feet if far > DEEP]
    hips = deep[0][0].leg.hips
    out = [_foot_lifted(foot, far, document.figure, stands) for foot, far in deep]
    moved = {foot.leg.sole.handle: at for (foot, _far), (at, _missed) in zip(deep, out, strict=True)}
    if lifts_hips:
        up = raised(max(far for _foot, far in deep))
        moved[hips] = carried(document.figure.transform(hips), stands.matrix(hips), up)
    return with_transforms(document, moved), tuple(missed for _at, missed in out)


def planted(document: Document, unplanted: Posed) -> Document:
    """The document with its feet on the ground and its hips as low as these need; `unplanted` is how it is posed
    without."""
    moved = transforms(document.figure, unplanted, footings(document.rig, document.ground, unplanted))
    return with_transforms(document, moved) if moved else document


def footings(rig: Rig, ground: Ground | None, unplanted: Posed, whole: bool = False) -> list[Footing]:
    """Return the targets of the feet that plant. A handle that is scaled to nothing carries no sole, and stays."""
    if ground is None:
        return []
    legs = [leg for leg in legs_of(rig, ground) if has_size(unplanted.matrices[leg.handle])]
    feet = [_footing(ground, leg, unplanted, float(whole)) for leg in legs]
    parts = [_level_part(ground, foot, feet, unplanted) if foot.laid.planted < 1.0 else 0.0 for foot in feet]
    return [
        _footing(ground, foot.leg, unplanted, part) if part > foot.laid.planted else foot
        for foot, part in zip(feet, parts, strict=True)
    ]


def _footing(ground: Ground, leg: Leg, unplanted: Posed, least: float) -> Footing:
    """Return the target of a leg's foot from its pose, planted by the part `least` however high it is."""
    matrices, sole = unplanted.matrices, leg.sole
    ankle = matrices[leg.target, :3, 3]
    handle, up = _handle_of(leg, unplanted)
    real = sole_points(leg, matrices) + (ankle - matrices[leg.foot, :3, 3])
    flat, anchor = transformed(handle, sole.points), transformed(handle, sole.anchor[None])[0]
    laid = lay(ground, sole, flat, real, anchor, up, least)
    return Footing(leg, laid, matrices[leg.hip, :3, 3], transformed(laid.change, ankle[None])[0])


def _handle_of(leg: Leg, unplanted: Posed) -> tuple[Floats, Floats]:
    """Return the matrix (4, 4) that a handle gives its sole from rest, and the normal (3,) of the sole's back."""
    handle = unplanted.matrices[leg.handle] @ leg.back[0]
    return handle, handle[:3, 2] / np.linalg.norm(handle[:3, 2])


def _level_part(ground: Ground, foot: Footing, feet: Sequence[Footing], unplanted: Posed) -> float:
    """Return how far a foot above lower ground is planted, 0 to 1, because it is level with a planted one."""
    handle, up = _handle_of(foot.leg, unplanted)
    sole, others = foot.leg.sole, [each for each in feet if each is not foot and each.laid.planted > 0.0]
    height = transformed(handle, sole.anchor[None])[0, 2]
    part = 0.0
    for other in others:
        there = transformed(_handle_of(other.leg, unplanted)[0], other.leg.sole.anchor[None])[0, 2]
        part = max(part, other.laid.planted * level_with(sole, up, float(height - there)))
    return part * past_edge(ground, transformed(handle, sole.points), sole.length) if part > 0.0 else 0.0


def _foot_lifted(foot: Footing, far: float, figure: Figure, stands: Posed) -> tuple[Transform, Missed]:
    """Return the handle that lifts a foot which is so far in the ground, metres, because it cannot reach its place."""
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


def transforms(figure: Figure, unplanted: Posed, feet: Sequence[Footing]) -> Mapping[str, Transform]:
    """The transforms of the handles of feet, and of what carries the hips."""
    down = float(hips_drop(figure.rig.planting, feet)) if feet else 0.0
    found: dict[str, Transform] = {}
    lowered = raised(-down)
    if down > 0.0:
        hips = feet[0].leg.hips
        found[hips] = carried(figure.transform(hips), unplanted.matrix(hips), lowered)
    for foot in feet:
        change = foot.laid.change
        stands = unplanted.matrices[foot.leg.handle]
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
