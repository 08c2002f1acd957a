"""A rig as the kernels want it: names become rows, structs become arrays, the schedule becomes a list of steps.

Three things change at three rates and are kept apart: the skeleton (bones), the program (constraints and grabs) and the
pose (`channels`). Whatever a document shares with the one before, the same objects, is not computed again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Sized
from dataclasses import dataclass
from math import ceil, pi

import numpy as np
from numpy.typing import NDArray

from pantin.rigs import (
    Bone,
    Constraint,
    Distance,
    Goal,
    Ik,
    Rig,
)
from pantin.rigs.problems import Problem
from pantin.rigs.rest import rest_lengths, rest_matrices
from pantin.rigs.solvers import SolverName, solver_of
from pantin.solver.compiling import layout
from pantin.solver.program.constraint_rows import row_of
from pantin.solver.program.planar_chains import hinges_of
from pantin.solver.program.schedule import Chain, Grab, Unit, schedule
from pantin.solver.program.solver_codes import NUMBERS

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_KEEPS = {"surface": layout.KEEP_ON, "inside": layout.KEEP_INSIDE, "outside": layout.KEEP_OUTSIDE}
_BLENDS = {"bones": layout.BLEND_BONES, "line": layout.BLEND_LINE, "arc": layout.BLEND_ARC}


@dataclass(frozen=True, slots=True, eq=False)
class Skeleton:
    """The bones as a table, one row each, in the order of the rig."""

    bones: tuple[Bone, ...]
    names: tuple[str, ...]
    index: Mapping[str, int]
    table: Floats

    @property
    def lengths(self) -> Floats:
        """The rest lengths (n,), metres."""
        return self.table[:, layout.LENGTH]


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """What to do with a skeleton, step by step, and whom each report is about."""

    skeleton: Skeleton
    constraints: tuple[Constraint, ...]
    grabs: tuple[tuple[str, int, bool], ...]
    numbers: Floats
    """The tables of bones, constraints and links, one after the other: few long arrays are handed over faster."""
    rows: Ints
    """How many bones, steps, constraints, groups, joint bones and links there are; steps, groups and joint bones."""
    chains: tuple[Chain, ...]
    problems: tuple[Problem, ...]
    is_chosen: bool
    """Whether a chain asks for another solver than Auto: then `run_chosen` runs it."""
    room: tuple[int, int, int]
    """For what comes out: the matrices, and in blocks of 16 stretches, reports, traces and times."""
    standing: slice
    """The matrices in it."""


def skeleton_of(bones: tuple[Bone, ...]) -> Skeleton:
    """Turn bones into arrays."""
    names = tuple(bone.name for bone in bones)
    index = {name: i for i, name in enumerate(names)}
    parent = np.array([-1 if bone.parent is None else index[bone.parent] for bone in bones], np.int64)
    rest = rest_matrices(bones)
    offset = _offsets(rest, parent)
    table = np.empty((len(bones), layout.BONE_WIDTH))
    table[:, layout.OFFSET : layout.OFFSET + 16] = offset.reshape(-1, 16)
    table[:, layout.REST : layout.REST + 16] = rest.reshape(-1, 16)
    table[:, layout.REST_TURN : layout.REST_TURN + 4] = _rotations(offset)
    table[:, layout.LENGTH] = rest_lengths(bones)
    lower, upper = _bounds(bones)
    table[:, layout.BONE_LOWER : layout.BONE_LOWER + 3] = lower
    table[:, layout.BONE_UPPER : layout.BONE_UPPER + 3] = upper
    table[:, layout.BONE_LEAST : layout.BONE_LEAST + 3] = _compared(lower)
    table[:, layout.BONE_MOST : layout.BONE_MOST + 3] = _compared(upper)
    stiffness = np.array([bone.joint.stiffness for bone in bones], np.float64)
    table[:, layout.STIFFNESS : layout.STIFFNESS + 3] = stiffness.reshape(-1, 3)
    table[:, layout.BONE_STRETCH] = [bone.joint.stretch for bone in bones]
    table[:, layout.CARRIER] = parent
    table[:, layout.FLAGS] = [_flags(bone) for bone in bones]
    return Skeleton(bones, names, index, table)


def program_of(rig: Rig, skeleton: Skeleton, grabs: Sequence[Grab] = (), solver: SolverName | None = None) -> Program:
    """Order the rig's bones, constraints and grabs into steps. `solver` is for all chains, whatever they ask for."""
    plan = schedule(rig, grabs)
    build = _Builder(rig, skeleton, plan.acting, solver)
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
        plan.problems,
        build.is_chosen,
        (count + ceil(beside / 16), 4, 4),
        slice(count),
    )


def shape_of(grabs: Sequence[Grab]) -> tuple[tuple[str, int, bool], ...]:
    """What of the grabs a program depends on: everything but where they are pulled to."""
    return tuple((grab.bone, grab.chain_length, grab.holds) for grab in grabs)


def _flags(bone: Bone) -> int:
    return (
        layout.CONNECTED * (bone.connected and bone.parent is not None)
        | layout.INHERIT_ROTATION * bone.inherit_rotation
        | layout.INHERIT_SCALE * (bone.inherit_scale == "full")
    )


def _offsets(rest: Floats, parent: Ints) -> Floats:
    """Each bone's rest frame in its parent's; for a root, in armature space."""
    offset = np.array(rest)
    held = parent >= 0
    turn, place = rest[:, :3, :3], rest[:, :3, 3]
    back = np.swapaxes(turn[parent[held]], 1, 2)
    offset[held, :3, :3] = back @ turn[held]
    offset[held, :3, 3] = (back @ (place[held] - place[parent[held]])[:, :, None])[:, :, 0]
    return offset


def _rotations(matrices: Floats) -> Floats:
    """Unit quaternions (n, 4) of rotation matrices: the eigenvector way, which has no bad case (Bar-Itzhack 2000)."""
    m = matrices[:, :3, :3]
    k = np.empty((len(m), 4, 4))
    for a in range(3):
        for b in range(3):
            k[:, a, b] = m[:, a, b] + m[:, b, a]
        k[:, a, a] = 2.0 * m[:, a, a] - np.trace(m, axis1=1, axis2=2)
    k[:, 3, 3] = np.trace(m, axis1=1, axis2=2)
    for a, (p, q) in enumerate(((2, 1), (0, 2), (1, 0))):
        k[:, a, 3] = k[:, 3, a] = m[:, p, q] - m[:, q, p]
    turns: Floats = np.linalg.eigh(k)[1][:, :, -1]
    return turns


def _bounds(bones: Sequence[Bone]) -> tuple[Floats, Floats]:
    """Lower and upper bounds (n, 3); a locked axis has both at 0."""
    bounds = np.empty((2, len(bones), 3))
    for i, bone in enumerate(bones):
        for a in range(3):
            limit = bone.joint.limit[a]
            low, high = limit if limit is not None and limit != (-pi, pi) else (-layout.FREE, layout.FREE)
            bounds[:, i, a] = (0.0, 0.0) if bone.joint.lock[a] else (low, high)
    return bounds[0], bounds[1]


def _compared(bounds: Floats) -> Floats:
    """As `maths.joint_coordinates` compares them: swings (X, Z) as half-angle sines, twists (Y) as 4·tan(θ/4)"""
    angles = np.clip(bounds, -pi, pi)
    compared: Floats = np.sin(0.5 * angles)
    compared[:, 1] = 4.0 * np.tan(0.25 * angles[:, 1])
    return np.where(np.abs(bounds) >= layout.FREE, bounds, compared)


class _Builder:
    """Collects steps, constraints, groups and goals while the units pass by in their order."""

    def __init__(self, rig: Rig, skeleton: Skeleton, acting: frozenset[int], solver: SolverName | None) -> None:
        self._rig, self._skeleton, self._solver = rig, skeleton, solver
        self._constraints_of: dict[str, list[int]] = {}
        for i in sorted(acting):
            if not isinstance(rig.constraints[i], Goal):
                self._constraints_of.setdefault(rig.constraints[i].owner, []).append(i)
        self._depth = _depths(skeleton)
        self._steps: list[tuple[int, int]] = []
        self._rows: list[Floats] = []
        self._groups: list[tuple[int, ...]] = []
        self._joint_bones: list[tuple[int, int]] = []
        self._hinges: list[tuple[float, ...]] = []
        self._links: list[tuple[float, ...]] = []
        self.chains: list[Chain] = []

    def add(self, unit: Unit) -> None:
        """Pose the unit's bones, parents first, with their constraints; then solve its chains."""
        index = self._skeleton.index
        rows = sorted((index[name] for name in unit.bones), key=lambda i: (self._depth[i], i))
        for i in rows:
            self._steps.append((layout.STEP_FORWARD, i))
            self._add_constraints(i)
        if unit.chains:
            self._add_group(unit, rows)

    def _add_constraints(self, i: int) -> None:
        bone = self._skeleton.bones[i]
        for c in self._constraints_of.get(bone.name, ()):
            constraint = self._rig.constraints[c]
            self._steps.append((layout.STEP_CONSTRAIN, len(self._rows)))
            self._rows.append(row_of(constraint, self._skeleton.index))
        if bone.name in self._constraints_of and bone.connected and bone.parent is not None:
            self._steps.append((layout.STEP_RECONNECT, i))

    def _add_group(self, unit: Unit, rows: list[int]) -> None:
        local = {row: j for j, row in enumerate(rows)}
        parent = self._skeleton.table[:, layout.CARRIER]
        first, goal = len(self._joint_bones), len(self._links)
        self._joint_bones.extend((row, local.get(int(parent[row]), -1)) for row in rows)
        for chain in unit.chains:
            self._add_goal(chain, local)
        for row in rows:
            self._add_control(row, local)
        self._steps.append((layout.STEP_SOLVE, len(self._groups)))
        number = self._solver_number(unit, len(rows))
        self._groups.append((first, len(self._joint_bones), goal, len(self._links), number))
        self._add_hinges(unit, rows)

    def _solver_number(self, unit: Unit, bones: int) -> int:
        """What the group asks for: what is asked of all, else of one of its chains, else of the rig."""
        iks = [self._ik(chain) for chain in unit.chains]
        asked = [ik.solver for ik in iks if ik.solver != "auto"]
        turning = any(ik.rotation and ik.rotation_weight > 0.0 for ik in iks)
        wanted = self._solver or (asked[0] if asked else self._rig.solver)
        return NUMBERS[solver_of(wanted, bones, len(iks), turning)]

    def _add_hinges(self, unit: Unit, rows: list[int]) -> None:
        found: dict[str, tuple[float, ...]] = {}
        for chain in reversed(unit.chains):
            if self._ik(chain).planar:
                found.update(hinges_of(self._rig, self._ik(chain), chain.bones))
        names, free = self._skeleton.names, (0.0,) * layout.HINGE_WIDTH
        self._hinges.extend(found.get(names[row], free) for row in rows)

    def _ik(self, chain: Chain) -> Ik:
        """The settings of a chain; those of a grab are the usual ones."""
        goal = Ik(owner=chain.owner) if chain.constraint is None else self._rig.constraints[chain.constraint]
        assert isinstance(goal, Goal)
        return _as_ik(goal)

    @property
    def is_chosen(self) -> bool:
        """Whether a group asks for another solver than Auto."""
        return any(group[layout.GROUP_SOLVER] != layout.SOLVER_AUTO for group in self._groups)

    def _add_goal(self, chain: Chain, local: dict[int, int]) -> None:
        index = self._skeleton.index
        tip = index[chain.bones[0]]
        goal = None if chain.constraint is None else self._rig.constraints[chain.constraint]
        ik = self._ik(chain)
        owner = index[ik.owner] if ik.use_tail else tip
        target = -1 if chain.grab is not None else index[str(ik.target)]
        pole = index[ik.pole] if ik.pole is not None and ik.pole in index else -1
        grab = -1 if chain.grab is None else chain.grab
        turning = ik.rotation_weight if ik.rotation else 0.0
        who = (local[tip], tip, owner, target, pole, grab)
        how = (ik.stretch and chain.grab is None, ik.iterations, ik.soft_reach, ik.blend)
        what = (ik.pole_angle, ik.weight, turning)
        solving = (ik.tolerance, ik.start == "rest", ik.planar)
        root = local[index[chain.bones[-1]]]
        kind = (layout.GOAL_POSE, root, 0.0, layout.KEEP_ON)
        if isinstance(goal, Distance):
            kind = (layout.GOAL_DISTANCE, root, goal.radius, _KEEPS[goal.keep])
        let = (not axis for axis in (*ik.position_axes, *ik.rotation_axes))
        rest = (ik.axes_of == "bone", ik.rotation_decay, _BLENDS[ik.blend_by], ik.keep_volume)
        self._links.append(tuple(float(value) for value in (*who, *how, *what, *solving, *kind, *let, *rest)))
        self.chains.append(chain)

    def _add_control(self, row: int, local: dict[int, int]) -> None:
        """A goal for a bone that pulls back to its posed rotation."""
        bone, j = self._skeleton.bones[row], local[row]
        weight = bone.joint.control_rotation
        if weight <= 0.0:
            return
        link = np.zeros(layout.LINK_WIDTH)
        link[[layout.LINK_TIP, layout.LINK_ROOT]] = j
        link[[layout.LINK_BONE, layout.LINK_OWNER, layout.LINK_TARGET]] = row
        link[[layout.LINK_POLE, layout.LINK_GRAB]] = -1
        link[layout.LINK_ROTATION_WEIGHT], link[layout.LINK_KIND] = weight, layout.GOAL_JOINT
        link[layout.LINK_TOLERANCE] = 1.0
        self._links.append(tuple(link.tolist()))
        self.chains.append(Chain((bone.name,), bone.name, None, None, reported=False))

    def packed(self) -> tuple[Floats, Ints]:
        """The program in the form in which `run` takes it apart."""
        listed: tuple[Sized, ...] = (self._steps, self._rows, self._groups, self._joint_bones, self._links)
        counts = np.array([len(self._skeleton.names), *(len(table) for table in listed)], np.int64)
        rows = [np.array(table, np.int64).ravel() for table in (self._steps, self._groups, self._joint_bones)]
        numbers = [np.array(table, np.float64).ravel() for table in (self._rows, self._links, self._hinges)]
        return np.concatenate((self._skeleton.table.ravel(), *numbers)), np.concatenate((counts, *rows))


def _depths(skeleton: Skeleton) -> list[int]:
    """How many bones are above each bone."""
    parent = skeleton.table[:, layout.CARRIER].astype(int).tolist()
    depth = [-1] * len(parent)
    for i in range(len(parent)):
        path = []
        while i >= 0 and depth[i] < 0:
            path.append(i)
            i = parent[i]
        level = depth[i] if i >= 0 else -1
        for j in reversed(path):
            level += 1
            depth[j] = level
    return depth


def _as_ik(goal: Goal) -> Ik:
    """What a distance has in common with IK, as IK."""
    if isinstance(goal, Ik):
        return goal
    return Ik(
        owner=goal.owner,
        target=goal.target,
        chain_length=goal.chain_length,
        iterations=goal.iterations,
        use_tail=goal.use_tail,
        weight=goal.weight,
        blend=goal.blend,
        stretch=False,
    )
