"""An arm or a leg: a handle where it ends, and a pole before the joint in its middle.

The foot or hand at the end keeps its own turn; the handle has its very axes, so that one switch lets it keep the
handle's instead. A chain of a single bone points at its handle and needs no pole.
"""

from __future__ import annotations

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.parts import BACKBONE, JOINTS
from pantin.rigs.constraints import CopyRotation, Ik
from pantin.rigs.fields import Vector3
from pantin.rigs.limb import Limb
from pantin.rigs.limb_kinds.bending import (
    POLE_AWAY,
    Side,
    bent,
    length_of,
    member_of,
    points_of,
    pole_place,
    side_note,
    side_of_bend,
)
from pantin.rigs.limb_kinds.chain import LimbChain, check_not_taken
from pantin.rigs.limb_kinds.naming import control_name
from pantin.rigs.limb_kinds.plan import Control, Plan, carrier, control, like
from pantin.rigs.messages import _
from pantin.rigs.rest import SHORTEST
from pantin.rigs.rig import Rig
from pantin.rigs.wording import quoted

HANDLE, POLE = 0.12, 0.065
"""Lengths of handle and pole against that of the chain."""

UP, FRONT = (0.0, 0.0, 1.0), (0.0, -1.0, 0.0)


class SideUnclear(ValueError):
    """Raised where neither pose, names nor the other side tell to which side a straight chain bends."""

    def __init__(self, chain: LimbChain) -> None:
        super().__init__(
            _("{last} ends a straight chain whose names tell no side to bend to; click the side, or bend it.").format(
                last=quoted(chain.last)
            )
        )
        self.chain = chain


def plan(
    rig: Rig,
    chain: LimbChain,
    asked: Vector3 | None = None,
    holder: str | None = None,
    sure: bool = False,
    stands: bool = False,
) -> Plan:
    """Handle and pole of one chain. `asked` is the way in which a straight chain bends, armature space.

    `holder` holds both; without one it is the chest for a hand, and for all others what carries the figure, as for
    every limb that `stands`. Where the way is `sure`, a chain bends so that is bent otherwise at rest: there it is
    straightened.
    """
    check_not_taken(rig, chain.all)
    points = points_of(rig, chain.bones)
    length = length_of(points)
    if length <= SHORTEST:
        raise ValueError(
            _("{last} ends a chain without a length; give its bones some.").format(last=quoted(chain.last))
        )
    holder = carrier(rig, chain.bones[0]) if stands else holder or _holder(rig, chain)
    handle = _handle(rig, chain, length, holder)
    if len(chain.bones) == 1:
        return _pointing(rig, chain, handle)
    side = side_of_bend(rig, chain, asked, sure)
    if side is None:
        raise SideUnclear(chain)
    moved = {} if side.found == "bent" else bent(rig, chain, side.way)
    pole = _pole(rig, chain, side, length, holder)
    ik = Ik(owner=chain.bones[-1], target=handle.bone.name, pole=pole.bone.name, chain_length=len(chain.bones))
    return Plan(
        Limb(chain.last, "limb", chain.all, (handle.bone.name, pole.bone.name), pole_follows=True),
        (handle, pole),
        (ik, *_kept(rig, chain, handle)),
        moved,
        side_note(rig, chain, side),
    )


def _pointing(rig: Rig, chain: LimbChain, handle: Control) -> Plan:
    """A single bone that points at its handle."""
    ik = Ik(owner=chain.bones[0], target=handle.bone.name, chain_length=1)
    record = Limb(chain.last, "limb", chain.all, (handle.bone.name,))
    return Plan(record, (handle,), (ik, *_kept(rig, chain, handle)))


def _holder(rig: Rig, chain: LimbChain) -> str | None:
    """Hands are held by the chest that carries their arm and go with the body; feet stay on the floor."""
    parts = parts_of(rig)
    if parts.get(chain.last) != "hand":
        return carrier(rig, chain.bones[0])
    above = rig.by_name[chain.bones[0]].parent
    while above is not None and parts.get(above) not in BACKBONE:
        above = rig.by_name[above].parent
    return above or carrier(rig, chain.bones[0])


def _kept(rig: Rig, chain: LimbChain, handle: Control) -> tuple[CopyRotation, ...]:
    """A foot keeps the rotation of its handle, flat on the floor; all others follow the bone above."""
    if chain.end is None or parts_of(rig).get(chain.end) not in ("foot", "paw"):
        return ()
    return (CopyRotation(owner=chain.end, target=handle.bone.name),)


def _handle(rig: Rig, chain: LimbChain, length: float, holder: str | None) -> Control:
    """The handle where a chain ends, with the axes of the bone that is held by it."""
    held, last = rig.by_name[chain.last], rig.by_name[chain.bones[-1]]
    name = control_name(held.name, "ik", rig.by_name)
    bone = like(held, name, holder, last.tail, HANDLE * length)
    return Control(bone, follows=held.name, at=(last.name, 1.0))


def _pole(rig: Rig, chain: LimbChain, side: Side, length: float, holder: str | None) -> Control:
    place = pole_place(points_of(rig, chain.bones), side.way, POLE_AWAY * length)
    joint = JOINTS.get(member_of(rig, chain), "")
    named_after = chain.last if joint else chain.bones[len(chain.bones) // 2]
    name = control_name(named_after, "pole", rig.by_name, stem=joint)
    bone = control(name, holder, place, UP, FRONT, POLE * length, kind="pole")
    return Control(bone, bends=chain.bones)
