"""People of every program are found, part by part, and get controls and limits with which they bend as people do."""

from __future__ import annotations

import numpy as np
import pytest

import pantin
from pantin.rigs import Document
from pantin.rigs.fitting import person_figure_in
from pantin.rigs.fitting.mapping.body_map import CHECK, body_map
from pantin.rigs.problems import problems_of
from pantin.solver import evaluate
from pantin.solver.edits.limbs.person_controls import rig_person
from tests.dialects.programs import DIALECTS, HANDS, FileOf
from tests.rigs.editing import hand_checks, slider_checks
from tests.rigs.hands import hands
from tests.rigs.skeletons import heading_to, nameless
from tests.solver.edits.bending import assert_bends_as_people_do

TRUNK = ("spine", "chest", "upper_chest")
LIMBS = ("shoulder", "upper_arm", "forearm", "hand", "thigh", "shin", "foot", "toe")
ROLES = ("hips", "head", *(f"{part}.{side}" for part in LIMBS for side in "LR"))


@pytest.mark.parametrize("name", DIALECTS)
def test_parts_are_those_that_the_names_say(name: str, file_of: FileOf) -> None:
    one, figure = DIALECTS[name], person_figure_in(pantin.read(file_of(name)).rig)
    assert figure.missing == () and figure.convention == one.title
    assert {role: figure.bones[role] for role in ROLES} == {role: one.names[role] for role in ROLES}
    assert figure.spine == tuple(one.names[part] for part in TRUNK if part in one.names)


@pytest.mark.parametrize("name", [name for name in DIALECTS if name != "MakeHuman"])
def test_parts_are_the_same_where_names_say_nothing(name: str, file_of: FileOf) -> None:
    """Where limbs are in two pieces each, as MakeHuman has them, names alone tell which joint is the knee."""
    rig = pantin.read(file_of(name)).rig
    plain, old = nameless(rig)
    named, shaped = person_figure_in(rig), person_figure_in(plain)
    for role in (each for each in ROLES if each.partition(".")[0] not in ("shoulder", "toe")):
        assert old[shaped.bones[role]] == named.bones[role], role


@pytest.mark.parametrize("name", DIALECTS)
def test_controls_leave_the_figure_as_it_rests_and_reach(name: str, file_of: FileOf) -> None:
    before = Document.of(pantin.read(file_of(name)).figure.posed({}))
    made, _told = rig_person(before)
    assert [limb.kind for limb in made.rig.limbs].count("limb") == 4 and len(made.rig.pins) == 2
    assert [each for each in problems_of(made.rig) if each.severity != "note"] == []
    was, now = evaluate(before), evaluate(made)
    assert all(goal.reached for goal in now.goals)
    heads = np.array([now.heads[now.index[bone]] for bone in was.names])
    assert np.abs(heads - was.heads).max() <= 1e-12 * DIALECTS[name].unit, "all limbs have a bend of their own"


@pytest.mark.parametrize("name", DIALECTS)
def test_limbs_bend_as_those_of_people(name: str, file_of: FileOf) -> None:
    assert_bends_as_people_do(pantin.read(file_of(name)).rig)


@pytest.mark.parametrize("degrees", [90.0, -90.0])
@pytest.mark.parametrize("name", ["Mixamo", "VRM 1", "CMU"])
def test_who_looks_along_x_bends_so_too(name: str, degrees: float, file_of: FileOf) -> None:
    assert_bends_as_people_do(heading_to(pantin.read(file_of(name)).rig, degrees))


@pytest.mark.parametrize("name", HANDS)
def test_both_hands_have_five_fingers(name: str, file_of: FileOf) -> None:
    found = hands(str(file_of(name)))
    assert len(found) == 2 and all(len(joints.fingers) == 5 for joints in found)
    assert all(len(chain) == 3 for joints in found for chain in joints.fingers.values())


@pytest.mark.parametrize("name", [name for name, one in DIALECTS.items() if "index_1.L" not in one.names])
def test_who_has_no_fingers_has_no_hands_to_pose(name: str, file_of: FileOf) -> None:
    assert hands(str(file_of(name))) == ()


@pytest.mark.parametrize("name", HANDS)
def test_fingers_do_what_their_sliders_say(name: str, file_of: FileOf) -> None:
    path = str(file_of(name))
    hand_checks.check_fingers_curl_into_the_palm(path)
    hand_checks.check_the_thumb_goes_before_the_palm(path)
    slider_checks.check_sliders_stay_within_limits(path)
    for value in (-0.07, 0.0, 0.4, 1.0):
        hand_checks.check_what_is_set_is_read_back(path, value)


@pytest.mark.parametrize("kind", slider_checks.RIGS)
@pytest.mark.parametrize("name", HANDS)
def test_each_slider_moves_what_it_names(name: str, kind: str, file_of: FileOf) -> None:
    path = str(file_of(name))
    slider_checks.check_a_finger_is_curled_alone(path, kind)
    slider_checks.check_spread_moves_fingers_apart(path, kind)
    slider_checks.check_left_and_right_do_the_same(path, kind)


@pytest.mark.parametrize("name", [name for name in DIALECTS if name != "MakeHuman"])
def test_parts_that_are_found_by_shape_are_as_sure_as_they_are_right(name: str, file_of: FileOf) -> None:
    """Wrong ones are to be checked, and more than half are surer than that."""
    rig, names = pantin.read(file_of(name)).rig, DIALECTS[name].names
    renamed, old = nameless(rig)
    told = {role: bone for role, bone in names.items() if role in ROLES}
    found = {role: part for role, part in body_map(renamed).found.items() if part.bone and role in told}
    wrong = {role for role, part in found.items() if old[str(part.bone)] != told[role]}
    assert all(found[role].confidence < CHECK for role in wrong), wrong
    assert sum(part.confidence >= CHECK for part in found.values()) > len(found) / 2
