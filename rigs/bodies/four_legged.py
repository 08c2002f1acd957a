"""The joints of a four-legged animal inside a mesh: its legs end in the four lowest lumps, its back goes along between
them, head and tail are what reaches beyond.

All but the search for legs is in the axes of the body (`frame`). Heights are shares of that of the back, means of dogs,
deer and horses, which stand on their toes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.bodies.body_points import solid_in
from pantin.rigs.bodies.frame import Body, framed
from pantin.rigs.bodies.lines import at_shares, line_between, share_of_bend
from pantin.rigs.meshes.solid import Solid
from pantin.rigs.messages import _
from pantin.rigs.templates.draft import vector

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Joints = dict[str, Floats]
"""Points (3,) by the name of the bone that begins there; those that end in ".end" are where the last of a row ends."""

COARSE = 128
"""Cubes along the longest side of a mesh whose legs are looked for."""
NO_LEGS = _("No four legs were found in this mesh: they have to stand apart from each other.")

LOW = 0.15
"""The height of the lowest cubes of a leg at most, of the animal's: a paw may be lifted."""
HIGHEST_LEG = 0.6
ALIKE = 3.0
"""The largest of four legs has at most so many times the cubes of the smallest."""
SNAP = 12.0
"""Degrees by which an animal is turned from the axes of its file that are no intent."""

OUTER = 0.4
"""Part of the farthest reach beyond the feet from which on a piece is head or tail, and no trunk."""
SHOULDER, BLADE, HIP = 0.75, 0.95, 0.82
"""Heights of joints of the trunk."""
ELBOW = (0.42, 0.68)
HOCK, HOCK_BETWEEN = 0.34, (0.18, 0.52)
WRIST_OF_HOCK = 0.85
ANKLE, KNUCKLES, TOES = 0.10, 0.06, 0.03
KNEE = 0.68
"""Of the height of the hip."""
IN_COLUMN = 0.8
"""The backbone, from the belly to the back."""
BACK_SHARES = (0.0, 0.22, 0.457, 0.693, 1.0)
HEAD = 0.55
"""The part of neck and head before which the head begins, where no bend tells it."""
LEAST_TAIL, LEAST_DROP = 0.16, 0.35
"""Least reach of a tail behind the hind feet, or down."""


class Legs(NamedTuple):
    """Four legs in a solid."""

    rows: tuple[Ints, Ints, Ints, Ints]
    """The cubes of the front left, front right, hind left and hind right leg."""
    front: Floats
    """(3,): the level direction in which the animal looks, armature space."""
    long: bool
    """True where it stands as animals do, and not as a robot whose arms reach the floor: longer than wide, and its
    highest part is not above the middle, or it is no taller than long.
    """


def found(points: Floats, triangles: Ints, turned: bool = False) -> tuple[Body, Legs]:
    """Find the legs of an animal in the triangles (t, 3) of points (p, 3), upright in armature space.

    With `turned` its head is taken to be at its other end. Raises ValueError, in one sentence, where it has no four
    legs.
    """
    solid = solid_in(points, triangles, COARSE)
    legs = _legs(solid)
    if turned:
        legs = Legs((legs.rows[3], legs.rows[2], legs.rows[1], legs.rows[0]), -legs.front, legs.long)
    left = np.cross([0.0, 0.0, 1.0], legs.front)
    middle = np.mean([sole(solid, rows) for rows in legs.rows], axis=0)
    body = framed(points, triangles, left, middle)
    tops = [body.frame.inside(solid.centres[rows]) for rows in legs.rows]
    rows = [_rows_in(body.solid, own) for own in tops]
    return body, Legs((rows[0], rows[1], rows[2], rows[3]), legs.front, legs.long)


def _rows_in(solid: Solid, cubes: Floats) -> Ints:
    """Return the cubes of a solid that lie where those of another (k, 3) do: of one piece, as high as these."""
    low, high = cubes.min(axis=0), cubes.max(axis=0)
    room = 1.5 * solid.step
    own = ((solid.centres >= low - room) & (solid.centres <= high + vector(room, room, 0.0))).all(axis=1)
    return solid.piece(solid.nearest(cubes[cubes[:, 2].argmin()]), own | _none(solid, cubes))


def _none(solid: Solid, cubes: Floats) -> NDArray[np.bool_]:
    at = np.zeros(len(solid.cells), bool)
    at[solid.nearest(cubes[cubes[:, 2].argmin()])] = True
    return at


# Legs


def _legs(solid: Solid) -> Legs:
    """Return the legs, as long as they are apart. Raises ValueError."""
    fours = combinations(lumps_below(solid, 4)[:7], 4)
    alike = [four for four in fours if max(map(len, four)) <= ALIKE * min(map(len, four))]
    if not alike:
        raise ValueError(NO_LEGS)
    return _sorted(solid, min(alike, key=lambda four: _crooked(solid, four)))


def lumps_below(solid: Solid, count: int) -> list[Ints]:
    """Return the cubes of the lowest lumps, the largest first, up to where fewer than `count` are apart; what else
    stands on the floor is among them.
    """
    heights = solid.centres[:, 2]
    low, tall = float(heights.min()), float(np.ptp(heights)) or 1.0
    for share in np.arange(HIGHEST_LEG, 0.0, -0.02).tolist():
        pieces = [piece for piece in solid.pieces(heights < low + share * tall) if _stands(solid, piece, low, tall)]
        if len(pieces) >= count:
            return sorted(pieces, key=len, reverse=True)
    return []


def _stands(solid: Solid, piece: Ints, low: float, tall: float) -> bool:
    return len(piece) >= 4 and float(solid.centres[piece, 2].min()) < low + LOW * tall


def sole(solid: Solid, rows: Ints) -> Floats:
    """Return the middle (3,) of the lowest cubes of a leg."""
    own = solid.centres[rows]
    return np.asarray(own[own[:, 2] < own[:, 2].min() + 2.5 * solid.step].mean(axis=0))


def _crooked(solid: Solid, four: Sequence[Ints]) -> float:
    """Return how unlike the feet of an animal four lumps are: how far they are from an even trapezium."""
    pairs = _pairs(solid, [sole(solid, rows) for rows in four])
    return pairs[0] - 1e-6 * sum(map(len, four))


def _pairs(solid: Solid, feet: Sequence[Floats]) -> tuple[float, tuple[int, int], tuple[int, int]]:
    """Return the two pairs of four feet that stand alongside each other, and how far from even they stand."""
    flat = solid.centres[:, :2] - solid.centres[:, :2].mean(axis=0)
    longest = np.linalg.eigh(flat.T @ flat)[1][:, -1]
    found = []
    for one, other in (((0, 1), (2, 3)), ((0, 2), (1, 3)), ((0, 3), (1, 2))):
        middles = [np.mean([feet[row][:2] for row in pair], axis=0) for pair in (one, other)]
        along = middles[0] - middles[1]
        length = float(np.linalg.norm(along)) or 1.0
        across = [(feet[pair[0]] - feet[pair[1]])[:2] for pair in (one, other)]
        askew = sum(abs(float(way @ along)) / length for way in across) / length
        widths = [float(np.linalg.norm(way)) for way in across]
        uneven = abs(widths[0] - widths[1]) / max(*widths, 1e-9)
        found.append((askew + 0.3 * uneven - abs(float(along @ longest)) / length, one, other))
    return min(found)


def _sorted(solid: Solid, four: Sequence[Ints]) -> Legs:
    feet = [sole(solid, rows) for rows in four]
    _off, one, other = _pairs(solid, feet)
    middles = [np.mean([feet[row] for row in pair], axis=0) for pair in (one, other)]
    front = level(middles[0] - middles[1])
    if headness(solid, front, middles[0], middles[1], feet) < 0.0:
        front, one, other = -front, other, one
    left = np.cross([0.0, 0.0, 1.0], front)
    rows = [four[row] for pair in (one, other) for row in sorted(pair, key=lambda row: -float(feet[row] @ left))]
    wide = max(abs(float((feet[pair[0]] - feet[pair[1]]) @ left)) for pair in (one, other))
    span = abs(float((middles[0] - middles[1]) @ front))
    heights, along = solid.centres[:, 2], (solid.centres - (middles[0] + middles[1]) / 2) @ front
    highest = abs(float(along[heights > heights.max() - 0.1 * np.ptp(heights)].mean()))
    is_long = span > wide and (highest > 0.25 * span or float(np.ptp(along)) > float(np.ptp(heights)))
    return Legs((rows[0], rows[1], rows[2], rows[3]), front, is_long)


def level(way: Floats) -> Floats:
    """Return the level direction (3,) of a way (3,), that of an axis of the file where it is about there."""
    flat = np.array([way[0], way[1], 0.0])
    flat /= max(float(np.linalg.norm(flat)), 1e-12)
    axis = np.round(flat)
    return axis if abs(axis).sum() == 1.0 and float(axis @ flat) > np.cos(np.radians(SNAP)) else flat


def headness(solid: Solid, front: Floats, ahead: Floats, behind: Floats, feet: Sequence[Floats]) -> float:
    """Return how much speaks for the head being in front, above 0: it is higher and stouter than a tail, toes point
    there, and files look along -Y.
    """
    along, heights = solid.centres @ front, solid.centres[:, 2]
    tall = float(np.ptp(heights)) or 1.0
    beyond = (along - float(ahead @ front), float(behind @ front) - along)
    high = [float(heights[way > 0.0].max()) if (way > 0.0).any() else float(heights.min()) for way in beyond]
    many = [int((way > OUTER * way.max()).sum()) if way.max() > 0.0 else 0 for way in beyond]
    stout = (many[0] - many[1]) / max(sum(many), 1)
    return (high[0] - high[1]) / tall + 1.3 * stout + 3.0 * _toes(solid, front, feet) / tall - 0.1 * float(front[1])


def _toes(solid: Solid, front: Floats, feet: Sequence[Floats]) -> float:
    """Return how far the soles are before what is right above them, on the mean."""
    tall = float(np.ptp(solid.centres[:, 2]))
    ahead = []
    for foot in feet:
        offsets = solid.centres - foot
        beside = np.linalg.norm(offsets[:, :2], axis=1) < 0.15 * tall
        above = beside & (offsets[:, 2] > 0.05 * tall) & (offsets[:, 2] < 0.14 * tall)
        if above.any():
            ahead.append(-float((offsets[above] @ front).mean()))
    return float(np.mean(ahead)) if ahead else 0.0


# Joints


def joints(body: Body, legs: Legs) -> Joints:
    """Place the joints of an animal with these legs, in the axes of its body."""
    solid, animal = body.solid, _Animal(body, legs)
    placed: Joints = {}
    for side, rows in zip("LR", legs.rows[:2], strict=True):
        placed |= animal.front_leg(solid.centres[rows], side)
    for side, rows in zip("LR", legs.rows[2:], strict=True):
        placed |= animal.hind_leg(solid.centres[rows], side)
    placed = evened(placed)
    placed |= animal.back(placed)
    placed |= animal.neck(placed)
    placed |= animal.tail(placed)
    return placed


class _Animal:
    """Measures of an animal."""

    def __init__(self, body: Body, legs: Legs) -> None:
        self.solid = solid = body.solid
        self.legs = legs
        soles = [sole(solid, rows) for rows in legs.rows]
        self.front, self.hind = ((soles[row][1] + soles[row + 1][1]) / 2 for row in (0, 2))
        self.middle = float(np.mean([sole[0] for sole in soles]))
        stations = np.linspace(0.25, 0.75, 9) * (self.hind - self.front) + self.front
        self.top = float(np.median([self.column(y)[1] for y in stations]))
        """The height of the back."""

    def column(self, y: float, most: float = 2.0) -> tuple[float, float]:
        """Return the lowest and the highest of what is in the middle plane so far back, up to a height."""
        centres, step = self.solid.centres, self.solid.step
        for wide in (1.5, 3.0, 6.0):
            near = (np.abs(centres[:, 1] - y) < wide * step) & (np.abs(centres[:, 0] - self.middle) < wide * step)
            near &= centres[:, 2] < most
            if near.any():
                own = centres[near, 2]
                return float(own.min()), float(own.max())
        return 0.0, 1.0

    def at(self, leg: Floats, height: float) -> Floats:
        """Return the middle (3,) of a leg's slice at a height; its highest where it does not reach so far up."""
        bounded = float(np.clip(height, leg[:, 2].min(), leg[:, 2].max()))
        near = np.abs(leg[:, 2] - bounded) <= 0.75 * self.solid.step
        middle = leg[near].mean(axis=0) if near.any() else leg[np.abs(leg[:, 2] - bounded).argmin()]
        return np.array([middle[0], middle[1], height])

    def toe(self, leg: Floats) -> Floats:
        """Return the tip (3,) of a foot."""
        low = leg[leg[:, 2] < leg[:, 2].min() + max(0.06 * self.top, 2.0 * self.solid.step)]
        floor = float(leg[:, 2].min())
        return np.array([low[:, 0].mean(), low[:, 1].min() + self.solid.step, floor + TOES * self.top])

    def foot(self, leg: Floats, first: str, last: str, ankle: float, side: str) -> Joints:
        """Return the joints of a paw from the joint above it down."""
        floor, tip = float(leg[:, 2].min()) - self.solid.step / 2, self.toe(leg)
        above = self.at(leg, floor + ankle)
        knuckles = self.at(leg, floor + KNUCKLES * self.top * (1.0 if ankle > 0.12 * self.top else 0.6))
        knuckles[1] = min(knuckles[1], above[1]) + 0.35 * (tip[1] - min(knuckles[1], above[1]))
        return {f"{first}.{side}": above, f"{last}.{side}": knuckles, f"{last}.{side}.end": tip}

    def front_leg(self, leg: Floats, side: str) -> Joints:
        hock = self.hock()
        upper = float(np.clip(leg[:, 2].max() + 0.04 * self.top, ELBOW[0] * self.top, ELBOW[1] * self.top))
        elbow = self.at(leg, upper) + vector(0.0, 0.03 * self.top, 0.0)
        shoulder = np.array([elbow[0], elbow[1] - 0.13 * self.top, SHOULDER * self.top])
        blade = np.array([self.middle + 0.7 * (elbow[0] - self.middle), elbow[1] + 0.06 * self.top, BLADE * self.top])
        return {
            f"shoulder.{side}": blade,
            f"upper_arm.{side}": shoulder,
            f"forearm.{side}": elbow,
            **self.foot(leg, "front_paw", "front_toe", WRIST_OF_HOCK * hock, side),
        }

    def hock(self) -> float:
        """Return the height of the hocks above the floor: where hind legs are bent back most."""
        found = []
        for rows in self.legs.rows[2:]:
            leg = self.solid.centres[rows]
            floor = float(leg[:, 2].min())
            heights = np.linspace(floor + ANKLE * self.top, leg[:, 2].max() - self.solid.step, 30)
            line = np.array([self.at(leg, height) for height in heights.tolist()])
            share = share_of_bend(line, np.array([0.0, 1.0, 0.0]), 0.03)
            if share is not None:
                found.append(float(at_shares(line, np.array([share]))[0, 2]) - floor)
        usual = float(np.mean(found)) if found else HOCK * self.top
        return float(np.clip(usual, HOCK_BETWEEN[0] * self.top, HOCK_BETWEEN[1] * self.top))

    def hind_leg(self, leg: Floats, side: str) -> Joints:
        hock = self.at(leg, float(leg[:, 2].min()) + self.hock())
        paw = self.foot(leg, "hind_paw", "hind_toe", ANKLE * self.top, side)
        hip = np.array([hock[0], hock[1] - 0.13 * self.top, HIP * self.top])
        knee = np.array([hock[0], hip[1] - 0.06 * self.top, KNEE * hip[2]])
        return {f"thigh.{side}": hip, f"shin.{side}": knee, f"hock.{side}": hock, **paw}

    def back(self, placed: Joints) -> Joints:
        """Return the joints of the back from the rump to where the neck begins."""
        hip, shoulder = placed["thigh.L"], placed["upper_arm.L"]
        rump, end = hip[1] + 0.06 * self.top, shoulder[1] + 0.02 * self.top
        found = {}
        names = ("hips", "spine_1", "spine_2", "chest", "neck_1")
        for name, share in zip(names, BACK_SHARES, strict=True):
            y = rump + share * (end - rump)
            low, high = self.column(y, 1.1 * self.top)
            low, high = max(low, 0.4 * self.top), min(high, (1.08 if name == "neck_1" else 1.02) * self.top)
            found[name] = np.array([self.middle, y, low + IN_COLUMN * (high - low)])
        return found

    def neck(self, placed: Joints) -> Joints:
        """Return the joints of neck and head: the nose is what is farthest from the trunk in front of it."""
        solid, base = self.solid, placed["neck_1"]
        free = self._beyond(solid.centres[:, 1] < base[1])
        begin = solid.nearest(base)
        if not free.any():
            ahead = self.top * np.array([(0.0, -0.1, 0.1), (0.0, -0.2, 0.2), (0.0, -0.4, 0.2)])
            return dict(zip(("neck_2", "head", "head.end"), base + ahead, strict=True))
        aside = np.abs(solid.centres[:, 0] - self.middle)
        end = self._amid(np.where(free, -solid.centres[:, 1] - 2.0 * aside, -np.inf))
        line = self._in_middle(line_between(solid, begin, end, 0.3 * self.top))
        line[0] = base
        share = share_of_bend(line, np.array([0.0, -0.35, 0.94]), 0.04)
        at = float(np.clip(HEAD if share is None else share, 0.35, 0.72))
        middle, head, nose = at_shares(line, np.array([0.5 * at, at, 0.98]))
        return {"neck_2": middle, "head": head, "head.end": nose}

    def tail(self, placed: Joints) -> Joints:
        """Return the joints of the tail; none where nothing reaches beyond the hind legs."""
        solid, rump = self.solid, placed["hips"]
        free = self._beyond(solid.centres[:, 1] > rump[1] + 0.02 * self.top)
        begin = solid.nearest(rump)
        away = np.where(free, solid.distances([begin]), -np.inf)
        away = np.where(np.isfinite(away), away, -np.inf)
        end = self._amid(away + solid.centres[:, 1] - 2.0 * np.abs(solid.centres[:, 0] - self.middle))
        line = self._in_middle(line_between(solid, begin, end, 0.2 * self.top))
        line[0] = rump
        reach = float(solid.centres[end, 1]) - max(self.hind, float(rump[1]))
        drop = float(rump[2] - solid.centres[end, 2])
        if away[end] < 0.2 * self.top or (reach < LEAST_TAIL * self.top and drop < LEAST_DROP * self.top):
            return {}
        found = at_shares(line, np.linspace(0.06, 0.98, 7))
        names = [*(f"tail_{number}" for number in range(1, 7)), "tail_6.end"]
        return dict(zip(names, found, strict=True))

    def _amid(self, scores: Floats) -> int:
        """Return the cube amid those with about the largest score (n): of a snout that is flat the middle."""
        best = np.flatnonzero(scores > scores.max() - 1.5 * self.solid.step)
        centres = self.solid.centres[best]
        return int(best[((centres - centres.mean(axis=0)) ** 2).sum(axis=1).argmin()])

    def _beyond(self, chosen: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return which of the chosen cubes are of no leg."""
        free = chosen.copy()
        for rows in self.legs.rows:
            free[rows] = False
        return free

    def _in_middle(self, line: Floats) -> Floats:
        """Return a line (n, 3) in the middle plane where it lies near it all along."""
        if np.abs(line[:, 0] - self.middle).max() < 0.12 * self.top:
            line = line.copy()
            line[:, 0] = self.middle
        return line


EVEN = 0.05
"""Parts of its height by which joints of both sides may be off from mirrored, and become so."""


def evened(placed: Mapping[str, Floats]) -> Joints:
    """Return joints in which those of both sides are mirror images, where all of them nearly are."""
    pairs = [(name, name.replace(".L", ".R")) for name in placed if ".L" in name]
    flip = np.array([-1.0, 1.0, 1.0])
    off = [float(np.linalg.norm(placed[left] - flip * placed[right])) for left, right in pairs]
    found = dict(placed)
    if off and max(off) < EVEN:
        for left, right in pairs:
            middle = (placed[left] + flip * placed[right]) / 2
            found[left], found[right] = middle, flip * middle
    return found
