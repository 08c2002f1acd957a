"""The seven points from which a person's skeleton is placed in a mesh, and how they are found there.

The ends of the limbs are the cubes that are farthest, within the solid, from its middle: two of them low, the feet, and
of the others the two that lie as far away as each other, the hands. Legs meet in the crotch. The chin lies above where
the neck is narrowest, the wrist behind where the hand is widest.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.bodies.frame import Body, framed
from pantin.rigs.bodies.held import without_held
from pantin.rigs.meshes.solid import Solid, solid_of
from pantin.rigs.messages import _
from pantin.rigs.sides import mirrored_name

Floats = NDArray[np.float64]
Ints = NDArray[np.intp]
Point = tuple[float, float, float]

NAMES = ("chin", "wrist.L", "wrist.R", "elbow.L", "elbow.R", "crotch", "ankle.L", "ankle.R")
SIDES = (("L", 1.0), ("R", -1.0))
OPTIONAL = frozenset(("elbow.L", "elbow.R"))
BodyPoints = Mapping[str, Point]
"""Points (3,) by their names in NAMES, armature space; elbows may be missing."""

NOBODY = _("No person was found in this mesh: it has to stand upright, with arms and legs apart from each other.")
FLAT = _("The mesh has nothing inside in which bones could be.")

COARSE = 128
"""Cubes along the longest side of a mesh whose limbs are looked for."""
ENDS = 10
"""Ends that are looked at; heads, hair, tails and what is carried have some of them."""
LOW = 0.12
"""The height of feet at most, of the body's."""
FEET_APART, HAND_OFF_FOOT = 0.2, 0.35
"""Ways through the solid between both feet, and from a hand to a foot, at least, of the height."""
THICK = 0.3
"""Of the thickest slice as seen from an end: there its limb has become the body."""
LIKELY = 0.45
"""Least distance of a hand from the middle and least thin length, of the height; and more on both sides."""
LEG_OF_BODY = 0.35
"""Of the height: so much of a leg, from the toes, is below where it may be joined with the other."""
NECK = (0.45, 0.88)
"""The neck is between these, from the crotch to the top of the head."""
LEVEL, OVER_SHOULDERS = 0.05, 0.16
"""Shoulders no farther from as high as each other are level, and the neck is no farther above them, of the height."""
FULL = 0.4
"""Of the box around a body so much is inside of it at most: a ball fills half."""
ANKLE = 0.05
"""The height of ankles, of the body's."""
TRUNK = 0.25
"""Of a slice of the trunk, one where an arm becomes it: a sleeve is less."""
ARM_OF_BODY, HAND_OF_ARM = 0.44, 0.3
"""Lengths of people: the arm to the finger tips, of the height, and the hand of that."""


USUAL: Mapping[str, tuple[float, float]] = {
    "chin": (0.0, 0.87),
    "crotch": (0.0, 0.46),
    "wrist": (0.40, 0.80),
    "ankle": (0.06, ANKLE),
}
"""To the left and up, where no person was found."""


class _Ends(msgspec.Struct, frozen=True, eq=False):
    """The rows of the cubes where limbs end."""

    feet: tuple[int, int]
    hands: tuple[int, int]


def found(points: Floats, triangles: Ints) -> tuple[Body, BodyPoints]:
    """Find the points of a person in the triangles (t, 3) of points (p, 3) that stand upright in armature space.

    The body is without what it holds. Raises ValueError, in one sentence, where there is no person.
    """
    triangles = without_held(points, triangles)
    solid = solid_in(points, triangles, COARSE)
    ends, tall = _ends(solid), float(np.ptp(solid.centres[:, 2]))
    legs = [solid.centres[solid.distances([end]) < LEG_OF_BODY * tall].mean(axis=0) for end in ends.feet]
    body = framed(points, triangles, _left(solid, ends), (legs[0] + legs[1]) / 2)
    tips = body.frame.inside(solid.centres[[*ends.feet, *ends.hands]])
    return body, outside(body, points_of(body, tips[:2], tips[2:]))


def is_person(points: Floats, triangles: Ints) -> bool:
    """Return whether the limbs of a person are found in triangles (t, 3) of points (p, 3), which stand upright."""
    try:
        _ends(solid_in(points, triangles, COARSE))
    except ValueError:
        return False
    return True


def usual(points: Floats, triangles: Ints) -> tuple[Body, BodyPoints]:
    """Return points where most people have them, for a mesh in which none were found, as it would look along -Y.

    Raises ValueError, in one sentence, where nothing is inside.
    """
    solid_in(points, triangles, COARSE)
    body = framed(points, triangles, np.array([1.0, 0.0, 0.0]))
    made: dict[str, Floats] = {}
    for name, (aside, height) in USUAL.items():
        if aside:
            made |= {f"{name}.{side}": in_depth(body, name, sign * aside, height) for side, sign in SIDES}
        else:
            made[name] = in_depth(body, name, aside, height)
    return body, outside(body, made)


def in_depth(body: Body, name: str, aside: float, height: float) -> Floats:
    """Return a point (3,) so far to the left and up in the middle of what is there; a chin in front of it."""
    centres, step = body.solid.centres, body.solid.step
    for wide in (1.5, 4.0, 12.0):
        near = (np.abs(centres[:, 0] - aside) < wide * step) & (np.abs(centres[:, 2] - height) < wide * step)
        if near.any():
            deep = centres[near, 1]
            return np.array([aside, float(deep.min() if name == "chin" else deep.mean()), height])
    return np.array([aside, 0.0, height])


def turned_round(body: Body, points: BodyPoints) -> tuple[Body, BodyPoints]:
    """Return a body that looks the other way, with its points: what was left is right."""
    other = framed(body.frame.outside(body.points), body.triangles, -body.frame.axes[0], body.frame.origin)
    made: dict[str, Floats] = {}
    for name, point in points.items():
        aside, _deep, height = other.frame.inside(np.array(point))
        made[mirrored_name(name)] = in_depth(other, name, aside, height)
    return other, outside(other, made)


def solid_in(points: Floats, triangles: Ints, cells: int) -> Solid:
    """Return the solid inside a mesh. Raises ValueError, in one sentence, where nothing is inside."""
    try:
        solid = solid_of(points, triangles, cells)
    except ValueError:
        raise ValueError(FLAT) from None
    if not (solid.neighbours >= 0).all(axis=1).any():
        raise ValueError(FLAT)
    return solid


def outside(body: Body, points: Mapping[str, Floats]) -> BodyPoints:
    """Return points given in the axes of a body in armature space."""
    return {name: _plain(body.frame.outside(point)) for name, point in points.items()}


def _plain(point: Floats) -> Point:
    x, y, z = point.tolist()
    return x, y, z


def _ends(solid: Solid) -> _Ends:
    """Return where the limbs end. Raises ValueError."""
    centres, low = solid.centres, float(solid.centres[:, 2].min())
    height = float(np.ptp(centres[:, 2]))
    if len(solid.cells) * solid.step**3 > FULL * float(np.ptp(centres, axis=0).prod()):
        raise ValueError(NOBODY)
    root = solid.nearest(centres.mean(axis=0))
    away = solid.distances([root])
    found: list[int] = []
    for _number in range(ENDS):
        apart = solid.distances([root, *found])
        found.append(int(np.where(np.isfinite(apart), apart, -1.0).argmax()))
    ways = {end: solid.distances([end]) for end in found}
    low_ends = [end for end in found if centres[end, 2] - low < LOW * height]
    pairs = [pair for pair in combinations(low_ends, 2) if ways[pair[0]][pair[1]] > FEET_APART * height]
    if not pairs:
        raise ValueError(NOBODY)
    feet = min(pairs, key=lambda pair: float(centres[list(pair), 2].sum()) + abs(float(away[pair[0]] - away[pair[1]])))
    axis = centres[feet[0], :2] - centres[feet[1], :2]
    middle = (centres[feet[0], :2] + centres[feet[1], :2]) / 2
    best = (-np.inf, 0, 0)
    others = [end for end in found if min(ways[foot][end] for foot in feet) > HAND_OFF_FOOT * height]
    thin = {end: _thin(solid, ways[end], float(away[end])) for end in others}
    for one, other in combinations(others, 2):
        if float(np.linalg.norm(centres[one] - centres[other])) < 0.15 * height:
            continue
        sides = (centres[[one, other], :2] - middle) @ axis
        opposite = 0.2 if sides[0] * sides[1] < 0.0 else 0.0
        likeness = min(away[one], away[other]) - 1.5 * abs(away[one] - away[other])
        likeness += min(thin[one], thin[other]) - 0.5 * abs(thin[one] - thin[other])
        best = max(best, (likeness / height + opposite, one, other))
    if best[0] < LIKELY:
        raise ValueError(NOBODY)
    return _Ends(feet, (best[1], best[2]))


def _thin(solid: Solid, ways: Floats, root: float) -> float:
    """Return how far a body stays thin from an end on, from which its cubes are `ways` (n): to a third of its thickest
    slice, as far as its `root`. Corners of heads and what is worn are thin for less than arms.
    """
    near = ways[ways <= root]
    counts = np.bincount((near / solid.step).astype(np.intp))
    slices = np.convolve(counts, np.ones(3), "same")
    return float((slices >= THICK * slices.max()).argmax()) * solid.step


def _left(solid: Solid, ends: _Ends) -> Floats:
    """Return the level direction (3,) of the left of a body: feet point to its front, or else files look along -Y."""
    centres, low = solid.centres, float(solid.centres[:, 2].min())
    height = float(np.ptp(centres[:, 2]))
    hands = [centres[solid.distances([end]) < 0.2 * height].mean(axis=0) for end in ends.hands]
    across = hands[0] - hands[1]
    if abs(across[2]) > 0.1 * height or float(np.linalg.norm(across[:2])) < 0.35 * height:
        legs = [centres[solid.distances([end]) < LEG_OF_BODY * height].mean(axis=0) for end in ends.feet]
        across = legs[0] - legs[1]
    left = np.array([across[0], across[1], 0.0])
    left /= max(float(np.linalg.norm(left)), 1e-12)
    front = np.array([left[1], -left[0]])
    forward = 0.0
    for end in ends.feet:
        near, heights = solid.distances([end]) < 0.3 * height, (centres[:, 2] - low) / height
        shin, sole = near & (heights > 0.07) & (heights < 0.14), near & (heights < 0.04)
        if shin.any() and sole.any():
            forward += float((centres[sole, :2].mean(axis=0) - centres[shin, :2].mean(axis=0)) @ front) / height
    if abs(forward) < 0.02:
        forward = -float(front[1])
    return left if forward > 0.0 else -left


def points_of(body: Body, feet: Floats, hands: Floats) -> dict[str, Floats]:
    """Return the points of a body with these ends of feet and hands (2, 3), all in its axes."""
    solid = body.solid
    feet, hands = (ends[np.argsort(-ends[:, 0])] for ends in (feet, hands))
    soles = [solid.nearest(end) for end in feet]
    tips = [solid.nearest(end) for end in hands]
    height = crotch_height(solid, soles)
    crotch = solid.centres[solid.nearest(np.array([0.0, 0.0, height]))].copy()
    near = (np.abs(solid.centres[:, 2] - height - 0.02) < 0.02) & (np.abs(solid.centres[:, 0]) < 0.1)
    if near.any():
        crotch = solid.centres[near].mean(axis=0)
    crotch[2] = height
    root = solid.nearest(np.array([0.0, 0.0, (height + solid.centres[:, 2].max()) / 2]))
    shoulders = [ArmSlices.of(solid, tip, root) for tip in tips]
    made = {"chin": _chin(solid, tips, height, [float(arm.at(arm.length)[2]) for arm in shoulders]), "crotch": crotch}
    root = solid.nearest(crotch + (made["chin"] - crotch) * 0.5)
    for side, sole, tip in zip("LR", soles, tips, strict=True):
        made[f"ankle.{side}"] = _ankle(solid, sole)
        made[f"wrist.{side}"] = _wrist(solid, tip, root)
    return made


def crotch_height(solid: Solid, feet: list[int]) -> float:
    """Return the height up to which nothing joins the legs; that of people where feet or clothes do."""
    heights = np.unique(solid.centres[:, 2])
    heights = heights[(heights > solid.centres[feet, 2].max()) & (heights < 0.8)]
    first, last = 0, len(heights) - 1
    while first < last:
        middle = (first + last) // 2
        if _joined(solid, feet, float(heights[middle])):
            last = middle
        else:
            first = middle + 1
    height = float(heights[first]) if len(heights) else 0.0
    return height if 0.14 < height < 0.62 else 0.46


def _joined(solid: Solid, feet: list[int], height: float) -> bool:
    below = solid.centres[:, 2] <= height + 1e-9
    return bool((solid.piece(feet[0], below) == feet[1]).any())


def _chin(solid: Solid, hands: list[int], crotch: float, shoulders: Sequence[float]) -> Floats:
    """Return the chin: in front of the head, above the narrowest slice between shoulders, at these heights, and face.

    Where arms are as high as each other their heights tell where the neck is, however large the head.
    """
    centres = solid.centres
    arms = np.minimum(*(solid.distances([hand]) for hand in hands)) < 0.3
    trunk = ~arms & (np.abs(centres[:, 0]) < 0.16)
    heights = np.unique(centres[:, 2])
    slices = [(height, trunk & (centres[:, 2] == height)) for height in heights]
    areas = {float(height): int(chosen.sum()) for height, chosen in slices}
    top = max((height for height, area in areas.items() if area), default=1.0)
    low, high = (crotch + share * (top - crotch) for share in NECK)
    level = float(np.mean(shoulders))
    if np.ptp(shoulders) < LEVEL and crotch + 0.25 * (top - crotch) < level < high:
        low, high = level - 0.01, min(high, level + OVER_SHOULDERS)
    between = [height for height in areas if low < height < high and areas[height]]
    if not between:
        return np.array([0.0, 0.0, low])
    narrow = min(between, key=lambda height: areas[height])
    above = [(float(height), chosen) for height, chosen in slices if height >= narrow and chosen.any()]
    face = min(float(centres[chosen, 1].min()) for _height, chosen in above)
    throat = float(centres[above[0][1], 1].min())
    for height, chosen in above:
        front = float(centres[chosen, 1].min())
        if front <= throat + 0.5 * (face - throat):
            return np.array([0.0, front, height])
    return np.array([0.0, throat, narrow])


def _ankle(solid: Solid, sole: int) -> Floats:
    """Return the ankle of the leg with the cube `sole` in its foot: in the leg's middle, above the heel."""
    near = solid.distances([sole]) < 0.3
    leg = near & (np.abs(solid.centres[:, 2] - 1.7 * ANKLE) < 1.5 * solid.step)
    if not leg.any():
        leg = near
    x, y, _z = solid.centres[leg].mean(axis=0)
    return np.array([x, y, ANKLE])


def _wrist(solid: Solid, tip: int, root: int) -> Floats:
    """Return the wrist: behind where the hand, that ends at the cube `tip`, is widest."""
    arm = ArmSlices.of(solid, tip, root)
    hand = HAND_OF_ARM * arm.length
    within = np.flatnonzero((arm.ways > 0.25 * hand) & (arm.ways < 1.2 * hand))
    if len(within):
        widest = int(within[arm.areas[within].argmax()])
        after = np.flatnonzero((arm.ways > arm.ways[widest]) & (arm.ways < arm.ways[widest] + 0.6 * hand))
        if len(after) and arm.areas[after].min() < 0.85 * arm.areas[widest]:
            half = 0.4 * arm.areas[widest] + 0.6 * arm.areas[after].min()
            hand = float(arm.ways[after[(arm.areas[after] <= half).argmax()]])
    return arm.at(hand)


class ArmSlices(msgspec.Struct, frozen=True, eq=False):
    """An arm cut across, from the finger tips to where it becomes the trunk."""

    ways: Floats
    """(n,): from the tips, along the arm."""
    areas: Floats
    """(n,)."""
    middles: Floats
    """(n, 3)."""
    length: float
    """To the shoulder, along the arm."""

    @classmethod
    def of(cls, solid: Solid, tip: int, root: int) -> ArmSlices:
        """Return the slices of the arm that ends at the cube `tip` of a body whose middle is `root`."""
        away = solid.distances([tip])
        width = 1.5 * solid.step
        ways = np.arange(width, max(min(0.62, 0.9 * float(away[root])), 0.1), 0.5 * solid.step)
        areas, middles = np.zeros(len(ways)), np.zeros((len(ways), 3))
        for number, way in enumerate(ways):
            chosen = np.abs(away - way) < width / 2
            areas[number] = chosen.sum() * solid.step**3 / width
            middles[number] = solid.centres[chosen].mean(axis=0) if chosen.any() else middles[max(number - 1, 0)]
        return cls(ways, areas, middles, _arm_length(ways, areas))

    def at(self, way: float) -> Floats:
        """Return the middle (3,) so far from the tips."""
        return np.array([np.interp(way, self.ways, self.middles[:, axis]) for axis in range(3)])


def _arm_length(ways: Floats, areas: Floats) -> float:
    """Return how far an arm goes: to where it is twice as thick as before, and stays so.

    A sleeve is thin beside the trunk.
    """
    for number in range(len(ways)):
        if ways[number] < 0.2:
            continue
        before = (ways > max(0.1, ways[number] - 0.14)) & (ways < ways[number] - 0.02)
        after = (ways >= ways[number]) & (ways < ways[number] + 0.04)
        trunk = float(np.interp(ways[number] + 0.18, ways, areas))
        if before.any() and areas[after].min() > max(2.0 * float(np.median(areas[before])), TRUNK * trunk):
            return float(ways[number])
    return min(ARM_OF_BODY, float(ways[-1]))
