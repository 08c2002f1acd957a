"""An arm, a leg or any other chain: a handle where it ends, and a pole before the joint in its middle.

The handle has the axes of the hand or foot that hangs at the end, so that this can take over its rotation: feet do,
hands turn with the forearm until they are set to. A chain of a single bone points at its handle and needs no pole.
"""

from __future__ import annotations

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.parts import BACKBONE, JOINTS
from pantin.rigs.constraints import CopyRotation, Ik
from pantin.rigs.fields import Vector3
from pantin.rigs.limb import Limb
from pantin.rigs.limb_kinds.bending import (
    POLE_AWAY,
    BendSide,
    bend_slightly,
    length_of,
    member_of,
    points_of,
    pole_place,
    side_note,
    side_of_bend,
)
from pantin.rigs.limb_kinds.chain import LimbChain, check_not_taken
from pantin.rigs.limb_kinds.naming import control_name
from pantin.rigs.limb_kinds.plan import Control, Plan, control, like, root_of_controls
from pantin.rigs.messages import _
from pantin.rigs.rest import SHORTEST
from pantin.rigs.rig import Rig
from pantin.rigs.tree.traversal import ancestors
from pantin.rigs.vectors import FRONT, UP
from pantin.rigs.wording import quoted

HANDLE, POLE = 0.12, 0.065
"""Lengths of handle and pole in parts of that of the chain: large enough to be grabbed, too small to hide a hand."""


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
    parent: str | None = None,
    even_if_bent: bool = False,
    stands: bool = False,
) -> Plan:
    """The handle of a chain, its pole, and the IK that makes the chain follow them.

    `asked` is the direction to which a straight chain bends, armature space; with `even_if_bent` one that is bent
    otherwise at rest is turned and bends so too. `parent` carries handle and pole; where it is None it is
    found by `_parent_of_controls`, and a limb that `stands` is carried by what carries the whole figure.

    Raises ValueError where a bone has a limb already or the chain no length, SideUnclear where nothing tells the side.
    """
    check_not_taken(rig, chain.all)
    length = _length(rig, chain)
    parent_of_controls = root_of_controls(rig, chain.bones[0]) if stands else parent or _parent_of_controls(rig, chain)
    handle = _handle(rig, chain, length, parent_of_controls)
    if len(chain.bones) == 1:
        return _plan_of_one_bone(rig, chain, handle)
    side = side_of_bend(rig, chain, asked, even_if_bent)
    if side is None:
        raise SideUnclear(chain)
    return _plan_of_chain(rig, chain, side, handle, _pole(rig, chain, side, length, parent_of_controls))


def _length(rig: Rig, chain: LimbChain) -> float:
    """The length of a chain at rest, metres. Raises ValueError where it has none."""
    length = length_of(points_of(rig, chain.bones))
    if length <= SHORTEST:
        sentence = _("{last} ends a chain without a length; give its bones some.")
        raise ValueError(sentence.format(last=quoted(chain.last)))
    return length


def _parent_of_controls(rig: Rig, chain: LimbChain) -> str | None:
    """Return the parent of handle and pole: of a hand the chest, which it follows; of any other what carries the
    figure.
    """
    parts = parts_of(rig)
    if parts.get(chain.last) != "hand":
        return root_of_controls(rig, chain.bones[0])
    chest = next((name for name in ancestors(rig, chain.bones[0]) if parts.get(name) in BACKBONE), None)
    return chest or root_of_controls(rig, chain.bones[0])


def _handle(rig: Rig, chain: LimbChain, length: float, parent: str | None) -> Control:
    """The handle where a chain ends, with the axes of the foot or hand that hangs there, or else of the last bone."""
    held, last = rig.by_name[chain.last], rig.by_name[chain.bones[-1]]
    name = control_name(held.name, "ik", rig.by_name)
    bone = like(held, name, parent, last.tail, HANDLE * length)
    return Control(bone, follows=held.name, at=(last.name, 1.0))


def _pole(rig: Rig, chain: LimbChain, side: BendSide, length: float, parent: str | None) -> Control:
    """The pole before the joint in the middle, upright, named after the knee or elbow of a leg or an arm."""
    place = pole_place(points_of(rig, chain.bones), side.way, POLE_AWAY * length)
    joint = JOINTS.get(member_of(rig, chain), "")
    named_after = chain.last if joint else chain.bones[len(chain.bones) // 2]
    name = control_name(named_after, "pole", rig.by_name, stem=joint)
    bone = control(name, parent, place, UP, FRONT, POLE * length, kind="pole")
    return Control(bone, bends=chain.bones)


def _plan_of_one_bone(rig: Rig, chain: LimbChain, handle: Control) -> Plan:
    """The plan of a single bone, which points at its handle."""
    ik = Ik(owner=chain.bones[0], target=handle.bone.name, chain_length=1)
    record = Limb(chain.last, "limb", chain.all, (handle.bone.name,))
    return Plan(record, (handle,), (ik, *_foot_rotation(rig, chain, handle)))


def _plan_of_chain(rig: Rig, chain: LimbChain, side: BendSide, handle: Control, pole: Control) -> Plan:
    """The plan of a chain that reaches for its handle and bends to `side`, slightly already at rest."""
    names = handle.bone.name, pole.bone.name
    ik = Ik(owner=chain.bones[-1], target=names[0], pole=names[1], chain_length=len(chain.bones))
    return Plan(
        Limb(chain.last, "limb", chain.all, names, pole_follows=True),
        (handle, pole),
        (ik, *_foot_rotation(rig, chain, handle)),
        {} if side.found == "bent" else bend_slightly(rig, chain, side.way),
        side_note(rig, chain, side),
    )


def _foot_rotation(rig: Rig, chain: LimbChain, handle: Control) -> tuple[CopyRotation, ...]:
    """Return the constraint that keeps a foot turned as its handle, flat on the floor; all other ends follow the bone
    above them.
    """
    if chain.end is None or parts_of(rig).get(chain.end) not in ("foot", "paw"):
        return ()
    return (CopyRotation(owner=chain.end, target=handle.bone.name),)
