"""Posing of a rig: forward kinematics, constraints, and inverse kinematics.

`evaluate(document)` is all that most callers need. Machine code is compiled or loaded at the first evaluation, not at
import.
"""

from __future__ import annotations

from pantin.rigs.solvers import SOLVERS, Solver
from pantin.solver.evaluate import (
    evaluate,
    evaluate_figures,
    evaluate_many,
    is_long_interpreted,
    needs_all_solvers,
    pose_rows,
)
from pantin.solver.program.evaluated import Evaluated
from pantin.solver.program.memory import Memory, SpringMemory
from pantin.solver.program.posed import GoalReport, Posed, rest_pose
from pantin.solver.program.schedule import Grab
from pantin.solver.simulate import simulate

__all__ = [
    "SOLVERS",
    "Evaluated",
    "GoalReport",
    "Grab",
    "Memory",
    "Posed",
    "Solver",
    "SpringMemory",
    "evaluate",
    "evaluate_figures",
    "evaluate_many",
    "is_long_interpreted",
    "needs_all_solvers",
    "pose_rows",
    "rest_pose",
    "simulate",
]
