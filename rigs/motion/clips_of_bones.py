"""From matrices of bones, frame by frame, to clips: how each bone has to be posed to stand so; and back.

A bone's head goes where it is wanted exactly: what a parent's rotation and scale cannot give is in its location. A bone
that is connected has none, so one whose head leaves its parent's tail is no longer connected.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec
import numpy as np

from pantin.rigs.motion.transform_arrays import Floats, composed, decomposed, world_matrices
from pantin.rigs.pose import REST, Transform
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Bone

APART = 1e-6
"""A head that leaves its parent's tail by less than this part of the skeleton's size does not leave it."""

SHORTEST, ROUNDED = 1e-9, 1e-9
"""Axes that are shorter have no length; lengths that differ by a smaller part are the same."""

MOST_ROWS = 5_000_000
"""Frames times bones of all motions of a file: some hundred megabytes, three quarters of an hour of a person."""

BLOCK = 250_000
"""Matrices that are made at once: enough for numpy to be quick, and little memory."""


class Motion(msgspec.Struct, frozen=True):
    """A motion of bones: how many frames, and what makes their matrices (f, n, 4, 4) from one to before another."""

    count: int
    matrices: Callable[[int, int], Floats]


def rows_of(bones: Sequence[Bone], motions: Sequence[Motion]) -> list[Floats]:
    """The rows (count, n, 10) of each motion. Short motions are taken through the skeleton together."""
    most = max(1, BLOCK // max(1, len(bones)))
    found: list[list[Floats]] = [[] for _motion in motions]
    waiting: list[tuple[int, Floats]] = []

    def finish() -> None:
        if waiting:
            rows = posed_rows(bones, np.concatenate([made for _number, made in waiting]))
            ends = np.cumsum([len(made) for _number, made in waiting])[:-1]
            for (number, _made), part in zip(waiting, np.split(rows, ends), strict=True):
                found[number].append(part)
            waiting.clear()

    frames = 0
    for number, motion in enumerate(motions):
        for first in range(0, motion.count, most):
            waiting.append((number, motion.matrices(first, min(first + most, motion.count))))
            frames += len(waiting[-1][1])
            if frames >= most:
                finish()
                frames = 0
    finish()
    return [np.concatenate([np.empty((0, len(bones), 10)), *parts]) for parts in found]


def posed_rows(bones: Sequence[Bone], matrices: Floats) -> Floats:
    """The rows (f, n, 10) that pose `bones`, parents first, so that they are in `matrices` (f, n, 4, 4)."""
    parents, steps = _steps(bones)
    rows = np.empty((*matrices.shape[:2], 10))
    stands = np.empty_like(matrices)
    for index, (parent, step) in enumerate(zip(parents, steps, strict=True)):
        frames = step if parent < 0 else stands[:, parent] @ step
        rows[:, index] = decomposed(_within(frames, matrices[:, index]))
        rows[:, index, 7:] *= _kept_lengths(frames, rows[:, index], matrices[:, index])
        stands[:, index] = frames @ composed(rows[:, index])
    return rows


def _kept_lengths(frames: Floats, rows: Floats, matrices: Floats) -> Floats:
    """Return by what the scales of rows (f, 10) are multiplied, so that all axes are as long as in `matrices`.

    Without shear they are. A sheared bone loses its shear here, and its axes are as long again as they are wanted:
    what a frame (f, 4, 4) does to them would grow from bone to bone.
    """
    stand = np.linalg.norm(frames[..., :3, :3] @ composed(rows)[..., :3, :3], axis=-2)
    wanted = np.linalg.norm(matrices[..., :3, :3], axis=-2)
    some = (stand > SHORTEST) & (wanted > SHORTEST) & (np.abs(stand - wanted) > ROUNDED * wanted)
    return np.where(some, wanted / np.where(some, stand, 1.0), 1.0)


def forward_kinematics(bones: Sequence[Bone], rows: Floats) -> Floats:
    """Return the matrices (f, n, 4, 4) of `bones`, parents first and unconstrained, posed by `rows` (f, n, 10)."""
    parents, steps = _steps(bones)
    local = composed(np.asarray(rows, np.float64))
    local[:, [bone.connected for bone in bones], :3, 3] = 0.0
    worlds = world_matrices(np.moveaxis(steps @ local, 1, 0), parents)
    return np.stack(worlds, 1) if worlds else local


def rows_of_pose(bones: Sequence[Bone], pose: Mapping[str, Transform]) -> Floats:
    """Return the rows (1, n, 10) of `bones` in a pose, transforms by bone; a bone that it does not name is at rest."""
    posed = [pose.get(bone.name, REST) for bone in bones]
    return np.array([[(*at.location, *at.rotation, *at.scale) for at in posed]]).reshape(1, -1, 10)


def disconnected(bones: Sequence[Bone], clips: Sequence[Floats], size: float) -> tuple[Bone, ...]:
    """Return `bones` as they are connected in the motions `clips`, rows (f, n, 10): see `connected_in`."""
    return tuple(connected_in(bone, [rows[:, index] for rows in clips], size) for index, bone in enumerate(bones))


def connected_in(bone: Bone, clips: Sequence[Floats], size: float) -> Bone:
    """Return a bone, no longer connected where its location in one of the `clips`, rows (f, 10), leaves 0.

    `size` is the skeleton's. Where the bone stays connected, its locations, which are noise then, become 0 in the rows.
    """
    near = max(APART * size, 1e-9)
    if not bone.connected:
        return bone
    if any((np.abs(rows[:, :3]) > near).any() for rows in clips):
        return msgspec.structs.replace(bone, connected=False)
    for rows in clips:
        rows[:, :3] = 0.0
    return bone


def _steps(bones: Sequence[Bone]) -> tuple[list[int], Floats]:
    """Return the row of the parent of each bone, −1 of a root, and its rest frame from that of the parent (n, 4, 4)."""
    rest = rest_matrices(bones)
    row = {bone.name: index for index, bone in enumerate(bones)}
    parents = [-1 if bone.parent is None else row[bone.parent] for bone in bones]
    above = np.where(np.array(parents, int)[:, None, None] < 0, np.eye(4), rest[parents])
    return parents, np.asarray(np.linalg.inv(above) @ rest)


def _within(frames: Floats, matrices: Floats) -> Floats:
    """Return `matrices` as they are seen from `frames`; at rest where a frame is squashed flat, and they with it."""
    flat = np.abs(np.linalg.det(frames[..., :3, :3])) < 1e-18
    if not flat.any():
        return np.asarray(np.linalg.inv(frames) @ matrices)
    found = np.linalg.inv(np.where(flat[..., None, None], np.eye(4), frames)) @ matrices
    both = flat & (np.abs(np.linalg.det(matrices[..., :3, :3])) < 1e-18)
    return np.asarray(np.where(both[..., None, None], np.eye(4), found))
