"""Figures of files with Z up are told by their skeleton and their motion, and turned upright with their clips."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from pantin.rigs import Document, read
from pantin.rigs.editing.building.upright import (
    UPRIGHT,
    lies_against_its_format,
    lies_on_its_front,
    stood_up,
    turned_upright,
    upright,
)
from pantin.rigs.figure import Figure
from pantin.rigs.fitting import figure_in
from pantin.rigs.formats import bvh, gltf
from pantin.rigs.motion.baked import BakedClip, BakedFigure
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.templates import quadruped
from tests.rigs.editing.building.places import places
from tests.rigs.samples import plain
from tests.rigs.skeletons import person, turned


def from_bvh(rig: Rig, folder: Path, turn: np.ndarray | None = None) -> Document:
    """The figure as it is read from a file of it, in which it is turned as a whole in the one frame that there is."""
    file, rest = folder / "figure.bvh", rest_matrices(rig.bones)
    file.write_bytes(
        bvh.written(
            BakedFigure(Figure(rig=rig), rest, (BakedClip("", 30.0, 0, (rest if turn is None else turn @ rest)[None]),))
        ).data
    )
    return read(file)


def test_a_figure_is_turned_with_its_clips_and_back(tmp_path: Path) -> None:
    lying = from_bvh(turned(person(fingers=False)), tmp_path)
    assert lies_on_its_front(lying.figure)
    standing = upright(lying)
    for before, after in zip(places(lying), places(standing), strict=True):
        np.testing.assert_allclose(after, before @ UPRIGHT[:3, :3].T, atol=1e-6)
    head = standing.rig.by_name["head"].head
    np.testing.assert_allclose(head, person().by_name["head"].head, atol=1e-6)
    back = turned_upright(standing, z_up=False)
    np.testing.assert_allclose(rest_matrices(back.rig.bones), rest_matrices(lying.rig.bones), atol=1e-9)
    assert back.figure.source == lying.figure.source


def test_who_lies_down_lies(tmp_path: Path) -> None:
    """A figure that rests upright and lies on the floor in a frame, and one that rests so and stands up in it, stay."""
    standing, lying, on_the_floor = person(fingers=False), turned(person(fingers=False)), UPRIGHT.T.copy()
    on_the_floor[2, 3] = 0.2
    for rig, turn in ((standing, on_the_floor), (lying, UPRIGHT)):
        document = from_bvh(rig, tmp_path, turn)
        assert not lies_on_its_front(document.figure) and upright(document) is document


def test_where_the_format_says_what_is_up_nothing_is_turned() -> None:
    document = Document.of(turned(person(fingers=False)))
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
    file.write_bytes(gltf.written(baked_at_rest(Figure(rig=turned(standing)))).data)
    lying = read(file)
    assert lies_against_its_format(lying.figure) and upright(lying) is lying
    stood = stood_up(lying)
    file.write_bytes(gltf.written(baked_at_rest(stood.figure)).data)
    for document in (stood, read(file)):
        assert not lies_against_its_format(document.figure)
        heads = {bone.name: bone.head for bone in document.rig.bones}
        for bone in standing.bones:
            np.testing.assert_allclose(heads[bone.name], bone.head, atol=1e-6)


def baked_at_rest(figure: Figure) -> BakedFigure:
    return BakedFigure(figure, rest_matrices(figure.rig.bones), ())


def moving(rig: Rig, folder: Path, turns: list[np.ndarray]) -> Document:
    """The figure as it is read from a file in which each frame turns and moves it as a whole."""
    file, rest = folder / "moving.bvh", rest_matrices(rig.bones)
    frames = BakedClip("", 30.0, 0, np.array([turn @ rest for turn in turns]))
    file.write_bytes(bvh.written(BakedFigure(Figure(rig=rig), rest, (frames,))).data)
    return read(file)


def test_a_motion_with_another_axis_up_than_its_skeleton_stands_on_the_floor(tmp_path: Path) -> None:
    """Joints go where the file's own frames have them, a quarter turned; the skeleton and who lies down stay."""
    standing, bobbing = person(fingers=False), []
    for height in 0.02 * np.sin(np.arange(12)) ** 2:
        lying = UPRIGHT.T.copy()
        lying[1, 3] = -height
        bobbing.append(lying)
    document = moving(standing, tmp_path, bobbing)
    made = upright(document)
    assert upright(made) is made and made.rig.bones == document.rig.bones
    (rest, lay), (still, stands) = places(document), places(made)
    np.testing.assert_allclose(still, rest, atol=1e-9)
    np.testing.assert_allclose(stands, lay @ UPRIGHT[:3, :3].T, atol=1e-6)
    np.testing.assert_allclose(places(turned_upright(made, z_up=False))[1], lay, atol=1e-6)
    names = list(document.rig.by_name)
    assert (stands[:, names.index("head"), 2] > stands[:, names.index("hips"), 2] + 0.4).all()
    in_bed = [turn.copy() for turn in bobbing]
    for turn in in_bed:
        turn[:3, 3] = -turn[:3, :3] @ standing.by_name["hips"].head  # hips at the origin, as who lies there has them
    document = moving(standing, tmp_path, in_bed)
    assert upright(document) is document


@pytest.mark.parametrize("count", [1, 3, 9])
def test_a_few_frames_stand_unless_a_body_could_lie_so_on_the_floor(count: int, tmp_path: Path) -> None:
    lying = UPRIGHT.T.copy()
    document = moving(person(fingers=False), tmp_path, [lying] * count)
    assert places(document)[1][..., 2].min() < -0.05, "lying, it would be in the floor"
    assert (np.ptp(places(upright(document))[1][..., 2], axis=1) > 1.0).all()
    lying[2, 3] = 0.3
    on_the_floor = moving(person(fingers=False), tmp_path, [lying] * count)
    assert places(on_the_floor)[1][..., 2].min() > 0.0
    assert upright(on_the_floor) is on_the_floor
