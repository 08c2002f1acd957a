"""Targets that can be hit in a pose: bones as capsules, handles and other shapes as lines, poles as discs.

Hidden and unselectable bones are left out. Computed once for a pose and projected once through a lens, so that a
pointer over two thousand bones costs a few sums.
"""

from __future__ import annotations

from functools import cached_property

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.remembered import remembered
from pantin.rigs.rig import Rig
from pantin.solver.gaze import looking
from pantin.viewport.figure.mannequin import mannequin
from pantin.viewport.figure.skin import skin_of
from pantin.viewport.picking.skins import PosedSkin, SkinHit
from pantin.viewport.scene.outlines import OUTLINES
from pantin.viewport.scene.rig_arrays import (
    ControlShape,
    constraint_arrays,
    control_axes,
    drawn_as_bone,
    rig_arrays,
    seen_radius,
)
from pantin.viewport.scene.scene import WIDTH
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.mesh import NO_CAPSULES, Capsules
from pantin.viewport.values.stage import Look

Array = NDArray[np.float64]
Rows = NDArray[np.intp]

GIRTH = 0.15
"""Radius of a bone against its length, where the figure has no stand-in for it."""


class _Known(msgspec.Struct, frozen=True, eq=False):
    """The part of the targets that does not change with the pose.

    `parents`: the nearest body bone above each bone, -1 without one; `carries_all`: the bones that every bone of the
    body hangs on.
    """

    open: NDArray[np.bool_]
    body: Rows
    parents: Rows
    carries_all: NDArray[np.bool_]


class Targets:
    """All that can be hit in one pose."""

    def __init__(self, look: Look) -> None:
        rig, evaluated = look.document.rig, look.evaluated
        known = _known(rig, look.in_rest_pose)
        self._parents = known.parents
        self._seen: tuple[Lens, tuple[Array, Array]] | None = None
        self._matrices = np.asarray(evaluated.matrices)
        self.in_rest_pose = look.in_rest_pose
        seen = looking(look.document.figure, self._matrices, evaluated.others)
        skin = None if look.in_rest_pose else skin_of(seen, look.characters)
        self.skin = None if skin is None else PosedSkin(skin, self._matrices)
        # While bones are edited nothing stands in for them: a bone is where it is drawn.
        self._stand_ins = NO_CAPSULES if look.in_rest_pose or skin is not None else mannequin(rig).capsules
        self._open = known.open
        self.body = known.body
        self.names = rig_arrays(rig).names
        self.heads, self.tails = np.asarray(evaluated.heads), np.asarray(evaluated.tails)
        self.grips: tuple[ControlShape, ...] = tuple(
            grip for grip in constraint_arrays(rig, look.in_rest_pose).controls if known.open[grip.row]
        )
        self.solid = np.array([grip.solid for grip in self.grips], dtype=np.bool_)
        self.grip_rows = np.array([grip.row for grip in self.grips], dtype=np.intp)
        self.carries_all = known.carries_all[self.grip_rows]
        self.centres = self.heads[self.grip_rows].reshape(-1, 3)

    @cached_property
    def capsules(self) -> Capsules:
        """The capsules that are hit: one along each body bone, and those of the wooden figure."""
        heads, tails, body = self.heads, self.tails, self.body
        girth = WIDTH if self.in_rest_pose else GIRTH
        wood = self._stand_ins.some(self._open[self._stand_ins.rows]).carried(self._matrices)
        rows = wood.rows
        return Capsules(
            rows=np.concatenate([body, rows]),
            starts=np.concatenate([heads[body], _within(wood.starts, wood.radii, heads[rows], tails[rows])]),
            ends=np.concatenate([tails[body], _within(wood.ends, wood.radii, heads[rows], tails[rows])]),
            radii=np.concatenate([girth * np.linalg.norm(tails[body] - heads[body], axis=1), wood.radii]),
        )

    def through_skin(self, lens: Lens, x: float, y: float) -> SkinHit | None:
        """Return the bone below the skin under a pixel, or the nearest above it that can be hit; None beside a skin."""
        found = None if self.skin is None else self.skin.hit(*lens.ray(x, y))
        if found is None or self._open[found.bone]:
            return found
        above = int(self._parents[found.bone])
        return None if above < 0 else found._replace(bone=above)

    @cached_property
    def around(self) -> tuple[Array, float]:
        """The middle (3,) and the radius of a sphere that holds the skin, or else all capsules."""
        if self.skin is not None:
            return self.skin.around
        shapes = self.capsules
        points = np.concatenate([shapes.starts, shapes.ends])
        if not len(points):
            return np.zeros(3), 0.0
        middle = (points.min(axis=0) + points.max(axis=0)) / 2
        away = np.linalg.norm(points - middle, axis=1) + np.concatenate([shapes.radii, shapes.radii])
        return middle, float(away.max())

    @cached_property
    def sizes(self) -> Array:
        """The size of each bone (n,): its length and twice its girth, metres."""
        radii = np.zeros(len(self.heads))
        np.maximum.at(radii, self.capsules.rows, self.capsules.radii)
        return np.asarray(np.linalg.norm(self.tails - self.heads, axis=1) + 2 * radii)

    def with_ancestors(self, row: int) -> Rows:
        """A bone and its ancestors in the body that can be hit, the nearest first."""
        found = [row]
        while (above := int(self._parents[found[-1]])) >= 0:
            found.append(above)
        return np.array(found, dtype=np.intp)

    def seen(self, lens: Lens) -> tuple[Array, Array]:
        """Outlines as lines (n, 2, 2), and solid ones (m, 3) as centre and radius; pixels, NaN behind the camera.

        `owners` says which outline a line belongs to.
        """
        if self._seen is None or self._seen[0] != lens:
            self._seen = (lens, (self._lines(lens), self._discs(lens)))
        return self._seen[1]

    @cached_property
    def owners(self) -> Rows:
        """For each line of the outlines that are no discs, the index of its grip."""
        counts = [0 if grip.solid else len(OUTLINES[grip.shape]) for grip in self.grips]
        return np.repeat(np.arange(len(counts)), counts)

    def segments(self, lens: Lens) -> tuple[Array, tuple[str, ...]]:
        """Both ends of each bone (n, 2, 2), pixels, and its name; handles and poles have their centre twice."""
        heads, tails = (lens.project(ends[self.body])[:, :2] for ends in (self.heads, self.tails))
        centres = lens.project(self.centres)[:, :2]
        ends = np.stack([np.concatenate([heads, centres]), np.concatenate([tails, centres])], axis=1)
        return ends, (*(self.names[row] for row in self.body), *(grip.name for grip in self.grips))

    def _lines(self, lens: Lens) -> Array:
        outlined = [grip for grip in self.grips if not grip.solid]
        axes = [control_axes(grip, self._matrices) for grip in outlined]
        lines = [
            grip.radius * OUTLINES[grip.shape] @ own[:3, :3].T + own[:3, 3]
            for grip, own in zip(outlined, axes, strict=True)
        ]
        points = np.concatenate([np.zeros((0, 2, 3)), *lines])
        return lens.project(points.reshape(-1, 3))[:, :2].reshape(-1, 2, 2)

    def _discs(self, lens: Lens) -> Array:
        poles = [grip for grip in self.grips if grip.solid]
        centres = self.heads[[grip.row for grip in poles]].reshape(-1, 3)
        handles = [(self.heads[grip.handle[0]], grip.handle[1]) if grip.handle else None for grip in poles]
        sizes = zip(poles, centres, handles, strict=True)
        radii = [seen_radius(grip.radius, centre, handle, lens) / lens.pixel(centre) for grip, centre, handle in sizes]
        places = lens.project(centres)
        places[:, 2] = np.where(places[:, 2] > lens.camera.near, np.array(radii), np.nan)
        return places


@remembered(
    "document.rig.bones",
    "document.rig.collections",
    "document.figure.pose.expressions",
    "document.figure.hidden_parts",
    "evaluated",
    "in_rest_pose",
    "characters",
)
def targets(look: Look) -> Targets:
    """Return the targets of a pose."""
    return Targets(look)


@remembered("bones", "collections")
def _known(rig: Rig, bare: bool) -> _Known:
    bones = rig.bones
    open_ = np.array([bone.selectable for bone in bones], dtype=np.bool_) & ~rig_arrays(rig).hidden
    bodies = np.array([bone.kind == "bone" for bone in bones], dtype=np.bool_)
    row = {bone.name: index for index, bone in enumerate(bones)}
    above = [row.get(bone.parent or "", -1) for bone in bones]
    parents = np.full(len(bones), -1, dtype=np.intp)
    for index in range(len(bones)):
        at = above[index]
        while at >= 0 and not (open_[at] and bodies[at]):
            at = above[at]
        parents[index] = at
    plain = np.array([drawn_as_bone(bone, bare) for bone in bones], dtype=np.bool_)
    return _Known(open_, np.flatnonzero(plain & open_), parents, _carries_all(np.array(above, dtype=np.intp), bodies))


def _carries_all(above: Rows, bodies: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return which bones, by row, are ancestors of the whole body."""
    found = np.zeros(len(above), dtype=np.bool_)
    common: set[int] | None = None
    for row in np.flatnonzero(bodies).tolist():
        ancestors = []
        at = int(above[row])
        while at >= 0 and not bodies[at]:
            ancestors.append(at)
            at = int(above[at])
        if at < 0:
            common = set(ancestors) if common is None else common.intersection(ancestors)
    found[list(common or ())] = True
    return found


def _within(points: Array, radii: Array, heads: Array, tails: Array) -> Array:
    """Points moved back along their bone until their sphere ends little beyond its tail: a palm is not its fingers."""
    along = tails - heads
    lengths = np.maximum(np.linalg.norm(along, axis=1), 1e-12)
    along = along / lengths[:, None]
    beyond = ((points - heads) * along).sum(axis=1) - np.maximum(lengths - radii / 2, lengths / 2)
    return np.asarray(points - np.maximum(beyond, 0.0)[:, None] * along)
