"""A clip: a stretch of motion as frames of pose at a rate, kept with the rig as poses are.

The track of each bone is one array, which clips made from each other share, as they do with bones that are renamed. A
row of a track holds what a `Transform` does. Bones without one stay as they are posed.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated

import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.rigs.fields import BoneName, Channel, Name, field
from pantin.rigs.frames import NOT_FINITE, Floats32, Frames, Scalars
from pantin.rigs.unusable import Unusable

CHANNELS = 10
"""Numbers of a row: location 3 (metres), unit rotation [x, y, z, w] 4, scale 3."""

MOST_FRAMES = 1_000_000
"""Two and a half hours at 120 frames a second. More is a file that is broken."""

MOST_TRANSFORMS = 20_000_000
"""Frames times bones of a clip: three hours of a person, 800 MB. Tracks at rest pack a thousandfold, so that a small
file could ask for any memory.
"""

DAMAGED = "The frames are damaged."
TOO_MANY = "There are too many frames for so many bones."


class Clip(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, dict=True):
    """Frames of pose at a rate. A value: trimming and looping are fields of it, and every edit makes a new one."""

    name: Annotated[Name, field("Name", "What the clip is called, unique within the rig.")]
    rate: Annotated[float, field("Rate", "Frames a second.", ge=0.001, le=100_000.0)]
    count: Annotated[int, field("Frames", "How many frames there are, played or not.", ge=1, le=MOST_FRAMES)]
    tracks: dict[BoneName, Frames]
    """Rows (count, 10) of each bone."""
    first: Annotated[int, field("First", "The first frame that is played.", ge=0)] = 0
    last: Annotated[int, field("Last", "The last frame that is played; open: the clip's last.", ge=0)] | None = None
    loop: Annotated[bool, field("Loop", "Playing goes on from the first frame after the last.")] = True
    held: dict[BoneName, tuple[Channel, ...]] = {}
    """The channels of a bone that keep each frame's value until the next, without interpolation."""
    expressions: dict[Name, Scalars] = {}
    """A value (count, 1) in each frame for expressions; those without one stay as they are posed."""

    @classmethod
    def of(cls, name: str, rate: float, bones: Sequence[str], frames: ArrayLike) -> Clip:
        """Return a clip of `frames` (f, n, 10) of the n `bones`. Raises Unusable for another shape, or none, or NaN.

        A row holds the location of a bone (metres), its unit rotation [x, y, z, w] and its scale, as a transform does.
        """
        try:
            rows = np.asarray(frames)
        except ValueError:
            raise Unusable("The frames of a clip are an array of numbers.") from None
        if rows.ndim != 3 or rows.shape[1:] != (len(bones), CHANNELS) or not len(rows):
            raise Unusable(f"Frames of these bones are arrays (frames, {len(bones)}, {CHANNELS}), not {rows.shape}.")
        if rows.dtype.kind not in "fiu" or not np.isfinite(rows).all():
            raise Unusable(NOT_FINITE)
        try:
            return cls(name, rate, len(rows), {bone: Frames(rows[:, n]) for n, bone in enumerate(bones)})
        except ValueError as problem:  # too large for float32
            raise Unusable(str(problem)) from None

    def with_frames(self, frames: ArrayLike, bones: Sequence[str] | None = None) -> Clip:
        """Return the clip with other frames (f, n, 10), of n other bones or of its own; all else stays as it is.

        What is held of bones that it has no longer goes, and so do expressions where it has more or fewer frames.
        Raises Unusable as `of` does.
        """
        made = Clip.of(self.name, self.rate, self.bones if bones is None else bones, frames)
        held = {bone: channels for bone, channels in self.held.items() if bone in made.tracks}
        expressions = self.expressions if made.count == self.count else {}
        return msgspec.structs.replace(self, count=made.count, tracks=made.tracks, held=held, expressions=expressions)

    def with_expressions(self, values: Mapping[str, ArrayLike]) -> Clip:
        """Return the clip with values (f,) of expressions in each of its frames, by name, in place of its own.

        Raises Unusable where there are not as many as frames, or one is not finite.
        """
        try:
            made = {name: Scalars(np.asarray(each).reshape(-1, 1)) for name, each in values.items()}
        except ValueError as problem:
            raise Unusable(str(problem)) from None
        for name, track in made.items():
            if len(track.array) != self.count:
                raise Unusable(f'The expression "{name}" has {len(track.array)} values for {self.count} frames.')
        return msgspec.structs.replace(self, expressions=made)

    @property
    def bones(self) -> tuple[str, ...]:
        """The bones that have a track, in the order of `frames`."""
        return tuple(self.tracks)

    @cached_property
    def frames(self) -> Floats32:
        """All frames, (frames, bones, 10), read-only: a copy of all tracks, for scripts. Raises ValueError.

        Whoever looks at some frames or bones of long clips asks `frames_at` or the tracks.
        """
        self._check_size()
        frames = self.frames_at(slice(None))
        frames.flags.writeable = False
        return frames

    def frames_at(self, chosen: slice | Sequence[int] | NDArray[np.intp]) -> Floats32:
        """Return a copy of some frames, (f, bones, 10), chosen as numpy chooses rows."""
        chosen = chosen if isinstance(chosen, slice) else np.asarray(chosen, np.intp)
        rows = [track.array[chosen] for track in self.tracks.values()]
        if not rows:
            return np.empty((len(np.arange(self.count)[chosen]), 0, CHANNELS), np.float32)
        return np.stack(rows, axis=1)

    def check(self) -> None:
        """Raise ValueError where the tracks are too many for their length, or one is longer or shorter than the clip.

        Frames themselves were looked at when they were made.
        """
        self._check_size()
        if any(track.shape != (self.count, CHANNELS) for track in self.tracks.values()):
            raise ValueError(DAMAGED)
        if any(track.shape != (self.count, 1) for track in self.expressions.values()):
            raise ValueError(DAMAGED)

    def _check_size(self) -> None:
        if self.count * (len(self.tracks) + len(self.expressions) / CHANNELS) > MOST_TRANSFORMS:
            raise ValueError(TOO_MANY)

    @property
    def span(self) -> tuple[int, int]:
        """The first and the last frame that are played, within the clip."""
        end = self.count - 1
        last = end if self.last is None else min(self.last, end)
        return min(self.first, last), last

    @property
    def seconds(self) -> float:
        """Return the time that playing it once takes, from the first frame to the last."""
        first, last = self.span
        return (last - first) / self.rate


def part_of(clip: Clip, first: int, last: int | None = None) -> Clip | None:
    """The clip of the frames from `first` to `last` alone, all of which are played; None where it has none of them."""
    end = clip.count if last is None else min(last + 1, clip.count)
    if first <= 0 and end == clip.count:
        return clip
    chosen = slice(max(first, 0), end)
    frames = clip.frames_at(chosen)
    if not len(frames):
        return None
    part = msgspec.structs.replace(clip.with_frames(frames), first=0, last=None)
    return part.with_expressions({name: track.array[chosen] for name, track in clip.expressions.items()})
