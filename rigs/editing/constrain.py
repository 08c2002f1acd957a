"""Edits of the constraints. A constraint is known by its place in `rig.constraints`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from math import dist
from typing import Any

import msgspec

from pantin.rigs.constraints import Armature, Chained, Constraint, Ik, LimitDistance, Pivot, SplineIk, Untargeted
from pantin.rigs.document import Document
from pantin.rigs.editing.bones import rename, replace_bone
from pantin.rigs.fields import AnyBone, BoneRef
from pantin.rigs.figure_order import path_between
from pantin.rigs.limb_kinds.naming import control_name
from pantin.rigs.messages import _
from pantin.rigs.problems.cycles import ROLES, first_above, new_cycle
from pantin.rigs.rig import BoneKind, Rig
from pantin.rigs.scene import has_bone
from pantin.rigs.tree.chains import chain_bones, connected_chain
from pantin.rigs.tree.traversal import depth_of
from pantin.rigs.wording import quoted

_NUMBERED = re.compile(r"\.[0-9]{3}(?=\Z|[._]\w+\Z)")
"""The number in the name of an extruded bone: of "hand.001.L", and of "hand.001"."""

LIMB = 2
"""Bones that a new IK constraint turns: an arm or a leg, not the whole figure."""

PIVOTS_AS_TURNED: Mapping[str, Any] = {"owner_space": "local", "target_space": "owner"}
"""The spaces of a new Pivot: what the bone is turned by its own pose counts, whatever its rest and its parent are."""


def add(document: Document, constraint: Constraint) -> Document:
    """Append a constraint."""
    _owner_known(document.rig, constraint)
    return _with_constraints(document, (*document.rig.constraints, constraint))


def add_ik(document: Document, owner: str, target: AnyBone | None = None) -> Document:
    """A new IK constraint that bends the limb ending in `owner`; without a target it rests until it is given one."""
    return add(document, Ik(owner=owner, target=target, chain_length=min(LIMB, bones_above(document.rig, owner))))


def add_new(document: Document, kind: type[Constraint], owner: str, target: AnyBone | None = None) -> Document:
    """A new constraint of any kind, with this `target` if it has one. A distance begins as it is at rest."""
    if kind is Ik:
        return with_controls(add_ik(document, owner, target), len(document.rig.constraints))
    if issubclass(kind, SplineIk):
        return add_spline(document, owner, (target,) if isinstance(target, str) else ())
    constraint = Pivot(owner=owner, **PIVOTS_AS_TURNED) if kind is Pivot else kind(owner=owner)
    if target is not None and not isinstance(constraint, Untargeted):
        constraint = constraint.with_bone(role_of(kind), target)
    if isinstance(constraint, LimitDistance) and target is not None:
        head, other = _rest_head(document, owner), _rest_head(document, target)
        if head is not None and other is not None:
            constraint = msgspec.structs.replace(constraint, radius=dist(head, other))
    return add(document, constraint)


def _rest_head(document: Document, named: AnyBone) -> Sequence[float] | None:
    """Return where the head (3,) of a bone is at rest, in the armature space of the edited figure, metres.

    None where there is no such bone.
    """
    figure = document.figure
    if isinstance(named, str):
        return figure.rig.by_name[named].head if named in figure.rig.by_name else None
    if not has_bone(document.scene, named):
        return None
    other = document.scene.figure(named.figure)
    moved = figure.place.inverse.matrix @ other.place.matrix @ (*other.rig.by_name[named.bone].head, 1.0)
    return tuple(moved[:3].tolist())


def add_spline(document: Document, owner: str, points: Sequence[str]) -> Document:
    """A new Spline IK of the connected chain that ends in `owner`, on a curve through these bones.

    Raises ValueError where the chain would move what it follows.
    """
    rig = document.rig
    count = len(connected_chain(rig, owner, 0)) if owner in rig.by_name else 0
    added = add(document, SplineIk(owner=owner, points=tuple(points), chain_length=count))
    if why := new_cycle(rig, added.rig):
        raise ValueError(_("The curve cannot go through these bones: {why}; select others.").format(why=why))
    return added


def add_between(document: Document, kind: type[Constraint], owner: str, others: Sequence[str]) -> Document:
    """A new constraint of `owner` that refers to what is selected beside it: the first is its target, a pole the pole.

    Raises ValueError where it would move what it follows.
    """
    if issubclass(kind, SplineIk):
        return add_spline(document, owner, curve_points(document, owner, others))
    bones = document.rig.by_name
    poles = [name for name in others if bones[name].kind == "pole"] if kind is Ik else []
    targets = [] if issubclass(kind, Untargeted) else [name for name in others if name not in poles]
    role = role_of(kind)
    added = add_new(document, kind, owner, targets[0] if targets and role == "target" else None)
    index = len(document.rig.constraints)
    named = targets if role == "targets" else targets[:1]
    for role, name in (*((role, name) for name in named), *(("pole", name) for name in poles[:1])):
        why = why_not(added, index, role, name)
        if why:
            sentence = _("{bone} cannot be the {role}: {why}; select another bone.")
            raise ValueError(sentence.format(bone=quoted(name), role=ROLES[role], why=why))
        added = replace(added, index, added.rig.constraints[index].with_bone(role, name))
    return with_controls(added, index)


def with_controls(document: Document, index: int) -> Document:
    """Turn bones that were just extruded into the handle or the pole of the IK constraint at `index`.

    These are bones whose name is still that of the bone they came from with a number, on which nothing hangs and which
    are connected to nothing. They are named after the bone they came from, as limbs name their controls.
    """
    constraint = document.rig.constraints[index]
    if not isinstance(constraint, Ik):
        return document
    kinds: tuple[tuple[str | None, BoneKind, str], ...] = (
        (constraint.own_target, "handle", "ik"),
        (constraint.own_pole, "pole", "pole"),
    )
    for name, kind, what in kinds:
        if name is not None and _is_new(document.rig, name):
            bone = msgspec.structs.replace(document.rig.by_name[name], kind=kind)
            new = control_name(_NUMBERED.sub("", name), what, document.rig.by_name)
            document = rename(replace_bone(document, bone), name, new)
    return document


def _is_new(rig: Rig, name: str) -> bool:
    """Return whether a bone has the name that extruding gave it and takes part in nothing yet."""
    bone = rig.by_name.get(name)
    return (
        bone is not None
        and bone.kind == "bone"
        and not bone.connected
        and not rig.children.get(name)
        and _NUMBERED.search(name) is not None
        and all(constraint.owner != name for constraint in rig.constraints)
    )


def role_of(kind: type[Constraint]) -> str:
    """The field of a kind that takes its target."""
    return "targets" if kind is Armature else "target"


def curve_points(document: Document, owner: str, others: Sequence[str]) -> tuple[str, ...]:
    """The `others` that a curve for the chain ending in `owner` can go through, from its root on; none of the chain."""
    rig = document.rig
    chain = connected_chain(rig, owner, 0)
    joints = [rig.by_name[name].head for name in reversed(chain)] + [rig.by_name[owner].tail]

    def along(name: str) -> int:
        return min(range(len(joints)), key=lambda at: dist(joints[at], rig.by_name[name].head))

    return tuple(sorted((name for name in others if name not in chain), key=along))


def why_not(document: Document, index: int, role: str, name: AnyBone) -> str:
    """Return why the constraint at `index` cannot have the bone `name` as its target or pole; empty where it can."""
    if isinstance(name, BoneRef):
        return _why_not_elsewhere(document, name)
    rig = document.rig
    constraint = rig.constraints[index]
    before = rig.changed(constraints=_put(rig, index, constraint.with_bone(role, None)))
    after = rig.changed(constraints=_put(rig, index, constraint.with_bone(role, name)))
    if not new_cycle(before, after):
        return ""
    chain = chain_bones(rig, constraint) if isinstance(constraint, Chained) else (constraint.owner,)
    ancestor = first_above(rig, name, chain)
    if ancestor is None:
        return _("it follows {bone} already").format(bone=constraint.owner)
    if ancestor == name:
        return _("this moves it")
    return _("it hangs below {bone}, which this moves").format(bone=ancestor)


def _why_not_elsewhere(document: Document, ref: BoneRef) -> str:
    """Return why no constraint can look at that bone of another figure; empty where one can."""
    if not has_bone(document.scene, ref):
        return _("the scene has no such bone")
    if path_between(document.scene, ref.figure, document.active_figure):
        return _("{figure} looks at {other} already").format(figure=ref.figure, other=document.active_figure)
    return ""


def replace(document: Document, index: int, constraint: Constraint) -> Document:
    """Replace the constraint at `index`."""
    if document.rig.constraints[index] == constraint:
        return document
    _owner_known(document.rig, constraint)
    return _with_constraints(document, _put(document.rig, index, constraint))


def remove(document: Document, index: int) -> Document:
    """Remove the constraint at `index`."""
    constraints = list(document.rig.constraints)
    del constraints[index]
    return _with_constraints(document, tuple(constraints))


def move(document: Document, index: int, to: int) -> Document:
    """Move the constraint at `index` to the index `to`; those between shift by one."""
    constraints = list(document.rig.constraints)
    constraints.insert(to, constraints.pop(index))
    return document if index == to else _with_constraints(document, tuple(constraints))


def duplicate(document: Document, index: int) -> Document:
    """Insert a copy of the constraint at `index` after it."""
    constraints = document.rig.constraints
    return _with_constraints(document, (*constraints[: index + 1], *constraints[index:]))


def copy_to(document: Document, index: int, owners: Iterable[str]) -> Document:
    """Copy the constraint at `index` to each bone of `owners` except its own owner."""
    constraint = document.rig.constraints[index]
    for owner in owners:
        if owner != constraint.owner:
            document = add(document, msgspec.structs.replace(constraint, owner=owner))
    return document


def copy_all(document: Document, owner: str, owners: Iterable[str]) -> Document:
    """Copy all constraints of one bone to each bone of `owners` except itself."""
    own = [index for index, constraint in enumerate(document.rig.constraints) if constraint.owner == owner]
    names = tuple(owners)
    for index in own:
        document = copy_to(document, index, names)
    return document


def remove_all(document: Document, owners: Iterable[str]) -> Document:
    """Remove all constraints of bones."""
    names = frozenset(owners)
    kept = tuple(constraint for constraint in document.rig.constraints if constraint.owner not in names)
    return document if len(kept) == len(document.rig.constraints) else _with_constraints(document, kept)


def bones_above(rig: Rig, name: str) -> int:
    """Return the number of bones that a chain which ends in the bone `name` can have: itself and all above it."""
    return depth_of(rig, name) + 1 if name in rig.by_name else 0


def _put(rig: Rig, index: int, constraint: Constraint) -> tuple[Constraint, ...]:
    return (*rig.constraints[:index], constraint, *rig.constraints[index + 1 :])


def _owner_known(rig: Rig, constraint: Constraint) -> None:
    if constraint.owner not in rig.by_name:
        raise ValueError(_('The rig has no bone "{bone}" to constrain.').format(bone=constraint.owner))


def _with_constraints(document: Document, constraints: tuple[Constraint, ...]) -> Document:
    return document.with_rig(document.rig.changed(constraints=constraints))
