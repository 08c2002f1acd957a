"""Chains on curves: where they begin and end, how long and how thick bones are, and what hangs on them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pantin.rigs import Bone, Document, Ik, Rig
from pantin.rigs.problems import problems_of
from pantin.solver import Evaluated, evaluate
from tests.solver.constraints.curved_tails import ARCH, COUNT, JOINTS, tail


def joints(evaluated: Evaluated) -> np.ndarray:
    rows = [evaluated.index[name] for name in JOINTS]
    return np.vstack([evaluated.heads[rows], evaluated.tails[rows[-1:]]])


@pytest.mark.parametrize("y_scale", ["fit", "rest", "posed"])
@pytest.mark.parametrize("reach", [4.0, 6.0, 9.0])
def test_a_chain_pulled_taut_is_straight(y_scale, reach: float) -> None:
    """Whether the curve is shorter than the chain or longer."""
    taut = [(part * reach, 0.0, 0.0) for part in (0.0, 0.3, 0.45, 1.0)]
    found = joints(evaluate(tail(taut, y_scale=y_scale)))
    line = [reach * n / COUNT if y_scale == "fit" else float(n) for n in range(COUNT + 1)]
    np.testing.assert_allclose(found[:, 0], line, atol=1e-9)
    np.testing.assert_allclose(found[:, 1:], 0.0, atol=1e-9)


@settings(max_examples=25)
@given(
    parts=st.lists(st.floats(0.02, 0.98), min_size=1, max_size=4, unique=True),
    direction=st.tuples(*3 * [st.floats(-1.0, 1.0)]).filter(lambda d: np.linalg.norm(d) > 0.1),
    reach=st.floats(2.0, 9.0),
    bow=st.floats(0.0, 0.01),
    even=st.booleans(),
    y_scale=st.sampled_from(["fit", "rest"]),
)
def test_no_curve_kinks_when_it_is_pulled_taut(parts, direction, reach, bow, even, y_scale) -> None:
    """Points on a line, or off it by next to nothing: no bone turns back, none stands out."""
    along = np.array(direction) / np.linalg.norm(direction)
    aside = np.cross(along, (0.0, 0.6, 0.8))
    places = [reach * part * along + bow * np.sin(np.pi * part) * aside for part in (0.0, *sorted(parts), 1.0)]
    points = [(float(x), float(y), float(z)) for x, y, z in places]
    bones = np.diff(joints(evaluate(tail(points, even=even, y_scale=y_scale))), axis=0)
    on_curve = np.cumsum(np.linalg.norm(bones, axis=1)) <= 0.99 * reach
    bones = (bones / np.linalg.norm(bones, axis=1)[:, None])[on_curve]
    assert (bones @ along > np.cos(0.02 + 40.0 * bow)).all()


def test_with_handles_of_bones_the_curve_leaves_its_points_along_them() -> None:
    """Controls rest along Z, a metre long."""
    found = joints(evaluate(tail([(0.0, 0.0, 0.0), (4.0, 0.0, 0.0)], handles="bones", y_scale="rest")))
    assert found[1, 2] > 0.2  # the curve rises to the middle of both handles
    bent = joints(evaluate(tail([(0.0, 0.0, 0.0), (4.0, 0.0, 0.0)], handles="smooth", y_scale="rest")))
    np.testing.assert_allclose(bent[:, 2], 0.0, atol=1e-9)


@pytest.mark.parametrize("even", [False, True])
def test_a_chain_that_fits_ends_with_its_curve_and_one_that_does_not_keeps_its_lengths(even: bool) -> None:
    fitting = joints(evaluate(tail(ARCH, even=even)))
    np.testing.assert_allclose(fitting[[0, -1]], [ARCH[0], ARCH[-1]], atol=1e-9)
    keeping = joints(evaluate(tail(ARCH, y_scale="rest", even=even)))
    np.testing.assert_allclose(np.linalg.norm(np.diff(keeping, axis=0), axis=1), 1.0, atol=1e-9)
    np.testing.assert_allclose(keeping[0], ARCH[0], atol=1e-9)


def test_the_curve_goes_through_its_controls() -> None:
    fine = joints(evaluate(tail(ARCH, y_scale="rest", resolution=64)))
    pieces = np.linspace(fine[:-1], fine[1:], 200).reshape(-1, 3)
    assert np.linalg.norm(pieces - ARCH[1], axis=1).min() < 0.2  # bones of a metre cut the corner of the arch


def test_a_longer_bone_grows_thinner_by_as_much() -> None:
    stretched = evaluate(tail([(0.0, 0.0, 0.0), (12.0, 0.0, 0.0)], xz_scale="volume"))
    sizes = np.linalg.norm(stretched.matrix("j3")[:3, :3], axis=0)
    assert sizes == pytest.approx([0.5**0.5, 2.0, 0.5**0.5])


@pytest.mark.parametrize(("smooth", "section"), [(0.0, 0.6), (0.5, 0.6688083410263062), (1.0, 0.7376166582107543)])
def test_a_held_section_is_that_of_blender(smooth: float, section: float) -> None:
    """Three times as long, held to 0.6: what Blender 5.0.1 makes of it, with Spline IK and with Stretch To alike."""
    held = tail([(0.0, 0.0, 0.0), (18.0, 0.0, 0.0)], xz_scale="volume", hold_thin=True, thinnest=0.6, smooth=smooth)
    assert np.linalg.norm(evaluate(held).matrix("j3")[:3, 0]) ** 2 == pytest.approx(section)


def test_a_scaled_control_makes_the_chain_thicker_beside_it() -> None:
    document = tail([(0.0, 0.0, 0.0), (3.0, 0.0, 0.0), (6.0, 0.0, 0.0)])
    fat = replace(document.figure.transform("c1"), scale=(3.0, 3.0, 3.0))
    evaluated = evaluate(Document.of(document.figure).posed({**document.figure.pose.bones, "c1": fat}))
    wide = [np.linalg.norm(evaluated.matrix(name)[:3, 0]) for name in JOINTS]
    assert wide == pytest.approx([4 / 3, 2.0, 8 / 3, 8 / 3, 2.0, 4 / 3])


def test_with_an_offset_the_chain_begins_where_it_is_posed() -> None:
    high = [(x, y + 4.0, z) for x, y, z in ARCH]
    shape, moved = joints(evaluate(tail(ARCH))), joints(evaluate(tail(high, offset=True)))
    np.testing.assert_allclose(moved, shape, atol=1e-9)


def test_what_hangs_on_the_chain_goes_along_and_ik_below_it_is_solved_there() -> None:
    document = tail(ARCH)
    evaluated = evaluate(document)
    own = np.linalg.inv(evaluated.matrix("j5")) @ evaluated.matrix("rider")
    rested = evaluate(Document.of(Rig(bones=document.rig.bones)))
    np.testing.assert_allclose(own, np.linalg.inv(rested.matrix("j5")) @ rested.matrix("rider"), atol=1e-9)
    goal = Bone(name="goal", head=(5.0, 2.0, 0.0), tail=(5.0, 2.0, 1.0), kind="handle")
    reaching = Ik(owner="rider", target="goal", chain_length=1, stretch=False)
    rig = replace(document.rig, bones=(*document.rig.bones, goal), constraints=(*document.rig.constraints, reaching))
    solved = evaluate(document.with_rig(rig))
    np.testing.assert_allclose(joints(solved), joints(evaluated), atol=1e-12)
    row = solved.index["rider"]
    towards = np.array(goal.head) - solved.heads[row]
    np.testing.assert_allclose(np.cross(solved.tails[row] - solved.heads[row], towards), 0.0, atol=1e-4)


def test_influence_goes_from_the_pose_to_the_curve() -> None:
    none, half, whole = (joints(evaluate(tail(ARCH, influence=part))) for part in (0.0, 0.5, 1.0))
    np.testing.assert_allclose(none, [(n, 0.0, 0.0) for n in range(COUNT + 1)], atol=1e-12)
    assert 0.2 < np.abs(half - none).max() < np.abs(whole - none).max()


def test_a_curve_without_length_leaves_the_pose() -> None:
    found = evaluate(tail([(1.0, 1.0, 1.0)] * 3))
    np.testing.assert_allclose(joints(found), [(n, 0.0, 0.0) for n in range(COUNT + 1)], atol=1e-12)


def test_too_few_points_and_points_on_the_chain_are_problems() -> None:
    alone = tail([(1.0, 0.0, 0.0)])
    assert [problem.kind for problem in problems_of(alone.rig)] == ["no_curve"]
    assert (
        "needs three bones"
        in problems_of(
            tail(
                ARCH,
                handles="free",
            ).rig
        )[0].text
    )
    document = tail(ARCH)
    hung = tuple(replace(bone, parent="j2") if bone.name == "c1" else bone for bone in document.rig.bones)
    circular = document.with_rig(replace(document.rig, bones=hung))
    assert "cycle" in [problem.kind for problem in problems_of(circular.rig)]
    np.testing.assert_allclose(joints(evaluate(circular)), [(n, 0.0, 0.0) for n in range(COUNT + 1)], atol=1e-12)
