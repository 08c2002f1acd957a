"""Placement of the parts of the body that have a profile of their own, and their sizes.

A part follows its bone, but hips, spine and chest meet whichever way their bones point, feet stand on their soles, and
hands reach to their knuckles.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.vectors import FRONT, UP, cross, unit
from pantin.viewport.figure.anatomy import FigureRole
from pantin.viewport.figure.animal import FACING_UP
from pantin.viewport.figure.body import SHORTEST, Body
from pantin.viewport.figure.palm import KNUCKLES, hand_size, is_thumb, knuckles_of, palm_direction
from pantin.viewport.figure.profiles import FOOT_LENGTH, FOOT_RISE, PROFILES, Profile

Floats = NDArray[np.float64]
Placement = tuple[Floats, tuple[float, float]]
"""The axes (4, 4) of a part in armature space, and its scale along and across."""

_WRIST = 0.85
"""Least thickness of a short forearm against one that fits the size of the hand."""

_THUMB = 1.2
"""Thickness of a thumb against a finger."""

_BALL_OF_THE_THUMB: Mapping[FigureRole, float] = {"palm": 1.0, "finger": 1.75}
"""Thickness of the bones inside the palm against a finger: the first of the thumb has a muscle around it."""


def placed(body: Body, row: int, role: FigureRole, profile: Profile) -> Placement:
    """Return the placement of the part of the bone in a row."""
    head, along = body.rest[row, :3, 3], body.rest[row, :3, 1]
    own = float(body.lengths[row]) / profile.length
    if body.animal:
        facing = UP if role in FACING_UP else body.forward
        return _frame(head, along, facing), (max(own, 0.75 * body.torso) if role == "head" else own, body.torso)
    match role:
        case "hips" | "spine" | "chest":
            return _placed_trunk(body, row, role, profile)
        case "foot" | "toe":
            return _on_the_floor(body, row, role)
        case "hand":
            return _placed_hand(body, row, own)
        case "finger" | "palm":
            return _frame(head, along, body.rest[row, :3, 2]), (own, _thickness_of_finger(body, row, role, own))
        case "head":
            scale = max(own, 0.8 * body.torso)
            return _frame(head, along, FRONT), (scale, scale)
        case "twist":
            across = _girth(body, row) or own
        case "neck":
            across = body.torso or own
        case "forearm":
            across = _thickness_of_forearm(body, row, own)
        case _:
            across = own
    return _frame(head, along, FRONT), (own, across)


def _placed_trunk(body: Body, row: int, role: FigureRole, profile: Profile) -> Placement:
    """Hips, spine and chest reach to the next part above, whichever way their bones point."""
    head, along, length = body.rest[row, :3, 3], body.rest[row, :3, 1], float(body.lengths[row])
    above = body.child(row, "neck", "head") if role == "chest" else body.child(row, "spine", "chest")
    end = body.rest[above, :3, 3] if above is not None else head + along * length
    if np.linalg.norm(end - head) > SHORTEST:
        along, length = unit(end - head), float(np.linalg.norm(end - head))
    own = length / profile.length
    across = body.torso or own
    scale = across if role == "hips" else own
    return _frame(head + along * profile.origin * scale, along, FRONT), (scale, across)


def _placed_hand(body: Body, row: int, own: float) -> Placement:
    """A hand with bones in its palm reaches to their knuckles."""
    head, along = body.rest[row, :3, 3], body.rest[row, :3, 1]
    knuckles = knuckles_of(body, row)
    if knuckles is not None and body.child(row, "palm") is not None:
        along, own = unit(knuckles - head), float(np.linalg.norm(knuckles - head)) / KNUCKLES
    return _frame(head, along, palm_direction(body, row)), (own, own)


def _thickness_of_finger(body: Body, row: int, role: FigureRole, own: float) -> float:
    """Scale across of a finger, or of a bone inside the palm, by the size of the hand."""
    hand = hand_size(body, row) or own
    if role == "palm" or is_ball_of_thumb(body, row, role):
        return hand * _BALL_OF_THE_THUMB[role]
    return hand * min(max(own / hand, 0.75), 1.25) * (_THUMB if is_thumb(body, row) else 1.0)


def _thickness_of_forearm(body: Body, row: int, own: float) -> float:
    """Scale across of a forearm: a short one is thick enough for its hand."""
    wrist = body.child(row, "hand")
    return own if wrist is None else min(max(own, _WRIST * hand_size(body, wrist)), 1.6 * own)


def is_ball_of_thumb(body: Body, row: int, role: FigureRole) -> bool:
    """Return whether a bone is the first of a thumb that begins on the hand itself."""
    above = body.roles.get(body.rig.bones[row].parent or "")
    return role == "finger" and above == "hand" and not body.animal and is_thumb(body, row)


def _girth(body: Body, row: int) -> float:
    """Scale across of the limb that a twist bone lies in."""
    above = body.rig.bones[row].parent or ""
    role = body.roles.get(above)
    profile = None if role is None or role == "twist" else PROFILES.get(role)
    return 0.0 if role is None or profile is None else placed(body, body.row[above], role, profile)[1][1]


def width(body: Body, row: int, role: FigureRole, profile: Profile, across: float) -> float:
    """Scale of a part from side to side: chest and hips reach towards limbs that begin far out."""
    limbs: dict[FigureRole, tuple[FigureRole, ...]] = {"hips": ("thigh",), "chest": ("shoulder", "upper_arm")}
    reach = 0.8 * body.spread(row, *limbs.get(role, ()))
    return min(max(across, reach / max(key[1] for key in profile.keys)), 1.5 * across)


def _on_the_floor(body: Body, row: int, role: FigureRole) -> Placement:
    """Feet and toes share one profile that stands on the sole below the ankle and points to the tip of the toes."""
    ankle = row if role == "foot" else body.row.get(body.rig.bones[row].parent or "", row)
    toe = row if role == "toe" else body.child(row, "toe")
    tip = body.tails[toe if toe is not None else ankle]
    start = body.rest[ankle, :3, 3]
    forward = (tip - start) * (1.0, 1.0, 0.0)
    if np.linalg.norm(forward) < 0.3 * np.linalg.norm(tip - start):
        forward = FRONT * np.linalg.norm(tip - start)
    size = max(float(np.linalg.norm(forward)) / FOOT_LENGTH, SHORTEST)
    shin = body.rig.bones[ankle].parent or ""
    if body.roles.get(shin) == "shin":
        size = max(size, 0.7 * float(body.lengths[body.row[shin]]) / PROFILES["shin"].length)
    sole = np.array((start[0], start[1], tip[2] - FOOT_RISE * size))
    if np.linalg.norm(forward) < SHORTEST:
        forward = FRONT
    return _frame(sole, unit(forward), UP), (size, size)


def _frame(origin: Floats, along: Floats, facing: Floats) -> Floats:
    """Axes at `origin` with Y `along` and Z as close to `facing` as can be."""
    side = cross(along, facing)
    if np.linalg.norm(side) < 1e-6:
        side = cross(along, UP if abs(along[2]) < 0.9 else FRONT)
    side = unit(side)
    axes = np.eye(4)
    axes[:3, 0], axes[:3, 1], axes[:3, 2], axes[:3, 3] = side, along, cross(side, along), origin
    return axes
