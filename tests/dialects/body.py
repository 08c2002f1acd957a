"""A person of joints in numpy alone, and a walk of it: the truth behind the files of every dialect.

Metres and radians in the axes of most files: Y up, the front is +Z, the left +X. A joint is named by the part of the
body and its side. A motion is a rotation of each joint in its parent, counted from the rest pose and in the axes of
the body, and the place of the hips: so it is the same whatever axes and units a file has.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

Offset = tuple[float, float, float]

MIDDLE: dict[str, tuple[str, Offset]] = {
    "hips": ("", (0.0, 0.95, 0.0)),
    "spine": ("hips", (0.0, 0.10, 0.0)),
    "chest": ("spine", (0.0, 0.12, -0.01)),
    "upper_chest": ("chest", (0.0, 0.12, 0.0)),
    "neck": ("upper_chest", (0.0, 0.16, -0.01)),
    "upper_neck": ("neck", (0.0, 0.05, 0.01)),
    "head": ("upper_neck", (0.0, 0.05, 0.01)),
    "head_end": ("head", (0.0, 0.17, 0.02)),
}
LEFT: dict[str, tuple[str, Offset]] = {
    "shoulder": ("upper_chest", (0.03, 0.12, 0.0)),
    "upper_arm": ("shoulder", (0.14, 0.0, -0.01)),
    "upper_arm_twist": ("upper_arm", (0.14, 0.0, -0.0025)),
    "forearm": ("upper_arm_twist", (0.14, 0.0, -0.0025)),
    "forearm_twist": ("forearm", (0.125, 0.0, 0.005)),
    "hand": ("forearm_twist", (0.125, 0.0, 0.005)),
    "hip_joint": ("hips", (0.0, 0.0, 0.0)),
    "thigh": ("hip_joint", (0.09, -0.05, 0.0)),
    "thigh_twist": ("thigh", (0.0, -0.21, 0.006)),
    "shin": ("thigh_twist", (0.0, -0.21, 0.006)),
    "shin_twist": ("shin", (0.0, -0.20, -0.012)),
    "foot": ("shin_twist", (0.0, -0.20, -0.012)),
    "toe": ("foot", (0.0, -0.07, 0.13)),
    "toe_end": ("toe", (0.0, 0.0, 0.07)),
}
FINGERS: dict[str, tuple[Offset, Offset, Offset, Offset]] = {
    "thumb": ((0.03, -0.01, 0.03), (0.035, -0.005, 0.02), (0.03, -0.002, 0.01), (0.025, 0.0, 0.005)),
    "index": ((0.09, 0.0, 0.03), (0.04, 0.0, 0.0), (0.025, 0.0, 0.0), (0.02, 0.0, 0.0)),
    "middle": ((0.095, 0.0, 0.01), (0.045, 0.0, 0.0), (0.028, 0.0, 0.0), (0.022, 0.0, 0.0)),
    "ring": ((0.09, 0.0, -0.01), (0.04, 0.0, 0.0), (0.025, 0.0, 0.0), (0.02, 0.0, 0.0)),
    "little": ((0.08, -0.002, -0.03), (0.032, 0.0, 0.0), (0.02, 0.0, 0.0), (0.017, 0.0, 0.0)),
}


class Body(NamedTuple):
    """Joints, parents first: their parts, rows of their parents (−1 is none), and where they rest (n, 3), metres."""

    parts: tuple[str, ...]
    parents: tuple[int, ...]
    places: np.ndarray

    def row(self, part: str) -> int:
        return self.parts.index(part)

    def children(self, row: int) -> list[int]:
        return [n for n, parent in enumerate(self.parents) if parent == row]


class Motion(NamedTuple):
    """Rotations in the parent from rest, in the axes of the body (f, n, 3, 3); hips (f, 3), metres; frames a second."""

    turns: np.ndarray
    hips: np.ndarray
    rate: float


def whole() -> dict[str, tuple[str, Offset]]:
    """Return every part of both sides with its parent and its offset from it."""
    found = dict(MIDDLE)
    for side, sign in (("L", 1.0), ("R", -1.0)):
        rows = [(part, above, offset) for part, (above, offset) in LEFT.items()]
        for finger, offsets in FINGERS.items():
            names = ["hand", *(f"{finger}_{number}" for number in (1, 2, 3)), f"{finger}_end"]
            rows += [(names[n + 1], names[n], offset) for n, offset in enumerate(offsets)]
        for part, above, (x, y, z) in rows:
            found[f"{part}.{side}"] = (above if above in MIDDLE else f"{above}.{side}", (sign * x, y, z))
    return found


def person(kept: Sequence[str], lowered: float = 0.0, noise: float = 0.0, branches: Sequence[str] = ()) -> Body:
    """Return the body with the parts `kept`, its arms lowered from a T-pose by so many radians.

    Joints that are left out leave their children where they were. Every offset is off by up to `noise` metres, the two
    sides not alike. Parts named in `branches` carry nothing: what would hang on them hangs on their parent.
    """
    table, places, chance = whole(), dict[str, np.ndarray](), np.random.default_rng(5)
    for part, (above, offset) in table.items():
        turn = about("z", {"L": -lowered, "R": lowered}[part[-1]]) if is_below(table, part, "upper_arm") else np.eye(3)
        start = places[above] if above else np.zeros(3)
        places[part] = start + turn @ offset + chance.uniform(-noise, noise, 3)
    parts = tuple(part for part in table if part in kept)
    above = {part: nearest(table, part, parts, branches) for part in parts}
    return Body(
        parts,
        tuple(parts.index(above[part]) if above[part] else -1 for part in parts),
        np.array([places[part] for part in parts]),
    )


def nearest(table: Mapping[str, tuple[str, Offset]], part: str, kept: Sequence[str], branches: Sequence[str]) -> str:
    """Return the nearest part above that carries something, or nothing."""
    above = table[part][0]
    while above and (above not in kept or above in branches):
        above = table[above][0]
    return above


def is_below(table: Mapping[str, tuple[str, Offset]], part: str, top: str) -> bool:
    """Return whether a part hangs on the `top` of its side."""
    above = table[part][0]
    while above:
        if above.partition(".")[0] == top:
            return True
        above = table[above][0]
    return False


def about(axis: str, angle: float) -> np.ndarray:
    """Return the rotation (3, 3) about an axis."""
    i = "xyz".index(axis)
    j, k = (i + 1) % 3, (i + 2) % 3
    turn = np.eye(3)
    turn[j, j] = turn[k, k] = np.cos(angle)
    turn[k, j], turn[j, k] = np.sin(angle), -np.sin(angle)
    return turn


def still(body: Body, frames: int = 1) -> Motion:
    """Return so many frames at rest."""
    turns = np.broadcast_to(np.eye(3), (frames, len(body.parts), 3, 3)).copy()
    return Motion(turns, np.repeat(body.places[:1], frames, axis=0), 30.0)


PERIOD, STANCE, SPEED, LIFT, SINK = 32, 20, 0.025, 0.07, 0.06
"""Frames of two steps, and of one foot on the floor; metres a frame, of a foot in the air, and of the hips lower."""


def walk(body: Body, frames: int = 64, heading: float = 0.35, lowered: float = 0.0, sink: float = SINK) -> Motion:
    """Return a walk with level feet that stand still on the floor, knees forward, turned about the vertical.

    Thigh and shin are a triangle in the plane of walking, whose third side goes from hip to ankle. `lowered` is by how
    much the arms of the body rest lower than in a T-pose, `sink` by how much the hips are lower than at rest, metres:
    without it legs are straight where they touch the floor, and as long as they can be.
    """
    motion = still(body, frames)
    turns = motion.turns
    rows = {part: n for n, part in enumerate(body.parts)}
    for frame in range(frames):
        hips = body.places[0] + (0.0, -sink + 0.01 * np.cos(4.0 * np.pi * frame / PERIOD), SPEED * frame)
        swing = np.sin(2.0 * np.pi * frame / PERIOD)
        for side, sign, off in (("L", 1.0, 0), ("R", -1.0, PERIOD // 2)):
            thigh, shin, foot = leg(body, side, hips, ankle(body, side, frame + off, off))
            turns[frame, rows[f"thigh.{side}"]] = thigh
            turns[frame, rows[f"shin.{side}"]] = thigh.T @ shin
            turns[frame, rows[f"foot.{side}"]] = shin.T @ foot
            down = about("x", 0.4 * sign * swing) @ about("z", -sign * (1.2 - lowered))
            turns[frame, rows[f"upper_arm.{side}"]] = down
            lower = about("z", -sign * lowered)
            turns[frame, rows[f"forearm.{side}"]] = lower @ about("y", -sign * 0.5) @ lower.T
        turns[frame, rows["spine"]] = about("y", 0.1 * swing)
        turns[frame, rows["head"]] = about("x", 0.1 * swing)
        turns[frame, 0] = about("y", heading)
        motion.hips[frame] = about("y", heading) @ hips
    return motion


def ankle(body: Body, side: str, frame: int, off: int) -> np.ndarray:
    """Return where an ankle is at a frame of its own count: on the floor, or on its way to the next step."""
    lap, at = divmod(frame, PERIOD)
    place = body.places[body.row(f"foot.{side}")] * (1.0, 1.0, 0.0)
    stands = SPEED * (lap * PERIOD + STANCE / 2 - off)
    gone = max(0.0, (at - STANCE) / (PERIOD - STANCE))
    ahead = stands + SPEED * PERIOD * (3.0 - 2.0 * gone) * gone**2
    return np.asarray(place + np.array((0.0, LIFT * np.sin(np.pi * gone) ** 2, ahead)))


def leg(body: Body, side: str, hips: np.ndarray, target: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return how thigh, shin and foot are turned from rest, where the ankle comes to a target ahead of the hip."""
    thigh, shin, foot = (body.places[body.row(f"{part}.{side}")] for part in ("thigh", "shin", "foot"))
    way = (target - (hips + thigh - body.places[0]))[1:]
    upper, lower, far = (shin - thigh)[1:], (foot - shin)[1:], float(np.hypot(*way))
    one, two = float(np.hypot(*upper)), float(np.hypot(*lower))
    inside = np.arccos(min((one**2 + far**2 - two**2) / (2.0 * one * far), 1.0))
    to = angle(way) - inside
    knee = one * np.array((np.cos(to), np.sin(to)))
    turn = about("x", to - angle(upper)), about("x", angle(way - knee) - angle(lower))
    return turn[0], turn[1], np.eye(3)


def angle(way: np.ndarray) -> float:
    """Return the angle of a way (y, z) in the plane of walking, radians from up to the front."""
    return float(np.arctan2(way[1], way[0])) % (2.0 * np.pi)


def posed(body: Body, motion: Motion) -> tuple[np.ndarray, np.ndarray]:
    """Return how joints are turned from rest (f, n, 3, 3), and where they are (f, n, 3), in the axes of the body."""
    turns, places = motion.turns.copy(), np.empty((*motion.turns.shape[:2], 3))
    places[:, 0] = motion.hips
    for row, parent in enumerate(body.parents):
        if parent >= 0:
            turns[:, row] = turns[:, parent] @ motion.turns[:, row]
            places[:, row] = places[:, parent] + turns[:, parent] @ (body.places[row] - body.places[parent])
    return turns, places


def z_up(places: np.ndarray) -> np.ndarray:
    """Return places (…, 3) with Z up, the front at −Y."""
    return np.stack([places[..., 0], -places[..., 2], places[..., 1]], axis=-1)
