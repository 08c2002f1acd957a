"""Legs and arms that are dead straight: what is pulled straight along them bends them, and the way people bend."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from pantin import solver
from pantin.rigs import Bone, Document, Rig
from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.editing.pins import foot_pin
from pantin.solver.edits.pulling.pull import pull
from tests.rigs.skeletons import heading_to


def straight(turned: float = 0.0) -> Document:
    """Hips on two upright legs without limits, and two arms straight out; legs go aside by so much a metre."""
    bones = [
        Bone(name="hips", head=(0.0, 0.0, 0.9), tail=(0.0, 0.0, 1.1)),
        Bone(name="chest", parent="hips", head=(0.0, 0.0, 1.1), tail=(0.0, 0.0, 1.4)),
    ]
    for side, x in (("L", 1.0), ("R", -1.0)):
        leg = [(x * (0.1 + turned * (0.9 - z)), 0.0, z) for z in (0.9, 0.5, 0.1)]
        arm = [(x * far, 0.0, 1.4) for far in (0.15, 0.45, 0.75, 0.9)]
        bones += limb("hips", side, ("thigh", "shin", "foot"), [*leg, (leg[-1][0], -0.15, 0.02)])
        bones += limb("chest", side, ("upper_arm", "forearm", "hand"), arm)
    return Document.of(Rig(bones=tuple(bones), pins=(foot_pin("foot.L"), foot_pin("foot.R"))))


def limb(parent: str, side: str, names: tuple[str, ...], joints: list[tuple[float, float, float]]) -> list[Bone]:
    """The connected bones of a limb."""
    own = [f"{name}.{side}" for name in names]
    ends = zip(own, [parent, *own], pairwise(joints), strict=False)
    return [Bone(name=name, parent=above, head=a, tail=b, connected=above != parent) for name, above, (a, b) in ends]


def head(document: Document, name: str) -> np.ndarray:
    """Return where a bone begins."""
    evaluated = solver.evaluate(document)
    return np.array(evaluated.heads[evaluated.index[name]])


@pytest.mark.parametrize("turned", [0.0, 0.2])
@pytest.mark.parametrize("far", [0.001, 0.05, 0.3])
def test_hips_go_straight_down_on_legs_that_are_dead_straight(turned: float, far: float) -> None:
    document = straight(turned)
    assert parts_of(document.rig)["shin.L"] == "shin"
    target = head(document, "hips") - (0.0, 0.0, far)
    after = pull(document, {"hips": target})
    assert np.linalg.norm(head(after, "hips") - target) < 1e-3
    for side in "LR":
        assert head(after, f"shin.{side}")[1] < head(document, f"shin.{side}")[1] - 0.01, "knees go forward"
        assert np.linalg.norm(head(after, f"foot.{side}") - head(document, f"foot.{side}")) < 1e-5


@pytest.mark.parametrize("degrees", [90.0, -90.0, 180.0])
def test_knees_go_where_the_figure_looks(degrees: float) -> None:
    document = straight()
    document = document.with_rig(heading_to(document.rig, degrees))
    after = pull(document, {"hips": head(document, "hips") - (0.0, 0.0, 0.2)})
    forward = (np.sin(np.radians(degrees)), -np.cos(np.radians(degrees)), 0.0)
    for side in "LR":
        moved = head(after, f"shin.{side}") - head(document, f"shin.{side}")
        assert moved @ forward > 0.9 * np.linalg.norm(moved[:2])


def test_a_hand_comes_straight_towards_its_shoulder() -> None:
    document = straight()
    target = head(document, "hand.L") - (0.3, 0.0, 0.0)
    after = pull(document, {"hand.L": target})
    assert np.linalg.norm(head(after, "hand.L") - target) < 1e-3
    assert head(after, "forearm.L")[1] > 0.0, "no elbow bends forward"


def test_a_pull_that_goes_nowhere_moves_nothing_that_one_sees() -> None:
    document = straight()
    after = pull(document, {"hips": head(document, "hips")})
    before, now = solver.evaluate(document), solver.evaluate(after)
    assert np.abs(now.heads - before.heads).max() < 1e-3
