"""Pulls of a figure, and what they leave in its document."""

from __future__ import annotations

import numpy as np

from pantin.rigs import (
    Document,
)
from pantin.rigs.templates import humanoid
from pantin.solver import Evaluated, evaluate
from pantin.solver.edits.auto_ik import Pull, bake, pull
from tests.solver.reference import Array

HUMANOID = Document.of(humanoid.rig())

SMALL = np.array((0.05, -0.04, 0.06))

INWARDS = np.array((0.15, -0.1, -0.3))
"""Towards the root of the chains made here, so that few bones suffice to follow."""


def grab(document: Document, name: str, length: int = 0) -> Pull:
    return pull(document, evaluate(document), name, length)


def dragged(pulled: Pull, delta: Array) -> tuple[Evaluated, Document]:
    """Return what is seen while the pointer is `delta` away, and what is kept when the button is let go there."""
    document, grabs = pulled.to(delta)
    seen = evaluate(document, grabs)
    return seen, bake(document, grabs, seen)


def tail(evaluated: Evaluated, name: str) -> Array:
    return np.asarray(evaluated.tails[evaluated.index[name]])


def turned(before: Document, after: Document) -> set[str]:
    """The bones whose pose is another."""
    return {b.name for b in before.rig.bones if before.figure.transform(b.name) != after.figure.transform(b.name)}


def assert_kept_as_seen(seen: Evaluated, kept: Document) -> None:
    np.testing.assert_allclose(evaluate(kept).matrices, seen.matrices, atol=1e-9)
