"""Limbs of template figures: records of the chains that are made with handles and poles.

With them a figure from a template can do what any limb can: be named, rotate with its handle, be removed or replaced by
another kind.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

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
    return made.changed(pins=pins_of_feet(made))


class DrivenLimb(NamedTuple):
    """An arm or a leg on either side, with a handle named after its end and a pole named after its middle joint."""

    lower: str
    """The last bone that IK turns."""
    end: str
    joint: str
    bones: int = 2
    """The number of bones that IK turns."""
    end_follows: bool = True
    """Whether the end copies the rotation of the handle; else it goes with the bone above it."""


def driving(*limbs: DrivenLimb) -> tuple[Constraint, ...]:
    """The constraints of limbs on both sides, those of the left first."""
    return tuple(constraint for side in "LR" for limb in limbs for constraint in _driving(limb, side))


def _driving(limb: DrivenLimb, side: str) -> Iterator[Constraint]:
    handle = f"{limb.end}_ik.{side}"
    yield Ik(owner=f"{limb.lower}.{side}", target=handle, pole=f"{limb.joint}_pole.{side}", chain_length=limb.bones)
    if limb.end_follows:
        yield CopyRotation(owner=f"{limb.end}.{side}", target=handle)


def _limb(rig: Rig, ik: Ik) -> Limb:
    """The limb of an IK constraint: chain, controls, and the hand or foot that the handle is named after."""
    chain = chain_bones(rig, ik)[::-1]
    below = (bone.name for bone in rig.children.get(chain[-1], ()))
    bones = (*chain, *(name for name in below if control_name(name, "ik", ()) == ik.target))
    controls = tuple(name for name in (ik.own_target, ik.own_pole) if name is not None)
    return Limb(bones[-1], bones=bones, controls=controls, pole_follows=ik.pole is not None)
