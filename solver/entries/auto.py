"""The evaluation of rigs whose chains all ask for Auto: compiled before the program begins."""

from __future__ import annotations

from pantin.solver.compiling.kernel import entry
from pantin.solver.compiling.layout import Ints, Matrices, Numbers, Table
from pantin.solver.entries.steps import SIGNATURE, evaluate_program
from pantin.solver.methods import auto


@entry(SIGNATURE)
def run(numbers: Numbers, rows: Ints, poses: Table, grabs: Table, out: Matrices) -> None:
    """Run `steps.evaluate_program` for a program that does not need all solvers.

    Reads `rows` (i,); location, rotation, scale, POSE_LENGTH and POSE_THICKNESS of `poses` (f · n, POSE_WIDTH); and
    `grabs` (g, 3). Takes `numbers` (f,) and `out` (b, 4, 4) as other kernels of its kind do.
    """
    evaluate_program(auto.solve, numbers, rows, poses, grabs, out)
