"""Tests of what there is to see, without a screen: marks, shapes of handles and poles, strings, tints, capsules."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from pantin.rigs.constraints import DampedTrack
from pantin.rigs.document import Document
from pantin.rigs.joint import Joint
from pantin.rigs.rest import rest_lengths, rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.templates import TEMPLATES, humanoid
from pantin.solver import GoalReport, Posed, rest_pose
from pantin.viewport.scene.scene import ACTIVE, HIGHLIGHTED, HOVERED, SELECTED, Scene
from pantin.viewport.values.colours import DARK, LIGHT
from pantin.viewport.values.overlay import Overlay
from tests.viewport.pictures import goal, scene

RIG = humanoid.rig()
ROW = {bone.name: index for index, bone in enumerate(RIG.bones)}
REST = rest_matrices(RIG.bones)


def seen(
    overlay: Overlay | None = None, hovered: str | None = None, goals: tuple[GoalReport, ...] = (), **document
) -> Scene:
    return scene(Document.of(RIG, **document), Posed(RIG.bones, goals=goals), overlay or Overlay(), DARK, hovered)


def flag(shown: Scene, name: str) -> int:
    return int(shown.bones.flags[np.flatnonzero(shown.bones.rows == ROW[name])[0]])


def test_bones_run_from_head_to_tail() -> None:
    shown = seen()
    unit = np.array([(0, 0, 0, 1), (0, 1, 0, 1)]).T
    ends = shown.bones.matrices.astype(float) @ unit
    for row, bone_ends in zip(shown.bones.rows, ends, strict=True):
        np.testing.assert_allclose(bone_ends[:, 0], RIG.bones[row].head, atol=1e-5)
        np.testing.assert_allclose(bone_ends[:, 1], RIG.bones[row].tail, atol=1e-5)


def test_handles_and_poles_are_no_bones_to_draw() -> None:
    shown = seen()
    kinds = {RIG.bones[row].kind for row in shown.bones.rows}
    assert kinds == {"bone"}
    assert {control.name for control in shown.controls} == {bone.name for bone in RIG.bones if bone.kind != "bone"}
    assert {control.shape for control in shown.controls if "pole" in control.name} == {"diamond"}
    assert {control.role for control in shown.controls} == {"handle", "pole"}


def test_selection_hover_and_the_highlighted_chain_are_marked() -> None:
    highlighted = ("upper_arm.L", "forearm.L")
    shown = seen(Overlay(highlighted=highlighted), "thigh.R", selected=("head", "forearm.L"), active="head")
    assert flag(shown, "head") == SELECTED | ACTIVE
    assert flag(shown, "forearm.L") == SELECTED | HIGHLIGHTED
    assert flag(shown, "upper_arm.L") == HIGHLIGHTED
    assert flag(shown, "thigh.R") == HOVERED
    assert flag(shown, "thigh.L") == 0


def test_the_overlay_says_what_is_hovered_unless_the_view_does() -> None:
    assert flag(seen(Overlay(hovered="head")), "head") == HOVERED


def test_marked_bones_take_the_accent_and_tint_their_wood() -> None:
    shown = seen(Overlay(highlighted=("hand.L",)), selected=("head",), active="head")
    at = {RIG.bones[row].name: index for index, row in enumerate(shown.bones.rows)}
    assert tuple(shown.bones.colours[at["hand.L"]]) == tuple(shown.bones.colours[at["head"]]) == DARK.accent
    assert tuple(shown.bones.colours[at["chest"]]) != DARK.accent
    amounts = shown.figure.tints[:, 3]
    assert amounts[ROW["hand.L"]] > amounts[ROW["head"]] > amounts[ROW["chest"]] == 0
    assert shown.figure.outlines[ROW["hand.L"]] == 1 and shown.figure.outlines[ROW["head"]] == 0


def test_names_that_are_gone_mark_nothing() -> None:
    shown = seen(Overlay(highlighted=("gone",)), "gone", selected=("gone",), active="gone")
    assert not shown.bones.flags.any()


def test_a_string_runs_from_each_pole_to_its_joint() -> None:
    shown = seen()
    ends = {tuple(np.round(string.points, 6).ravel()) for string in shown.lines}
    for pole, joint in (("elbow_pole.L", "forearm.L"), ("knee_pole.R", "shin.R")):
        expected = np.concatenate([RIG.by_name[joint].head, RIG.by_name[pole].head])
        assert tuple(np.round(expected, 6)) in ends
    assert len(shown.lines) == 4


def test_a_dotted_string_runs_from_a_bone_to_the_point_that_it_looks_at() -> None:
    track = DampedTrack(owner="head", target="hand_ik.L", head_tail=1.0)
    for constraint, count in ((track, 1), (msgspec.structs.replace(track, enabled=False), 0)):
        rig = RIG.changed(constraints=(constraint,))
        shown = scene(Document.of(rig), rest_pose(RIG), Overlay(), DARK, None)
        assert len(shown.lines) == count
        for string in shown.lines:
            assert string.dash
            np.testing.assert_allclose(string.points, (RIG.by_name["head"].head, RIG.by_name["hand_ik.L"].tail))


def test_only_a_goal_that_is_not_reached_has_a_dashed_string() -> None:
    near, far = (0.0, 0.0, 0.0), (0.0, 0.0, 1.0)
    assert all(string.role == "pole" for string in seen(goals=(goal(near, near, True),)).lines)
    missed = [string for string in seen(goals=(goal(far, near, False),)).lines if string.role == "miss"]
    assert len(missed) == 1 and missed[0].dash
    assert missed[0].points == ((0.0, 0.0, 0.0), (0.0, 0.0, 1.0))


def test_the_ring_of_a_limb_lies_across_the_limb() -> None:
    controls = {control.name: control for control in seen().controls}
    for handle, owner in (("hand_ik.L", "forearm.L"), ("foot_ik.R", "shin.R")):
        np.testing.assert_allclose(controls[handle].axes[:3, 2], REST[ROW[owner], :3, 1], atol=1e-9)
        assert controls[handle].radius > 0


def test_capsules_move_with_their_bones() -> None:
    raised = REST.copy()
    raised[:, 2, 3] += 1.0
    low, high = seen().figure.capsules, scene(Document.of(RIG), Posed(RIG.bones, raised)).figure.capsules
    np.testing.assert_allclose(high[:, [2, 6]], low[:, [2, 6]] + 1.0, atol=1e-5)
    np.testing.assert_allclose(high[:, 3], low[:, 3], atol=1e-6)


def test_the_theme_changes_colours_only() -> None:
    dark, light = (scene(Document.of(RIG), rest_pose(RIG), colours=colours) for colours in (DARK, LIGHT))
    np.testing.assert_array_equal(dark.bones.matrices, light.bones.matrices)
    assert (dark.bones.colours != light.bones.colours).any()


def test_an_empty_rig_is_an_empty_scene() -> None:
    shown = scene(Document.of(Rig()), Posed(()))
    assert not len(shown.bones.rows) and not shown.controls and not shown.lines


@pytest.mark.parametrize("name", TEMPLATES)
def test_sample_rigs_are_sound(name: str) -> None:
    rig = TEMPLATES[name]()
    lengths = rest_lengths(rig.bones)
    for bone, length in zip(rig.bones, lengths, strict=True):
        assert length > 0.005, bone.name
        if bone.connected:
            assert rig.by_name[bone.parent].tail == bone.head, bone.name
        for limit in bone.joint.limit:
            assert limit is None or limit[0] <= 0 <= limit[1]


def test_poles_lie_in_the_plane_of_their_limb() -> None:
    for side in "LR":
        for upper, lower, pole in (("upper_arm", "forearm", "elbow_pole"), ("thigh", "shin", "knee_pole")):
            root, joint = (np.array(RIG.by_name[f"{name}.{side}"].head) for name in (upper, lower))
            end, aim = np.array(RIG.by_name[f"{lower}.{side}"].tail), np.array(RIG.by_name[f"{pole}.{side}"].head)
            normal = np.cross(joint - root, end - root)
            assert abs((aim - root) @ normal) / np.linalg.norm(normal) < 1e-5
            assert (aim - joint) @ (joint - (root + end) / 2) > 0


def test_a_joint_at_its_limit_is_marked_where_ik_turns_it_or_it_is_held() -> None:
    """The forearm is turned by IK; the head is not, and is marked only while it is selected.

    Both are straight where their joints bend by a tenth at least; no other joint is limited.
    """
    hit = ("head", "forearm.L")
    bent = Joint(limit=((0.1, 1.0), None, None))
    limited = [msgspec.structs.replace(bone, joint=bent if bone.name in hit else Joint()) for bone in RIG.bones]
    row = {name: REST[ROW[name], :3, 3] for name in hit}

    def marks(**document) -> list:
        shown = scene(Document.of(RIG, **document), Posed(limited, REST), Overlay(), DARK)
        assert all(dot.role == "limit" for dot in shown.limits)
        return [dot.at for dot in shown.limits]

    assert marks() == [pytest.approx(row["forearm.L"])]
    assert marks(selected=("head",), active="head") == [pytest.approx(row[name]) for name in hit]
    assert not seen().limits
