"""An entry for the test of the switch: the whole program of an evaluation, with every solver but Auto.

Auto itself is left out because numba alone takes many minutes to compile it; what it is made of is in here.
"""

from __future__ import annotations

from pantin.rigs.solvers import SOLVERS
from pantin.solver.compiling.choice import choice_of
from pantin.solver.compiling.kernel import entry, kernel
from pantin.solver.compiling.layout import Ints, Matrices, Numbers, Table
from pantin.solver.compiling.solver_numbers import NUMBERS
from pantin.solver.entries.steps import SIGNATURE, evaluate_program
from pantin.solver.methods.table import solvers

KNOWN = solvers(SOLVERS)
_choose = choice_of(KNOWN, KNOWN[NUMBERS["lm"]])


@kernel
def solve(
    joints: Table, goals: Table, solver: int, steps: int, tolerance: float, interactive: bool, trace: Table
) -> tuple[int, int]:
    """Solve by the solver of number `solver`. Returns the steps taken, and the number."""
    steps_taken, method = _choose(solver, joints, goals, steps, tolerance, interactive, trace)
    return steps_taken, method


@entry(SIGNATURE)
def run(numbers: Numbers, rows: Ints, poses: Table, grabs: Table, out: Matrices) -> None:
    """Run `steps.evaluate_program` with these solvers."""
    evaluate_program(solve, numbers, rows, poses, grabs, out)
