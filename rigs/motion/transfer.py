"""A clip of one rig transferred to another that has the same skeleton, by the names of its bones.

Both must be alike at rest, but axes and rolls of bones may differ, and so may the size of the figure: rotations are
carried over as they turn bones in armature space, places by the size of the skeleton. A clip of figures that stand
otherwise, or whose bones have other names, is refused: `retarget` brings those of people over.
"""

from __future__ import annotations

from math import degrees

import msgspec
import numpy as np

from pantin.rigs.clip import Clip
from pantin.rigs.messages import _, ngettext
from pantin.rigs.rest import Matrices, rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.wording import listed, quoted

MOST_TURNED = np.deg2rad(20.0)
"""Radians, at most, between the directions from a joint to the next in two skeletons: actors differ by some degrees,
rest poses by more."""

SHORT = 0.01
"""Parts of the skeleton's size: ways that are shorter have no direction to judge by."""

SAME_SIZE = 1e-3
"""Sizes that differ by less are the same, and places stay as they are to the bit."""


class Transferred(msgspec.Struct, frozen=True):
    """A clip for another rig, and the bones of the clip that this lacks."""

    clip: Clip
    missing: tuple[str, ...]

    @property
    def report(self) -> str:
        """One sentence about the bones left out; empty where all were found."""
        if not self.missing:
            return ""
        return ngettext(
            "The rig lacks {count} bone of the clip, which stayed out: {names}.",
            "The rig lacks {count} bones of the clip, which stayed out: {names}.",
            len(self.missing),
        ).format(count=len(self.missing), names=listed(self.missing))


def transferred(clip: Clip, source: Rig, rig: Rig) -> Transferred:
    """The clip of `source` for `rig`. Raises ValueError, one sentence, where that is another skeleton."""
    known = [name for name in clip.bones if name in rig.by_name and name in source.by_name]
    missing = tuple(name for name in clip.bones if name not in rig.by_name)
    if 2 * len(known) < len(clip.bones) or not known:
        sentence = _(
            "The clip {clip} is of another skeleton: the open rig lacks {names}; open the file by itself to play it."
        )
        raise ValueError(sentence.format(clip=quoted(clip.name), names=listed(missing or clip.bones)))
    ratio = _ratio(clip, source, rig)
    ours, theirs = _frames_of(rig, known), _frames_of(source, known)
    rows = np.stack([clip.tracks[name].array for name in known], axis=1).astype(np.float64)
    frames = _turned(rows, np.swapaxes(theirs, 1, 2) @ ours, ratio)
    return Transferred(clip.with_frames(frames, known), missing)


def _turned(frames: Matrices, change: Matrices, ratio: float) -> Matrices:
    """Frames (f, n, 10) in axes that are turned by `change` (n, 3, 3), with places `ratio` times as far."""
    same = np.abs(change - np.eye(3)).max(axis=(1, 2)) < SAME_SIZE * 1e-3
    change = np.where(same[:, None, None], np.eye(3), change)
    found = frames.copy()
    found[:, :, 0:3] = ratio * np.einsum("nji,fnj->fni", change, frames[:, :, 0:3])
    found[:, :, 3:6] = np.einsum("nji,fnj->fni", change, frames[:, :, 3:6])
    found[:, :, 7:10] = np.einsum("nji,fnj->fni", change**2, frames[:, :, 7:10])
    return found


def _ratio(clip: Clip, source: Rig, rig: Rig) -> float:
    """Return the size of the rig against the source. Raises ValueError where it is otherwise at rest."""
    ways = [(name, their_way, our_way) for name in clip.bones for their_way, our_way in _ways(name, source, rig)]
    if not ways:
        return 1.0
    theirs, ours = (np.array([way[side] for way in ways]) for side in (1, 2))
    their_lengths, our_lengths = (np.linalg.norm(each, axis=1) for each in (theirs, ours))
    sizes = their_lengths.sum(), our_lengths.sum()
    long = (their_lengths > SHORT * sizes[0]) & (our_lengths > SHORT * sizes[1])
    cosines = np.einsum("ij,ij->i", theirs, ours) / np.maximum(their_lengths * our_lengths, 1e-12)
    angles = np.where(long, np.arccos(np.clip(cosines, -1.0, 1.0)), 0.0)
    worst = int(angles.argmax())
    if angles[worst] > MOST_TURNED:
        sentence = _(
            "The clip {clip} is of a figure that stands otherwise at rest: {bone} is off by {angle:.0f}°; "
            "open the file by itself to play it."
        )
        angle = degrees(angles[worst])
        raise ValueError(sentence.format(clip=quoted(clip.name), bone=quoted(ways[worst][0]), angle=angle))
    ratio = float(sizes[1] / sizes[0]) if min(sizes) > 0.0 else 1.0
    return 1.0 if abs(ratio - 1.0) < SAME_SIZE else ratio


def _ways(name: str, source: Rig, rig: Rig) -> list[tuple[Matrices, Matrices]]:
    """The way from the parent's head to a bone's, in both rigs, where both hang it on the same parent."""
    theirs, ours = source.by_name.get(name), rig.by_name.get(name)
    if theirs is None or ours is None or ours.parent is None or theirs.parent != ours.parent:
        return []
    starts = source.by_name[ours.parent].head, rig.by_name[ours.parent].head
    return [(np.subtract(theirs.head, starts[0]), np.subtract(ours.head, starts[1]))]


def _frames_of(rig: Rig, names: list[str]) -> Matrices:
    """The rest axes (n, 3, 3) of these bones."""
    rows = rig.rows
    return np.asarray(rest_matrices(rig.bones)[[rows[name] for name in names], :3, :3])
