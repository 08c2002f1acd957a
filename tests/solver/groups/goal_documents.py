"""Documents of one goal or more: what the tests of goals run on."""

from __future__ import annotations

import numpy as np

from pantin.rigs import (
    Document,
    Transform,
)
from pantin.rigs.editing.pose import with_transforms
from pantin.solver import Evaluated, evaluate
from tests.solver.sample_chains import (
    chain,
    end,
    reaching,
    rotation,
    some_reachable,
)

SEEDS = range(4)


def turned(document: Document, name: str, seed: int) -> Document:
    """The bone `name` turned anyhow."""
    turn = rotation(np.random.default_rng(seed).normal(size=3))
    return with_transforms(
        document, {name: Transform(rotation=turn, location=document.figure.transform(name).location)}
    )


def some_document(count: int, seed: int, **settings: object) -> Document:
    """A chain with a goal that is turned, within reach."""
    bones = chain(count, seed)
    return turned(reaching(bones, some_reachable(bones, seed), **settings), "goal", seed + 100)


def chain_of(document: Document) -> tuple:
    return tuple(b for b in document.rig.bones if b.name.startswith("b"))


def axes(evaluated: Evaluated, name: str) -> np.ndarray:
    return np.array(evaluated.matrix(name)[:3, :3])


def missing(document: Document) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """From the end to the goal; the axes of the goal; the axes of the last bone."""
    evaluated = evaluate(document)
    bones = chain_of(document)
    away = evaluated.heads[evaluated.index["goal"]] - end(evaluated, bones)
    return away, axes(evaluated, "goal"), axes(evaluated, bones[-1].name)
