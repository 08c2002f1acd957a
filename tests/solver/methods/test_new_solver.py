"""A new solver is a module of `solver/methods` and a line of the table: the choice is compiled from that."""

from __future__ import annotations

import sys
from types import ModuleType

import numpy as np

from pantin.rigs.solvers import SOLVERS
from pantin.solver.chains.chain import effector
from pantin.solver.chains.joints import forward_chain, rotate_joint
from pantin.solver.chains.residual_trace import begin_trace, record
from pantin.solver.compiling import layout
from pantin.solver.compiling.choice import choice_of
from pantin.solver.compiling.kernel import entry, kernel
from pantin.solver.compiling.layout import GOAL_POSITION, HEAD, Ints, Table
from pantin.solver.compiling.solver_numbers import NUMBERS
from pantin.solver.maths.rotations import perpendicular, shortest_arc, subtract, unit, vector
from pantin.solver.methods.table import solvers

EXAMPLE = len(NUMBERS)
"""The number that a line more in `rigs.solvers.SOLVERS` would have."""


@kernel
def point_at_goal(
    joints: Table, goals: Table, steps: int, tolerance: float, interactive: bool, trace: Table
) -> tuple[int, int]:
    """An example: the chain turns about its root, as it is bent, until its effector points at the goal."""
    head = vector(joints, 0, HEAD)
    now = unit(subtract(effector(joints, goals, 0), head), (0.0, 1.0, 0.0))
    wanted = unit(subtract(vector(goals, 0, GOAL_POSITION), head), now)
    rotate_joint(joints, 0, shortest_arc(now, wanted, perpendicular(now)))
    forward_chain(joints)
    record(joints, goals, trace)
    return 1, EXAMPLE


@kernel
def stay(joints: Table, goals: Table, steps: int, tolerance: float, interactive: bool, trace: Table) -> tuple[int, int]:
    """Return what is done for every other number."""
    return 0, 0


sys.modules["pantin.solver.methods.point_at_goal"] = ModuleType("point_at_goal")
sys.modules["pantin.solver.methods.point_at_goal"].solve = point_at_goal
choose = choice_of({EXAMPLE: solvers((*SOLVERS, "point_at_goal"))[EXAMPLE]}, stay)
del sys.modules["pantin.solver.methods.point_at_goal"]


@entry("void(i8,f8[:,::1],f8[:,::1],f8[:,::1],i8[::1])")
def run(solver: int, joints: Table, goals: Table, trace: Table, found: Ints) -> None:
    """Solve by the number; `found` (2,) gets the steps and who took them."""
    forward_chain(joints)
    begin_trace(joints, goals, trace)
    steps, method = choose(solver, joints, goals, 10, 1e-6, False, trace)
    found[0], found[1] = steps, method


def two_bones() -> tuple[Table, Table]:
    """A chain of two joints along Y, with a goal beside it."""
    joints = np.zeros((2, layout.JOINT_WIDTH))
    for j in range(2):
        joints[j, layout.PARENT_JOINT], joints[j, layout.LENGTH_RATIO] = j - 1, 1.0
        joints[j, layout.REST_ROTATION + 3] = joints[j, layout.LOCAL + 3] = 1.0
        joints[j, layout.LINK + 1] = float(j)
    goals = np.zeros((1, layout.GOAL_WIDTH))
    goals[0, layout.TIP], goals[0, layout.WEIGHT] = 1, 1.0
    goals[0, layout.EFFECTOR_OFFSET + 1] = 1.0
    goals[0, GOAL_POSITION : GOAL_POSITION + 3] = (1.0, 1.0, 0.5)
    return joints, goals


def test_a_solver_is_called_by_its_number() -> None:
    joints, goals = two_bones()
    trace, found = np.zeros((1, layout.TRACE_WIDTH)), np.zeros(2, np.int64)
    run(EXAMPLE, joints, goals, trace, found)
    assert found.tolist() == [1, EXAMPLE]
    direction = joints[1, HEAD : HEAD + 3]
    np.testing.assert_allclose(np.cross(direction, goals[0, GOAL_POSITION : GOAL_POSITION + 3]), 0.0, atol=1e-12)
    assert trace[0, layout.TRACE_COUNT] == 2


def test_other_numbers_are_answered_by_who_is_there_for_them() -> None:
    joints, goals = two_bones()
    before, found = joints.copy(), np.zeros(2, np.int64)
    run(EXAMPLE + 1, joints, goals, np.zeros((1, layout.TRACE_WIDTH)), found)
    assert found.tolist() == [0, 0]
    np.testing.assert_array_equal(
        joints[:, layout.LOCAL : layout.LOCAL + 4], before[:, layout.LOCAL : layout.LOCAL + 4]
    )
