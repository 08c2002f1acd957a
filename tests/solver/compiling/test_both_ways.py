"""Interpreted and compiled, the solver comes to the same bits: of any rig, and of numbers that are none."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pantin.resources import FOLDER
from pantin.rigs import Document, Transform, read
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.simulation import Simulation
from pantin.solver import evaluate, evaluate_many, pose_rows, simulate
from pantin.solver.compiling import functions, warm_up, when_used
from pantin.solver.compiling.kernel import WORTH_LOADING, entry, kernel
from pantin.solver.edits import auto_ik
from tests.oracle.cases import case_of, is_known
from tests.solver.compiling.both_ways import all_entries, interpreting
from tests.solver.sample_chains import chain, reaching
from tests.sources import ORACLE

TOP = Path(__file__).parents[3]
CASES = sorted(ORACLE.glob("blender_c*.json"))
EACH = 9
"""Of the oracle's cases every so manieth is evaluated."""


def bits(document: Document, *more: Any) -> bytes:
    """All that an evaluation fills but the times."""
    evaluated = evaluate(document, *more)
    goals = [(goal.residual, goal.iterations, goal.residuals, goal.method) for goal in evaluated.goals]
    return evaluated.matrices.tobytes() + repr((goals, evaluated.bounds_hit)).encode()


def assert_same_both_ways(document: Document, *more: Any) -> None:
    compiled = bits(document, *more)
    with interpreting():
        assert bits(document, *more) == compiled


@pytest.mark.parametrize("file", CASES, ids=lambda file: file.stem)
def test_cases_of_the_oracle(file: Path, warm_solver) -> None:
    cases = [spec for spec in json.loads(file.read_text())["cases"] if is_known(spec)]
    assert cases
    for spec in cases[::EACH]:
        compiled = case_of(spec).evaluate().matrices
        with interpreting():
            assert case_of(spec).evaluate().matrices.tobytes() == compiled.tobytes(), spec["id"]


@pytest.mark.parametrize("solver", ["ccd", "fabrik", "dls", "sdls", "lm", "spring"])
def test_every_solver(solver: str, warm_solver) -> None:
    assert_same_both_ways(reaching(chain(5), (0.9, 0.4, 1.7)), (), solver)


@pytest.mark.parametrize("name", ["arm", "biped", "hand", "humanoid", "robot_arm", "tentacle"])
def test_samples_that_are_pulled(name: str, warm_solver) -> None:
    document = read(FOLDER / "rigs" / f"{name}.rig.json")
    assert_same_both_ways(document)
    evaluated, offsets = evaluate(document), np.random.default_rng(5)
    for bone in evaluated.names[::7]:
        pull = auto_ik.pull(document, evaluated, bone)
        assert_same_both_ways(*pull.to(tuple(offsets.normal(0.0, 0.2, 3))))


@pytest.mark.parametrize("solver", ["sdls", "dls"])
def test_simulations(solver: str, warm_simulation) -> None:
    document = read(FOLDER / "rigs" / "humanoid.rig.json")
    settings = Simulation(mode="simulation", solver=solver, max_velocity=3.0, reiteration="always")
    document = document.with_rig(document.rig.changed(simulation=settings))
    moved = with_transforms(document, {"hand_ik.L": Transform(location=(0.1, 0.2, 0.3))})

    def played() -> bytes:
        first = simulate(document, None, 0.0)
        last = simulate(moved, first.memory, 0.03)
        return last.matrices.tobytes() + last.memory.joints.tobytes() + last.memory.targets.tobytes()

    compiled = played()
    with interpreting():
        assert played() == compiled


def test_a_clip_is_taken_over_between_two_frames(warm_solver, monkeypatch) -> None:
    document = reaching(chain(4), (0.5, 0.2, 1.1))
    clip = np.repeat(pose_rows(document)[None], 5, axis=0)
    compiled = evaluate_many(document, clip)
    run = warm_up.entries_of("pantin.solver.entries.auto")[0]
    known, frames = run.compiled, []
    with interpreting():
        assert evaluate_many(document, clip).tobytes() == compiled.tobytes()

        def after_two(*_: object) -> None:
            frames.append(run.compiled)
            run.compiled = known if len(frames) == 2 else None

        monkeypatch.setattr(sys.modules[evaluate.__module__], "_consider", after_two)
        assert evaluate_many(document, clip).tobytes() == compiled.tobytes()
    assert len(frames) == 2


def test_numbers_that_are_none_raise_nothing() -> None:
    @kernel
    def inverse(x: float) -> float:
        return 1.0 / x

    @entry("f8(f8)")
    def run(x: float) -> float:
        return inverse(functions.sqrt(x)) + 0.0 * functions.exp(-x)

    assert run(0.0) == math.inf
    assert math.isnan(run(-1.0))
    assert math.isnan(run(-1e6))
    assert math.isnan(functions.acos(1.5)) and math.isnan(functions.sin(math.inf))
    assert functions.exp(1e6) == math.inf
    assert functions.ceil(1.5) == 2 and functions.ceil(math.nan) == functions.ceil(math.inf) < 0


def test_the_compiled_entry_is_loaded_when_interpreting_took_as_long_as_loading(warm_solver, monkeypatch) -> None:
    document = reaching(chain(3), (0.5, 0.2, 1.1))
    run = warm_up.entries_of("pantin.solver.entries.auto")[0]
    with interpreting():
        monkeypatch.setattr(warm_up, "is_left_alone", False)
        monkeypatch.setattr(warm_up, "_look_at", {})
        run.seconds = 0.0
        evaluate(document)
        assert run.compiled is None
        run.seconds = 2.0 * WORTH_LOADING
        evaluate(document)
        assert run.compiled is not None


@pytest.mark.parametrize("in_a_window", [False, True])
def test_a_huge_rig_is_not_interpreted_where_it_need_not_be(in_a_window: bool, warm_solver, monkeypatch) -> None:
    """A window may open it before the thread that prepares the solver has loaded what is compiled."""
    document = reaching(chain(60), (0.5, 0.2, 1.1), iterations=5000)
    run = warm_up.entries_of("pantin.solver.entries.auto")[0]
    with interpreting():
        monkeypatch.setattr(warm_up, "is_left_alone", in_a_window)
        monkeypatch.setattr(warm_up, "loads_what_is_there", in_a_window)
        monkeypatch.setattr(warm_up, "_look_at", {})
        run.seconds = 0.0
        evaluate(document)
        assert run.compiled is not None and run.seconds == 0.0


WITHOUT_NUMBA = """
import hashlib, sys
sys.modules["numba"] = sys.modules["llvmlite"] = None
from pantin import evaluate, read
from pantin.resources import FOLDER
from pantin.solver.compiling import warm_up
from pantin.app.start.command_line import main
file = str(FOLDER / "rigs" / "humanoid.rig.json")
assert main(["check", file]) == main(["evaluate", file, "--out", sys.argv[1]]) == 0
print(hashlib.sha256(evaluate(read(file)).matrices.tobytes()).hexdigest())
try:
    warm_up.prepare(lambda part: None)
except RuntimeError as told:
    print(told)
print(hashlib.sha256(evaluate(read(file)).matrices.tobytes()).hexdigest())
"""


def test_all_goes_on_without_numba(warm_solver, tmp_path: Path) -> None:
    import hashlib

    arguments = [sys.executable, "-c", WITHOUT_NUMBA, str(tmp_path / "out.json")]
    done = subprocess.run(arguments, capture_output=True, text=True, check=True, cwd=TOP)
    known = hashlib.sha256(evaluate(read(FOLDER / "rigs" / "humanoid.rig.json")).matrices.tobytes()).hexdigest()
    _, before, told, after = done.stdout.splitlines()
    assert before == after == known
    assert told.startswith("Poses are solved without compiled kernels") and "numba" in told
    assert json.loads((tmp_path / "out.json").read_text())["bones"]


def test_a_command_needs_no_compiler(tmp_path: Path) -> None:
    """On a bare machine as on any other: it has answered before numba would be imported."""
    asked = (
        "import sys; from pantin.app.start.command_line import main; main(sys.argv[1:]); print('numba' in sys.modules)"
    )
    file = str(FOLDER / "rigs" / "humanoid.rig.json")
    for command in (["check", file], ["evaluate", file], ["convert", file, str(tmp_path / "a.glb")]):
        done = subprocess.run(
            [sys.executable, "-c", asked, *command], capture_output=True, text=True, check=True, cwd=TOP
        )
        assert done.stdout.splitlines()[-1] == "False", command


def test_every_entry_takes_over(warm_simulation) -> None:
    when_used.prepare_springs(lambda part: None)
    assert len(all_entries()) == 8 and all(entry.compiled for entry in all_entries())
