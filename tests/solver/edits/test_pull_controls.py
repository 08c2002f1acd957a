"""Tests of what a pull moves instead of the bone: its handle, its pole, a root; and how many bones follow."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs import (
    Document,
    Rig,
)
from pantin.rigs.templates import arm
from pantin.solver import evaluate
from tests.solver.edits.pulls import HUMANOID, SMALL, assert_kept_as_seen, dragged, grab, tail, turned
from tests.solver.sample_chains import bone, chain, reaching


@pytest.mark.parametrize(
    ("name", "mover"), [("forearm.L", "hand_ik.L"), ("hand.R", "hand_ik.R"), ("hand.L", "hand_ik.L")]
)
def test_a_bone_that_ik_holds_moves_its_handle(name, mover) -> None:
    pulled = grab(HUMANOID, name)
    assert (pulled.moves, pulled.driven_bone) == ("handle", mover)
    assert pulled.turned_bones == {"L": ("forearm.L", "upper_arm.L"), "R": ("forearm.R", "upper_arm.R")}[name[-1]]
    seen, kept = dragged(pulled, SMALL)
    assert turned(HUMANOID, kept) == {mover}
    before, row = evaluate(HUMANOID), pulled.evaluated.index[mover]
    np.testing.assert_allclose(seen.heads[row], before.heads[row] + SMALL, atol=1e-12)
    assert_kept_as_seen(seen, kept)


@pytest.mark.parametrize(("name", "mover"), [("upper_arm.L", "elbow_pole.L"), ("thigh.R", "knee_pole.R")])
def test_the_middle_of_a_chain_moves_its_pole(name, mover) -> None:
    pulled = grab(HUMANOID, name)
    assert (pulled.moves, pulled.driven_bone) == ("handle", mover)
    assert turned(HUMANOID, dragged(pulled, SMALL)[1]) == {mover}


def test_the_middle_of_a_chain_without_a_pole_moves_its_handle() -> None:
    pulled = grab(reaching(chain(3), (0.5, 0.5, 2.0)), "b1")
    assert (pulled.moves, pulled.driven_bone) == ("handle", "goal")


def test_a_resting_constraint_holds_nothing() -> None:
    document = reaching(chain(3), (0.5, 0.5, 2.0), enabled=False)
    assert grab(document, "b2").moves == "chain"


@pytest.mark.parametrize("name", ["hand_ik.L", "knee_pole.R", "body"])
def test_a_handle_moves_itself(name) -> None:
    pulled = grab(HUMANOID, name)
    assert (pulled.moves, pulled.driven_bone, pulled.turned_bones) == ("bone", name, ())
    seen, kept = dragged(pulled, SMALL)
    assert turned(HUMANOID, kept) == {name}
    row = pulled.evaluated.index[name]
    np.testing.assert_allclose(seen.heads[row], pulled.evaluated.heads[row] + SMALL, atol=1e-12)


def test_hips_move_while_feet_and_head_hold_their_places_and_hands_go_with_the_chest() -> None:
    pulled = grab(HUMANOID, "hips")
    assert (pulled.moves, pulled.driven_bone) == ("root", "hips")
    delta = np.array((0.02, 0.0, 0.0))
    seen, kept = dragged(pulled, delta)
    before = evaluate(HUMANOID)
    np.testing.assert_allclose(seen.heads[seen.index["hips"]], before.heads[before.index["hips"]] + delta, atol=1e-12)
    for name in ("shin.L", "shin.R"):
        np.testing.assert_allclose(tail(seen, name), tail(before, name), atol=1e-5, err_msg=name)
    for name in ("hand.L", "hand.R"):
        held = [np.linalg.inv(each.matrix("chest")) @ each.matrix(name) for each in (before, seen)]
        np.testing.assert_allclose(*held, atol=1e-5, err_msg=name)
    # the spine stands all but straight: the head is 0.2 mm out of its reach
    np.testing.assert_allclose(tail(seen, "head"), tail(before, "head"), atol=5e-4)
    assert_kept_as_seen(seen, kept)


def test_a_bone_alone_is_moved() -> None:
    document = Document.of(Rig(bones=(bone("stone", (0, 0, 0), (0, 0, 1)),)))
    pulled = grab(document, "stone")
    assert (pulled.moves, pulled.driven_bone, pulled.held) == ("bone", "stone", ())
    np.testing.assert_allclose(dragged(pulled, SMALL)[0].heads[0], SMALL, atol=1e-12)


def test_the_single_arm_is_pulled_by_what_steers_it() -> None:
    document = Document.of(arm.rig())
    for b in document.rig.bones:
        seen, kept = dragged(grab(document, b.name), SMALL)
        assert np.isfinite(seen.matrices).all()
        assert_kept_as_seen(seen, kept)
