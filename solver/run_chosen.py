"""The same evaluation with every solver to choose from: for rigs in which a chain asks for another than Auto.

An entry of its own: it is compiled in the background after the first start, and loaded when it is first asked for.
"""

from __future__ import annotations

from solver import methods
from solver.kernel import entry
from solver.layout import Rows, Table
from solver.run import SIGNATURE, evaluate_steps


def evaluate_chosen(
    bones: Table,
    steps: Rows,
    copies: Table,
    groups: Rows,
    joint_bones: Rows,
    hinges: Table,
    links: Table,
    poses: Table,
    grabs: Table,
    matrices: Table,
    stretches: Table,
    reports: Table,
    traces: Table,
) -> None:
    """As `run.evaluate_program`."""
    evaluate_steps(
        methods.solve,
        bones,
        steps,
        copies,
        groups,
        joint_bones,
        hinges,
        links,
        poses,
        grabs,
        matrices,
        stretches,
        reports,
        traces,
    )


run = entry(SIGNATURE)(evaluate_chosen)
"""`evaluate_chosen` in machine code."""
