"""The joints of a bird inside a mesh: two lumps that stand are its feet, or none where it flies; wings are what reaches
farthest aside, head and tail what reaches farthest along the plane between them.

All but the search for feet is in the axes of the body (`frame`). Wings that are folded lie along the trunk.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.bodies.body_points import solid_in
from pantin.rigs.bodies.four_legged import COARSE, Joints, evened, headness, level, lumps_below, sole
from pantin.rigs.bodies.frame import Body, framed
from pantin.rigs.bodies.lines import at_shares, line_between, share_of_bend
from pantin.rigs.meshes.solid import Solid
from pantin.rigs.messages import _
from pantin.rigs.templates.draft import vector

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Bools = NDArray[np.bool_]

NO_SIDES = _("No left and right were found in this mesh: both sides of a bird have to be alike.")
ALIKE = 0.6
"""The part of a body that has its mirror image in it, at least."""
FOOT_SIZES = 2.5
"""The larger foot has at most so many times the cubes of the other."""
THIN = 0.4
"""A trunk ends where a body is thinner than this part of where it is thickest."""
FOLDED = 0.42
"""Of its length: a bird that is not half as wide as this has its wings folded."""
LONG, NARROW = 0.75, 0.67
"""Of its height: a bird whose wings are folded is longer from beak to tail. Of that length: it is less wide."""
ELBOW, WRIST = 0.24, 0.52
"""Of the way from the shoulder to the tip of a wing."""
HEAD, BEAK = 0.5, 0.76
"""Of the way from the trunk to the tip of the beak."""
ANKLE, KNEE_AHEAD, HIP_BEHIND = 0.08, 0.14, 0.12
"""Of the height of the hip."""
HIP_OF_HOCK = 0.6
"""Distance of the hip behind the ankle, of that of the hock."""


class Bird(NamedTuple):
    """The parts of a bird in a solid."""

    feet: tuple[Ints, Ints] | None
    """The cubes of its left and its right leg."""
    front: Floats
    """(3,): the level direction in which it looks, armature space."""


def found(points: Floats, triangles: Ints, turned: bool = False) -> tuple[Body, Bird]:
    """Find the sides and the front of a bird in the triangles (t, 3) of points (p, 3), upright in armature space.

    With `turned` its head is taken to be at its other end. Raises ValueError, in one sentence, where both sides differ.
    """
    solid = solid_in(points, triangles, COARSE)
    feet = feet_in(solid)
    middle, across = _plane(solid, feet)
    front = np.cross(across, [0.0, 0.0, 1.0])
    soles = [sole(solid, rows) for rows in feet or ()]
    if (_forward(solid, front, middle, across, soles) < 0.0) != turned:
        front = -front
    left = np.cross([0.0, 0.0, 1.0], front)
    body = framed(points, triangles, left, middle)
    if feet is None:
        return body, Bird(None, front)
    own = sorted((body.frame.inside(solid.centres[rows]) for rows in feet), key=lambda cubes: -cubes[:, 0].mean())
    rows = [_rows_in(body.solid, cubes) for cubes in own]
    return body, Bird((rows[0], rows[1]), front)


def _rows_in(solid: Solid, cubes: Floats) -> Ints:
    """Return the cubes of a solid that lie in the box around those of another (k, 3)."""
    low, high = cubes.min(axis=0) - solid.step, cubes.max(axis=0) + vector(solid.step, solid.step, 0.0)
    inside = np.flatnonzero(((solid.centres >= low) & (solid.centres <= high)).all(axis=1))
    return inside if len(inside) else np.array([solid.nearest(cubes.mean(axis=0))])


def feet_in(solid: Solid) -> tuple[Ints, Ints] | None:
    """Return the two legs that a body stands on; None where it stands on something else."""
    lumps = lumps_below(solid, 2)[:2]
    if len(lumps) < 2 or len(lumps[0]) > FOOT_SIZES * len(lumps[1]):
        return None
    return lumps[0], lumps[1]


def _plane(solid: Solid, feet: tuple[Ints, Ints] | None) -> tuple[Floats, Floats]:
    """Return a point (3,) of the plane between both sides, and the level direction (3,) across it.

    Raises ValueError.
    """
    found: list[tuple[float, Floats, Floats]] = []
    ways = [np.array([1.0, 0.0, 0.0]), np.array([0.0, 1.0, 0.0])]
    if feet is not None:
        soles = [sole(solid, rows) for rows in feet]
        ways.append(level(soles[0] - soles[1]))
    low, high = solid.centres.min(axis=0), solid.centres.max(axis=0)
    for number, across in enumerate(ways):
        middles = solid.centres.mean(axis=0), (low + high) / 2
        found += [(_alike(solid, middle, across) + 0.02 * (number == 2), middle, across) for middle in middles]
    best, middle, across = max(found, key=lambda each: each[0])
    if best < ALIKE:
        raise ValueError(NO_SIDES)
    return middle, across


def _alike(solid: Solid, middle: Floats, across: Floats) -> float:
    """Return the part of the cubes whose mirror images are inside as well, or next to it."""
    off = (solid.centres - middle) @ across
    images = solid.centres - 2.0 * off[:, None] * across
    at = np.floor((images - solid.origin) / solid.step).astype(np.intp)
    shape = np.array(solid.filled.shape)
    there = ((at >= 1) & (at < shape - 1)).all(axis=1)
    hit = np.zeros(len(at), bool)
    for way in (-1, 0, 1):
        moved = at + np.round(way * across).astype(np.intp)
        fits = there & ((moved >= 0) & (moved < shape)).all(axis=1)
        hit[fits] |= solid.filled[tuple(moved[fits].T)]
    return float(hit.mean())


def _forward(solid: Solid, front: Floats, middle: Floats, across: Floats, soles: Sequence[Floats]) -> float:
    """Return how much speaks for a direction to be the front: the head is there, and wings point away from it."""
    aside = np.abs((solid.centres - middle) @ across)
    along = (solid.centres - middle) @ front
    near = aside < 0.2 * aside.max()
    length = float(np.ptp(along)) or 1.0
    tips = float(along[aside > 0.8 * aside.max()].mean() - along[near].mean()) / length
    ends = (float(along[near].max()), float(along[near].min()))
    ahead, behind = (middle + front * (0.5 * end) for end in ends)
    return headness(solid, front, ahead, behind, soles) - tips


def is_folded(points: Floats, triangles: Ints) -> bool:
    """Return whether a body stands on two legs and is long behind and before them: a bird whose wings are folded.

    A person is wide from leg to leg, and with the arms before it half as long as tall. Raises ValueError where the
    triangles (t, 3) of points (p, 3) have no inside.
    """
    solid = solid_in(points, triangles, COARSE)
    feet = feet_in(solid)
    if feet is None:
        return False
    left, right = (sole(solid, rows) for rows in feet)
    across = level(left - right)
    wide, long = (float(np.ptp(solid.centres @ way)) for way in (across, np.cross(across, [0.0, 0.0, 1.0])))
    return long > LONG * float(np.ptp(solid.centres[:, 2])) and wide < NARROW * long


# Joints


def joints(body: Body, bird: Bird) -> Joints:
    """Place the joints of a bird in the axes of its body; those of legs are missing where it has no feet."""
    found = _Joints(body, bird)
    placed: Joints = {}
    for side, sign in (("L", 1.0), ("R", -1.0)):
        placed |= found.wing(side, sign)
        if bird.feet is not None:
            placed |= found.leg(body.solid.centres[bird.feet[0 if side == "L" else 1]], side)
    return {**evened(placed), **found.middle()}


class _Joints:
    """Measures of a bird."""

    def __init__(self, body: Body, bird: Bird) -> None:
        self.solid = solid = body.solid
        self.aside = np.abs(solid.centres[:, 0])
        self.half = self._half()
        """Half the width of the trunk."""
        self.trunk = self.aside < max(0.6 * self.half, 1.5 * solid.step)
        self.front, self.back = self._ends()
        """The ends of the trunk along Y."""
        legs = np.zeros(len(solid.cells), bool)
        for rows in bird.feet or ():
            legs[rows] = True
        self.legs = legs

    def _half(self) -> float:
        """Return how far aside the body is as thick as a trunk."""
        step = self.solid.step
        slabs = np.floor(self.aside / step).astype(np.intp)
        thick = np.array([self._thick(slabs == slab) for slab in range(int(slabs.max()) + 1)])
        thin = np.flatnonzero(thick < THIN * thick.max())
        thin = thin[thin > int(thick.argmax())]
        return float((thin[0] if len(thin) else len(thick)) * step)

    def _thick(self, own: Bools) -> float:
        """Return how thick a slab is, upwards, where it is thickest, but for a tenth of it."""
        cells = self.solid.cells[own]
        if not len(cells):
            return 0.0
        counts = np.bincount(cells[:, 1])
        return float(np.quantile(counts[counts > 0], 0.9))

    def _ends(self) -> tuple[float, float]:
        rows = np.floor(self.solid.centres[:, 1] / self.solid.step).astype(np.intp)
        own, heights = rows[self.trunk], self.solid.centres[self.trunk, 2]
        low = int(own.min())
        thick = np.zeros(int(own.max()) - low + 1)
        for row in range(len(thick)):
            there = heights[own == row + low]
            thick[row] = len(np.unique(there))
        many = np.flatnonzero(thick > 0.55 * thick.max())
        most = int(thick.argmax())
        return float((low + many[many <= most][0]) * self.solid.step), float(
            (low + many[many >= most][-1] + 1) * self.solid.step
        )

    def column(self, y: float) -> tuple[float, float]:
        """Return the lowest and the highest of the trunk so far back."""
        centres = self.solid.centres
        near = self.trunk & ~self.legs & (np.abs(centres[:, 1] - y) < 1.5 * self.solid.step)
        own = centres[near, 2] if near.any() else centres[self.trunk, 2]
        return float(own.min()), float(own.max())

    def inside(self, y: float, share: float) -> Floats:
        """Return a point (3,) of the middle plane at a share of the trunk's height there."""
        low, high = self.column(y)
        return np.array([0.0, y, low + share * (high - low)])

    def wing(self, side: str, sign: float) -> Joints:
        """Return the joints of a wing: it begins at the side of the trunk, and its bones run along its front edge."""
        solid, length = self.solid, self.back - self.front
        centres = solid.centres
        root_y = self.front + 0.3 * length
        shoulder = self.inside(root_y, 0.7) + vector(sign * 0.75 * self.half, 0.0, 0.0)
        collar = shoulder * (0.35, 1.0, 1.0) + vector(0.0, 0.02 * length, 0.0)
        own = (sign * centres[:, 0] > self.half) & ~self.legs
        widest = float((sign * centres[:, 0]).max())
        if not own.any() or widest < FOLDED / 2 * float(np.ptp(centres[:, 1])):
            return self._folded(side, sign, shoulder, collar)
        tip = centres[np.where(own, sign * centres[:, 0], -np.inf).argmax()]
        aside = (self.half + share * (widest - self.half) for share in np.linspace(0.1, 1.0, 10).tolist())
        line = np.array([shoulder, *(self._across(own, sign, x, tip) for x in aside)])
        found = at_shares(line, np.array([ELBOW, WRIST, 0.98]))
        chord = self._chord(own, sign, abs(float(found[0][0])))
        found[0, 1] += 0.12 * chord
        return self._wing_of(side, collar, shoulder, found)

    def _wing_of(self, side: str, collar: Floats, shoulder: Floats, rest: Floats) -> Joints:
        names = (f"forearm.{side}", f"hand.{side}", f"hand.{side}.end")
        return {f"shoulder.{side}": collar, f"upper_arm.{side}": shoulder, **dict(zip(names, rest, strict=True))}

    def _slab(self, own: Bools, sign: float, x: float) -> Bools:
        return own & (np.abs(sign * self.solid.centres[:, 0] - x) < 1.5 * self.solid.step)

    def _chord(self, own: Bools, sign: float, x: float) -> float:
        near = self._slab(own, sign, x)
        return float(np.ptp(self.solid.centres[near, 1])) if near.any() else 0.0

    def _across(self, own: Bools, sign: float, x: float, tip: Floats) -> Floats:
        """Return a point (3,) of the wing so far aside: behind its front edge by a third."""
        near = self._slab(own, sign, x)
        if not near.any():
            return tip
        places = self.solid.centres[near]
        y = float(places[:, 1].min() + 0.3 * np.ptp(places[:, 1]))
        beside = places[np.abs(places[:, 1] - y) < 2.0 * self.solid.step]
        return np.array([sign * x, y, float((beside if len(beside) else places)[:, 2].mean())])

    def _folded(self, side: str, sign: float, shoulder: Floats, collar: Floats) -> Joints:
        """Return the joints of a wing that lies along the trunk: elbow behind, wrist ahead, tip far behind."""
        length = self.back - self.front
        rest = []
        for y, share in ((0.75, 0.6), (0.2, 0.5), (1.1, 0.55)):
            at = self.inside(min(self.front + y * length, self.back - self.solid.step), share)
            wide = self._wide(at)
            rest.append(at + vector(sign * 0.85 * wide, 0.0, 0.0))
        rest[2][1] = self.front + 1.1 * length
        return self._wing_of(side, collar, shoulder, np.array(rest))

    def _wide(self, at: Floats) -> float:
        """Return how far aside the body reaches at a point (3,) of the middle plane."""
        centres, step = self.solid.centres, self.solid.step
        near = (np.abs(centres[:, 1] - at[1]) < 2.0 * step) & (np.abs(centres[:, 2] - at[2]) < 2.0 * step)
        return float(self.aside[near].max()) if near.any() else self.half

    def middle(self) -> Joints:
        """Return the joints of trunk, neck, head, beak and tail."""
        length = self.back - self.front
        shares = {"hips": 0.85, "spine": 0.55, "chest": 0.3, "neck_1": 0.02}
        found = {name: self.inside(self.front + share * length, 0.6) for name, share in shares.items()}
        return {**found, **self._neck(found["neck_1"]), **self._tail(found["hips"])}

    def _neck(self, base: Floats) -> Joints:
        solid, centres = self.solid, self.solid.centres
        free = (self.aside < 1.2 * self.half) & ~self.legs & (centres[:, 2] > 0.3 * base[2])
        end = int(np.where(free, -centres[:, 1] - 2.0 * self.aside, -np.inf).argmax())
        line = line_between(solid, solid.nearest(base), end, 0.8 * self.half)
        line[:, 0], line[0] = 0.0, base
        share = share_of_bend(line, np.array([0.0, -0.35, 0.94]), 0.06)
        at = float(np.clip(HEAD if share is None else share, 0.3, 0.7))
        beak = max(BEAK, at + 0.15)
        points = at_shares(line, np.array([at / 3, 2 * at / 3, at, beak, 0.98]))
        names = ("neck_2", "neck_3", "head", "beak", "beak.end")
        return {**dict(zip(names, points, strict=True)), "head.end": points[3]}

    def _tail(self, hips: Floats) -> Joints:
        centres = self.solid.centres
        free = (self.aside < 1.2 * self.half) & ~self.legs & (centres[:, 1] > hips[1])
        if not free.any():
            return {}
        far = centres[np.where(free, centres[:, 1] - self.aside, -np.inf).argmax()]
        root = np.array([0.0, min(self.back, float(far[1])), 0.0])
        root[2] = self.inside(float(root[1]) - self.solid.step, 0.6)[2]
        tip = np.array([0.0, float(far[1]), float(far[2])])
        if tip[1] - root[1] < 3.0 * self.solid.step:
            return {}
        return {"tail": root, "tail_feather": root + 0.4 * (tip - root), "tail_feather.end": tip}

    def leg(self, leg: Floats, side: str) -> Joints:
        """Return the joints of a leg, from what of it stands free up into the trunk."""
        floor, top = float(leg[:, 2].min()), float(leg[:, 2].max())
        ankle_y = float(leg[leg[:, 2] > floor + 0.4 * (top - floor)][:, 1].mean())
        low, high = self.column(float(np.clip(ankle_y, self.front, self.back)))
        tall = max(low + 0.4 * (high - low), top + 0.1 * (high - top))
        aside = self._at(leg, top)[0]
        ankle = self._at(leg, floor + ANKLE * (tall - floor))
        line = np.array([self._at(leg, height) for height in np.linspace(ankle[2], top, 20).tolist()])
        share = share_of_bend(line, np.array([0.0, 1.0, 0.0]), 0.04)
        hip = np.array([0.85 * aside, ankle_y + HIP_BEHIND * (tall - floor), tall])
        if share is None:
            hock = ankle + 0.45 * (hip - ankle)
            hock[1] += HIP_BEHIND / 2 * (tall - floor)
        else:
            hock = at_shares(line, np.array([share]))[0]
            hip[1] = ankle[1] + HIP_OF_HOCK * (hock[1] - ankle[1])
        knee = hip + 0.3 * (hock - hip)
        knee[1] = min(float(knee[1]), hip[1]) - KNEE_AHEAD * (tall - floor)
        tip = self._tip(leg, floor)
        ball = ankle + 0.4 * (tip - ankle)
        ball[2] = tip[2]
        middle = ball + 0.55 * (tip - ball)
        names = ("thigh", "shin", "hock", "foot", "toe_middle_1", "toe_middle_2")
        places = (hip, knee, hock, ankle, ball, middle)
        found = {f"{name}.{side}": place for name, place in zip(names, places, strict=True)}
        return {**found, f"foot.{side}.end": ball, f"toe_middle_2.{side}.end": tip}

    def _at(self, leg: Floats, height: float) -> Floats:
        """Return the middle (3,) of a leg's slice at a height; where that is as long as a foot, of the one above it."""
        levels = np.unique(leg[:, 2])
        slices = [leg[leg[:, 2] == each] for each in levels.tolist()]
        long = np.array([float(np.ptp(each[:, 1])) for each in slices])
        wide = np.flatnonzero(long > max(2.0 * float(np.median(long)), float(np.median(long)) + 3.0 * self.solid.step))
        first = min(int(wide.max()) + 1, len(levels) - 1) if len(wide) and wide.max() < len(levels) // 2 else 0
        row = max(int(np.abs(levels - height).argmin()), first)
        middle = slices[row].mean(axis=0)
        return np.array([middle[0], middle[1], height])

    def _tip(self, leg: Floats, floor: float) -> Floats:
        low = leg[leg[:, 2] < floor + 2.5 * self.solid.step]
        return np.array([low[:, 0].mean(), low[:, 1].min() + self.solid.step, low[:, 2].mean()])
