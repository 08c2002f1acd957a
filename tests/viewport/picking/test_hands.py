"""Whoever points at the hoof of an animal means the leg; a second click, or a toe that is selected, means the toe."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.templates import TEMPLATES
from pantin.solver.edits.pulling.tree import PullGoal
from pantin.viewport.interaction.hover_target import grabbed
from pantin.viewport.picking.hands import all_taken, paws_in
from pantin.viewport.picking.picking import ControlsFound
from pantin.viewport.tools.body_pull import body_mover, pull_goal
from pantin.viewport.tools.dragging.drag_axes import DragAxes
from pantin.viewport.values.camera import Camera, Lens
from pantin.viewport.values.reach import Reaching
from pantin.viewport.values.stage import Look
from tests.viewport.stages import HEIGHT, WIDTH, look_at, seen_at

ANIMAL, BIRD = look_at(Document.of(TEMPLATES["quadruped"]())), look_at(Document.of(TEMPLATES["bird"]()))
TOES = {"front_toe.L": "front_paw.L", "hind_toe.R": "hind_paw.R"}


def near(look: Look, name: str) -> Lens:
    """A view of a bone from half a metre."""
    row = look.evaluated.index[name]
    target = tuple(((look.evaluated.heads[row] + look.evaluated.tails[row]) / 2).tolist())
    return Lens(replace(Camera(), target=target, distance=0.5), WIDTH, HEIGHT)


@pytest.mark.parametrize(("toe", "paw"), TOES.items())
def test_a_hoof_takes_the_leg_and_is_taken_itself_once_it_is_selected(toe: str, paw: str) -> None:
    lens = near(ANIMAL, toe)
    x, y = seen_at(ANIMAL, toe, lens=lens)
    hit = grabbed(ANIMAL, lens, x, y)
    assert hit is not None and hit.bone == paw and pull_goal(ANIMAL, paw, hit) == PullGoal(paw)
    none = ControlsFound(np.zeros(len(ANIMAL.document.rig.bones), dtype=np.bool_), hidden=False)
    assert [each.bone for each in all_taken(ANIMAL, lens, x, y, none)][:2] == [paw, toe]
    chosen = replace(ANIMAL, document=replace(ANIMAL.document, selected=(toe,), active=toe))
    again = grabbed(chosen, lens, x, y)
    assert again is not None and again.bone == toe


def test_a_leg_that_is_pulled_by_its_hoof_comes_with_the_pointer_and_the_others_stand() -> None:
    goal = pull_goal(ANIMAL, "front_paw.L", grabbed(ANIMAL, near(ANIMAL, "front_toe.L"), WIDTH / 2, HEIGHT / 2))
    assert goal is not None
    way = np.array((0.0, -0.05, 0.12))
    pulled = body_mover(ANIMAL, goal, Reaching()).to(way, DragAxes()).pull.solved().document
    before, after = ANIMAL.evaluated, look_at(pulled).evaluated
    for name in ("front_paw.L", "front_toe.L"):
        row = before.index[name]
        np.testing.assert_allclose(after.tails[row] - before.tails[row], way, atol=0.01)
    for name in ("front_paw.R", "hind_paw.L", "hind_paw.R"):
        row = before.index[name]
        np.testing.assert_allclose(after.heads[row], before.heads[row], atol=2e-3)


def test_claws_of_a_bird_mean_its_leg_and_toes_of_people_themselves() -> None:
    assert paws_in(BIRD.document.rig)["toe_middle_2.L"] == "foot.L"
    person = Document.of(TEMPLATES["humanoid"]()).rig
    assert not paws_in(person)


def test_an_animal_that_nothing_holds_is_taken_by_its_toes() -> None:
    assert not paws_in(ANIMAL.document.rig.changed(pins=()))
