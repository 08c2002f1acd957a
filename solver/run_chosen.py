"""The same evaluation with every solver to choose from: for rigs in which a chain asks for another than Auto.

An entry of its own: it is compiled in the background after the first start, and loaded when it is first asked for.
"""

from __future__ import annotations

from solver import methods
from solver.kernel import entry
from solver.layout import Ints, Matrices, Numbers, Table
from solver.run import SIGNATURE, evaluate_packed


def evaluate_chosen(numbers: Numbers, rows: Ints, poses: Table, grabs: Table, out: Matrices) -> None:
    """As `run.evaluate_auto`, for any program."""
    evaluate_packed(methods.solve, numbers, rows, poses, grabs, out)


run = entry(SIGNATURE)(evaluate_chosen)
"""`evaluate_chosen` in machine code."""
