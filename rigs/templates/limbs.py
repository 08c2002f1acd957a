"""Limbs of template figures: records of the chains that are made with handles and poles.

With them a figure from a template can do what any limb can: be named, rotate with its handle, be removed or replaced by
another kind.
"""

from __future__ import annotations

from msgspec.structs import replace

from pantin.rigs.constraints import Constraint, CopyRotation, Ik
from pantin.rigs.editing.pins import pins_of_feet
from pantin.rigs.limb import Limb
from pantin.rigs.limb_kinds.naming import control_name
from pantin.rigs.rig import Rig
from pantin.rigs.tree.chains import chain_bones


def recorded(rig: Rig) -> Rig:
    """The rig with a limb recorded for each chain that has an IK handle. Feet are pinned: figures stand."""
    made = replace(
        rig, limbs=tuple(_limb(rig, constraint) for constraint in rig.constraints if isinstance(constraint, Ik))
    )
    return made.pinned(pins_of_feet(made))


def driven_limb(side: str, lower: str, end: str, joint: str, bones: int) -> tuple[Constraint, ...]:
    """IK from the bone `lower` over so many `bones`, with a pole named after the middle `joint`; `end` copies the
    rotation of the handle."""
    handle = f"{end}_ik.{side}"
    return (
        Ik(owner=f"{lower}.{side}", target=handle, pole=f"{joint}_pole.{side}", chain_length=bones),
        CopyRotation(owner=f"{end}.{side}", target=handle),
    )


def _limb(rig: Rig, ik: Ik) -> Limb:
    """The limb of an IK constraint: chain, controls, and the hand or foot that the handle is named after."""
    chain = chain_bones(rig, ik)[::-1]
    below = (bone.name for bone in rig.children.get(chain[-1], ()))
    bones = (*chain, *(name for name in below if control_name(name, "ik", ()) == ik.target))
    controls = tuple(name for name in (ik.target, ik.pole) if name is not None)
    return Limb(bones[-1], bones=bones, controls=controls, pole_follows=ik.pole is not None)
