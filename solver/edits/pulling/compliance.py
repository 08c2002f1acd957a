"""Compliance of a body that is pulled: the cost of turning each bone, and of moving the hips.

A hand is followed by its arm first, then by clavicle, spine and hips, because that is the order of these costs. For
bones whose part of the body is known they are those of people. For all others mass is taken as length squared: a bone
that carries several branches costs as much as what it carries, a bone of an unbranched limb next to nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

import msgspec

from pantin.rigs import Bone, Rig
from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.parts import BACKBONE, Part
from pantin.rigs.limb import Limb
from pantin.solver.edits.pulling.tree import body_ancestors

COSTS: Mapping[Part, float] = {
    "hips": 60.0,
    "shoulder": 3.0,
    "upper_arm": 0.05,
    "forearm": 0.1,
    "hand": 0.05,
    "neck": 5.0,
    "head": 5.0,
    "thigh": 0.1,
    "shin": 0.1,
    "hock": 0.1,
    "foot": 0.5,
}
"""The cost of turning a part of the body, per square radian. Twist bones and fingers count as limbs."""

BACKBONE_COST = 5.0
"""The cost of turning a bone of the back, times their number: a back of many bones bends no more than one of two."""

PULLED_NECK = 2.0
"""A bone of the neck, where the head is pulled, times their number: a neck of three bones bends no more than one of
one."""

LIMB = 0.05
TRUNK = 20.0
SHORT_FIRST = 3.0
"""Bones of unknown parts: of an unbranched run; one that branches, times its share of the mass; the first of a run,
where it is shorter than SHORT of the next, as a clavicle is."""

RIGID = 1e6
"""A bone of unknown part between hips and thigh is a part of the pelvis, and one between chest and clavicle a part of
the chest: they turn as little as these bend. As cheap as a clavicle it turned most of all where hips were pulled beyond
reach, while knees stayed straight."""

SECOND_BRANCH, SUBTREE = 0.35, 0.12
"""A bone branches where its second child carries more than this part of what its first carries, and all together more
than this part of the body."""
SHORT = 0.75

MIDDLE = 0.5
"""The resistance with which a bone yields as bodies do."""
DECADES = 4.0
"""By how many powers of ten the cost changes from there to no or full resistance."""

STIFF = 1e9
"""Factor on the cost of a part whose compliance is 0."""

LIMB_COST = 0.5
"""A bone that costs no more than this to turn belongs to a limb."""

HINGE_TWIST = 20.0
"""Factor on the cost of a twist over a bend, in a joint that bends about one axis: knees and elbows are hinges."""

DRAWN_TWIST = 10.0
"""Factor on the cost of a twist that is drawn back: in a leg stretched straight, hip and ankle can trade theirs."""


class RootCost(msgspec.Struct, frozen=True):
    """The cost of moving the root, per square height of the body, and of turning it, per square radian.

    `damping` is how much the steps are damped that lead what is pulled: with the trunk all pinned limbs turn.
    `drawn` says whether root and pulled bone are drawn back to how they were turned, and limbs to how they were
    twisted.
    """

    place: float
    turn: float
    damping: float = 0.1
    drawn: bool = False


ROOT = RootCost(200.0, 60.0)
ROOT_PULLED: Mapping[str, RootCost] = {
    "hips": RootCost(0.5, 20.0, 0.3, drawn=True),
    "chest": RootCost(20.0, 40.0, 10.0),
    "spine": RootCost(20.0, 40.0, 10.0),
    "head": RootCost(40.0, 40.0, 10.0),
    "neck": RootCost(40.0, 40.0, 10.0),
    "foot": RootCost(200.0, 60.0, 1.0),
}
"""The root, by the part that is pulled: who pulls the hips wants them to come, and not to tip over. What takes the
trunk along is led in firmly damped steps: else far pulls come out now on one side and now on the other."""


def costs_of(rig: Rig, names: Sequence[str], pulled: Collection[str]) -> dict[str, float]:
    """Return the cost of turning each of `names` when `pulled` are pulled."""
    parts, masses = parts_with_back(rig), _masses(rig)
    backs = sum(1 for name in names if parts.get(name) in BACKBONE)
    necks = [name for name in names if parts.get(name) == "neck"]
    found = {name: _cost(rig, name, parts, masses, backs) for name in names}
    neck = PULLED_NECK if any(parts.get(name) == "head" for name in pulled) else COSTS["neck"]
    found |= {name: neck * len(necks) for name in necks}
    for limb in _pulled_limbs(rig, pulled):
        found |= {name: cost * _held_back(limb.pull) for name, cost in found.items() if name not in limb.bones}
    return {name: cost * _resisting(rig, name) for name, cost in found.items()}


def parts_with_back(rig: Rig) -> Mapping[str, Part]:
    """Return the parts of the body by bone, and of the back also the bones whose names do not tell that.

    They lie between hips, back, neck and head: a belly is as much of the back as a spine is.
    """
    parts = parts_of(rig)
    found = dict(parts)
    for name, part in parts.items():
        if part in BACKBONE or part in ("neck", "head"):
            above = body_ancestors(rig, name)
            end = next((i for i, each in enumerate(above) if each in parts), None)
            if end is not None and parts[above[end]] in ("hips", *BACKBONE):
                found |= dict.fromkeys(above[:end], "spine")
    return found


def by_axis(rig: Rig, name: str, cost: float, drawn: bool) -> tuple[float, float, float]:
    """Return the costs of bend, twist and sway of a bone by the cost of a turn; its twist may be `drawn` back."""
    x, _twist, z = rig.by_name[name].joint.lock
    twist = cost * HINGE_TWIST if x != z else cost
    return cost, twist * DRAWN_TWIST if drawn else twist, cost


def root_cost(rig: Rig, root: str, pulled: Collection[str]) -> RootCost:
    """Return the cost of moving and of turning the root."""
    parts = parts_with_back(rig)
    found = ROOT
    for name in pulled:
        part = "hips" if name == root else parts.get(name)
        found = ROOT_PULLED.get(part or "", found)
    factor = _resisting(rig, root)
    for limb in _pulled_limbs(rig, pulled):
        factor *= _held_back(limb.pull)
    return msgspec.structs.replace(found, place=found.place * factor, turn=found.turn * factor)


def _pulled_limbs(rig: Rig, pulled: Collection[str]) -> list[Limb]:
    """The limbs that are pulled and hold the body back."""
    return [limb for limb in rig.limbs if limb.pull < 1.0 and not set(limb.bones).isdisjoint(pulled)]


def _held_back(pull: float) -> float:
    """By how much more the body costs when a limb of this pull is pulled."""
    return min(1.0 / max(pull, 1e-6) ** 2, STIFF)


def _resisting(rig: Rig, name: str) -> float:
    """Return the factor on the cost of a bone by its own resistance and stiffness."""
    joint = rig.by_name[name].joint
    stiffness = 1.0 - max(joint.stiffness)
    factor: float = 10.0 ** (DECADES * (joint.resist - MIDDLE)) / max(stiffness, 1e-3) ** 2
    return STIFF if joint.resist >= 1.0 else factor


def _cost(rig: Rig, name: str, parts: Mapping[str, Part], masses: Mapping[str, float], backs: int) -> float:
    """Return the cost of turning a bone, per square radian; `backs` is the number of bones of the back."""
    part = parts.get(name)
    if part in BACKBONE:
        return BACKBONE_COST * backs
    if part is None:
        return _unnamed_cost(rig, name, parts, masses)
    return COSTS.get(part, LIMB)


def _unnamed_cost(rig: Rig, name: str, parts: Mapping[str, Part], masses: Mapping[str, float]) -> float:
    """The same of a bone whose part of the body is not known, by where it is in the tree."""
    children = sorted((masses[child.name] for child in _carried(rig, name)), reverse=True)
    whole = max(masses.values())
    if len(children) > 1 and children[1] > SECOND_BRANCH * children[0] and masses[name] > SUBTREE * whole:
        return TRUNK * masses[name] / whole
    if any(parts.get(child.name) in ("thigh", "shoulder") for child in _carried(rig, name)):
        return RIGID
    return SHORT_FIRST if _is_short_first(rig, name) else LIMB


def _is_short_first(rig: Rig, name: str) -> bool:
    """Return whether a bone begins an unbranched run, and is much shorter than the next."""
    bone, carried = rig.by_name[name], _carried(rig, name)
    if bone.parent is None or len(_carried(rig, bone.parent)) < 2 or len(carried) != 1:
        return False
    return _length2(bone) < SHORT * SHORT * _length2(carried[0])


def _masses(rig: Rig) -> dict[str, float]:
    """The mass of each bone of the body with all that it carries, as length squared."""
    masses = {bone.name: _length2(bone) for bone in rig.bones if bone.kind == "bone"}
    for bone in rig.bones:
        own, above = _length2(bone), bone.parent
        while bone.name in masses and above is not None:
            if above in masses:
                masses[above] += own
            above = rig.by_name[above].parent
    return masses


def _carried(rig: Rig, name: str) -> list[Bone]:
    """The bones of the body under a bone."""
    return [child for child in rig.children.get(name, ()) if child.kind == "bone"]


def _length2(bone: Bone) -> float:
    """The square of the length of a bone, metres²."""
    return sum((b - a) ** 2 for a, b in zip(bone.head, bone.tail, strict=True))
