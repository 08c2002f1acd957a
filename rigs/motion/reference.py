"""Skeletons whose rest tells nothing about a body: files of motion rest in any pose, all bones along one axis even.

The motion knows where the joints are. A frame in which the body stands serves as its rest then: limbs are compared with
how they are posed in it.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from msgspec.structs import replace

from pantin.rigs import rotations as rot
from pantin.rigs.figure import Figure
from pantin.rigs.fitting.body_frame import frame_of
from pantin.rigs.fitting.found_body import SIDES, FoundBody, role_of
from pantin.rigs.motion.person import Person
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.rest import rest_lengths, rest_matrices, rolls_of
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.vectors import UP, three

STRAIGHT = 0.5
"""Cosine between back and legs, and between a leg and its parts, of a body that stands, at least."""

STANDS = 0.8
"""The same of a frame that serves as rest, of the worst of back, thighs and shins against straight up and down."""

TOES = 0.9
"""Cosine between where toes and body point, at least, of feet that are posed as usual."""

FRAMES = 200
"""Largest number of frames that are looked at."""


def stands_at_rest(rig: Rig, body: FoundBody) -> bool:
    """Return whether a person rests with back and legs in one line, so that its rest tells which way all parts turn.

    One that lies does. One of whom a part of these is missing is taken to stand.
    """
    ways = _ways(rest_matrices(rig.bones)[None, :, :3, 3], rig, body)
    if not ways:
        return True
    up = ways["back"]
    return all(float(-(way[0] @ up[0])) > STRAIGHT for name, way in ways.items() if name != "back")


def at_reference(figure: Figure, body: FoundBody, matrices: Floats) -> Person | None:
    """Return the person resting as it is in the frame, of matrices (f, n, 4, 4), that shows it most upright.

    None where it is in no frame.
    """
    some = np.unique(np.linspace(0, len(matrices) - 1, min(FRAMES, len(matrices))).astype(int))
    ways = _ways(matrices[some][..., :3, 3], figure.rig, body)
    if not ways:
        return None
    upright = np.min([way[:, 2] * (1.0 if name == "back" else -1.0) for name, way in ways.items()], axis=0)
    best = int(upright.argmax())
    if upright[best] <= STANDS:
        return None
    rested = _resting(figure, matrices[some[best]])
    return Person(rested, body, _axes(rested.rig, body))


def _axes(rig: Rig, body: FoundBody) -> Floats:
    """Return the axes of a body that stands (3, 3): left, up and forward.

    Its hips and shoulders tell them, or its toes, where these point elsewhere: of bones that rest along one axis the
    hip joints may lie in any direction.
    """
    axes = np.stack(frame_of(rig, body), 1)
    toes = [rig.by_name[body.bones[role]] for side in SIDES if (role := role_of("foot", side)) in body.bones]
    forward = np.sum([np.subtract(foot.tail, foot.head) for foot in toes], axis=0) * (1.0, 1.0, 0.0)
    length = float(np.linalg.norm(forward))
    if length < 1e-6 or float(forward @ axes[:, 2]) > TOES * length:
        return axes
    forward /= length
    return np.stack((np.cross(UP, forward), UP, forward), 1)


def _ways(heads: Floats, rig: Rig, body: FoundBody) -> Mapping[str, Floats]:
    """Return the unit vectors (f, 3) along back, thighs and shins, of heads (f, n, 3); none where parts are missing."""
    bones, rows = body.bones, rig.rows
    needed = ("hips", "head", *(role_of(part, side) for part in ("thigh", "shin", "foot") for side in SIDES))
    if any(role not in bones for role in needed):
        return {}
    at = {role: heads[:, rows[bones[role]]] for role in needed}
    spans = {"back": at["head"] - (at["thigh.L"] + at["thigh.R"]) / 2}
    for side in SIDES:
        thigh, shin, foot = (at[role_of(part, side)] for part in ("thigh", "shin", "foot"))
        spans |= {role_of("thigh", side): shin - thigh, role_of("shin", side): foot - shin}
    return {name: span / np.maximum(np.linalg.norm(span, axis=1, keepdims=True), 1e-12) for name, span in spans.items()}


def _resting(figure: Figure, matrices: Floats) -> Figure:
    """Return the figure, without what poses it, resting as matrices (n, 4, 4) stand."""
    axes = rot.orthonormalised(matrices[:, :3, :3])
    heads, lengths = matrices[:, :3, 3], rest_lengths(figure.rig.bones)
    tails, rolls = heads + axes[:, :, 1] * np.asarray(lengths)[:, None], rolls_of(axes, axes[:, :, 1])
    bones: list[Bone] = [
        replace(bone, head=three(head), tail=three(tail), roll=float(roll), connected=False)
        for bone, head, tail, roll in zip(figure.rig.bones, heads, tails, rolls, strict=True)
    ]
    return Figure(name=figure.name, rig=Rig(bones=tuple(bones), parts=figure.rig.parts), source=figure.source)
