"""The wooden figure, grown from the bones of any rig: one turned solid per bone and a ball at its head.

Bones whose names tell a part of the body get that part's profile; all others become plain turned limbs whose thickness
follows what is left of their chain, so that limbs taper and neighbours meet. Everything is made at rest, in the axes of
the bone that carries it: posing the figure is a matter of the bones' matrices alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from rigs.rest import rest_lengths, rest_matrices
from rigs.rig import Bone, Rig
from viewport.anatomy import FOOT_LENGTH, FOOT_RISE, PALM, PROFILES, Profile, Role, roles_of
from viewport.lathe import Key, ball, loft, turned

Floats = NDArray[np.float64]
FRONT, UP = np.array((0.0, -1.0, 0.0)), np.array((0.0, 0.0, 1.0))

MOST_CAPSULES = 64
"""Shadows and occlusion are worked out from this many stand-ins; the largest are taken."""

PERSON = 1.775
"""Metres from the floor to the crown of the figure that the profiles were measured on."""

SHORTEST = 1e-6
"""Metres. A shorter bone is a ball without a limb."""


@dataclass(frozen=True, slots=True, eq=False)
class Mannequin:
    """The figure at rest. `rows` says which bone (row of the rig) carries each vertex, in whose axes it is given.

    `darker` marks the vertices of joints. Capsules (c, 3), (c, 3), (c,) are in the axes of the bones `capsule_rows`.
    """

    vertices: NDArray[np.float32]
    normals: NDArray[np.float32]
    rows: NDArray[np.int32]
    darker: NDArray[np.bool_]
    triangles: NDArray[np.uint32]
    capsule_rows: NDArray[np.int32]
    capsule_starts: NDArray[np.float64]
    capsule_ends: NDArray[np.float64]
    capsule_radii: NDArray[np.float64]
    boxes: NDArray[np.float64]
    """Per bone of the rig, in its axes: the corners (n, 2, 3) of the box of what it carries; nan where it is bare."""
    scale: float
    """Largest extent of the bones at rest against that of a person of 1.77 m."""


@dataclass(frozen=True, slots=True, eq=False)
class _Solid:
    """One solid to turn: its keys, and where its axes (4, 4) stand in the axes of the bone in `row`."""

    row: int
    axes: Floats
    keys: tuple[Key, ...]
    squareness: float
    darker: bool
    rings: int
    radial: int
    stretch: tuple[float, float] = (1.0, 1.0)
    """Scale along the axis and across it."""


_Capsule = tuple[int, Floats, Floats, float]


def mannequin(rig: Rig, detail: float = 1.0) -> Mannequin:
    """The figure of a rig. `detail` scales the number of rings and spokes. Handles and poles have no body."""
    for bones, known_detail, grown in _grown:
        if bones is rig.bones and known_detail == detail:
            return grown
    grown = _grow(rig, detail)
    _grown[:] = [*_grown[-3:], (rig.bones, detail, grown)]
    return grown


_grown: list[tuple[tuple[Bone, ...], float, Mannequin]] = []
"""The figures made last: a drag changes the pose and leaves the bones the same object."""


def _grow(rig: Rig, detail: float) -> Mannequin:
    body = _Body(rig)
    solids: list[_Solid] = []
    capsules: list[_Capsule] = []
    for row, bone in enumerate(rig.bones):
        if bone.kind != "bone":
            continue
        role = body.roles.get(bone.name)
        more_solids, more_capsules = _plain(body, row) if role is None else _shaped(body, row, role)
        solids += more_solids
        capsules += more_capsules
    capsules = sorted(capsules, key=lambda c: -c[3] * (c[3] + float(np.linalg.norm(c[2] - c[1]))))[:MOST_CAPSULES]
    return _joined(solids, capsules, body, detail / (1.0 if len(solids) < 400 else 2.0))


class _Body:
    """What the parts need to know of the whole figure at rest."""

    def __init__(self, rig: Rig) -> None:
        self.rig = rig
        self.row = {bone.name: row for row, bone in enumerate(rig.bones)}
        self.rest = rest_matrices(rig.bones)
        self.lengths = rest_lengths(rig.bones)
        self.roles: Mapping[str, Role] = roles_of(rig)
        self.remaining = self._remaining()
        self.size = self._scale()
        self.torso = self._torso()
        self.carriers = self._carriers()

    def _remaining(self) -> Floats:
        """Length of the longest way from each bone's head to a tip of the figure."""
        longest = self.lengths.copy()
        for name in reversed(_parents_first(self.rig)):
            bone = self.rig.by_name[name]
            if bone.kind == "bone" and bone.parent in self.row:
                above = self.row[bone.parent]
                longest[above] = max(longest[above], self.lengths[above] + longest[self.row[name]])
        return longest

    def _torso(self) -> float:
        """Size of the trunk against the figure of 1.77 m; 0 where it cannot be told."""
        ends = [self._first("hips"), self._first("neck")]
        if None in ends:
            return self.size if self._first("thigh") is not None else 0.0
        hips, neck = (self.rest[row, :3, 3] for row in ends)
        return float(np.linalg.norm(neck - hips)) / 0.540

    def _carriers(self) -> frozenset[str]:
        """Unknown bones between the ground and the first known part: they carry the figure and are no part of it."""
        found = set()
        for name in self.roles:
            above = self.rig.by_name.get(self.rig.by_name[name].parent or "")
            while above is not None and above.name not in self.roles:
                found.add(above.name)
                above = self.rig.by_name.get(above.parent or "")
        return frozenset(found)

    def _first(self, role: Role) -> int | None:
        return next((self.row[name] for name, found in self.roles.items() if found == role), None)

    def child(self, row: int, *roles: Role) -> int | None:
        """The row of the first child that is one of the given parts."""
        children = self.rig.children.get(self.rig.bones[row].name, ())
        return next((self.row[c.name] for c in children if self.roles.get(c.name) in roles), None)

    def _scale(self) -> float:
        """Largest extent of the bones against that of a person of 1.77 m; 1 where there is none."""
        rows = [row for row, bone in enumerate(self.rig.bones) if bone.kind == "bone"]
        ends = np.array([(self.rest[row, :3, 3], self.tail(row)) for row in rows]).reshape(-1, 3)
        extent = float(np.ptp(ends, axis=0).max()) if len(ends) else 0.0
        return extent / PERSON if extent > SHORTEST else 1.0

    def tail(self, row: int) -> Floats:
        """Where the bone ends at rest."""
        matrix = self.rest[row]
        return np.asarray(matrix[:3, 3] + matrix[:3, 1] * self.lengths[row])


def _parents_first(rig: Rig) -> list[str]:
    """Bone names, every parent before its children."""
    ordered, waiting = [], [bone.name for bone in rig.children.get(None, ())]
    while waiting:
        name = waiting.pop()
        ordered.append(name)
        waiting += [child.name for child in rig.children.get(name, ())]
    return ordered


def _shaped(body: _Body, row: int, role: Role) -> tuple[list[_Solid], list[_Capsule]]:
    """A part of the body with its own profile."""
    profile = PROFILES[role]
    if role == "hand" and body.child(row, "finger") is not None:
        profile = PALM
    axes, stretch = _standing(body, row, role, profile)
    if min(stretch) < SHORTEST:
        return _plain(body, row)
    into_bone = np.linalg.inv(body.rest[row]) @ axes
    size = (
        _coarse
        if role == "finger"
        else _fine
        if role in ("hips", "spine", "chest", "head", "hand", "foot", "toe")
        else _normal
    )
    solids = [_Solid(row, into_bone, profile.keys, profile.squareness, profile.darker, *size, stretch)]
    if profile.ball:
        rings, radial = _coarse if role == "finger" else _round
        solids.append(_Solid(row, np.eye(4), tuple(ball(profile.ball * stretch[1])), 2.0, True, rings, radial))
    along, across = stretch
    scale = np.array((across, along, across))
    capsules = [
        (
            row,
            into_bone[:3, :3] @ (start * scale) + into_bone[:3, 3],
            into_bone[:3, :3] @ (end * scale) + into_bone[:3, 3],
            radius * across,
        )
        for start, end, radius in ((np.array(a), np.array(b), r) for a, b, r in profile.capsules)
    ]
    if role == "foot" and body.rest[row, 2, 3] - axes[2, 3] > HIGH_ANKLE * along:
        solids += _plain(body, row)[0]
    return solids, capsules


HIGH_ANKLE = 0.125
"""Metres over the sole, for the figure of 1.77 m. From a higher ankle a limb runs down into the foot."""

_fine, _normal, _round, _coarse = (20, 26), (17, 18), (9, 15), (6, 7)
"""Rings and spokes of a solid, by how large it is on the figure."""


def _standing(body: _Body, row: int, role: Role, profile: Profile) -> tuple[Floats, tuple[float, float]]:
    """The axes (4, 4) of a part in armature space, and its scale along and across."""
    head, length = body.rest[row, :3, 3], float(body.lengths[row])
    along = body.rest[row, :3, 1]
    own = length / profile.length
    if role in ("hips", "spine", "chest"):
        above = body.child(row, "spine", "chest") if role != "chest" else body.child(row, "neck", "head")
        end = body.rest[above, :3, 3] if above is not None else head + along * length
        if np.linalg.norm(end - head) > SHORTEST:
            along, own = _unit(end - head), float(np.linalg.norm(end - head)) / profile.length
        across = body.torso or own
        own = across if role == "hips" else own
        return _frame(head + along * profile.origin * own, along, FRONT), (own, across)
    if role in ("foot", "toe"):
        return _on_the_floor(body, row, role)
    if role == "hand":
        return _frame(head, along, _palm(body, row)), (own, own)
    if role == "neck":
        return _frame(head, along, FRONT), (own, body.torso or own)
    if role == "head":
        own = max(own, 0.8 * body.torso)
    if role == "finger":
        hand = _hand_size(body, row) or own
        return _frame(head, along, body.rest[row, :3, 2]), (own, hand * min(max(own / hand, 0.75), 1.25))
    return _frame(head, along, FRONT), (own, own)


def _hand_size(body: _Body, row: int) -> float:
    """How large the hand is that carries this finger, against that of the figure of 1.77 m."""
    bone: Bone | None = body.rig.bones[row]
    while bone is not None and body.roles.get(bone.name) == "finger":
        bone = body.rig.by_name.get(bone.parent or "")
    if bone is None or body.roles.get(bone.name) != "hand":
        return 0.0
    return float(body.lengths[body.row[bone.name]]) / PALM.length


def _on_the_floor(body: _Body, row: int, role: Role) -> tuple[Floats, tuple[float, float]]:
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
    return _frame(sole, _unit(forward), UP), (size, size)


def _palm(body: _Body, row: int) -> Floats:
    """The direction that the flat of the hand faces at rest."""
    along = body.rest[row, :3, 1]
    children = body.rig.children.get(body.rig.bones[row].name, ())
    knuckles = [
        body.rest[body.row[c.name], :3, 3]
        for c in children
        if body.roles.get(c.name) == "finger" and "humb" not in c.name
    ]
    if len(knuckles) > 1:
        facing = np.cross(along, knuckles[-1] - knuckles[0])
        inside = body.rest[row, :3, 2]
        return np.asarray(facing if facing @ inside >= 0 else -facing)
    if abs(along[2]) < 0.7:
        return -UP
    return np.array((-1.0 if body.rest[row, 0, 3] > 0 else 1.0, 0.0, 0.0))


def _plain(body: _Body, row: int) -> tuple[list[_Solid], list[_Capsule]]:
    """A turned limb of a bone whose name says nothing."""
    length, left = float(body.lengths[row]), float(body.remaining[row])
    if length < SHORTEST:
        return [_Solid(row, np.eye(4), tuple(ball(_joint_of_nothing(body, row))), 2.0, True, *_coarse)], []
    thick = min(max(_TAPER * left, 0.09 * length), 1.2 * length)
    thin = min(max(_TAPER * (left - length), 0.06 * length, 0.3 * thick), thick)
    if body.rig.bones[row].name in body.carriers:
        thick = thin = _SLENDER * length
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
        _Solid(row, np.eye(4), tuple(turned(length, profile)), 2.0, False, *size),
        _Solid(row, np.eye(4), tuple(ball(thick * 0.93)), 2.0, True, *(_round if large else _coarse)),
    ]
    capsule = (row, np.array((0, 0.08 * length, 0)), np.array((0, 0.88 * length, 0)), middle)
    return solids, [capsule]


_TAPER = 0.07
"""Radius of a plain limb against the length that is left of its chain: about that of human arms and legs."""

_SLENDER = 0.03
"""Radius of a bone that only carries the figure, against its length."""


def _joint_of_nothing(body: _Body, row: int) -> float:
    """Radius of the ball of a bone without length: a bead on its parent's end."""
    parent = body.row.get(body.rig.bones[row].parent or "")
    longest = float(body.lengths[parent]) if parent is not None else 0.0
    return 0.08 * longest or 0.01


def _joined(solids: list[_Solid], capsules: list[_Capsule], body: _Body, detail: float) -> Mannequin:
    """All solids as one mesh."""
    vertices, normals, rows, darker, triangles = [np.zeros((0, 3))], [np.zeros((0, 3))], [], [], []
    boxes = np.full((len(body.rig.bones), 2, 3), np.nan)
    first = 0
    for group in _alike(solids):
        rings, radial = (max(round(count * detail), 5) for count in (group[0].rings, group[0].radial))
        keys = np.array([solid.keys for solid in group], dtype=np.float64)
        surface = loft(keys, np.array([solid.squareness for solid in group]), rings, radial)
        stretch = np.array([(across, along, across) for along, across in (solid.stretch for solid in group)])[
            :, None, :
        ]
        axes = np.array([solid.axes for solid in group])
        turn = axes[:, :3, :3].transpose(0, 2, 1)
        facing = surface.normals / stretch
        facing /= np.linalg.norm(facing, axis=-1, keepdims=True)
        placed = (surface.vertices * stretch) @ turn + axes[:, None, :3, 3]
        for solid, low, high in zip(group, placed.min(axis=1), placed.max(axis=1), strict=True):
            boxes[solid.row, 0] = np.fmin(boxes[solid.row, 0], low)
            boxes[solid.row, 1] = np.fmax(boxes[solid.row, 1], high)
        vertices.append(placed.reshape(-1, 3))
        normals.append((facing @ turn).reshape(-1, 3))
        each = surface.vertices.shape[1]
        rows.append(np.repeat([solid.row for solid in group], each))
        darker.append(np.repeat([solid.darker for solid in group], each))
        starts = first + each * np.arange(len(group))
        triangles.append((surface.triangles[None] + starts[:, None, None]).reshape(-1, 3))
        first += each * len(group)
    return Mannequin(
        vertices=np.concatenate(vertices).astype(np.float32),
        normals=np.concatenate(normals).astype(np.float32),
        rows=np.concatenate([np.zeros(0), *rows]).astype(np.int32),
        darker=np.concatenate([np.zeros(0), *darker]).astype(np.bool_),
        triangles=np.concatenate([np.zeros((0, 3)), *triangles]).astype(np.uint32),
        capsule_rows=np.array([c[0] for c in capsules], dtype=np.int32),
        capsule_starts=np.array([c[1] for c in capsules], dtype=np.float64).reshape(-1, 3),
        capsule_ends=np.array([c[2] for c in capsules], dtype=np.float64).reshape(-1, 3),
        capsule_radii=np.array([c[3] for c in capsules], dtype=np.float64),
        boxes=boxes,
        scale=body.size,
    )


def _alike(solids: list[_Solid]) -> Iterator[list[_Solid]]:
    """The solids in groups that can be lofted together."""

    def shape(solid: _Solid) -> tuple[int, int, int]:
        return len(solid.keys), solid.rings, solid.radial

    for _, group in groupby(sorted(solids, key=shape), key=shape):
        yield list(group)


def _frame(origin: Floats, along: Floats, facing: Floats) -> Floats:
    """Axes at `origin` with Y `along` and Z as close to `facing` as can be."""
    side = np.cross(along, facing)
    if np.linalg.norm(side) < 1e-6:
        side = np.cross(along, UP if abs(along[2]) < 0.9 else FRONT)
    side = _unit(side)
    axes = np.eye(4)
    axes[:3, 0], axes[:3, 1], axes[:3, 2], axes[:3, 3] = side, along, np.cross(side, along), origin
    return axes


def _unit(vector: Floats) -> Floats:
    return np.asarray(vector / np.linalg.norm(vector))
