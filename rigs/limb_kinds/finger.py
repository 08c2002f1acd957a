"""A finger: one handle at its tip, carried by the hand. Joint limits, where there are any, say how it curls."""

from __future__ import annotations

from collections.abc import Collection

from pantin.rigs.constraints import Ik
from pantin.rigs.fields import Vector3
from pantin.rigs.limb import Limb
from pantin.rigs.limb_kinds.bending import length_of, points_of
from pantin.rigs.limb_kinds.chain import LimbChain, check_not_taken, limb_chains_of, whole_chain
from pantin.rigs.limb_kinds.naming import control_name
from pantin.rigs.limb_kinds.plan import Control, Plan, like
from pantin.rigs.rig import Rig

HANDLE = 0.15
"""Length of the handle against that of the finger."""


def groups(rig: Rig, selected: Collection[str]) -> tuple[LimbChain, ...]:
    """The finger of each selected bone, from its root to its tip."""
    return tuple(dict.fromkeys(LimbChain(whole_chain(rig, chain.last)) for chain in limb_chains_of(rig, selected)))


def plan(rig: Rig, chain: LimbChain, asked: Vector3 | None = None) -> Plan:
    """The handle and its goal."""
    check_not_taken(rig, chain.bones)
    tip = rig.by_name[chain.last]
    name = control_name(tip.name, "ik", rig.by_name)
    length = HANDLE * length_of(points_of(rig, chain.bones))
    handle = Control(
        like(tip, name, rig.by_name[chain.bones[0]].parent, tip.tail, length), follows=tip.name, at=(tip.name, 1.0)
    )
    goal = Ik(owner=tip.name, target=name, chain_length=len(chain.bones))
    return Plan(Limb(chain.last, "finger", chain.bones, (name,)), (handle,), (goal,))
