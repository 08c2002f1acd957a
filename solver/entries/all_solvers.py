"""The evaluation with every solver to choose from: for rigs in which a chain asks for another than Auto.

An entry of its own: it is compiled in the background after the first start, and loaded when it is first needed.
"""

from __future__ import annotations

from pantin.solver.compiling.kernel import entry
from pantin.solver.compiling.layout import Ints, Matrices, Numbers, Table
from pantin.solver.entries.steps import SIGNATURE, evaluate_program
from pantin.solver.methods import table


@entry(SIGNATURE)
def run(numbers: Numbers, rows: Ints, poses: Table, grabs: Table, out: Matrices) -> None:
    """Run `steps.evaluate_program` for any program.

    Reads `rows` (i,); location, rotation, scale, POSE_LENGTH and POSE_THICKNESS of `poses` (f · n, POSE_WIDTH); and
    `grabs` (g, 3). Takes `numbers` (f,) and `out` (b, 4, 4) as other kernels of its kind do.
    """
    evaluate_program(table.solve, numbers, rows, poses, grabs, out)
