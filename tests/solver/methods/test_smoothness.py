"""Small steps of a goal are small steps of the chain."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs import (
    Bone,
    Document,
    Rig,
)
from pantin.solver import Grab, evaluate
from tests.solver.methods.measured_chains import (
    path,
    some_direction,
)
from tests.solver.sample_chains import (
    chain,
    point,
    reach,
)


@pytest.mark.parametrize("count", [1, 2, 3, 5, 10, 20, 50])
@pytest.mark.parametrize("seed", range(3))
def test_a_dragged_chain_never_jumps(count, seed) -> None:
    """A thousand steps of 0.002 chain lengths: no bone turns by more than 0.2 rad in one."""
    bones = chain(count, seed)
    assert largest_turn(bones, path(bones, seed, 1000)) <= 0.2


@pytest.mark.parametrize("count", [2, 3, 5, 10, 20, 50])
@pytest.mark.parametrize("seed", range(3))
def test_a_chain_dragged_out_of_reach_and_back_never_snaps(count, seed) -> None:
    """Bends go as the square root of what is missing to full reach, so the last step before it is the largest."""
    bones = chain(count, seed)
    outwards = np.linspace(0.9, 1.1, 100)[:, None] * reach(bones) * some_direction(seed)
    assert largest_turn(bones, outwards) <= 0.2


def largest_turn(bones: tuple[Bone, ...], places: np.ndarray) -> float:
    """By how much any bone turns at most from one place of the pointer to the next, radians."""
    document = Document.of(Rig(bones=bones))
    drags = [evaluate(document, (Grab(bones[-1].name, 0, point(place)),)) for place in places]
    axes = np.array([evaluated.matrices[:, :3, :3] for evaluated in drags])
    cosines = (np.einsum("tnij,tnij->tn", axes[:-1], axes[1:]) - 1.0) / 2.0
    return float(np.arccos(np.clip(cosines, -1.0, 1.0)).max())
