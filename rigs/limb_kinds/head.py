"""A head on its neck: a handle whose turn the head takes; the neck bends so that it gets there."""

from __future__ import annotations

from pantin.rigs.constraints import Constraint, CopyRotation, DampedTrack, Ik
from pantin.rigs.limb import Limb
from pantin.rigs.limb_kinds.bending import STRAIGHT, bend_of, length_of, points_of
from pantin.rigs.limb_kinds.chain import check_not_taken
from pantin.rigs.limb_kinds.naming import control_name
from pantin.rigs.limb_kinds.plan import Control, Plan, like
from pantin.rigs.rest import rest_lengths
from pantin.rigs.rig import Rig

SIZE = 0.9
"""Length of the handle against that of the head."""


def plan(rig: Rig, head: str, neck: tuple[str, ...], parent: str | None) -> Plan:
    """A handle with the axes of the head, carried by `parent`, and what makes head and neck follow it."""
    check_not_taken(rig, (*neck, head))
    bone = rig.by_name[head]
    name = control_name(head, "ik", rig.by_name)
    length = SIZE * float(rest_lengths([bone])[0])
    place = rig.by_name[neck[-1]].tail if neck else bone.head
    at = (neck[-1], 1.0) if neck else (head, 0.0)
    handle = Control(like(bone, name, parent, place, length, "circle"), follows=head, at=at)
    constraints: tuple[Constraint, ...] = (*_neck_constraints(rig, neck, name), CopyRotation(owner=head, target=name))
    return Plan(Limb(head, "spine", (*neck, head), (name,)), (handle,), constraints)


def _neck_constraints(rig: Rig, neck: tuple[str, ...], handle: str) -> tuple[Constraint, ...]:
    """Return the constraints that bend the neck.

    Bones in one line do not know to which side, so the last of them points at the handle.
    """
    if not neck:
        return ()
    points = points_of(rig, neck)
    straight = len(neck) < 2 or float((bend_of(points)[1] ** 2).sum()) ** 0.5 <= STRAIGHT * length_of(points)
    if straight:
        return (DampedTrack(owner=neck[-1], target=handle),)
    return (Ik(owner=neck[-1], target=handle, chain_length=len(neck)),)
