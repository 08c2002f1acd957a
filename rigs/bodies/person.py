"""The joints of a person inside a mesh, from seven points.

Those of limbs lie in the middle of their slices, those of the trunk by proportion.

All is in the axes of the body (`frame`). Shares are means of adults and of the figures that games use, whose heads and
hands are larger.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.bodies.body_points import ArmSlices, BodyPoints
from pantin.rigs.bodies.frame import Body
from pantin.rigs.meshes.solid import Solid
from pantin.rigs.messages import _

Floats = NDArray[np.float64]
Joints = dict[str, Floats]
"""Points (3,) by the name of the bone that begins there; "head.top", "hand.L.tip", "toe.L.tip" are ends."""

THIGH, SHOULDER = 0.14, 0.82
"""Heights of joints from the crotch (0) to the narrowest part of the neck (1)."""
TRUNK: Mapping[str, float] = {"hips": 0.14, "spine": 0.30, "chest": 0.47, "neck": 0.88}
KNEE, ELBOW = 0.49, 0.535
"""From the hip to the ankle, and from the shoulder to the wrist."""
COLLAR = 0.22
"""Of the way from the middle to the shoulder."""
BALL = 0.63
"""Of the way from the ankle to the tip of the foot."""
BALANCE, BEFORE_ANKLES, LEANS = 0.6, 0.013, 0.05
"""Joints of the trunk are so far before the ankles, of the height, where a body stands upright. That counts so much,
less where the crotch is farther than `LEANS` from over the ankles."""
WIDEST = 0.38
"""Of the way from the middle to a wrist so much at most is to the shoulder: what is thick farther out is a sleeve."""
FARTHEST, USUAL_SHOULDER = 0.12, 0.1
"""Shoulders farther from their height are those of sleeves or of what is carried: then they are aside by this."""
BENT = 0.05
"""How far from straight a limb is that shows by itself where it bends, of its length."""
FRONT = np.array([0.0, -1.0, 0.0])
LEAST_BEND = 0.015
"""Least distance of knees before a straight leg, and of elbows behind a straight arm, of the length."""
ASKEW, SEEN = np.tan(np.radians(14.0)), 0.09
"""Largest distance of a knee aside, of that in front, with which it folds forward; and the distance from straight, of
the length, from which on a bend is seen."""
LEG, ARM = 0.09, 0.09
"""The radius at most of limbs around their middle."""

LOW_CHIN = _("The chin has to lie above the crotch, and the crotch above the ankles.")
SIDES = _("Left and right cannot be told: wrists and ankles of both sides are in the same place.")


def checked(points: BodyPoints) -> dict[str, Floats]:
    """Return points (3,) as arrays. Raises ValueError, in one sentence, where they cannot be those of a person."""
    made = {name: np.array(point, float) for name, point in points.items()}
    if not all(np.isfinite(point).all() for point in made.values()):
        raise ValueError(SIDES)
    ankles = max(made["ankle.L"][2], made["ankle.R"][2])
    if not made["chin"][2] > made["crotch"][2] > ankles:
        raise ValueError(LOW_CHIN)
    return made


def left_of(points: BodyPoints) -> Floats:
    """Return the level direction (3,) of the left of a person with these points, armature space. Raises ValueError."""
    made = checked(points)
    across = np.zeros(3)
    for name in ("wrist", "ankle"):
        apart = (made[f"{name}.L"] - made[f"{name}.R"]) * (1.0, 1.0, 0.0)
        size = float(np.linalg.norm(apart))
        across += apart if name == "ankle" else apart * min(1.0, size / max(_tall(made), 1e-12))
    length = float(np.linalg.norm(across))
    if not length > 1e-6 * _tall(made):
        raise ValueError(SIDES)
    return across / length


def _tall(points: Mapping[str, Floats]) -> float:
    return float(points["chin"][2] - min(points["ankle.L"][2], points["ankle.R"][2]))


def joints(body: Body, points: BodyPoints) -> Joints:
    """Place the joints of a person with these points (armature space) in a body, whose axes they have then."""
    made = {name: body.frame.inside(point) for name, point in checked(points).items()}
    solid = body.solid
    root = solid.nearest((made["chin"] + made["crotch"]) / 2)
    trunk = _Trunk.of(solid, made)
    placed: Joints = {name: trunk.at(share) for name, share in TRUNK.items()}
    placed["head"] = trunk.at(1.0)
    placed["head"][2] += (made["chin"][2] - placed["head"][2]) / 4
    placed["head.top"] = trunk.top()
    for side, sign in (("L", 1.0), ("R", -1.0)):
        placed |= _leg(solid, made, trunk, side, sign)
        placed |= _arm(solid, made, trunk, side, root)
    return placed


class _Trunk(msgspec.Struct, frozen=True, eq=False):
    """The middle line of a body."""

    solid: Solid
    crotch: Floats
    chin: Floats
    neck: float
    """The height where the neck is narrowest."""
    upright: float
    """Distance behind its ankles over which a body is balanced."""
    balance: float
    """Weight of that beside the middle of the inside, which packs on backs, hair and bellies draw to them."""

    @classmethod
    def of(cls, solid: Solid, points: Mapping[str, Floats]) -> _Trunk:
        chin, crotch = points["chin"], points["crotch"]
        span = chin[2] - crotch[2]
        heights = np.unique(solid.centres[:, 2])
        near = heights[(heights > chin[2] - 0.16 * span) & (heights <= chin[2] + 0.01)]
        aside = np.abs(solid.centres[:, 0] - chin[0]) < 0.16
        areas = [int((aside & (solid.centres[:, 2] == height)).sum()) for height in near]
        found = [(area, -height) for area, height in zip(areas, near.tolist(), strict=True) if area]
        ankles = (points["ankle.L"] + points["ankle.R"]) / 2
        leans = abs(float(ankles[1] - crotch[1])) / LEANS
        balance = BALANCE * float(np.clip(2.0 - leans, 0.0, 1.0))
        neck = -min(found)[1] if found else chin[2] - 0.03 * span
        return cls(solid, crotch, chin, neck, float(ankles[1]) - BEFORE_ANKLES, balance)

    def height(self, share: float) -> float:
        """Return the height of a share of the way from the crotch to the neck."""
        return float(self.crotch[2] + share * (self.neck - self.crotch[2]))

    def at(self, share: float) -> Floats:
        """Return the middle (3,) at a share of the way from the crotch to the neck."""
        return self.middle(self.height(share))

    def middle(self, height: float) -> Floats:
        """Return the middle (3,) of the trunk at a height: as far forwards as half of what is there."""
        centres = self.solid.centres
        way = (height - self.crotch[2]) / (self.chin[2] - self.crotch[2])
        aside = self.crotch[0] + (self.chin[0] - self.crotch[0]) * float(np.clip(way, 0.0, 1.0))
        chosen = (np.abs(centres[:, 2] - height) < self.solid.step) & (np.abs(centres[:, 0] - aside) < 0.05)
        back = float(centres[chosen, 1].mean()) if chosen.any() else float(self.crotch[1])
        back += self.balance * (self.upright - back)
        return np.array([aside, back, height])

    def top(self) -> Floats:
        """Return the top of the head (3,)."""
        centres = self.solid.centres
        skull = self.middle(self.neck)
        above = (np.abs(centres[:, 0] - skull[0]) < 0.08) & (centres[:, 2] > self.chin[2])
        above &= np.abs(centres[:, 1] - skull[1]) < 0.25
        high = float(centres[above, 2].max()) + self.solid.step / 2 if above.any() else 1.0
        return np.array([skull[0], skull[1], max(high, float(self.chin[2]) + 0.05)])


def slice_middle(solid: Solid, point: Floats, along: Floats, radius: float) -> Floats:
    """Return the middle (3,) of the slice across a limb at a point (3,), where the limb goes `along` (3,)."""
    offsets = solid.centres - point
    within = (np.abs(offsets @ along) < 1.2 * solid.step) & ((offsets**2).sum(axis=1) < radius**2)
    if not within.any():
        return point
    nearest = int(np.where(within, (offsets**2).sum(axis=1), np.inf).argmin())
    middle = solid.centres[solid.piece(nearest, within)].mean(axis=0)
    return np.asarray(middle - along * ((middle - point) @ along))


def _elbow(solid: Solid, shoulder: Floats, wrist: Floats) -> Floats:
    """Return the elbow (3,): where the line of the middles of an arm bends, or else at a share of its length."""
    line = _Middles.of(solid, shoulder, wrist, ARM)
    return line.folding(line.bend(ELBOW, np.linalg.norm(line.away, axis=1)), -FRONT)


def _knee(solid: Solid, hip: Floats, ankle: Floats) -> Floats:
    """Return the knee (3,): where the line of the middles of a leg bends forward, or else at a share of its length."""
    line = _Middles.of(solid, hip, ankle, LEG)
    return line.folding(line.bend(KNEE, line.away @ _across(FRONT, line.along)), FRONT)


class _Middles(msgspec.Struct, frozen=True, eq=False):
    """The middles of the slices across a limb, between its ends."""

    begin: Floats
    """(3,)."""
    length: float
    along: Floats
    """The unit vector (3,) from its beginning to its end."""
    ways: Floats
    """(k,): where the slices are, of its length."""
    away: Floats
    """(k, 3): how far they are from the straight line between its ends."""

    @classmethod
    def of(cls, solid: Solid, one: Floats, other: Floats, radius: float) -> _Middles:
        along = other - one
        length = float(np.linalg.norm(along))
        along = along / max(length, 1e-12)
        ways = np.linspace(0.2, 0.8, 25)
        line = np.array([slice_middle(solid, one + (other - one) * way, along, radius) for way in ways])
        return cls(one, length, along, ways, line - (one + np.outer(ways * length, along)))

    def bend(self, share: float, sizes: Floats) -> float:
        """Return where a limb bends, of its length, that is so far (k,) from straight: beside a share if it is bent."""
        most = int(sizes.argmax())
        if sizes[most] > BENT * self.length and 0.3 < self.ways[most] < 0.7:
            return (share + float(self.ways[most])) / 2
        return share

    def folding(self, share: float, way: Floats) -> Floats:
        """Return the joint (3,) at a share of a limb, from where it folds: it lies to that side, `way` (3,), a little.

        It lies aside of that only as far as the limb still folds so, unless it is bent for all to see: hems, boots and
        pads draw middles aside.
        """
        towards = _across(way, self.along)
        aside = np.cross(self.along, towards)
        away = np.array([np.interp(share, self.ways, self.away[:, axis]) for axis in range(3)])
        ahead, out = max(float(away @ towards), LEAST_BEND * self.length), float(away @ aside)
        if ASKEW * ahead < abs(out) < SEEN * self.length:  # the nearest place from where it folds so
            ahead = max(ahead, (ahead + ASKEW * abs(out)) / (1.0 + ASKEW**2))
            out = float(np.clip(out, -ASKEW * ahead, ASKEW * ahead))
        return np.asarray(self.begin + self.along * share * self.length + aside * out + towards * ahead)


def _across(way: Floats, along: Floats) -> Floats:
    """Return the unit vector (3,) across a limb that is nearest to a direction (3,)."""
    across = way - along * (way @ along)
    return np.asarray(across / max(float(np.linalg.norm(across)), 1e-12))


def _leg(solid: Solid, points: Mapping[str, Floats], trunk: _Trunk, side: str, sign: float) -> Joints:
    """Return the joints of a leg: its hip below the middle of the trunk's side, its ankle, its foot on the floor."""
    ankle = points[f"ankle.{side}"]
    up = np.array([0.0, 0.0, 1.0])
    ankle = slice_middle(solid, ankle, up, 0.07) * (1.0, 0.4, 1.0) + ankle * (0.0, 0.6, 0.0)
    below = points["crotch"].copy()
    below[2] -= 0.035
    below[0] += sign * 0.06
    upper = slice_middle(solid, below, up, LEG)
    aside = abs(float(upper[0] - points["crotch"][0]))
    hip = trunk.at(THIGH)
    hip[0] += sign * float(np.clip(aside * 0.85, 0.025, 0.12))
    hip[1] = (hip[1] + upper[1]) / 2
    knee = _knee(solid, hip, ankle)
    return {f"thigh.{side}": hip, f"shin.{side}": knee, f"foot.{side}": ankle} | _foot(solid, ankle, side)


def _foot(solid: Solid, ankle: Floats, side: str) -> Joints:
    """Return the ball of a foot and its tip."""
    centres = solid.centres
    floor = float(centres[:, 2].min())
    near = np.linalg.norm((centres - ankle)[:, :2], axis=1) < 0.2
    foot = near & (centres[:, 2] < max(ankle[2] * 0.8, floor + 2 * solid.step))
    foot &= np.abs(centres[:, 0] - ankle[0]) < 0.07
    if foot.any():
        foot = np.isin(np.arange(len(foot)), solid.piece(int(np.where(foot, -centres[:, 1], -np.inf).argmax()), foot))
        chosen = centres[foot]
        front = float(chosen[:, 1].min()) - solid.step / 2
        tips = chosen[chosen[:, 1] < front + 0.03]
        tip = np.array([tips[:, 0].mean(), front, floor])
    else:
        tip = np.array([ankle[0], ankle[1] - 0.11, floor])
    tip[1] = min(tip[1], ankle[1] - 0.04)
    ball = ankle + (tip - ankle) * BALL
    tip[2] = ball[2] = floor + 0.25 * (ankle[2] - floor)
    return {f"toe.{side}": ball, f"toe.{side}.tip": tip}


def _arm(solid: Solid, points: Mapping[str, Floats], trunk: _Trunk, side: str, root: int) -> Joints:
    """Return the joints of an arm; its shoulder where the arm becomes the trunk, or where it crosses its height."""
    wrist = points[f"wrist.{side}"]
    tip = _tip(solid, solid.nearest(wrist), root)
    arm = ArmSlices.of(solid, tip, root)
    hand = float(solid.distances([tip])[solid.nearest(wrist)])
    level = trunk.height(SHOULDER)
    reach = float(np.linalg.norm(wrist - trunk.middle(level)))
    length = max(arm.length, hand + 0.1, hand + (1.0 - WIDEST) * reach)
    inner, outer = arm.at(hand + 0.88 * (length - hand)), arm.at(hand + 0.55 * (length - hand))
    inwards = (inner - outer) / max(float(np.linalg.norm(inner - outer)), 1e-12)
    jump = inner + inwards * 0.12 * (length - hand)
    rise = abs(float(inwards[2]))
    further = (level - jump[2]) / inwards[2] if rise > 0.3 else 0.0
    share = float(np.clip((rise - 0.4) / 0.4, 0.0, 1.0))
    shoulder = jump + inwards * float(np.clip(further, -0.05, 0.16)) * share
    sign = 1.0 if side == "L" else -1.0
    middle = trunk.middle(level)
    if abs(shoulder[2] - level) > FARTHEST or (shoulder[0] - middle[0]) * sign < 0.02:
        shoulder = np.array([middle[0] + sign * USUAL_SHOULDER, middle[1], middle[2]])
    wrist = _wrist_middle(solid, wrist, arm, hand)
    elbow = points.get(f"elbow.{side}")
    if elbow is None:
        elbow = _elbow(solid, shoulder, wrist)
    else:
        elbow = slice_middle(
            solid, elbow, (wrist - shoulder) / max(float(np.linalg.norm(wrist - shoulder)), 1e-12), ARM
        )
    middle = trunk.middle(float(shoulder[2]))
    collar = middle + (shoulder - middle) * COLLAR
    return {
        f"shoulder.{side}": collar,
        f"upper_arm.{side}": shoulder,
        f"forearm.{side}": elbow,
        f"hand.{side}": wrist,
        f"hand.{side}.tip": solid.centres[tip],
    }


def _wrist_middle(solid: Solid, wrist: Floats, arm: ArmSlices, hand: float) -> Floats:
    along = arm.at(hand + 0.06) - arm.at(max(hand - 0.03, 0.0))
    return slice_middle(solid, wrist, along / max(float(np.linalg.norm(along)), 1e-12), 0.06)


def _tip(solid: Solid, wrist: int, root: int) -> int:
    """Return the cube where the hand behind a wrist ends: the farthest from the middle beyond it."""
    trunk, away = solid.distances([root]), solid.distances([wrist])
    beyond = (away < 0.3) & (trunk > trunk[wrist]) & (trunk - trunk[wrist] > 0.6 * away)
    return int(np.where(beyond, trunk, -1.0).argmax()) if beyond.any() else wrist
