"""The parts of the wooden figure: which solids a bone is turned into, and what casts their shadow.

Bones whose names tell a part of the body get that part's profile; all others become plain turned limbs whose thickness
follows what is left of their chain, so that limbs taper and neighbours meet.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.viewport.figure.anatomy import FigureRole
from pantin.viewport.figure.animal import ANIMAL, EAR_ROOT
from pantin.viewport.figure.body import SHORTEST, Body
from pantin.viewport.figure.lathe import Key, ball, balls
from pantin.viewport.figure.machine import link
from pantin.viewport.figure.placement import is_ball_of_thumb, placed, width
from pantin.viewport.figure.plain_limbs import BEAD
from pantin.viewport.figure.profiles import PALM, PROFILES, THENAR, Detail, Profile

Floats = NDArray[np.float64]


class Solid(msgspec.Struct, frozen=True, eq=False):
    """One solid to turn: its keys, and where its axes (4, 4) are in the axes of the bone in `row`."""

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


class AlikeSolids(msgspec.Struct, frozen=True, eq=False):
    """Round solids in the axes of the bones in `rows` (m,), from keys (m, k, 4)."""

    rows: NDArray[np.intp]
    keys: Floats
    darker: bool
    rings: int
    radial: int


Capsule = tuple[int, Floats, Floats, float]
"""Row of the bone, both ends in its axes, radius."""


def part(body: Body, row: int) -> tuple[list[Solid], list[Capsule]]:
    """Return the solids that the bone in a row carries, and the capsules that cast their shadows."""
    bone = body.rig.bones[row]
    if bone.name in body.bare:
        return [], []
    if bone.name in body.machine:
        return _machined(body, row)
    if body.parts.get(bone.name) == "eye" and body.lengths[row] >= SHORTEST:
        return _eye(body, row)
    role, profile = _profiled(body, row)
    return _plain(body, row) if role is None or profile is None else _shaped(body, row, role, profile)


def _profiled(body: Body, row: int) -> tuple[FigureRole | None, Profile | None]:
    """The part of the body that a bone is, and the profile of that part."""
    role = body.roles.get(body.rig.bones[row].name)
    return role, None if role is None else (ANIMAL if body.animal else PROFILES).get(role)


def is_plain(body: Body, row: int) -> bool:
    """Return whether the bone in a row carries a plain limb and nothing else: `alike_solids` makes those of many
    bones.
    """
    name = body.rig.bones[row].name
    special = name in body.bare or name in body.machine or body.parts.get(name) == "eye"
    return not special and bool(body.lengths[row] >= SHORTEST) and _profiled(body, row)[1] is None


def _shaped(body: Body, row: int, role: FigureRole, profile: Profile) -> tuple[list[Solid], list[Capsule]]:
    """A part of the body with its own profile."""
    profile = _special_profile(body, row, role) or profile
    axes, (along, across) = placed(body, row, role, profile)
    if min(along, across) < SHORTEST:
        return _plain(body, row)
    stretch = (width(body, row, role, profile, across), along, across)
    into_bone = np.linalg.inv(body.rest[row]) @ axes
    size, rounds = _fineness(body, row, role)
    solids = [Solid(row, into_bone, profile.keys, profile.squareness, profile.darker, *size, stretch)]
    solids += [_detail(row, detail, into_bone, profile.darker, stretch) for detail in profile.details]
    if profile.ball:
        bead = across * (0.7 if role == "hand" and body.rig.bones[row].parent not in body.roles else 1.0)
        tiny = rounds == _coarse
        solids.append(Solid(row, np.eye(4), tuple(ball(profile.ball * bead)), 2.0, True, *rounds, tiny=tiny))
    if role == "foot" and not body.animal and body.rest[row, 2, 3] - axes[2, 3] > HIGH_ANKLE * along:
        solids += _plain(body, row)[0]
    return solids, _capsules(row, profile, into_bone, np.array(stretch), across)


def _detail(row: int, detail: Detail, axes: Floats, darker: bool, stretch: tuple[float, float, float]) -> Solid:
    """A detail of a solid that has these axes (4, 4), in those of its bone, and this stretch."""
    if detail.level is None:
        return Solid(row, axes, detail.keys, 2.0, darker, *_normal, stretch)
    crosswise = np.array(
        ((0.0, 1.0, 0.0, 0.0), (-1.0, 0.0, 0.0, detail.level * stretch[1]), (0, 0, 1, 0), (0, 0, 0, 1))
    )
    return Solid(row, axes @ crosswise, detail.keys, 2.0, darker, *_round, (stretch[1], stretch[0], stretch[2]))


def _special_profile(body: Body, row: int, role: FigureRole) -> Profile | None:
    """The profile of a part that has another one where more or fewer bones are around it."""
    if is_ball_of_thumb(body, row, role):
        return THENAR
    if role == "hand" and not body.animal and body.child(row, "finger", "palm") is not None:
        return PALM
    return EAR_ROOT if role == "ear" and body.child(row, "ear") is not None else None


def _capsules(row: int, profile: Profile, into_bone: Floats, stretch: Floats, across: float) -> list[Capsule]:
    """Return the capsules that cast the shadow of a profile that is stretched (3,) and is at `into_bone` (4, 4) in
    a bone.
    """
    turn, at = into_bone[:3, :3], into_bone[:3, 3]
    return [
        (row, turn @ (np.array(start) * stretch) + at, turn @ (np.array(end) * stretch) + at, radius * across)
        for start, end, radius in profile.capsules
    ]


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
    """A turned limb of a bone whose name says nothing, with a bead at its head."""
    length, limbs = float(body.lengths[row]), body.limbs
    if length < SHORTEST:
        return [Solid(row, np.eye(4), tuple(ball(_joint_of_nothing(body, row))), 2.0, True, *_coarse)], []
    thick, thin = float(limbs.thick[row]), float(limbs.thin[row])
    (keys,) = _tuples(limbs.keys[row : row + 1])
    size, rounds = (_normal, _round) if length > _LARGE * body.size else (_coarse, _coarse)
    solids = [
        Solid(row, np.eye(4), keys, 2.0, False, *size),
        Solid(row, np.eye(4), tuple(ball(thick * BEAD)), 2.0, True, *rounds),
    ]
    return solids, [(row, np.array((0, 0.08 * length, 0)), np.array((0, 0.88 * length, 0)), (thick + thin) / 2)]


_LARGE = 0.05
"""Of the size of the figure. A shorter limb is turned with few rings and spokes."""


def alike_solids(body: Body, rows: NDArray[np.intp], beads: bool) -> Iterator[AlikeSolids]:
    """The plain limbs of the bones in `rows`, and the beads at their heads."""
    large = body.lengths[rows] > _LARGE * body.size
    for chosen, size, rounds in ((rows[large], _normal, _round), (rows[~large], _coarse, _coarse)):
        if len(chosen):
            yield AlikeSolids(chosen, body.limbs.keys[chosen], False, *size)
        if len(chosen) and beads:
            yield AlikeSolids(chosen, balls(body.limbs.thick[chosen] * BEAD), True, *rounds)


def _tuples(keys: Floats) -> list[tuple[Key, ...]]:
    return [tuple((y, width, depth, centre) for y, width, depth, centre in each) for each in keys.tolist()]


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
