"""Clips as values, and as they stand in files."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from pantin.rigs.clip import CHANNELS, Clip, part_of
from pantin.rigs.figure import Figure
from pantin.rigs.formats import native
from pantin.rigs.formats.files import Fault
from pantin.rigs.references import follow, forget
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.scene import Scene

STILL = np.tile(np.array([0, 0, 0, 0, 0, 0, 1, 1, 1, 1], np.float32), (5, 2, 1))


def _clip() -> Clip:
    frames = STILL.copy()
    frames[:, 0, 0] = np.arange(5)
    return Clip.of("walk", 25.0, ("a", "b"), frames)


def test_frames_come_out_as_they_went_in():
    clip = _clip()
    assert clip.count == 5 and clip.seconds == 4 / 25
    assert np.array_equal(clip.frames[:, 0, 0], np.arange(5)) and not clip.frames.flags.writeable


def _moving(*clips: Clip) -> Scene:
    """A scene of one figure of two bones with these clips."""
    return Scene((Figure(rig=Rig(bones=(Bone("a"), Bone("b"))), clips=clips),))


def test_a_file_keeps_a_clip_to_the_bit():
    scene = _moving(_clip())
    assert native.parse(native.text(scene).encode()) == scene


@pytest.mark.parametrize("first, last, span", [(0, None, (0, 4)), (1, 3, (1, 3)), (2, 99, (2, 4)), (9, 3, (3, 3))])
def test_the_trim_stays_within_the_clip(first, last, span):
    assert msgspec.structs.replace(_clip(), first=first, last=last).span == span


@pytest.mark.parametrize("announced", [4, 6])
def test_tracks_of_another_length_than_announced_are_damaged(announced):
    clip = msgspec.structs.replace(_clip(), count=announced)
    with pytest.raises(ValueError, match="damaged"):
        clip.check()
    with pytest.raises(Fault, match=r"damaged.*remove the clip") as raised:
        native.text(_moving(clip))
    assert raised.value.where == "$.figures[0].clips[0].tracks"


def test_two_clips_of_one_name_are_rejected():
    with pytest.raises(Fault) as raised:
        native.text(_moving(_clip(), _clip()))
    assert raised.value.where == "$.figures[0].clips[1].name"


@pytest.mark.parametrize("frames", [STILL[:, :1], STILL[:0], np.full((1, 2, CHANNELS), np.inf)])
def test_what_is_no_motion_makes_no_clip(frames):
    with pytest.raises(ValueError):
        Clip.of("walk", 25.0, ("a", "b"), frames)


def test_tracks_follow_the_names_of_bones():
    renamed = follow(_clip(), {"a": "c"})
    assert renamed.bones == ("c", "b") and np.array_equal(renamed.frames, _clip().frames)
    assert forget(_clip(), ("a",)).frames.shape == (5, 1, CHANNELS)


def test_clips_of_the_same_frames_are_equal():
    clip = _clip()
    assert clip == _clip() and clip != clip.with_frames(STILL)
    assert clip.with_frames(clip.frames) == clip
    other = clip.frames.copy()
    other[4, 1, 9] += 1e-6
    assert clip.with_frames(other) != clip


def test_a_clip_that_is_named_trimmed_or_loses_a_bone_keeps_the_arrays_of_the_others():
    clip = _clip()
    for other in (msgspec.structs.replace(clip, name="run", last=3), follow(clip, {"a": "c"}), forget(clip, ("a",))):
        assert other.tracks["b"] is clip.tracks["b"]


def test_some_frames_are_those_of_all():
    clip = _clip()
    assert np.array_equal(clip.frames_at((4, 0)), clip.frames[[4, 0]])
    assert np.array_equal(clip.frames_at(slice(1, 3)), clip.frames[1:3])
    part = part_of(clip, 1, 2)
    assert part is not None and part.count == 2 and np.array_equal(part.frames, clip.frames[1:3])
    assert Clip.of("none", 25.0, (), np.empty((5, 0, CHANNELS))).frames_at((1, 2)).shape == (2, 0, CHANNELS)
