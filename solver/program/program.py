"""A rig as the kernels take it: names become rows, structs become arrays, the schedule becomes a list of steps.

Three things change at three rates and are kept apart: the skeleton (bones), the program (constraints and grabs) and the
pose (`pose_rows`). What is the same object as before is not computed again (`recent`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Sized
from math import ceil

import msgspec
import numpy as np

from pantin.rigs import (
    Bone,
    Constraint,
    Distance,
    Goal,
    Ik,
    Rig,
    SplineIk,
)
from pantin.rigs.constraints import AboveGround
from pantin.rigs.ground.kinds import Ground
from pantin.rigs.problems import Problem
from pantin.rigs.solvers import SolverName, solver_of
from pantin.rigs.tree.chains import chain_bones
from pantin.solver.compiling import layout
from pantin.solver.compiling.solver_numbers import NUMBERS, OF_AUTO
from pantin.solver.constraints.rows import rows_of
from pantin.solver.constraints.spline.rows import spline_rows
from pantin.solver.program.above_ground import Hold, hold_row, holds_besides, own_hold, rows_of_ground
from pantin.solver.program.budget import interpreted_efforts, limit_steps
from pantin.solver.program.goal_settings import as_ik, put_ik
from pantin.solver.program.planar_chains import hinges_of
from pantin.solver.program.schedule import Chain, Grab, Unit, schedule
from pantin.solver.program.skeleton import (
    Floats,
    Ints,
    Skeleton,
    depths,
)

_KEEPS = {"surface": layout.KEEP_ON, "inside": layout.KEEP_INSIDE, "outside": layout.KEEP_OUTSIDE}


class Program(msgspec.Struct, frozen=True, eq=False):
    """The steps that pose a skeleton, and the goal that each report is about."""

    skeleton: Skeleton
    constraints: tuple[Constraint, ...]
    grabs: tuple[tuple[str, int, bool], ...]
    numbers: Floats
    """The tables of bones, constraints, settings, hinges and the ground, one after the other: few arrays are faster."""
    rows: Ints
    """The counts of bones, steps, constraints, groups, joint bones, goals and rows of the ground; then the steps, the
    groups and the joint bones."""
    efforts: Floats
    """The most steps of each group, and the seconds that one takes interpreted (groups, 2)."""
    chains: tuple[Chain, ...]
    joints: tuple[str, ...]
    """The bones that are turned for them, in the order of their rows."""
    problems: tuple[Problem, ...]
    needs_all_solvers: bool
    """Whether a chain asks for another solver than Auto: then the entry `all_solvers` evaluates it."""
    room: tuple[int, int, int]
    """The shape of the output: the matrices; then stretches, reports, traces and times, in blocks of 16."""
    standing: slice
    """The part of it that has the matrices."""


def program_of(
    rig: Rig,
    ground: Ground | None,
    skeleton: Skeleton,
    grabs: Sequence[Grab] = (),
    solver: SolverName | None = None,
) -> Program:
    """Return the program that takes a rig's bones, constraints and grabs in steps.

    `ground` is in armature space. `solver`, where given, is used for all chains.
    """
    plan = schedule(rig, grabs)
    build = _Builder(rig, ground, skeleton, plan.acting, solver)
    for unit in plan.units:
        build.add(unit)
    count, chains = len(skeleton.names), tuple(build.chains)
    beside = 2 * count + (layout.REPORT_WIDTH + layout.TRACE_WIDTH + 1) * len(chains)
    return Program(
        skeleton,
        rig.constraints,
        shape_of(grabs),
        *build.packed(),
        chains,
        build.joints,
        plan.problems,
        build.needs_all_solvers,
        (count + ceil(beside / 16), 4, 4),
        slice(count),
    )


def shape_of(grabs: Sequence[Grab]) -> tuple[tuple[str, int, bool], ...]:
    """Return the part of the grabs that a program depends on: everything but their positions."""
    return tuple((grab.bone, grab.chain_length, grab.holds) for grab in grabs)


class _Builder:
    """Collects steps, constraints, groups and goals while the units are added in their order."""

    def __init__(
        self,
        rig: Rig,
        ground: Ground | None,
        skeleton: Skeleton,
        acting: frozenset[int],
        solver: SolverName | None,
    ) -> None:
        self._rig, self._skeleton, self._solver = rig, skeleton, solver
        self._terrain = rows_of_ground(ground)
        self._constraints_of: dict[str, list[int]] = {}
        self._splines: list[SplineIk] = []
        for i in sorted(acting):
            constraint = rig.constraints[i]
            if isinstance(constraint, SplineIk):
                self._splines.append(constraint)
            elif not isinstance(constraint, Goal):
                self._constraints_of.setdefault(constraint.owner, []).append(i)
        self._held = holds_besides(rig, acting)
        self._asks_ground = False
        self._damping = rig.simulation.damping, rig.simulation.epsilon
        self._depth = depths(skeleton)
        self._steps: list[tuple[int, int]] = []
        self._rows: list[Floats] = []
        self._groups: list[tuple[int, ...]] = []
        self._joint_bones: list[tuple[int, int]] = []
        self._hinges: list[tuple[float, ...]] = []
        self._settings: list[tuple[float, ...]] = []
        self.chains: list[Chain] = []

    def add(self, unit: Unit) -> None:
        """Pose the unit's bones, parents first, with their constraints; then solve its chains."""
        index = self._skeleton.index
        rows = sorted((index[name] for name in unit.bones), key=lambda i: (self._depth[i], i))
        left = rows
        for spline, chain in self._splines_of(unit) if self._splines else ():
            ancestors = {index[above.name] for above in self._upwards(chain[0])}
            self._pose([i for i in left if i in ancestors])
            left = [i for i in left if i not in ancestors]
            self._steps.append((layout.STEP_FOLLOW, len(self._rows)))
            self._rows.extend(spline_rows(spline, chain, index))
        if unit.chains or len(left) == 1:
            self._pose(left)
        else:  # bones that refer to each other's heads
            self._steps.extend((layout.STEP_FORWARD, i) for i in left)
            for i in left:
                self._add_constraints(i)
        if unit.chains:
            self._add_group(unit, rows)

    def _pose(self, rows: list[int]) -> None:
        """Pose bones with their constraints."""
        for i in rows:
            self._steps.append((layout.STEP_FORWARD, i))
            self._add_constraints(i)

    def _splines_of(self, unit: Unit) -> list[tuple[SplineIk, tuple[str, ...]]]:
        """The curves that bones of the unit follow, those of chains nearer to the root first."""
        index, rig = self._skeleton.index, self._rig
        found = [(spline, chain_bones(rig, spline)) for spline in self._splines if spline.owner in unit.bones]
        return sorted(found, key=lambda each: self._depth[index[each[1][-1]]])

    def _upwards(self, name: str) -> Iterator[Bone]:
        """A bone and all that carry it."""
        bone = self._rig.by_name.get(name)
        while bone is not None:
            yield bone
            bone = self._rig.by_name.get(bone.parent or "")

    def _add_constraints(self, i: int) -> None:
        """Apply the constraints of bone `i` in their order; then keep it above the ground and at its parent's tail."""
        bone = self._skeleton.bones[i]
        for c in self._constraints_of.get(bone.name, ()):
            constraint = self._rig.constraints[c]
            if isinstance(constraint, AboveGround):
                self._hold(own_hold(self._rig, constraint), i)
                continue
            self._steps.append((layout.STEP_CONSTRAIN, len(self._rows)))
            self._rows.extend(rows_of(constraint, self._skeleton.index, self._skeleton.lengths))
        for hold in self._held.get(bone.name, ()):
            self._hold(hold, i)
        if bone.name in self._constraints_of and bone.connected and bone.parent is not None:
            self._steps.append((layout.STEP_RECONNECT, i))

    def _hold(self, hold: Hold, i: int) -> None:
        """Keep a bone above the ground."""
        self._asks_ground = True
        self._steps.append((layout.STEP_CONSTRAIN, len(self._rows)))
        length = float(self._skeleton.lengths[i])
        self._rows.append(hold_row(hold, i, length, self._skeleton.index))

    def _add_group(self, unit: Unit, rows: list[int]) -> None:
        """Solve the chains of a unit together: their joints are the bones in `rows`, parents first."""
        local = {row: j for j, row in enumerate(rows)}
        parent = self._skeleton.table[:, layout.PARENT_BONE]
        first, goal = len(self._joint_bones), len(self._settings)
        self._joint_bones.extend((row, local.get(int(parent[row]), -1)) for row in rows)
        for chain in unit.chains:
            self._add_goal(chain, local)
        for row in rows:
            self._add_control(row, local)
        self._steps.append((layout.STEP_SOLVE, len(self._groups)))
        number = self._solver_number(unit, len(rows))
        self._groups.append((first, len(self._joint_bones), goal, len(self._settings), number))
        self._add_hinges(unit, rows)

    def _solver_number(self, unit: Unit, bones: int) -> int:
        """The solver of a group: that for all chains, else that of one of its chains, else the rig's."""
        iks = [self._ik(chain) for chain in unit.chains]
        asked = [ik.solver for ik in iks if ik.solver != "auto"]
        turning = any(ik.rotation and ik.rotation_weight > 0.0 for ik in iks)
        wanted = self._solver or (asked[0] if asked else self._rig.solver)
        return NUMBERS[solver_of(wanted, bones, len(iks), turning)]

    def _add_hinges(self, unit: Unit, rows: list[int]) -> None:
        """The hinges of planar chains; of two that share a bone the first decides. All other bones are free."""
        found: dict[str, tuple[float, ...]] = {}
        for chain in reversed(unit.chains):
            if self._ik(chain).planar:
                found.update(hinges_of(self._rig, self._ik(chain), chain.bones))
        names, free = self._skeleton.names, (0.0,) * layout.HINGE_WIDTH
        self._hinges.extend(found.get(names[row], free) for row in rows)

    def _ik(self, chain: Chain) -> Ik:
        """The settings of a chain; a grab has the default ones."""
        goal = Ik(owner=chain.owner) if chain.constraint is None else self._rig.constraints[chain.constraint]
        assert isinstance(goal, Goal)
        return as_ik(goal)

    @property
    def needs_all_solvers(self) -> bool:
        """Return whether a group asks for another solver than Auto."""
        return any(group[layout.GROUP_SOLVER] not in OF_AUTO for group in self._groups)

    def _add_goal(self, chain: Chain, local: dict[int, int]) -> None:
        """The settings of a chain's goal; `local` are the joints of the group by the rows of their bones."""
        goal = None if chain.constraint is None else self._rig.constraints[chain.constraint]
        ik, setting = self._ik(chain), np.zeros(layout.SETTING_WIDTH)
        self._put_bones(setting, chain, ik, local)
        put_ik(setting, ik)
        setting[layout.SETTING_STRETCH] = ik.stretch and chain.grab is None
        setting[layout.SETTING_KIND], setting[layout.SETTING_KEEP] = layout.POSE_GOAL, layout.KEEP_ON
        if isinstance(goal, Distance):
            setting[layout.SETTING_KIND], setting[layout.SETTING_KEEP] = layout.DISTANCE_GOAL, _KEEPS[goal.keep]
            setting[layout.SETTING_RADIUS] = goal.radius
        setting[layout.SETTING_DAMPING], setting[layout.SETTING_EPSILON] = self._damping
        self._settings.append(tuple(setting.tolist()))
        self.chains.append(chain)

    def _put_bones(self, setting: Floats, chain: Chain, ik: Ik, local: dict[int, int]) -> None:
        """Write which joints and bones a goal is about; −1 for those that it has not."""
        index = self._skeleton.index
        tip = index[chain.bones[0]]
        setting[layout.SETTING_TIP], setting[layout.SETTING_BONE] = local[tip], tip
        setting[layout.SETTING_ROOT] = local[index[chain.bones[-1]]]
        setting[layout.SETTING_OWNER] = index[ik.owner] if ik.use_tail else tip
        setting[layout.SETTING_TARGET] = -1 if chain.grab is not None else index[str(ik.target)]
        setting[layout.SETTING_POLE] = index.get(ik.own_pole or "", -1)
        setting[layout.SETTING_GRAB] = -1 if chain.grab is None else chain.grab

    def _add_control(self, row: int, local: dict[int, int]) -> None:
        """A posture goal for a bone that keeps its posed rotation."""
        bone, j = self._skeleton.bones[row], local[row]
        weight = bone.joint.control_rotation
        if weight <= 0.0:
            return
        setting = np.zeros(layout.SETTING_WIDTH)
        setting[[layout.SETTING_TIP, layout.SETTING_ROOT]] = j
        setting[[layout.SETTING_BONE, layout.SETTING_OWNER, layout.SETTING_TARGET]] = row
        setting[[layout.SETTING_POLE, layout.SETTING_GRAB]] = -1
        setting[layout.SETTING_ROTATION_WEIGHT], setting[layout.SETTING_KIND] = weight, layout.POSTURE_GOAL
        setting[layout.SETTING_TOLERANCE] = 1.0
        setting[layout.SETTING_DAMPING], setting[layout.SETTING_EPSILON] = self._damping
        self._settings.append(tuple(setting.tolist()))
        self.chains.append(Chain((bone.name,), bone.name, None, None, reported=False))

    @property
    def joints(self) -> tuple[str, ...]:
        """The bones of the joints, in their order."""
        return tuple(self._skeleton.names[row] for row, _ in self._joint_bones)

    def packed(self) -> tuple[Floats, Ints, Floats]:
        """Return the arrays (k,) and (m,) that `entries.steps` unpacks, and the efforts of the groups (g, 2)."""
        listed: tuple[Sized, ...] = (self._steps, self._rows, self._groups, self._joint_bones, self._settings)
        ground = self._terrain if self._asks_ground else self._terrain[:0]
        counts = np.array([len(self._skeleton.names), *(len(table) for table in listed), len(ground)], np.int64)
        groups, settings = np.array(self._groups, np.int64), np.array(self._settings, np.float64)
        limit_steps(groups, settings)
        rows = [np.array(table, np.int64).ravel() for table in (self._steps, groups, self._joint_bones)]
        numbers = [np.array(table, np.float64).ravel() for table in (self._rows, settings, self._hinges, ground)]
        efforts = interpreted_efforts(groups, settings)
        return np.concatenate((self._skeleton.table.ravel(), *numbers)), np.concatenate((counts, *rows)), efforts
