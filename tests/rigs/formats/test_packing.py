"""The text of frames in files: the same as ever, looked at once, and never more memory than it is worth."""

from __future__ import annotations

import base64
import json
import tracemalloc
import zlib
from pathlib import Path

import numpy as np
import pytest

from pantin.rigs.clip import CHANNELS, Clip
from pantin.rigs.figure import Figure
from pantin.rigs.formats import clip_file, clips_of, native
from pantin.rigs.formats.files import Fault, Unreadable
from pantin.rigs.formats.packing import packed, unpacked
from pantin.rigs.frames import Frames
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.scene import Scene
from tests.sources import DATA

FILED = DATA / "frames"
"""A rig with two clips, and a clip alone, that were written when clips held texts."""

NUMBERS = np.arange(48)


def _frames() -> np.ndarray:
    """The frames (48, 3, 10) of the clip in these files, of numbers that float32 holds as they are."""
    frames = np.zeros((48, 3, CHANNELS))
    frames[..., 6:] = 1.0
    frames[:, 0, 0], frames[:, 0, 1] = NUMBERS / 8, -(NUMBERS % 5) / 4
    turns = np.array([[0, 0, 0, 1], [0.6, 0, 0, 0.8], [0, 0.8, 0, 0.6], [-0.6, 0, 0, 0.8]])
    frames[:, 1, 3:7] = turns[NUMBERS % 4]
    return frames


def test_files_of_texts_open_and_are_saved_to_the_same_bytes() -> None:
    data = (FILED / "clips.rig.json").read_bytes()
    scene = native.parse(data)
    (figure,) = scene.figures
    walk, rest = figure.clips
    assert walk.bones == ("hips", "spine", "prop") and np.array_equal(walk.frames, _frames().astype(np.float32))
    assert rest.count == 1 and np.array_equal(rest.frames, _frames()[:1, :1])
    assert figure.source is not None and np.array_equal(figure.source.tracks[0].frames.array, walk.frames[:, 0])
    assert native.text(scene).encode() == data
    alone = FILED / "walk.clip.json"
    assert clip_file.clips(alone) == (walk,) and clip_file.text("clips", walk).encode() == alone.read_bytes()


def test_frames_made_anew_are_saved_to_the_same_bytes_and_equal_those_of_the_file() -> None:
    (filed,) = clip_file.clips(FILED / "walk.clip.json")
    made = filed.with_frames(_frames())
    assert made == filed and made.tracks["hips"] is not filed.tracks["hips"]
    assert clip_file.text("clips", made).encode() == (FILED / "walk.clip.json").read_bytes()


@pytest.mark.parametrize("count", [1, 3, 10_000, 10_001, 60_000])
@pytest.mark.parametrize("kind", ["moving", "still", "swinging"])
def test_any_number_of_rows_comes_out_as_it_went_in(count: int, kind: str) -> None:
    """As numpy and zlib read the text by themselves, and as Pantin does."""
    rows = np.random.default_rng(count).normal(size=(count, CHANNELS)).astype(np.float32)
    rows = {"moving": rows, "still": np.tile(rows[:1], (count, 1)), "swinging": np.resize(rows[:2], (count, 10))}[kind]
    text = packed(Frames(rows))
    assert np.array_equal(np.frombuffer(zlib.decompress(base64.b64decode(text)), "<f4").reshape(-1, CHANNELS), rows)
    found = unpacked(text)
    assert found == Frames(rows) and hash(found) == hash(Frames(rows)) and found.shape == rows.shape
    assert np.array_equal(found.array, rows) and found.array is found.array and not found.array.flags.writeable


def test_rows_of_another_length_make_no_text() -> None:
    with pytest.raises(ValueError, match=r"\(frames, 10\), not \(5, 12\)"):
        packed(Frames(np.ones((5, CHANNELS + 2))))


def _text(rows: np.ndarray) -> str:
    return base64.b64encode(zlib.compress(rows.astype("<f4").tobytes(), 9)).decode()


DAMAGED = {
    "no base64": "no base64!",
    "not deflated": base64.b64encode(b"not deflated").decode(),
    "a part of a row": base64.b64encode(zlib.compress(b"1234567")).decode(),
    "not finite": _text(np.full((48, CHANNELS), np.nan)),
    "not finite at the end": _text(np.concatenate([np.ones((47, CHANNELS)), np.full((1, CHANNELS), np.inf)])),
    "a row less": _text(np.ones((47, CHANNELS))),
    "a row more": _text(np.ones((49, CHANNELS))),
    "thousands more": _text(np.resize(np.eye(CHANNELS), (20_000, CHANNELS))),
    "none": _text(np.ones((0, CHANNELS))),
    "cut off": _text(np.random.default_rng(0).normal(size=(48, CHANNELS)))[:1000],
    "empty": "",
}


@pytest.mark.parametrize("text", DAMAGED.values(), ids=DAMAGED)
def test_damaged_frames_are_rejected_in_a_sentence_with_their_place(text: str, tmp_path: Path) -> None:
    plain = json.loads((FILED / "clips.rig.json").read_text())
    plain["figures"][0]["clips"][0]["tracks"]["spine"] = text
    with pytest.raises(
        Fault, match=r"(The|A) frames? .*\. Take another copy of the file, or remove the clip\.$"
    ) as raised:
        native.parse(json.dumps(plain).encode())
    assert raised.value.where == "$.figures[0].clips[0].tracks"
    path = tmp_path / "walk.clip.json"
    path.write_text(
        json.dumps({"format": "pantin.clip", "version": 1, "rig": "a", "clip": plain["figures"][0]["clips"][0]})
    )
    with pytest.raises(Unreadable, match=r"frames? .*\. Take another copy of the file\.$") as problem:
        clips_of(path)
    assert problem.value.where == "$.clip.tracks"
    plain = json.loads((FILED / "clips.rig.json").read_text())
    plain["figures"][0]["source"]["tracks"][0]["frames"] = text
    with pytest.raises(Fault, match=r"Take another copy of the file, or remove the source\.$") as raised:
        native.parse(json.dumps(plain).encode())
    assert raised.value.where == "$.figures[0].source.tracks[0].frames"


def test_a_track_that_is_no_text_is_said_by_its_bone() -> None:
    plain = json.loads((FILED / "clips.rig.json").read_text())
    plain["figures"][0]["clips"][0]["tracks"]["spine"] = 5
    with pytest.raises(Fault, match="text belongs here, not a whole number") as raised:
        native.parse(json.dumps(plain).encode())
    assert raised.value.where == "$.figures[0].clips[0].tracks.spine"


def test_more_frames_than_fit_into_memory_are_rejected_before_they_are_made() -> None:
    text = packed(Frames(np.resize(np.eye(CHANNELS), (1_000_000, CHANNELS))))
    plain = json.loads((FILED / "clips.rig.json").read_text())
    plain["figures"][0]["clips"][0].update(count=1_000_000, tracks={f"bone {n}": text for n in range(21)})
    tracemalloc.start()
    try:
        with pytest.raises(Fault, match=r"too many frames for so many bones\. Take another copy"):
            native.parse(json.dumps(plain).encode())
        assert tracemalloc.get_traced_memory()[1] < 80_000_000, "a track is 40 MB, all are 800"
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("rows", [np.ones((1, CHANNELS)), np.eye(CHANNELS)], ids=["still", "repeating"])
def test_reading_makes_no_more_of_a_file_than_it_is_worth(rows: np.ndarray) -> None:
    """Frames that repeat pack a thousandfold: thirty long clips in 5 MB would take over a gigabyte."""
    rows = np.resize(rows, (100_000, CHANNELS))
    still = Figure(rig=Rig(bones=(Bone("a"),)), clips=(Clip.of("rest", 25.0, ("a",), rows[:, None]),))
    data = native.text(Scene((still,))).encode()
    tracemalloc.start()
    try:
        (figure,) = native.parse(data).figures
        assert tracemalloc.get_traced_memory()[1] < 4 * rows.size / 2
    finally:
        tracemalloc.stop()
    assert figure == still and np.array_equal(figure.clips[0].frames[:, 0], rows)


def test_frames_in_proportion_are_made_while_they_are_checked() -> None:
    """Of motion that does not repeat nothing is left to be unpacked when it is played."""
    rows = np.random.default_rng(0).normal(size=(20_000, 1, CHANNELS))
    data = native.text(
        Scene((Figure(rig=Rig(bones=(Bone("a"),)), clips=(Clip.of("walk", 25.0, ("a",), rows),)),))
    ).encode()
    (clip,) = native.parse(data).figures[0].clips
    tracemalloc.start()
    try:
        assert clip.tracks["a"].array.shape == (20_000, CHANNELS)
        assert tracemalloc.get_traced_memory()[1] < 10_000
    finally:
        tracemalloc.stop()
