"""Clicks, boxes and lassos without a screen: what they select."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.rigs.document import Document
from pantin.rigs.editing.selection import select as selecting
from pantin.rigs.editing.visibility import hide, set_selectable
from pantin.viewport.tools import select
from pantin.viewport.tools.dragging.events import Held, Move, Press, Release
from pantin.viewport.tools.select import in_box, in_lasso
from pantin.viewport.values.stage import Look
from tests.viewport.stages import LENS, hit_on, look_at, seen_at, standing


def pressed(look: Look, name: str | None, **held: bool) -> Press:
    return Press(0, 0, LENS, hit_on(look, name) if name else None, held=Held(**held))


def taken(document: Document, press: Press) -> tuple[tuple[str, ...], str | None]:
    """Return what is selected and what is active after a click."""
    after = select.clicked(document, press)
    return after.selected, after.active


def test_a_click_selects_alone_and_a_click_on_nothing_selects_nothing() -> None:
    look = standing()
    assert taken(look.document, pressed(look, "hand.L")) == (("hand.L",), "hand.L")
    chosen = selecting(look.document, ["head", "hand.L"])
    assert taken(chosen, pressed(look, None)) == ((), None)
    assert taken(chosen, pressed(look, None, shift=True)) == (("head", "hand.L"), "hand.L")


@pytest.mark.parametrize("key", ["shift", "ctrl"])
def test_with_shift_or_ctrl_a_bone_joins_becomes_active_and_leaves(key: str) -> None:
    look = standing()
    document = selecting(look.document, ["head", "hand.L"], "hand.L")
    assert taken(document, pressed(look, "foot.R", **{key: True})) == (("head", "hand.L", "foot.R"), "foot.R")
    assert taken(document, pressed(look, "head", **{key: True})) == (("hand.L", "head"), "head")
    assert taken(document, pressed(look, "hand.L", **{key: True})) == (("head",), "head")


# Areas

NONE_HELD = Held()


def dragged(area, look: Look, *places: tuple[float, float], held: Held = NONE_HELD, then: Held | None = None):
    """Return what an area shows that is drawn through these places."""
    drag = area(look, Press(*places[0], LENS, held=held))
    shown = next(drag)
    for place in places[1:]:
        shown = drag.send(Move(*place, place, held if then is None else then))
    return shown


def around(look: Look, *names: str, margin: float = 3.0) -> tuple[float, float, float, float]:
    """The edges of a box around whole bones: left, top, right, bottom."""
    places = np.array([seen_at(look, name, part) for name in names for part in (0.0, 1.0)])
    return (*(places.min(axis=0) - margin), *(places.max(axis=0) + margin))


def corners(edges: tuple[float, float, float, float]) -> tuple[tuple[float, float], ...]:
    left, top, right, bottom = edges
    return (left, top), (right, top), (right, bottom), (left, bottom)


def test_a_box_selects_every_bone_that_it_meets_in_whatever_direction_it_is_drawn() -> None:
    look = standing()
    left, top, right, bottom = around(look, "head")
    for start, end in (((left, top), (right, bottom)), ((right, bottom), (left, top)), ((left, bottom), (right, top))):
        shown = dragged(select.box, look, start, end)
        assert set(shown.document.selected) == {"head", "neck"} and shown.readout == "2 bones selected"


def test_a_box_through_the_middle_of_a_bone_is_enough_and_one_beside_it_is_not() -> None:
    look = standing()
    x, y = seen_at(look, "thigh.L", 0.5)
    shown = dragged(select.box, look, (x - 4, y - 4), (x + 4, y + 4))
    assert shown.document.selected == ("thigh.L",)
    assert dragged(select.box, look, (2, 2), (40, 40)).document.selected == ()


def test_a_control_is_met_by_its_centre() -> None:
    look = standing()
    x, y = seen_at(look, "knee_pole.R", 0.0)
    assert "knee_pole.R" in dragged(select.box, look, (x - 2, y - 2), (x + 2, y + 2)).document.selected
    assert "knee_pole.R" not in dragged(select.box, look, (x + 3, y - 2), (x + 9, y + 2)).document.selected


@pytest.mark.parametrize("area", [select.box, select.lasso])
def test_with_shift_it_adds_and_with_ctrl_it_takes_away(area) -> None:
    look = standing()
    look = Look(selecting(look.document, ["foot.L", "head"], "foot.L"), look.evaluated)
    places = corners(around(look, "head"))
    path = (places[0], places[2]) if area is select.box else (*places, places[0])
    add, away = Held(shift=True), Held(ctrl=True)
    assert set(dragged(area, look, *path, then=add).document.selected) == {"foot.L", "head", "neck"}
    assert dragged(area, look, *path, then=add).document.active == "foot.L"
    assert dragged(area, look, *path, then=away).document.selected == ("foot.L",)
    assert dragged(area, look, *path, then=away).overlay.shapes[0].dash


def test_the_ctrl_that_began_a_lasso_takes_nothing_away_until_it_is_let_go() -> None:
    look = standing()
    look = Look(selecting(look.document, ["head"]), look.evaluated)
    path, ctrl = corners(around(look, "head")), Held(ctrl=True)
    assert set(dragged(select.lasso, look, *path, held=ctrl).document.selected) == {"head", "neck"}
    drag = select.lasso(look, Press(*path[0], LENS, held=ctrl))
    next(drag)
    for place, held in zip((*path[1:], path[0]), (ctrl, Held(), ctrl, ctrl), strict=True):
        shown = drag.send(Move(*place, place, held))
    assert shown.document.selected == ()


def test_a_lasso_selects_what_its_line_surrounds_or_crosses_and_not_what_lies_in_its_bay() -> None:
    look = standing()
    x, y = seen_at(look, "head", 0.5)
    ring = [(x + 30 * np.cos(a), y + 30 * np.sin(a)) for a in np.linspace(0, 6.0, 40)]
    assert "head" in dragged(select.lasso, look, *ring).document.selected
    bay = [(x - 60, y - 60), (x + 60, y - 60), (x + 60, y - 50), (x - 50, y - 50), (x - 50, y + 60), (x - 60, y + 60)]
    assert "head" not in dragged(select.lasso, look, *bay).document.selected


def test_hidden_and_unselectable_bones_are_not_boxed() -> None:
    look = standing()
    hidden = look_at(set_selectable(hide(look.document, ["head", "knee_pole.L"]), ["neck"], False))
    shown = dragged(select.box, hidden, (0, 0), (886, 682))
    assert {"head", "neck", "knee_pole.L"}.isdisjoint(shown.document.selected)
    assert len(shown.document.selected) == len(look.document.rig.bones) - 3


def test_an_area_changes_nothing_but_the_selection() -> None:
    look = standing()
    drag = select.box(look, Press(0, 0, LENS))
    next(drag)
    drag.send(Move(886, 682, (886, 682)))
    with pytest.raises(StopIteration) as end:
        drag.send(Release())
    assert end.value.value.label == "Select" and end.value.value.preview.document.figure is look.document.figure


quarter = st.integers(-200, 200).map(lambda n: n / 4)
segment = st.tuples(*[st.tuples(quarter, quarter)] * 2)


@given(segment, segment)
def test_a_segment_meets_a_box_where_some_place_along_it_lies_inside(line: tuple, box: tuple) -> None:
    ends, (low, high) = np.array([line]), (np.min(box, axis=0), np.max(box, axis=0))
    places = ends[0, 0] + np.linspace(0, 1, 2001)[:, None] * (ends[0, 1] - ends[0, 0])
    inside = ((places >= low) & (places <= high)).all(axis=1).any()
    near = ((places >= low - 0.2) & (places <= high + 0.2)).all(axis=1).any()
    found = bool(in_box(ends, box)[0])
    assert found or not inside
    assert near or not found
    corners = ((low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1]))
    if (high - low).min() > 0.01:
        assert bool(in_lasso(ends, corners)[0]) or not ((places > low + 0.1) & (places < high - 0.1)).all(axis=1).any()


def test_what_lies_behind_the_eye_meets_nothing() -> None:
    behind = np.full((1, 2, 2), np.nan)
    assert not in_box(behind, ((0, 0), (9, 9)))[0] and not in_lasso(behind, ((0, 0), (9, 0), (9, 9)))[0]
