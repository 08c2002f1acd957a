"""The tracks of bones in the animations of a glTF file.

Where nothing is scaled unevenly, a bone is posed by the nodes between its joint and the joint above alone: its track is
made of their keys, and one of a bone that no key moves is the same in all animations of a length. A file of some bytes
asks for little work then, however many animations it has. Below uneven scale it also matters how joints above stand;
there all matrices are made frame by frame.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from pantin.rigs import rotations as rot
from pantin.rigs.clip import CHANNELS
from pantin.rigs.formats.files import Fault
from pantin.rigs.formats.gltf.animations import Animation, bones_at, check_length, local_rows, matrices_of
from pantin.rigs.formats.gltf.container import Gltf
from pantin.rigs.formats.gltf.joints import Skeleton
from pantin.rigs.formats.json_text import LARGEST
from pantin.rigs.formats.opening import Reading
from pantin.rigs.frames import Frames
from pantin.rigs.motion.clips_of_bones import BLOCK, MOST_ROWS, Motion, connected_in, disconnected, posed_rows, rows_of
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Bone
from pantin.rigs.source.worlds import locals_of

EVEN = 1e-6
"""Parts of a scale by which its three numbers may differ and are the same: the rounding of 32-bit floats. Larger
differences add up along a chain until its end is elsewhere.
"""

SHORTEST = 1e-9
"""Quaternions that are shorter do not turn."""

FEW, FOR_A_BYTE = 500_000, 0.5
"""Frames of bones that move which are made whatever the size of the file, and further ones for each byte of it: keys of
one take ten bytes and more, so a file with fewer was made to hurt, or its times are wrong.
"""

TOGETHER, OFTEN = 20_000, 1_000
"""Frames of a bone that are made at once, and frames of tracks of which many may be the same."""

REST_ROW = np.array((0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0))


Known = dict[tuple[bytes, int], Frames]
"""Tracks by the bytes of their rows and how many these are; below 0 of one row that stands for so many."""


class Made(NamedTuple):
    """An animation with the track of every bone."""

    animation: Animation
    tracks: dict[str, Frames]


def tracks_of(
    gltf: Gltf,
    skeleton: Skeleton,
    bones: tuple[Bone, ...],
    animations: Sequence[Animation],
    saved: Floats,
    size: float,
    reading: Reading,
    file_size: int,
) -> tuple[list[Made], tuple[Bone, ...]]:
    """Return the animations that pose the bones, and the bones without the connections that these do not keep.

    `saved`, rows (0 or 1, n, 10), poses the bones as the file is saved, `size` is the skeleton's, metres. Raises Fault
    where an animation is at fault and none is to be left out.
    """
    if not animations:
        return [], disconnected(bones, [saved], size)
    most = min(FEW + FOR_A_BYTE * file_size, MOST_ROWS)
    if _is_even(gltf, skeleton, animations):
        return _quickly(gltf, skeleton, bones, _within(animations, skeleton, most, reading), saved, size, reading)
    animations = _within(animations, None, most, reading, len(bones))
    kept, rows = _slowly(gltf, skeleton, bones, animations, reading)
    bones = disconnected(bones, [*rows, saved], size)
    known = Known()
    return [
        Made(animation, {bone.name: _tracked(each[:, row], known) for row, bone in enumerate(bones)})
        for animation, each in zip(kept, rows, strict=True)
    ], bones


def saved_rows(gltf: Gltf, skeleton: Skeleton, bones: tuple[Bone, ...]) -> Floats:
    """Return how the bones are posed as the file is saved, rows (1, n, 10); (0, n, 10) where it is saved at rest."""
    if skeleton.stands is skeleton.worlds:
        return np.empty((0, len(bones), CHANNELS))
    if not _is_even(gltf, skeleton, ()):
        return posed_rows(bones, bones_at(skeleton, bones, skeleton.stands[None]))
    poser = _Poser(gltf, skeleton, bones)
    return np.stack([poser.as_saved(row) for row in range(len(bones))], axis=1)


def _within(
    animations: Sequence[Animation], skeleton: Skeleton | None, most: float, reading: Reading, all_bones: int = 0
) -> list[Animation]:
    """Return the animations that together have not too many frames of moving bones, or of `all_bones`."""
    kept, rows = [], 0
    for animation in animations:
        moving = all_bones if skeleton is None else len(animation.keys)
        try:
            check_length(animation.index, rows + animation.count * moving, most)
        except Fault as fault:
            reading.leave_out(fault)
        else:
            kept.append(animation)
            rows += animation.count * moving
    return kept


# Below uneven scale


def _slowly(
    gltf: Gltf, skeleton: Skeleton, bones: tuple[Bone, ...], animations: list[Animation], reading: Reading
) -> tuple[list[Animation], list[Floats]]:
    """Return the animations that pose the bones, with the rows (count, n, 10) of each."""
    matrices = matrices_of(gltf, skeleton, bones)
    motions = [Motion(each.count, matrices(each)) for each in animations]
    try:
        return animations, rows_of(bones, motions)
    except Fault:
        if not reading.partly:
            raise
    found: list[Animation] = []
    rows: list[Floats] = []
    for animation, motion in zip(animations, motions, strict=True):
        try:
            rows += rows_of(bones, (motion,))
        except Fault as fault:
            reading.leave_out(fault)
        else:
            found.append(animation)
    return found, rows


# Where all is scaled evenly


class _Placed(NamedTuple):
    """The place of something: point (f, 3), unit quaternion (f, 4) and size (f,), of f frames or of one."""

    place: Floats
    turn: Floats
    size: Floats

    def then(self, inner: _Placed) -> _Placed:
        """Return where something is that is `inner` in what is placed so."""
        place = self.place + self.size[:, None] * _rotated(self.turn, inner.place)
        return _Placed(place, rot.multiply(self.turn, inner.turn), self.size * inner.size)


def _rotated(turn: Floats, places: Floats) -> Floats:
    """Return places (f, 3) turned by quaternions (f, 4); one of either is for all of the others."""
    if len(turn) == 1:
        return np.asarray(places @ rot.matrix_from_quaternion(rot.normalised(turn[0])).T)
    frames = max(len(turn), len(places))
    turns = np.broadcast_to(rot.matrix_from_quaternion(rot.normalised(turn)), (frames, 3, 3))
    return np.asarray(np.einsum("fij,fj->fi", turns, np.broadcast_to(places, (frames, 3))))


def _of_matrices(matrices: Floats) -> list[_Placed]:
    """Return where each of some evenly scaled matrices (n, 4, 4) puts something."""
    sizes = np.cbrt(np.linalg.det(matrices[:, :3, :3]))
    flat = (sizes == 0.0)[:, None, None]
    turns = rot.quaternion_from_matrix(
        np.where(flat, np.eye(3), matrices[:, :3, :3] / np.where(flat, 1.0, sizes[:, None, None]))
    )
    return [_Placed(matrices[[row], :3, 3], turns[[row]], sizes[[row]]) for row in range(len(matrices))]


def _of_rows(rows: Floats) -> _Placed:
    lengths = np.linalg.norm(rows[:, 3:7], axis=1, keepdims=True)
    turn = np.where(lengths > SHORTEST, rows[:, 3:7] / np.maximum(lengths, SHORTEST), (0.0, 0.0, 0.0, 1.0))
    return _Placed(rows[:, :3], turn, rows[:, 7:].mean(axis=1))


def _is_even(gltf: Gltf, skeleton: Skeleton, animations: Sequence[Animation]) -> bool:
    """Return whether nothing on the way to a joint is scaled unevenly, mirrored, sheared, or flat at rest."""
    with np.errstate(over="ignore", invalid="ignore"):
        return _all_even(gltf, skeleton, animations)


def _all_even(gltf: Gltf, skeleton: Skeleton, animations: Sequence[Animation]) -> bool:
    axes = np.concatenate((locals_of([gltf.nodes[index] for index in skeleton.needed]), skeleton.worlds))[:, :3, :3]
    if not np.isfinite(axes).all():
        return False
    products = np.einsum("nji,njk->nik", axes, axes)
    sizes = products[:, 0, 0]
    even = np.abs(products - sizes[:, None, None] * np.eye(3)).max(axis=(1, 2)) <= 2.0 * EVEN * sizes
    upright = np.linalg.det(axes) >= 0.0
    standing = sizes[len(skeleton.needed) :] > 1e-12
    if not (even.all() and upright.all() and standing.all()):
        return False
    needed = set(skeleton.needed)
    scales = {
        id(parts["scale"].values): parts["scale"].values
        for animation in animations
        for node, parts in animation.keys.items()
        if node in needed and "scale" in parts
    }
    return all(
        bool((np.ptp(values, axis=1) <= EVEN * np.abs(values).max(axis=1)).all() and (values >= 0.0).all())
        for values in scales.values()
    )


def _quickly(
    gltf: Gltf,
    skeleton: Skeleton,
    bones: tuple[Bone, ...],
    animations: list[Animation],
    saved: Floats,
    size: float,
    reading: Reading,
) -> tuple[list[Made], tuple[Bone, ...]]:
    """Return what `tracks_of` does, bone by bone, so that a long motion is never there as a whole."""
    made = [Made(animation, {}) for animation in animations]
    found, known = list(bones), Known()
    extents = np.ones((len(animations), len(bones), 2))
    moving_in: dict[int, list[int]] = {}
    for place, animation in enumerate(animations):
        for node in animation.keys:
            moving_in.setdefault(node, []).append(place)
    poser = _Poser(gltf, skeleton, bones)
    for row, bone in enumerate(bones):
        still = saved[:, row].copy() if len(saved) else REST_ROW[None].copy()
        places = sorted({place for node in poser.segments[row] for place in moving_in.get(node, ())})
        poses = dict(zip(places, poser.rows(row, [animations[place] for place in places]), strict=True))
        found[row] = connected_in(bone, (still, *poses.values()), size)
        resting = {count: _still(still, count, known) for count in {each.count for each in animations}}
        for place, each in enumerate(made):
            moves = place in poses
            each.tracks[bone.name] = _tracked(poses[place], known) if moves else resting[each.animation.count]
        extents[:, row] = np.linalg.norm(still[0, :3]), still[0, 7]
        for place, rows in poses.items():
            with np.errstate(over="ignore", invalid="ignore"):
                extents[place, row] = np.sqrt(np.square(rows[:, :3]).sum(axis=1).max()), rows[:, 7].max()
        reading.progress((row + 1) / len(bones))
    return _in_sight(gltf, skeleton, bones, made, extents, reading), tuple(found)


def _segments(skeleton: Skeleton) -> list[list[int]]:
    """Return for each joint the nodes below the joint above down to itself."""
    joints, found = set(skeleton.nodes), []
    for index in skeleton.nodes:
        path, above = [index], skeleton.parents[index]
        while above != -1 and above not in joints:
            path.append(above)
            above = skeleton.parents[above]
        found.append(path[::-1])
    return found


class _Poser:
    """Makes the rows of bones.

    With R for joints at rest, B for bones and L for the nodes between a joint and that above, a bone is posed by
    B⁻¹ R(above) · L · R⁻¹ B.
    """

    def __init__(self, gltf: Gltf, skeleton: Skeleton, bones: Sequence[Bone]) -> None:
        self._gltf = gltf
        self.segments = _segments(skeleton)
        rests, turn = rest_matrices(bones), np.eye(4)
        turn[:3, :3] = skeleton.turn
        above = [np.eye(4) if pivot.parent is None else skeleton.worlds[pivot.parent] for pivot in skeleton.pivots]
        with np.errstate(over="ignore", invalid="ignore"):
            self._before = _of_matrices(np.linalg.inv(rests) @ turn @ np.array(above))
            self._after = _of_matrices(np.linalg.inv(turn @ skeleton.worlds) @ rests)

    def rows(self, row: int, animations: Sequence[Animation]) -> list[Floats]:
        """Return the rows (count, 10) of a bone in each of the animations, short ones made together."""
        found: list[Floats] = []
        waiting: list[Animation] = []
        frames = 0
        for animation in animations:
            waiting.append(animation)
            frames += animation.count
            if frames >= TOGETHER:
                found += self._made(row, waiting)
                waiting, frames = [], 0
        return found + (self._made(row, waiting) if waiting else [])

    def as_saved(self, row: int) -> Floats:
        """Return the rows (1, 10) of a bone as the file is saved."""
        placed = self._before[row]
        with np.errstate(over="ignore", invalid="ignore"):
            for index in self.segments[row]:
                placed = placed.then(_of_rows(local_rows(self._gltf.nodes[index], {}, np.zeros(1))))
            rows = _rows_of(placed.then(self._after[row]), 1)
        rows[rows[:, 6] < 0.0, 3:7] *= -1.0
        return rows

    def _made(self, row: int, animations: Sequence[Animation]) -> list[Floats]:
        """Return `rows` of animations, with arrays that hold the frames of all."""
        placed = self._before[row]
        ends = np.cumsum([each.count for each in animations])
        with np.errstate(over="ignore", invalid="ignore"):
            for index in self.segments[row]:
                placed = placed.then(_of_rows(self._locals(index, animations)))
            placed = placed.then(self._after[row])
        found = np.split(_rows_of(placed, int(ends[-1])), ends[:-1])
        for each in found:
            if each[0, 6] < 0.0:
                each[:, 3:7] *= -1.0
        return found

    def _locals(self, index: int, animations: Sequence[Animation]) -> Floats:
        """Return the rows (f, 10) of a node in all frames of some animations; one where it moves in none of them."""
        node, known, found = self._gltf.nodes[index], dict[object, Floats](), list[Floats]()
        if not any(index in each.keys for each in animations):
            return local_rows(node, {}, np.zeros(1))
        for animation in animations:
            keys = animation.keys.get(index, {})
            of = animation.count, animation.rate, *((path, id(k.times), id(k.values)) for path, k in keys.items())
            if of not in known:
                known[of] = local_rows(node, keys, np.arange(animation.count) / animation.rate)
            found.append(known[of])
        return np.concatenate(found)


def _rows_of(placed: _Placed, count: int) -> Floats:
    """Return rows (count, 10) of what is placed in so many frames."""
    rows = np.empty((count, CHANNELS))
    rows[:, :3], rows[:, 3:7], rows[:, 7:] = placed.place, placed.turn, placed.size[:, None]
    return rows


def _tracked(rows: Floats, known: Known) -> Frames:
    """Return the track of rows (count, 10); one that is `known`, as many of small files are, is not made again."""
    rows[:, 3:7] = rot.without_sign_flips(rows[:, 3:7])
    if len(rows) > OFTEN:
        return frames_of(rows)
    asked = rows.tobytes(), len(rows)
    if asked not in known:
        known[asked] = frames_of(rows)
    return known[asked]


def _still(row: Floats, count: int, known: Known) -> Frames:
    """Return the track of a bone that stays in a row (1, 10), the same one for all bones that stay so."""
    asked = row.tobytes(), -count
    if asked not in known:
        known[asked] = frames_of(np.broadcast_to(row, (count, CHANNELS)))
    return known[asked]


def frames_of(rows: Floats) -> Frames:
    """Return rows (count, 10) as frames.

    Numbers that are too large for these are 0 there: what has any is out of sight, and is left out.
    """
    with np.errstate(over="ignore"):
        finite = np.isfinite(rows.astype(np.float32))
    return Frames(rows if finite.all() else np.where(finite, rows, 0.0))


def _in_sight(
    gltf: Gltf, skeleton: Skeleton, bones: tuple[Bone, ...], made: list[Made], extents: Floats, reading: Reading
) -> list[Made]:
    """Return the animations in which no joint leaves sight. Raises Fault where one does and none is to be left out.

    `extents` (animations, n, 2) say how far each bone is moved and how large it is at most. Where these allow that one
    leaves sight, all frames are looked at.
    """
    heads = rest_matrices(bones)[:, :3, 3]
    reach, large = np.zeros(extents.shape[:2]), np.ones(extents.shape[:2])
    with np.errstate(over="ignore", invalid="ignore"):
        for row, pivot in enumerate(skeleton.pivots):
            above = pivot.parent
            way = np.linalg.norm(heads[row] if above is None else heads[row] - heads[above])
            carried = (0.0, 1.0) if above is None else (reach[:, above], large[:, above])
            reach[:, row] = carried[0] + carried[1] * (way + extents[:, row, 0])
            large[:, row] = carried[1] * extents[:, row, 1]
    kept = []
    for place, each in enumerate(made):
        try:
            if not (reach[place] <= LARGEST).all():
                make, step = matrices_of(gltf, skeleton, bones)(each.animation), max(1, BLOCK // len(bones))
                for first in range(0, each.animation.count, step):
                    make(first, min(first + step, each.animation.count))
        except Fault as fault:
            reading.leave_out(fault)
        else:
            kept.append(each)
    return kept
