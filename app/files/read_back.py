"""Read back what was written and compare it with what one sees, before the export is reported as done.

Joints are compared in every frame, and points beside the bones too, as a skin that is bound in the file would have
them. Some frames of each clip are posed for it once more, as the window shows them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.app.messages import _
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.editing.building.upright import turned_upright, with_motion_turned
from pantin.rigs.figure import Figure
from pantin.rigs.formats import clip_file, obj, opened, pose
from pantin.rigs.formats.gltf.vrma import MOST as MOST_EXPRESSIONS
from pantin.rigs.formats.skeleton import usable
from pantin.rigs.gaze import ASIDE, LOOKING, looks_of_values
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.posed_points import PosedPart, corners
from pantin.rigs.motion.baked import BakedClip, BakedFigure, WrittenFile
from pantin.rigs.motion.clips_of_bones import forward_kinematics, rows_of_pose
from pantin.rigs.motion.humanoid_motion import Humanoid, HumanoidClip, posed_humanoid
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.pose import Transform
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.wording import listed
from pantin.solver import evaluate
from pantin.solver.edits.poses.clips import frame_shown

if TYPE_CHECKING:
    from pantin.app.files.skin_points import SkinPoints
    from pantin.rigs.formats.gltf.skinning import Skinning

TOLERANCE = 1e-5
"""Largest error of a joint, part of the figure's size: no one sees less."""

SINGLE = 4.0 * float(np.finfo(np.float32).eps)
"""The most that 32-bit numbers of a file change of a place, as a part of its distance from the origin."""

FRAME_TOLERANCE = 0.02
"""Largest distance between a frame that a reader makes and the key that it shows, frames."""

ROUNDING = 1e-6
"""Largest error that text and float32 make in a number of a pose."""

BESIDE = 0.06
"""Distance from a bone to the point beside it that is compared, parts of the figure's size: 1 dm of a person."""

SEEN = 1e-3
"""Parts of a figure's size by which bones are off where one sees it: 2 mm of a person."""

SAME_FACE = 1e-5
"""The largest error of a value of an expression, and of the way in which eyes look."""

POSED_AGAIN = 48
"""Frames of all clips together that are posed once more, at least two of each clip."""

FLAT = 1e-18
"""Axes with a smaller determinant are squashed flat: nothing is bound there."""

Rows = NDArray[np.intp]
Deviation = tuple[float, str]
"""The largest distance between joints that should be in one place, metres, and which joint has it."""

NO_DEVIATION: Deviation = 0.0, ""


class Comparison(msgspec.Struct, frozen=True):
    """A file that was read back against what was to be written."""

    joints: int
    """The number of joints that were to be written."""
    names: int
    """The number of joints that have the same name in the same place."""
    parents: int
    """The number of joints that have the same parent."""
    at_rest: float | None = None
    """Largest distance of joints at rest, metres; None where the file has no rest pose."""
    frames: int = 0
    """The number of frames that were to be written."""
    compared: int = 0
    """The number of frames that were compared: a reader may make frames between them."""
    in_motion: float | None = None
    """Largest distance of joints in these frames, metres; None where there is no frame."""
    why: str = ""
    """Why the file is not kept, in one sentence; empty where it is."""
    beside: float | None = None
    """Largest distance of points beside the bones, metres, as the file binds them; None where it binds none."""
    differ: tuple[str, ...] = ()
    """The bones of which the format cannot hold all, the one that differs most first."""
    lost: str = ""
    """The same in one sentence; empty where it holds all."""
    points: int = 0
    """The number of points of a mesh that were to be written."""
    points_off: float | None = None
    """The largest distance of these from where they should be, metres; None where there are none."""
    note: str = ""
    """What other programs make of the file that a person may not expect, in one sentence."""


def compared(
    document: Document,
    clips: Sequence[Clip],
    baked: BakedFigure,
    written: WrittenFile,
    path: Path,
    still: Document | None = None,
) -> Comparison:
    """Compare the file of joints at `path` with the document, or how it stands `still`, and clips. Raises Unreadable.

    A BVH file has no rest pose to compare; a pose that leaves in one is its only frame.
    """
    is_bvh = path.name.endswith(".bvh")
    again = _as_baked(opened(path).document, baked).figure
    shown = _shown(document, clips, baked, still or document)
    expected = (BakedClip("", 1.0, 0, shown.matrices[None]),) if is_bvh and not shown.clips else shown.clips
    joints = _Joints.of(again, written)
    names, parents = _same_names(joints, baked.rig), _same_parents(joints, again.rig, baked.rig)
    if miscounted := _miscounted((len(written.rows), len(again.rig.bones)), (len(expected), len(again.clips))):
        return Comparison(len(joints.rows), names, parents, why=miscounted)
    to_file = _to_file(baked, written, is_bvh)
    heads = shown.matrices[:, :3, 3] * to_file
    rest = None if is_bvh else _deviation(_rests(again)[:, joints.places], heads[None, joints.rows], joints)
    frames = [
        _compared_frames(clip, other, again.rig, joints, clip.matrices[..., :3, 3][:, joints.rows] * to_file, is_bvh)
        for clip, other in zip(expected, again.clips, strict=True)
    ]
    moved = max((each.deviation for each in frames), default=None)
    skinning = None if is_bvh else _skinning(path, written)
    points = _points_off(shown, expected, written, again, joints, to_file, skinning)
    skin = None if skinning is None or written.binds is None else _skin(shown, expected, written, skinning, path)
    allowed = TOLERANCE * _size(shown) + SINGLE * _farthest(shown)
    worst = max(rest or NO_DEVIATION, moved or NO_DEVIATION, _unexplained(points, written, joints))
    sentence = _("it was not written, because {bone} was read back {apart:.3g} m away; save the rig.")
    why = sentence.format(bone=worst[1], apart=worst[0]) if worst[0] > allowed else skin.why if skin else ""
    counts = sum(each.written for each in frames), sum(each.compared for each in frames)
    differ, lost = _differing(points, allowed, written, joints, is_bvh)
    mesh = (skin.count, skin.off) if skin else (0, None)
    apart, beside = (rest and rest[0], moved and moved[0]), float(points.max(initial=0.0))
    return Comparison(len(joints.rows), names, parents, apart[0], *counts, apart[1], why, beside, differ, lost, *mesh)


def _miscounted(*counts: tuple[int, int]) -> str:
    """Return why a file is not kept of which not as much was read back as was written; nothing where it was."""
    sentence = _("it was not written, because {found} joints or clips were read back of {count}; save the rig.")
    wrong = (sentence.format(found=found, count=count) for count, found in counts if count != found)
    return next(wrong, "")


def _differing(
    points: Floats, allowed: float, written: WrittenFile, joints: _Joints, is_bvh: bool
) -> tuple[tuple[str, ...], str]:
    """Return the bones beside which points are off, the farthest first, and all that is lost, in sentences."""
    places = [place for place in np.argsort(-points).tolist() if points[place] > allowed]
    lost = " ".join(filter(None, (_lost(points, places, written, joints, is_bvh), *written.words)))
    return tuple(joints.bones[place].name for place in places), lost


class _Joints(NamedTuple):
    """The joints that were read back and are bones of the rig: others of the figure's own file stay there."""

    places: NDArray[np.intp]
    """Their places among all that were read."""
    rows: Rows
    """The rows of their bones in the rig."""
    bones: list[Bone]
    """What was read."""

    @classmethod
    def of(cls, again: Figure, written: WrittenFile) -> _Joints:
        """Return those of a figure that was read back."""
        places = np.flatnonzero(written.rows != -1)
        bones = again.rig.bones
        return cls(places, written.rows[places], [bones[place] for place in places.tolist() if place < len(bones)])


def compared_mesh(character: Character, posed: Sequence[PosedPart], path: Path) -> Comparison:
    """Compare the points and triangles of the file at `path` with a posed character. Raises Unreadable."""
    found, triangles = obj.points_in(path)
    expected = np.concatenate([each.positions for each in posed]) @ character.turn[:3, :3]
    starts = np.cumsum([0, *(len(each.positions) for each in posed)])
    faces = [
        corners(part, each).astype(np.int64) + first
        for part, each, first in zip(character.parts, posed, starts, strict=False)
    ]
    lost = " ".join(character.left_out)
    if found.shape != expected.shape or not np.array_equal(triangles, np.concatenate(faces)):
        sentence = _("it was not written, because {found} points were read back of {count}; save the rig.")
        return Comparison(0, 0, 0, why=sentence.format(found=len(found), count=len(expected)), points=len(expected))
    off = float(np.linalg.norm(found - expected, axis=1).max())
    allowed = TOLERANCE * float(np.linalg.norm(np.ptp(expected, axis=0))) + SINGLE * float(np.abs(expected).max())
    sentence = _("it was not written, because a point was read back {apart:.3g} m away; save the rig.")
    why = "" if off <= allowed else sentence.format(apart=off)
    return Comparison(0, 0, 0, why=why, lost=lost, points=len(expected), points_off=off)


def _shown(document: Document, clips: Sequence[Clip], baked: BakedFigure, still: Document) -> BakedFigure:
    """Return the figure that was to be written, with the pose and some frames of each clip posed once more, as the
    window shows them.
    """
    again = max(POSED_AGAIN // max(len(clips), 1), 2)
    found = []
    for clip, each in zip(clips, baked.clips, strict=True):
        matrices = np.array(each.matrices)
        for place in np.unique(np.linspace(0, len(matrices) - 1, again).astype(int)).tolist():
            matrices[place] = evaluate(frame_shown(document, clip, each.first + place)).matrices
        found.append(msgspec.structs.replace(each, matrices=matrices))
    return BakedFigure(baked.figure, np.asarray(evaluate(still).matrices), tuple(found))


class _Binding(NamedTuple):
    """Points beside bones, and what moves them by what is in a file."""

    at: Floats
    """The places of the points that are moved (n, 4, p), armature space."""
    moves: Callable[[int | None, BakedClip | None], Floats]
    """Their matrices (f, n, 4, 4) in the clip at a place, or in the pose."""
    bound: NDArray[np.bool_]
    """To which bones (n,) points can be bound."""


def _points_off(
    shown: BakedFigure,
    expected: Sequence[BakedClip],
    written: WrittenFile,
    figure: Figure,
    joints: _Joints,
    to_file: Floats,
    skinning: Skinning | None,
) -> Floats:
    """Return the largest distance of points beside each bone that was read back from where one sees them (n,),
    metres.
    """
    rows, is_bvh = joints.rows, skinning is None
    beside = np.array([*(BESIDE * _size(shown) * np.eye(3)), np.ones(3)])
    if skinning is None:
        binding = _binding_of_bvh(shown, figure, rows, beside)
    else:
        binding = _binding_of_gltf(skinning, shown, written, joints, beside, to_file)
    found = np.zeros(len(rows))
    for place, clip in enumerate(expected):
        found = np.maximum(found, _off(binding, place, clip, clip.matrices[:, rows] @ beside, to_file))
    if not is_bvh:
        found = np.maximum(found, _off(binding, None, None, shown.matrices[None, rows] @ beside, to_file))
    found[~binding.bound | np.isin(rows, list(written.unbound))] = 0.0
    return found


def _off(binding: _Binding, place: int | None, clip: BakedClip | None, expected: Floats, to_file: Floats) -> Floats:
    """Return the largest distance of the points from where they should be (n,), metres; `expected` (f, n, 4, p)."""
    moved = binding.moves(place, clip) @ binding.at
    off = moved[..., :3, :] - expected[..., :3, :] * to_file[:, None]
    return np.asarray(np.linalg.norm(off, axis=-2).max(axis=(0, 2), initial=0.0))


def _skinning(path: Path, written: WrittenFile) -> Skinning:
    from pantin.rigs.formats.gltf.skinning import skinning

    return skinning(path, hangs_on_nodes=written.binds is not None)


def _skin(
    shown: BakedFigure, expected: Sequence[BakedClip], written: WrittenFile, skinning: Skinning, path: Path
) -> SkinPoints | None:
    from pantin.app.files.skin_points import compared_points

    return compared_points(shown, expected, written, skinning, path)


def _binding_of_gltf(
    found: Skinning, shown: BakedFigure, written: WrittenFile, joints: _Joints, beside: Floats, to_file: Floats
) -> _Binding:
    """Points that the skins of the file move from rest, by their inverse bind matrices.

    Without skins, parts hang on the nodes as they stand in the pose, or as they hang in the figure's own file.
    """
    is_own = written.binds is not None
    at = (rest_matrices(shown.rig.bones) if found.is_skinned or is_own else shown.matrices)[joints.rows] @ beside
    at[:, :3] *= to_file[:, None]
    bound = np.asarray(found.binds.any(axis=(1, 2)))[joints.places]
    if written.binds is not None:
        binds = written.binds[joints.places]
        bound &= np.abs(np.linalg.det(binds[:, :3, :3])) > FLAT
        at = np.linalg.inv(np.where(bound[:, None, None], binds, np.eye(4))) @ at

    def moves(place: int | None, clip: BakedClip | None) -> Floats:
        return found.at(place, np.zeros(1) if clip is None else clip.seconds)[:, joints.places]

    return _Binding(at, moves, bound)


def _binding_of_bvh(shown: BakedFigure, again: Figure, rows: Rows, beside: Floats) -> _Binding:
    """Points beside joints that rest without a turn at their offsets."""
    rest = rest_matrices(shown.rig.bones)[rows]
    bones = again.rig.bones
    rest[:, :3, 3] = [bone.head for bone in bones]
    back = np.linalg.inv(rest_matrices(bones))

    def moves(place: int | None, _clip: BakedClip | None) -> Floats:
        frames = again.clips[place or 0].frames_at(slice(None)).astype(np.float64)
        return forward_kinematics(bones, frames) @ back

    return _Binding(rest @ beside, moves, np.ones(len(rows), bool))


def _unexplained(points: Floats, written: WrittenFile, joints: _Joints) -> Deviation:
    """The largest distance between points of bones whose scale and shear the format can hold."""
    held = np.where(np.isin(joints.rows, list(written.changed)), 0.0, points)
    worst = int(held.argmax()) if len(held) else 0
    return (float(held[worst]), joints.bones[worst].name) if len(held) else NO_DEVIATION


def _lost(points: Floats, places: Sequence[int], written: WrittenFile, joints: _Joints, is_bvh: bool) -> str:
    """Return a sentence for each reason why points at the bones in `places` differ; none where the file holds all."""
    below = [place for place in places if joints.rows[place] in written.below_uneven]
    others = [place for place in places if place not in below]
    sentences = (
        (
            others,
            _("BVH holds no scale: a skin at {bones} is up to {apart:.3g} m from where it is seen.")
            if is_bvh
            else _("glTF holds no shear: a skin at {bones} is up to {apart:.3g} m from where it is seen."),
        ),
        (
            below,
            _(
                "{bones} hang below uneven scale: the file has the shear that this makes, which is not drawn here, and "
                "a skin at them is up to {apart:.3g} m from where it is seen."
            ),
        ),
    )
    return " ".join(
        sentence.format(bones=listed([joints.bones[each].name for each in whose]), apart=float(points[whose].max()))
        for whose, sentence in sentences
        if whose
    )


class _Frames(NamedTuple):
    """The frames of a clip: how many were to be written, how many were compared, and how far joints are off in
    those.
    """

    written: int
    compared: int
    deviation: Deviation


def _compared_frames(clip: BakedClip, again: Clip, rig: Rig, joints: _Joints, heads: Floats, is_bvh: bool) -> _Frames:
    """The frames of a clip that was read back, where its joints should have their heads (f, n, 3)."""
    exact = np.arange(len(heads), dtype=np.float64) if is_bvh else clip.seconds * again.rate
    numbers = np.minimum(np.round(exact).astype(int), again.count - 1)
    hit = np.abs(exact - numbers) < FRAME_TOLERANCE
    stands = forward_kinematics(rig.bones, again.frames_at(numbers[hit]).astype(np.float64))[..., :3, 3]
    return _Frames(len(exact), int(hit.sum()), _deviation(stands[:, joints.places], heads[hit], joints))


def _to_file(baked: BakedFigure, written: WrittenFile, is_bvh: bool) -> Floats:
    """Return the factors for places (3,): a rig that was turned round when it was read is turned back in its file,
    and read so, unless that file was written again, whose reader turns it round once more.
    """
    looks_back = (
        not is_bvh and written.binds is None and baked.figure.source is not None and baked.figure.source.faces_back
    )
    return np.array((-1.0, -1.0, 1.0) if looks_back else (1.0, 1.0, 1.0))


def _size(shown: BakedFigure) -> float:
    """The longest diagonal of the box around the joints in the pose, or in a frame, metres.

    A skeleton may rest with all its joints in one place, which its frames hold.
    """
    heads = (shown.matrices[None], *(clip.matrices for clip in shown.clips))
    return max(
        1e-9, *(float(np.linalg.norm(np.ptp(each[..., :3, 3], axis=1), axis=1).max(initial=0.0)) for each in heads)
    )


def _farthest(shown: BakedFigure) -> float:
    """The largest coordinate of a joint in the pose, or in a frame, metres."""
    heads = (shown.matrices, *(clip.matrices for clip in shown.clips))
    return max(float(np.abs(each[..., :3, 3]).max(initial=0.0)) for each in heads)


def _as_baked(document: Document, baked: BakedFigure) -> Document:
    """Return what was read, turned upright where what was written came of a file with Z up and so went back to one."""
    source, theirs = document.figure.source, baked.figure.source
    if theirs is None or source is None or source.z_up is None:
        return document
    if theirs.motion_z_up:
        return with_motion_turned(document) if baked.clips else document
    return turned_upright(document) if theirs.z_up else document


def compared_humanoid(
    humanoid: Humanoid,
    clips: Sequence[HumanoidClip],
    seen: Sequence[Floats],
    path: Path,
    presets: Mapping[str, str] = MappingProxyType({}),
) -> Comparison:
    """Compare motion of a humanoid in the file at `path` with what was to be written, and with how the figure is
    `seen`: where its bones begin in each clip (f, n, 3); `presets` are those that its expressions are, by their names.
    Raises Unreadable.
    """
    again, names = opened(path).document.figure, list(humanoid.bones)
    there = [name for name in names if name in again.rig.by_name]
    if len(there) < len(names) or len(again.clips) != len(clips):
        return Comparison(len(names), len(there), len(there), why=_different())
    rows = [again.rig.rows[name] for name in names]
    rest = rest_matrices(again.rig.bones)[rows]
    heads = np.array([humanoid.heads[name] for name in names])
    size = max(float(np.linalg.norm(np.ptp(heads, axis=0))), 1e-9)
    at_rest = float(np.linalg.norm(rest[:, :3, 3] - heads, axis=1).max())
    beside = np.concatenate([BESIDE * size * np.eye(3), np.zeros((3, 1))], axis=1)
    moved, compared, lost = 0.0, 0, np.zeros(len(names))
    for clip, other, drawn in zip(clips, again.clips, seen, strict=True):
        posed = posed_humanoid(humanoid, clip)
        numbers, hit = _frames_that_are(clip, other)
        found = forward_kinematics(again.rig.bones, other.frames_at(numbers[hit]).astype(np.float64))[:, rows]
        found = found[..., :3, :3] @ np.swapaxes(rest[:, :3, :3], 1, 2) @ beside + found[..., :3, 3:]
        off = np.linalg.norm(found - (posed[hit, :, :3, :3] @ beside + posed[hit, :, :3, 3:]), axis=-2)
        moved, compared = max(moved, float(off.max(initial=0.0))), compared + int(hit.sum())
        lost = np.maximum(lost, np.linalg.norm(posed[..., :3, 3] - drawn, axis=-1).max(axis=0, initial=0.0))
    allowed = TOLERANCE * size + SINGLE * max(float(np.abs(clip.hips).max(initial=0.0)) + size for clip in clips)
    faces_off = max(_face_off(clip, other, presets) for clip, other in zip(clips, again.clips, strict=True))
    why = _different() if max(at_rest, moved) > allowed or faces_off > SAME_FACE else ""
    differ = tuple(humanoid.bones[names[at]] for at in np.argsort(-lost).tolist() if lost[at] > SEEN * size)
    sentence = _("A VRM animation holds turns alone: {bones} are up to {apart:.3g} m from where they are seen.")
    said = sentence.format(bones=listed(differ), apart=float(lost.max())) if differ else ""
    frames, count = sum(len(clip.seconds) for clip in clips), len(there)
    return Comparison(len(names), count, count, at_rest, frames, compared, moved, why, differ=differ, lost=said)


def _frames_that_are(clip: HumanoidClip, again: Clip) -> tuple[Rows, NDArray[np.bool_]]:
    """Return the frame that was read back for each of a clip (f,), and whether it is at the same time (f,)."""
    exact = clip.seconds * again.rate
    numbers = np.minimum(np.round(exact).astype(np.intp), again.count - 1)
    return numbers, np.abs(exact - numbers) < FRAME_TOLERANCE


def _face_off(clip: HumanoidClip, again: Clip, presets: Mapping[str, str]) -> float:
    """Return the largest difference of values of expressions that were read back, and of ways in which eyes look."""
    numbers, hit = _frames_that_are(clip, again)
    found = {name: track.array[numbers[hit], 0] for name, track in again.expressions.items()}
    wanted = {presets.get(name, name): values[hit] for name, values in clip.expressions.items()}
    named = [name for name in wanted if name not in LOOKING and usable(name) == name][:MOST_EXPRESSIONS]
    if not found.keys() >= set(named):
        return np.inf
    off = [float(np.abs(found[name] - wanted[name]).max(initial=0.0)) for name in named]
    if clip.looks is not None:
        seen = looks_of_values(found)
        if seen is None:
            return np.inf
        ways = _ways(np.clip(clip.looks[hit], -ASIDE, ASIDE)) - _ways(seen)
        off.append(float(np.abs(ways).max(initial=0.0)))
    return max(off, default=0.0)


def _ways(looks: Floats) -> Floats:
    """Return the directions (f, 3) in which eyes look, by radians to the left and upwards (f, 2)."""
    yaw, pitch = looks.T
    return np.stack((np.sin(yaw) * np.cos(pitch), np.cos(yaw) * np.cos(pitch), np.sin(pitch)), axis=1)


def compared_clip(clip: Clip, path: Path) -> Comparison:
    """The clip in a file of its own against the one that was to be written. Raises Unreadable."""
    (again,) = clip_file.clips(path)
    names = sum(one == other for one, other in zip(clip.bones, again.bones, strict=False))
    same = again.frames.shape == clip.frames.shape
    apart = float(np.abs(again.frames - clip.frames).max(initial=0.0)) if same else np.inf
    why = "" if apart <= ROUNDING and names == len(clip.bones) else _different()
    return Comparison(len(clip.bones), names, names, None, clip.count, again.count, apart, why)


def compared_pose(transforms: Mapping[str, Transform], path: Path) -> Comparison:
    """The pose in a file against the one that was to be written. Raises Unreadable."""
    again = pose.read_pose(path).pose
    names = sum(one == other for one, other in zip(transforms, again, strict=False))
    pairs = [(transforms[name], at) for name, at in again.items() if name in transforms]
    apart = max((abs(a - b) for one, at in pairs for a, b in zip(one.location, at.location, strict=True)), default=0.0)
    why = "" if apart <= ROUNDING and names == len(transforms) else _different()
    return Comparison(len(transforms), names, names, None, 1, 1, apart, why)


def _different() -> str:
    return _("it was not written, because other numbers were read back; save the rig.")


def _same_names(joints: _Joints, written: Rig) -> int:
    return sum(
        bone.name == written.bones[row].name for bone, row in zip(joints.bones, joints.rows.tolist(), strict=False)
    )


def _same_parents(joints: _Joints, again: Rig, written: Rig) -> int:
    """Return the number of joints with the same parent, past bones that stay behind, or have stayed in the file."""
    rows = joints.rows.tolist()
    expected = [
        _above(written, written.bones[row].name, {written.bones[each].name: each for each in rows}) for row in rows
    ]
    found = {bone.name: row for bone, row in zip(joints.bones, rows, strict=False)}
    return sum(one == _above(again, bone.name, found) for one, bone in zip(expected, joints.bones, strict=False))


def _above(rig: Rig, name: str, known: Mapping[str, int]) -> int | None:
    """Return the row of the nearest `known` bone above the one of this name; None where there is none."""
    parent = rig.by_name[name].parent
    while parent is not None and parent not in known:
        parent = rig.by_name[parent].parent
    return None if parent is None else known[parent]


def _rests(figure: Figure) -> Floats:
    """Return where the joints (1, n, 3) of a file that was read stand: some rest in another pose."""
    return forward_kinematics(figure.rig.bones, rows_of_pose(figure.rig.bones, figure.pose.bones))[..., :3, 3]


def _deviation(found: Floats, expected: Floats, joints: _Joints) -> Deviation:
    """Return the largest deviation among joints (f, n, 3), and its joint."""
    if not found.size:
        return NO_DEVIATION
    distances = np.linalg.norm(found - expected, axis=-1)
    frame, bone = np.unravel_index(int(distances.argmax()), distances.shape)
    return float(distances[frame, bone]), joints.bones[int(bone)].name
