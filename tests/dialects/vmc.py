"""A body and its motion as VMC sends it: the numbers of Unity, which is left-handed with Y up and Z ahead."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from tests.dialects.body import Body, Motion
from tests.dialects.glb import quaternions
from tests.dialects.programs import HUMAN_BONES
from tests.osc import bundle

MIRROR = np.diag((-1.0, 1.0, 1.0))
BONE = "/VMC/Ext/Bone/Pos"


def bone_of(part: str) -> str:
    """Return what Unity calls a part, or nothing."""
    stem, _, side = part.partition(".")
    word = HUMAN_BONES.get(stem, "")
    return {"L": "Left", "R": "Right", "": ""}[side] + word[:1].upper() + word[1:] if word else ""


def datagrams(body: Body, motion: Motion) -> Iterator[bytes]:
    """Yield a bundle for each frame: the root at the origin, and every bone in its parent, from a T-pose."""
    for turns, hips in zip(motion.turns, motion.hips, strict=True):
        messages: list[tuple[object, ...]] = [("/VMC/Ext/OK", 1)]
        messages.append(("/VMC/Ext/Root/Pos", "root", 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0))
        for row, (part, parent) in enumerate(zip(body.parts, body.parents, strict=True)):
            place = hips if parent < 0 else body.places[row] - body.places[parent]
            if bone := bone_of(part):
                turn = quaternions(MIRROR @ turns[row] @ MIRROR)
                messages.append((BONE, bone, *map(float, (*MIRROR @ place, *turn))))
        yield bundle(messages)
