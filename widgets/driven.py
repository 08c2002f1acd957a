"""Which constraints matter to a bone: its own, and the IK that moves it or that it steers."""

from __future__ import annotations

from rigs.constraints import Constraint, Ik
from rigs.problems import chain_of
from rigs.rig import Rig


def constraints_of(rig: Rig, name: str) -> tuple[int, ...]:
    """Places in `rig.constraints` that concern the bone `name`: its own first, then the IK around it."""
    own = [index for index, constraint in enumerate(rig.constraints) if constraint.owner == name]
    around = [
        index
        for index, constraint in enumerate(rig.constraints)
        if constraint.owner != name and isinstance(constraint, Ik) and _concerns(rig, constraint, name)
    ]
    return (*own, *around)


def driver_of(rig: Rig, name: str) -> Constraint | None:
    """The IK that turns the bone `name` now, if one does."""
    for constraint in rig.constraints:
        if isinstance(constraint, Ik) and _acts(constraint) and _in_chain(rig, constraint, name):
            return constraint
    return None


def _acts(ik: Ik) -> bool:
    return ik.enabled and ik.target is not None and ik.blend > 0.0


def _concerns(rig: Rig, ik: Ik, name: str) -> bool:
    """True for handles and poles, for the chain, and for what the chain's end carries, such as a hand."""
    bone = rig.by_name[name]
    carried = bone.connected and bone.parent == ik.owner
    return carried or name in (ik.target, ik.pole) or _in_chain(rig, ik, name)


def _in_chain(rig: Rig, ik: Ik, name: str) -> bool:
    return any(bone.name == name for bone in chain_of(rig, ik))
