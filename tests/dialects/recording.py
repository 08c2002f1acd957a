"""Tracked points of a body that walks, with the truth that they were taken from, in JSON."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from tests.dialects.body import Body, Motion, about, posed, z_up
from tests.dialects.glb import quaternions

WORN = {
    "head": "head",
    "left_hand": "hand.L",
    "right_hand": "hand.R",
    "hips": "hips",
    "left_foot": "foot.L",
    "right_foot": "foot.R",
}
"""What files call the points, and the joints that they are worn on."""
NOISE = 0.001
"""Metres of a point as it is measured."""


def written(body: Body, motion: Motion, names: dict[str, str]) -> str:
    """Return the text of a recording: points on six joints, as they are and as they were measured, and every joint."""
    upright = np.array(((1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0)))
    turns, places = posed(body, motion)
    turns, places, rest = upright @ turns @ upright.T, z_up(places), z_up(body.places)
    called = [names[part] for part in body.parts]
    skeleton = [
        {"name": called[row], "parent": called[parent] if parent >= 0 else None, "rest_position": rest[row].tolist()}
        for row, parent in enumerate(body.parents)
    ]
    trackers = {
        word: _tracker(names[part], turns[:, body.row(part)], places[:, body.row(part)], number)
        for number, (word, part) in enumerate(WORN.items())
    }
    joints = {name: places[:, row].tolist() for row, name in enumerate(called)}
    told = {name: quaternions(turns[:, row]).tolist() for row, name in enumerate(called)}
    plain = {"fps": motion.rate, "skeleton": skeleton, "trackers": trackers}
    return json.dumps(plain | {"joints": joints, "joint_quaternions": told})


def _tracker(joint: str, turns: np.ndarray, places: np.ndarray, number: int) -> dict[str, Any]:
    """Return the rows of a point on a joint, and of the same strapped on a little aside and askew."""
    chance, aside = np.random.default_rng(number), np.array((0.02, -0.03, 0.01))
    askew = about("x", 1.1 + 0.1 * number) @ about("z", -0.3)
    worn = places + turns @ aside + chance.normal(scale=NOISE, size=places.shape)
    mount = {"position": aside.tolist(), "quaternion": quaternions(askew).tolist()}
    return {
        "joint": joint,
        "ideal": np.hstack((places, quaternions(turns))).tolist(),
        "measured": np.hstack((worn, quaternions(turns @ askew))).tolist(),
        "mount": mount,
    }
