"""Goals that share bones: solved together, by their weights, poles included."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs import (
    Document,
    Ik,
    Rig,
)
from pantin.solver import Evaluated, evaluate
from tests.solver.methods.limited_chains import straight
from tests.solver.sample_chains import (
    bone,
    chain,
    end,
    handle,
    sides,
    some_reachable,
)


def fork() -> tuple:
    """A trunk of three and two arms of two."""
    trunk = straight(3)
    left = [bone("l0", (0, 0, 3), (-1, 0, 3.2), parent="b2", connected=True)]
    left.append(bone("l1", (-1, 0, 3.2), (-2, 0, 3), parent="l0", connected=True))
    right = [bone("r0", (0, 0, 3), (1, 0, 3.2), parent="b2", connected=True)]
    right.append(bone("r1", (1, 0, 3.2), (2, 0, 3), parent="r0", connected=True))
    return (*trunk, *left, *right)


def joined(evaluated: Evaluated, rig: Rig) -> float:
    """The widest gap between a connected bone and its parent."""
    gaps = [
        np.linalg.norm(evaluated.heads[evaluated.index[b.name]] - evaluated.tails[evaluated.index[b.parent]])
        for b in rig.bones
        if b.connected
    ]
    return float(max(gaps))


def test_goals_of_different_roots_are_solved_together_and_nothing_detaches() -> None:
    extra = (handle("a", (-1.2, 0.6, 2.8)), handle("c", (1.0, 1.0, 2.4)))
    goals = (Ik(owner="l1", target="a"), Ik(owner="r1", target="c", chain_length=3))
    rig = Rig(bones=(*fork(), *extra), constraints=goals)
    evaluated = evaluate(Document.of(rig))
    assert joined(evaluated, rig) < 1e-9
    assert all(goal.reached for goal in evaluated.goals)


def test_two_goals_on_one_bone_pull_by_their_weights() -> None:
    bones = chain(4, 1)
    place = some_reachable(bones, 1)
    extra = (handle("a", place), handle("c", place + np.array((0.4, 0.0, 0.0))))
    for weights in ((1.0, 1.0), (0.75, 0.25)):
        goals = tuple(Ik(owner="b3", target=t, weight=w) for t, w in zip("ac", weights, strict=True))
        evaluated = evaluate(Document.of(Rig(bones=(*bones, *extra), constraints=goals)))
        middle = np.average([place, place + np.array((0.4, 0.0, 0.0))], axis=0, weights=weights)
        np.testing.assert_allclose(end(evaluated, bones), middle, atol=1e-4)


@pytest.mark.parametrize("across", [-5.0, 5.0], ids=["same side", "opposite sides"])
def test_poles_of_several_chains_in_a_tree_are_followed_but_cost_no_place(across) -> None:
    """To opposite sides the bone that both share cannot turn: then the places are still reached."""
    extra = (
        *(handle("a", (-1.2, 0.3, 2.6)), handle("c", (1.2, 0.3, 2.6))),
        *(handle("pa", (-1.0, -5.0, 3.0)), handle("pc", (1.0, across, 3.0))),
    )
    goals = (
        Ik(owner="l1", target="a", pole="pa", chain_length=3),
        Ik(owner="r1", target="c", pole="pc", chain_length=3),
    )
    rig = Rig(bones=(*fork(), *extra), constraints=goals)
    evaluated = evaluate(Document.of(rig))
    assert all(goal.reached for goal in evaluated.goals)
    for owner, pole in (("l1", "pa"), ("r1", "pc")) if across < 0.0 else ():
        report = next(g for g in evaluated.goals if g.owner == owner)
        bend, wanted = sides(evaluated, report.bones, pole)
        assert bend @ wanted / np.linalg.norm(bend) / np.linalg.norm(wanted) > 1.0 - 1e-4
