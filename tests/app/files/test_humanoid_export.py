"""Motion for any avatar leaves a person: counted from the T-pose, compared when it is read back."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.app.files import export, read_back
from pantin.app.files.humanoid_baking import baked_humanoid
from pantin.rigs import Document, Transform, Unwritable, formats
from pantin.rigs import rotations as rot
from pantin.rigs.clip import Clip
from pantin.rigs.formats import gltf
from pantin.rigs.gaze import Gaze
from pantin.rigs.rest import rest_matrices
from pantin.rigs.templates import TEMPLATES
from tests.readers.glb import Glb
from tests.rigs.samples import plain

Z_UP = np.array(((1.0, 0, 0), (0, 0, -1.0), (0, 1.0, 0)))


def person() -> Document:
    """The shipped person without constraints: its bones move alone."""
    return plain(TEMPLATES["humanoid"]())


def test_a_pose_leaves_as_one_frame_of_turns_from_the_t_pose(tmp_path: Path) -> None:
    """A head that is turned by itself is turned so in the file, whatever its axes are at rest; nothing else is."""
    document = person()
    head = baked_humanoid(document, ()).humanoid.bones["head"]
    turn = np.array((0.0, 0.6, 0.0, 0.8))
    found = export.write(document.posed({head: Transform(rotation=(0.0, 0.6, 0.0, 0.8))}), tmp_path / "look.vrma")
    assert found is not None and not found.lost and found.frames == found.compared == 1
    assert found.names == found.joints > 15 and found.in_motion is not None and found.in_motion < 1e-5
    stood, moved = baked_humanoid(document, ()).clips[0], Glb(tmp_path / "look.vrma")
    axes = rest_matrices(document.rig.bones)[document.rig.rows[head], :3, :3]
    about = rot.matrix_from_quaternion(turn)
    turned = moved.moving()
    neck, rest = turned["neck"][0, :3, :3], turned["head"][0, :3, :3]
    still = stood.turns[0, list(baked_humanoid(document, ()).humanoid.bones).index("head")]
    stance = baked_humanoid(document, ()).humanoid.turns["head"]
    expected = stance @ axes @ about @ axes.T @ stance.T @ rot.matrix_from_quaternion(still)
    np.testing.assert_allclose(Z_UP @ neck.T @ rest @ Z_UP.T, expected, atol=1e-6)


def test_arms_are_straight_out_in_the_t_pose_of_any_person(tmp_path: Path) -> None:
    """Hands are as high as shoulders there, left of the body is +X, and it looks along +Z of the file."""
    export.write(person(), tmp_path / "still.vrma")
    plain_file = Glb(tmp_path / "still.vrma")
    rests = {**plain_file.plain, "animations": []}
    plain_file.plain = rests
    at = {name: matrix[0, :3, 3] for name, matrix in plain_file.moving().items()}
    for side, way in (("left", 1.0), ("right", -1.0)):
        arm = at[f"{side}Hand"] - at[f"{side}UpperArm"]
        assert abs(arm[1]) < 1e-9 and abs(arm[2]) < 1e-9 and way * arm[0] > 0.3
        assert at[f"{side}Toes"][2] > at[f"{side}Foot"][2]
    assert at["hips"][1] > 0.5


def test_clips_leave_with_the_place_of_the_hips(tmp_path: Path) -> None:
    document = person()
    hips = baked_humanoid(document, ()).humanoid.bones["hips"]
    rows = np.tile((0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0), (3, 1, 1))
    rows[:, 0, 1] = (0.0, 0.1, 0.3)
    jump = Clip.of("jump", 24.0, [hips], rows)
    figure = replace(document.figure, clips=(jump,))
    found = export.write(document.with_figure(figure), tmp_path / "jump.vrma")
    assert found is not None and found.frames == 3 and not found.lost
    moved = Glb(tmp_path / "jump.vrma").moving()["hips"][:, :3, 3]
    along = rest_matrices(document.rig.bones)[document.rig.rows[hips], :3, 1] @ Z_UP
    np.testing.assert_allclose(moved - moved[0], np.outer((0.0, 0.1, 0.3), along), atol=1e-6)


def test_expressions_leave_of_the_pose_and_of_clips(tmp_path: Path) -> None:
    document = person()
    figure = replace(document.figure, pose=replace(document.figure.pose, expressions={"happy": 0.5, "wide": 1.0}))
    rows = np.tile((0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0), (2, 1, 1))
    smile = Clip.of("smile", 30.0, ["head"], rows).with_expressions({"happy": [0.0, 1.0]})
    smiling = document.with_figure(replace(figure, clips=(smile,)))
    export.write(smiling, tmp_path / "smile.vrma")
    moving = Glb(tmp_path / "smile.vrma").moving()
    assert moving["happy"][:, 0, 3].tolist() == [0.0, 1.0] and moving["wide"][:, 0, 3].tolist() == [1.0, 1.0]
    export.write(smiling, tmp_path / "still.vrma", ())
    assert Glb(tmp_path / "still.vrma").moving()["happy"][0, 0, 3] == 0.5


def test_where_the_eyes_look_leaves_with_them(tmp_path: Path) -> None:
    """Something as high as the eyes, as far to the left as ahead, is 45° to the left, by trigonometry."""
    document = person()
    bones = baked_humanoid(document, ()).humanoid.bones
    head = document.rig.by_name[bones["head"]]
    gaze = Gaze(point=(1.0 + head.head[0], head.head[1] - 1.0, head.head[2]), head=head.name)
    pose = replace(document.figure.pose, gaze=gaze)
    export.write(document.with_figure(replace(document.figure, pose=pose)), tmp_path / "look.vrma")
    ahead = Glb(tmp_path / "look.vrma").moving()["lookAt"][0, :3, 2]
    np.testing.assert_allclose(ahead, (np.sqrt(0.5), 0.0, np.sqrt(0.5)), atol=1e-6)


def test_bones_that_leave_their_place_are_named(tmp_path: Path) -> None:
    document = person()
    forearm = baked_humanoid(document, ()).humanoid.bones["leftLowerArm"]
    bones = tuple(replace(bone, connected=False) if bone.name == forearm else bone for bone in document.rig.bones)
    loose = document.with_rig(document.rig.changed(bones=bones))
    found = export.write(loose.posed({forearm: Transform(location=(0.0, 0.2, 0.0))}), tmp_path / "out.vrma")
    assert found is not None and forearm in found.differ and "0.2 m" in found.lost and "turns alone" in found.lost


def test_what_is_read_back_otherwise_is_not_kept(tmp_path: Path) -> None:
    made = baked_humanoid(person(), ())
    (clip,) = made.clips
    bent = replace(clip, turns=np.roll(clip.turns, 1, axis=1) + np.array((0.1, 0.0, 0.0, 0.0)))
    path = tmp_path / "bent.vrma"
    path.write_bytes(gltf.written_vrma(made.humanoid, (bent,), {}))
    assert read_back.compared_humanoid(made.humanoid, made.clips, made.seen, path).why
    path.write_bytes(gltf.written_vrma(made.humanoid, made.clips, {}))
    assert not read_back.compared_humanoid(made.humanoid, made.clips, made.seen, path).why


def test_what_is_no_person_is_told_so(tmp_path: Path) -> None:
    with pytest.raises(Unwritable, match=r"none was found in this figure"):
        export.write(Document.of(TEMPLATES["arm"]()), tmp_path / "arm.vrma")
    assert not list(tmp_path.iterdir())


def test_what_leaves_comes_back_as_it_was(tmp_path: Path) -> None:
    export.write(person(), tmp_path / "still.vrma")
    again = formats.read(tmp_path / "still.vrma")
    assert {"hips", "head", "leftHand"} <= again.rig.by_name.keys() and len(again.figure.clips) == 1
