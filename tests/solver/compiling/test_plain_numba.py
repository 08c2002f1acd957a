"""The switch: compiled by numba's documented interface alone, the solver comes to the same bits."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pantin.rigs.solvers import SOLVERS
from pantin.solver.constraints.kinds import NUMBERS
from tests.solver.compiling import plain_contract

TOP = Path(__file__).parents[3]
COMPILING = TOP / "solver" / "compiling"


@pytest.mark.skipif(
    "PANTIN_PLAIN_CONTRACT" not in os.environ,
    reason="numba alone compiles for minutes: PANTIN_PLAIN_CONTRACT=1 asks for it",
)
def test_the_contract_holds_to_the_last_bit_without_any_patch(warm_solver) -> None:
    child = subprocess.run(
        [sys.executable, "-m", "tests.solver.compiling.plain_contract"],
        env={**os.environ, "PANTIN_PLAIN_NUMBA": "1"},
        capture_output=True,
        text=True,
        check=True,
        cwd=TOP,
    )
    assert json.loads(child.stdout.splitlines()[-1]) == plain_contract.bits()


def test_the_contract_asks_every_solver_and_every_constraint() -> None:
    assert {*plain_contract.SOLVERS} == {*SOLVERS} - {"auto", "one_bone", "two_bones"}
    asked = {
        type(constraint) for _, document in plain_contract.constrained() for constraint in document.rig.constraints
    }
    assert {*NUMBERS} - asked == set()


def test_with_the_switch_numba_is_asked_by_its_documented_interface_alone() -> None:
    documented = {"numba", "numba.extending", "numba.types", "llvmlite.ir", "llvmlite.binding"}
    for name in ("plain_numba.py", "compiled_clock.py"):
        tree = ast.parse((COMPILING / name).read_text(encoding="utf-8"))
        asked = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module in ("numba", "llvmlite"):
                asked |= {f"{node.module}.{alias.name}" for alias in node.names}
        outside = {module for module in asked if module.partition(".")[0] in ("numba", "llvmlite")}
        assert outside <= documented, name
