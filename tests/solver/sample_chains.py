"""Chains of any number of bones with a goal to go to: what the contract tests of the solvers run on."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from hypothesis import strategies as st
from numpy.typing import ArrayLike

from pantin.rigs import (
    Bone,
    Document,
    Ik,
    Joint,
    Rig,
    Transform,
)
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.figure import Figure
from pantin.rigs.pose import Pose
from pantin.solver import Evaluated
from tests.rigs.strategies import joints, numbers, quaternions, vectors
from tests.solver.reference import Array, forward

COUNTS = (1, 2, 3, 5, 10, 20, 50)
FREE = Joint()
HINGE = Joint(lock=(False, True, True), limit=((-2.4, 2.4), None, None))


def chain(count: int, seed: int = 0, joint: Joint = FREE) -> tuple[Bone, ...]:
    """Bones b0, b1 … that hang on each other, bent a little, of uneven length; all of them have `joint`."""
    rng = np.random.default_rng(seed)
    bones, place = [], np.zeros(3)
    for i in range(count):
        end = place + rng.uniform(0.5, 1.5) * np.array((*rng.uniform(-0.3, 0.3, 2), 1.0))
        parent = f"b{i - 1}" if i else None
        roll = rng.uniform(-3.0, 3.0)
        bones.append(bone(f"b{i}", place, end, parent=parent, connected=i > 0, roll=roll, joint=joint))
        place = end
    return tuple(bones)


def star(count: int) -> Document:
    """A root with `count` arms of two bones, each of which misses a goal: all goals share the root."""
    bones, goals = [bone("root", (0.0, 0.0, 0.0), (0.0, 0.0, 0.5))], []
    for i, angle in enumerate(np.linspace(0.0, 2.0 * np.pi, count, endpoint=False)):
        way = np.array((np.cos(angle), np.sin(angle), 0.0))
        elbow = way + np.array((0.0, 0.0, 0.7))
        bones.append(bone(f"upper{i}", (0.0, 0.0, 0.5), elbow, parent="root"))
        bones.append(
            bone(f"lower{i}", elbow, 2.0 * way + np.array((0.0, 0.0, 0.5)), parent=f"upper{i}", connected=True)
        )
        bones.append(handle(f"goal{i}", 9.0 * way))
        goals.append(Ik(owner=f"lower{i}", target=f"goal{i}"))
    return Document.of(Rig(bones=tuple(bones), constraints=tuple(goals)))


def bone(name: str, head: ArrayLike, tail: ArrayLike, **rest: Any) -> Bone:
    return Bone(name=name, head=point(head), tail=point(tail), **rest)


def point(v: ArrayLike) -> tuple[float, float, float]:
    x, y, z = np.asarray(v, np.float64).tolist()
    return (x, y, z)


def handle(name: str, place: ArrayLike) -> Bone:
    """A handle with the axes of the world, in which its location counts."""
    return bone(name, place, np.add(place, (0.0, 0.1, 0.0)), kind="handle")


def reaching(bones: tuple[Bone, ...], goal: ArrayLike, pole: ArrayLike | None = None, **settings: Any) -> Document:
    """The last of `bones` is to reach `goal`, with all of them; `settings` are those of the constraint."""
    extra = [handle("goal", goal)]
    if pole is not None:
        extra.append(handle("pole", pole))
        settings["pole"] = "pole"
    ik = Ik(owner=bones[-1].name, target="goal", **settings)
    return Document.of(Rig(bones=(*bones, *extra), constraints=(ik,)))


def with_goal_at(document: Document, goal: ArrayLike) -> Document:
    """The handle dragged to `goal`, the way a tool does it: by its location."""
    rest = document.rig.by_name["goal"].head
    return with_transforms(document, {"goal": Transform(location=point(np.subtract(goal, rest)))})


def with_ik(document: Document, **settings: Any) -> Document:
    """The same with other settings of its one constraint."""
    ik = msgspec.structs.replace(document.rig.constraints[0], **settings)
    return document.with_rig(document.rig.changed(constraints=(ik,)))


def some_reachable(bones: tuple[Bone, ...], seed: int, most: float = 1.2) -> Array:
    """Return where the chain's end is in some pose of it: every bone turned at random, inside its bounds."""
    rng = np.random.default_rng(1000 + seed)
    pose = {b.name: Transform(rotation=some_turn(rng, b.joint, most)) for b in bones}
    last = bones[-1]
    matrix = forward(Figure(rig=Rig(bones=bones), pose=Pose(pose)))[last.name]
    return np.asarray(matrix[:3, 3] + matrix[:3, 1] * length(last))


def some_turn(rng: np.random.Generator, joint: Joint, most: float) -> tuple[float, float, float, float]:
    """A random rotation that the joint allows: a swing within its ellipse after a twist within its range."""
    angle = np.empty(3)
    for axis in range(3):
        lower, upper = joint.limit[axis] or (-most, most)
        angle[axis] = 0.0 if joint.lock[axis] else rng.uniform(max(lower, -most), min(upper, most))
    # a third of each swing leaves it inside any ellipse of these bounds
    share = 1.0 if joint.lock[0] or joint.lock[2] else 1.0 / 3.0
    swing = np.array((angle[0], 0.0, angle[2])) * share
    return multiply(rotation(swing), rotation(np.array((0.0, angle[1], 0.0))))


def rotation(v: Array) -> tuple[float, float, float, float]:
    """The quaternion of a rotation vector."""
    size = float(np.linalg.norm(v))
    x, y, z = (v * (np.sin(size / 2.0) / size if size > 0.0 else 0.5)).tolist()
    return (x, y, z, float(np.cos(size / 2.0)))


def multiply(a: ArrayLike, b: ArrayLike) -> tuple[float, float, float, float]:
    """The rotation that first does `b`, then `a`."""
    a, b = np.asarray(a, np.float64), np.asarray(b, np.float64)
    x, y, z = (a[3] * b[:3] + b[3] * a[:3] + np.cross(a[:3], b[:3])).tolist()
    return (x, y, z, float(a[3] * b[3] - a[:3] @ b[:3]))


def length(b: Bone) -> float:
    return float(np.linalg.norm(np.subtract(b.tail, b.head)))


def reach(bones: tuple[Bone, ...]) -> float:
    """Return how long the chain is when straight, metres."""
    return sum(map(length, bones))


def end(evaluated: Evaluated, bones: tuple[Bone, ...]) -> Array:
    return np.asarray(evaluated.tails[evaluated.index[bones[-1].name]])


def miss(evaluated: Evaluated, bones: tuple[Bone, ...]) -> float:
    """Return how far the end is from its goal, in lengths of the chain."""
    goal = evaluated.heads[evaluated.index["goal"]]
    return float(np.linalg.norm(end(evaluated, bones) - goal)) / reach(bones)


@st.composite
def tasks(draw: st.DrawFn, most: int = 6, **fixed: Any) -> Document:
    """A chain of any bones in any pose with a goal anywhere: of no length, straight, posed beyond its limits."""
    count = draw(st.integers(1, most))
    bones, place = [], np.zeros(3)
    for i in range(count):
        size = draw(st.sampled_from((1.0, 1.0, 0.3, 2.0, 1e-13)))
        end = place + size * np.array(draw(st.sampled_from(((0.0, 0.0, 1.0), (0.3, 0.1, 1.0), (-0.2, 0.9, 0.4)))))
        parent = f"b{i - 1}" if i else None
        roll = draw(numbers(-3.0, 3.0))
        bones.append(bone(f"b{i}", place, end, parent=parent, connected=i > 0, roll=roll, joint=draw(some_joint())))
        place = end
    pole = draw(st.none() | st.just((3.0, 0.0, 1.0)) | st.just((0.0, 0.0, 5.0)) | vectors(4.0))
    goal = draw(vectors(4.0) | st.sampled_from((tuple(place.tolist()), (0.0, 0.0, 0.0), (0.0, 0.0, 2.0))))
    settings: dict[str, Any] = {
        "rotation": draw(st.booleans()),
        "weight": draw(st.sampled_from((1.0, 0.3, 0.0))),
        "start": draw(st.sampled_from(("pose", "rest"))),
        "planar": draw(st.booleans()),
        "iterations": draw(st.sampled_from((1, 7, 60))),
        "soft_reach": draw(st.sampled_from((0.0, 0.1))),
        "stretch": False,
        **fixed,
    }
    document = reaching(tuple(bones), goal, pole=pole, **settings)
    pose = {b.name: Transform(rotation=draw(quaternions())) for b in bones if draw(st.booleans())}
    return with_transforms(document, pose)


def some_joint() -> st.SearchStrategy[Joint]:
    """Mostly as people make them: free, a hinge, an ellipse; else any."""
    common = (FREE, FREE, HINGE, Joint(limit=((-1.4, 0.9), (-0.5, 0.7), (-0.6, 1.2))), Joint(stiffness=(0.5, 0.0, 0.9)))
    return st.sampled_from(common) | joints()


def with_rig(document: Document, **changes: object) -> Document:
    return document.with_rig(msgspec.structs.replace(document.rig, **changes))


def sides(evaluated: Evaluated, names: tuple[str, ...], pole: str) -> tuple[np.ndarray, np.ndarray]:
    """Return how a chain (end first) bends off the line from root to end, and where its pole is off it."""
    rows = [evaluated.index[name] for name in reversed(names)]
    root, tip = evaluated.heads[rows[0]], evaluated.tails[rows[-1]]
    line = (tip - root) / np.linalg.norm(tip - root)

    def off(v: np.ndarray) -> np.ndarray:
        return v - (v @ line) * line

    bend = sum((off(evaluated.heads[row] - root) for row in rows[1:]), start=np.zeros(3))
    return bend, off(evaluated.heads[evaluated.index[pole]] - root)


def same_bits(a: Evaluated, b: Evaluated) -> bool:
    return a.names == b.names and a.matrices.tobytes() == b.matrices.tobytes() and a.goals == b.goals
