"""From a kneeling pose: what is pulled up lifts the knee that the pose put on the ground, and the feet stay."""

from __future__ import annotations

import msgspec
import numpy as np
import pytest

from pantin import solver
from pantin.rigs import Document
from pantin.rigs.editing.pins import holding, pin_of, pinned
from pantin.rigs.rest import rest_height
from pantin.solver.edits.pulling.pull import PullTo, begin
from pantin.solver.edits.pulling.tree import PullGoal
from tests.solver.edits.pulling.shipped_stances import head, posed

KNEE = "shin.R"
KNEELING = posed("Kneel")
UP = (0.0, 0.0, 0.35)


def dragged(document: Document, name: str, way: tuple[float, float, float]) -> Document:
    """The document after a bone was pulled so far by hand, metres."""
    seen = solver.evaluate(document)
    held = holding(document.rig, document.ground, seen.heads, seen.tails)
    place = tuple((head(document, name) + np.array(way)).tolist())
    return PullTo(begin(document, seen, (PullGoal(name),), held), (place,)).solved().document


@pytest.mark.parametrize("name", ["hips", "chest", "head"])
def test_the_figure_stands_up_on_its_feet(name: str) -> None:
    up = dragged(KNEELING, name, UP)
    assert np.linalg.norm(head(up, name) - head(KNEELING, name) - UP) < 2e-3 * rest_height(KNEELING.rig.bones)
    assert head(up, "hips")[2] > head(KNEELING, "hips")[2] + 0.25
    assert pin_of(up.rig, KNEE) is None, "it has left the ground"
    for foot in ("foot.L", "foot.R"):
        assert np.linalg.norm(head(up, foot) - head(KNEELING, foot)) < 2e-5


def test_a_knee_that_the_person_pinned_stays() -> None:
    own = pinned(KNEELING, (KNEE,), rotation=False)
    up = dragged(own, "chest", UP)
    assert np.linalg.norm(head(up, KNEE) - head(own, KNEE)) < 2e-5
    assert pin_of(up.rig, KNEE) == pin_of(own.rig, KNEE)


@pytest.mark.parametrize("way", [(0.0, -0.3, 0.0), (0.25, 0.0, 0.0), (0.0, -0.1, -0.1)])
def test_it_kneels_on_while_nothing_is_pulled_up(way: tuple[float, float, float]) -> None:
    on = dragged(KNEELING, "chest", way)
    assert np.linalg.norm(head(on, KNEE) - head(KNEELING, KNEE)) < 2e-5
    assert pin_of(on.rig, KNEE) == pin_of(KNEELING.rig, KNEE)


def test_a_foot_that_is_pulled_leaves_the_knee_of_its_leg_on_the_ground() -> None:
    up = dragged(KNEELING, "foot.R", (0.0, 0.0, 0.15))
    assert np.linalg.norm(head(up, KNEE) - head(KNEELING, KNEE)) < 2e-5


@pytest.mark.parametrize("name", ["hips", "chest"])
def test_it_stands_up_without_a_jump(name: str) -> None:
    seen = solver.evaluate(KNEELING)
    pulling = begin(KNEELING, seen, (PullGoal(name),), KNEELING.rig.pins)
    start, before = head(KNEELING, name), seen.matrices[:, :3, 1]
    for part in np.linspace(0.0, 1.0, 61):
        place = tuple((start + part * np.array(UP)).tolist())
        now = solver.evaluate(PullTo(pulling, (place,)).solved().document).matrices[:, :3, 1]
        turned = np.arccos(np.clip((now * before).sum(axis=1), -1.0, 1.0))
        assert turned.max() < 0.12, part
        before = now


def test_the_pull_begins_where_the_figure_kneels() -> None:
    pulling = begin(KNEELING, solver.evaluate(KNEELING), (PullGoal("hips"),), KNEELING.rig.pins)
    here = pulling.to([head(KNEELING, "hips")])
    assert here.knees == {} and msgspec.structs.asdict(here)["reports"][0].reached
    assert np.abs(head(here.document, KNEE) - head(KNEELING, KNEE)).max() < 1e-6
