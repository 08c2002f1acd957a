"""Edits of limbs: a chain with the handles and poles that steer it, put together and taken away in one piece.

Here a limb is made at rest. Where the figure is posed, `solver.edits.limbs` sees to it that nothing moves.
"""

from __future__ import annotations

from collections.abc import Collection
from math import dist

from msgspec.structs import replace

from pantin.rigs.constraints import Constraint, CopyRotation, Ik, SplineIk, target_of
from pantin.rigs.document import Document
from pantin.rigs.editing.bones import reparent
from pantin.rigs.editing.kept_motion import keeping_motion
from pantin.rigs.limb import Limb
from pantin.rigs.limb_kinds.members import limb_part
from pantin.rigs.limb_kinds.plan import Plan
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.tree.chains import chain_bones

HANGING = 0.8
"""The cosine of the angle to the vertical within which a limb of unknown name is a leg; arms at rest hang in an A."""


def add(document: Document, plan: Plan) -> Document:
    """Add a planned limb and select its first handle. Clips and kept poses stay as they are seen."""
    rig = document.rig
    bones = tuple(_moved(bone, plan) for bone in rig.bones)
    changed = replace(
        rig,
        bones=(*bones, *(each.bone for each in plan.controls)),
        constraints=(*rig.constraints, *plan.constraints),
        limbs=(*rig.limbs, plan.limb),
    )
    figure = keeping_motion(document.figure, replace(rig, bones=bones)) if plan.moved else document.figure
    handle = plan.limb.controls[0]
    made = document.with_figure(replace(figure, rig=changed))
    return replace(made, selected=(handle,), active=handle, ends=())


def remove(document: Document, limb: Limb) -> Document:
    """Remove a limb with its controls and their constraints, and select the bone at its end."""
    gone = frozenset(limb.controls)
    rig = document.rig
    changed = replace(
        rig,
        bones=tuple(_carried_on(rig, bone, gone) for bone in rig.bones if bone.name not in gone),
        constraints=tuple(constraint for constraint in rig.constraints if gone.isdisjoint(_names(constraint))),
        freed={name: limit for name, limit in rig.freed.items() if name not in gone},
        collections=tuple(
            replace(each, bones=tuple(name for name in each.bones if name not in gone)) for each in rig.collections
        ),
        limbs=tuple(other for other in rig.limbs if other != limb),
    )
    end = next((name for name in (limb.name, *reversed(limb.bones)) if name in changed.by_name), None)
    pose = {name: posed for name, posed in document.figure.pose.bones.items() if name not in gone}
    return replace(document.with_rig(changed).posed(pose), selected=() if end is None else (end,), active=end, ends=())


def limbs_of(rig: Rig, names: Collection[str]) -> tuple[Limb, ...]:
    """The limbs that any of these bones belongs to."""
    return tuple(limb for limb in rig.limbs if not set(names).isdisjoint((*limb.bones, *limb.controls)))


def is_steered(rig: Rig, limb: Limb) -> bool:
    """Return whether its controls do something for its bones: by IK; eyes and spines may do without."""
    own = set(limb.controls)
    constraints = [
        constraint
        for constraint in rig.constraints
        if constraint.owner not in own and not own.isdisjoint(_names(constraint))
    ]
    return any(isinstance(constraint, Ik | SplineIk) for constraint in constraints) or (
        bool(constraints) and limb.kind in ("aim", "spine")
    )


def steered_by(rig: Rig, names: Collection[str]) -> frozenset[str]:
    """The bones of the body that these controls steer: the chains of their limbs, and of IK without a limb."""
    controls = {name for name in names if name in rig.by_name and rig.by_name[name].kind != "bone"}
    if not controls:
        return frozenset()
    found = {name for limb in rig.limbs if not controls.isdisjoint(limb.controls) for name in limb.bones}
    for constraint in rig.constraints:
        if isinstance(constraint, Ik | SplineIk) and not controls.isdisjoint(_names(constraint)):
            found.update(chain_bones(rig, constraint))
    return frozenset(found)


def visible_control(rig: Rig, control: str) -> str:
    """Return the control that is grabbed to move a control: itself, or where it is hidden, the nearest parent that is
    seen.
    """
    at = rig.by_name[control]
    while at.hidden and at.parent is not None and rig.by_name[at.parent].kind == "handle":
        at = rig.by_name[at.parent]
    return control if at.hidden else at.name


def switched_controls(rig: Rig, limb: Limb) -> tuple[str, ...]:
    """The controls of a limb that something else holds: handles and poles that hang on none of its own."""
    own = [rig.by_name[name] for name in limb.controls if name in rig.by_name]
    return tuple(bone.name for bone in own if bone.parent not in limb.controls)


def space_of(rig: Rig, limb: Limb) -> str | None:
    """The bone that holds the handle of a limb; None where nothing does."""
    return next((rig.by_name[name].parent for name in switched_controls(rig, limb)), None)


def why_not_in_space(rig: Rig, limb: Limb, parent: str | None) -> str:
    """Return why a bone cannot hold a limb; empty where it can."""
    try:
        reparent(Document.of(rig), switched_controls(rig, limb), parent)
    except ValueError as error:
        return str(error)
    return ""


def let_pole_follow(document: Document, limb: Limb, follows: bool) -> Document:
    """Let the pole of a limb go with it while its handle is pulled, or stay."""
    limbs = tuple(replace(each, pole_follows=follows) if each == limb else each for each in document.rig.limbs)
    return document.with_rig(replace(document.rig, limbs=limbs))


def let_body_come(document: Document, limb: Limb, pull: float) -> Document:
    """Let the body come along so far when a limb is pulled beyond its reach: 1 as bodies do, 0 not at all."""
    limbs = tuple(replace(each, pull=pull) if each == limb else each for each in document.rig.limbs)
    return document.with_rig(replace(document.rig, limbs=limbs))


def held_end(rig: Rig, limb: Limb) -> tuple[str, str] | None:
    """The bone at the end of a limb and the handle whose turn it may keep; None where there is nothing to choose.

    Two bones that bring their end to a handle have no turn left to give it: they need a foot or a hand.
    """
    if limb.kind not in ("limb", "tail", "finger") or not limb.bones:
        return None
    goals = {
        constraint.owner: constraint.target
        for constraint in rig.constraints
        if isinstance(constraint, Ik) and constraint.target in limb.controls
    }
    if limb.bones[-1] in goals and len(limb.bones) < 3:
        return None
    handle = next((goals[name] for name in reversed(limb.bones[-2:]) if name in goals), None)
    return None if handle is None else (limb.bones[-1], handle)


def with_end(document: Document, name: str) -> Document:
    """Take a bone that goes on from the last bone of a limb into that limb, as its foot or hand.

    A foot keeps the rotation of the handle, so that it stays on the ground while the leg bends; a hand follows the
    forearm until it is set to keep it. Limbs that have an end, and bones that go on from none, stay as they are.
    """
    rig = document.rig
    bone = rig.by_name[name]
    limb = next((limb for limb in rig.limbs if limb.kind == "limb" and bone.parent in limb.bones[-1:]), None)
    if limb is None or not bone.connected or held_end(rig, limb) is not None or not _ends_in_a_goal(rig, limb):
        return document
    longer = replace(limb, bones=(*limb.bones, name))
    limbs = tuple(longer if each is limb else each for each in rig.limbs)
    taken = document.with_rig(replace(rig, limbs=limbs))
    return keep_rotation(taken, longer, True) if _is_leg(rig, limb) else taken


def _ends_in_a_goal(rig: Rig, limb: Limb) -> bool:
    """Return whether the tail of the last bone is what the handle of a limb moves."""
    return any(
        isinstance(each, Ik) and each.owner == limb.bones[-1] and each.target in limb.controls
        for each in rig.constraints
    )


def _is_leg(rig: Rig, limb: Limb) -> bool:
    """Return whether a limb is a leg: by the part of the body that its last bone is, else because it hangs down at
    rest.
    """
    part = limb_part(rig, limb.bones[-1])
    if part is not None:
        return part.member == "leg"
    start, end = rig.by_name[limb.bones[0]].head, rig.by_name[limb.bones[-1]].tail
    return start[2] - end[2] > HANGING * dist(start, end)


def keeps_rotation(rig: Rig, limb: Limb) -> bool:
    """Return whether the end of a limb keeps the rotation of its handle."""
    held = held_end(rig, limb)
    return held is not None and any(_holds(constraint, *held) for constraint in rig.constraints)


def keep_rotation(document: Document, limb: Limb, kept: bool) -> Document:
    """Let the end of a limb keep the rotation of its handle, or not.

    A foot copies it. Where the end is turned by the IK itself, the goal asks for its turn too.
    """
    rig, held = document.rig, held_end(document.rig, limb)
    if held is None or keeps_rotation(rig, limb) == kept:
        return document
    end, handle = held
    constraints = tuple(_asking(constraint, end, handle, kept) for constraint in rig.constraints)
    if constraints == rig.constraints:
        copy = CopyRotation(owner=end, target=handle)
        constraints = (
            (*constraints, copy)
            if kept
            else tuple(constraint for constraint in constraints if not _holds(constraint, end, handle))
        )
    return document.with_rig(rig.changed(constraints=constraints))


def _asking(constraint: Constraint, end: str, handle: str, kept: bool) -> Constraint:
    if isinstance(constraint, Ik) and constraint.owner == end and constraint.target == handle:
        return replace(constraint, rotation=kept)
    return constraint


def _holds(constraint: Constraint, end: str, handle: str) -> bool:
    if constraint.owner != end or target_of(constraint) != handle:
        return False
    return isinstance(constraint, CopyRotation) or (isinstance(constraint, Ik) and constraint.rotation)


def _moved(bone: Bone, plan: Plan) -> Bone:
    if bone.name not in plan.moved:
        return bone
    head, tail = plan.moved[bone.name]
    return replace(bone, head=head, tail=tail)


def _carried_on(rig: Rig, bone: Bone, gone: Collection[str]) -> Bone:
    """A bone that somebody hung on a control hangs on what carried that."""
    parent = bone.parent
    while parent in gone and parent is not None:
        parent = rig.by_name[parent].parent
    return bone if parent == bone.parent else replace(bone, parent=parent, connected=False)


def _names(constraint: Constraint) -> tuple[str | None, ...]:
    return constraint.owner, *constraint.looks_at, constraint.own_pole
