"""Tests of where joints stand in their limits, whose are drawn, what can be grabbed, and what is drawn of them."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest
from hypothesis import given
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.editing.bones import replace_bones
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.editing.visibility import hide
from pantin.rigs.euler import bend_twist_sway
from pantin.rigs.joint import Joint
from pantin.rigs.pose import Transform
from pantin.rigs.templates import humanoid
from pantin.solver import rest_pose
from pantin.solver.edits.posing import posing
from pantin.viewport.scene.limits.limit_bounds import about
from pantin.viewport.scene.limits.limit_geometry import REACH, Edge, edge_at, limit_geometries, limit_geometry
from pantin.viewport.scene.limits.limit_shapes import limit_overlay
from pantin.viewport.values.overlay import Overlay
from pantin.viewport.values.stage import Look
from tests.rigs.strategies import documents, numbers, quaternions, relaxed
from tests.solver.maths.joint_ranges import swing_twist
from tests.viewport.drags import with_selected
from tests.viewport.stages import LENS, look_at, standing

FIGURE = Document.of(humanoid.rig())
HINGE = Joint(lock=(False, True, True), limit=((0.0, np.radians(150)), None, None))
HINGED = replace_bones(FIGURE, [msgspec.structs.replace(FIGURE.rig.by_name["forearm.L"], joint=HINGE)])


def chosen(*names: str, document: Document = FIGURE) -> Look:
    return with_selected(look_at(document), *names)


def texts(overlay: Overlay) -> set[str]:
    return {label.text for label in overlay.labels}


def posed(name: str, rotation: tuple[float, float, float, float], joint: Joint | None = None) -> Look:
    document = with_transforms(FIGURE, {name: Transform(rotation=rotation)})
    if joint is not None:
        document = replace_bones(document, [msgspec.structs.replace(document.rig.by_name[name], joint=joint)])
    return chosen(name, document=document)


@given(quaternions(), quaternions())
@relaxed
def test_a_joint_stands_where_it_is_posed_however_its_parent_is_turned(turn, above) -> None:
    document = with_transforms(FIGURE, {"hand.L": Transform(rotation=turn), "forearm.L": Transform(rotation=above)})
    bare = document.with_rig(document.rig.changed(constraints=()))
    found = limit_geometry(look_at(bare), LENS, "hand.L")
    assert found is not None
    np.testing.assert_allclose(np.abs(swing_twist(turn)), np.abs(found.turn), atol=1e-6)


def is_sheared(matrix: np.ndarray) -> bool:
    """Return whether a bone's axes are flat or not at right angles, as under a limit of scale: then they are no
    rotation.
    """
    axes = matrix[:3, :3] / (np.linalg.norm(matrix[:3, :3], axis=0) + 1e-12)
    return not np.allclose(axes.T @ axes, np.eye(3), atol=1e-6)


@given(documents())
@relaxed
def test_any_pose_of_any_rig_can_be_told(document: Document) -> None:
    look = look_at(document)
    solved = posing.solved_rotations(document, look.evaluated, tuple(look.evaluated.index))
    for name, row in look.evaluated.index.items():
        sheared = is_sheared(look.evaluated.matrices[row])
        found = limit_geometry(look, LENS, name)
        plain = all(bone.inherit_scale == "full" for bone in document.rig.bones) and not document.figure.pose.bones
        if found is not None and plain and not sheared:
            np.testing.assert_allclose(np.abs(found.turn), np.abs(bend_twist_sway(solved[name].rotation)), atol=1e-5)


@given(numbers(-3.0, 3.0), quaternions())
@relaxed
def test_limits_are_drawn_in_the_axes_of_the_joint(roll: float, above) -> None:
    """The grips of a joint that is rolled stand where those of a rolled bone do."""
    document = with_transforms(FIGURE, {"upper_arm.L": Transform(rotation=above)})
    document = document.with_rig(document.rig.changed(constraints=()))
    bone = document.rig.by_name["forearm.L"]
    joint = Joint(limit=((-0.5, 1.0), (-0.2, 0.3), (-0.7, 0.4)))
    turned = msgspec.structs.replace(bone, roll=bone.roll + roll, joint=joint)
    framed = msgspec.structs.replace(bone, joint=msgspec.structs.replace(joint, roll=roll))
    one, other = (
        limit_geometry(look_at(replace_bones(document, [each])), LENS, bone.name) for each in (turned, framed)
    )
    assert one is not None and other is not None
    for (edge, place), (same, there) in zip(one.grips, other.grips, strict=True):
        assert edge == same
        np.testing.assert_allclose(place, there, atol=1e-9)
    np.testing.assert_allclose(one.turn, other.turn, atol=1e-9)


def test_grips_stand_where_the_bone_would_point_at_the_ends_of_its_range() -> None:
    bare = FIGURE.with_rig(FIGURE.rig.changed(constraints=()))
    look = chosen("forearm.L", document=bare)
    [found] = limit_geometries(look, LENS, "active")
    row = look.evaluated.index["forearm.L"]
    for edge, place in found.grips:
        if edge.axis == 0:
            angle = found.bone.joint.limit[0][1 if edge.end == "upper" else 0]
            turned = with_transforms(
                bare,
                {"forearm.L": Transform(rotation=(np.sin(angle / 2), 0.0, 0.0, np.cos(angle / 2)))},
            )
            tail = look_at(turned).evaluated.tails[row]
            along = (tail - found.head) / np.linalg.norm(tail - found.head)
            np.testing.assert_allclose(place, found.head + found.swing * along, atol=1e-9)


def test_limits_are_those_of_the_active_bone_or_of_all_selected() -> None:
    look = chosen("forearm.L", "shin.R", "head")
    assert [one.bone.name for one in limit_geometries(look, LENS, "active")] == ["head"]
    assert [one.bone.name for one in limit_geometries(look, LENS, "selected")] == ["forearm.L", "shin.R", "head"]
    assert limit_geometries(look, LENS, "none") == ()
    assert limit_geometries(chosen("hand_ik.L"), LENS, "active") == (), "a handle is free"


def test_hidden_bones_have_no_limits_to_be_seen() -> None:
    look = chosen("forearm.L")
    away = replace(look, document=msgspec.structs.replace(hide(look.document, ["forearm.L"]), active="forearm.L"))
    assert limit_geometries(away, LENS, "active") == ()


def test_a_grip_is_under_the_pointer_within_reach() -> None:
    found = limit_geometries(chosen("forearm.L"), LENS, "active")
    place = dict(found[0].grips)[Edge("forearm.L", 0, "upper")]
    x, y, _ = LENS.project(place)[0]
    assert edge_at(found, LENS, x + REACH - 1, y) == Edge("forearm.L", 0, "upper")
    assert edge_at(found, LENS, x + REACH + 1, y) is None


def test_locked_and_free_axes_have_no_grips() -> None:
    document = HINGED
    [found] = limit_geometries(chosen("forearm.L", document=document), LENS, "active")
    assert {edge for edge, _ in found.grips} == {Edge("forearm.L", 0, "upper"), Edge("forearm.L", 0, "lower")}


def test_a_hinge_is_a_fan_that_says_its_ends() -> None:
    look = chosen("forearm.L", document=HINGED)
    found = limit_geometries(look, LENS, "active")
    shown = limit_overlay(found, LENS)
    fan = next(shape for shape in shown.shapes if shape.fill and shape.role == "limit" and len(shape.points[0]) == 3)
    np.testing.assert_allclose(fan.points[0], found[0].head)
    rim = np.array(fan.points[1:])
    np.testing.assert_allclose(rim[[0, -1]], found[0].on_sphere(about(0, (0.0, np.radians(150)))), atol=1e-9)
    assert {"0°", "150°"} < texts(shown) and any("Hinge" in text for text in texts(shown))


@pytest.mark.parametrize("angle, told", [(150, True), (149, False), (0, True)])
def test_a_joint_at_its_limit_says_so_in_words_and_amber(angle: float, told: bool) -> None:
    half = np.radians(angle) / 2
    joint = HINGE
    look = posed("forearm.L", (np.sin(half), 0.0, 0.0, np.cos(half)), joint)
    bare = look.document.with_rig(look.document.rig.changed(constraints=()))
    shown = limit_overlay(limit_geometries(look_at(bare), LENS, "active"), LENS)
    assert any("at limit" in text for text in texts(shown)) == told
    needle = max(shown.shapes, key=lambda shape: shape.width if len(shape.points) == 2 else 0.0)
    assert (needle.role == "limit") == told


def test_a_twist_has_an_arc_about_the_bone() -> None:
    look = posed("head", (0.0, 0.0, 0.0, 1.0), Joint(limit=(None, (-1.0, 0.5), None)))
    [found] = limit_geometries(look, LENS, "active")
    along = found.frame[:, 1]
    for place in found.on_ring((-1.0, 0.0, 0.5)):
        assert np.linalg.norm(place - found.centre) == pytest.approx(found.ring)
        assert abs((place - found.centre) @ along) < 1e-9
    assert texts(limit_overlay((found,), LENS)) == {"−57.3°", "28.6°", "Twist"}


@pytest.mark.parametrize("axis", [0, 2])
def test_a_limit_on_one_axis_beside_a_free_one_is_two_lines(axis: int) -> None:
    limit = ((-0.5, 1.0), None, None) if axis == 0 else (None, None, (-0.5, 1.0))
    shown = limit_overlay(
        limit_geometries(posed("head", (0.0, 0.0, 0.0, 1.0), Joint(limit=limit)), LENS, "active"), LENS
    )
    assert sum(1 for shape in shown.shapes if len(shape.points) == 61) == 2
    assert "Swing" in texts(shown)


def test_a_free_axis_beside_a_locked_one_is_a_dashed_circle() -> None:
    shown = limit_overlay(
        limit_geometries(posed("head", (0.0, 0.0, 0.0, 1.0), Joint(lock=(False, True, True))), LENS, "active"), LENS
    )
    assert any(shape.dash for shape in shown.shapes) and "Hinge" in texts(shown)


def test_words_of_small_cones_wait_for_the_pointer() -> None:
    look = chosen("head")
    far = replace(LENS, camera=replace(LENS.camera, distance=40.0))
    found = limit_geometries(look, far, "active")
    hot = next(edge for edge, _ in found[0].grips if edge.axis == 0)
    degrees = {text for text in texts(limit_overlay(found, LENS)) if "°" in text}
    assert len({text for text in texts(limit_overlay(found, far)) if "°" in text}) <= len(degrees)
    small = replace(found[0], swing=0.001)
    assert not [text for text in texts(limit_overlay((small,), LENS)) if "°" in text]
    assert len([text for text in texts(limit_overlay((small,), LENS, hot)) if "°" in text]) == 1


def test_a_joint_of_several_axes_says_the_numbers_of_the_one_that_is_pointed_at() -> None:
    [found] = limit_geometries(chosen("head"), LENS, "active")
    found = replace(found, swing=1.0)
    assert len({edge.axis for edge, _ in found.grips}) == 3
    assert not [text for text in texts(limit_overlay((found,), LENS)) if "°" in text]
    hot = found.grips[0][0]
    said = limit_overlay((found,), LENS, hot).labels
    assert len([label for label in said if "°" in label.text]) == 2
    under = next(label for label in said if "°" in label.text and label.role == "text")
    assert np.hypot(*under.offset) > 20.0


def test_without_grips_the_shapes_stay_and_only_what_is_met_is_said() -> None:
    def quiet(look: Look) -> Overlay:
        return limit_overlay(limit_geometries(look, LENS, "active"), LENS, grips=False)

    document = HINGED
    bare = document.with_rig(document.rig.changed(constraints=()))
    free = quiet(chosen("forearm.L", document=with_transforms(bare, {"forearm.L": Transform(rotation=(0.5, 0, 0, 1))})))
    assert any(shape.fill for shape in free.shapes) and not texts(free)
    assert all(len(point) == 3 for shape in free.shapes for point in shape.points), "no grip, which stands in pixels"
    assert texts(quiet(chosen("forearm.L", document=bare))) == {"Hinge · at limit"}


def test_before_the_solver_is_there_the_limits_stand_at_rest() -> None:
    look = with_selected(standing(), "forearm.L")
    resting = replace(look, evaluated=rest_pose(look.document.rig))
    [found] = limit_geometries(resting, LENS, "active")
    np.testing.assert_allclose(found.turn, 0.0, atol=1e-9)
