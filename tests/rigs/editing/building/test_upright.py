"""Figures of files with Z up are told by their skeleton and their motion, and turned upright with their clips."""

from __future__ import annotations

from pathlib import Path

import msgspec
import numpy as np
import pytest

from pantin.rigs import Document, read
from pantin.rigs.clip import Clip
from pantin.rigs.editing.building.upright import (
    QUARTER,
    lies_against_its_format,
    lies_on_its_front,
    stood_up,
    turned_upright,
    upright,
)
from pantin.rigs.fitting import figure_in
from pantin.rigs.formats import bvh, gltf
from pantin.rigs.motion.baked import BakedClip, BakedRig
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.templates import quadruped
from tests.rigs.samples import SAMPLES, needs_samples, plain, sample
from tests.rigs.skeletons import person, turned

Z_UP = {"mh_tpose", "mh_zombieWalk1", "pybvh_standard_skeleton", "pybvh_test1"}
BVH = sorted((SAMPLES / "bvh").glob("*.bvh"))


@needs_samples
@pytest.mark.parametrize("path", BVH, ids=lambda path: path.stem)
def test_which_axis_is_up_is_told(path: Path) -> None:
    assert lies_on_its_front(sample(path).rig) == (path.stem in Z_UP)
    assert not lies_on_its_front(upright(sample(path)).rig)


def from_bvh(rig: Rig, folder: Path, turn: np.ndarray | None = None) -> Document:
    """The figure as it is read from a file of it, in which it is turned as a whole in the one frame that there is."""
    file, rest = folder / "figure.bvh", rest_matrices(rig.bones)
    file.write_bytes(
        bvh.written(BakedRig(rig, rest, (BakedClip("", 30.0, 0, (rest if turn is None else turn @ rest)[None]),))).data
    )
    return read(file)


def test_a_figure_is_turned_with_its_clips_and_back(tmp_path: Path) -> None:
    lying = from_bvh(turned(person(fingers=False)), tmp_path)
    assert lies_on_its_front(lying.rig)
    standing = upright(lying)
    for before, after in zip(places(lying), places(standing), strict=True):
        np.testing.assert_allclose(after, before @ QUARTER[:3, :3].T, atol=1e-6)
    head = standing.rig.by_name["head"].head
    np.testing.assert_allclose(head, person().by_name["head"].head, atol=1e-6)
    back = turned_upright(standing, z_up=False)
    np.testing.assert_allclose(rest_matrices(back.rig.bones), rest_matrices(lying.rig.bones), atol=1e-9)
    assert back.rig.source == lying.rig.source


def test_who_lies_down_lies(tmp_path: Path) -> None:
    """A figure that rests upright and lies on the floor in a frame, and one that rests so and stands up in it, stay."""
    standing, lying, on_the_floor = person(fingers=False), turned(person(fingers=False)), QUARTER.T.copy()
    on_the_floor[2, 3] = 0.2
    for rig, turn in ((standing, on_the_floor), (lying, QUARTER)):
        document = from_bvh(rig, tmp_path, turn)
        assert not lies_on_its_front(document.rig) and upright(document) is document


def test_where_the_format_says_what_is_up_nothing_is_turned() -> None:
    document = Document(rig=turned(person(fingers=False)))
    assert upright(document) is document
    with pytest.raises(ValueError, match="says which way is up"):
        turned_upright(document)


def test_an_animal_with_y_up_stays_on_its_four_legs(tmp_path: Path) -> None:
    """Its head is before its hips, where a person's head is in a file with Z up."""
    lying = from_bvh(plain(quadruped.rig()).rig, tmp_path)
    assert figure_in(lying.rig).kind == "quadruped"
    assert upright(lying) is lying


def test_a_figure_that_lies_against_its_format_stands_up_and_leaves_so(tmp_path: Path) -> None:
    file, standing = tmp_path / "figure.glb", person(fingers=False)
    file.write_bytes(gltf.written(baked_at_rest(turned(standing))).data)
    lying = read(file)
    assert lies_against_its_format(lying.rig) and upright(lying) is lying
    stood = stood_up(lying)
    file.write_bytes(gltf.written(baked_at_rest(stood.rig)).data)
    for document in (stood, read(file)):
        assert not lies_against_its_format(document.rig)
        heads = {bone.name: bone.head for bone in document.rig.bones}
        for bone in standing.bones:
            np.testing.assert_allclose(heads[bone.name], bone.head, atol=1e-6)


def baked_at_rest(rig: Rig) -> BakedRig:
    return BakedRig(rig, rest_matrices(rig.bones), ())


def places(document: Document) -> tuple[np.ndarray, np.ndarray]:
    """Where the bones begin at rest, and in the frames of the clip."""
    bones, clip = document.rig.bones, document.rig.clips[0]
    return rest_matrices(bones)[:, :3, 3], forward_kinematics(bones, np.asarray(clip.frames, float))[..., :3, 3]


@needs_samples
def test_a_motion_with_another_axis_up_than_its_skeleton_stands_on_the_floor() -> None:
    """Joints go where the file's own frames have them, a quarter turned; the skeleton and who lies down stay."""
    document = sample("bvh/pybvh_test3.bvh")
    standing = upright(document)
    assert upright(standing) is standing and turned_upright(standing) is standing
    back = turned_upright(standing, z_up=False)
    assert back.rig.source == document.rig.source
    np.testing.assert_allclose(places(back)[1], places(document)[1], atol=1e-3)
    assert turned_upright(back).rig.source == standing.rig.source
    assert standing.rig.bones == document.rig.bones
    (rest, lying), (still, up) = places(document), places(standing)
    np.testing.assert_allclose(still, rest)
    np.testing.assert_allclose(up, lying @ QUARTER[:3, :3].T, atol=1e-4)
    names = list(document.rig.by_name)
    hips, head, foot = (up[:, names.index(name)] for name in ("Hips", "Head", "LeftFoot"))
    assert (head[:, 2] > hips[:, 2] + 20.0).all() and (hips[:, 2] > foot[:, 2] + 10.0).all()
    assert abs(up[..., 2].min()) < 2.0
    aside = document.rig.clips[0].frames.copy()
    aside[:, 0, :3] = 0.0  # hips at the origin, as somebody lying there has them
    in_bed = msgspec.structs.replace(document, rig=document.rig.animated((with_frames(document.rig.clips[0], aside),)))
    assert upright(in_bed) is in_bed


@needs_samples
@pytest.mark.parametrize("count", [1, 3, 9])
def test_a_few_frames_stand_unless_a_body_could_lie_so_on_the_floor(count: int) -> None:
    document = sample("bvh/pybvh_test3.bvh")
    frames = document.rig.clips[0].frames[:count].copy()
    few = msgspec.structs.replace(document, rig=document.rig.animated((with_frames(document.rig.clips[0], frames),)))
    up = places(upright(few))[1]
    assert upright(few).rig.source != few.rig.source and (np.ptp(up[..., 2], axis=1) > 50.0).all()
    frames[:, 0, 1] += 6.0  # the hips a little above Y = 0 of the file, along the bone's Y, which points there at rest
    assert places(few)[1][..., 2].min() < -3.0
    on_the_floor = msgspec.structs.replace(few, rig=few.rig.animated((with_frames(few.rig.clips[0], frames),)))
    assert places(on_the_floor)[1][..., 2].min() > -1.0
    assert upright(on_the_floor) is on_the_floor


def with_frames(clip: Clip, frames: np.ndarray) -> Clip:
    return Clip.of(clip.name, clip.rate, clip.bones, frames)
