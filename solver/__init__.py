"""How a rig is posed: forward kinematics, constraints, and inverse kinematics.

`evaluate(document)` is all that most callers need. Machine code is compiled or loaded at the first evaluation, not at
import.
"""

from __future__ import annotations

from pantin.solver.evaluate import (
    Evaluated,
    GoalReport,
    evaluate,
    evaluate_many,
    needs_chosen,
    pose_rows,
)
from pantin.solver.program.schedule import Grab
from pantin.solver.program.solver_codes import SOLVERS, Solver

__all__ = [
    "SOLVERS",
    "Evaluated",
    "GoalReport",
    "Grab",
    "Solver",
    "evaluate",
    "evaluate_many",
    "needs_chosen",
    "pose_rows",
]
