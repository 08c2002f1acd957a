"""A bone with a parent, and a target on another: posed anyhow, of any size, not sheared."""

from __future__ import annotations

from math import pi

import numpy as np
from hypothesis import assume
from hypothesis import strategies as st

from pantin.rigs import (
    Bone,
    Document,
    Rig,
    Transform,
)
from pantin.rigs.constraints import Constraint
from pantin.rigs.euler import quaternion_from_euler
from pantin.rigs.figure import Figure
from pantin.rigs.pose import Pose
from pantin.solver import Evaluated, evaluate
from tests.rigs.strategies import numbers, quaternions, vectors
from tests.solver.reference import matrix_of

sizes = st.tuples(*[numbers(0.3, 3.0)] * 3)


even = numbers(0.3, 3.0).map(lambda size: (size, size, size))


spaces = st.sampled_from(["pose", "local", "local_with_parent"])


AXES = range(3)


@st.composite
def pairs(draw: st.DrawFn) -> Document:
    """`own` on `under`, `other` on `over`."""
    bones, pose = [], {}
    for name, parent in (("under", None), ("own", "under"), ("over", None), ("other", "over")):
        head, way = np.array(draw(vectors(2.0))), np.array(draw(vectors(1.0)))
        assume(np.linalg.norm(way) > 0.05)
        tail = tuple((head + way).tolist())
        bones.append(Bone(name=name, parent=parent, head=tuple(head.tolist()), tail=tail, roll=draw(numbers(-pi, pi))))
        size = draw(even if parent is None else sizes)
        pose[name] = Transform(location=draw(vectors(1.0)), rotation=draw(quaternions()), scale=size)
    return Document.of(Figure(rig=Rig(bones=tuple(bones)), pose=Pose(pose)))


def with_constraint(document: Document, *constraints: Constraint) -> Document:
    return document.with_rig(document.rig.changed(constraints=constraints))


def in_space(evaluated: Evaluated, document: Document, name: str, space: str) -> np.ndarray:
    """The matrix of a bone as a constraint in `space` sees it, found with numpy alone."""
    rest = dict(zip(evaluated.names, evaluate(at_rest(document)).matrices, strict=True))
    matrix = evaluated.matrix(name)
    if space == "pose":
        return matrix
    if space == "local_with_parent":
        return np.linalg.inv(rest[name]) @ matrix
    parent = str(document.rig.by_name[name].parent)
    carried = evaluated.matrix(parent) @ np.linalg.inv(rest[parent]) @ rest[name]
    return np.linalg.inv(carried) @ matrix


def at_rest(document: Document) -> Document:
    return Document.of(Rig(bones=document.rig.bones))


def turn_of(matrix: np.ndarray) -> np.ndarray:
    return matrix[:3, :3] / np.linalg.norm(matrix[:3, :3], axis=0)


def rotation_about(angles: tuple[float, float, float]) -> np.ndarray:
    return matrix_of(quaternion_from_euler(angles))
