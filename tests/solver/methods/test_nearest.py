"""Short chains with bounds: the pose found is near to the pose begun with, and follows its goal without a pop."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from pantin.rigs import Bone, Document
from pantin.solver import Evaluated, evaluate
from tests.bench.measuring.subjects import (
    KINDS,
    LIMB,
    aimed,
    chain,
    posed,
    reaching,
    some_turns,
)
from tests.bench.solver.drags import POP, Drag, cold, paths
from tests.solver.reference import angle_between, turn_from_rest

AT_HAND, CIRCLE, LOOP = 0, 2, 4
"""Paths of the bench: where the joints' own swinging leads, beside the chain, near its root."""

WAYS = (
    ("limb", 3, AT_HAND, 0, 300),
    ("limb", 3, CIRCLE, 0, 300),
    ("limb", 3, LOOP, 100, 300),
    ("limb", 5, LOOP, 400, 500),
    ("free", 20, AT_HAND, 100, 130),
    ("free", 20, CIRCLE, 470, 500),
    ("spine", 20, LOOP, 570, 600),
)


@pytest.mark.parametrize(("kind", "count", "path", "first", "last"), WAYS)
def test_a_small_step_of_the_goal_turns_no_joint_far(kind: str, count: int, path: int, first: int, last: int) -> None:
    assert_calm(chain(count, KINDS[kind], 1), path, first, last)


def test_an_answer_to_which_the_goal_was_led_is_compared_with_others_too() -> None:
    """Taken as it was, it changed places with the nearest of those found elsewhere."""
    assert_calm(chain(3, LIMB, 5), CIRCLE, 140, 180)


def test_answers_from_poses_drawn_are_not_all_pulled_to_one() -> None:
    """Heavy posture tasks led all starts to a few answers, the nearest not among them, and to another at each step."""
    assert_calm(chain(3, LIMB, 3), CIRCLE, 195, 232)


def test_out_of_reach_the_least_miss_that_was_found_is_not_given_up_for_a_nearer_pose() -> None:
    """Posture tasks led away from it, to a pose that misses twice as much, at every other step."""
    bones = chain(3, LIMB, 3)
    document = reaching(bones)
    way = next(islice(paths(bones, document), LOOP, None))
    drag = Drag()
    for local, missing in cold(document, bones, way[756:776]):
        drag.see(local, missing)
        assert missing < 0.022
    assert drag.worst <= POP


def assert_calm(bones: tuple[Bone, ...], path: int, first: int, last: int) -> None:
    """No joint pops in these steps of a path, and each goal is reached."""
    document = reaching(bones)
    way = next(islice(paths(bones, document), path, None))
    drag = Drag()
    for local, missing in cold(document, bones, way[first:last]):
        drag.see(local, missing)
    assert drag.worst <= POP
    assert drag.reached == last - first


def turned(bones: tuple[Bone, ...], document: Document, evaluated: Evaluated) -> float:
    """Return how far the joints are turned from rest: the root of the sum of the squared angles."""
    turns = [turn_from_rest(document.rig, evaluated, bone.name) for bone in bones]
    return float(np.sqrt(sum(angle_between(np.eye(3), turn) ** 2 for turn in turns)))


@pytest.mark.parametrize("seed", range(12))
def test_a_limb_at_rest_turns_hardly_more_than_it_has_to(seed: int) -> None:
    bones = chain(3, LIMB, seed)
    document = reaching(bones)
    there = evaluate(posed(document, bones, some_turns(np.random.default_rng(seed), bones, 1.5)))
    found = evaluate(aimed(document, there.tails[there.index[bones[-1].name]]))
    assert found.goals[0].reached
    assert turned(bones, document, found) <= 1.1 * turned(bones, document, there)
