"""Mending what is wrong: the problem is gone afterwards, nothing worse has come, and mending everything ends."""

from __future__ import annotations

from collections.abc import Collection
from math import inf, nan, pi

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.rigs import (
    Bone,
    CopyRotation,
    Document,
    Ik,
    Joint,
    Pin,
    Rig,
)
from pantin.rigs.editing.joint_limits import freed, held_again
from pantin.rigs.formats import native
from pantin.rigs.problems import problems_of
from pantin.rigs.problems.fixes import all_fixed, fixed
from pantin.rigs.problems.problem import Problem
from pantin.rigs.scene import Scene
from tests.rigs.problems.wrong_rigs import FOUND, bone, changed, limited
from tests.rigs.samples import leg
from tests.rigs.strategies import figures as any_figure
from tests.rigs.strategies import numbers, relaxed

NUMBERS = st.sampled_from([0.0, -1.0, 2.0, 1e3, nan, inf])


@st.composite
def broken(draw: st.DrawFn) -> Document:
    """Rigs in which bones have no length or stand in line, joints turn the wrong way round, and names are twins."""
    figure = draw(any_figure())
    rig = figure.rig
    bones = [_spoilt(draw, each) for each in rig.bones]
    constraints = tuple(
        msgspec.structs.replace(each, chain_length=draw(st.sampled_from([0, 2, 99])), use_tail=draw(st.booleans()))
        if isinstance(each, Ik)
        else each
        for each in rig.constraints
    )
    return Document.of(figure).with_rig(msgspec.structs.replace(rig, bones=tuple(bones), constraints=constraints))


def _spoilt(draw: st.DrawFn, sound: Bone) -> Bone:
    match draw(st.integers(0, 4)):
        case 0:
            return msgspec.structs.replace(sound, tail=sound.head)
        case 1:
            return msgspec.structs.replace(sound, head=(0.0, 0.0, draw(numbers(0, 5))), tail=(0.0, 0.0, 6.0))
        case 2:
            limit = draw(st.tuples(numbers(-pi, pi), numbers(-pi, pi)))
            joint = Joint(limit=(limit, None, limit), stiffness=(draw(NUMBERS), 0.0, 0.0), stretch=draw(NUMBERS))
            return msgspec.structs.replace(sound, joint=joint)
    return sound


def places(problems: Collection[Problem]) -> set[tuple[str, str]]:
    return {(problem.kind, problem.where) for problem in problems}


def errors(rig: Rig) -> set[tuple[str, str]]:
    return places([problem for problem in problems_of(rig) if problem.severity == "error"])


@given(broken())
@relaxed
def test_after_a_fix_the_problem_is_gone_and_no_error_has_come(before: Document) -> None:
    for problem in problems_of(before.rig):
        if problem.fix:
            mended = fixed(before, problem).rig
            assert problem not in problems_of(mended)
            assert errors(mended) <= errors(before.rig), problem


@given(broken())
@relaxed
def test_mending_everything_ends_and_leaves_nothing_that_a_fix_makes_better(before: Document) -> None:
    rig, document = before.rig, all_fixed(before)
    assert errors(document.rig) <= errors(rig)
    assert len(problems_of(document.rig)) <= len(problems_of(rig)) or len(errors(document.rig)) < len(errors(rig))
    assert all_fixed(document) is document


@pytest.mark.parametrize("rig", [rig for rig, _, _ in FOUND.values()], ids=list(FOUND))
def test_what_is_mended_can_be_saved(rig: Rig) -> None:
    native.parse(native.text(all_fixed(posed_as_the_leg(rig)).scene).encode())


def posed_as_the_leg(rig: Rig) -> Document:
    """The rig in the pose of the leg, as far as it has its bones."""
    return Document.of(rig).posed({name: at for name, at in leg().pose.bones.items() if name in rig.by_name})


def one(rig: Rig) -> Problem:
    (problem,) = problems_of(rig)
    return problem


def test_a_handle_below_its_chain_hangs_on_what_carries_the_chain() -> None:
    rig = changed(bone("foot_ik.L", parent="shin.L", connected=True))
    assert one(rig).fix.text == "Parent it to hips"
    handle = fixed(posed_as_the_leg(rig), one(rig)).rig.by_name["foot_ik.L"]
    assert (handle.parent, handle.connected, handle.head) == ("hips", False, leg().rig.by_name["foot_ik.L"].head)


def test_a_handle_below_a_chain_without_a_parent_is_carried_by_nothing() -> None:
    rig = changed(bone("foot_ik.L", parent="shin.L"), chain_length=0)
    assert one(rig).fix.text == "Give it no parent"


def test_a_chain_up_to_what_carries_everything_is_shortened() -> None:
    rig = changed(bone("foot_ik.L", parent="hips"), bone("knee_pole.L", parent="hips"), chain_length=0)
    assert one(rig).text == '"foot_ik.L" and "knee_pole.L" hang below "hips", which they move.'
    assert one(rig).fix.text == "Use 2 bones"
    assert fixed(posed_as_the_leg(rig), one(rig)).rig.constraints[0].chain_length == 2


def test_handle_and_pole_below_the_chain_are_mended_together() -> None:
    rig = changed(bone("foot_ik.L", parent="shin.L"), bone("knee_pole.L", parent="thigh.L"))
    assert one(rig).text == '"foot_ik.L" and "knee_pole.L" hang below "shin.L", which they move.'
    assert one(rig).fix.text == "Parent both to hips"
    assert problems_of(fixed(posed_as_the_leg(rig), one(rig)).rig) == ()


def test_a_bone_of_the_body_is_not_torn_off() -> None:
    foot = Bone("foot.L", parent="shin.L", head=(0.1, 0.0, 0.1), tail=(0.1, -0.2, 0.1), connected=True)
    problem = one(changed(foot, target="foot.L"))
    assert problem.fix is None and problem.text.endswith("; give it a parent outside the chain.")


def test_nothing_is_cleared_that_keeps_a_cycle_from_closing() -> None:
    """A constraint that lacks a bone rests; without that name it would act, on its own owner."""
    follow = CopyRotation(owner="a", target="a", space_bone="gone", owner_space="custom", influence=1.0)
    rig = Rig(bones=(Bone("a"),), constraints=(follow,))
    (problem,) = (each for each in problems_of(rig) if each.kind == "missing_bone")
    assert problem.fix is None and problem.text.endswith("a bone that the rig lacks; choose one.")


def test_a_missing_bone_with_a_twin_is_that_one() -> None:
    rig = changed(target="Foot-IK.l")
    assert one(rig).fix.text == "Use foot_ik.L"
    assert fixed(posed_as_the_leg(rig), one(rig)).figure.pose == leg().pose
    assert fixed(posed_as_the_leg(rig), one(rig)).rig == leg().rig


def test_a_pole_in_line_is_put_before_the_bend() -> None:
    rig = changed(bone("knee_pole.L", head=(0.1, 0.0, -0.5), tail=(0.1, 0.0, -0.6)), pole_angle=0.5)
    assert one(rig).fix.text == "Move it in front of shin.L"
    mended = fixed(posed_as_the_leg(rig), one(rig)).rig
    pole = mended.by_name["knee_pole.L"]
    assert pole.head[1] < -0.4 and pole.head[2] == pytest.approx(0.5, abs=0.05)
    assert pole.tail[2] - pole.head[2] == pytest.approx(-0.1)
    assert mended.constraints[0].pole_angle == 0.0


def test_a_straight_chain_is_bent_towards_its_pole_and_stays_joined() -> None:
    rig = changed(bone("thigh.L", tail=(0.1, 0.0, 0.5)), bone("shin.L", head=(0.1, 0.0, 0.5)))
    assert one(rig).fix.text == "Bend it towards knee_pole.L"
    mended = fixed(posed_as_the_leg(rig), one(rig)).rig.by_name
    assert mended["thigh.L"].tail == mended["shin.L"].head and mended["shin.L"].head[1] < -0.005
    assert mended["shin.L"].tail == rig.by_name["shin.L"].tail


def test_a_limit_is_copied_to_the_other_side_mirrored() -> None:
    rig = limited(((0.0, 2.5), (-1.0, 0.5), None), (None, None, None))
    mended = fixed(posed_as_the_leg(rig), one(rig)).rig
    assert mended.by_name["forearm.R"].joint.limit == ((0.0, 2.5), (-0.5, 1.0), None)


def test_what_nobody_can_decide_is_rejected() -> None:
    rig = leg().rig.changed(
        constraints=(CopyRotation(owner="hips", target="foot_ik.L"), CopyRotation(owner="foot_ik.L", target="hips"))
    )
    with pytest.raises(ValueError, match="Nobody can say"):
        fixed(posed_as_the_leg(rig), one(rig))


def test_a_problem_that_is_gone_is_rejected() -> None:
    problem = one(changed(chain_length=7))
    with pytest.raises(ValueError, match="gone already"):
        fixed(Document.of(leg()), problem)


def test_everything_is_mended_at_once() -> None:
    rig = changed(bone("hips", tail=(0.0, 0.0, 0.9)), bone("foot_ik.L", parent="shin.L"), chain_length=9)
    assert len(problems_of(rig)) == 3
    assert problems_of(all_fixed(posed_as_the_leg(rig)).rig) == ()


@pytest.mark.parametrize(("named", "pins"), [("Hips", (Pin("hips"),)), ("wing", ())])
def test_a_pin_on_a_missing_bone_is_told_and_mended(named: str, pins: tuple[Pin, ...]) -> None:
    sound = leg().rig
    figure = msgspec.structs.replace(leg(), rig=sound.changed(pins=(Pin(named),)))
    (read,) = native.parse(native.text(Scene((figure,))).encode()).figures
    [problem] = [each for each in problems_of(read.rig) if each.kind == "missing_pinned"]
    assert problem.where == "$.pins[0].bone" and named in problem.text
    assert fixed(Document.of(read), problem).rig == sound.changed(pins=pins)
    assert not any(each.kind == "missing_pinned" for each in problems_of(sound))


def test_a_limit_is_mended_that_is_freed_for_the_pose() -> None:
    """What the fix says holds from then on: the old limit does not come back with the pose at rest."""
    rig = limited(((0.0, 2.5), (-1.0, 0.5), None), (None, (-0.5, 1.0), None))
    opened = freed(Document.of(rig), ["forearm.R"])
    mended = fixed(opened, one(opened.rig))
    assert problems_of(mended.rig) == ()
    assert held_again(mended, ["forearm.R"]).rig.by_name["forearm.R"].joint.limit == ((0.0, 2.5), (-0.5, 1.0), None)


def test_a_fix_of_a_place_leaves_limits_freed() -> None:
    limits = Joint(limit=((-1.0, 1.0), None, None))
    rig = changed(bone("thigh.L", tail=(0.1, 0.0, 0.5), joint=limits), bone("shin.L", head=(0.1, 0.0, 0.5)))
    opened = freed(Document.of(rig), ["thigh.L"])
    assert fixed(opened, one(opened.rig)).rig.freed == {"thigh.L": ((-1.0, 1.0), None, None)}
