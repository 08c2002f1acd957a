"""BVH: skeletons of motion capture as others read them, and sentences for files that somebody bent."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from pantin import rigs
from pantin.rigs import Unreadable
from pantin.rigs.formats import clips_of
from pantin.rigs.formats.skeleton import Z_UP
from pantin.rigs.rest import rest_lengths
from tests.others.samples import SAMPLES, sample
from tests.rigs.formats.bvh_heads import heads
from tests.rigs.samples import is_one_sentence

FIGURES = sorted((SAMPLES / "bvh").glob("*.bvh"))


def test_there_are_samples() -> None:
    assert len(FIGURES) > 5


@pytest.mark.parametrize("path", FIGURES, ids=lambda path: path.name)
def test_joints_stand_where_they_do_elsewhere(path: Path, tmp_path: Path) -> None:
    document = sample(path)
    known = json.loads((SAMPLES / "truth" / f"{path.name}.json").read_text("utf-8"))["direct"]["joints"]
    assert [bone.name for bone in document.rig.bones] == [joint["name"] for joint in known]
    assert [bone.parent for bone in document.rig.bones] == [joint["parent"] for joint in known]
    for bone, joint in zip(document.rig.bones, known, strict=True):
        x, y, z = joint["rest_position"]
        np.testing.assert_allclose(bone.head, (x, -z, y), atol=1e-3, err_msg=bone.name)
    assert (rest_lengths(document.rig.bones) > 0).all()
    rigs.write(document, tmp_path / "figure.rig.json")
    assert rigs.read(tmp_path / "figure.rig.json") == document


@pytest.mark.parametrize("path", FIGURES, ids=lambda path: path.name)
def test_joints_move_as_they_do_elsewhere(path: Path) -> None:
    figure = sample(path).figure
    truth = json.loads((SAMPLES / "truth" / f"{path.name}.json").read_text("utf-8"))["direct"]
    assert figure.clips[0].count == truth["frames_read"]
    for frame in truth["samples"]:
        places = np.array([frame["positions"][bone.name] for bone in figure.rig.bones])
        np.testing.assert_allclose(heads(figure, frame["frame"]), places @ Z_UP.T, atol=1e-4)


def test_a_part_of_a_motion_is_read_alone() -> None:
    path = SAMPLES / "bvh" / "mh_zombieWalk1.bvh"
    (whole,), (part,) = clips_of(path), clips_of(path, 5, 9)
    np.testing.assert_array_equal(part.frames, whole.frames[5:10])
    with pytest.raises(Unreadable, match="frames from 0 to 30, so none from 31"):
        clips_of(path, 31)


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("bvh_locale_commas.bvh", "line 4"),
        ("bvh_wrong_channel_count.bvh", "line 9"),
        ("bvh_nan_inf_values.bvh", "line 20"),
    ],
)
def test_hostile_files_are_rejected_in_one_sentence(name: str, line: str) -> None:
    with pytest.raises(Unreadable) as caught:
        rigs.read(SAMPLES / "hostile" / name)
    assert caught.value.where == line and is_one_sentence(caught.value.what)
