"""Documents with limbs, and how they are posed."""

from __future__ import annotations

import msgspec
import numpy as np

from pantin.rigs import (
    Document,
    Joint,
    Rig,
    Transform,
)
from pantin.rigs.editing.pose import with_transforms
from pantin.solver import evaluate
from tests.solver.sample_chains import (
    HINGE,
    bone,
    chain,
    point,
    rotation,
    some_turn,
)

STILL = 1e-6

LIMITED = Joint(limit=((-1.4, 0.9), (-0.5, 0.7), (-0.6, 1.2)))

JOINTS = {"free": Joint(), "limits": LIMITED, "hinges": HINGE}


def shifted(document: Document, other: Document) -> float:
    """Return how far any bone that both have stands from where it stood: of its matrix, whatever part."""
    before, after = evaluate(document), evaluate(other)
    both = set(before.names) & set(after.names)
    return max(float(np.abs(before.matrix(name) - after.matrix(name)).max()) for name in both)


def selecting(document: Document, *names: str) -> Document:
    return msgspec.structs.replace(document, selected=names, active=names[-1])


def posed(document: Document, seed: int, most: float = 0.6) -> Document:
    """Every bone turned at random, as far as its joint allows."""
    rng = np.random.default_rng(seed)
    turns = {b.name: Transform(rotation=some_turn(rng, b.joint, most)) for b in document.rig.bones}
    return with_transforms(document, turns)


def bent(seed: int, joint: Joint, at_rest: bool) -> Document:
    """A bent chain of two to six bones under a parent that is turned, moved and scaled."""
    rng = np.random.default_rng(seed)
    bones = chain(int(rng.integers(2, 7)), seed, joint)
    top = bone("root" if seed % 2 else "hips", (0, 0, -1), bones[0].head)
    bones = (top, msgspec.structs.replace(bones[0], parent=top.name), *bones[1:])
    document = selecting(Document.of(Rig(bones=bones)), bones[-1].name)
    if at_rest:
        return document
    carried = Transform(
        location=point(rng.normal(size=3)),
        rotation=rotation(rng.normal(size=3)),
        scale=(float(rng.uniform(0.5, 2.0)),) * 3,
    )
    return with_transforms(posed(document, seed, 1.2), {top.name: carried})
