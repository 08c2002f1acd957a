"""Chains with limits, and what must hold of them."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs import (
    Bone,
    Document,
    Ik,
    Joint,
    Rig,
)
from pantin.solver import SOLVERS, Evaluated
from tests.solver.sample_chains import (
    FREE,
    HINGE,
    bone,
    handle,
    reach,
    some_reachable,
)

SEEDS = range(6)

ENOUGH = 1000
"""Steps for those that take many small ones."""

ELLIPSE = Joint(limit=((-1.4, 0.9), (-0.5, 0.7), (-0.6, 1.2)))

MIXED = Joint(lock=(False, True, False), limit=((-0.2, 2.0), None, (-0.8, 0.3)))

HELD = {"hinges": HINGE, "ellipses": ELLIPSE, "locks and limits": MIXED}


every_solver = pytest.mark.parametrize("solver", SOLVERS)


def inside(bones: tuple[Bone, ...], seed: int) -> np.ndarray:
    """A place that the chain reaches without being stretched: near full reach some solvers take for ever."""
    place = some_reachable(bones, seed)
    far = np.linalg.norm(place) / reach(bones)
    return place * min(1.0, 0.8 / far)


def straight(count: int, joint: Joint = FREE) -> tuple[Bone, ...]:
    """A chain that stands straight up."""
    return tuple(
        bone(f"b{i}", (0, 0, i), (0, 0, i + 1), parent=f"b{i - 1}" if i else None, connected=i > 0, joint=joint)
        for i in range(count)
    )


def assert_lengths(evaluated: Evaluated, bones: tuple[Bone, ...]) -> None:
    for row, b in enumerate(bones):
        there = np.linalg.norm(evaluated.tails[row] - evaluated.heads[row])
        assert there == pytest.approx(np.linalg.norm(np.subtract(b.tail, b.head)), abs=1e-9)


def tree(left: tuple[float, ...], right: tuple[float, ...], weights: tuple[float, float] = (1.0, 1.0)) -> Document:
    """A spine of two bones with two arms of two bones, each with a goal and the spine in its chain."""
    bones = (
        bone("spine", (0, 0, 0), (0, 0.1, 1)),
        bone("chest", (0, 0.1, 1), (0, 0, 2), parent="spine", connected=True),
        bone("arm.L", (0, 0, 2), (-1, 0, 2.2), parent="chest", connected=True),
        bone("hand.L", (-1, 0, 2.2), (-2, 0, 2), parent="arm.L", connected=True),
        bone("arm.R", (0, 0, 2), (1, 0, 2.2), parent="chest", connected=True),
        bone("hand.R", (1, 0, 2.2), (2, 0, 2), parent="arm.R", connected=True),
        handle("goal.L", left),
        handle("goal.R", right),
    )
    goals = zip("LR", weights, strict=True)
    iks = tuple(Ik(owner=f"hand.{s}", target=f"goal.{s}", weight=weight, iterations=ENOUGH) for s, weight in goals)
    return Document.of(Rig(bones=bones, constraints=iks))
