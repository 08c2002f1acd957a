"""A knee that is pulled down to the ground: the heel rises, the knee stands there, and both go as they came."""

from __future__ import annotations

import numpy as np
import pytest

from pantin import solver
from pantin.rigs import Document
from pantin.rigs.editing.knees import with_knees_on_ground
from pantin.rigs.editing.pins import holding, pin_of, released, unpinned
from pantin.rigs.rest import rest_height
from pantin.rigs.templates import biped, humanoid
from pantin.solver.edits.pulling.pull import PullTo, begin, pull
from pantin.solver.edits.pulling.tree import PullGoal

KNEE = "shin.L"


def head(document: Document, name: str) -> np.ndarray:
    """Return where a bone begins in the document's pose."""
    evaluated = solver.evaluate(document)
    return np.array(evaluated.heads[evaluated.index[name]])


def dragged(document: Document, name: str, place: np.ndarray, goal: PullGoal | None = None) -> Document:
    """The document after a bone was pulled to a place by hand."""
    seen = solver.evaluate(document)
    held = holding(document.rig, document.ground, seen.heads, seen.tails)
    return PullTo(begin(document, seen, (goal or PullGoal(name),), held), (tuple(place),)).solved().document


@pytest.fixture(scope="module", params=[humanoid, biped])
def stepped(request: pytest.FixtureRequest) -> Document:
    """A figure that has its left foot far behind."""
    standing = Document.of(request.param.rig())
    lower = pull(standing, {"hips": head(standing, "hips") + np.array((0.0, 0.15, -0.1))})
    return pull(lower, {"foot.L": head(lower, "foot.L") + np.array((0.0, 0.45, 0.0))})


@pytest.fixture(scope="module")
def kneeling(stepped: Document) -> Document:
    return dragged(stepped, KNEE, on_floor(stepped))


def on_floor(document: Document) -> np.ndarray:
    """A place on the floor that the left knee reaches."""
    x, y, _z = head(document, "foot.L")
    return np.array((x, y - 0.51, 0.03 * rest_height(document.rig.bones)))


def test_a_knee_comes_down_to_the_ground_over_the_ball_of_its_foot(stepped: Document, kneeling: Document) -> None:
    before, after = solver.evaluate(stepped), solver.evaluate(kneeling)
    row = before.index["foot.L"]
    assert after.heads[after.index[KNEE]][2] < 0.07 and after.heads[row][2] > before.heads[row][2] + 0.05
    assert np.abs(after.tails[row] - before.tails[row]).max() < 2e-5
    for name in {"foot.R", "toe.L"} & kneeling.rig.by_name.keys():
        assert np.abs(after.matrix(name) - before.matrix(name)).max() < 1e-4


def test_what_a_thigh_is_pulled_by_is_the_knee(stepped: Document) -> None:
    pulling = begin(stepped, solver.evaluate(stepped), (PullGoal("thigh.L", tail=True),), stepped.rig.pins)
    assert pulling.main_bone == KNEE, "that is what P pins, and what is said of it"


def test_both_knees_are_pinned_in_the_order_of_the_feet(stepped: Document) -> None:
    down = {name: (*head(stepped, name)[:2], 0.05) for name in ("shin.R", "shin.L")}
    pinned = [pin.bone for pin in with_knees_on_ground(stepped, down).rig.pins]
    assert pinned == ["foot.L", "foot.R", "shin.L", "shin.R"]


def test_a_knee_on_the_ground_stands_there_while_others_are_pulled(kneeling: Document) -> None:
    assert pin_of(kneeling.rig, KNEE) is not None
    pulled = dragged(kneeling, "chest", head(kneeling, "chest") + np.array((0.1, -0.1, 0.0)))
    assert np.abs(head(pulled, KNEE) - head(kneeling, KNEE)).max() < 2e-5


@pytest.mark.parametrize("goal", [PullGoal(KNEE), PullGoal("thigh.L", tail=True)])
def test_a_knee_that_is_pulled_up_again_is_let_go_and_its_heel_comes_down(
    stepped: Document, kneeling: Document, goal: PullGoal
) -> None:
    freed = kneeling if goal.bone == KNEE else unpinned(kneeling, (KNEE,))
    up = dragged(freed, KNEE, head(stepped, KNEE), goal)
    assert pin_of(up.rig, KNEE) is None
    assert np.abs(head(up, "foot.L") - head(stepped, "foot.L")).max() < 1e-3


def test_a_pose_that_lifts_the_knee_releases_its_pin(stepped: Document, kneeling: Document) -> None:
    stands = stepped.with_rig(stepped.rig.changed(pins=kneeling.rig.pins))
    for document, loose in ((kneeling, ()), (stands, (KNEE,))):
        seen = solver.evaluate(document)
        assert released(document.rig, document.ground, seen.heads, seen.tails) == loose


def test_a_knee_that_is_pulled_above_that_leaves_the_foot_flat(stepped: Document) -> None:
    bent = dragged(stepped, KNEE, head(stepped, KNEE) + np.array((0.1, -0.15, -0.02)))
    assert np.abs(head(bent, "foot.L") - head(stepped, "foot.L")).max() < 2e-5
    assert pin_of(bent.rig, KNEE) is None


def test_a_leg_whose_foot_does_not_stand_has_no_knee_that_does(stepped: Document) -> None:
    free = unpinned(stepped, ("foot.L",))
    assert pin_of(dragged(free, KNEE, on_floor(free)).rig, KNEE) is None


def test_the_knee_comes_down_without_a_jump(stepped: Document) -> None:
    seen = solver.evaluate(stepped)
    pulling = begin(stepped, seen, (PullGoal(KNEE),), stepped.rig.pins)
    first, last, before = head(stepped, KNEE), on_floor(stepped), seen.matrices[:, :3, 1]
    for part in np.linspace(0.0, 1.0, 61):
        place = tuple(first * (1 - part) + last * part)
        now = solver.evaluate(PullTo(pulling, (place,)).solved().document).matrices[:, :3, 1]
        turned = np.arccos(np.clip((now * before).sum(axis=1), -1.0, 1.0))
        assert turned.max() < 0.2
        before = now
