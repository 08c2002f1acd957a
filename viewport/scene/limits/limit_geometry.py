"""Joint limits as geometry: the present rotation of a joint in its limits, and the grips at their edges.

All of it follows from two things: a joint's axes as its parent carries them, and its turn from there. A grip is one end
of one range; where it would be at another angle, `LimitGeometry.places` says, which is all that dragging needs to know.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.rigs import rotations as rot
from pantin.rigs.editing.joint_limits import (
    BEND,
    SWAY,
    TWIST,
    End,
    bounds,
)
from pantin.rigs.euler import bend_twist_sway
from pantin.rigs.fields import AxisLimits, Vector3
from pantin.rigs.remembered import remembered
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.vectors import four
from pantin.solver.maths.inheritance import orthonormal_axes
from pantin.viewport.scene.limits.limit_bounds import about, pointing
from pantin.viewport.scene.rig_arrays import rig_arrays
from pantin.viewport.scene.scene import ShownLimits
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.stage import Look

Array = NDArray[np.float64]

MOST = 60
"""Limits of no more bones than this are drawn at once."""

REACH = 7.0
"""Distance from the pointer at which a grip is hit, pixels."""

SWING, LEAST_SWING = 0.85, 72.0
"""Radius of fans and outlines: against the bone's length, and at least, pixels."""

RING, LEAST_RING, ALONG = 0.3, 36.0, 0.5
"""Radius of a twist's arc, the same way, and where along the bone it lies."""


class Edge(msgspec.Struct, frozen=True):
    """One end of the range of one axis of a joint."""

    bone: str
    axis: int
    end: End


class LimitGeometry(msgspec.Struct, frozen=True, eq=False, dict=True):
    """A joint with limits, in the present pose. Columns of `frame` (3, 3) are its own axes, moved with its parent."""

    bone: Bone
    head: Array
    frame: Array
    turn: Vector3
    swing: float
    ring: float
    length: float
    own: AxisLimits | None = None
    """The limits that the joint has apart from this pose, where they are freed for it."""

    @property
    def bounds(self) -> AxisLimits:
        """The range about each axis, radians, also where it is freed for the pose; None where there is none."""
        joint = self.bone.joint
        return bounds(joint if self.own is None else msgspec.structs.replace(joint, limit=self.own))

    def is_free(self, *axes: int) -> bool:
        """Return True if a range about one of these axes is freed for the pose."""
        own, now = self.own, self.bone.joint.limit
        return own is not None and any(own[axis] is not None and now[axis] is None for axis in axes)

    def on_sphere(self, u: ArrayLike) -> Array:
        """Return the end of the needle (n, 3) after swings (half-angle sines)."""
        return np.asarray(self.head + self.swing * pointing(u) @ self.frame.T)

    def on_ring(self, angles: ArrayLike) -> Array:
        """Return the bone's front (n, 3) after twists: on a ring about the bone as it points now. At 0 it is its Z."""
        angles = np.asarray(angles, dtype=np.float64).reshape(-1)
        out = np.stack([np.sin(angles), np.zeros(len(angles)), np.cos(angles)], axis=1)
        return np.asarray(self.centre + self.ring * out @ self._swung.T)

    @cached_property
    def _swung(self) -> Array:
        """The axes (3, 3) of the joint after its swing, without its twist."""
        return np.asarray(self.frame @ rot.exp((self.turn[BEND], 0.0, self.turn[SWAY])))

    @cached_property
    def centre(self) -> Array:
        """The middle of the twist's ring (3,), armature space."""
        return np.asarray(self.head + ALONG * self.length * self._swung[:, 1])

    def places(self, axis: int, angles: ArrayLike) -> Array:
        """Return the place of a grip with its end of the range at these angles (n, 3), armature space."""
        return self.on_ring(angles) if axis == TWIST else self.on_sphere(about(axis, angles))

    def is_under(self, lens: Lens, at: tuple[float, float]) -> bool:
        """Return whether a pixel lies on the bone or on what is drawn of its limits."""
        head, tail = lens.project([self.head, self.head + self.length * self._swung[:, 1]])[:, :2]
        along = tail - head
        part = np.clip((np.array(at) - head) @ along / max(float(along @ along), 1e-12), 0.0, 1.0)
        near = max(self.swing, self.ring) / lens.pixel(self.head) + REACH
        beside = self.ring / lens.pixel(self.head) + REACH
        return bool(np.hypot(*(at - head)) <= near or np.hypot(*(at - head - part * along)) <= beside)

    @cached_property
    def grips(self) -> tuple[tuple[Edge, Array], ...]:
        """The edges that can be dragged, and where they are (3,), armature space."""
        joint, found = self.bone.joint, list[tuple[Edge, Array]]()
        for axis, (held, ends) in enumerate(zip(joint.lock, joint.limit, strict=True)):
            if not held and ends is not None:
                lower, upper = self.places(axis, ends)
                found += [(Edge(self.bone.name, axis, "upper"), upper), (Edge(self.bone.name, axis, "lower"), lower)]
        return tuple(found)


def limit_geometries(look: Look, lens: Lens, wanted: ShownLimits) -> tuple[LimitGeometry, ...]:
    """The joints whose limits are drawn, the active one last; those of hidden bones are not."""
    document = look.document
    active = (document.active,) if document.active else ()
    names = {"none": (), "active": active, "selected": (*document.selected[:MOST], *active)}[wanted]
    arrays = rig_arrays(document.rig)
    seen = [name for name in names if name in arrays.row and not arrays.hidden[arrays.row[name]]]
    names = tuple(dict.fromkeys(reversed(seen)))[::-1]
    by_name = document.rig.by_name
    found = [
        limit_geometry(look, lens, name) for name in names if by_name[name].joint.limited or name in document.rig.freed
    ]
    return tuple(one for one in found if one is not None)


def limit_geometry(look: Look, lens: Lens, name: str) -> LimitGeometry | None:
    """The limits of a joint in this pose; None behind the camera, or where the pose lacks the bone."""
    rig, index = look.document.rig, look.evaluated.index
    row = index.get(name)
    if row is None or name not in rig.by_name:
        return None
    head, tail = np.asarray(look.evaluated.heads[row]), np.asarray(look.evaluated.tails[row])
    if lens.project(head)[0, 2] <= lens.camera.near:
        return None
    bone, matrices = rig.by_name[name], np.asarray(look.evaluated.matrices)
    rest = _rest(rig)
    rows = {other: index[other] for other in (name, bone.parent or "") if other in index}
    own, roll = _carried(bone, rest, matrices, rows), bone.joint.roll
    pixel, length = lens.pixel(head), float(np.linalg.norm(tail - head))
    return LimitGeometry(
        bone=bone,
        head=head,
        frame=own @ rot.exp((0.0, roll, 0.0)) if roll else own,
        turn=bend_twist_sway(four(rot.quaternion_from_matrix(own.T @ _unscaled(matrices[row]))), roll),
        swing=max(SWING * length, LEAST_SWING * pixel),
        ring=max(RING * length, LEAST_RING * pixel),
        length=length,
        own=rig.freed.get(name),
    )


def edge_at(found: Iterable[LimitGeometry], lens: Lens, x: float, y: float, reach: float = REACH) -> Edge | None:
    """The grip under a pixel, the nearest within `reach`, pixels; of equally near ones the one drawn last."""
    grips = [grip for one in found for grip in one.grips]
    if not grips:
        return None
    away = np.hypot(*(lens.project([place for _, place in grips])[:, :2] - (x, y)).T)
    nearest = len(away) - 1 - int(np.argmin(np.nan_to_num(away, nan=np.inf)[::-1]))
    return grips[nearest][0] if away[nearest] <= reach else None


@remembered("bones")
def _rest(rig: Rig) -> Array:
    return rest_matrices(rig.bones)


def _carried(bone: Bone, rest: Array, matrices: Array, rows: dict[str, int]) -> Array:
    """The bone's axes in the rest pose (3, 3), rotated with its parent."""
    own = rest[rows[bone.name], :3, :3]
    parent = rows.get(bone.parent or "")
    if parent is None or not bone.inherit_rotation:
        return np.asarray(own)
    return np.asarray(_unscaled(matrices[parent]) @ rest[parent, :3, :3].T @ own)


def _unscaled(matrix: Array) -> Array:
    """Return the axes (3, 3) of a matrix (4, 4) without scale and shear, as the solver takes them of a parent."""
    x, y, z = matrix[:3, :3].T.tolist()
    return np.stack(orthonormal_axes(tuple(x), tuple(y), tuple(z)), axis=1)
