"""Files of every program are read as they were made: joints rest and move where the mathematics has them."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

import pantin
from pantin.rigs.figure import Figure
from pantin.rigs.formats import clips_of
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from pantin.rigs.problems import problems_of
from pantin.rigs.rest import rest_lengths
from tests.dialects.body import z_up
from tests.dialects.programs import DIALECTS, Dialect, FileOf
from tests.rigs.formats.gltf_files import glb, parts


def heads(one: Dialect, figure: Figure) -> tuple[np.ndarray, np.ndarray]:
    """Return where the joints of a dialect are at rest (n, 3) and in the frames of the only clip (f, n, 3)."""
    rows, (clip,) = [figure.rig.rows[name] for name in one.order], figure.clips
    moved = forward_kinematics(figure.rig.bones, np.asarray(clip.frames, float))
    return np.array([figure.rig.bones[row].head for row in rows]), moved[..., :3, 3][:, rows]


@pytest.mark.parametrize("name", DIALECTS)
def test_joints_rest_and_move_as_they_were_made(name: str, file_of: FileOf) -> None:
    one = DIALECTS[name]
    figure = pantin.read(file_of(name)).figure
    at_rest, moving = heads(one, figure)
    np.testing.assert_allclose(at_rest / one.unit, z_up(one.body.places), atol=one.tolerance)
    assert len(moving) == 64 and figure.clips[0].rate == pytest.approx(30.0)
    np.testing.assert_allclose(moving / one.unit, one.places, atol=one.tolerance)


@pytest.mark.parametrize("name", DIALECTS)
def test_bones_have_lengths_and_hang_together(name: str, file_of: FileOf) -> None:
    """A joint is the parent of those below it; only children that leave its end are not connected to it."""
    one, rig = DIALECTS[name], pantin.read(file_of(name)).rig
    assert (rest_lengths(rig.bones) > 1e-6 * one.unit).all()
    for part, parent in zip(one.body.parts, one.body.parents, strict=True):
        bone = rig.by_name[one.names[part]]
        assert bone.parent == (one.names[one.body.parts[parent]] if parent >= 0 else None)
        assert not bone.connected or bone.head == rig.by_name[str(bone.parent)].tail
    assert rig.by_name[one.names["shin.L"]].connected and rig.by_name[one.names["forearm.R"]].connected
    assert not [problem for problem in problems_of(rig) if problem.severity == "error"]


@pytest.mark.parametrize("name", DIALECTS)
def test_what_was_read_can_be_saved(name: str, file_of: FileOf, tmp_path: Path) -> None:
    path = Path(shutil.copy(file_of(name), tmp_path))
    document = pantin.read(path)
    pantin.write(document, tmp_path / "figure.rig.json")
    assert pantin.read(tmp_path / "figure.rig.json") == document


@pytest.mark.parametrize("name", ["Mixamo", "CMU"])
def test_a_part_of_a_motion_is_read_alone(name: str, file_of: FileOf) -> None:
    (whole,) = clips_of(file_of(name))
    (part,) = clips_of(file_of(name), 5, 9)
    np.testing.assert_array_equal(part.frames, whole.frames[5:10])
    with pytest.raises(pantin.Unreadable, match="frames from 0 to 63, so none from 64"):
        clips_of(file_of(name), 64)


def test_a_mesh_that_is_packed_by_draco_does_not_keep_the_joints_from_being_read(
    file_of: FileOf, tmp_path: Path
) -> None:
    """Its data are of no use to a rig: joints and motion are stored apart from it."""
    path = tmp_path / "packed.glb"
    plain, data = parts(file_of("Mixamo").read_bytes())
    packed = {"bufferView": 0, "attributes": {"POSITION": 0, "JOINTS_0": 1, "WEIGHTS_0": 2}}
    plain["meshes"][0]["primitives"][0]["extensions"] = {"KHR_draco_mesh_compression": packed}
    plain["extensionsUsed"] = plain["extensionsRequired"] = ["KHR_draco_mesh_compression"]
    path.write_bytes(glb(plain, data))
    assert pantin.read(path).rig.bones == pantin.read(file_of("Mixamo")).rig.bones
    moved = heads(DIALECTS["Mixamo"], pantin.read(path).figure)[1]
    np.testing.assert_allclose(moved, DIALECTS["Mixamo"].places, atol=DIALECTS["Mixamo"].tolerance)
