"""Clips of a file for the open figure: of the same bones by their names, of another person part by part."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pantin import rigs, solver
from pantin.app.clips.imported_motion import imported_motion
from pantin.app.files import export
from pantin.app.files.baking import at_frame
from pantin.rigs import Document, Rig
from pantin.rigs.clip import Clip
from pantin.rigs.figure import Figure
from pantin.rigs.fitting.found_body import SIDES, role_of
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from pantin.rigs.motion.person import Person
from pantin.rigs.motion.transform_arrays import decomposed
from pantin.rigs.rest import rest_matrices
from pantin.rigs.templates import TEMPLATES
from pantin.solver.edits.poses.clips import frame_shown
from pantin.solver.edits.poses.hinges import bent_about_hinges
from tests.app.clips.limb_directions import person, ways
from tests.cases import case
from tests.dialects.body import about
from tests.rigs.motion.child import child
from tests.rigs.skeletons import swung
from tests.solver.edits.poses.stepping import stepping


def kneeling(rig: Rig) -> Clip:
    """Three frames in which the hips sink, a leg bends and an arm rises."""
    frames = np.tile((0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0), (3, 4, 1))
    for frame, half in enumerate((0.0, 0.2, 0.4)):
        frames[frame, 0, 1] = -half / 4.0
        frames[frame, 1:, 3], frames[frame, 1:, 6] = (half, -half, half), np.cos(np.arcsin(half))
    frames[:, 0, 3:7] = (0.0, 0.0, 0.0, 1.0)
    bones = person(Figure(rig=rig)).body.bones
    return Clip.of("kneel", 24.0, [bones[each] for each in ("hips", "thigh.L", "shin.L", "upper_arm.R")], frames)


def test_motion_of_another_person_poses_the_controls_of_the_open_one(tmp_path: Path) -> None:
    """Bones of other names and lengths point as those of the file do, under handles too; trim and loop stay."""
    clip = replace(kneeling(child()), first=1, loop=False)
    theirs, path = Document.of(Figure(rig=child(), clips=(clip,))), tmp_path / "child.rig.json"
    rigs.write(theirs, path)
    ours = Document.of(TEMPLATES["biped"]())
    assert any(isinstance(each, rigs.Ik) for each in ours.rig.constraints)
    found = imported_motion(path, ours)
    (made,) = found.clips
    assert "child.rig.json moves another skeleton" in found.remarks and not found.missing
    assert (made.name, made.rate, made.count, made.first, made.last, made.loop) == ("kneel", 24.0, 3, 1, None, False)
    for frame in range(3):
        seen = solver.evaluate(frame_shown(ours, made, frame))
        there = solver.evaluate(at_frame(theirs, clip, frame))
        np.testing.assert_allclose(ways(seen, person(ours.figure)), ways(there, person(theirs.figure)), atol=2e-3)


def test_motion_about_the_origin_stands_on_the_floor(tmp_path: Path) -> None:
    """Recordings without a place have their hips at the origin: a figure that takes one does not stand in the floor."""
    clip, path = kneeling(child()), tmp_path / "child.rig.json"
    frames = np.array(clip.frames)
    frames[:, 0, 1] -= 0.6
    sunk = Clip.of(clip.name, clip.rate, clip.bones, frames)
    rigs.write(Document.of(Figure(rig=child(), clips=(sunk,))), path)
    ours = Document.of(TEMPLATES["biped"]())
    (made,) = imported_motion(path, ours).clips
    heights = [float(solver.evaluate(frame_shown(ours, made, frame)).tails[:, 2].min()) for frame in range(3)]
    assert min(heights) == pytest.approx(0.0, abs=0.03)


def test_what_is_no_person_is_refused_in_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "child.rig.json"
    rigs.write(Document.of(Figure(rig=child(), clips=(kneeling(child()),))), path)
    with pytest.raises(ValueError, match="another skeleton"):
        imported_motion(path, Document.of(TEMPLATES["quadruped"]()))


NEXT = {"upper_arm": "forearm", "forearm": "hand", "thigh": "shin", "shin": "foot"}


def spans(heads: dict[str, np.ndarray], whose: Person) -> np.ndarray:
    """Return which way limbs go from joint to joint, by where the heads of bones are."""
    bones = whose.body.bones
    ends = [(role_of(part, side), role_of(end, side)) for part, end in NEXT.items() for side in SIDES]
    found = np.array([heads[bones[end]] - heads[bones[part]] for part, end in ends])
    return np.asarray(found / np.linalg.norm(found, axis=1, keepdims=True))


@pytest.mark.parametrize(
    ("figure", "motion"),
    [
        ("person-mixamo-names", "motion-root-offset-0.bvh"),
        ("person-unity-names", "motion-two-poses.bvh"),
        ("person-mixamo-names", "motion-root-travels.gltf"),
        ("person-mixamo-names", "motion-rest-along-x.bvh"),
    ],
)
def test_limbs_point_as_those_of_the_file_whatever_its_names_root_and_rest(figure: str, motion: str) -> None:
    """Joints of the file by forward kinematics of what was read, those of the figure by the solver."""
    ours, theirs = rigs.read(case(f"{figure}.rig.json")), rigs.read(case(motion))
    (made,) = imported_motion(case(motion), ours).clips
    (clip,) = theirs.figure.clips
    stands = forward_kinematics(theirs.rig.bones, np.asarray(clip.frames, float))[..., :3, 3]
    for frame in {0, clip.count // 2, clip.count - 1}:
        seen = solver.evaluate(frame_shown(ours, made, frame))
        there = spans(dict(zip(theirs.rig.by_name, stands[frame], strict=True)), person(theirs.figure))
        here = spans(dict(zip(seen.names, seen.heads, strict=True)), person(ours.figure))
        assert float(np.einsum("ij,ij->i", there, here).min()) > np.cos(np.radians(0.5))


def test_a_root_at_the_origin_with_places_in_its_frames_stands_on_the_floor() -> None:
    ours = rigs.read(case("person-mixamo-names.rig.json"))
    (made,) = imported_motion(case("motion-root-offset-0.bvh"), ours).clips
    seen = solver.evaluate(frame_shown(ours, made, 0))
    bones = person(ours.figure).body.bones
    assert seen.matrix(bones["hips"])[2, 3] == pytest.approx(0.95, abs=2e-3)
    assert [seen.matrix(bones[f"foot.{side}"])[2, 3] for side in "LR"] == pytest.approx([0.09, 0.09], abs=2e-3)


@pytest.mark.parametrize(
    ("offset", "frame", "at"),
    [
        ("2 .95 1", "0 .95 0", (0, 0)),
        ("2 .95 1", "2 .95 1", (2, -1)),
        ("2 .95 1", "0 0 0", (0, 0)),
        ("0 0 0", "3 .95 1", (3, -1)),
    ],
)
def test_what_frames_say_of_the_root_replaces_its_offset(tmp_path: Path, offset: str, frame: str, at) -> None:
    """As Blender, Maya and MotionBuilder have it: the figure stands where the frames are, whatever the offset."""
    text = case("motion-root-offset-0.bvh").read_text()
    text = text.replace("OFFSET 0.000000 0.000000 0.000000", f"OFFSET {offset}", 1)
    text = text.replace("0.000000 0.950000 0.000000 -0.0", f"{frame} -0.0", 1)
    (tmp_path / "away.bvh").write_text(text)
    ours = rigs.read(case("person-mixamo-names.rig.json"))
    (made,) = imported_motion(tmp_path / "away.bvh", ours).clips
    seen = solver.evaluate(frame_shown(ours, made, 0))
    place = dict(zip(seen.names, seen.heads, strict=True))
    np.testing.assert_allclose(place["Hips"], (*at, 0.95), atol=0.01)
    assert place["LeftFoot"][2] == pytest.approx(0.09, abs=0.01)


def test_what_bones_above_the_hips_do_is_carried_into_them() -> None:
    """The figure has no bone above its hips: they travel 2 m ahead and turn a quarter."""
    ours = rigs.read(case("person-mixamo-names.rig.json"))
    (made,) = imported_motion(case("motion-root-travels.gltf"), ours).clips
    hips = person(ours.figure).body.bones["hips"]
    first, last = (solver.evaluate(frame_shown(ours, made, at)).matrix(hips) for at in (0, made.count - 1))
    np.testing.assert_allclose(last[:3, 3] - first[:3, 3], (0.0, -2.0, 0.0), atol=5e-3)
    turned = last[:3, :3] @ first[:3, :3].T
    np.testing.assert_allclose(turned, ((0, -1, 0), (1, 0, 0), (0, 0, 1)), atol=1e-3)


def test_motion_of_the_same_skeleton_is_brought_over_by_names(tmp_path: Path) -> None:
    """To the numbers, and bones that are no part of a body too."""
    path = tmp_path / "child.rig.json"
    rigs.write(Document.of(Figure(rig=child(), clips=(kneeling(child()),))), path)
    found = imported_motion(path, Document.of(child()))
    (made,), clip = found.clips, kneeling(child())
    assert not found.remarks and made.bones == clip.bones
    np.testing.assert_allclose(made.frames, clip.frames, atol=1e-6)


def shown_by_ik(document: Document, clip: Clip) -> list[int]:
    """Return how many limbs IK moves in each frame."""
    shown = (frame_shown(document, clip, frame) for frame in range(clip.count))
    return [sum(each.blend == 1.0 for each in at.rig.constraints if isinstance(each, rigs.Ik)) for at in shown]


@pytest.mark.parametrize("has_hinges", [False, True])
def test_limbs_of_a_skeleton_without_hinges_play_on_ik_where_names_agree(has_hinges: bool, tmp_path: Path) -> None:
    """Its knees bend about another axis. Motion of a skeleton with the same hinges is somebody's own: left as it is."""
    ours, clip = Document.of(TEMPLATES["biped"]()), stepping(0.3, 0.0)
    bones = [each if has_hinges else replace(each, joint=rigs.Joint()) for each in ours.rig.bones]
    theirs = Document.of(
        Figure(rig=replace(ours.rig.changed(constraints=()), bones=tuple(bones), limbs=()), clips=(clip,))
    )
    rigs.write(theirs, tmp_path / "steps.rig.json")
    found = imported_motion(tmp_path / "steps.rig.json", ours)
    (made,) = found.clips
    assert not found.fitted and made.bones == clip.bones, "by names"
    assert set(shown_by_ik(ours, made)) == ({2} if has_hinges else {4}), "arms and, without hinges, legs"
    assert ("shin.L" in found.beyond) == has_hinges
    if has_hinges:
        np.testing.assert_array_equal(made.frames, clip.frames)
    for frame in (0, 15, 40):
        seen, there = solver.evaluate(frame_shown(ours, made, frame)), solver.evaluate(at_frame(theirs, clip, frame))
        for bone in ("foot.L", "foot.R"):
            np.testing.assert_allclose(seen.matrix(bone)[:3, 3], there.matrix(bone)[:3, 3], atol=1e-3)


def test_what_leaves_as_the_figure_plays_it_comes_back_by_names_as_it_is(tmp_path: Path) -> None:
    """The file knows no hinges, but its limbs bend about them already."""
    ours = Document.of(TEMPLATES["biped"]())
    clip = bent_about_hinges(ours, stepping(0.3, 0.01))
    export.write(ours, tmp_path / "steps.glb", [clip])
    (there,) = rigs.read(tmp_path / "steps.glb").figure.clips
    (made,) = imported_motion(tmp_path / "steps.glb", ours).clips
    assert set(shown_by_ik(ours, made)) == {4}
    thigh = [each.frames[:, each.bones.index("thigh.L"), 3:7] for each in (there, made)]
    np.testing.assert_allclose(thigh[1], thigh[0], atol=1e-6)


def folded(rig: Rig) -> Rig:
    """Return a child that rests with its legs and arms along its back, as some motion capture has it."""
    for side in "LR":
        rig = swung(rig, f"Child_thigh.{side}", about("x", np.pi - 0.05))
        rig = swung(rig, f"Child_upper_arm.{side}", about("y", 0.8 if side == "R" else -0.8))
    return rig


def test_a_skeleton_that_rests_folded_moves_another_all_the_same(tmp_path: Path) -> None:
    """Its bones rest along each other, which does not tell their rolls; limbs point nearly as those of the file do."""
    plain, laid = child(), folded(child())
    motion, rests = kneeling(plain), [rest_matrices(rig.bones) for rig in (plain, laid)]
    wanted = [solver.evaluate(at_frame(Document.of(plain), motion, frame)) for frame in range(3)]
    rows, parents = laid.rows, [bone.parent for bone in laid.bones]
    frames = np.zeros((3, len(rows), 10))
    for frame, stands in enumerate(wanted):
        for row, parent in enumerate(parents):
            above = (stands.matrices @ np.linalg.inv(rests[1]))[rows[parent]] if parent else np.eye(4)
            frames[frame, row] = decomposed(np.linalg.inv(above @ rests[1][row]) @ stands.matrices[row])
    clip, path = Clip.of("kneel", 24.0, list(rows), frames), tmp_path / "folded.rig.json"
    rigs.write(Document.of(Figure(rig=laid, clips=(clip,))), path)
    ours = Document.of(TEMPLATES["biped"]())
    (made,) = imported_motion(path, ours).clips
    whose = person(Figure(rig=plain))
    for frame, stands in enumerate(wanted):
        seen = ways(solver.evaluate(frame_shown(ours, made, frame)), person(ours.figure))
        there = ways(stands, whose)
        assert (seen * there).sum(axis=1).min() > 0.9, frame
