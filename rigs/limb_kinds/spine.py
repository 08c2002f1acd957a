"""A spine from the hips to the chest: a handle that moves and turns the hips, and one that does the chest.

The chest takes the turn of its handle; the bones between bend so that it gets there. A single bone between points at
the handle: it is as long as it is. The handle of the hips carries that of the chest, so it moves the whole trunk.
"""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.parts import BACKBONE
from pantin.rigs.constraints import Constraint, CopyLocation, CopyRotation, DampedTrack, Ik
from pantin.rigs.fields import Vector3
from pantin.rigs.limb import Limb
from pantin.rigs.limb_kinds.bending import (
    STRAIGHT,
    bend_of,
    bend_slightly,
    length_of,
    points_of,
)
from pantin.rigs.limb_kinds.chain import LimbChain, check_not_taken, path_of
from pantin.rigs.limb_kinds.members import limb_part
from pantin.rigs.limb_kinds.naming import control_name
from pantin.rigs.limb_kinds.plan import Control, Plan, like, root_of_controls
from pantin.rigs.messages import _
from pantin.rigs.rig import Rig
from pantin.rigs.vectors import BACK, across
from pantin.rigs.wording import quoted

SIZE = 0.4
"""Length of the handles against that of the spine."""


def groups(rig: Rig, selected: Collection[str]) -> tuple[LimbChain, ...]:
    """The selected bones; from a single one, the bones from the hips up to the highest one of the spine.

    Raises ValueError where no bone is selected.
    """
    chosen = [name for name in selected if name in rig.by_name and rig.by_name[name].kind == "bone"]
    if not chosen:
        raise ValueError(_("Select the chest, or the bones from the hips to the chest."))
    lowest = [name for name in chosen if rig.by_name[name].parent not in chosen]
    path = _named(rig, chosen[0]) if len(chosen) == 1 else path_of(rig, _last(rig, chosen), chosen)
    limb = next((name for name in path if (part := limb_part(rig, name)) and part.member), None)
    if limb is not None:
        raise ValueError(
            _("{limb} is part of an arm or a leg, not of a spine; select the chest instead.").format(limb=quoted(limb))
        )
    if len(path) < 3 or len(lowest) > 1:
        raise ValueError(
            _(
                "A spine needs hips, a chest and a bone between; select them from the hips up ({path} "
                "alone does not tell them)."
            ).format(path=quoted(path[-1]))
        )
    return (LimbChain(path),)


def plan(rig: Rig, chain: LimbChain, asked: Vector3 | None = None) -> Plan:
    """The two handles, and the constraints that make the spine follow them."""
    check_not_taken(rig, chain.bones)
    hips, between, chest = chain.bones[0], chain.bones[1:-1], chain.bones[-1]
    size = SIZE * length_of(points_of(rig, chain.bones)) / 1.5
    below, above = (control_name(name, "ik", rig.by_name) for name in (hips, chest))
    handles = (
        Control(
            like(rig.by_name[hips], below, root_of_controls(rig, hips), rig.by_name[hips].head, 1.5 * size),
            follows=hips,
            at=(hips, 0.0),
        ),
        Control(
            like(rig.by_name[chest], above, below, rig.by_name[between[-1]].tail, size),
            follows=chest,
            at=(between[-1], 1.0),
        ),
    )
    constraints = (
        *_hips_constraints(rig, hips, below),
        _middle_constraint(between, above),
        CopyRotation(owner=chest, target=above),
    )
    return Plan(Limb(chest, "spine", chain.bones, (above, below)), handles, constraints, _slightly_bent(rig, between))


def _hips_constraints(rig: Rig, hips: str, handle: str) -> tuple[Constraint, ...]:
    turned = CopyRotation(owner=hips, target=handle)
    return (turned,) if rig.by_name[hips].connected else (CopyLocation(owner=hips, target=handle), turned)


def _middle_constraint(between: tuple[str, ...], handle: str) -> Constraint:
    if len(between) == 1:
        return DampedTrack(owner=between[0], target=handle)
    return Ik(owner=between[-1], target=handle, chain_length=len(between))


def _slightly_bent(rig: Rig, between: tuple[str, ...]) -> dict[str, tuple[Vector3, Vector3]]:
    """Bones that are in one line are bent back a little: a back is rounded that way."""
    points = points_of(rig, between)
    line, bend = bend_of(points)
    aside = across(BACK, line)
    size = float(np.linalg.norm(aside))
    if len(between) == 1 or np.linalg.norm(bend) > STRAIGHT * length_of(points) or size < 0.05:
        return {}
    return bend_slightly(rig, LimbChain(between), aside / size)


def _last(rig: Rig, chosen: Collection[str]) -> str:
    parents = {rig.by_name[name].parent for name in chosen}
    return next(name for name in chosen if name not in parents)


def _named(rig: Rig, name: str) -> tuple[str, ...]:
    """From the hips to the highest bone of the spine, as names tell them."""
    path, parts = [name], parts_of(rig)
    while parts.get(path[0]) != "hips":
        above = rig.by_name[path[0]].parent
        if above is None or rig.by_name[above].kind != "bone":
            break
        path.insert(0, above)
    while True:
        higher = [bone.name for bone in rig.children.get(path[-1], ()) if parts.get(bone.name) in BACKBONE]
        if len(higher) != 1:
            return tuple(path)
        path.append(higher[0])
