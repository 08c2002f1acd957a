"""A clip: a stretch of motion as frames of pose at a rate, kept with the rig as poses are.

Frames are numbers by the thousand, so the track of each bone stands in a file as one text: float32 in little-endian
order, deflated, in base64. A row of a track holds what a `Transform` does. Bones without one stay as they are posed.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Annotated

import msgspec
import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.rigs.fields import BoneName, Channel, Name, field
from pantin.rigs.unusable import Unusable

CHANNELS = 10
"""Numbers of a row: location 3 (metres), unit rotation [x, y, z, w] 4, scale 3."""

MOST_FRAMES = 1_000_000
"""Two and a half hours at 120 frames a second. More is a file that is broken."""

MOST_TRANSFORMS = 20_000_000
"""Frames times bones of a clip: three hours of a person, 800 MB. Tracks at rest pack a thousandfold, so that a small
file could ask for any memory.
"""

LONG = 50_000
"""Frames of a clip that is packed with less effort: it takes two thirds of the time and a hundredth more room."""

ROW, PIECE = 4 * CHANNELS, 10_000
"""Bytes of a row, and the rows that are unpacked at once."""

Frames = NDArray[np.float32]
DAMAGED, NOT_FINITE = "The frames are damaged.", "A frame holds a number that is not finite."
TOO_MANY = "There are too many frames for so many bones."


class Clip(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, dict=True):
    """Frames of pose at a rate. A value: trimming and looping are fields of it, and every edit makes a new one."""

    name: Annotated[Name, field("Name", "What the clip is called, unique within the rig.")]
    rate: Annotated[float, field("Rate", "Frames a second.", ge=0.001, le=100_000.0)]
    count: Annotated[int, field("Frames", "How many frames there are, played or not.", ge=1, le=MOST_FRAMES)]
    tracks: dict[BoneName, str]
    first: Annotated[int, field("First", "The first frame that is played.", ge=0)] = 0
    last: Annotated[int, field("Last", "The last frame that is played; open: the clip's last.", ge=0)] | None = None
    loop: Annotated[bool, field("Loop", "Playing goes on from the first frame after the last.")] = True
    held: dict[BoneName, tuple[Channel, ...]] = {}
    """What of a bone stays from each frame until the next, without going over to it."""

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
        return cls(name, rate, len(rows), {bone: packed(rows[:, n]) for n, bone in enumerate(bones)})

    def with_frames(self, frames: ArrayLike, bones: Sequence[str] | None = None) -> Clip:
        """Return the clip with other frames (f, n, 10), of n other bones or of its own; all else stays as it is.

        What is held of bones that it has no longer goes. Raises Unusable as `of` does.
        """
        made = Clip.of(self.name, self.rate, self.bones if bones is None else bones, frames)
        held = {bone: channels for bone, channels in self.held.items() if bone in made.tracks}
        return msgspec.structs.replace(self, count=made.count, tracks=made.tracks, held=held)

    @property
    def bones(self) -> tuple[str, ...]:
        """The bones that have a track, in the order of `frames`."""
        return tuple(self.tracks)

    @cached_property
    def frames(self) -> Frames:
        """All frames, (frames, bones, 10), read-only. Raises ValueError where they are damaged or too many."""
        self._check_size()
        frames = np.empty((self.count, len(self.tracks), CHANNELS), np.float32)
        for n, track in enumerate(self.tracks.values()):
            frames[:, n] = unpacked(track, self.count)
        frames.flags.writeable = False
        return frames

    def check(self) -> None:
        """Raise ValueError where the frames are damaged or too many, and keep none: a file may hold many long clips."""
        self._check_size()
        for track in self.tracks.values():
            for _rows in _pieces(track, self.count):
                pass

    def _check_size(self) -> None:
        if self.count * len(self.tracks) > MOST_TRANSFORMS:
            raise ValueError(TOO_MANY)

    @property
    def span(self) -> tuple[int, int]:
        """The first and the last frame that are played, within the clip."""
        end = self.count - 1
        last = end if self.last is None else min(self.last, end)
        return min(self.first, last), last

    @property
    def seconds(self) -> float:
        """How long playing it once takes, from the first frame to the last."""
        first, last = self.span
        return (last - first) / self.rate


def part_of(clip: Clip, first: int, last: int | None = None) -> Clip | None:
    """The clip of the frames from `first` to `last` alone, all of which are played; None where it has none of them."""
    end = clip.count if last is None else min(last + 1, clip.count)
    if first <= 0 and end == clip.count:
        return clip
    frames = clip.frames[max(first, 0) : end]
    if not len(frames):
        return None
    return msgspec.structs.replace(clip.with_frames(frames), first=0, last=None)


def packed(track: NDArray[np.floating]) -> str:
    """Return rows (frames, 10) as a track holds them. Raises ValueError for rows of another length."""
    if track.ndim != 2 or track.shape[1] != CHANNELS:
        raise ValueError(f"Rows of a track are arrays (frames, {CHANNELS}), not {track.shape}.")
    effort = 1 if len(track) >= LONG else -1
    return base64.b64encode(zlib.compress(np.ascontiguousarray(track, "<f4").tobytes(), effort)).decode()


def unpacked(track: str, count: int) -> Frames:
    """The rows (count, 10) of a track. Raises ValueError."""
    return np.concatenate([*_pieces(track, count)])


def _pieces(track: str, count: int) -> Iterator[Frames]:
    """The rows (count, 10) of a track, some (n, 10) at a time. Unpacking stops where there are more than announced.

    Raises ValueError where they are damaged.
    """
    left = count
    try:
        packing, rest = zlib.decompressobj(), base64.b64decode(track, validate=True)
        while left:
            data = packing.decompress(rest, ROW * min(left, PIECE))
            rest = packing.unconsumed_tail
            if not data or len(data) % ROW:
                raise ValueError(DAMAGED)
            rows = np.frombuffer(data, "<f4").reshape(-1, CHANNELS)
            if not np.isfinite(rows).all():
                raise ValueError(NOT_FINITE)
            left -= len(rows)
            yield rows
        if packing.decompress(rest, 1):
            raise ValueError(DAMAGED)
    except (binascii.Error, zlib.error):
        raise ValueError(DAMAGED) from None
