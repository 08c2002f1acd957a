"""A posed skeleton as a plain value: a rest pose, a frame of a clip, tracked points, or what `evaluate` returns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import dist
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pantin.rigs import Bone, Constraint, Rig
from pantin.rigs.fields import AnyBone, BoneRef
from pantin.rigs.problems import Problem
from pantin.rigs.rest import rest_matrices
from pantin.rigs.unusable import Unusable
from pantin.rigs.wording import quoted
from pantin.solver.compiling import layout as at
from pantin.solver.messages import _
from pantin.solver.program.memory import Memory, SpringMemory
from pantin.solver.program.single_poses import single_poses
from pantin.solver.program.skeleton import Floats, Skeleton


@dataclass(frozen=True, slots=True)
class GoalReport:
    """The outcome of one goal. `constraint` is its index among the rig's constraints, None for a grab. Metres."""

    owner: str
    constraint: int | None
    residual: float
    reached: bool
    iterations: int
    pole_undefined: bool
    position: tuple[float, float, float]
    effector: tuple[float, float, float]
    method: str = ""
    """The title of the solver that solved it."""
    residuals: tuple[float, ...] = ()
    """The residuals before the first step and after each; at most 128, of which the last is the final one."""
    bones: tuple[str, ...] = ()
    """The chain that was turned for it, from tip to root."""
    root: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """The position of the chain's root."""
    length: float = 0.0
    """The length of the chain when straight, metres."""
    handle: str = ""
    """The bone that stands for the goal: the constraint's target, else the bone that is dragged."""
    steps_most: int = 0
    rotation_residual: float = 0.0
    """The angle between owner and goal, radians, where it asks for a rotation; free axes do not count."""
    pole_residual: float = 0.0
    """The angle from the chain's bend to the side of its pole, radians; 0 without a pole, and for a straight chain."""
    microseconds: float = field(default=0.0, compare=False)
    """The time that its group of goals took. Not part of the result."""
    near: float = 1e-5
    """A goal is reached when its residual is less than this part of the chain's length."""
    ahead: bool = False
    """Whether it is not reached because a body with speed comes after it, in a simulation."""
    pinned: bool = False
    """Whether it is a pin that a pull could not keep in its place."""

    @property
    def tolerance(self) -> float:
        """A goal is reached when its residual is less, metres."""
        return self.near * self.length

    @property
    def distance(self) -> float:
        """From the root of the chain to the goal, metres."""
        return dist(self.root, self.position)


class Posed:
    """A posed skeleton: a matrix for each bone of the rig, in its order. Arrays are read-only.

    Nothing but matrices is computed before it is asked for. Without a solver there are no goals and no problems.
    """

    memory: Memory | None = None
    """The state that a simulation keeps for its next frame; None without one."""
    swung: SpringMemory | None = None
    """The state of springs, for when they go on; None where none acts."""
    others: Mapping[BoneRef, Floats] = MappingProxyType({})
    """The matrices (4, 4) of bones of other figures that constraints refer to, in the armature space of this one."""
    at_rest = False
    """True for a rest pose, whose joints are on no limit: none can be hit without a pose."""

    def __init__(
        self,
        bones: Sequence[Bone] | Skeleton,
        matrices: ArrayLike | None = None,
        stretches: ArrayLike | None = None,
        goals: tuple[GoalReport, ...] = (),
        problems: tuple[Problem, ...] = (),
    ) -> None:
        """Pose `bones` by `matrices` (n, 4, 4) in armature space, metres; without any they are at rest.

        `stretches` (n, 2) are the length and the thickness of each bone, relative to its own. Arrays that are read-only
        are shared, others copied. Raises Unusable for what are no bones and for arrays of other shapes; and, unless a
        skeleton is given, for arrays with numbers that are not finite.
        """
        from_outside = not isinstance(bones, Skeleton)
        self.skeleton = bones if isinstance(bones, Skeleton) else Skeleton(_bones(bones))
        """The bones of the rig, and their table."""
        if matrices is None:
            self.at_rest = True
        else:
            self.matrices = _kept(matrices, (len(self.skeleton.bones), 4, 4), from_outside)
        self._goals, self._problems = goals, problems
        if stretches is None:
            self._stretches = None
        else:
            self._stretches = _kept(stretches, (len(self.skeleton.bones), 2), from_outside)

    def with_matrices(self, matrices: ArrayLike, stretches: ArrayLike | None = None) -> Posed:
        """Return the same skeleton posed by other `matrices` (n, 4, 4), and stretched as before or by `stretches`."""
        made = Posed(self.skeleton, matrices, self.stretches if stretches is None else stretches)
        made.others = self.others
        return made

    def with_others(self, others: Mapping[BoneRef, Floats]) -> Posed:
        """Return the same posed skeleton with more bones of other figures, matrices (4, 4) in its armature space."""
        made = self.with_matrices(self.matrices)
        made.others = {**self.others, **others}
        return made

    def target(self, named: AnyBone | None, matrices: Floats | None = None) -> Floats | None:
        """Return the matrix (4, 4) of a bone that a constraint refers to, here or elsewhere; None where it is not
        there.

        `matrices` (n, 4, 4), where given, have the own bones.
        """
        if isinstance(named, BoneRef):
            return self.others.get(named)
        if named is None or named not in self.index:
            return None
        found: Floats = (self.matrices if matrices is None else matrices)[self.index[named]]
        return found

    @cached_property
    def matrices(self) -> Floats:
        """(n, 4, 4) in armature space; columns are the X, Y, Z axes with their scale, and the head."""
        return rest_matrices(self.skeleton.bones)

    @property
    def stretches(self) -> Floats:
        """Length and thickness of each bone (n, 2), relative to its own: 1 unless it is posed so or IK stretches it."""
        if self._stretches is None:
            self._stretches = np.ones((len(self.skeleton.bones), 2))
            seal(self._stretches)
        return self._stretches

    @property
    def names(self) -> tuple[str, ...]:
        """The bones, in the order of the rows."""
        return self.skeleton.names

    @property
    def index(self) -> Mapping[str, int]:
        """The row of each bone."""
        return self.skeleton.index

    @property
    def heads(self) -> Floats:
        """The positions of the bones' heads (n, 3), armature space."""
        return self.matrices[:, :3, 3]

    @cached_property
    def tails(self) -> Floats:
        """The positions of the bones' tails (n, 3), armature space."""
        return self.heads + self.matrices[:, :3, 1] * self.skeleton.lengths[:, None]

    def matrix(self, name: str) -> Floats:
        """Return the matrix (4, 4) of the bone `name`. Raises Unusable where there is no such bone."""
        try:
            found: Floats = self.matrices[self.index[name]]
        except (KeyError, TypeError):
            raise Unusable(_("The rig has no bone {bone}.").format(bone=quoted(str(name)))) from None
        return found

    @property
    def goals(self) -> tuple[GoalReport, ...]:
        """A report for each goal that was solved; none without a solver."""
        return self._goals

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Cycles, whose constraints were left out; none without a solver."""
        return self._problems

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """The constraints that act; none without a solver."""
        return ()

    @property
    def microseconds(self) -> float:
        """The time that posing took. Not part of the result."""
        return 0.0

    @cached_property
    def limits_hit(self) -> tuple[str, ...]:
        """The bones whose joints are on a limit, or beyond."""
        return tuple(self.bounds_hit)

    @cached_property
    def bounds_hit(self) -> Mapping[str, tuple[int, int, int]]:
        """For those bones, the limits that X, Y and Z are on: 1 the upper, −1 the lower, 0 none."""
        if self.at_rest:
            return {}
        signs = _limits_reached(self.skeleton.table, self.local_poses)
        hit = np.flatnonzero(signs.any(axis=1)).tolist()
        return {self.names[i]: (int(signs[i, 0]), int(signs[i, 1]), int(signs[i, 2])) for i in hit}

    def limits_hit_in(self, rows: NDArray[np.intp]) -> tuple[str, ...]:
        """Return the names of those of the bones `rows` (m,) whose joints are on a limit, or beyond."""
        if self.at_rest:
            return ()
        limited = rows[_limited(self.skeleton.table[rows])]
        if not len(limited):
            return ()
        poses = single_poses(self.skeleton, np.asarray(self.matrices), self.stretches, limited)
        hit = limited[_limits_reached(self.skeleton.table[limited], poses).any(axis=1)]
        return tuple(self.names[i] for i in hit.tolist())

    def largest_turn_since(self, before: Posed) -> float:
        """The largest rotation of a joint since `before`, radians: a jump, where the motion should be smooth."""
        if self.skeleton is not before.skeleton or not self.names:
            return 0.0
        here, there = self.local_poses[:, 3:7], before.local_poses[:, 3:7]
        alike = np.minimum(np.abs(np.einsum("nc,nc->n", here, there)), 1.0)
        return float(2.0 * np.arccos(alike.min()))

    @cached_property
    def local_poses(self) -> Floats:
        """Return the poses that give each bone its matrix (n, POSE_WIDTH)."""
        from pantin.solver.entries.local_poses import to_local_poses

        channels = np.empty((len(self.names), at.POSE_WIDTH))
        to_local_poses(self.skeleton.table, np.array(self.matrices).reshape(-1, 16), np.array(self.stretches), channels)
        return channels


def rest_pose(rig: Rig) -> Posed:
    """Return the rest pose of a rig: no constraint acts."""
    return Posed(Skeleton(rig.bones))


def _bones(given: object) -> tuple[Bone, ...]:
    """Return the bones. Raises Unusable where some are none."""
    bones = tuple(given) if isinstance(given, Iterable) else (given,)
    for each in bones:
        if not isinstance(each, Bone):
            sentence = _("A posed skeleton is made from bones, as `rig.bones` has them, not from {other}.")
            raise Unusable(sentence.format(other=type(each).__name__))
    return bones


def _kept(array: ArrayLike, shape: tuple[int, ...], from_outside: bool) -> Floats:
    """Return an array of this shape that nobody can write on. Raises Unusable for another shape.

    Raises Unusable also for numbers that are not finite, where it comes `from_outside`.
    """
    try:
        found = np.asarray(array, np.float64)
    except (TypeError, ValueError):
        raise Unusable(_("Bones are posed by arrays {shape} of numbers.").format(shape=shape)) from None
    if found.shape != shape:
        raise Unusable(_("Bones are posed by arrays {shape}, not {other}.").format(shape=shape, other=found.shape))
    if from_outside and not np.isfinite(found).all():
        raise Unusable(_("Bones are posed by finite numbers, and one is not."))
    if found.flags.writeable:
        found = found.copy()
        seal(found)
    return found


set_writeable: Any = np.ndarray.setflags


def seal(array: Floats) -> None:
    """Make an array of any shape read-only."""
    set_writeable(array, False)  # by position, which numpy's hints do not know: by keyword it takes twice as long


def _limited(bones: Floats) -> NDArray[np.bool_]:
    """Return a mask (n,) of the bones that have a limit. One that is locked as well is never at a limit."""
    lower, upper = bones[:, at.BONE_LOWER : at.BONE_LOWER + 3], bones[:, at.BONE_UPPER : at.BONE_UPPER + 3]
    return np.asarray(((lower < upper) & ((upper < at.FREE) | (lower > -at.FREE))).any(axis=1))


def _limits_reached(bones: Floats, poses: Floats) -> Floats:
    """The limits (n, 3) that X, Y and Z of bones in these poses are on: 1 the upper, −1 the lower, 0 none."""
    from pantin.solver.entries.local_poses import limits_reached

    standing = np.empty((len(bones), 3))
    limits_reached(bones, poses, standing)
    return standing
