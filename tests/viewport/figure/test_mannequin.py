"""The wooden figure: a body for every bone, closed and smooth, without gaps at the joints."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs.constraints import Ik
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.templates import TEMPLATES, humanoid
from pantin.viewport.figure.anatomy import roles_of
from pantin.viewport.figure.mannequin import BALL, mannequin
from pantin.viewport.values.mesh import MOST_CAPSULES, Mesh
from tests.viewport.figure.chains import chain


def at_rest(rig: Rig, shape: Mesh) -> np.ndarray:
    """Vertices in armature space."""
    carried = rest_matrices(rig.bones)[shape.main_joints]
    return np.einsum("nij,nj->ni", carried[:, :3, :3], shape.positions) + carried[:, :3, 3]


@pytest.mark.parametrize("name", TEMPLATES)
def test_every_bone_has_a_body_and_no_handle_has_one(name: str) -> None:
    rig = TEMPLATES[name]()
    shape = mannequin(rig)
    covered = set(np.unique(shape.main_joints).tolist())
    assert covered == {row for row, bone in enumerate(rig.bones) if bone.kind == "bone"}


@pytest.mark.parametrize("name", TEMPLATES)
def test_surfaces_are_closed_and_turn_outwards(name: str) -> None:
    shape = mannequin(TEMPLATES[name]())
    edges = np.concatenate([shape.triangles[:, [a, b]] for a, b in ((0, 1), (1, 2), (2, 0))]).astype(np.int64)
    edges = np.sort(edges, axis=1)
    unique, uses = np.unique(edges, axis=0, return_counts=True)
    assert set(uses) <= {1, 2}
    rims = shape.positions[unique[uses == 1]]  # the pin points at the ends of each solid
    assert np.linalg.norm(rims[:, 0] - rims[:, 1], axis=1).max() < 1e-4
    corners = shape.positions[shape.triangles].astype(np.float64)
    across = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    facing = shape.normals[shape.triangles].mean(axis=1)
    large = np.linalg.norm(across, axis=1) > 1e-7
    assert ((across * facing).sum(axis=1)[large] > 0).mean() > 0.999


@pytest.mark.parametrize("name", TEMPLATES)
def test_normals_have_unit_length(name: str) -> None:
    shape = mannequin(TEMPLATES[name]())
    np.testing.assert_allclose(np.linalg.norm(shape.normals, axis=1), 1.0, atol=1e-5)


@pytest.mark.parametrize(
    ("upper", "lower"), [("upper_arm.L", "forearm.L"), ("thigh.R", "shin.R"), ("shin.L", "foot.L")]
)
def test_the_ball_of_a_joint_reaches_into_both_limbs(upper: str, lower: str) -> None:
    rig = humanoid.rig()
    shape, row = mannequin(rig), {bone.name: index for index, bone in enumerate(rig.bones)}
    points, joint = at_rest(rig, shape), np.array(rig.by_name[lower].head)
    ball = points[(shape.main_joints == row[lower]) & (shape.materials == BALL)]
    radius = np.linalg.norm(ball - joint, axis=1).max()
    for bone in (upper, lower):
        limb = points[(shape.main_joints == row[bone]) & (shape.materials != BALL)]
        assert np.linalg.norm(limb - joint, axis=1).min() < radius


def test_plain_limbs_meet_too() -> None:
    rig = chain(6)
    shape = mannequin(rig)
    points = at_rest(rig, shape)
    for row in range(1, 6):
        joint = np.array(rig.bones[row].head)
        radius = np.linalg.norm(points[(shape.main_joints == row) & (shape.materials == BALL)] - joint, axis=1).max()
        for limb in (row - 1, row):
            wood = points[(shape.main_joints == limb) & (shape.materials != BALL)]
            assert np.linalg.norm(wood - joint, axis=1).min() < radius


@pytest.mark.parametrize(
    "name", ["PoleTarget.L", "kneeIK.r", "IK-foot.l", "control-toe-roll.l", "LEGCONTROL", "ik_hand"]
)
def test_controls_have_no_body(name: str) -> None:
    links = chain(3)
    steering = Bone(name=name, parent="link0", head=(1, 0, 0), tail=(1, 0, 0.3))
    assert 3 not in mannequin(Rig(bones=(*links.bones, steering))).main_joints


def test_what_lies_between_the_ground_and_the_hips_has_no_body() -> None:
    root = Bone(name="Bone", head=(0, 0, 0), tail=(0, 0, 0.9))
    hips = Bone(name="Hips", parent="Bone", head=(0, 0, 0.9), tail=(0, 0, 1.1), connected=True)
    assert set(mannequin(Rig(bones=(root, hips))).main_joints) == {1}


def test_hips_reach_towards_legs_that_begin_far_out() -> None:
    def width(out: float) -> float:
        hips = Bone(name="hips", head=(0, 0, 0.9), tail=(0, 0, 1.025))
        legs = (Bone(name=f"thigh.{x}", parent="hips", head=(x, 0, 0.9), tail=(x, 0, 0.45)) for x in (out, -out))
        rig = Rig(bones=(hips, *legs))
        shape = mannequin(rig)
        return float(np.ptp(at_rest(rig, shape)[shape.main_joints == 0][:, 0]))

    assert width(0.02) == width(0.04) < width(0.06) < width(0.1)
    assert width(0.2) < 1.6 * width(0.02)


def test_limbs_taper_towards_the_tip() -> None:
    shape = mannequin(chain(5))
    limbs = [shape.positions[(shape.main_joints == row) & (shape.materials != BALL)] for row in range(5)]
    widths = [np.abs(limb[:, 0]).max() for limb in limbs]
    assert widths == sorted(widths, reverse=True)


def test_the_figure_stands_on_the_floor_and_is_as_tall_as_a_person() -> None:
    rig = humanoid.rig()
    heights = at_rest(rig, mannequin(rig))[:, 2]
    assert abs(heights.min()) < 0.005
    assert 1.74 < heights.max() < 1.80


def test_left_and_right_are_mirror_images() -> None:
    rig = humanoid.rig()
    shape, row = mannequin(rig), {bone.name: index for index, bone in enumerate(rig.bones)}
    points = at_rest(rig, shape)
    for part in ("upper_arm", "hand", "shin", "foot"):
        left, right = points[shape.main_joints == row[f"{part}.L"]], points[shape.main_joints == row[f"{part}.R"]]
        np.testing.assert_allclose(left.max(axis=0)[1:], right.max(axis=0)[1:], atol=2e-3)
        np.testing.assert_allclose(left[:, 0].max(), -right[:, 0].min(), atol=2e-3)


def test_bones_without_length_are_beads() -> None:
    rig = Rig(bones=(*chain(2).bones, Bone(name="dot", parent="link1", head=(0, 0, 0.6), tail=(0, 0, 0.6))))
    shape = mannequin(rig)
    bead = shape.positions[shape.main_joints == 2]
    assert len(bead) and np.isfinite(shape.positions).all()
    assert 0 < np.linalg.norm(bead, axis=1).max() < 0.1


def test_an_empty_rig_has_an_empty_figure() -> None:
    shape = mannequin(Rig())
    assert len(shape.positions) == len(shape.triangles) == len(shape.capsules.rows) == 0


def test_no_more_capsules_than_the_shaders_take() -> None:
    assert len(mannequin(chain(200)).capsules.rows) == MOST_CAPSULES


def test_posing_does_not_grow_the_figure_anew() -> None:
    rig = humanoid.rig()
    posed = Rig(bones=rig.bones, constraints=(Ik(owner="forearm.L"),))
    assert mannequin(rig) is mannequin(posed)


@pytest.mark.parametrize(
    ("names", "roles"),
    [
        (("mixamorig:LeftArm", "mixamorig:LeftForeArm", "mixamorig:LeftHand"), ("upper_arm", "forearm", "hand")),
        (("mixamorig:LeftUpLeg", "mixamorig:LeftLeg", "mixamorig:LeftFoot"), ("thigh", "shin", "foot")),
        (("leg_joint_L_1", "leg_joint_L_2", "leg_joint_L_3", "leg_joint_L_5"), ("thigh", "shin", "foot", "toe")),
        (("arm_joint_R", "arm_joint_R__2_", "arm_joint_R__3_"), ("upper_arm", "forearm", "hand")),
        (("UpperArm.L", "LowerArm.L", "Palm.L", "Index1.L"), ("upper_arm", "forearm", "hand", "finger")),
        (("pelvis", "spine", "thorax", "neck", "head"), ("hips", "spine", "chest", "neck", "head")),
    ],
)
def test_names_of_the_usual_conventions_are_understood(names: tuple[str, ...], roles: tuple[str, ...]) -> None:
    bones = tuple(Bone(name=name, parent=above) for name, above in zip(names, (None, *names), strict=False))
    assert tuple(roles_of(Rig(bones=bones)).values()) == roles


def test_a_spine_that_carries_the_arms_is_the_chest() -> None:
    parents = {"hips": None, "spine": "hips", "spine1": "spine", "shoulder.L": "spine1", "neck": "spine1"}
    roles = roles_of(Rig(bones=tuple(Bone(name=name, parent=above) for name, above in parents.items())))
    assert roles["spine1"] == "chest" and roles["spine"] == "spine"


def test_a_figure_in_other_units_keeps_its_proportions() -> None:
    def larger(bone: Bone) -> Bone:
        head, tail = (tuple(100 * value for value in point) for point in (bone.head, bone.tail))
        return Bone(name=bone.name, parent=bone.parent, head=head, tail=tail, roll=bone.roll, kind=bone.kind)

    rig = humanoid.rig()
    large = mannequin(Rig(bones=tuple(map(larger, rig.bones))))
    small = mannequin(rig)
    assert large.scale == pytest.approx(100 * small.scale)
    np.testing.assert_allclose(large.positions, 100 * small.positions, atol=0.02)


def extent(rig: Rig, name: str) -> np.ndarray:
    """Return how large what a bone carries is at rest, along X, Y and Z."""
    shape, row = mannequin(rig), [bone.name for bone in rig.bones].index(name)
    return np.ptp(at_rest(rig, shape)[shape.main_joints == row], axis=0)


def test_an_animal_has_a_barrel_that_lies_and_paws_on_the_floor() -> None:
    rig = TEMPLATES["quadruped"]()
    points = at_rest(rig, mannequin(rig))
    assert abs(points[:, 2].min()) < 0.01
    width, length, height = extent(rig, "chest")
    assert length > height > width > 0.18
    assert extent(rig, "head")[1] > 2 * extent(rig, "head")[0], "the muzzle is long"


def test_a_person_with_the_names_of_an_animal_is_still_a_person() -> None:
    person = humanoid.rig()
    assert extent(person, "chest")[2] > extent(person, "chest")[1]


def test_an_animal_is_told_by_its_shape_whatever_its_units_and_wherever_it_looks() -> None:
    def turned(bone: Bone) -> Bone:
        head, tail = ((-50 * y, 50 * x, 50 * z) for x, y, z in (bone.head, bone.tail))
        return Bone(name=bone.name, parent=bone.parent, head=head, tail=tail, connected=bone.connected, kind=bone.kind)

    rig = TEMPLATES["quadruped"]()
    other = Rig(bones=tuple(map(turned, rig.bones)))
    length, width, height = extent(other, "chest") / 50
    np.testing.assert_allclose((width, length, height), extent(rig, "chest"), rtol=0.02)


def test_of_two_bones_called_feet_an_animal_has_the_upper_one_as_its_hock() -> None:
    rig = TEMPLATES["quadruped"]()
    names = {"hock.L": "LeftFoot01", "hind_paw.L": "LeftFoot02"}
    bones = tuple(
        Bone(
            name=names.get(bone.name, bone.name),
            parent=names.get(bone.parent or "", bone.parent),
            head=bone.head,
            tail=bone.tail,
            kind=bone.kind,
        )
        for bone in rig.bones
    )
    np.testing.assert_allclose(extent(Rig(bones=bones), "LeftFoot01"), extent(rig, "hock.L"), rtol=0.1)


def test_the_drum_of_a_hinge_turns_about_its_pin() -> None:
    rig = TEMPLATES["robot_arm"]()
    shape = mannequin(rig)
    for name in ("upper_arm", "elbow", "wrist"):
        row = [bone.name for bone in rig.bones].index(name)
        drum = shape.positions[(shape.main_joints == row) & (shape.materials == BALL)]
        across = np.linalg.norm(drum[:, 1:], axis=1).max()
        assert np.ptp(drum[:, 0]) == pytest.approx(2 * across, rel=0.1)
        angles = np.arctan2(drum[:, 2], drum[:, 1])[np.linalg.norm(drum[:, 1:], axis=1) > 0.99 * across]
        assert np.ptp(angles) > 5.5, "round about X"


def test_a_machine_stands_on_a_plate() -> None:
    rig = TEMPLATES["robot_arm"]()
    width, depth, height = extent(rig, "base")
    assert width == pytest.approx(depth, rel=0.02) and width > 2.5 * height


def test_the_palm_reaches_from_the_wrist_to_the_knuckles() -> None:
    rig = TEMPLATES["hand"]()
    shape = mannequin(rig)
    palm = at_rest(rig, shape)[(shape.main_joints == rig.rows["hand.L"]) & (shape.materials != BALL)]
    wrist, knuckle = rig.by_name["hand.L"].head[2], rig.by_name["middle_1.L"].head[2]
    assert palm[:, 2].min() < wrist + 0.02 and abs(palm[:, 2].max() - knuckle) < 0.015
    assert np.ptp(palm[:, 0]) > 2 * np.ptp(palm[:, 1]), "broad and flat"


def test_a_twist_bone_is_a_cuff_around_its_limb() -> None:
    rig = TEMPLATES["hand"]()
    cuff, limb = extent(rig, "forearm_twist.L"), extent(rig, "forearm.L")
    assert limb[0] * 0.9 < cuff[0] < limb[0] * 1.2 and cuff[2] < 0.3 * limb[2]


@pytest.mark.parametrize(
    ("name", "role"),
    [
        ("ear.L", "ear"),
        ("LeftEar", "ear"),
        ("LeftForeArm", "forearm"),
        ("LeftIndexMetacarpal", "palm"),
        ("LeftThumbMetacarpal", "finger"),
        ("upperarm_twist_01_l", "twist"),
        ("Palm2.L", "hand"),
        ("hind_paw.L", "foot"),
        ("metatarsus.R", "hock"),
    ],
)
def test_parts_are_told_from_names(name: str, role: str) -> None:
    assert roles_of(Rig(bones=(Bone(name=name),)))[name] == role


def test_the_head_of_a_person_has_a_nose_and_a_brow_in_front() -> None:
    rig = humanoid.rig()
    shape, row = mannequin(rig), [bone.name for bone in rig.bones].index("head")
    head = at_rest(rig, shape)[(shape.main_joints == row) & (shape.materials != BALL)] - rig.bones[row].head
    middle = np.abs(head[:, 0]) < 0.03
    forwards = -head[middle, 1]
    tip = head[middle][np.argmax(forwards)]
    assert 0.06 < tip[2] < 0.10, "the nose is what reaches farthest to the front, and lies in the middle of the face"
    brow = forwards[np.abs(head[middle, 2] - 0.121) < 0.008].max()
    eyes = forwards[(head[middle, 2] > 0.088) & (head[middle, 2] < 0.110) & (np.abs(head[middle, 0]) > 0.018)].max()
    assert brow > eyes + 0.004 and forwards.max() > brow + 0.005
    assert forwards.max() > head[middle, 1].max() + 0.01, "the back of the head has nothing of the kind"
