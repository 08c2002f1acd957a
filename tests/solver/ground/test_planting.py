"""Feet on the ground: soles lie on it, hips come down for them, nothing jumps, and what stands there stays."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from pantin.rigs import Document, Transform
from pantin.rigs import rotations as rot
from pantin.rigs.editing.grounds import let_plant, unplanted, with_ground, with_planting
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.ground.kinds import Floor, Ground, Planting, Slope, Steps
from pantin.rigs.ground.presets import PRESETS
from pantin.rigs.ground.surface import surface
from pantin.rigs.rest import rest_matrices
from pantin.rigs.simulation import Simulation
from pantin.rigs.templates import biped, bird, humanoid, quadruped
from pantin.rigs.vectors import four, three, unit
from pantin.solver import Evaluated, evaluate, evaluate_many, pose_rows
from pantin.solver.edits.limbs.person_controls import rig_person
from pantin.solver.edits.walking.grounding import put_on_ground, where_they_stand
from pantin.solver.ground.legs import legs_of, sole_points
from pantin.solver.ground.planting import footings, planted
from pantin.solver.simulate import simulate
from tests.cases import case_document
from tests.dialects.body import about
from tests.rigs.skeletons import person, swung
from tests.solver.ground.grounds import GROUNDS, NUMBERS

FIGURE = Document.of(humanoid.rig())
DEEPEST = -5e-4
"""Metres that a sole may be in the ground."""
PLACES = st.tuples(NUMBERS, NUMBERS, NUMBERS).map(np.array)


def clearances(document: Document, evaluated: Evaluated) -> dict[str, float]:
    """Return how far the lowest point of each sole is above the ground; below 0 it is in it."""
    ground = document.scene.ground
    assert ground is not None
    soles = {leg.sole.foot: sole_points(leg, evaluated.matrices) for leg in legs_of(document.rig, document.ground)}
    return {foot: float((sole[:, 2] - surface(ground, sole).heights).min()) for foot, sole in soles.items()}


def moved(document: Document, bone: str, by: object, turn: tuple[float, ...] = (0.0, 0.0, 0.0, 1.0)) -> Document:
    """The document with a bone posed at a distance from its rest, armature space."""
    axes = rest_matrices([document.rig.by_name[bone]])[0][:3, :3]
    x, y, z, w = turn
    return with_transforms(document, {bone: Transform(three(axes.T @ np.asarray(by)), (x, y, z, w))})


@pytest.mark.parametrize("kind", PRESETS)
@pytest.mark.parametrize("figure", [humanoid, biped, bird, quadruped])
def test_templates_stand_on_every_ground(figure: Any, kind: str) -> None:
    measures = replace(figure.DEFAULT, controls="full")
    document = with_ground(Document.of(figure.rig(measures)), PRESETS[kind])
    document = put_on_ground(document)
    stands = evaluate(document)
    found = clearances(document, stands)
    assert len(found) >= 2
    assert all(abs(far) < 5e-4 for far in found.values()), found
    assert all(goal.reached for goal in stands.goals)


def test_without_ground_or_planting_limbs_nothing_changes() -> None:
    plain = evaluate(FIGURE)
    hill = with_ground(FIGURE, Floor(height=0.2))
    none = let_plant(hill, hill.rig.limbs, False)
    assert (evaluate(none).matrices == plain.matrices).all()
    on_floor = evaluate(with_ground(FIGURE, Floor()))
    assert np.abs(on_floor.matrices - plain.matrices).max() < 1e-9


def test_soles_lie_along_a_slope_and_the_hips_come_down() -> None:
    document = with_ground(FIGURE, Slope(angle=0.4, heading=np.pi / 2))
    stands = evaluate(document)
    for leg in legs_of(document.rig, document.ground):
        sole = sole_points(leg, stands.matrices)
        assert np.abs(sole[:, 2] - surface(Slope(angle=0.4, heading=np.pi / 2), sole).heights).max() < 1e-6
    down = stands.matrix("hips")[2, 3] - evaluate(FIGURE).matrix("hips")[2, 3]
    assert -0.06 < down < -0.02
    stays = with_planting(document, Planting(hips="stay"))
    assert evaluate(stays).matrix("hips")[2, 3] == pytest.approx(evaluate(FIGURE).matrix("hips")[2, 3])
    assert not all(goal.reached for goal in evaluate(stays).goals)


def test_a_foot_is_lifted_by_dragging_it_up() -> None:
    ground = with_ground(FIGURE, Floor())
    thick = legs_of(ground.rig, ground.ground)[0].sole.thickness
    low, high = (evaluate(moved(ground, "foot_ik.L", (0.0, 0.0, far))) for far in (0.4 * thick, 1.1 * thick))
    assert clearances(ground, low)["foot.L"] == pytest.approx(0.0, abs=1e-9)
    assert clearances(ground, high)["foot.L"] == pytest.approx(1.1 * thick)


@pytest.mark.parametrize("height", [-0.05, 0.15, 0.2])
def test_a_foot_dragged_over_steps_never_jumps(height: float) -> None:
    document = with_ground(FIGURE, Steps())
    places = np.arange(0.0, -0.8, -0.004)
    feet = [evaluate(moved(document, "foot_ik.L", (0.0, y, height))).matrix("foot.L")[:3, 3] for y in places]
    assert np.linalg.norm(np.diff(feet, axis=0), axis=1).max() < 0.026
    assert feet[-1][2] > 0.3


def test_steps_down_are_reached_with_the_hips() -> None:
    document = with_ground(FIGURE, Steps(rise=-0.2, count=1, start=0.25))
    forward = moved(document, "foot_ik.L", (0.0, -0.45, -0.2))
    stands = evaluate(forward)
    assert all(abs(far) < 5e-4 for far in clearances(forward, stands).values())
    assert stands.matrix("hips")[2, 3] < evaluate(FIGURE).matrix("hips")[2, 3] - 0.1
    assert all(goal.reached for goal in stands.goals)


def test_a_foot_over_a_lower_step_comes_down_and_brings_the_hips_or_is_reported() -> None:
    """A figure at rest with one foot over a step 17 cm lower: that foot is posed to stand as well as the other."""
    document = case_document("foot-hovers-over-lower-step")
    stands = evaluate(document)
    assert all(abs(far) < 5e-4 for far in clearances(document, stands).values())
    assert stands.matrix("foot.L")[2, 3] == pytest.approx(0.078 - 0.17, abs=1e-3)
    assert -0.2 < stands.matrix("hips")[2, 3] - 0.935 < -0.12
    assert all(goal.reached for goal in stands.goals)
    for planting in (Planting(hips="stay"), Planting(part=0.3), Planting(most=0.05)):
        less = evaluate(with_planting(document, planting))
        (missed,) = [goal for goal in less.goals if not goal.reached]
        far = clearances(document, less)["foot.L"]
        assert "foot_ik.L" in (missed.handle, missed.owner)
        assert missed.residual == pytest.approx(far, abs=0.02)


@pytest.mark.parametrize("aside", [0.0, 0.06, -0.03])
def test_a_foot_that_is_lifted_or_tilted_over_a_lower_step_stays(aside: float) -> None:
    document = case_document("foot-hovers-over-lower-step")
    free = document.on_ground(None)
    for by, tilt in (((aside, 0.0, 0.03), 0.0), ((aside, 0.0, -0.04), 0.0), ((aside, 0.0, 0.0), 0.2)):
        posed = moved(document, "foot_ik.L", by, (np.sin(tilt / 2), 0.0, 0.0, np.cos(tilt / 2)))
        there = evaluate(moved(free, "foot_ik.L", by, (np.sin(tilt / 2), 0.0, 0.0, np.cos(tilt / 2))))
        assert np.abs(evaluate(posed).matrix("foot.L") - there.matrix("foot.L")).max() < 1e-6


def test_over_the_edge_of_a_lower_step_a_foot_comes_down_without_a_jump() -> None:
    document = case_document("foot-hovers-over-lower-step")
    places = np.arange(-0.08, 0.04, 0.001)
    feet = [evaluate(moved(document, "foot_ik.L", (x, 0.0, 0.0))).matrix("foot.L")[:3, 3] for x in places]
    assert np.linalg.norm(np.diff(feet, axis=0), axis=1).max() < 0.02
    assert feet[0][2] - feet[-1][2] == pytest.approx(0.17, abs=1e-3)


@settings(deadline=None, max_examples=60)
@given(GROUNDS, PLACES, PLACES, PLACES, PLACES, st.floats(-0.6, 0.6))
def test_never_through_and_both_reach_or_the_report_says_not(
    ground: Ground, left: np.ndarray, right: np.ndarray, hips: np.ndarray, axis: np.ndarray, angle: float
) -> None:
    document = with_ground(FIGURE, ground)
    turn = four(rot.quaternion_about(unit(axis + np.array((0.0, 0.0, 2.0))), angle))
    document = moved(document, "foot_ik.L", 0.4 * left, turn)
    document = moved(document, "foot_ik.R", 0.4 * right, turn)
    document = moved(document, "hips", 0.2 * hips)
    stands = evaluate(document)
    assert min(clearances(document, stands).values()) >= DEEPEST
    for leg in legs_of(document.rig, document.ground):
        missed = [goal for goal in stands.goals if not goal.reached]
        ankle, target = stands.matrices[leg.foot, :3, 3], stands.matrices[leg.target, :3, 3]
        assert np.linalg.norm(ankle - target) < 1e-4 or missed
    assert (evaluate(document).matrices == stands.matrices).all()


@pytest.mark.parametrize("kind", PRESETS)
def test_what_stands_on_the_ground_stays(kind: str) -> None:
    """A pose that is written back, as a pull of the body does, is not planted a second time."""
    document = moved(with_ground(FIGURE, PRESETS[kind]), "hips", (0.05, 0.0, 0.0))
    free = document.on_ground(None)
    again = planted(document, evaluate(free))
    assert np.abs(evaluate(again).matrices - evaluate(document).matrices).max() < 1e-5


def test_a_figure_above_the_ground_is_put_on_it() -> None:
    document = with_ground(FIGURE, Slope(height=-0.7))
    assert min(clearances(document, evaluate(document)).values()) > 0.5
    put = put_on_ground(document)
    assert all(abs(far) < 5e-4 for far in clearances(put, evaluate(put)).values())
    assert np.abs(evaluate(put_on_ground(put)).matrices - evaluate(put).matrices).max() < 1e-5


def test_a_handle_that_was_dragged_into_the_ground_is_where_its_foot_stands() -> None:
    document = with_ground(FIGURE, Steps(start=0.0))
    dropped = moved(document, "foot_ik.L", (0.0, -0.1, -0.3))
    kept = where_they_stand(document, dropped)
    assert np.abs(evaluate(kept).matrices - evaluate(dropped).matrices).max() < 1e-5
    free = kept.on_ground(None)
    assert evaluate(free).matrix("foot_ik.L")[2, 3] == pytest.approx(evaluate(dropped).matrix("foot_ik.L")[2, 3])
    hovering = moved(document, "foot_ik.L", (0.0, 0.3, 0.3))
    assert where_they_stand(document, hovering) is hovering


def test_a_simulated_figure_comes_to_stand_on_the_ground() -> None:
    made = with_ground(FIGURE, Slope(angle=0.3, heading=np.pi / 2))
    document = made.with_rig(replace(made.rig, simulation=replace(made.rig.simulation, mode="simulation")))
    stands = simulate(document, None, 0.0)
    for _frame in range(60):
        stands = simulate(document, stands.memory, 1.0 / 30.0)
    assert all(abs(far) < 2e-3 for far in clearances(document, stands).values())


def test_many_poses_stand_as_each_of_them() -> None:
    document = with_ground(FIGURE, Slope())
    rows = np.repeat(pose_rows(document)[None], 2, axis=0)
    assert (evaluate_many(document, rows)[1] == evaluate(document).matrices).all()


def test_handles_held_by_the_hips_stand_too() -> None:
    bones = tuple(
        replace(bone, parent="hips") if bone.name.startswith("foot_ik") else bone for bone in FIGURE.rig.bones
    )
    held = FIGURE.with_rig(replace(FIGURE.rig, bones=tuple(_parents_first(bones))))
    document = with_ground(held, Slope(angle=0.4, heading=np.pi / 2))
    assert all(abs(far) < 5e-4 for far in clearances(document, evaluate(document)).values())


@pytest.mark.parametrize("bone", ["foot_ik.L", "hips"])
@pytest.mark.parametrize("scale", [(0.0, 0.0, 0.0), (1.0, 1.0, 0.0)])
def test_what_is_scaled_to_nothing_is_left_and_the_other_foot_stands(bone: str, scale: tuple[float, ...]) -> None:
    document = with_ground(let_plant(FIGURE, FIGURE.rig.limbs, True), Steps(rise=0.17, tread=0.3, start=-0.1, count=5))
    flat = with_transforms(document, {bone: Transform(scale=three(scale))})
    for each in (evaluate(flat), evaluate(put_on_ground(flat)), simulate(in_time(flat), None, 0.0)):
        assert np.isfinite(each.matrices).all()
    if bone != "hips":
        assert clearances(flat, evaluate(flat))["foot.R"] >= DEEPEST


def test_a_mirrored_handle_is_moved_as_its_foot_is_laid() -> None:
    document = with_ground(let_plant(FIGURE, FIGURE.rig.limbs, True), Floor(height=0.05))
    handle = Transform(rotation=four(rot.quaternion_about(np.array((0.0, 1.0, 0.0)), 0.3)), scale=(-1.0, 1.0, 1.0))
    mirrored = with_transforms(document, {"foot_ik.L": handle})
    stood = evaluate(unplanted(mirrored))
    laid = next(
        foot.laid for foot in footings(mirrored.rig, mirrored.ground, stood) if foot.leg.sole.handle == "foot_ik.L"
    )
    stands = evaluate(unplanted(planted(mirrored, stood)))
    np.testing.assert_allclose(stands.matrix("foot_ik.L"), laid.change @ stood.matrix("foot_ik.L"), atol=1e-9)


def in_time(document: Document) -> Document:
    return document.with_rig(replace(document.rig, simulation=Simulation(mode="simulation")))


def _parents_first(bones: tuple[object, ...]) -> Iterator[object]:
    yield from sorted(bones, key=lambda bone: str(getattr(bone, "name", "")).startswith("foot_ik"))


def test_feet_that_point_down_plant_too() -> None:
    """As paws of animals do; their soles are on the floor all the same."""
    rig = person(fingers=False)
    for side in "LR":
        rig = swung(rig, f"foot.{side}", about("x", 0.9))
        assert rig.by_name[f"foot.{side}"].tail[2] < rig.by_name[f"foot.{side}"].head[2] - 0.1
    legs = legs_of(with_ground(rig_person(Document.of(rig))[0], Floor()).rig, Floor())
    assert len(legs) == 2 and all((leg.sole.points[:, 2] == 0.0).all() and len(leg.sole.points) > 2 for leg in legs)
