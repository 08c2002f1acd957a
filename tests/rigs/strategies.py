"""Random rigs for Hypothesis: any forest of bones, in any order, with any pose and any constraints that a rig may have.

@given(documents())
@relaxed
def test_something(document): ...
"""

from __future__ import annotations

from functools import cache
from math import pi
from typing import Any, get_args

import msgspec
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from pantin.rigs import (
    Bone,
    Document,
    Joint,
    Rig,
    Transform,
)
from pantin.rigs.figure import Figure
from pantin.rigs.pose import Pose
from pantin.rigs.rig import InheritScale
from pantin.rigs.solvers import SOLVERS
from tests.rigs.random_constraints import among, among_places, numbers, quaternions, vectors

relaxed = settings(deadline=None, suppress_health_check=list(HealthCheck))
"""Nothing is timed; how many rigs are tried says the profile (tests/conftest.py)."""

LONGEST = 8
"""Bones in a random rig."""

SOLVER, LIVE = st.sampled_from(list(SOLVERS)), st.sampled_from([True, True, True, False])


@cache
def names() -> st.SearchStrategy[str]:
    return st.text(st.characters(exclude_categories=("Cs",)), min_size=1, max_size=12)


@cache
def transforms() -> st.SearchStrategy[Transform]:
    return st.builds(Transform, location=vectors(), rotation=quaternions(), scale=vectors(10.0))


@cache
def joints() -> st.SearchStrategy[Joint]:
    limit = st.none() | st.tuples(numbers(-pi, 0.0), numbers(0.0, pi))
    return st.builds(
        Joint,
        roll=st.just(0.0) | numbers(-pi, pi),
        lock=st.tuples(*[st.booleans()] * 3),
        limit=st.tuples(limit, limit, limit),
        stiffness=st.tuples(*[numbers(0.0, 0.99)] * 3),
        stretch=numbers(0.0, 1.0),
        control_rotation=st.just(0.0) | numbers(0.0, 1.0),
    )


@st.composite
def forests(draw: st.DrawFn, most: int = LONGEST) -> tuple[Bone, ...]:
    """Bones under any number of roots; a parent may stand before or after its children."""
    called = draw(_some_names(most))
    bones = []
    for index, name in enumerate(called):
        parent = draw(_one_of(index))
        named = None if parent is None else called[parent]
        bones.append(msgspec.structs.replace(draw(_nameless()), name=name, parent=named))
    return tuple(bones[row] for row in draw(_orders(len(bones))))


@cache
def _some_names(most: int) -> st.SearchStrategy[list[str]]:
    return st.lists(names(), min_size=1, max_size=most, unique=True)


@cache
def _one_of(count: int) -> st.SearchStrategy[int | None]:
    """A number below `count`, or none."""
    return st.none() | st.integers(0, count - 1) if count else st.none()


@cache
def _orders(count: int) -> st.SearchStrategy[list[int]]:
    return st.permutations(range(count))


@cache
def _nameless() -> st.SearchStrategy[Bone]:
    return st.builds(
        Bone,
        name=st.just("bone"),
        head=vectors(),
        tail=vectors(),
        roll=numbers(-pi, pi),
        connected=st.booleans(),
        inherit_rotation=st.booleans(),
        inherit_scale=st.sampled_from(get_args(InheritScale)),
        local_location=st.booleans(),
        kind=st.sampled_from(["bone", "handle", "pole"]),
        joint=st.just(Joint()) | joints(),
    )


@st.composite
def figures(draw: st.DrawFn, most: int = LONGEST) -> Figure:
    """Any figure that may stand in a file."""
    bones = draw(forests(most))
    called = [bone.name for bone in bones]
    return Figure(
        name=draw(names()),
        rig=Rig(
            bones=bones,
            constraints=tuple(among(constraint, called, called) for constraint in draw(_some_constraints())),
            solver=draw(SOLVER),
            live_solving=draw(LIVE),
        ),
        pose=Pose({called[row]: transform for row, transform in draw(_poses(len(called))).items()}),
    )


@st.composite
def documents(draw: st.DrawFn, most: int = LONGEST) -> Document:
    """Any figure, with any of its bones selected."""
    figure = draw(figures(most))
    called = [bone.name for bone in figure.rig.bones]
    selected, active = draw(_some_of(len(called))), draw(_one_of(len(called)))
    named = None if active is None else called[active]
    return Document.of(figure, selected=tuple(called[row] for row in selected), active=named)


def rigs() -> st.SearchStrategy[Rig]:
    """The rig of any figure that may stand in a file."""
    return figures().map(lambda figure: figure.rig)


@cache
def _some_constraints() -> st.SearchStrategy[list[Any]]:
    return st.lists(among_places(), max_size=4)


@cache
def _poses(count: int) -> st.SearchStrategy[dict[int, Transform]]:
    return st.dictionaries(st.integers(0, count - 1), transforms(), max_size=count)


@cache
def _some_of(count: int) -> st.SearchStrategy[list[int]]:
    return st.lists(st.integers(0, count - 1), unique=True)
