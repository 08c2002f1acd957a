"""Names that tell the wrong sides: the front of the body decides, a problem says it, and its fix swaps the names."""

from __future__ import annotations

from pantin import rigs
from pantin.rigs import Document, Transform
from pantin.rigs.fitting.recognition import figure_in
from pantin.rigs.problems import problems_of
from pantin.rigs.problems.fixes import all_fixed, fixed
from pantin.rigs.rig import KnownPart
from pantin.rigs.templates import TEMPLATES
from tests.cases import case


def swapped() -> Document:
    """Toes to −Y, so that the left of the body is at +X, where names say right."""
    return rigs.read(case("names-swapped.rig.json"))


def test_the_front_of_the_body_decides_which_side_is_which() -> None:
    document = swapped()
    bones, by_name = figure_in(document.rig).bones, document.rig.by_name
    for role in ("hand.L", "thigh.L", "foot.L", "index_1.L"):
        assert by_name[bones[role]].head[0] > 0.05 and by_name[bones[role.replace(".L", ".R")]].head[0] < -0.05


def test_a_problem_says_it_and_its_fix_swaps_the_names_wherever_they_stand() -> None:
    document = swapped()
    document = document.posed({"LeftArm": Transform(rotation=(0.0, 0.0, 0.6, 0.8))})
    (problem,) = (each for each in problems_of(document.rig) if each.kind == "swapped_sides")
    assert "the other way round" in problem.text and problem.fix is not None
    mended = fixed(document, problem)
    assert not problems_of(mended.rig) and mended.rig.by_name["LeftHand"].head[0] > 0.5
    assert mended.rig.by_name["LeftHand"].parent == "LeftForeArm" and set(mended.figure.pose.bones) == {"RightArm"}
    assert all_fixed(document).figure == mended.figure


def test_sides_that_were_assigned_stay() -> None:
    document = swapped()
    told = document.rig.changed(parts=(KnownPart("hand.L", "LeftHand"),))
    assert figure_in(told).bones["thigh.L"] == "LeftUpLeg"


def test_figures_whose_names_tell_the_right_sides_have_no_such_problem() -> None:
    for make in TEMPLATES.values():
        assert not [each for each in problems_of(make()) if each.kind == "swapped_sides"]
