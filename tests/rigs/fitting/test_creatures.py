"""Animals on four legs and hands by themselves are found, and get hinges and ranges of their own."""

from __future__ import annotations

from math import degrees

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from pantin.rigs import rotations as rot
from pantin.rigs.euler import quaternion_from_euler
from pantin.rigs.fitting import figure_in, person_figure_in
from pantin.rigs.fitting.limits.human_limits import human_limits
from pantin.rigs.rest import joint_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.templates import TEMPLATES
from pantin.rigs.vectors import three
from tests.rigs.fitting.creature_parts import FINGERS, FOUR, hand
from tests.rigs.skeletons import bare, heading_to, nameless, person
from tests.rigs.strategies import relaxed


def animal() -> Rig:
    return bare(TEMPLATES["quadruped"]())


def test_an_animal_is_told_by_its_names() -> None:
    figure = figure_in(animal())
    assert figure.kind == "quadruped" and figure.missing == ()
    assert {each: figure.bones[each] for each in FOUR if "hand" not in each} == {e: e for e in FOUR if "hand" not in e}
    assert (figure.bones["foot.L"], figure.bones["hand.R"]) == ("hind_paw.L", "front_paw.R")
    assert figure.spine == ("spine_1", "spine_2", "chest") and figure.neck == ("neck_1", "neck_2")


@pytest.mark.parametrize("degrees", [0.0, 90.0])
def test_an_animal_without_names_is_told_by_its_shape(degrees: float) -> None:
    rig, old = nameless(heading_to(animal(), degrees))
    figure = figure_in(rig)
    assert figure.kind == "quadruped" and [old[name] for name in figure.spine] == ["spine_1", "spine_2", "chest"]
    for part in ("thigh", "shin", "upper_arm", "forearm"):
        assert {old[figure.bones[f"{part}.{side}"]] for side in "LR"} == {f"{part}.L", f"{part}.R"}


def test_people_and_others_are_no_animals() -> None:
    assert figure_in(person()) == person_figure_in(person())
    for name in ("humanoid", "biped", "bird", "tentacle", "robot_arm"):
        assert figure_in(TEMPLATES[name]()).kind == "person"
    assert figure_in(Rig()).kind == "person"


def test_an_animal_has_hinges_for_knees_and_elbows_and_no_human_ranges() -> None:
    rig = animal()
    joints = human_limits(rig, figure_in(rig))
    assert set(joints) == {f"{part}.{side}" for part in ("shin", "hock", "forearm") for side in "LR"}
    for name, joint in joints.items():
        low, high = joint.limit[0] or (0.0, 0.0)
        assert joint.lock == (False, True, True) and degrees(high - low) == pytest.approx(150.0, abs=0.01)
        axis = joint_matrices([replace(rig.by_name[name], joint=joint)])[0, :3, 0]
        assert abs(axis[0]) > 0.9, "it bends in the plane of the leg"


def test_a_hand_by_itself_is_found() -> None:
    figure = figure_in(hand())
    assert figure.kind == "hand" and figure.missing == ()
    assert {each: figure.bones[each] for each in figure.fingers} == {each: each for each in figure.fingers}


@given(turn=st.tuples(*[st.floats(-3.0, 3.0)] * 3))
@example(turn=(2.0, 0.0, 0.0))
@relaxed
def test_fingers_of_a_hand_fold_to_its_palm_however_it_lies(turn: tuple[float, float, float]) -> None:
    """There is no body that says where the palm is: fingers that are bent a little do, and the thumb."""
    by = rot.matrix_from_quaternion(quaternion_from_euler(turn))
    for here, there in zip(folding(hand()), folding(turned(hand(), by)), strict=True):
        np.testing.assert_allclose(there, by @ here, atol=0.02)


def folding(rig: Rig) -> list[np.ndarray]:
    """The axes in armature space about which the middle bones of the fingers fold, by 100 degrees from straight."""
    found, joints = [], human_limits(rig, figure_in(rig))
    for name in (f"{finger}_2.L" for finger in FINGERS[1:]):
        [free] = [axis for axis, held in enumerate(joints[name].lock) if not held]
        low, high = joints[name].limit[free] or (0.0, 0.0)
        assert high - low == pytest.approx(np.radians(100.0), abs=1e-3)
        axis = joint_matrices([replace(rig.by_name[name], joint=joints[name])])[0, :3, free]
        found.append(axis if high > -low else -axis)
    return found


def turned(rig: Rig, by: np.ndarray) -> Rig:
    """The rig lying otherwise; the rolls of its bones do not follow, so its joints get their own."""
    bones = (replace(b, head=three(by @ b.head), tail=three(by @ b.tail)) for b in rig.bones)
    return replace(rig, bones=tuple(bones))
