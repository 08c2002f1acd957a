"""The legs of a rig that plant, with what is known of them before any pose."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from pantin.rigs import CopyLocation, CopyTransforms, Rig
from pantin.rigs.constraints import target_of
from pantin.rigs.editing.limbs import visible_control
from pantin.rigs.editing.soles import Sole, sole_of
from pantin.rigs.ground.kinds import Ground, why_no_ground
from pantin.rigs.motion.transform_arrays import transformed
from pantin.rigs.remembered import remembered
from pantin.rigs.rest import rest_lengths, rest_matrices
from pantin.rigs.tree.chains import acts
from pantin.rigs.tree.traversal import ancestors
from pantin.solver.program.skeleton import Floats


class Leg(NamedTuple):
    """A leg that plants."""

    sole: Sole
    handle: int
    """Rows of the bones: of what is grabbed, of what the leg reaches for, of its hip joint, foot and toes."""
    target: int
    hip: int
    foot: int
    toe: int
    back: Floats
    """(3, 4, 4): from rest into the axes of handle, foot and toes at rest."""
    length: float
    """Of the leg when straight, metres."""
    hips: str
    """The bone that brings the hips down."""
    held_by_hips: bool
    """Whether the handle goes with them."""


def legs_of(rig: Rig, ground: Ground | None) -> tuple[Leg, ...]:
    """Return the legs that plant now: none without ground, and none that follow no handle."""
    if ground is None or not rig.live_solving or not any(limb.plants for limb in rig.limbs):
        return ()
    return () if why_no_ground(ground) else _legs(rig)


@remembered("bones", "constraints", "limbs", "soles")
def _legs(rig: Rig) -> tuple[Leg, ...]:
    soles = (sole_of(rig, limb) for limb in rig.limbs if limb.plants)
    return tuple(_leg(rig, sole) for sole in soles if sole is not None)


def sole_points(leg: Leg, matrices: Floats) -> Floats:
    """Return the points (…, p, 3) of a sole where foot and toes are, for matrices (…, n, 4, 4) of the bones, metres."""
    rows = zip((leg.foot, leg.toe), leg.back[1:], strict=True)
    foot, toe = (transformed(matrices[..., row, :, :] @ back, leg.sole.points) for row, back in rows)
    return np.where(leg.sole.on_toe[:, None], toe, foot)


def _leg(rig: Rig, sole: Sole) -> Leg:
    """The leg of a sole, with what of it does not change while it is posed."""
    row = rig.rows
    foot, toe = row[sole.foot], row[sole.toe or sole.foot]
    rest = rest_matrices(rig.bones)[[row[sole.handle], foot, toe]]
    lengths = rest_lengths(rig.bones)[[row[name] for name in sole.leg]]
    hips = _hips(rig, sole.leg[0])
    return Leg(
        sole,
        row[sole.handle],
        row[sole.target],
        row[sole.leg[0]],
        foot,
        toe,
        np.asarray(np.linalg.inv(rest), np.float64),
        float(lengths.sum()),
        hips,
        hips in ancestors(rig, sole.handle),
    )


def _hips(rig: Rig, hip_joint: str) -> str:
    """Return the bone that moves the hips: the control that places them, else the first bone of the body."""
    hips = hip_joint
    for name in ancestors(rig, hip_joint):
        if rig.by_name[name].kind != "bone":
            break
        hips = name
    giving = (each for each in rig.constraints if isinstance(each, CopyLocation | CopyTransforms) and acts(rig, each))
    control = next((target_of(each) for each in giving if each.owner == hips), None)
    if control is None or rig.by_name[control].kind == "bone":
        return hips
    return visible_control(rig, control)
