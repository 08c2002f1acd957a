"""Points of the skin in a file that was written, against those that one sees: all of them, in the pose and in clips.

The file moves them by its own nodes, skins, weights and animations, as any other program would.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.app.files import character_file
from pantin.app.messages import _
from pantin.rigs import Unreadable
from pantin.rigs.formats.gltf.meshes import character
from pantin.rigs.formats.gltf.skinning import Skinning
from pantin.rigs.meshes.binding import Binding, binding, palette
from pantin.rigs.meshes.character import Character, Part
from pantin.rigs.meshes.expressions import weights_of
from pantin.rigs.meshes.posed_points import PosedPart, points
from pantin.rigs.motion.baked import BakedClip, BakedFigure, WrittenFile
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.rig import Rig

MOST = 2_000_000
"""Points that are compared in frames of clips, all clips together; one frame of the first clip is compared always."""

TOLERANCE = 1e-5
"""Largest error of a point, part of the size of what is drawn."""


class SkinPoints(msgspec.Struct, frozen=True):
    """The comparison of the points of a file's meshes with those on screen."""

    count: int
    off: float
    """How far those are off at most that the format can hold, metres."""
    why: str
    """Why the file is not kept, in one sentence; empty where it is."""


def compared_points(
    shown: BakedFigure, expected: Sequence[BakedClip], written: WrittenFile, skinning: Skinning, path: Path
) -> SkinPoints | None:
    """Compare the points of the file at `path` with those of the figure's own character as it is `shown`.

    None where it has no mesh. Points on bones of which the format cannot hold all are left out. Raises Unreadable.
    """
    try:
        own = character_file.character_of(shown.figure)
    except Unreadable:
        return None  # of what is gone no mesh was written, which is said
    again = _in_order(character(path), skinning, len(own.worlds))
    sizes = [len(part.positions) for part in own.parts]
    found = [len(part.positions) for part in again.parts]
    if sizes != found:
        sentence = _("it was not written, because {found} points were read back of {count}; save the rig.")
        return SkinPoints(sum(sizes), 0.0, sentence.format(found=sum(found), count=sum(sizes)))
    if not sizes:
        return None
    bound = binding(shown.rig, shown.figure.source, own)
    held = [_held(part, bound.rows[first:], written) for part, first in zip(own.parts, bound.firsts, strict=True)]
    worst = _Worst(own)
    face = shown.figure.pose.expressions
    ours = _ours(own, bound, shown.matrices, face)
    worst.take(ours, _theirs(skinning, again, None, 0.0), held)
    for place, clip in enumerate(expected[: max(MOST // max(sum(sizes), 1), 1)]):
        middle = len(clip.matrices) // 2
        ours = _ours(own, bound, clip.matrices[middle], {**face, **clip.expressions_at(middle)})
        worst.take(ours, _theirs(skinning, again, place, float(clip.seconds[middle])), held)
    return SkinPoints(sum(sizes), worst.off, worst.why)


def _in_order(again: Character, skinning: Skinning, own: int) -> Character:
    """Return the character of a file with its parts as its forerunner of so many nodes has them.

    A mesh on the node of a bone that rests elsewhere now got a node of its own below that, behind all others.
    """

    def place(part: Part) -> int:
        return skinning.skeleton.parents[part.node] if part.node >= own else part.node

    return msgspec.structs.replace(again, parts=tuple(sorted(again.parts, key=place)))


def _held(part: Part, rows: NDArray[np.intp], written: WrittenFile) -> NDArray[np.bool_]:
    """Return which points (v) of a part hang on no bone whose scale or shear the format cannot hold."""
    lost = np.isin(rows, [*written.changed, *written.unbound])
    if part.joints is None or part.weights is None:
        return np.full(len(part.positions), not lost[0])
    return np.asarray(~(lost[part.joints] & (part.weights > 0.0)).any(axis=1))


def _ours(own: Character, bound: Binding, matrices: Floats, expressions: Mapping[str, float]) -> tuple[PosedPart, ...]:
    """Return the parts as one sees them where the bones stand so (n, 4, 4), with these expressions."""
    return points(own, bound, palette(bound, np.asarray(matrices)), weights_of(own, expressions))


def _theirs(skinning: Skinning, again: Character, place: int | None, second: float) -> tuple[PosedPart, ...]:
    """Return the parts as the file has them in its pose, or in the animation at a place, at this time."""
    placed = msgspec.structs.replace(again, worlds=skinning.worlds(place, second))
    bound = binding(Rig(), None, placed)
    return points(placed, bound, palette(bound, np.empty((0, 4, 4))), skinning.weights(place, second))


class _Worst:
    """The point that is off most, of all that were compared, and whether that is too far."""

    def __init__(self, own: Character) -> None:
        self._names = [part.name for part in own.parts]
        self.off, self.why = 0.0, ""

    def take(self, ours: Sequence[PosedPart], theirs: Sequence[PosedPart], held: Sequence[NDArray[np.bool_]]) -> None:
        """Compare the parts, whose points are to be compared where they are `held`."""
        drawn = np.concatenate([each.positions for each in ours])
        size = float(np.linalg.norm(np.ptp(drawn, axis=0)))
        allowed = TOLERANCE * size + 4.0 * float(np.finfo(np.float32).eps) * float(np.abs(drawn).max())
        for name, one, other, some in zip(self._names, ours, theirs, held, strict=True):
            apart = np.linalg.norm(one.positions[some] - other.positions[some], axis=1)
            off = float(apart.max(initial=0.0))
            if off > allowed and off > self.off:
                sentence = _(
                    "it was not written, because a point of {part} was read back {apart:.3g} m away; save the rig."
                )
                self.why = sentence.format(part=name, apart=off)
            self.off = max(self.off, off)
