"""The constraints that tie the bones of a limb to its controls, and their influence.

The rotations of the bones are the FK pose of a limb, where its controls are is its IK pose; the influence of its
constraints blends between the two.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from msgspec.structs import replace

from pantin.rigs.constraints import Constraint, CopyLocation, CopyRotation, CopyTransforms, DampedTrack, Ik, SplineIk
from pantin.rigs.document import Document
from pantin.rigs.limb import Limb
from pantin.rigs.messages import _
from pantin.rigs.rig import Rig
from pantin.rigs.tree.chains import chain_bones
from pantin.rigs.wording import quoted

Tie = Ik | SplineIk | CopyLocation | CopyRotation | CopyTransforms | DampedTrack


def limb_called(rig: Rig, limb: Limb | Ik | str) -> tuple[int, ...]:
    """The places of the ties of a limb, or of a single IK constraint; `limb` may be its name, or the owner of the IK.

    Raises ValueError where there is none, or nothing that ties it.
    """
    if isinstance(limb, str):
        named = next((each for each in rig.limbs if each.name == limb), None)
        found = ties_of(rig, named) if named is not None else _of_owner(rig, limb)
    else:
        found = ties_of(rig, limb) if isinstance(limb, Limb) else _of_owner(rig, limb.owner)
    if not found:
        name = limb if isinstance(limb, str) else limb.name if isinstance(limb, Limb) else limb.owner
        raise ValueError(_no_limb(rig, name))
    return found


def _no_limb(rig: Rig, name: str) -> str:
    """That there is no limb of this name, and those that there are."""
    limbs = ", ".join(quoted(limb.name) for limb in rig.limbs)
    if not limbs:
        sentence = _("{limb} is no limb and no IK constraint with a target; the rig has no limbs.")
        return sentence.format(limb=quoted(name))
    sentence = _("{limb} is no limb and no IK constraint with a target; the limbs are {limbs}.")
    return sentence.format(limb=quoted(name), limbs=limbs)


def ties_of(rig: Rig, limb: Limb) -> tuple[int, ...]:
    """The places of the constraints that tie the bones of a limb to its controls."""
    return tuple(
        place
        for place, each in enumerate(rig.constraints)
        if isinstance(each, Tie) and each.owner in limb.bones and not _targets(each).isdisjoint(limb.controls)
    )


def influence_of(rig: Rig, ties: Iterable[int]) -> float:
    """Return the share of the IK pose, as the first of these constraints says: 0 the FK pose, 1 the IK pose."""
    each = rig.constraints[next(iter(ties))]
    if isinstance(each, Ik):
        return each.blend if each.enabled else 0.0
    assert isinstance(each, Tie)
    return each.influence if each.enabled else 0.0


def with_influence(document: Document, ties: Collection[int], influence: float) -> Document:
    """The document with these constraints on, and so much of them shown."""
    rig = document.rig
    changed = tuple(_at(each, influence) if place in ties else each for place, each in enumerate(rig.constraints))
    return document if changed == rig.constraints else document.with_rig(rig.changed(constraints=changed))


def tied_bones(rig: Rig, ties: Iterable[int]) -> tuple[str, ...]:
    """The bones that these constraints turn or move, in the order of the rig."""
    found: set[str] = set()
    for place in ties:
        each = rig.constraints[place]
        found.update(chain_bones(rig, each) if isinstance(each, Ik | SplineIk) else (each.owner,))
    return tuple(bone.name for bone in rig.bones if bone.name in found)


def _of_owner(rig: Rig, owner: str) -> tuple[int, ...]:
    """The IK constraint of a bone."""
    return next(
        (
            (place,)
            for place, each in enumerate(rig.constraints)
            if isinstance(each, Ik) and each.owner == owner and each.target in rig.by_name
        ),
        (),
    )


def _targets(tie: Tie) -> frozenset[str | None]:
    """The bones that a tie refers to, a pole aside."""
    return frozenset(tie.points) if isinstance(tie, SplineIk) else frozenset({tie.own_target})


def _at(each: Constraint, influence: float) -> Constraint:
    assert isinstance(each, Tie)
    if isinstance(each, Ik):
        return replace(each, blend=influence, enabled=True)
    return replace(each, influence=influence, enabled=True)
