"""Pantin held against Blender 5.0.1 on the same rigs: all its families but h.

`blender_constraints.json` has more of family l, answered by the same Blender: the kinds and spaces of constraints that
the oracle lacks, angles far from rest, and bones that are sheared by what carries them.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

from pantin.rigs import (
    CopyRotation,
    Ik,
    Transform,
)
from pantin.rigs.rest import rest_matrices
from pantin.rigs.tree.chains import turned_by_ik
from pantin.solver import Evaluated, evaluate
from tests.oracle.cases import (
    Case,
    case_of,
    chain_names,
    residual,
)
from tests.oracle.figures import (
    SPECS,
    assert_matrices,
    copies_fully,
    ends,
    free_of_choice,
    iks,
    length,
    of_family,
    targets,
    weighed,
)
from tests.solver.reference import overshoot, turn_from_rest
from tests.solver.sample_chains import some_turn


def test_families_are_there() -> None:
    counts = {letter: len(of_family(letter)) for letter in "abcdefl"}
    assert counts == {"a": 38, "b": 47, "c": 47, "d": 28, "e": 16, "f": 13, "l": 149}


@pytest.mark.parametrize("spec", of_family("a"))
def test_forward_kinematics_is_the_same(spec: dict[str, Any]) -> None:
    case = case_of(spec)
    assert_matrices(case, evaluate(case.document), 1e-4)


@pytest.mark.parametrize("spec", of_family("l"))
def test_constraints_are_the_same(spec: dict[str, Any]) -> None:
    """What they make of bones that no IK without a pole turns or carries: such a chain has many solutions."""
    case = case_of(spec)
    assert_matrices(case, evaluate(case.document), 1e-4, free_of_choice(case))


@pytest.mark.parametrize("spec", of_family("l"))
def test_a_foot_keeps_the_rotation_that_it_copies_whatever_ik_does(spec: dict[str, Any]) -> None:
    case = case_of(spec)
    evaluated = evaluate(case.document)
    rig = case.document.rig
    owners = [constraint.owner for constraint in rig.constraints]
    alone = {name for name in owners if owners.count(name) == 1} - turned_by_ik(rig)
    for constraint in rig.constraints:
        if isinstance(constraint, CopyRotation) and copies_fully(constraint) and constraint.owner in alone:
            expected = np.reshape(spec["expected"]["bones"][constraint.owner]["matrix"], (4, 4))[:3, :3]
            assert np.allclose(evaluated.matrix(constraint.owner)[:3, :3], expected, rtol=0.0, atol=1e-4)


@pytest.mark.parametrize("spec", of_family("bcdefl"))
def test_goals_are_met_at_least_as_well(spec: dict[str, Any]) -> None:
    case = case_of(spec)
    evaluated = evaluate(case.document)
    for expected in spec["expected"]["ik"]:
        ik = case.document.rig.constraints[expected["constraint"]]
        assert isinstance(ik, Ik)
        allowed = expected["residual"] + 1e-5 * length(case, ik)
        assert residual(case, evaluated, expected["constraint"]) <= allowed


@pytest.mark.parametrize("spec", of_family("bcdef"))
def test_bones_keep_their_lengths(spec: dict[str, Any]) -> None:
    case = case_of(spec)
    evaluated = evaluate(case.document)
    for bone in case.document.rig.bones:
        row = evaluated.index[bone.name]
        expected = math.dist(bone.head, bone.tail) * case.document.figure.transform(bone.name).scale[1]
        assert math.isclose(math.dist(evaluated.heads[row], evaluated.tails[row]), expected, abs_tol=1e-9)


@pytest.mark.parametrize("spec", of_family("c"))
def test_joint_lies_on_the_side_of_its_pole(spec: dict[str, Any]) -> None:
    """The bend points to the pole turned by the pole angle, wherever the chain bends and the pole has a side."""
    case = case_of(spec)
    evaluated = evaluate(case.document)
    for _, ik in iks(case):
        line, bend, pole = bend_and_pole(case, ik, evaluated)
        if np.linalg.norm(bend) < 1e-4 * length(case, ik) or np.linalg.norm(pole) < 1e-6:
            continue
        wanted = pole * math.cos(ik.pole_angle) + np.cross(line, pole) * math.sin(ik.pole_angle)
        assert math.atan2(float(np.cross(wanted, bend) @ line), float(wanted @ bend)) == pytest.approx(0.0, abs=1e-6)


def bend_and_pole(case: Case, ik: Ik, evaluated: Evaluated) -> tuple[Any, Any, Any]:
    """The unit line from root to effector, and what the joints and the pole have off it."""
    rows = [evaluated.index[name] for name in reversed(chain_names(case.document.rig, ik))]
    root, end = evaluated.heads[rows[0]], evaluated.tails[rows[-1]]
    line = (end - root) / np.linalg.norm(end - root)

    def off(v: Any) -> Any:
        return v - (v @ line) * line

    bend = sum((off(evaluated.heads[row] - root) for row in rows[1:]), start=np.zeros(3))
    return line, bend, off(evaluated.heads[evaluated.index[str(ik.pole)]] - root)


@pytest.mark.parametrize("spec", of_family("g"))
def test_stretch_reaches_where_blender_does_without_shortening(spec: dict[str, Any]) -> None:
    """Three of Blender's chains are folded and reach because their bones get shorter; Pantin only lengthens them."""
    case = case_of(spec)
    evaluated = evaluate(case.document)
    rest = {bone.name: math.dist(bone.head, bone.tail) for bone in case.document.rig.bones}
    for expected in spec["expected"]["ik"]:
        ik = case.document.rig.constraints[expected["constraint"]]
        names = chain_names(case.document.rig, ik)
        assert all(math.dist(*ends(evaluated, name)) >= rest[name] - 1e-9 for name in names)
        bones = spec["expected"]["bones"]
        if all(math.dist(bones[name]["head"], bones[name]["tail"]) >= rest[name] - 1e-5 for name in names):
            allowed = expected["residual"] + 1e-5 * length(case, ik)
            assert residual(case, evaluated, expected["constraint"]) <= allowed


@pytest.mark.parametrize("spec", of_family("h"))
def test_bounded_joints_stay_inside_and_come_as_near(spec: dict[str, Any]) -> None:
    """As near as Blender, or as near as any of many starts: Blender's chains with a pole leave their bounds."""
    case = case_of(spec)
    evaluated = evaluate(case.document)
    rig = case.document.rig
    for bone in rig.bones:
        assert overshoot(bone.joint, turn_from_rest(rig, evaluated, bone.name)) <= 1e-6, bone.name
    for expected in spec["expected"]["ik"]:
        ik = rig.constraints[expected["constraint"]]
        assert isinstance(ik, Ik)
        left, allowed = residual(case, evaluated, expected["constraint"]), 1e-4 * length(case, ik)
        if left > expected["residual"] + allowed:
            assert beyond_bounds(case, spec) > 0.1
            assert left <= nearest_of_many(case, expected["constraint"]) + allowed


def beyond_bounds(case: Case, spec: dict[str, Any]) -> float:
    """Return how far Blender's own answer leaves the joints' bounds, radians."""
    bones = case.document.rig.bones
    rest = dict(zip((bone.name for bone in bones), rest_matrices(bones)[:, :3, :3], strict=True))
    found = {name: np.reshape(bone["matrix"], (4, 4))[:3, :3] for name, bone in spec["expected"]["bones"].items()}
    worst = 0.0
    for bone in bones:
        if bone.name in found:
            offset, axes = rest[bone.name], found[bone.name]
            if bone.parent is not None:
                offset, axes = rest[bone.parent].T @ offset, found[bone.parent].T @ axes
            worst = max(worst, overshoot(bone.joint, offset.T @ axes))
    return worst


def nearest_of_many(case: Case, index: int, starts: int = 40) -> float:
    """The least that is left of the distance to a goal, without its pole, from many poses inside the bounds."""
    document, rng, least = case.document, np.random.default_rng(0), math.inf
    rig, pose = document.rig, document.figure.pose.bones
    freed = tuple(msgspec.structs.replace(c, pole=None) if isinstance(c, Ik) else c for c in rig.constraints)
    for _ in range(starts):
        turns = {bone.name: Transform(rotation=some_turn(rng, bone.joint, 1.5)) for bone in rig.bones}
        tried = document.with_rig(rig.changed(constraints=freed)).posed({**pose, **turns, **targets(document.figure)})
        least = min(least, residual(case, evaluate(tried), index))
    return least


@pytest.mark.parametrize("spec", of_family("i"))
def test_position_and_rotation_are_met_at_least_as_well(spec: dict[str, Any]) -> None:
    case = case_of(spec)
    evaluated = evaluate(case.document)
    for expected, report in zip(spec["expected"]["ik"], evaluated.goals, strict=True):
        assert residual(case, evaluated, expected["constraint"]) <= expected["residual"] + 1e-4
        assert report.rotation_residual <= expected["rotation_residual"] + 1e-4


@pytest.mark.parametrize("spec", of_family("j"))
def test_no_influence_changes_nothing_and_full_influence_solves(spec: dict[str, Any]) -> None:
    """Between the two Pantin turns bones on an arc and Blender moves the goal, so only the ends compare.

    Where a rotation counts as well, what both leave over is weighed together, as both solvers do.
    """
    case = case_of(spec)
    evaluated = evaluate(case.document)
    for expected in spec["expected"]["ik"]:
        given, ik = spec["constraints"][expected["constraint"]], case.document.rig.constraints[expected["constraint"]]
        if given["influence"] == 0.0:
            assert_matrices(case, evaluated, 1e-4)
        elif given["influence"] == 1.0:
            report = next(goal for goal in evaluated.goals if goal.constraint == expected["constraint"])
            left = weighed(case, ik, report.residual, report.rotation_residual)
            assert left <= weighed(case, ik, expected["residual"], expected["rotation_residual"]) + 1e-5


def test_command_writes_a_result_for_each_case(tmp_path: Path) -> None:
    few = [spec for spec in SPECS if spec["id"] in ("a-000-rot", "b-000-reach", "m-000-copypose-reach")]
    given, out = tmp_path / "cases.json", tmp_path / "results.json"
    given.write_text(json.dumps({"cases": few}), encoding="utf-8")
    command = [sys.executable, "-m", "tests.oracle", str(given), "--out", str(out)]
    subprocess.run(command, check=True, cwd=Path(__file__).parents[2], capture_output=True)
    results = json.loads(out.read_text(encoding="utf-8"))
    assert set(results) == {"a-000-rot", "b-000-reach", "m-000-copypose-reach"}
    assert set(results["a-000-rot"]["bones"]["b0"]) == {"matrix", "head", "tail"}
    assert results["b-000-reach"]["ik"][0]["residual"] < 1e-5
