"""VRM animations move any person: turns counted from both T-poses, hips in heights of hips, expressions by preset."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.app.clips.imported_motion import imported_motion
from pantin.app.files import export, read_back
from pantin.app.files.baking import at_frame
from pantin.app.files.humanoid_baking import baked_humanoid
from pantin.rigs import Bone, Document, formats
from pantin.rigs.clip import Clip
from pantin.rigs.formats import gltf
from pantin.rigs.gaze import values_of_looks
from pantin.rigs.motion.humanoid_motion import NEEDED, posed_humanoid
from pantin.rigs.templates import TEMPLATES
from pantin.solver import evaluate
from tests.app.clips.humanoids import avatar, motion_of
from tests.rigs.samples import plain


def person() -> Document:
    return plain(TEMPLATES["humanoid"]())


def test_the_same_person_moves_as_the_file_says(tmp_path: Path) -> None:
    document = person()
    humanoid, motion = motion_of(document)
    (tmp_path / "dance.vrma").write_bytes(gltf.written_vrma(humanoid, (motion,), {}))
    found = imported_motion(tmp_path / "dance.vrma", document)
    (clip,) = found.clips
    assert "retargeted" in found.fitted and clip.count == 4
    moved = document.with_figure(replace(document.figure, clips=(clip,)))
    expected = posed_humanoid(humanoid, motion)
    for frame in range(4):
        posed = evaluate(at_frame(moved, clip, frame))
        for place, bone in enumerate(humanoid.bones.values()):
            np.testing.assert_allclose(posed.matrix(bone)[:3, 3], expected[frame, place, :3, 3], atol=1e-5)


def test_a_figure_of_half_the_size_goes_half_as_far(tmp_path: Path) -> None:
    document = person()
    humanoid, motion = motion_of(document)
    (tmp_path / "dance.vrma").write_bytes(gltf.written_vrma(humanoid, (motion,), {}))
    bones = tuple(
        replace(bone, head=tuple(0.5 * x for x in bone.head), tail=tuple(0.5 * x for x in bone.tail))
        for bone in document.rig.bones
    )
    small = document.with_rig(document.rig.changed(bones=bones))
    (clip,) = imported_motion(tmp_path / "dance.vrma", small).clips
    expected = posed_humanoid(humanoid, motion)
    moved = small.with_figure(replace(small.figure, clips=(clip,)))
    for frame in range(4):
        posed = evaluate(at_frame(moved, clip, frame))
        for name in ("hips", "leftHand", "rightFoot", "head"):
            place = list(humanoid.bones).index(name)
            at = posed.matrix(humanoid.bones[name])[:3, 3]
            np.testing.assert_allclose(at, 0.5 * expected[frame, place, :3, 3], atol=1e-5)


def test_hips_that_stay_where_they_rest_do_not_move(tmp_path: Path) -> None:
    """Files without a place for the hips let those of the figure stay, however high they are."""
    document = person()
    humanoid, motion = motion_of(document)
    still = replace(motion, hips=np.tile(humanoid.heads["hips"], (4, 1)))
    (tmp_path / "still.vrma").write_bytes(gltf.written_vrma(humanoid, (still,), {}))
    (clip,) = imported_motion(tmp_path / "still.vrma", document).clips
    assert np.abs(np.stack([track.array[:, :3] for track in clip.tracks.values()])).max() < 1e-6


def test_an_avatar_gets_turns_by_its_own_map_and_expressions_by_preset(tmp_path: Path) -> None:
    """An old VRM looks the other way in its file; its joy is called Grin."""
    document = avatar(tmp_path)
    made = baked_humanoid(document, ())
    assert set(made.humanoid.bones) == set(NEEDED)
    assert made.humanoid.bones["leftHand"] == "J_leftHand"
    assert made.humanoid.heads["leftHand"][0] == pytest.approx(0.75), "left is +X here"
    _humanoid, motion = motion_of(document)
    smiling = replace(motion, expressions={"happy": np.array((0.0, 1.0, 0.5, 0.25))})
    (tmp_path / "dance.vrma").write_bytes(gltf.written_vrma(made.humanoid, (smiling,), {}))
    (clip,) = imported_motion(tmp_path / "dance.vrma", document).clips
    assert clip.expressions["Grin"].array[:, 0].tolist() == [0.0, 1.0, 0.5, 0.25]
    moved = document.with_figure(replace(document.figure, clips=(clip,)))
    expected = posed_humanoid(made.humanoid, motion)
    for frame in range(4):
        posed = evaluate(at_frame(moved, clip, frame))
        for place, bone in enumerate(made.humanoid.bones.values()):
            np.testing.assert_allclose(posed.matrix(bone)[:3, 3], expected[frame, place, :3, 3], atol=1e-5)
    export.write(moved, tmp_path / "again.vrma")
    again = formats.read(tmp_path / "again.vrma").figure.clips[0]
    assert again.expressions["happy"].array[:, 0].tolist() == [0.0, 1.0, 0.5, 0.25]


def test_expressions_of_a_hostile_file_are_left_out(tmp_path: Path) -> None:
    document = person()
    humanoid, motion = motion_of(document)
    made = gltf.written_vrma(humanoid, (replace(motion, expressions={"happy": np.full(4, 0.5)}),), {})
    for bent in (b'"node":"x"', b'"node":-1', b'"node":1e9', b'"node":[1]'):
        place = made.index(b'"happy":{"node":') + len(b'"happy":{')
        end = made.index(b"}", place)
        data = made[:place] + bent.ljust(end - place)[: end - place] + made[end:]
        if len(bent) <= end - place:
            (tmp_path / "bent.vrma").write_bytes(data)
            (clip,) = imported_motion(tmp_path / "bent.vrma", document).clips
            assert isinstance(clip, Clip) and not clip.expressions


LOOKS = np.radians(((0.0, 0.0), (30.0, 0.0), (-45.0, 20.0), (60.0, -30.0)))
"""To the left and upwards, in four frames."""


def looking(folder: Path) -> Path:
    """Write motion of a person whose eyes look about."""
    humanoid, motion = motion_of(person())
    path = folder / "look.vrma"
    path.write_bytes(gltf.written_vrma(humanoid, (replace(motion, looks=LOOKS),), {}))
    return path


def with_eyes() -> Document:
    """A person with two eyes that are bones, level and ahead."""
    document = person()
    head = document.rig.by_name[baked_humanoid(document, ()).humanoid.bones["head"]]
    x, y, z = head.head
    eyes = tuple(
        Bone(name, head.name, (x + way * 0.03, y - 0.1, z + 0.08), (x + way * 0.03, y - 0.13, z + 0.08))
        for name, way in (("eye.L", 1.0), ("eye.R", -1.0))
    )
    return document.with_rig(document.rig.changed(bones=(*document.rig.bones, *eyes)))


def test_eyes_that_are_bones_look_where_the_file_says(tmp_path: Path) -> None:
    """Without a file of their own eyes follow to 35° and no farther; so do they leave again."""
    document = with_eyes()
    (clip,) = imported_motion(looking(tmp_path), document).clips
    assert not clip.expressions
    moved = document.with_figure(replace(document.figure, clips=(clip,)))
    names = baked_humanoid(document, ()).humanoid.bones
    for frame, (yaw, pitch) in enumerate(np.clip(LOOKS, -np.radians(35.0), np.radians(35.0))):
        posed = evaluate(at_frame(moved, clip, frame))
        rest = evaluate(document)
        turn = posed.matrix(names["head"])[:3, :3] @ rest.matrix(names["head"])[:3, :3].T
        for eye in ("eye.L", "eye.R"):
            x, y, z = turn.T @ posed.matrix(eye)[:3, 1]
            assert (np.arctan2(x, -y), np.arctan2(z, np.hypot(x, y))) == pytest.approx((yaw, pitch), abs=1e-5)
    export.write(moved, tmp_path / "again.vrma")
    again = formats.read(tmp_path / "again.vrma").figure.clips[0].expressions
    limited = np.clip(LOOKS, -np.radians(35.0), np.radians(35.0)) / (np.pi / 2.0)
    np.testing.assert_allclose(again["lookLeft"].array[:, 0], np.maximum(limited[:, 0], 0.0), atol=1e-5)
    np.testing.assert_allclose(again["lookDown"].array[:, 0], np.maximum(-limited[:, 1], 0.0), atol=1e-5)


def test_where_a_file_looks_leaves_again_without_eyes(tmp_path: Path) -> None:
    document = person()
    (clip,) = imported_motion(looking(tmp_path), document).clips
    export.write(document.with_figure(replace(document.figure, clips=(clip,))), tmp_path / "again.vrma")
    again = formats.read(tmp_path / "again.vrma").figure.clips[0].expressions
    for name, values in values_of_looks(LOOKS).items():
        np.testing.assert_allclose(again[name].array[:, 0], values, atol=1e-5)


def test_a_gaze_that_is_read_back_otherwise_is_not_kept(tmp_path: Path) -> None:
    made = baked_humanoid(person(), ())
    (clip,) = made.clips
    there = replace(clip, looks=np.array(((0.2, 0.1),)))
    path = tmp_path / "look.vrma"
    path.write_bytes(gltf.written_vrma(made.humanoid, (there,), {}))
    assert not read_back.compared_humanoid(made.humanoid, (there,), made.seen, path).why
    for other in (replace(clip, looks=np.array(((0.2, 0.2),))), clip):
        path.write_bytes(gltf.written_vrma(made.humanoid, (other,), {}))
        assert read_back.compared_humanoid(made.humanoid, (there,), made.seen, path).why
