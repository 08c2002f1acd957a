"""Clips of a document: added, named, trimmed, looped, paced, removed; frames pose bones; motion is recorded."""

from __future__ import annotations

from math import cos, nan, pi, sin

import numpy as np
import pytest

from pantin.rigs import Document, Transform
from pantin.rigs.clip import Clip
from pantin.rigs.editing import clips
from pantin.rigs.motion.recorder import Recorder
from pantin.rigs.motion.transfer import transferred
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Bone, Rig

HALF_TURN = (0.0, 0.0, 1.0, 0.0)


def turned(angle: float) -> tuple[float, float, float, float]:
    """About X."""
    return (sin(angle / 2), 0.0, 0.0, cos(angle / 2))


def walk(name: str = "walk") -> Clip:
    """Five frames: `a` moves along X and turns about X by 0.1 a frame; `gone` has no bone."""
    rows = [[(at, 0, 0, *turned(0.1 * at), 1, 1, 1), (0, 0, 0, *HALF_TURN, 1, 1, 1)] for at in range(5)]
    return Clip.of(name, 30.0, ("a", "gone"), np.array(rows, float))


@pytest.fixture
def document() -> Document:
    return clips.added(Document.of(Rig(bones=(Bone("a"), Bone("b")))), walk())


def test_clips_have_names_of_their_own(document: Document) -> None:
    assert [clips.free_name(document, wanted) for wanted in ("walk", "run", "")] == ["walk 2", "run", "Take 1"]
    two = clips.renamed(clips.added(document, walk(" walk 2 ")), "walk", "run")
    assert [each.name for each in two.figure.clips] == ["run", "walk 2"]
    for edit in (
        lambda: clips.added(document, walk()),
        lambda: clips.renamed(two, "run", "walk 2"),
        lambda: clips.renamed(document, "walk", " "),
        lambda: clips.renamed(document, "walk", "x" * 201),  # no file may hold it
        lambda: clips.removed(document, "run"),
    ):
        with pytest.raises(ValueError):
            edit()
    assert clips.removed(document, "walk").figure.clips == ()
    longest = clips.added(document, walk("x" * 200))
    assert len(clips.added_under_free_name(longest, walk("x" * 200)).figure.clips[-1].name) == 200


def test_trim_loop_and_rate_are_fields_of_the_clip_and_lose_no_frame(document: Document) -> None:
    def clip(found: Document) -> Clip:
        return found.figure.clips[0]

    assert clip(clips.trimmed(document, "walk", 3, 1)).span == (1, 3)
    assert clip(clips.trimmed(document, "walk", -9, 99)).span == (0, 4)
    assert clips.trimmed(document, "walk", 0, 4) is document
    assert not clip(clips.looped(document, "walk", False)).loop
    assert clip(document).frames.shape == (5, 2, 10)
    paced = clip(clips.paced(clips.trimmed(document, "walk", 1, 3), "walk", 60.0))
    assert paced.tracks is document.figure.clips[0].tracks
    assert paced.rate == 60.0 and paced.seconds == 2 / 60 and paced.count == 5


def test_a_frame_poses_the_bones_that_have_tracks_and_no_others(document: Document) -> None:
    clip = document.figure.clips[0]
    posed = clips.pose_at(clip, 2)
    assert posed["a"].location == (2.0, 0.0, 0.0) and set(posed) == {"a", "gone"}
    assert posed["a"].rotation == pytest.approx(turned(0.2), abs=1e-7)
    assert sum(part**2 for part in posed["a"].rotation) == pytest.approx(1.0, abs=1e-12)
    assert clips.pose_at(clip, 99)["a"].location == (4.0, 0.0, 0.0) == clips.pose_at(clip, 4)["a"].location
    assert clips.pose_at(walk(), -3)["a"] == Transform()  # the first frame stands at rest


def test_what_is_recorded_is_as_even_as_its_rate() -> None:
    recorder = Recorder(10.0)
    for seconds, angle in ((5.0, 0.0), (5.15, 0.3), (5.05, nan), (5.4, 0.8)):
        broken = {"broken": Transform((nan, 0.0, 0.0))} if angle != angle else {}
        recorder.take(seconds, {"a": Transform((angle, 0.0, 0.0), turned(angle)), **broken})
    recorder.take(5.4, {"a": Transform((0.8, 0.0, 0.0), turned(0.8)), "late": Transform(scale=(2.0, 2.0, 2.0))})
    clip = recorder.clip("take")
    assert (clip.rate, clip.count, clip.bones) == (10.0, 5, ("a", "late"))
    expected = [0.0, 0.2, 0.4, 0.6, 0.8]
    assert clip.frames[:, 0, 0] == pytest.approx(expected, abs=1e-6)
    assert 2 * np.arcsin(clip.frames[:, 0, 3]) == pytest.approx(expected, abs=1e-5)
    assert (clip.frames[:, 1, 7] == 2.0).all()


def test_rotations_are_recorded_along_the_shortest_arc() -> None:
    recorder = Recorder(2.0)
    recorder.take(0.0, {"a": Transform(rotation=turned(0.2))})
    x, y, z, w = turned(0.6)
    recorder.take(1.0, {"a": Transform(rotation=(-x, -y, -z, -w))})
    assert 2 * np.arcsin(abs(recorder.clip("take").frames[1, 0, 3])) == pytest.approx(0.4, abs=1e-6)


def test_nothing_recorded_is_no_clip() -> None:
    with pytest.raises(ValueError, match="Nothing was recorded"):
        Recorder().clip("take")


def figure(size: float = 1.0, roll: float = 0.0, turn: float = 0.0) -> Rig:
    """Two bones, one up, one out from its end."""
    out = (size * sin(turn), 0.0, size * (1.0 + cos(turn)))
    return Rig(
        bones=(
            Bone("a", tail=(0.0, 0.0, size), roll=roll),
            Bone("b", "a", (0.0, 0.0, size), out, roll=roll),
            Bone("c", "b", out, (out[0], 0.1 * size, out[2])),
        )
    )


def clip_of(bones: tuple[str, ...]) -> Clip:
    return Clip.of("walk", 30.0, bones, np.array([[(0.5, 0, 0, *turned(0.4), 1, 1, 1)] * len(bones)], float))


def test_a_clip_of_the_same_skeleton_keeps_its_numbers() -> None:
    clip = clip_of(("a", "b"))
    found = transferred(clip, figure(), figure())
    assert found.clip == clip and found.report == ""


def test_other_rolls_and_sizes_are_allowed_for() -> None:
    found = transferred(clip_of(("a", "b")), figure(), figure(2.0, pi / 2)).clip
    pose = clips.pose_at(found, 0)["a"]
    axes, source = axes_of(figure(2.0, pi / 2)), axes_of(figure())
    assert axes @ pose.location == pytest.approx(2.0 * source @ (0.5, 0.0, 0.0), abs=1e-6)
    assert axes @ pose.rotation[:3] == pytest.approx(source @ turned(0.4)[:3], abs=1e-6)


def axes_of(rig: Rig) -> np.ndarray:
    return rest_matrices(rig.bones)[0, :3, :3]


def test_another_skeleton_is_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match='another skeleton: the open rig lacks "x", "y"'):
        transferred(clip_of(("x", "y", "a")), figure(), figure())
    with pytest.raises(ValueError, match='stands otherwise at rest: "c" is off by 57°'):
        transferred(clip_of(("a", "b", "c")), figure(turn=1.0), figure())
    found = transferred(clip_of(("a", "b", "x")), figure(), figure())
    assert found.clip.bones == ("a", "b") and '"x"' in found.report
