"""Twist bones: the first keeps the twist of what carries the bone, the last that of its end, the others share it."""

from __future__ import annotations

from math import radians

import msgspec
import numpy as np
import pytest

from pantin import rigs
from pantin.resources import FOLDER
from pantin.rigs import Bone, Document, Rig, Transform
from pantin.rigs import rotations as rot
from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.editing.bones import replace_bones
from pantin.rigs.editing.building.adding import with_bones
from pantin.rigs.editing.building.dividing import place_on
from pantin.rigs.editing.building.removing import delete
from pantin.rigs.editing.building.rolling import turn_rolls
from pantin.rigs.editing.building.twisting import add_twist_bones, share_twist
from pantin.rigs.editing.mirroring.both_sides import mirrored_edit
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.euler import quaternion_from_euler
from pantin.rigs.problems import problems_of
from pantin.rigs.rest import rest_matrices
from pantin.rigs.vectors import three, unit
from pantin.solver import Evaluated, evaluate
from tests.rigs.mirrored_pose import mirrored_transform

FIGURE = rigs.read(FOLDER / "rigs" / "humanoid.rig.json")
FIGURE = FIGURE.with_rig(FIGURE.rig.changed(constraints=()))
TURNS = {
    "upper_arm.L": Transform(rotation=quaternion_from_euler((0.5, 0.7, 0.3))),
    "forearm.L": Transform(rotation=quaternion_from_euler((1.2, 0.0, 0.0))),
}
"""An upper arm that turns all ways, and an elbow that bends."""


def twist(evaluated: Evaluated, one: str, other: str) -> float:
    """By how much one bone is turned against another about its own Y axis, degrees, where both lie along one line."""
    a, b = (evaluated.matrix(name)[:3, :3] for name in (one, other))
    between = a.T @ b
    assert between[1, 1] == pytest.approx(1.0, abs=1e-9)
    return float(np.degrees(np.arctan2(between[0, 2], between[0, 0])))


def posed(document: Document, **more: tuple[float, float, float]) -> Evaluated:
    turns = {
        name.replace("_L", ".L"): Transform(rotation=quaternion_from_euler(angles)) for name, angles in more.items()
    }
    return evaluate(with_transforms(document, {**TURNS, **turns}))


@pytest.mark.parametrize("count", [2, 3, 5])
def test_they_stand_in_a_row_and_move_nothing(count: int) -> None:
    after = add_twist_bones(FIGURE, ("forearm.L",), count)
    names = [f"forearm_twist_{number}.L" for number in range(1, count + 1)]
    assert list(after.selected) == names and problems_of(after.rig) == problems_of(FIGURE.rig)
    assert {parts_of(after.rig)[name] for name in names} == {"twist"}
    found, was = posed(after, hand_L=(0.2, 0.0, -0.6)), posed(FIGURE, hand_L=(0.2, 0.0, -0.6))
    for name in was.names:
        assert found.matrix(name).tolist() == was.matrix(name).tolist()
    row = found.index["forearm.L"]
    along = np.linspace(found.heads[row], found.tails[row], count + 1)
    np.testing.assert_allclose([found.heads[found.index[name]] for name in names], along[:-1], atol=1e-12)
    np.testing.assert_allclose([found.tails[found.index[name]] for name in names], along[1:], atol=1e-12)


def test_the_twist_of_forearm_and_hand_is_shared_and_swings_are_not() -> None:
    after = add_twist_bones(FIGURE, ("forearm.L",), 3)
    still = posed(after)
    assert [twist(still, "forearm.L", f"forearm_twist_{n}.L") for n in (1, 2, 3)] == pytest.approx([0.0] * 3, abs=1e-9)
    bent = posed(after, hand_L=(radians(70), 0.0, 0.0))
    assert twist(bent, "forearm_twist_1.L", "forearm_twist_3.L") == pytest.approx(0.0, abs=1e-3)
    turned = posed(after, forearm_L=(1.2, 0.0, 0.0), hand_L=(0.0, radians(100), 0.0))
    shares = [twist(turned, "forearm_twist_1.L", f"forearm_twist_{n}.L") for n in (1, 2, 3)]
    assert shares == pytest.approx([0.0, 50.0, 100.0], abs=1e-6)


def test_the_first_is_locked_to_what_carries_the_bone_whose_own_twist_is_shared_too() -> None:
    after = add_twist_bones(FIGURE, ("forearm.L",), 3)
    bend = rot.matrix_from_quaternion(unit(np.array(quaternion_from_euler((1.2, 0.0, 0.0)))))
    own = rot.matrix_from_quaternion(unit(np.array(quaternion_from_euler((0.0, radians(60), 0.0)))))
    both = Transform(rotation=quaternion_from(bend @ own))
    found = evaluate(with_transforms(after, {**TURNS, "forearm.L": both}))
    shares = [twist(found, f"forearm_twist_{n}.L", "forearm.L") for n in (1, 2, 3)]
    assert shares == pytest.approx([60.0, 30.0, 0.0], abs=1e-6)


def quaternion_from(turn: np.ndarray) -> tuple[float, float, float, float]:
    w = np.sqrt(1.0 + np.trace(turn)) / 2.0
    x, y, z = (turn[2, 1] - turn[1, 2], turn[0, 2] - turn[2, 0], turn[1, 0] - turn[0, 1])
    return (x / (4 * w), y / (4 * w), z / (4 * w), w)


def test_an_upper_arm_shares_its_own_twist_and_not_that_of_the_elbow() -> None:
    after = add_twist_bones(FIGURE, ("upper_arm.L",), 3)
    turned = evaluate(
        with_transforms(
            after,
            {
                "upper_arm.L": Transform(rotation=quaternion_from_euler((0.0, radians(80), 0.0))),
                "forearm.L": Transform(rotation=quaternion_from_euler((0.0, radians(40), 0.0))),
            },
        )
    )
    shares = [twist(turned, "upper_arm_twist_1.L", f"upper_arm_twist_{n}.L") for n in (1, 2, 3)]
    assert shares == pytest.approx([0.0, 40.0, 80.0], abs=1e-6)


def palms() -> Document:
    """An arm whose hand has no bone of its own: three palms begin at the wrist, each with a finger, as robots have."""
    bones = [
        Bone("UpperArm.L", None, (0.0, 0.0, 0.0), (1.0, 0.0, 0.0)),
        Bone("LowerArm.L", "UpperArm.L", (1.0, 0.0, 0.0), (2.0, 0.0, 0.0), connected=True),
    ]
    for number, (aside, finger) in enumerate(((-0.1, "Index"), (0.0, "Middle"), (0.1, "Ring")), 1):
        knuckle = (2.3, aside, 0.0)
        bones.append(Bone(f"Palm{number}.L", "LowerArm.L", (2.0, 0.0, 0.0), knuckle))
        bones.append(Bone(f"{finger}.L", f"Palm{number}.L", knuckle, (2.5, aside, 0.0), connected=True))
    return FIGURE.with_rig(Rig(bones=tuple(bones)))


def test_three_palms_are_one_hand_and_one_alone_turns_no_wrist() -> None:
    after = add_twist_bones(palms(), ("LowerArm.L",), 3)
    names = [f"LowerArm_twist_{number}.L" for number in (1, 2, 3)]

    def turned(degrees: dict[str, float]) -> list[float]:
        about = {}
        for name, own in degrees.items():
            bone = after.rig.by_name[name]
            axis = rest_matrices([bone])[0, :3, :3].T @ np.array((1.0, 0.0, 0.0))
            turn = rot.quaternion_about(axis, radians(own))
            about[name] = Transform(rotation=rot.canonical(*turn.tolist()))
        found = evaluate(with_transforms(after, about))
        return [abs(twist(found, "LowerArm.L", name)) for name in names]

    every = {f"Palm{number}.L": 100.0 for number in (1, 2, 3)}
    assert turned(every) == pytest.approx([0.0, 50.0, 100.0], abs=1e-4)
    assert max(turned({"Palm2.L": 170.0})) < 60.0


def test_the_last_can_be_turned_by_hand() -> None:
    after = add_twist_bones(FIGURE, ("forearm.L",), 3, by_hand=True)
    turned = posed(after, forearm_twist_3_L=(0.0, radians(60), 0.0), hand_L=(0.0, radians(30), 0.0))
    shares = [twist(turned, "forearm_twist_1.L", f"forearm_twist_{n}.L") for n in (1, 2, 3)]
    assert shares == pytest.approx([0.0, 30.0, 60.0], abs=1e-6)
    assert after.rig.by_name["forearm_twist_3.L"].locks.rotation == (True, False, True)


def test_they_grow_with_the_bone_and_not_with_the_hand_and_stay_right_where_the_rest_pose_changes() -> None:
    after = add_twist_bones(FIGURE, ("forearm.L",), 3)
    grown = {"forearm.L": Transform(scale=(1.5, 2.0, 1.5)), "hand.L": Transform(scale=(3.0, 3.0, 3.0))}
    found = evaluate(with_transforms(after, grown))
    for name in after.selected:
        np.testing.assert_allclose(np.linalg.norm(found.matrix(name)[:3, :3], axis=0), (1.5, 2.0, 1.5), atol=1e-9)
    row = found.index["forearm.L"]
    along = np.linspace(found.heads[row], found.tails[row], 4)
    np.testing.assert_allclose([found.heads[found.index[name]] for name in after.selected], along[:-1], atol=1e-9)
    rolled = evaluate(turn_rolls(after, ("hand.L",), 0.7))
    shares = [twist(rolled, "forearm.L", f"forearm_twist_{n}.L") for n in (1, 2, 3)]
    assert shares == pytest.approx([0.0] * 3, abs=1e-6)


def test_a_child_that_is_not_at_the_tail_shares_no_twist() -> None:
    """Of bones that are no part of a body one that begins at the tail counts, one in the middle does not."""
    arm = Bone("beam", parent="base", head=(0.0, 0.0, 1.0), tail=(0.0, 0.0, 2.0))
    beside = Bone("beside", parent="beam", head=(0.0, 0.0, 1.5), tail=(1.0, 0.0, 1.5))
    after = Bone("after", parent="beam", head=(0.0, 0.0, 2.0), tail=(0.0, 0.0, 3.0))
    rig = Rig(bones=(Bone("base"), arm, beside, after))
    turned = evaluate(
        with_transforms(
            add_twist_bones(Document.of(rig), ("beam",), 2),
            {"after": Transform(rotation=quaternion_from_euler((0.0, 0.8, 0.0)))},
        )
    )
    assert twist(turned, "beam", "beam_twist_2") == pytest.approx(np.degrees(0.8), abs=1e-6)


def test_with_mirror_x_the_other_side_gets_its_own() -> None:
    after = mirrored_edit(FIGURE, add_twist_bones(FIGURE, ("forearm.L",), 3))
    both = add_twist_bones(FIGURE, ("forearm.L", "forearm.R"), 3)
    assert set(after.rig.by_name) == set(both.rig.by_name)
    pose = {**TURNS, "hand.L": Transform(rotation=quaternion_from_euler((0.3, 0.9, 0.2)))}
    pose |= {name.replace(".L", ".R"): mirrored_transform(at) for name, at in pose.items()}
    found, flip = evaluate(with_transforms(after, pose)), np.diag((-1.0, 1.0, 1.0, 1.0))
    for number in (1, 2, 3):
        left, right = (found.matrix(f"forearm_twist_{number}.{side}") for side in "LR")
        np.testing.assert_allclose(right, flip @ left @ flip, atol=1e-6)


def test_names_tell_their_side_as_the_bone_does() -> None:
    bones = (
        Bone("mixamorig:LeftArm", tail=(1.0, 0.0, 0.0)),
        Bone("mixamorig:LeftForeArm", parent="mixamorig:LeftArm", head=(1.0, 0.0, 0.0), tail=(2.0, 0.0, 0.0)),
    )
    after = add_twist_bones(Document.of(Rig(bones=bones)), ("mixamorig:LeftForeArm",), 2)
    assert after.selected == ("mixamorig:LeftForeArm_twist_1", "mixamorig:LeftForeArm_twist_2")


def test_what_cannot_be_done_is_said_in_words() -> None:
    after = add_twist_bones(FIGURE, ("forearm.L",), 2)
    with pytest.raises(ValueError, match="has twist bones already"):
        add_twist_bones(after, ("forearm.L",), 2)
    with pytest.raises(ValueError, match="2 to 20 twist bones; 1 were"):
        add_twist_bones(FIGURE, ("forearm.L",), 1)
    with pytest.raises(ValueError, match="has no twist to share"):
        add_twist_bones(Document.of(Rig(bones=(Bone("lone"),))), ("lone",))
    gone = delete(after, after.selected)
    assert gone.rig.bones == FIGURE.rig.bones and gone.rig.constraints == ()


def test_a_handle_gets_them_once_like_a_bone_of_the_body() -> None:
    biped = rigs.read(FOLDER / "rigs" / "biped.rig.json")
    after = add_twist_bones(biped, ["hand_ik.L", "hand_ik.R"])
    with pytest.raises(ValueError, match="has twist bones already"):
        add_twist_bones(after, ["hand_ik.R"])


def test_each_has_a_name_of_its_own_though_their_bones_are_called_alike() -> None:
    """They were compared with those of the rig alone, not with each other: nothing solves two bones of one name."""
    base, arm = Bone("base"), Bone("arm", parent="base", tail=(0.0, 0.0, 1.0))
    rig = Rig(bones=(base, arm, msgspec.structs.replace(arm, name="arm_")))
    names = [bone.name for bone in add_twist_bones(Document.of(rig), ["arm", "arm_"]).rig.bones]
    assert len(names) == len(set(names)) == 9


def brought(*places: float) -> Document:
    """The figure with twist bones along its forearm that nothing moves, as a file brings them."""
    forearm = FIGURE.rig.by_name["forearm.L"]
    aside = np.array((0.0, 0.01, 0.0))
    row = tuple(
        Bone(f"forearm_twist_0{n}.L", "forearm.L", three(place_on(forearm, at) + aside), place_on(forearm, at + 0.1))
        for n, at in enumerate(places)
    )
    return with_bones(FIGURE, {"forearm.L": row})


def test_twist_bones_of_a_file_take_their_share_by_their_place() -> None:
    after, names = share_twist(brought(0.25, 0.75))
    assert names == ("forearm_twist_00.L", "forearm_twist_01.L")
    found = posed(after, hand_L=(0.0, radians(100.0), 0.0))
    hand = twist(found, "forearm.L", "forearm_twist_01.L") / 0.75
    assert abs(hand) == pytest.approx(100.0, abs=2.0)
    assert twist(found, "forearm.L", "forearm_twist_00.L") == pytest.approx(0.25 * hand, abs=0.5)
    assert problems_of(after.rig) == problems_of(FIGURE.rig)


def test_an_upper_arm_gives_its_twist_bones_less_the_nearer_they_are_to_the_shoulder() -> None:
    arm = FIGURE.rig.by_name["upper_arm.L"]
    bone = Bone("upper_arm_twist.L", "upper_arm.L", place_on(arm, 0.0), place_on(arm, 0.3))
    after, names = share_twist(with_bones(FIGURE, {"upper_arm.L": (bone,)}))
    found = evaluate(
        with_transforms(after, {"upper_arm.L": Transform(rotation=quaternion_from_euler((0.0, 1.0, 0.0)))})
    )
    assert names == ("upper_arm_twist.L",)
    assert twist(found, "upper_arm_twist.L", "upper_arm.L") == pytest.approx(np.degrees(1.0), abs=1e-6)


def test_a_twist_bone_that_carries_the_hand_is_left_alone() -> None:
    rig = FIGURE.rig
    forearm = rig.by_name["forearm.L"]
    inside = Bone("forearm_twist.L", "forearm.L", place_on(forearm, 0.5), forearm.tail)
    made = with_bones(FIGURE, {"forearm.L": (inside,)})
    hand = msgspec.structs.replace(made.rig.by_name["hand.L"], parent="forearm_twist.L", connected=False)
    with pytest.raises(ValueError, match="no twist bones that nothing moves"):
        share_twist(replace_bones(made, [hand]))
