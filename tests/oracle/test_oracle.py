"""Pantin held against Blender 5.0.1 on the same rigs: the families a–f and l.

`blender_constraints.json` has more of family l, answered by the same Blender: the kinds and spaces of constraints that
the oracle lacks, angles far from rest, and bones that are sheared by what carries them.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rigs import CopyRotation, Ik, Rig
from rigs.chains import turned_by_ik
from solver import Evaluated, evaluate
from tests.oracle.cases import Case, case_of, chain_names, is_known, residual

CASES = Path(__file__).with_name("blender_cases.json")
CONSTRAINTS = Path(__file__).with_name("blender_constraints.json")
SPECS = [spec for file in (CASES, CONSTRAINTS) for spec in json.loads(file.read_text(encoding="utf-8"))["cases"]]


def of_family(letters: str) -> list[Any]:
    """The cases of these families, as pytest parameters."""
    return [pytest.param(spec, id=spec["id"]) for spec in SPECS if spec["family"] in letters and is_known(spec)]


def length(case: Case, ik: Ik) -> float:
    """The whole length of a chain, metres."""
    bones = case.document.rig.by_name
    return sum(math.dist(bones[name].head, bones[name].tail) for name in chain_names(case.document.rig, ik))


def iks(case: Case) -> list[tuple[int, Ik]]:
    return [(i, c) for i, c in enumerate(case.document.rig.constraints) if isinstance(c, Ik)]


def assert_matrices(case: Case, evaluated: Evaluated, tolerance: float, names: Iterable[str] | None = None) -> None:
    """The bones `names`, or all, stand as Blender has them."""
    bones = case.spec["expected"]["bones"]
    for name in bones if names is None else names:
        expected = bones[name]
        got = evaluated.matrix(name).ravel()
        assert np.allclose(got, expected["matrix"], rtol=0.0, atol=tolerance), name
        assert np.allclose(evaluated.tails[evaluated.index[name]], expected["tail"], rtol=0.0, atol=tolerance), name


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


def free_of_choice(case: Case) -> list[str]:
    """The bones of a case that stand where Blender has them, whatever solution is chosen for IK without a pole."""
    rig = case.document.rig
    chosen = {name for _, ik in iks(case) if ik.pole is None for name in chain_names(rig, ik)}
    return [name for name in case.spec["expected"]["bones"] if not chosen & set(upwards(rig, name))]


def upwards(rig: Rig, name: str | None) -> list[str]:
    """A bone and those that carry it."""
    found = []
    while name is not None:
        found.append(name)
        name = rig.by_name[name].parent
    return found


def copies_fully(copy: CopyRotation) -> bool:
    whole = copy.influence == 1.0 and copy.mix == "replace" and all(copy.axes) and not any(copy.invert)
    return whole and copy.owner_space == copy.target_space == "pose"


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
        expected = math.dist(bone.head, bone.tail) * case.document.rig.transform(bone.name).scale[1]
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


def test_command_writes_a_result_for_each_case(tmp_path: Path) -> None:
    few = [spec for spec in SPECS if spec["id"] in ("a-000-rot", "b-000-reach", "m-000-copypose-reach")]
    given, out = tmp_path / "cases.json", tmp_path / "results.json"
    given.write_text(json.dumps({"cases": few}), encoding="utf-8")
    command = [sys.executable, "-m", "tests.oracle", str(given), "--out", str(out)]
    subprocess.run(command, check=True, cwd=Path(__file__).parents[2], capture_output=True)
    results = json.loads(out.read_text(encoding="utf-8"))
    assert set(results) == {"a-000-rot", "b-000-reach"}
    assert set(results["a-000-rot"]["bones"]["b0"]) == {"matrix", "head", "tail"}
    assert results["b-000-reach"]["ik"][0]["residual"] < 1e-5
