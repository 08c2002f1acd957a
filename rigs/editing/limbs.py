"""Edits of limbs: a chain with the handles and poles that steer it, put together and taken away in one piece.

Here a limb is made at rest. Where the figure is posed, `solver.edits.limbs` sees to it that nothing moves.
"""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from pantin.rigs.chains import chain_bones
from pantin.rigs.constraints import Constraint, CopyRotation, Ik, target_of
from pantin.rigs.document import Document
from pantin.rigs.limb import Limb
from pantin.rigs.limb_kinds.plan import Plan
from pantin.rigs.rig import Bone, Rig


def add(document: Document, plan: Plan) -> Document:
    """The limb added, its first handle selected."""
    rig = document.rig
    bones = tuple(_moved(bone, plan) for bone in rig.bones)
    changed = replace(
        rig,
        bones=(*bones, *(each.bone for each in plan.controls)),
        constraints=(*rig.constraints, *plan.constraints),
        limbs=(*rig.limbs, plan.limb),
    )
    handle = plan.limb.controls[0]
    return replace(document, rig=changed, selected=(handle,), active=handle, ends=())


def remove(document: Document, limb: Limb) -> Document:
    """The limb taken away, its controls and their constraints with it; the bone at its end is selected."""
    gone = frozenset(limb.controls)
    rig = document.rig
    changed = replace(
        rig,
        bones=tuple(_carried_on(rig, bone, gone) for bone in rig.bones if bone.name not in gone),
        constraints=tuple(tie for tie in rig.constraints if gone.isdisjoint(_names(tie))),
        pose={name: posed for name, posed in rig.pose.items() if name not in gone},
        collections=tuple(
            replace(each, bones=tuple(name for name in each.bones if name not in gone)) for each in rig.collections
        ),
        limbs=tuple(other for other in rig.limbs if other != limb),
    )
    end = next((name for name in (limb.name, *reversed(limb.bones)) if name in changed.by_name), None)
    return replace(document, rig=changed, selected=() if end is None else (end,), active=end, ends=())


def limbs_of(rig: Rig, names: Collection[str]) -> tuple[Limb, ...]:
    """The limbs that any of these bones belongs to."""
    return tuple(limb for limb in rig.limbs if not set(names).isdisjoint((*limb.bones, *limb.controls)))


def is_steered(rig: Rig, limb: Limb) -> bool:
    """Whether its controls do something for its bones: by IK; eyes and spines may do without."""
    own = set(limb.controls)
    ties = [tie for tie in rig.constraints if tie.owner not in own and not own.isdisjoint(_names(tie))]
    return any(isinstance(tie, Ik) for tie in ties) or (bool(ties) and limb.kind in ("aim", "spine"))


def steered_by(rig: Rig, names: Collection[str]) -> frozenset[str]:
    """The bones of the body that these controls steer: the chains of their limbs, and of IK without a limb."""
    controls = {name for name in names if name in rig.by_name and rig.by_name[name].kind != "bone"}
    if not controls:
        return frozenset()
    found = {name for limb in rig.limbs if not controls.isdisjoint(limb.controls) for name in limb.bones}
    for tie in rig.constraints:
        if isinstance(tie, Ik) and not controls.isdisjoint(_names(tie)):
            found.update(chain_bones(rig, tie))
    return frozenset(found)


def shown_carrier(rig: Rig, control: str) -> str:
    """What is grabbed to move a control: itself, or where it is hidden, the control that carries it and is seen."""
    at = rig.by_name[control]
    while at.hidden and at.parent is not None and rig.by_name[at.parent].kind == "handle":
        at = rig.by_name[at.parent]
    return control if at.hidden else at.name


def held_end(rig: Rig, limb: Limb) -> tuple[str, str] | None:
    """The bone at the end of a limb and the handle whose turn it may keep; None where there is nothing to choose.

    Two bones that bring their end to a handle have no turn left to give it: they need a foot or a hand.
    """
    if limb.kind not in ("limb", "tail", "finger") or not limb.bones:
        return None
    goals = {tie.owner: tie.target for tie in rig.constraints if isinstance(tie, Ik) and tie.target in limb.controls}
    if limb.bones[-1] in goals and len(limb.bones) < 3:
        return None
    handle = next((goals[name] for name in reversed(limb.bones[-2:]) if name in goals), None)
    return None if handle is None else (limb.bones[-1], handle)


def keeps_rotation(rig: Rig, limb: Limb) -> bool:
    """Whether the end of a limb takes the turn of its handle."""
    held = held_end(rig, limb)
    return held is not None and any(_holds(tie, *held) for tie in rig.constraints)


def keep_rotation(document: Document, limb: Limb, kept: bool) -> Document:
    """The end of a limb takes the turn of its handle from now on, or does so no longer.

    A foot copies it. Where the end is turned by the IK itself, the goal asks for its turn too.
    """
    rig, held = document.rig, held_end(document.rig, limb)
    if held is None or keeps_rotation(rig, limb) == kept:
        return document
    end, handle = held
    ties = tuple(_asking(tie, end, handle, kept) for tie in rig.constraints)
    if ties == rig.constraints:
        copy = CopyRotation(owner=end, target=handle)
        ties = (*ties, copy) if kept else tuple(tie for tie in ties if not _holds(tie, end, handle))
    return replace(document, rig=rig.constrained(ties))


def _asking(tie: Constraint, end: str, handle: str, kept: bool) -> Constraint:
    if isinstance(tie, Ik) and tie.owner == end and tie.target == handle:
        return replace(tie, rotation=kept)
    return tie


def _holds(tie: Constraint, end: str, handle: str) -> bool:
    if tie.owner != end or target_of(tie) != handle:
        return False
    return isinstance(tie, CopyRotation) or (isinstance(tie, Ik) and tie.rotation)


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


def _names(tie: Constraint) -> tuple[str | None, ...]:
    return tie.owner, target_of(tie), getattr(tie, "pole", None)
