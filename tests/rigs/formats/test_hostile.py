"""Files made to hurt are opened or rejected in one sentence, with work and memory in proportion to their bytes."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from pantin import rigs
from pantin.rigs import FileProblem, Unreadable
from pantin.rigs.formats import json_text, skeleton
from pantin.rigs.formats.files import Fault
from pantin.rigs.formats.gltf import container
from pantin.rigs.formats.gltf.meshopt import unpacked
from pantin.rigs.wording import LONGEST, quoted
from tests.cases import case
from tests.rigs.formats.gltf_files import NODES, Data, animated, gltf, parts
from tests.rigs.formats.gltf_files import glb as binary
from tests.rigs.formats.hostile_files import KINDS, NO_CHUNK, Kind
from tests.rigs.samples import is_one_sentence

SIZE = 40_000
MOST_BYTES = 800
"""Of memory for each byte of a file: a joint of a glTF takes three, `{},`, and becomes a bone."""
READER = 2_000_000
"""Bytes that reading takes whatever the file: buffers, and what is imported on the way."""


def written(folder: Path, kind: Kind, size: int = SIZE) -> Path:
    path = folder / f"hostile{kind.ending}"
    path.write_bytes(kind.made(size))
    return path


def calls_of(action: Callable[[], object]) -> int:
    """Return how many functions were called, of Python and of C."""
    count = 0

    def counted(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        action()
    finally:
        sys.setprofile(None)
    return count


def peak_of(action: Callable[[], object]) -> int:
    """The most bytes that were allocated at once."""
    tracemalloc.start()
    try:
        action()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def tried(path: Path) -> None:
    with suppress(FileProblem):
        rigs.read(path)


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_it_is_opened_or_rejected_in_one_sentence(tmp_path: Path, kind: Kind) -> None:
    path = written(tmp_path, kind)
    try:
        assert rigs.read(path).rig.bones is not None
    except Unreadable as problem:
        assert is_one_sentence(problem.what)
        assert len(problem.where) + len(problem.what) < 300


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_the_memory_is_in_proportion(tmp_path: Path, kind: Kind) -> None:
    path = written(tmp_path, kind)
    assert peak_of(lambda: tried(path)) <= MOST_BYTES * SIZE + READER


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_the_work_is_in_proportion(tmp_path: Path, kind: Kind) -> None:
    half = calls_of(lambda: tried(written(tmp_path, kind, SIZE // 2)))
    whole = calls_of(lambda: tried(written(tmp_path, kind)))
    assert whole <= 2.2 * half + 1000


def test_a_bone_that_no_animation_moves_costs_nothing_more_for_each(tmp_path: Path) -> None:
    """Thousands of animations of one joint among hundreds once took seconds and gigabytes."""

    def figure(joints: int) -> Path:
        data, path = Data(), tmp_path / f"{joints}.glb"
        nodes = [{"name": str(n), **({"children": [n + 1]} if n + 1 < joints else {})} for n in range(joints)]
        moves = data.add([(0, 0, 0), (0, 1, 0)])
        plain, numbers = parts(animated(nodes, list(range(joints)), data, (0.0, 1.0), [(0, "translation", moves)]))
        plain["animations"] *= 300
        path.write_bytes(binary(plain, numbers))
        return path

    few, many = (calls_of(partial(rigs.read, figure(joints))) for joints in (2, 52))
    assert (many - few) / (300 * 50) < 6, "a bone that an animation leaves at rest takes a look at what is known"
    clips = rigs.read(figure(52)).figure.clips
    assert len(clips) == 300 and len({track for clip in clips for track in clip.tracks.values()}) == 2


def test_frames_that_no_key_pays_for_are_not_made(tmp_path: Path) -> None:
    """Two keys an hour apart, over and over: they would be made into millions of frames."""
    data, path = Data(), tmp_path / "figure.glb"
    channels = [(1, "translation", data.add([(0, 0, 0), (0, 1, 0)]))]
    plain, numbers = parts(animated(NODES, [0, 1], data, (0.0, 3600.0), channels))
    plain["animations"] *= 20
    path.write_bytes(binary(plain, numbers))
    found = rigs.opened(path)
    assert len(found.document.figure.clips) == 4 and len(found.faults) == 16
    assert is_one_sentence(found.report) and "the animations are too long" in found.report
    with pytest.raises(Unreadable, match="the animations are too long, with 540,005 poses of joints"):
        rigs.read(path)


def test_packed_keys_without_differences_are_unpacked_by_whole_blocks() -> None:
    count = 256 * 64
    data = b"\xa0" + bytes(4 * 4 * (count // 256)) + bytes(28) + b"\x01\x02\x03\x04"
    assert calls_of(lambda: unpacked(data, count, 4, "ATTRIBUTES", "NONE", "$")) < 20 * 4 * (count // 256)
    assert unpacked(data, count, 4, "ATTRIBUTES", "NONE", "$") == b"\x01\x02\x03\x04" * count


def test_a_key_that_stands_twice_is_found_in_one_pass() -> None:
    compared = 0

    class Key(str):
        __slots__ = ()

        def __eq__(self, other: object) -> bool:
            nonlocal compared
            compared += 1
            return str.__eq__(self, other)

        __hash__ = str.__hash__

    count = 2000
    found = json_text._object([(Key(f"key {number % (count - 1)}"), 0) for number in range(count)])
    assert isinstance(found, json_text._Repeating) and found.key == "key 0"
    assert compared < 2 * count


def test_too_many_values_are_rejected_before_any_is_made() -> None:
    data = b"[" + b"[]," * json_text.MOST_VALUES + b"0]"

    def parsed() -> None:
        with pytest.raises(Fault) as caught:
            json_text.parse_unchecked(data)
        assert caught.value.where == "file" and "2,000,000 values" in caught.value.what
        assert is_one_sentence(caught.value.what)

    assert peak_of(parsed) < READER


def test_as_many_values_as_there_may_be_fit_into_memory() -> None:
    """The dearest values: an object each, that holds something."""
    part = 100
    data = b"[" + b",".join([b'{"a":0}'] * (json_text.MOST_VALUES // 2 // part)) + b"]"
    assert part * peak_of(lambda: json_text.parse(data)) <= 300_000_000


@pytest.mark.parametrize("ending", [".gltf", ".bvh"])
def test_more_joints_than_a_figure_has_are_rejected(tmp_path: Path, monkeypatch, ending: str) -> None:
    monkeypatch.setattr(skeleton, "MOST_JOINTS", 100)
    path = tmp_path / f"town{ending}"
    offset = "{\nOFFSET 0 1 0\n"
    for count in (100, 101):
        nodes = ",".join(["{}"] * count)
        path.write_text(
            f'{{"asset":{{"version":"2.0"}},"nodes":[{nodes}]}}'
            if ending == ".gltf"
            else f"HIERARCHY\nROOT a\n{offset}" + f"JOINT b\n{offset}}}\n" * (count - 1) + "}\n"
        )
        if count == 100:
            assert len(rigs.read(path).rig.bones) == 100
    with pytest.raises(Unreadable, match="101 joints and a figure at most 100; export the figure alone"):
        rigs.read(path)


def test_nodes_that_are_no_joints_are_not_counted(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(skeleton, "MOST_JOINTS", 2)
    path = tmp_path / "figure_in_a_town.glb"
    path.write_bytes(binary(gltf(*[{"children": [1]}, *[{}] * 500], skins=[{"joints": [0, 1]}])))
    assert len(rigs.read(path).rig.bones) == 2


def test_a_container_of_countless_chunks_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "chunks.glb"
    for count in (container.MOST_CHUNKS - 1, container.MOST_CHUNKS):
        data = binary(gltf({})) + NO_CHUNK * count
        path.write_bytes(data[:8] + len(data).to_bytes(4, "little") + data[12:])
        if count < container.MOST_CHUNKS:
            assert rigs.read(path).rig.bones
    with pytest.raises(Unreadable, match="1,000 chunks"):
        rigs.read(path)


def test_a_long_chain_of_joints_in_one_place_has_bones_with_a_length(tmp_path: Path) -> None:
    count = 3000
    path = tmp_path / "place.glb"
    path.write_bytes(binary(gltf(*[{"children": [number + 1]} for number in range(count - 1)], {})))
    bones = rigs.read(path).rig.bones
    assert len(bones) == count and all(bone.head != bone.tail for bone in bones)


def test_a_sentence_shows_few_letters_of_a_long_name() -> None:
    class Name(str):
        __slots__ = ()

        def __str__(self) -> str:
            return self

    assert quoted("x" * LONGEST) == f'"{"x" * LONGEST}"'
    assert quoted("x" * 10**6) == f'"{"x" * (LONGEST - 1)}…"'
    assert calls_of(lambda: quoted(Name("x" * 10**6))) < 10 * LONGEST


def test_a_long_path_is_shown_by_its_ends() -> None:
    assert json_text.json_path(("a", 1)) == "$.a[1]"
    assert json_text.json_path(tuple(range(900))).startswith("$[0][1][2][3][4][5][6][7]…[892]")
    assert len(json_text.json_path(("x" * 10**6,))) < 100


def test_packed_keys_by_the_million_take_no_longer_for_being_packed_often() -> None:
    """The case has 15 animations of 200,000 keys each, all in the same 50 kB, whose times do not increase."""
    path = case("hostile/meshopt30.glb")

    def opened() -> None:
        with pytest.raises(Unreadable) as refused:
            rigs.read(path)
        assert is_one_sentence(str(refused.value)) and "do not increase" in str(refused.value)

    assert calls_of(opened) < 300_000
    assert peak_of(opened) < READER + MOST_BYTES * path.stat().st_size
