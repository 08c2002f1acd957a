"""Tests of what is under the pointer where there are several figures: the nearest of them, and which bone of it."""

from __future__ import annotations

import pytest

from pantin.rigs.place import Place
from pantin.solver import rest_pose
from pantin.viewport.interaction.hover_target import grabbed
from pantin.viewport.picking.figures import pick_other
from pantin.viewport.picking.picking import touches
from pantin.viewport.picking.targets import targets
from pantin.viewport.values.camera import Camera, Lens
from pantin.viewport.values.stage import Look
from tests.viewport.two_figures import ANNA, BEN, RIG, beside, put, two

LENS = Lens(Camera(target=(0.0, 0.0, 1.0), distance=8.0, yaw=0.0, pitch=0.0), 800, 600)
HEAD, CHEST = (0.0, 0.0, 1.66), (0.0, 0.0, 1.25)


def pixel(place: tuple[float, float, float], by: tuple[float, float, float] = (0.0, 0.0, 0.0)) -> tuple[float, float]:
    """Return where a place of the armature is seen, moved so far."""
    x, y, _ = LENS.project([[a + b for a, b in zip(place, by, strict=True)]])[0]
    return float(x), float(y)


def under(look: Look, place: tuple[float, float]) -> tuple[str | None, str] | None:
    """The figure and the bone under a pixel; the figure that is edited is Anna."""
    own = grabbed(look, LENS, *place)
    other = pick_other(look, LENS, *place, own)
    if other is not None:
        return other.bone
    return None if own is None else (ANNA, own.bone)


def test_each_figure_is_hit_where_it_is_seen() -> None:
    by = (1.2, 0.0, 0.0)
    look = Look(two(), rest_pose(RIG), others=beside(by))
    assert under(look, pixel(HEAD)) == (ANNA, "head")
    assert under(look, pixel(HEAD, by)) == (BEN, "head")
    assert under(look, pixel(CHEST, by)) == (BEN, "chest")
    assert under(look, pixel((3.0, 0.0, 1.0))) is None


@pytest.mark.parametrize(("away", "who"), [(-1.0, BEN), (1.0, ANNA)])
def test_the_figure_in_front_is_hit(away: float, who: str) -> None:
    """The camera looks from the front, from -Y."""
    look = Look(two(), rest_pose(RIG), others=beside((0.0, away, 0.0)))
    found = under(look, pixel(CHEST, (0.0, min(away, 0.0), 0.0)))
    assert found == (who, "chest")


def test_a_control_of_the_edited_figure_lies_over_all_figures() -> None:
    hand = RIG.by_name["hand_ik.L"].head
    look = Look(two(selected=("hand_ik.L",), active="hand_ik.L"), rest_pose(RIG), others=beside((0.0, -0.5, 0.0)))
    alone = grabbed(look, LENS, *pixel(hand))
    ring = next(
        (x, y)
        for x in range(int(pixel(hand)[0]) - 30, int(pixel(hand)[0]) + 30)
        for y in range(int(pixel(hand)[1]) - 30, int(pixel(hand)[1]) + 30)
        if (hit := grabbed(look, LENS, x, y)) is not None and hit.bone == "hand_ik.L"
    )
    assert alone is not None
    assert pick_other(look, LENS, *ring, grabbed(look, LENS, *ring)) is None


def test_controls_of_other_figures_are_not_hit() -> None:
    by = (1.2, 0.0, 0.0)
    look = Look(two(), rest_pose(RIG), others=beside(by))
    for name in ("elbow_pole.L", "knee_pole.R"):
        found = pick_other(look, LENS, *pixel(RIG.by_name[name].head, by), None)
        assert found is None or RIG.by_name[found.hit.bone].kind == "bone"


def test_without_other_poses_and_while_bones_are_edited_only_the_edited_figure_is_hit() -> None:
    by = (1.2, 0.0, 0.0)
    place = pixel(HEAD, by)
    assert pick_other(Look(two(), rest_pose(RIG)), LENS, *place, None) is None
    assert pick_other(Look(two(), rest_pose(RIG), in_rest_pose=True, others=beside(by)), LENS, *place, None) is None


def test_a_figure_that_is_touched_comes_before_a_bone_that_is_only_close() -> None:
    """The pointer is beside Anna's head, near enough to take it; Ben, behind her, is higher: his chest is there."""
    alone = Look(two(), rest_pose(RIG))
    x, y = pixel(HEAD)
    beside_head = next(x + n for n in range(60) if not touches(targets(alone), LENS, x + n, y))
    own = grabbed(alone, LENS, beside_head + 2, y)
    assert own is not None and own.bone == "head"
    by = (0.15, 0.6, HEAD[2] - CHEST[2])
    look = Look(two(), rest_pose(RIG), others=beside(by))
    found = pick_other(look, LENS, beside_head + 2, y, own)
    assert found is not None and found.bone == (BEN, "chest") and found.depth == pytest.approx(8.6, abs=0.2)
    assert pick_other(look, LENS, x, y, grabbed(look, LENS, x, y)) is None


@pytest.mark.parametrize("heading", [0.0, 2.0])
def test_figures_are_hit_at_their_places(heading: float) -> None:
    """The lens is that of the armature space of the edited figure; heads are on the axis that it turns about."""
    here, there = Place((-1.0, 0.0, 0.0), heading, 1.0), Place((1.5, 0.5, 0.0), -heading, 0.5)
    look = Look(put(put(two(), ANNA, here), BEN, there), rest_pose(RIG), others={BEN: rest_pose(RIG)})
    own_lens = LENS.within(here.matrix)

    def at(place: tuple[float, float, float]) -> tuple[float, float]:
        x, y, _ = LENS.project([place])[0]
        return float(x), float(y)

    own = grabbed(look, own_lens, *at((-1.0, 0.0, 1.66)))
    assert own is not None and own.bone == "head"
    assert pick_other(look, own_lens, *at((-1.0, 0.0, 1.66)), own) is None
    head = at((1.5, 0.5, 0.83))
    found = pick_other(look, own_lens, *head, grabbed(look, own_lens, *head))
    assert found is not None and found.bone == (BEN, "head") and found.depth == pytest.approx(8.5, abs=0.2)
