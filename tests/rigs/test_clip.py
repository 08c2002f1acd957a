"""Clips as values, and as they stand in files."""

from __future__ import annotations

import base64
import tracemalloc
import zlib

import msgspec
import numpy as np
import pytest

from pantin.rigs.clip import CHANNELS, Clip, packed
from pantin.rigs.figure import Figure
from pantin.rigs.formats import native
from pantin.rigs.formats.files import Fault
from pantin.rigs.references import follow, forget
from pantin.rigs.rig import Bone, Rig

STILL = np.tile(np.array([0, 0, 0, 0, 0, 0, 1, 1, 1, 1], np.float32), (5, 2, 1))


def _clip() -> Clip:
    frames = STILL.copy()
    frames[:, 0, 0] = np.arange(5)
    return Clip.of("walk", 25.0, ("a", "b"), frames)


def test_frames_come_out_as_they_went_in():
    clip = _clip()
    assert clip.count == 5 and clip.seconds == 4 / 25
    assert np.array_equal(clip.frames[:, 0, 0], np.arange(5)) and not clip.frames.flags.writeable


def _moving(*clips: Clip) -> Figure:
    """A figure of two bones with these clips."""
    return Figure(rig=Rig(bones=(Bone("a"), Bone("b"))), clips=clips)


def test_a_file_keeps_a_clip_to_the_bit():
    figure = _moving(_clip())
    assert native.parse(native.text(figure).encode()) == figure


@pytest.mark.parametrize("first, last, span", [(0, None, (0, 4)), (1, 3, (1, 3)), (2, 99, (2, 4)), (9, 3, (3, 3))])
def test_the_trim_stays_within_the_clip(first, last, span):
    assert msgspec.structs.replace(_clip(), first=first, last=last).span == span


@pytest.mark.parametrize(
    "track",
    [
        "no base64!",
        base64.b64encode(b"not deflated").decode(),
        base64.b64encode(zlib.compress(b"1234567")).decode(),
        base64.b64encode(zlib.compress(np.full(20, np.nan, "<f4").tobytes())).decode(),
    ],
)
def test_a_file_with_damaged_frames_is_rejected_in_a_sentence(track):
    figure = _moving(Clip("walk", 25.0, 2, {"b": track}))
    with pytest.raises(Fault) as raised:
        native.text(figure)
    assert raised.value.where == "$.clips[0].tracks" and "remove the clip" in raised.value.what


def test_a_file_with_more_frames_than_fit_into_memory_is_rejected_before_they_are_made(monkeypatch: pytest.MonkeyPatch):
    figure = _moving(Clip("walk", 25.0, 5, _clip().tracks))
    monkeypatch.setattr("pantin.rigs.clip.MOST_TRANSFORMS", 9)
    with pytest.raises(Fault, match=r"too many frames for so many bones\. Take another copy"):
        native.text(figure)


def test_reading_a_file_unpacks_no_clip_as_a_whole():
    """Frames at rest pack a hundredfold and more: thirty long clips in 5 MB would take over a gigabyte."""
    rows = np.tile(STILL[:1, 0], (100_000, 1))
    still = Figure(rig=Rig(bones=(Bone("a"),)), clips=(Clip("rest", 25.0, len(rows), {"a": packed(rows)}),))
    data = native.text(still).encode()
    tracemalloc.start()
    try:
        figure = native.parse(data)
        assert tracemalloc.get_traced_memory()[1] < rows.nbytes / 2
    finally:
        tracemalloc.stop()
    assert np.array_equal(figure.clips[0].frames[:, 0], rows)


@pytest.mark.parametrize("announced", [4, 6, 20_001])
def test_a_track_of_another_length_than_announced_is_damaged(announced):
    with pytest.raises(ValueError, match="damaged"):
        Clip("walk", 25.0, announced, _clip().tracks).check()


def test_rows_of_another_length_make_no_track():
    with pytest.raises(ValueError, match=r"\(frames, 10\), not \(5, 12\)"):
        packed(np.ones((5, CHANNELS + 2)))


def test_two_clips_of_one_name_are_rejected():
    with pytest.raises(Fault) as raised:
        native.text(_moving(_clip(), _clip()))
    assert raised.value.where == "$.clips[1].name"


@pytest.mark.parametrize("frames", [STILL[:, :1], STILL[:0], np.full((1, 2, CHANNELS), np.inf)])
def test_what_is_no_motion_makes_no_clip(frames):
    with pytest.raises(ValueError):
        Clip.of("walk", 25.0, ("a", "b"), frames)


def test_tracks_follow_the_names_of_bones():
    renamed = follow(_clip(), {"a": "c"})
    assert renamed.bones == ("c", "b") and np.array_equal(renamed.frames, _clip().frames)
    assert forget(_clip(), ("a",)).frames.shape == (5, 1, CHANNELS)
