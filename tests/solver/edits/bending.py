"""How limbs of a fitted person bend when their handles come nearer, against how people bend."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from pantin.rigs.constraints import Ik
from pantin.rigs.document import Document
from pantin.rigs.fitting import FoundBody, person_figure_in
from pantin.rigs.fitting.bending import ARM, LEG, LimbParts
from pantin.rigs.fitting.body_frame import frame_of
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.tree.chains import chain_bones
from pantin.solver import Evaluated, evaluate
from pantin.solver.edits.limbs.person_controls import rig_person
from pantin.solver.edits.posing import posing

PARTS = (0.8, 0.65, 0.55)
"""How far the end of a limb is from its root, in lengths of the limb."""
MISSED = 1e-3
BENT_INSIDE = 10.0
"""Degrees by which a bone may bend against the next one of the same shin or forearm, more than at rest."""
ALIKE = 0.1
"""Between the ways of knees or elbows of both sides, seen from above and mirrored: unit vectors."""


class Bent(NamedTuple):
    """A limb below its root: what it missed in its lengths, where its joint goes, its largest bend inside, degrees."""

    missed: float
    forward: float
    outward: float
    inside: float


def bends(rig: Rig) -> Iterator[tuple[LimbParts, float, dict[str, Bent]]]:
    """Both limbs of a kind, by side, at each distance below their roots."""
    figure, made = person_figure_in(rig), rig_person(Document.of(rig))[0]
    rest = evaluate(made)
    for parts in (LEG, ARM):
        for part in PARTS:
            found = {side: bent(made, rest, figure, parts, side, part) for side in "LR"}
            yield parts, part, {side: limb for side, limb in found.items() if limb is not None}


def bent(made: Document, rest: Evaluated, figure: FoundBody, parts: LimbParts, side: str, part: float) -> Bent | None:
    upper, lower = (figure.bones.get(f"{each}.{side}") for each in parts[:2])
    if upper is None or lower is None:
        return None
    [ik] = [tie for tie in made.rig.constraints if isinstance(tie, Ik) and upper in chain_bones(made.rig, tie)]
    chain = tuple(reversed(chain_bones(made.rig, ik)))
    rows = [rest.index[name] for name in chain]
    frame, root = frame_of(made.rig, figure, parts[0]), rest.heads[rows[0]]
    points = np.array([*rest.heads[rows], rest.tails[rows[-1]]])
    long = float(np.linalg.norm(np.diff(points, axis=0), axis=1).sum())
    goal = root - part * long * frame.up
    handle = str(ik.target)
    there = evaluate(posing.translate(made, rest, (handle,), goal - rest.heads[rest.index[handle]]))
    end = there.tails[rows[-1]]
    line = (end - root) / np.linalg.norm(end - root)
    joint = there.heads[there.index[lower]] - root
    off = joint - (joint @ line) * line
    off = off / np.linalg.norm(off)
    other = figure.bones[f"{parts[0]}.{'R' if side == 'L' else 'L'}"]
    out = np.sign((root - rest.heads[rest.index[other]]) @ frame.left) * frame.left
    inside = [at for at in range(1, len(chain)) if chain[at] != lower]
    more = [abs(bend(there, chain, at) - bend(rest, chain, at)) for at in inside]
    missed = float(np.linalg.norm(end - goal)) / long
    return Bent(missed, float(off @ frame.forward), float(off @ out), max([0.0, *more]))


def bend(stood: Evaluated, chain: tuple[str, ...], at: int) -> float:
    """Degrees between a bone of a chain and the one before."""
    one, other = (stood.matrix(name)[:3, 1] for name in chain[at - 1 : at + 1])
    cosine = one @ other / np.linalg.norm(one) / np.linalg.norm(other)
    return float(np.degrees(np.arccos(np.clip(cosine, -1.0, 1.0))))


def assert_bends_as_people_do(rig: Rig, alike: float = ALIKE) -> None:
    for parts, part, limbs in bends(rig):
        for side, limb in limbs.items():
            where = f"{parts[1]}.{side} at {part}: {limb}"
            assert limb.missed <= MISSED, where
            assert limb.forward > 0.0 if parts == LEG else limb.forward < 0.0, where
            assert limb.inside <= BENT_INSIDE, where
        if len(limbs) == 2:
            one, other = (np.array((limb.forward, limb.outward)) for limb in limbs.values())
            assert np.linalg.norm(one - other) <= alike, f"{parts[1]} at {part}: {limbs}"


def at(bone: Bone, head: object, tail: object) -> Bone:
    (hx, hy, hz), (tx, ty, tz) = np.asarray(head).tolist(), np.asarray(tail).tolist()
    return replace(bone, head=(hx, hy, hz), tail=(tx, ty, tz))


def straight(rig: Rig, parts: LimbParts, side: str, noise: float, way: float) -> Rig:
    """The rig with a limb that hangs straight but for some degrees of bend to any side of it."""
    upper, lower, end = (rig.by_name[f"{part}.{side}"] for part in parts)
    root, first, second = np.array(upper.head), length(upper), length(lower)
    aside = np.array((np.cos(np.radians(way)), np.sin(np.radians(way)), 0.0))
    middle = root + first * (np.cos(np.radians(noise / 2)) * DOWN + np.sin(np.radians(noise / 2)) * aside)
    last = middle + second * (np.cos(np.radians(noise / 2)) * DOWN - np.sin(np.radians(noise / 2)) * aside)
    by = last - np.array(end.head)
    placed = {upper.name: (root, middle), lower.name: (middle, last)}
    moved = {end.name, *(bone.name for bone in rig.bones if bone.parent == end.name)}
    placed |= {name: (np.add(rig.by_name[name].head, by), np.add(rig.by_name[name].tail, by)) for name in moved}
    return replace(rig, bones=tuple(at(bone, *placed.get(bone.name, (bone.head, bone.tail))) for bone in rig.bones))


DOWN = np.array((0.0, 0.0, -1.0))


def length(bone: Bone) -> float:
    return float(np.linalg.norm(np.subtract(bone.tail, bone.head)))
