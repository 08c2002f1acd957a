"""A rig as BVH: the joints of its bones with their offsets at rest, and frames of a clip or of the pose.

Joints rest without a turn, in axes with Y up, or with Z up where the rig came of such a file; so are its clips where
the motion alone had Z up. A frame has the position of each root, and of every other joint that does not keep its
offset; positions replace offsets, as the files of motion capture have it. Scale has no place in BVH: what it does to
the places of joints is in their positions. Handles and poles are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from pantin.rigs import rotations as rot
from pantin.rigs.figure import Figure
from pantin.rigs.formats.skeleton import TO_Z_UP
from pantin.rigs.motion.baked import BakedClip, BakedFigure, WrittenFile
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.rest import ends_of, rest_matrices
from pantin.rigs.rig import Rig

ORDER = "ZXY"
"""The order of rotations, as in most files of motion capture."""

MOVED = 1e-6
"""Parts of the figure's size. A joint that keeps its offset but for this has no position in the frames."""

SCALED = 1e-6
"""Largest error of the axes of a joint from unit length and right angles: rounding."""

STILL_SECONDS = 1.0 / 30.0
"""Seconds of the frame of a pose, which is all there is."""


def written(baked: BakedFigure) -> WrittenFile:
    """The file of what is baked: of the first clip, or of the pose where there is none."""
    rig = baked.rig
    order = _depth_first(rig)
    clip = baked.clips[0] if baked.clips else None
    matrices = (_as_in_the_file(clip, baked.figure) if clip else baked.matrices[None])[:, order]
    parents = _parents(rig, order)
    to_file = np.eye(4) if baked.figure.source is not None and baked.figure.source.z_up else TO_Z_UP.T
    ends = ends_of(rig.bones)[order] @ to_file[:3, :3].T
    offsets = ends[:, 0] - np.array([ends[parent, 0] if parent != -1 else (0.0, 0.0, 0.0) for parent in parents])
    rest = rest_matrices(rig.bones)[order]
    positions, angles = _channels(matrices, rest, parents, to_file)
    near = MOVED * float(np.linalg.norm(np.ptp(ends[:, 0], axis=0)))
    placed = (np.abs(positions - offsets) > near).any(axis=(0, 2)) | (parents == -1)
    lines = ["HIERARCHY", *_hierarchy(rig, order, parents, offsets, ends, placed), "MOTION"]
    lines += [f"Frames: {len(matrices)}", f"Frame Time: {1.0 / clip.rate if clip else STILL_SECONDS:.9g}"]
    lines += _frames(positions, angles, placed)
    return WrittenFile(("\n".join(lines) + "\n").encode(), order, _scaled(matrices, rest, order))


def _scaled(matrices: Floats, rest: Floats, order: NDArray[np.intp]) -> frozenset[int]:
    """The rows of the joints whose axes have other lengths or angles than at rest in some frame (f, n, 4, 4)."""
    axes = matrices[..., :3, :3] @ np.swapaxes(rest[:, :3, :3], 1, 2)
    off = np.abs(np.swapaxes(axes, -1, -2) @ axes - np.eye(3)).max(axis=(0, 2, 3))
    mirrored = (np.linalg.det(axes) < 0.0).any(axis=0)
    return frozenset(order[(off > SCALED) | mirrored].tolist())


def _as_in_the_file(clip: BakedClip, figure: Figure) -> Floats:
    """The matrices of a clip (f, n, 4, 4), turned back where the motion of the rig's file alone has Z up."""
    return TO_Z_UP @ clip.matrices if figure.source is not None and figure.source.motion_z_up else clip.matrices


def _depth_first(rig: Rig) -> NDArray[np.intp]:
    """The rows of the bones that leave, each followed by what hangs on it."""
    row = rig.rows
    order: list[int] = []
    todo = [bone.name for bone in reversed(rig.children[None])]
    while todo:
        name = todo.pop()
        if rig.bones[row[name]].kind == "bone":
            order.append(row[name])
        todo.extend(bone.name for bone in reversed(rig.children.get(name, ())))
    return np.array(order, np.intp)


def _parents(rig: Rig, order: NDArray[np.intp]) -> NDArray[np.intp]:
    """The place of the joint above each joint; -1 where there is none."""
    place = {rig.bones[row].name: number for number, row in enumerate(order)}
    found = []
    for row in order:
        above = rig.bones[row].parent
        while above is not None and above not in place:
            above = rig.by_name[above].parent
        found.append(-1 if above is None else place[above])
    return np.array(found, np.intp)


def _channels(matrices: Floats, rest: Floats, parents: NDArray[np.intp], to_file: Floats) -> tuple[Floats, Floats]:
    """Positions and angles, degrees in the order of ORDER, of all joints (f, n, 3) on those above them."""
    turns = rot.orthonormalised((to_file @ matrices @ np.linalg.inv(rest) @ to_file.T)[..., :3, :3])
    places = matrices[..., :3, 3] @ to_file[:3, :3].T
    above = np.where((parents == -1)[:, None, None], np.eye(3), turns[:, parents])
    origin = np.where((parents == -1)[:, None], 0.0, places[:, parents])
    positions = np.einsum("fnji,fnj->fni", above, places - origin)
    return positions, np.degrees(_angles(np.einsum("fnji,fnjk->fnik", above, turns)))


def _angles(turns: Floats) -> Floats:
    """The angles about Z, X and Y (f, n, 3) of rotations R = Rz · Rx · Ry, each without jumps from frame to frame."""
    across = np.hypot(turns[..., 0, 1], turns[..., 1, 1])
    pole = across < 1e-9
    z = np.where(pole, np.arctan2(turns[..., 1, 0], turns[..., 0, 0]), np.arctan2(-turns[..., 0, 1], turns[..., 1, 1]))
    x = np.arctan2(turns[..., 2, 1], across)
    y = np.where(pole, 0.0, np.arctan2(-turns[..., 2, 0], turns[..., 2, 2]))
    return np.unwrap(np.stack((z, x, y), -1), axis=0)


def _hierarchy(
    rig: Rig,
    order: NDArray[np.intp],
    parents: NDArray[np.intp],
    offsets: Floats,
    ends: Floats,
    placed: NDArray[np.bool_],
) -> Iterator[str]:
    """The lines of the joints, each between its braces inside that of its parent."""
    last = set(range(len(order))).difference(parents.tolist())
    open_joints: list[int] = []
    names = _names([rig.bones[row].name for row in order])
    for number, name in enumerate(names):
        while open_joints and open_joints[-1] != parents[number]:
            open_joints.pop()
            yield "  " * len(open_joints) + "}"
        indent = "  " * len(open_joints)
        yield f"{indent}{'JOINT' if open_joints else 'ROOT'} {name}"
        yield f"{indent}{{"
        yield f"{indent}  OFFSET {_numbers(offsets[number])}"
        yield f"{indent}  CHANNELS {_channel_words(bool(placed[number]))}"
        if number in last:
            end_site = ("End Site", "{", f"  OFFSET {_numbers(ends[number, 1] - ends[number, 0])}", "}")
            yield from (f"{indent}  {line}" for line in end_site)
        open_joints.append(number)
    while open_joints:
        open_joints.pop()
        yield "  " * len(open_joints) + "}"


def _channel_words(is_placed: bool) -> str:
    """Return the channels of a joint: its angles, and its position too where it is placed."""
    rotations = " ".join(f"{axis}rotation" for axis in ORDER)
    return f"6 Xposition Yposition Zposition {rotations}" if is_placed else f"3 {rotations}"


def _names(names: Sequence[str]) -> list[str]:
    """Names that stand on one line of words: what cannot is an underscore."""
    return [" ".join(re.sub(r"[{}\x00-\x1f\x7f]", "_", name).split()) or "_" for name in names]


def _frames(positions: Floats, angles: Floats, placed: NDArray[np.bool_]) -> list[str]:
    columns = []
    for number, has_place in enumerate(placed.tolist()):
        if has_place:
            columns.append(positions[:, number])
        columns.append(angles[:, number])
    return [_numbers(row) for row in np.concatenate(columns, axis=1)] if columns else []


def _numbers(row: Floats) -> str:
    """Numbers with nine decimals at most: below what a clip holds, for figures in metres too."""
    return " ".join(f"{number:.9f}".rstrip("0").rstrip(".") for number in (row + 0.0).tolist())
