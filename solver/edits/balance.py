"""Balance: where the centre of mass is against the feet that stand, and bringing the body over them.

A figure stands while its centre of mass is over the convex hull of the soles that bear it, and of the knees, hands and
whatever else rests on the ground. Who sits is borne by a seat under the thighs, which need not be there to be seen.
What is pinned in the air holds the figure, wherever its centre of mass is. What a part weighs is a table of people
where parts are known, and length squared where they are not.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import ArrayLike

from pantin.rigs import Document, Pin, Rig
from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.anatomy.foot import HEEL
from pantin.rigs.anatomy.parts import BACKBONE, FINGERS, Part
from pantin.rigs.editing.pins import holding
from pantin.rigs.fields import Vector3
from pantin.rigs.ground.kinds import Ground
from pantin.rigs.ground.surface import heights_above
from pantin.rigs.rest import rest_height, rest_lengths
from pantin.rigs.vectors import three
from pantin.solver.edits.pulling.pull import begin
from pantin.solver.edits.pulling.tree import PullGoal, body_root
from pantin.solver.evaluate import evaluate
from pantin.solver.messages import _
from pantin.solver.program.posed import Posed
from pantin.solver.program.skeleton import Floats

TRUNK, HEAD, UPPER_ARM, FOREARM, HAND, THIGH, SHIN, FOOT = 0.5, 0.08, 0.054, 0.032, 0.012, 0.2, 0.094, 0.028
"""Shares of the mass of a body, both sides together: tables of anthropometry, as rounded as people differ."""

SEGMENTS: Mapping[Part, tuple[str, float]] = {
    **dict.fromkeys(("hips", *BACKBONE, "neck", "shoulder"), ("trunk", TRUNK)),
    "head": ("head", HEAD),
    "upper_arm": ("upper arm", UPPER_ARM),
    "forearm": ("forearm", FOREARM),
    **dict.fromkeys(("hand", "palm", *FINGERS, "finger"), ("hand", HAND)),
    "thigh": ("thigh", THIGH),
    "shin": ("shin", SHIN),
    **dict.fromkeys(("foot", "toe"), ("foot", FOOT)),
}
PERSON: frozenset[Part] = frozenset(("hips", "head", "upper_arm", "thigh", "shin"))
"""A skeleton with all of these weighs as people do."""

FEET = ("foot", "paw")
ON_GROUND = (*FEET, "toe")
"""Parts that bear the body where they are pinned."""
NEAR_FLOOR = 0.12
"""A pinned joint that is lower than this, heights of the figure, stands on the floor; an ankle is at 0.05."""

RESTING = 0.05
"""A joint that is lower than this, heights, rests on the floor: a knee is so thick, and a hand that is laid down."""

LEVEL = 0.4
"""A thigh whose ends differ in height by less than this part of its length lies on a seat: 24 degrees."""

BREADTH = 0.055
"""Width of a foot, heights, from the anthropometry of people."""

INSIDE = 0.8
"""The part of the support in which a body is brought to rest."""
AIMED = 0.6
"""The part that it is brought towards, so that it gets there."""
ROUNDS = 8
"""A pull of the hips turns the body a little, so that its centre goes a little less far: a few pulls settle it."""
GAINING = 0.9
"""A pull that leaves more than this part of the way is the last one: the legs do not reach farther."""


class Balance(msgspec.Struct, frozen=True):
    """The centre of mass, and the support below it; metres, armature space."""

    centre: tuple[float, float, float]
    support: tuple[tuple[float, float], ...]
    """The corners of the hull of what rests on the floor, anticlockwise from above; none where nothing does."""
    margin: float = 0.0
    """Distance of the centre inside of the nearest edge; negative outside of it."""
    held: bool = False
    """Whether it is not over what rests on the ground, and pins in the air carry it; they are part of the support."""
    sits: bool = False
    """Whether it is only in balance because of what it sits on, which is part of the support."""

    @property
    def stands(self) -> bool:
        """Return whether the centre of mass is over the support."""
        return bool(self.support) and self.margin >= 0.0


def balance(rig: Rig, ground: Ground | None, heads: Floats, tails: Floats, weights: Floats | None = None) -> Balance:
    """Return how a rig is balanced whose bones stand from `heads` to `tails` (n, 3), rows in its order, armature space.

    `weights` are those of `masses`, where they are known already.
    """
    shares = masses(rig) if weights is None else weights
    centre = three(shares @ (heads + tails) / 2.0)
    resting = _on_the_ground(rig, ground, heads, tails)
    found = _over(centre, resting)
    if found.stands:
        return found
    seat = _over(centre, [*resting, *_seat(rig, ground, heads, tails)])
    if seat.stands and resting:  # who jumps with drawn-up knees does not sit
        return replace(seat, sits=True)
    grips = [*_grips(rig, ground, heads, tails)]
    return replace(_over(centre, [*resting, *grips]), held=True) if grips else found


def _over(centre: Vector3, points: Sequence[Floats]) -> Balance:
    """Return the balance over the hull of points (n, 2)."""
    support = hull(points)
    return Balance(centre, support, inside_by(support, centre[:2]) if support else 0.0)


def _on_the_ground(rig: Rig, ground: Ground | None, heads: Floats, tails: Floats) -> list[Floats]:
    """Return the points (2,) where a figure rests on the ground."""
    soles = [corner for foot in standing_feet(rig, ground, heads) for corner in _sole(rig, foot, heads, tails)]
    return [*soles, *_resting(rig, ground, heads, tails)]


def masses(rig: Rig) -> Floats:
    """Return the share of the mass that each bone bears (n,), in the order of the rig, together 1."""
    parts = parts_of(rig)
    lengths = rest_lengths(rig.bones)
    if set(parts.values()) >= PERSON:
        segments = [SEGMENTS.get(parts[bone.name]) if bone.name in parts else None for bone in rig.bones]
        long: Counter[str] = Counter()
        for segment, length in zip(segments, lengths, strict=True):
            long[segment[0] if segment else ""] += length
        found = [s[1] * each / max(long[s[0]], 1e-12) if s else 0.0 for s, each in zip(segments, lengths, strict=True)]
    else:
        found = [each**2 if bone.kind == "bone" else 0.0 for bone, each in zip(rig.bones, lengths, strict=True)]
    total = max(sum(found), 1e-12)
    return np.array(found) / total


def standing_feet(rig: Rig, ground: Ground | None, heads: Floats) -> tuple[str, ...]:
    """Return the bones that bear the body: pinned feet near the ground; without feet, whatever is pinned there.

    `heads` (n, 3) are in armature space.
    """
    parts, high, clear = parts_of(rig), NEAR_FLOOR * rest_height(rig.bones), heights_above(ground, heads)
    row = rig.rows
    low = [pin.bone for pin in rig.pins if pin.bone in row and abs(clear[row[pin.bone]]) < high]
    if any(part in FEET for part in parts.values()):
        low = [name for name in low if parts.get(name) in FEET]
    return tuple(low)


def _resting(rig: Rig, ground: Ground | None, heads: Floats, tails: Floats) -> Iterator[Floats]:
    """The points (2,) where a body rests on the ground besides its soles: knees and the feet behind them, hands, seat.

    A foot that is carried low over the ground is none of it; of one behind a knee the toes may be tucked up.
    """
    parts, high = parts_of(rig), RESTING * rest_height(rig.bones)
    is_low = [abs(heights_above(ground, ends)) < high for ends in (heads, tails)]
    low = {name for name in parts if name in rig.rows and is_low[0][rig.rows[name]]}
    for name in (bone.name for bone in rig.bones if bone.name in parts):
        if parts[name] not in ON_GROUND or _kneels(rig, name, low, parts):
            row = rig.rows[name]
            if is_low[0][row]:
                yield heads[row, :2]
            if is_low[1][row] and (is_low[0][row] or parts[name] in ON_GROUND):
                yield tails[row, :2]


def _kneels(rig: Rig, foot: str, low: Container[str], parts: Mapping[str, Part]) -> bool:
    """Return whether the knee above a foot rests on the ground."""
    above = rig.by_name[foot].parent
    while above is not None and parts.get(above) in ON_GROUND:
        above = rig.by_name[above].parent
    return above in low


def _seat(rig: Rig, ground: Ground | None, heads: Floats, tails: Floats) -> Iterator[Floats]:
    """The points (2,) under the thighs of somebody who sits: both lie level, and their knees are in the air."""
    parts, high = parts_of(rig), RESTING * rest_height(rig.bones)
    thighs = [rig.rows[name] for name, part in parts.items() if part == "thigh" and name in rig.rows]
    along = tails[thighs] - heads[thighs]
    level = abs(along[:, 2]) < LEVEL * np.linalg.norm(along, axis=1)
    if len(thighs) == 2 and level.all() and heights_above(ground, tails[thighs]).min() > high:
        for row in thighs:
            yield heads[row, :2]
            yield 0.5 * (heads[row, :2] + tails[row, :2])


def _grips(rig: Rig, ground: Ground | None, heads: Floats, tails: Floats) -> Iterator[Floats]:
    """The points (2,) of what is pinned in the air: a hand as long as it is, of anything else the joint."""
    parts, row, clear = parts_of(rig), rig.rows, heights_above(ground, heads)
    high = NEAR_FLOOR * rest_height(rig.bones)
    for name in (pin.bone for pin in holding(rig, ground, heads, tails) if pin.bone in row and not pin.on_ground):
        if clear[row[name]] >= high or parts.get(name) not in FEET:
            yield heads[row[name], :2]
            if parts.get(name) == "hand":
                yield tails[row[name], :2]


def over_the_feet(document: Document) -> Document:
    """The document with its body moved over the feet that stand: what is pinned stays, the legs yield.

    Raises ValueError, in one sentence, where no foot stands or the legs do not reach so far.
    """
    evaluated, shares = evaluate(document), masses(document.rig)
    feet = standing_feet(document.rig, document.ground, evaluated.heads)
    if not feet:
        raise ValueError(_("No pinned foot stands on the floor; put a foot down and pin it first."))
    root = body_root(document.rig, feet[0])
    held = {foot: Pin(foot, rotation=True) for foot in feet} | {
        pin.bone: pin for pin in holding(document.rig, document.ground, evaluated.heads, evaluated.tails)
    }
    missing = np.inf
    for _round in range(ROUNDS):
        now = _stands(document.rig, document.ground, evaluated, shares)
        if not now.support:  # soles without a size
            break
        before, missing = missing, -inside_by(_shrunk(now.support, INSIDE), now.centre[:2])
        if missing <= 0.0:
            return document
        if not missing <= GAINING * before:
            break
        document = _nearer(document, evaluated, now, root, held.values())
        evaluated = evaluate(document)
    if _stands(document.rig, document.ground, evaluated, shares).stands:
        return document
    raise ValueError(_("The body does not come over the feet; put them closer together, or set free what holds it."))


def _stands(rig: Rig, ground: Ground | None, posed: Posed, shares: Floats) -> Balance:
    """Return how a figure is balanced over its feet and what else rests on the ground, whatever holds it besides."""
    heads, tails = posed.heads, posed.tails
    return _over(three(shares @ (heads + tails) / 2.0), _on_the_ground(rig, ground, heads, tails))


def _nearer(document: Document, posed: Posed, now: Balance, root: str, pins: Iterable[Pin]) -> Document:
    """The document with its root pulled as far as its centre of mass is from where it should be."""
    way = np.array((*_nearest(_shrunk(now.support, AIMED), now.centre[:2]), 0.0)) - (*now.centre[:2], 0.0)
    pull = begin(document, posed, (PullGoal(root),), pins)
    return pull.to((posed.heads[posed.index[root]] + way,)).document


def hull(points: Sequence[Floats]) -> tuple[tuple[float, float], ...]:
    """The convex hull of points (n, 2), anticlockwise: Andrew's monotone chain, 1979."""
    ordered = sorted({(float(x), float(y)) for x, y in points})
    if len(ordered) < 3:
        return ()
    lower, upper = _half_hull(ordered), _half_hull(ordered[::-1])
    found = (*lower[:-1], *upper[:-1])
    return found if len(found) > 2 else ()


def inside_by(corners: Sequence[tuple[float, float]], point: ArrayLike) -> float:
    """Return the distance of a point (2,) from the nearest edge of a convex outline: positive inside, negative
    outside.
    """
    begins, at = np.array(corners), np.asarray(point)
    along = np.roll(begins, -1, axis=0) - begins
    along = along / np.maximum(np.linalg.norm(along, axis=1, keepdims=True), 1e-12)
    to = at - begins
    depth = float((along[:, 0] * to[:, 1] - along[:, 1] * to[:, 0]).min())
    return depth if depth >= 0.0 else -float(np.linalg.norm(_nearest(corners, at) - at))


def _half_hull(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    for point in points:
        while len(found) > 1 and _turn(found[-2], found[-1], point) <= 0.0:
            found.pop()
        found.append(point)
    return found


def _turn(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _nearest(corners: Sequence[tuple[float, float]], point: ArrayLike) -> Floats:
    """The point of an outline that is nearest to a point (2,)."""
    begins, at = np.array(corners), np.asarray(point)
    along = np.roll(begins, -1, axis=0) - begins
    size = np.maximum((along**2).sum(axis=1), 1e-12)
    parts = np.clip(((at - begins) * along).sum(axis=1) / size, 0.0, 1.0)
    found = begins + parts[:, None] * along
    return np.asarray(found[np.argmin(np.linalg.norm(found - at, axis=1))])


def _shrunk(corners: Sequence[tuple[float, float]], part: float) -> tuple[tuple[float, float], ...]:
    """An outline made smaller about the middle of its corners."""
    middle = np.mean(np.array(corners), axis=0)
    return tuple((float(x), float(y)) for x, y in middle + part * (np.array(corners) - middle))


def _sole(rig: Rig, foot: str, heads: Floats, tails: Floats) -> Iterator[Floats]:
    """Corners of a sole on the floor (2,): both sides of the heel, the ball and the tip of the toes."""
    row = rig.rows
    ankle, ball = heads[row[foot], :2], tails[row[foot], :2]
    forward = ball - ankle
    size = float(np.linalg.norm(forward))
    breadth = BREADTH * rest_height(rig.bones)
    ahead = forward / size if size > 0.1 * breadth else np.array((0.0, -1.0))
    aside = 0.5 * breadth * np.array((-ahead[1], ahead[0]))
    toes = [tails[row[child.name], :2] for child in rig.children.get(foot, ()) if child.kind == "bone"]
    for point in (ankle - HEEL * size * ahead, ball, *toes):
        yield point + aside
        yield point - aside
