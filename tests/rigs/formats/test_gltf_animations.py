"""Animations of glTF: every way from key to key, every way to store numbers, and a sentence for what is bent."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from pantin import rigs
from pantin.rigs import Unreadable
from pantin.rigs.formats.gltf import accessors
from pantin.rigs.formats.gltf.meshopt import unpacked
from pantin.rigs.formats.gltf.sampling import rate_of
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from tests.cases import case
from tests.rigs.formats.gltf_files import NODES, SECOND, Data, animated, glb, moved, parts
from tests.rigs.samples import is_one_sentence


@pytest.fixture
def read(tmp_path: Path) -> Callable[[bytes], rigs.Document]:
    def reading(data: bytes) -> rigs.Document:
        path = tmp_path / "figure.glb"
        path.write_bytes(data)
        return rigs.read(path)

    return reading


def heights(document: rigs.Document, *seconds: float) -> list[float]:
    """Return how high joint b is at these times."""
    rig = document.rig
    (clip,) = document.figure.clips
    stands = forward_kinematics(rig.bones, clip.frames)
    return [round(float(stands[round(at * clip.rate), 1, 2, 3]), 5) for at in seconds]


def test_keys_lead_to_each_other_straight_in_steps_and_along_splines(read) -> None:
    ends = [(0, 1, 0), (0, 3, 0)]
    assert heights(read(moved(ends)), 0, 0.2, 1) == [1, 1.4, 3]
    assert heights(read(moved(ends, interpolation="STEP")), 0, 0.5, 29 / 30, 1) == [1, 1, 1, 3]
    spline = [(0, 0, 0), (0, 1, 0), (0, 4, 0), (0, 0, 0), (0, 3, 0), (0, 0, 0)]
    # Hermite at 1/2: (1 + 3) / 2 + (4 - 0) / 8.
    assert heights(read(moved(spline, interpolation="CUBICSPLINE")), 0, 0.5, 1) == [1, 2.5, 3]


def test_quaternions_go_the_shorter_way_at_an_even_pace(read) -> None:
    quarter = (0.0, 0.0, -np.sin(np.pi / 4), -np.cos(np.pi / 4))
    data = Data()
    turns = data.add([(0, 0, 0, 1), quarter])
    figure = read(animated(NODES, [0, 1], data, SECOND, [(0, "rotation", turns)])).figure
    stands = forward_kinematics(figure.rig.bones, figure.clips[0].frames)
    third = np.pi / 6
    np.testing.assert_allclose(stands[10, 1, :3, 3], (-np.sin(third), 0, np.cos(third)), atol=1e-6)


def test_whole_numbers_and_numbers_named_one_by_one_are_read(read) -> None:
    assert heights(read(moved([(0, 127, 0), (0, 255, 0)], kind=5121, normalized=True)), 0, 1) == [
        round(127 / 255, 5),
        1,
    ]
    data = Data()
    values, rows = data.view(np.array([(0, 5, 0)], "<f4").tobytes()), data.view(np.array([1], "<u1").tobytes())
    sparse = {"count": 1, "indices": {"bufferView": rows, "componentType": 5121}, "values": {"bufferView": values}}
    data.accessors.append({"componentType": 5126, "count": 2, "type": "VEC3", "sparse": sparse})
    assert heights(read(animated(NODES, [0, 1], data, SECOND, [(1, "translation", 0)])), 0, 1) == [0, 5]


def test_buffers_lie_beside_the_file_or_in_its_text(tmp_path: Path) -> None:
    plain, binary = parts(moved([(0, 1, 0), (0, 3, 0)]))
    path = tmp_path / "figure.gltf"
    plain["buffers"][0]["uri"] = "all%20data.bin"
    path.write_text(json.dumps(plain))
    with pytest.raises(Unreadable, match=r'"all data\.bin" belongs beside it'):
        rigs.read(path)
    (tmp_path / "all data.bin").write_bytes(binary)
    assert heights(rigs.read(path), 1) == [3]
    folder = tmp_path / "data"
    folder.mkdir()
    (folder / "all.bin").write_bytes(binary)
    plain["buffers"][0]["uri"] = "data\\all.bin"
    path.write_text(json.dumps(plain))
    assert heights(rigs.read(path), 1) == [3], "as programs on Windows write it"


def test_no_more_is_read_than_a_file_may_hold(read, monkeypatch: pytest.MonkeyPatch) -> None:
    """Accessors without data cost a few bytes each, and would come to gigabytes."""
    data = moved([(0, 1, 0), (0, 3, 0)])
    monkeypatch.setattr(accessors, "MOST_READ", 8)
    assert len(read(data).figure.clips) == 1
    monkeypatch.setattr(accessors, "MOST_READ", 7)
    with pytest.raises(Unreadable, match="hold more than 7 numbers, too many to open; export a part"):
        read(data)


def test_what_lies_beside_a_file_and_never_ends_is_refused(tmp_path: Path) -> None:
    plain, _binary = parts(moved([(0, 1, 0), (0, 3, 0)]))
    plain["buffers"][0]["uri"] = "pipe"
    os.mkfifo(tmp_path / "pipe")
    path = tmp_path / "figure.gltf"
    path.write_text(json.dumps(plain))
    with pytest.raises(Unreadable, match='"pipe" belongs beside it'):
        rigs.read(path)


def test_frames_begin_at_the_time_0_and_play_from_the_first_key(read) -> None:
    (clip,) = read(moved([(0, 1, 0), (0, 3, 0)], (0.5, 1.0))).figure.clips
    assert (clip.rate, clip.count, clip.first, clip.name) == (30.0, 31, 15, "animation_0")


def test_a_bone_that_leaves_its_parent_is_not_connected(read) -> None:
    assert read(moved([(0, 1, 0), (0, 1, 0)])).rig.bones[1].connected
    assert not read(moved([(0, 1, 0), (0, 1.01, 0)])).rig.bones[1].connected


@pytest.mark.parametrize(
    ("times", "rate"),
    [
        ([0, 0.5, 1], 30),
        ([0, 1 / 24, 0.5], 24),
        (np.arange(9, dtype=np.float32) / 60, 60),
        ([0, 27 / 24, 139 / 120], 120),
        (np.arange(200) * 1.001 / 30, 30 / 1.001),
        (np.arange(9) / 77, 77),
        ([0.21, 0.24], 100),
        ([0, 0.7731, 1.5462], 19 / 0.7731),
        ([0, 0.1234, 0.7], 30),
        ([0], 30),
        ([], 30),
    ],
)
def test_the_rate_is_one_on_whose_frames_the_keys_lie(times, rate: float) -> None:
    assert rate_of(np.array(times, float)) == pytest.approx(rate)


def changes(document: rigs.Document) -> list[float]:
    """When joint b has come to another height, seconds, to a hundred thousandth."""
    (clip,) = document.figure.clips
    places = clip.frames[:, clip.bones.index("b"), :3]
    moved = np.flatnonzero(np.abs(np.diff(places, axis=0)).max(axis=1) > 1e-6) + 1
    return [round(float(frame) / clip.rate, 5) for frame in moved]


def test_keys_off_the_usual_frames_stay_where_they_are(read) -> None:
    """A step at .513 s, and a ramp of one millisecond: no usual rate has frames there."""
    stepping = read(moved([(0, 1, 0), (0, 2, 0), (0, 1, 0)], (0.0, 0.513, 1.0), interpolation="STEP"))
    assert changes(stepping) == pytest.approx([0.513, 1.0], abs=1e-5)
    ramp = read(moved([(0, 1, 0), (0, 1, 0), (0, 3, 0), (0, 3, 0)], (0.0, 0.5, 0.501, 1.0)))
    assert changes(ramp) == pytest.approx([0.501], abs=1e-5) and heights(ramp, 0.0, 0.5, 1.0) == [1, 1, 3]


def test_times_that_are_rounded_to_milliseconds_keep_their_rate(read) -> None:
    times = [round(frame / 30, 3) for frame in range(12)]
    rows = [(0, 1 + 0.1 * np.sin(frame / 3), 0) for frame in range(12)]
    for way in ("LINEAR", "STEP"):
        document = read(moved(rows, times, interpolation=way))
        assert document.figure.clips[0].rate == 30
        assert heights(document, 5 / 30, 7 / 30) == pytest.approx([rows[5][1], rows[7][1]], abs=1e-3)


def test_keys_that_no_rate_keeps_are_moved_to_the_nearest_frame_and_said(tmp_path: Path) -> None:
    times, rows = (0.0, 0.10007, 0.71233, 0.93371), [(0, 1, 0), (0, 2, 0), (0, 4, 0), (0, 3, 0)]
    path = tmp_path / "figure.glb"
    path.write_bytes(moved(rows, times, interpolation="STEP"))
    opened = rigs.opened(path)
    (clip,) = opened.document.figure.clips
    apart = max(abs(at - round(at * clip.rate) / clip.rate) for at in times)
    assert 0 < apart <= 0.5 / clip.rate <= 0.5 / 240
    assert f'Keys of the animation "animation_0" lie between its frames, {clip.rate:g} a second' in opened.report
    assert f"they are moved by up to {1e3 * apart:.2g} ms." in opened.report
    for at, row in zip(times, rows, strict=True):
        assert heights(opened.document, round(at * clip.rate) / clip.rate) == [row[1]]


def test_a_long_animation_is_not_made_longer_than_memory_for_one_key(tmp_path: Path) -> None:
    path = tmp_path / "figure.glb"
    path.write_bytes(moved([(0, 1, 0), (0, 2, 0), (0, 1, 0)], (0.0, 0.51307, 3000.0), interpolation="STEP"))
    opened = rigs.opened(path)
    assert opened.document.figure.clips[0].count <= 250_000 and "lie between its frames" in opened.report


def bent(change: Callable[[dict], object], times: object = SECOND) -> bytes:
    """A good file after its JSON was changed."""
    plain, binary = parts(moved([(0, 1, 0), (0, 3, 0)], times))
    change(plain)
    return glb(plain, binary)


def put(*path: object, to: object) -> Callable[[dict], None]:
    def change(plain: dict) -> None:
        *above, last = path
        for step in above:
            plain = plain[step]
        plain[last] = to

    return change


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (put("accessors", 0, "count", to=2**32 - 1), "$.accessors[0].count"),
        (put("accessors", 0, "count", to=3), "$.accessors[0]"),
        (put("accessors", 0, "componentType", to=7), "$.accessors[0].componentType"),
        (put("accessors", 0, "type", to="VEC2"), "$.accessors[0].type"),
        (put("accessors", 0, "bufferView", to=9), "$.accessors[0]"),
        (put("accessors", 0, "byteOffset", to=2**53), "$.accessors[0]"),
        (put("bufferViews", 0, "byteLength", to=2**53), "$.bufferViews[0]"),
        (put("bufferViews", 0, "buffer", to=3), "$.bufferViews[0]"),
        (put("bufferViews", 1, "byteStride", to=4), "$.accessors[1]"),
        (put("animations", 0, "channels", 0, "sampler", to=5), "$.animations[0].channels[0]"),
        (put("animations", 0, "channels", 0, "target", "node", to=5), "$.animations[0].channels[0]"),
        (put("animations", 0, "samplers", 0, "interpolation", to="WAVES"), "$.animations[0].samplers[0].interpolation"),
        (put("animations", 0, "samplers", 0, "interpolation", to="CUBICSPLINE"), "$.animations[0].samplers[0].output"),
        (put("animations", 0, "samplers", 0, "input", to=77), "$.accessors[77]"),
        (put("animations", 0, "channels", to=7), "$.animations[0].channels"),
    ],
)
def test_what_is_bent_is_one_sentence(read, change, where: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(bent(change))
    assert caught.value.where == where and is_one_sentence(caught.value.what)


@pytest.mark.parametrize(
    ("times", "rows", "where"),
    [
        ((0.0, 0.0), [(0, 1, 0), (0, 2, 0)], "$.animations[0].samplers[0].input"),
        ((0.0, 1e9), [(0, 1, 0), (0, 2, 0)], "$.animations[0]"),
        ((0.0, np.nan), [(0, 1, 0), (0, 2, 0)], "$.accessors[0]"),
        ((0.0, 1.0), [(0, 1, 0), (0, np.inf, 0)], "$.accessors[1]"),
        ((0.0, 1.0), [(0, 1, 0), (0, 1e30, 0)], "$.animations[0]"),
    ],
)
def test_keys_that_no_clip_can_hold_are_one_sentence(read, times, rows, where: str) -> None:
    with pytest.raises(Unreadable) as caught:
        read(moved(rows, times))
    assert caught.value.where == where and is_one_sentence(caught.value.what)


def test_animations_that_are_long_together_are_one_sentence(read) -> None:
    def change(plain: dict) -> None:
        plain["animations"] *= 10

    with pytest.raises(Unreadable, match=r"the animations are too long, with 5,\d{3},\d{3} poses"):
        read(bent(change, (0.0, 10_000.0)))


def test_packed_data_of_all_widths_is_unpacked_and_what_is_cut_off_is_not() -> None:
    """Four bytes an element, twenty of them: bytes that stay, and differences of 2, 4 and 8 bits."""
    zigzag = [(-delta << 1) - 1 if delta < 0 else delta << 1 for delta in (1, -1, 0, 1) * 5]
    two = bytes(a << 6 | b << 4 | c << 2 | d for a, b, c, d in zip(*[iter(zigzag)] * 4, strict=True))
    small = [min(part, 15) for part in zigzag]
    four = bytes(a << 4 | b for a, b in zip(*[iter(small)] * 2, strict=True))
    padded = [*zigzag, *[0] * 12]
    blocks = (b"\x00", b"\x05" + two + b"\0" * 3, b"\x0a" + four + b"\0" * 6, b"\x0f" + bytes(padded))
    data = b"\xa0" + b"".join(blocks) + b"\0" * 28 + bytes((9, 9, 9, 9))
    expected = np.cumsum((1, -1, 0, 1) * 5)
    found = np.frombuffer(unpacked(data, 20, 4, "ATTRIBUTES", "NONE", "$"), np.uint8).reshape(20, 4)
    np.testing.assert_array_equal(found, np.stack((0 * expected, expected, expected, expected), 1) + 9)
    for end in (0, 1, 30, len(data) - 40):
        with pytest.raises(ValueError, match="damaged"):
            unpacked(data[:end], 20, 4, "ATTRIBUTES", "NONE", "$")
    with pytest.raises(ValueError, match="not known"):
        unpacked(data, 20, 4, "TRIANGLES", "EXPONENTIAL", "$")


def test_two_skeletons_of_the_same_names_move_each_by_its_own_keys() -> None:
    """Both have a Bone and a Tip 1 m above it; the one turns by 90 degrees to −X, the other by 45 to +X."""
    document = rigs.read(case("ok-gltf-same-names.gltf"))
    assert list(document.rig.by_name) == ["Bone", "Tip", "Bone.001", "Tip.001"]
    (clip,) = document.figure.clips
    stands = forward_kinematics(document.rig.bones, np.asarray(clip.frames, float))[..., :3, 3]
    np.testing.assert_allclose(stands[0, [1, 3]], ((-2.0, 0.0, 1.0), (2.0, 0.0, 1.0)), atol=1e-6)
    aside = np.sqrt(0.5)
    np.testing.assert_allclose(stands[-1, [1, 3]], ((-3.0, 0.0, 0.0), (2.0 + aside, 0.0, aside)), atol=1e-6)
