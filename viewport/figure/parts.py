"""The parts of the wooden figure: which solids a bone is turned into, where they stand, what casts their shadow.

Bones whose names tell a part of the body get that part's profile; all others become plain turned limbs whose thickness
follows what is left of their chain, so that limbs taper and neighbours meet.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.vectors import cross, unit
from pantin.viewport.figure.anatomy import FigureRole
from pantin.viewport.figure.animal import ANIMAL, EAR_ROOT, FACING_UP
from pantin.viewport.figure.body import FRONT, SHORTEST, Body
from pantin.viewport.figure.lathe import Key, ball, turned
from pantin.viewport.figure.machine import link
from pantin.viewport.figure.palm import (
    KNUCKLES,
    UP,
    hand_size,
    is_thumb,
    knuckles_of,
    palm_direction,
)
from pantin.viewport.figure.profiles import FOOT_LENGTH, FOOT_RISE, PALM, PROFILES, THENAR, Profile

Floats = NDArray[np.float64]


class Solid(msgspec.Struct, frozen=True, eq=False):
    """One solid to turn: its keys, and where its axes (4, 4) stand in the axes of the bone in `row`."""

    row: int
    axes: Floats
    keys: tuple[Key, ...]
    squareness: float
    darker: bool
    rings: int
    radial: int
    stretch: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Scale of X, of Y along the axis, and of Z."""
    tiny: bool = False
    """Whether it is left out where the figure is drawn with less detail: the bead of a finger is a dot there."""


Capsule = tuple[int, Floats, Floats, float]
"""Row of the bone, both ends in its axes, radius."""


def part(body: Body, row: int) -> tuple[list[Solid], list[Capsule]]:
    """What the bone in a row carries: its solids, and the capsules that cast their shadows."""
    bone = body.rig.bones[row]
    if bone.name in body.bare:
        return [], []
    if bone.name in body.machine:
        return _machined(body, row)
    if body.parts.get(bone.name) == "eye" and body.lengths[row] >= SHORTEST:
        return _eye(body, row)
    role = body.roles.get(bone.name)
    profile = None if role is None else (ANIMAL if body.animal else PROFILES).get(role)
    return _plain(body, row) if role is None or profile is None else _shaped(body, row, role, profile)


def _shaped(body: Body, row: int, role: FigureRole, profile: Profile) -> tuple[list[Solid], list[Capsule]]:
    """A part of the body with its own profile."""
    if role == "hand" and not body.animal and body.child(row, "finger", "palm") is not None:
        profile = PALM
    if _is_ball_of_thumb(body, row, role):
        profile = THENAR
    if role == "ear" and body.child(row, "ear") is not None:
        profile = EAR_ROOT
    axes, (along, across) = _standing(body, row, role, profile)
    if min(along, across) < SHORTEST:
        return _plain(body, row)
    stretch = (_width(body, row, role, profile, across), along, across)
    into_bone = np.linalg.inv(body.rest[row]) @ axes
    size, rounds = _fineness(body, row, role)
    solids = [Solid(row, into_bone, profile.keys, profile.squareness, profile.darker, *size, stretch)]
    if profile.ball:
        bead = across * (0.7 if role == "hand" and body.rig.bones[row].parent not in body.roles else 1.0)
        tiny = rounds == _coarse
        solids.append(Solid(row, np.eye(4), tuple(ball(profile.ball * bead)), 2.0, True, *rounds, tiny=tiny))
    scale = np.array(stretch)
    capsules = [
        (
            row,
            into_bone[:3, :3] @ (start * scale) + into_bone[:3, 3],
            into_bone[:3, :3] @ (end * scale) + into_bone[:3, 3],
            radius * across,
        )
        for start, end, radius in ((np.array(a), np.array(b), r) for a, b, r in profile.capsules)
    ]
    if role == "foot" and not body.animal and body.rest[row, 2, 3] - axes[2, 3] > HIGH_ANKLE * along:
        solids += _plain(body, row)[0]
    return solids, capsules


HIGH_ANKLE = 0.125
"""Metres over the sole, for the figure of 1.77 m. From a higher ankle a limb runs down into the foot."""

_head, _fine, _normal, _round, _foot, _coarse = (26, 40), (20, 26), (15, 19), (14, 24), (12, 16), (6, 8)
"""Rings and spokes of a solid, by how large it is on the figure. Nothing hides the outlines of heads and joints."""


def _fineness(body: Body, row: int, role: FigureRole) -> tuple[tuple[int, int], tuple[int, int]]:
    """Rings and spokes of a part, and of its ball."""
    if role in ("finger", "palm") and body.lengths[row] < 0.05 * body.size:
        return _coarse, _coarse
    if role in ("hand", "foot", "toe") and not body.animal:
        return _foot, _round
    broad = role in ("hips", "spine", "chest", "hand", "toe")
    return (_head if role == "head" else _fine if broad else _normal), _round


def _standing(body: Body, row: int, role: FigureRole, profile: Profile) -> tuple[Floats, tuple[float, float]]:
    """The axes (4, 4) of a part in armature space, and its scale along and across."""
    head, length = body.rest[row, :3, 3], float(body.lengths[row])
    along = body.rest[row, :3, 1]
    own = length / profile.length
    if body.animal:
        facing = UP if role in FACING_UP else body.forward
        return _frame(head, along, facing), (max(own, 0.75 * body.torso) if role == "head" else own, body.torso)
    if role == "twist":
        return _frame(head, along, FRONT), (own, _girth(body, row) or own)
    if role in ("hips", "spine", "chest"):
        above = body.child(row, "spine", "chest") if role != "chest" else body.child(row, "neck", "head")
        end = body.rest[above, :3, 3] if above is not None else head + along * length
        if np.linalg.norm(end - head) > SHORTEST:
            along, own = unit(end - head), float(np.linalg.norm(end - head)) / profile.length
        across = body.torso or own
        own = across if role == "hips" else own
        return _frame(head + along * profile.origin * own, along, FRONT), (own, across)
    if role in ("foot", "toe"):
        return _on_the_floor(body, row, role)
    if role == "hand":
        knuckles = knuckles_of(body, row)
        if knuckles is not None and body.child(row, "palm") is not None:
            along, own = unit(knuckles - head), float(np.linalg.norm(knuckles - head)) / KNUCKLES
        return _frame(head, along, palm_direction(body, row)), (own, own)
    if role == "forearm" and (wrist := body.child(row, "hand")) is not None:
        return _frame(head, along, FRONT), (own, min(max(own, _WRIST * hand_size(body, wrist)), 1.6 * own))
    if role == "neck":
        return _frame(head, along, FRONT), (own, body.torso or own)
    if role == "head":
        own = max(own, 0.8 * body.torso)
    if role in ("finger", "palm"):
        hand = hand_size(body, row) or own
        if role == "palm" or _is_ball_of_thumb(body, row, role):
            return _frame(head, along, body.rest[row, :3, 2]), (own, hand * _BALL_OF_THE_THUMB[role])
        thick = hand * min(max(own / hand, 0.75), 1.25) * (_THUMB if is_thumb(body, row) else 1.0)
        return _frame(head, along, body.rest[row, :3, 2]), (own, thick)
    return _frame(head, along, FRONT), (own, own)


def _is_ball_of_thumb(body: Body, row: int, role: FigureRole) -> bool:
    """Whether a bone is the first of a thumb that begins on the hand itself."""
    above = body.roles.get(body.rig.bones[row].parent or "")
    return role == "finger" and above == "hand" and not body.animal and is_thumb(body, row)


def _girth(body: Body, row: int) -> float:
    """Scale across of the limb that a twist bone lies in."""
    above = body.rig.bones[row].parent or ""
    role = body.roles.get(above)
    profile = None if role is None or role == "twist" else PROFILES.get(role)
    return 0.0 if role is None or profile is None else _standing(body, body.row[above], role, profile)[1][1]


def _width(body: Body, row: int, role: FigureRole, profile: Profile, across: float) -> float:
    """Scale of a part from side to side: chest and hips reach towards limbs that begin far out."""
    limbs: dict[FigureRole, tuple[FigureRole, ...]] = {"hips": ("thigh",), "chest": ("shoulder", "upper_arm")}
    reach = 0.8 * body.spread(row, *limbs.get(role, ()))
    return min(max(across, reach / max(key[1] for key in profile.keys)), 1.5 * across)


_WRIST = 0.85
"""How thick a short forearm at least is against one that fits the size of the hand."""

_THUMB = 1.2
"""How much thicker a thumb is than a finger."""

_BALL_OF_THE_THUMB: Mapping[FigureRole, float] = {"palm": 1.0, "finger": 1.75}
"""How much thicker than a finger the bones inside the palm are: the first of the thumb has a muscle around it."""


def _on_the_floor(body: Body, row: int, role: FigureRole) -> tuple[Floats, tuple[float, float]]:
    """Feet and toes share one profile that stands on the sole below the ankle and points to the tip of the toes."""
    ankle = row if role == "foot" else body.row.get(body.rig.bones[row].parent or "", row)
    toe = row if role == "toe" else body.child(row, "toe")
    tip = body.tail(toe if toe is not None else ankle)
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


def _machined(body: Body, row: int) -> tuple[list[Solid], list[Capsule]]:
    """A link of a machine: slimmer towards the tool, but never by much."""
    bone, length, left = body.rig.bones[row], float(body.lengths[row]), float(body.remaining[row])
    if length < SHORTEST:
        return _plain(body, row)
    whole = max(float(body.remaining[body.row[name]]) for name in body.machine)
    thick = _MACHINE * whole + _LINK * left
    thin = _MACHINE * whole + _LINK * max(left - length, 0.0)
    still = [child.head[0] - bone.tail[0] for child in body.rig.children.get(bone.name, ()) if all(child.joint.lock)]
    spread = max(map(abs, still), default=0.0)
    solids = [
        Solid(row, turned.axes, turned.keys, turned.squareness, turned.darker, *_fine)
        for turned in link(bone.joint.lock, bone.parent is None, length, thick, thin, spread)
    ]
    middle = (thick + thin) / 2 * (2.0 if bone.parent is None else 0.5 if all(bone.joint.lock) else 0.85)
    capsule = (row, np.array((0, 0.08 * length, 0)), np.array((0, 0.92 * length, 0)), min(middle, 3.0 * length))
    return solids, [capsule]


_MACHINE, _LINK = 0.020, 0.052
"""Radius of a machine's link against the length of the machine, and against what is left of it from there on."""


def _plain(body: Body, row: int) -> tuple[list[Solid], list[Capsule]]:
    """A turned limb of a bone whose name says nothing."""
    length, left = float(body.lengths[row]), float(body.remaining[row])
    if length < SHORTEST:
        return [Solid(row, np.eye(4), tuple(ball(_joint_of_nothing(body, row))), 2.0, True, *_coarse)], []
    thick = min(max(_TAPER * left, 0.09 * length), 1.2 * length)
    thin = min(max(_TAPER * (left - length), 0.06 * length, 0.3 * thick), thick)
    middle = (thick + thin) / 2
    profile = (
        (0.1, thick * 0.72),
        (0.18, thick * 0.92),
        (0.34, thick * 1.06),
        (0.65, middle),
        (0.84, thin),
        (0.93, thin * 0.78),
    )
    large = length > 0.05 * body.size
    size = _normal if large else _coarse
    solids = [
        Solid(row, np.eye(4), tuple(turned(length, profile)), 2.0, False, *size),
        Solid(row, np.eye(4), tuple(ball(thick * 0.93)), 2.0, True, *(_round if large else _coarse)),
    ]
    capsule = (row, np.array((0, 0.08 * length, 0)), np.array((0, 0.88 * length, 0)), middle)
    return solids, [capsule]


_TAPER = 0.07
"""Radius of a plain limb against the length that is left of its chain: about that of human arms and legs."""


def _eye(body: Body, row: int) -> tuple[list[Solid], list[Capsule]]:
    """A ball with a darker bead before it, so that it is seen where the eye looks."""
    length = float(body.lengths[row])
    ahead = np.eye(4)
    ahead[1, 3] = 0.3 * length
    return [
        Solid(row, np.eye(4), tuple(ball(0.45 * length)), 2.0, False, *_coarse),
        Solid(row, ahead, tuple(ball(0.25 * length)), 2.0, True, *_coarse),
    ], []


def _joint_of_nothing(body: Body, row: int) -> float:
    """Radius of the ball of a bone without length: a bead on its parent's end."""
    parent = body.row.get(body.rig.bones[row].parent or "")
    longest = float(body.lengths[parent]) if parent is not None else 0.0
    return 0.08 * longest or 0.01


def _frame(origin: Floats, along: Floats, facing: Floats) -> Floats:
    """Axes at `origin` with Y `along` and Z as close to `facing` as can be."""
    side = cross(along, facing)
    if np.linalg.norm(side) < 1e-6:
        side = cross(along, UP if abs(along[2]) < 0.9 else FRONT)
    side = unit(side)
    axes = np.eye(4)
    axes[:3, 0], axes[:3, 1], axes[:3, 2], axes[:3, 3] = side, along, cross(side, along), origin
    return axes
