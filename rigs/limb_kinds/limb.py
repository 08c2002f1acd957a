"""An arm or a leg: a handle where it ends, and a pole before the joint in its middle.

The foot or hand at the end keeps its own turn; the handle has its very axes, so that one switch lets it keep the
handle's instead. A chain of a single bone points at its handle and needs no pole.
"""

from __future__ import annotations

from pantin.rigs.anatomy.parts import JOINTS
from pantin.rigs.constraints import Ik
from pantin.rigs.fields import Vector3
from pantin.rigs.formats.files import quoted
from pantin.rigs.limb import Limb
from pantin.rigs.limb_kinds.bending import (
    POLE_AWAY,
    Side,
    bent,
    length_of,
    member_of,
    points_of,
    pole_place,
    side_of_bend,
    told,
)
from pantin.rigs.limb_kinds.chain import Run, refuse_taken
from pantin.rigs.limb_kinds.naming import control_name
from pantin.rigs.limb_kinds.plan import Control, Plan, carrier, control, like
from pantin.rigs.rest import SHORTEST
from pantin.rigs.rig import Rig

HANDLE, POLE = 0.12, 0.065
"""Lengths of handle and pole against that of the chain."""

UP, FRONT = (0.0, 0.0, 1.0), (0.0, -1.0, 0.0)


class SideUnclear(ValueError):
    """Nothing says to which side a straight chain bends: somebody has to be asked."""

    def __init__(self, run: Run) -> None:
        super().__init__(
            f"{quoted(run.last)} ends a straight chain whose names tell no side to bend to; click the side, or bend it."
        )
        self.run = run


def plan(rig: Rig, run: Run, asked: Vector3 | None = None) -> Plan:
    """Handle and pole of one chain. `asked` is the way in which a straight chain bends, armature space."""
    refuse_taken(rig, run.all)
    points = points_of(rig, run.bones)
    length = length_of(points)
    if length <= SHORTEST:
        raise ValueError(f"{quoted(run.last)} ends a chain without a length; give its bones some.")
    handle = handle_of(rig, run, length)
    if len(run.bones) == 1:
        ik = Ik(owner=run.bones[0], target=handle.bone.name, chain_length=1)
        return Plan(Limb(run.last, "limb", run.all, (handle.bone.name,)), (handle,), (ik,))
    side = side_of_bend(rig, run, asked)
    if side is None:
        raise SideUnclear(run)
    moved = {} if side.found == "bent" else bent(rig, run, side.way)
    pole = _pole(rig, run, side, length)
    return Plan(
        Limb(run.last, "limb", run.all, (handle.bone.name, pole.bone.name)),
        (handle, pole),
        (Ik(owner=run.bones[-1], target=handle.bone.name, pole=pole.bone.name, chain_length=len(run.bones)),),
        moved,
        told(rig, run, side),
    )


def handle_of(rig: Rig, run: Run, length: float) -> Control:
    """The handle where a chain ends, with the axes of the bone that is held by it."""
    held, last = rig.by_name[run.last], rig.by_name[run.bones[-1]]
    name = control_name(held.name, "ik", rig.by_name)
    bone = like(held, name, carrier(rig, run.bones[0]), last.tail, HANDLE * length)
    return Control(bone, follows=held.name, at=(last.name, 1.0))


def _pole(rig: Rig, run: Run, side: Side, length: float) -> Control:
    place = pole_place(points_of(rig, run.bones), side.way, POLE_AWAY * length)
    joint = JOINTS.get(member_of(rig, run), "")
    named_after = run.last if joint else run.bones[len(run.bones) // 2]
    name = control_name(named_after, "pole", rig.by_name, stem=joint)
    bone = control(name, carrier(rig, run.bones[0]), place, UP, FRONT, POLE * length, kind="pole")
    return Control(bone, bends=run.bones)
