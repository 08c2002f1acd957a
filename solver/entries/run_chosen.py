"""The same evaluation with every solver to choose from: for rigs in which a chain asks for another than Auto.

An entry of its own: it is compiled in the background after the first start, and loaded when it is first asked for.
"""

from __future__ import annotations

from pantin.solver.compiling.kernel import entry
from pantin.solver.compiling.layout import Ints, Matrices, Numbers, Table
from pantin.solver.entries.run import SIGNATURE, evaluate_packed
from pantin.solver.methods import methods


def evaluate_chosen(numbers: Numbers, rows: Ints, poses: Table, grabs: Table, out: Matrices) -> None:
    """As `run.evaluate_auto`, for any program."""
    evaluate_packed(methods.solve, numbers, rows, poses, grabs, out)


run = entry(SIGNATURE)(evaluate_chosen)
"""`evaluate_chosen` in machine code."""
