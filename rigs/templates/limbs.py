"""The limbs of a figure that is drawn with its handles and poles: their records, as making a limb would leave them.

So a figure from a template can be asked for what any limb can: its name, its handle's rotation, its removal, another
kind in its place.
"""

from __future__ import annotations

from msgspec.structs import replace

from pantin.rigs.chains import chain_bones
from pantin.rigs.constraints import CopyRotation, Ik
from pantin.rigs.limb import Limb
from pantin.rigs.rig import Rig


def recorded(rig: Rig) -> Rig:
    """The figure with a record of each chain that a handle steers."""
    return replace(
        rig, limbs=tuple(_limb(rig, constraint) for constraint in rig.constraints if isinstance(constraint, Ik))
    )


def _limb(rig: Rig, ik: Ik) -> Limb:
    """The chain, the hand or foot that copies its handle's turn, and its controls."""
    chain = chain_bones(rig, ik)[::-1]
    below = {bone.name for bone in rig.children.get(chain[-1], ())}
    ends = (
        constraint.owner
        for constraint in rig.constraints
        if isinstance(constraint, CopyRotation) and constraint.target == ik.target
    )
    bones = (*chain, *(name for name in ends if name in below))
    return Limb(bones[-1], bones=bones, controls=tuple(name for name in (ik.target, ik.pole) if name is not None))
