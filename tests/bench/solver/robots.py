"""Pantin's tree of five effectors beside the loops that roboticists write: mink, pink, and bare Pinocchio.

Needs `mink[daqp]`, `pin` and `pin-pink`; a row is not measured where its module is absent. The subject is the sample
figure with a goal for each hand and foot and the head, as in `peers`, with all joints free: ball joints with swing
limits are known to none of them. They get the bones of the five chains only. One goal is moved, and everybody starts
from rest and steps until no effector is farther than NEAR from its goal, or MOST steps are done. Pantin's time is
`evaluate(document)`. Their steps are undamped but for what keeps a quadratic program regular, which is where they are
quickest here. Medians of one way round the loop, the quickest of five rounds.

| what | must | measured |
|---|---|---|
| mink / Pantin | ≥ 15 | 15.8 (533.8 µs, 4 steps, 9e-07 m left; Pantin 33.8 µs, 1e-08 m left) |
| pink / Pantin | ≥ 6 | 26.22 (952.3 µs, 4 steps, 9e-07 m left; Pantin 36.3 µs, 1e-08 m left) |
| Pinocchio / Pantin | ≥ 6 | 7.322 (199.3 µs, 6 steps, 1e-06 m left; Pantin 27.2 µs, 1e-08 m left) |

The table is what `python -m tests.bench robots` prints. Debian 12, Python 3.11.7, 2 shared cores, OMP_NUM_THREADS=1;
mink 1.3.0, DAQP 0.11.0, Pinocchio 4.1.0, pink 4.4.0, numpy 2.4.6, numba 0.68.1; nothing else ran.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Any, NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs import Bone, Document, Joint, Rig
from pantin.rigs.rest import rest_matrices
from pantin.solver import evaluate
from tests.bench.measuring.kernels import compiled
from tests.bench.measuring.rows import Row
from tests.bench.solver.peers import EFFECTORS, Race, tree

Floats = NDArray[np.float64]
Solve = Callable[[Mapping[str, Floats]], tuple[int, float]]
"""Steps from rest until the effectors are at these places (3): how many, and the worst distance left, metres."""

NEAR, MOST = 1e-6, 100
DAMPING = 1e-9
"""Regular, and as quick as undamped."""


@dataclass(frozen=True)
class Counts:
    rounds: int = 5
    moves: int = 63
    """Once round the loop."""


FULL, TINY = Counts(), Counts(rounds=1, moves=2)


class Time(NamedTuple):
    """The quickest round's median time, µs; the steps of a median goal; the farthest that an end is left, metres."""

    microseconds: float
    steps: float
    left: float

    def __str__(self) -> str:
        return f"{self.microseconds:.1f} µs, {self.steps:.0f} steps, {self.left:.0e} m left"


def measure(counts: Counts = FULL) -> Iterator[Row]:
    """Yield how many times as long each loop takes as Pantin, and Pantin's own time."""
    compiled()
    race = Race("tree", free(tree()), "hand.L goal", 0, loop=0.15)
    documents = [race.at(step) for step in range(counts.moves)]
    _, alone = compared(lambda goals: (0, 0.0), documents, counts.rounds)
    yield Row("Pantin alone", alone.microseconds, "µs", note=f"{alone.left:.0e} m left")
    for name, module, must, make in LOOPS:
        what = f"{name} / Pantin"
        if find_spec(module) is None:
            yield Row(what, must=must, better="higher", why_not=f"{name} is not here ({module})")
        else:
            theirs, ours = compared(make(race.document.rig), documents, counts.rounds)
            note = f"{theirs}; Pantin {ours.microseconds:.1f} µs, {ours.left:.0e} m left"
            yield Row(what, theirs.microseconds / ours.microseconds, "", must, "higher", note)


def compared(solve: Solve, documents: list[Document], rounds: int) -> tuple[Time, Time]:
    """Their time and Pantin's for the same goals, one after the other."""
    theirs, ours = [], []
    for _ in range(rounds):
        both = [_raced(solve, document) for document in documents]
        theirs.append(_median([its for its, _ in both]))
        ours.append(_median([mine for _, mine in both]))
    return min(theirs), min(ours)


def _raced(solve: Solve, document: Document) -> tuple[Time, Time]:
    start = time.perf_counter_ns()
    evaluated = evaluate(document)
    mine = (time.perf_counter_ns() - start) / 1000
    goals = {goal.owner: np.array(goal.position) for goal in evaluated.goals}
    start = time.perf_counter_ns()
    steps, left = solve(goals)
    its = (time.perf_counter_ns() - start) / 1000
    missed = max(goal.residual for goal in evaluated.goals)
    return Time(its, steps, left), Time(mine, max(goal.iterations for goal in evaluated.goals), missed)


def _median(times: list[Time]) -> Time:
    return Time(
        statistics.median(one.microseconds for one in times),
        statistics.median(one.steps for one in times),
        max(one.left for one in times),
    )


def free(document: Document) -> Document:
    """The same figure, its joints without bounds."""
    bones = tuple(msgspec.structs.replace(bone, joint=Joint()) for bone in document.rig.bones)
    return document.with_rig(msgspec.structs.replace(document.rig, bones=bones))


def of_the_chains(rig: Rig) -> list[tuple[Bone, Floats]]:
    """The bones above the effectors, parents first, each with its rest frame (4, 4) in its parent's."""
    inside = set()
    for name in EFFECTORS:
        at: str | None = name
        while at is not None:
            inside.add(at)
            at = rig.by_name[at].parent
    frames = dict(zip((bone.name for bone in rig.bones), rest_matrices(rig.bones), strict=True))
    nothing = np.eye(4)
    return [
        (bone, np.linalg.inv(frames[bone.parent] if bone.parent else nothing) @ frames[bone.name])
        for bone in rig.bones
        if bone.name in inside
    ]


def size_of(bone: Bone) -> float:
    """Its length, metres."""
    return float(np.linalg.norm(np.subtract(bone.tail, bone.head)))


def mink_loop(rig: Rig) -> Solve:
    """MuJoCo's model, mink's tasks, DAQP."""
    import mink
    import mujoco

    spec: Any = mujoco.MjSpec()
    bodies = {}
    for bone, offset in of_the_chains(rig):
        above = bodies[bone.parent] if bone.parent else spec.worldbody
        w, x, y, z = _quaternion(offset)
        body = bodies[bone.name] = above.add_body(name=bone.name, pos=offset[:3, 3], quat=(w, x, y, z))
        body.add_joint(type=mujoco.mjtJoint.mjJNT_BALL, name=bone.name)
        body.add_geom(type=mujoco.mjtGeom.mjGEOM_SPHERE, size=(0.01, 0.0, 0.0))
        if bone.name in EFFECTORS:
            body.add_site(name=f"{bone.name} end", pos=(0.0, size_of(bone), 0.0))
    configuration = mink.Configuration(spec.compile())
    rest = configuration.q.copy()
    tasks = {name: mink.FrameTask(f"{name} end", "site", position_cost=1.0, orientation_cost=0.0) for name in EFFECTORS}

    def solve(goals: Mapping[str, Floats]) -> tuple[int, float]:
        configuration.update(rest)
        for name, task in tasks.items():
            task.set_target(mink.SE3.from_translation(goals[name]))
        return _stepped(
            lambda: max(float(np.linalg.norm(task.compute_error(configuration)[:3])) for task in tasks.values()),
            lambda: configuration.integrate_inplace(
                mink.solve_ik(configuration, list(tasks.values()), 1.0, "daqp", damping=DAMPING, limits=[]), 1.0
            ),
        )

    return solve


def pink_loop(rig: Rig) -> Solve:
    """Pinocchio's model, pink's tasks, DAQP."""
    import pink
    import pinocchio

    model = pinocchio_model(rig)
    data, rest = model.createData(), pinocchio.neutral(model)
    tasks = {name: pink.tasks.FrameTask(f"{name} end", position_cost=1.0, orientation_cost=0.0) for name in EFFECTORS}

    def solve(goals: Mapping[str, Floats]) -> tuple[int, float]:
        configuration = pink.Configuration(model, data, rest, copy_data=False)
        for name, task in tasks.items():
            task.set_target(pinocchio.SE3(np.eye(3), goals[name]))
        return _stepped(
            lambda: max(float(np.linalg.norm(task.compute_error(configuration)[:3])) for task in tasks.values()),
            lambda: configuration.integrate_inplace(
                pink.solve_ik(
                    configuration, tasks.values(), 1.0, "daqp", damping=DAMPING, limits=[], safety_break=False
                ),
                1.0,
            ),
        )

    return solve


def pinocchio_loop(rig: Rig) -> Solve:
    """The damped least squares of Pinocchio's own example, for five frames at once."""
    import pinocchio

    model = pinocchio_model(rig)
    data, rest = model.createData(), pinocchio.neutral(model)
    frames = {name: model.getFrameId(f"{name} end") for name in EFFECTORS}

    def solve(goals: Mapping[str, Floats]) -> tuple[int, float]:
        q, error, rows = rest, np.empty(15), np.empty((15, model.nv))

        def left() -> float:
            pinocchio.forwardKinematics(model, data, q)
            pinocchio.updateFramePlacements(model, data)
            for n, (name, frame) in enumerate(frames.items()):
                error[3 * n : 3 * n + 3] = goals[name] - data.oMf[frame].translation
            return float(np.sqrt((error.reshape(5, 3) ** 2).sum(axis=1).max()))

        def step() -> None:
            nonlocal q
            pinocchio.computeJointJacobians(model, data)
            for n, frame in enumerate(frames.values()):
                whole = pinocchio.getFrameJacobian(model, data, frame, pinocchio.LOCAL_WORLD_ALIGNED)
                rows[3 * n : 3 * n + 3] = whole[:3]
            turn = rows.T @ np.linalg.solve(rows @ rows.T + DAMPING * np.eye(15), error)
            q = pinocchio.integrate(model, q, turn)

        return _stepped(left, step)

    return solve


def pinocchio_model(rig: Rig) -> Any:
    """A ball joint for each bone, a frame at each effector."""
    import pinocchio

    model = pinocchio.Model()
    ids = {}
    for bone, offset in of_the_chains(rig):
        above = ids[bone.parent] if bone.parent else 0
        placement = pinocchio.SE3(offset[:3, :3], offset[:3, 3])
        ids[bone.name] = model.addJoint(above, pinocchio.JointModelSpherical(), placement, bone.name)
        if bone.name in EFFECTORS:
            end = pinocchio.SE3(np.eye(3), np.array((0.0, size_of(bone), 0.0)))
            model.addFrame(pinocchio.Frame(f"{bone.name} end", ids[bone.name], end, pinocchio.FrameType.OP_FRAME))
    return model


def _stepped(left: Callable[[], float], step: Callable[[], object]) -> tuple[int, float]:
    for done in range(MOST):
        worst = left()
        if worst <= NEAR:
            return done, worst
        step()
    return MOST, left()


def _quaternion(matrix: Floats) -> tuple[float, float, float, float]:
    """The rotation of a matrix as MuJoCo writes it: (w, x, y, z)."""
    import mujoco

    found = np.empty(4)
    mujoco.mju_mat2Quat(found, np.ascontiguousarray(matrix[:3, :3]).ravel())
    w, x, y, z = found.tolist()
    return w, x, y, z


LOOPS: tuple[tuple[str, str, float, Callable[[Rig], Solve]], ...] = (
    ("mink", "mink", 15, mink_loop),
    ("pink", "pink", 6, pink_loop),
    ("Pinocchio", "pinocchio", 6, pinocchio_loop),
)
"""What is printed, the module that it takes, how many times as fast Pantin must be, and what makes the loop."""
