"""The chains that `convergence` and `drags` are measured on: how many bones, how their joints may turn, where to go.

Every chain is one unit long, rises from the origin with a slight random bend, and its bones are of uneven length. A
goal is where the chain's end is in a random pose inside the bounds, so it can be reached.
"""

from __future__ import annotations

from math import pi

import numpy as np
from numpy.typing import NDArray

from pantin.rigs import (
    Bone,
    Document,
    Ik,
    Joint,
    Rig,
    Transform,
)
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.figure import Figure

Floats = NDArray[np.float64]
Range = tuple[float, float]

FREE = (Joint(),)


def _joint(x: Range, y: Range, z: Range) -> Joint:
    lock = tuple(bounds == (0.0, 0.0) for bounds in (x, y, z))
    return Joint(lock=lock, limit=tuple(None if held else bounds for held, bounds in zip(lock, (x, y, z), strict=True)))


LIMB = (
    _joint((-pi / 2, pi / 2), (-0.8, 0.8), (-pi / 2, pi / 2)),
    _joint((0.0, 2.6), (0.0, 0.0), (0.0, 0.0)),
    _joint((-1.0, 1.0), (-0.6, 0.6), (-0.7, 0.7)),
)
"""A ball, a hinge, a wrist, and again."""

SPINE = (_joint((-0.35, 0.45), (-0.25, 0.25), (-0.35, 0.35)),)
"""Every joint a little, forwards more than back."""

KINDS = {"free": FREE, "limb": LIMB, "spine": SPINE}


def chain(count: int, joints: tuple[Joint, ...], seed: int) -> tuple[Bone, ...]:
    """`count` bones, one unit in all; the joints repeat."""
    rng = np.random.default_rng(seed)
    steps = rng.uniform(0.6, 1.4, count)[:, None] * np.column_stack(
        (rng.uniform(-0.2, 0.2, (count, 2)), np.ones(count))
    )
    steps /= np.linalg.norm(steps, axis=1).sum()
    places = np.vstack((np.zeros(3), np.cumsum(steps, axis=0)))
    return tuple(
        Bone(
            f"b{i}",
            f"b{i - 1}" if i else None,
            _point(places[i]),
            _point(places[i + 1]),
            roll=float(rng.uniform(-pi, pi)),
            connected=i > 0,
            joint=joints[i % len(joints)],
        )
        for i in range(count)
    )


def reaching(bones: tuple[Bone, ...], rotation: bool = False) -> Document:
    """The last of `bones` follows the bone `goal`, which stands at the origin with the axes of the world."""
    goal = Bone("goal", None, (0.0, 0.0, 0.0), (0.0, 0.1, 0.0), kind="handle")
    ik = Ik(owner=bones[-1].name, target="goal", rotation=rotation)
    return Document.of(Figure(name="chain", rig=Rig(bones=(*bones, goal), constraints=(ik,))))


def aimed(document: Document, place: Floats, turn: Floats | None = None) -> Document:
    """The goal at `place` (3), turned by the quaternion `turn`."""
    x, y, z, w = (0.0, 0.0, 0.0, 1.0) if turn is None else turn.tolist()
    return with_transforms(document, {"goal": Transform(location=_point(place), rotation=(x, y, z, w))})


def some_turns(rng: np.random.Generator, bones: tuple[Bone, ...], widest: float) -> Floats:
    """A random pose inside the bounds, as rotation vectors of swing and twist: rows of (swing x, twist, swing z)."""
    turns = np.empty((len(bones), 3))
    for i, bone in enumerate(bones):
        lower, upper = _bounds(bone.joint, widest)
        turns[i] = rng.uniform(lower, upper)
        turns[i, 0::2] *= _share(turns[i], bone.joint)
    return turns


def posed(document: Document, bones: tuple[Bone, ...], turns: Floats) -> Document:
    """The chain turned so; its IK rests."""
    pose = {bone.name: Transform(rotation=_swing_twist(*row)) for bone, row in zip(bones, turns.tolist(), strict=True)}
    return with_transforms(document.with_rig(document.rig.changed(constraints=())), pose)


def _bounds(joint: Joint, widest: float) -> tuple[list[float], list[float]]:
    lower, upper = [], []
    for locked, limit in zip(joint.lock, joint.limit, strict=True):
        low, high = (0.0, 0.0) if locked else (limit or (-widest, widest))
        lower.append(max(low, -widest))
        upper.append(min(high, widest))
    return lower, upper


def _share(turn: Floats, joint: Joint) -> float:
    """Return how much of a swing out of the box of its bounds lies inside their ellipse (in half-angle sines)."""
    if joint.limit[0] is None or joint.limit[2] is None:
        return 1.0
    sums = 0.0
    for a in (0, 2):
        bound = joint.limit[a][1] if turn[a] >= 0.0 else -joint.limit[a][0]
        sums += (np.sin(0.5 * turn[a]) / np.sin(0.5 * bound)) ** 2 if bound > 0.0 else 0.0
    return 0.97 / np.sqrt(sums) if sums > 0.94 else 1.0


def _swing_twist(x: float, t: float, z: float) -> tuple[float, float, float, float]:
    """The quaternion of swing (x, 0, z) after the twist t about Y."""
    angle = float(np.hypot(x, z))
    k, w = (np.sin(0.5 * angle) / angle if angle > 0.0 else 0.5), float(np.cos(0.5 * angle))
    sx, sz = float(x * k), float(z * k)
    c, s = float(np.cos(0.5 * t)), float(np.sin(0.5 * t))
    return (sx * c - sz * s, w * s, sz * c + sx * s, w * c)


def _point(v: Floats) -> tuple[float, float, float]:
    x, y, z = v.tolist()
    return (x, y, z)
