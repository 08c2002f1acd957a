"""Points taken from a clip of a body: as if that body wore one on the joint of each part."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from pantin.rigs import Document
from pantin.rigs import rotations as rot
from pantin.rigs.clip import Clip
from pantin.rigs.rest import rest_matrices
from pantin.rigs.tracking.points import FEET, HANDS, PARTS, Motion, Point, TrackedPart
from pantin.rigs.vectors import four, three
from pantin.solver.edits.poses.clips import frames_seen
from pantin.solver.edits.tracking.body import Body
from pantin.solver.edits.tracking.stance import body_of
from pantin.solver.evaluate import evaluate


def motion_of(document: Document, clip: Clip, parts: Collection[TrackedPart] = PARTS) -> Motion:
    """The points of a clip of the document's rig. Raises ValueError, in one sentence, where it shows no person."""
    rig = document.rig
    bones = joints_of_parts(body_of(rig))
    index = evaluate(document).index
    matrices, rests = frames_seen(document, clip, range(clip.count)), rest_matrices(rig.bones)
    frames: list[dict[TrackedPart, Point]] = [{} for _frame in range(clip.count)]
    for part in parts:
        row = index[bones[part]]
        axes = matrices[:, row, :3, :3] / np.linalg.norm(matrices[:, row, :3, :3], axis=1, keepdims=True)
        turns = axes @ rests[row, :3, :3].T
        for frame, place, turn in zip(frames, matrices[:, row, :3, 3], turns, strict=True):
            frame[part] = Point(three(place), four(rot.quaternion_from_matrix(turn)))
    first, last = clip.span
    return Motion(clip.name, clip.rate, tuple(frames[first : last + 1]), document.figure)


def joints_of_parts(body: Body) -> dict[TrackedPart, str]:
    """The bone at whose head each tracked part is."""
    found: dict[TrackedPart, str] = {"head": body.chain[-1], "hips": body.hips}
    found |= {HANDS[arm.side]: arm.end for arm in body.arms}
    found |= {FEET[leg.side]: leg.end for leg in body.legs}
    return {part: found[part] for part in PARTS}
