"""A file whose skeleton is whole opens without the motions that are damaged, and says in one sentence why."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pantin import rigs
from pantin.rigs import Unreadable
from pantin.rigs.formats import Opened, clips_of, opened
from tests.rigs.formats.bvh_text import GOOD
from tests.rigs.formats.gltf_files import glb, moved, parts
from tests.rigs.samples import is_one_sentence


def check(path: Path, where: str) -> Opened:
    """The file is opened and says what is wrong, at `where`; whoever asks for all of it gets the same sentence."""
    found = opened(path)
    assert found.report.startswith(("The motion was left out: ", f"{len(found.faults)} motions were left out, "))
    assert is_one_sentence(found.report) and where in found.report
    with pytest.raises(Unreadable) as caught:
        rigs.read(path)
    assert caught.value.where == where and caught.value.what in found.report
    return found


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("Frames: 1", "Pictures: 1", "line 17"),
        ("Frame Time: 0.0333333\n1 92 3 0 90 0 0 0 -90\n", "", "line 17"),
        ("0.0333333", "-1", "line 18"),
        ("1 92 3", "1 nan 3", "line 19"),
    ],
)
def test_the_skeleton_of_a_bvh_is_there(tmp_path: Path, old: str, new: str, where: str) -> None:
    good, bent = tmp_path / "good.bvh", tmp_path / "bent.bvh"
    good.write_text(GOOD)
    bent.write_text(GOOD.replace(old, new, 1))
    assert not opened(good).report
    found = check(bent, where).document
    heads = [[bone.head for bone in each.rig.bones] for each in (found, rigs.read(good))]
    assert not found.figure.clips and heads[0] == heads[1]
    with pytest.raises(Unreadable, match=where):
        clips_of(bent)


def test_animations_that_are_sound_stay(tmp_path: Path) -> None:
    """Of four: the keys of one go back in time, and those of another out of sight."""
    path = tmp_path / "figure.glb"
    plain, binary = parts(moved([(0, 1, 0), (0, 3, 0), (0, 1e30, 0)], (0.0, 0.5, 1.0)))
    far, (times, heights) = plain["animations"][0], plain["accessors"]
    sampler = {"input": 2, "output": 3, "interpolation": "LINEAR"}
    sound, back = ({**far, "samplers": [{**sampler, "input": times}]} for times in (2, 4))
    plain["accessors"] += [{**times, "count": 2}, {**heights, "count": 2}, {**times, "count": 1}]
    plain["animations"] = [far, sound, back, {**sound, "name": "rise"}]
    path.write_bytes(glb(plain, binary))
    found = check(path, "$.animations[2].samplers[0].output")
    assert [fault.where for fault in found.faults] == ["$.animations[2].samplers[0].output", "$.animations[0]"]
    assert [(clip.name, clip.count) for clip in found.document.figure.clips] == [("animation_1", 16), ("rise", 16)]
    assert clips_of(path) == found.document.figure.clips


def test_the_skeleton_is_there_without_the_data_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "figure.gltf"
    plain, _binary = parts(moved([(0, 1, 0), (0, 3, 0)]))
    plain["buffers"][0]["uri"] = "data.bin"
    path.write_text(json.dumps(plain))
    assert [bone.name for bone in check(path, "$.buffers[0].uri").document.rig.bones] == ["a", "b"]


def test_a_damaged_skeleton_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "bent.bvh"
    path.write_text(GOOD.replace("OFFSET 0 90 0", "OFFSET 0 90", 1).replace("Frames: 1", "Frames: 2", 1))
    with pytest.raises(Unreadable, match="line 4"):
        opened(path)
