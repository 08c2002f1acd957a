"""A tail or tentacle: a few handles along it, each carried by the one before, all solved as one tree.

What carries the chain carries the first handle, so that a tail goes with its body.
"""

from __future__ import annotations

from collections.abc import Collection

from pantin.rigs.constraints import Ik
from pantin.rigs.fields import Vector3
from pantin.rigs.limb import Limb
from pantin.rigs.limb_kinds.chain import LimbChain, check_not_taken, limb_chains_of, whole_chain
from pantin.rigs.limb_kinds.naming import control_name
from pantin.rigs.limb_kinds.plan import Control, Plan, like
from pantin.rigs.rest import rest_lengths
from pantin.rigs.rig import Rig

BONES_A_HANDLE = 4
"""A bend of a tail goes over some bones: more handles are more to move for the same curve."""
MIDDLE = 0.5
"""The weight of the handles along the way: where they ask for what cannot be, the tip comes first."""

SIZE = 0.8
"""Length of a handle against that of its bone."""


def groups(rig: Rig, selected: Collection[str]) -> tuple[LimbChain, ...]:
    """The whole tail of a single selected bone; several selected bones themselves."""
    chains = limb_chains_of(rig, selected)
    alone = len(selected) == len(chains)
    return tuple(dict.fromkeys(LimbChain(whole_chain(rig, chain.last) if alone else chain.all) for chain in chains))


def plan(rig: Rig, chain: LimbChain, asked: Vector3 | None = None) -> Plan:
    """Handles and their goals."""
    check_not_taken(rig, chain.bones)
    parent = rig.by_name[chain.bones[0]].parent
    controls, goals = [], []
    for last in _ends(len(chain.bones)):
        bone = rig.by_name[chain.bones[last]]
        name = control_name(bone.name, "ik", rig.by_name)
        length = SIZE * _length(rig, bone.name)
        controls.append(Control(like(bone, name, parent, bone.tail, length), follows=bone.name, at=(bone.name, 1.0)))
        weight = 1.0 if last + 1 == len(chain.bones) else MIDDLE
        goals.append(Ik(owner=bone.name, target=name, chain_length=last + 1, weight=weight))
        parent = name
    names = tuple(each.bone.name for each in reversed(controls))
    return Plan(Limb(chain.last, "tail", chain.bones, names), tuple(controls), tuple(goals))


def _ends(count: int) -> tuple[int, ...]:
    """The bones at whose ends the handles are, evenly along the chain, the tip last."""
    handles = max(2, round(count / BONES_A_HANDLE)) if count > 2 else 1
    return tuple(round((number + 1) * count / handles) - 1 for number in range(handles))


def _length(rig: Rig, name: str) -> float:
    return float(rest_lengths([rig.by_name[name]])[0])
