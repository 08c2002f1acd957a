"""Joint limits on the real window: a hinge in two actions, edges dragged with the mouse, one step of undo each."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6 import QtCore, QtGui, QtTest

from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.pose import Transform
from pantin.viewport.paint.overlay.labels import width_of
from pantin.viewport.scene.limits.limit_geometry import Edge, limit_geometries
from pantin.viewport.scene.limits.limit_shapes import limit_overlay
from pantin.viewport.values.clearing import clear_of
from pantin.viewport.values.stage import Look
from tests.app.person import Person

AMBER = np.array((255, 184, 56))


def joint(person: Person, name: str = "forearm.L"):
    return person.session.document.rig.by_name[name].joint


HINGE = (-11.5, 138.5)
"""Degrees from rest, where the elbow is bent a little, to straight and to 150° from there."""


def degrees(person: Person, name: str = "forearm.L", axis: int = 0) -> tuple[float, float]:
    lower, upper = np.degrees(joint(person, name).limit[axis])
    return float(lower), float(upper)


def grip(person: Person, edge: Edge) -> tuple[float, float]:
    """Return where a grip is seen."""
    look = Look(person.session.shown, person.session.evaluated)
    for one in limit_geometries(look, person.view.lens, person.view.display.limits):
        for found, place in one.grips:
            if found == edge:
                x, y, _ = person.view.lens.project(place)[0]
                return float(x), float(y)
    raise AssertionError(f"{edge} is not drawn")


def beside(place: tuple[float, float], dx: float, dy: float) -> tuple[float, float]:
    return place[0] + dx, place[1] + dy


def amber(person: Person) -> int:
    """Return how many pixels of the view have the colour of limits."""
    return int((np.abs(person.picture() - AMBER).max(axis=2) < 30).sum())


def labels(person: Person) -> tuple[str, ...]:
    return person.session.history.labels


def test_an_elbow_is_a_hinge_of_150_degrees_in_two_actions_and_is_seen(person: Person) -> None:
    person.click(person.where("forearm.L"))
    person.shortcut("Ctrl+H")
    assert degrees(person) == pytest.approx(HINGE, abs=0.1)
    assert joint(person).lock == (False, True, True)
    assert labels(person)[-1] == "Make hinge forearm.L"
    assert amber(person) > 60
    person.session.undo()
    person.wait_for_the_pose()
    assert degrees(person) == pytest.approx((-11, 138), abs=0.1)


@pytest.fixture
def hinged(person: Person) -> Person:
    """The elbow is a hinge, and selected."""
    person.click(person.where("forearm.L"))
    person.shortcut("Ctrl+H")
    return person


UPPER = Edge("forearm.L", 0, "upper")


def test_an_edge_is_dragged_as_one_step(hinged: Person) -> None:
    start = grip(hinged, UPPER)
    hinged.drag(start, beside(start, 4, 4), beside(start, 20, 30))
    assert 90 < degrees(hinged)[1] < 137 and degrees(hinged)[0] == pytest.approx(HINGE[0], abs=0.1)
    assert labels(hinged)[-2:] == ("Make hinge forearm.L", "Limit forearm.L")
    now = grip(hinged, UPPER)
    assert np.hypot(*np.subtract(now, start)) > 8, "the grip went along"
    hinged.session.undo()
    hinged.wait_for_the_pose()
    assert degrees(hinged)[1] == pytest.approx(HINGE[1], abs=0.1)


def test_during_the_drag_the_view_says_the_degrees_and_keys_say_more(hinged: Person) -> None:
    start = grip(hinged, UPPER)
    hinged.press(start)
    hinged.move(beside(start, 4, 4), beside(start, 10, 10))
    for key in "90m":
        QtTest.QTest.keyClick(hinged.view, key)
    assert hinged.window.overlay.title.words[1] == "Limit bend −11.5° to 90°  ·  forearm.R too"
    told = [text for _, text in hinged.window.hints.over_view]
    assert {"Put back", "Snap 5°", "Both ends", "Other side", "Degrees"} <= set(told)
    hinged.release(beside(start, 10, 10))
    assert degrees(hinged)[1] == pytest.approx(90) and degrees(hinged, "forearm.R")[1] == pytest.approx(90)


def test_escape_puts_the_edge_back(hinged: Person) -> None:
    start = grip(hinged, UPPER)
    hinged.press(start)
    hinged.move(beside(start, 4, 4), beside(start, 30, 40))
    QtTest.QTest.keyClick(hinged.view, QtCore.Qt.Key.Key_Escape)
    hinged.wait_for_the_pose()
    hinged.release(beside(start, 30, 40))
    assert degrees(hinged)[1] == pytest.approx(HINGE[1], abs=0.1) and labels(hinged)[-1] == "Make hinge forearm.L"


def test_a_click_on_an_edge_changes_nothing(hinged: Person) -> None:
    hinged.click(grip(hinged, UPPER))
    assert hinged.session.document.selected == ("forearm.L",)
    assert labels(hinged)[-1] == "Make hinge forearm.L"


def test_the_edge_under_the_pointer_is_told(hinged: Person, qtbot) -> None:
    hinged._mouse(QtCore.QEvent.Type.MouseMove, grip(hinged, UPPER), *(QtCore.Qt.MouseButton.NoButton,) * 2, None)
    qtbot.waitUntil(lambda: ("LMB", "Drag: upper limit of forearm.L") in hinged.window.hints.over_view)


def test_limits_can_be_put_away_or_shown_of_all_selected(hinged: Person) -> None:
    some = amber(hinged)
    hinged.by_palette("Joint limits: none")
    assert amber(hinged) < some / 4
    hinged.session.select(("forearm.L", "thigh.L", "thigh.R"), "forearm.L")
    hinged.by_palette("Joint limits: of all selected")
    hinged.wait_for_the_pose()
    assert amber(hinged) > 1.5 * some


def test_a_range_is_read_off_the_pose(person: Person) -> None:
    person.by_palette("Joint limits: of the active bone")
    person.session.select(("head",), "head")
    person.by_palette("Clear limits")
    assert not joint(person, "head").limited
    turned = {"head": Transform(rotation=(np.sin(0.2), 0.0, 0.0, np.cos(0.2)))}
    person.session.edit("Turn", lambda document: with_transforms(document, turned))
    person.wait_for_the_pose()
    person.press_keys(QtGui.QKeySequence("Ctrl+Shift+L"))
    assert degrees(person, "head")[1] == pytest.approx(np.degrees(0.4)) and labels(person)[-1].endswith("pose head")


def test_what_cannot_be_limited_says_why(person: Person) -> None:
    person.session.select(("hand_ik.L",), "hand_ik.L")
    assert person.window.menus.why_not("make_hinge") == "Handles and poles have no joint to limit; select a bone."
    person.session.select(("head",), "head")
    person.wait_for_the_pose()
    why = person.window.menus.why_not("limit_from_pose")
    assert why == "The selected bones stand at rest; turn them to where they should stop."
    person.session.select((), None)
    assert person.window.menus.why_not("clear_limits") == "Select a bone first."


def test_what_is_done_to_one_side_is_done_to_the_other_where_that_is_switched_on(person: Person) -> None:
    person.view.change_settings(mirror_x=True)
    person.session.select(("forearm.L",), "forearm.L")
    person.shortcut("Ctrl+H")
    assert degrees(person) == pytest.approx(HINGE, abs=0.1) == degrees(person, "forearm.R")
    assert labels(person)[-1] == "Make hinge 2 bones"


def test_edges_are_dragged_while_the_rest_pose_is_edited_too(hinged: Person) -> None:
    hinged.window.docks.show_layout("rig")
    hinged.wait_for_the_pose()
    assert amber(hinged) > 60
    start = grip(hinged, UPPER)
    hinged.press(start)
    hinged.move(beside(start, 4, 4), beside(start, 10, 10))
    for key in "90":
        QtTest.QTest.keyClick(hinged.view, key)
    hinged.release(beside(start, 10, 10))
    assert degrees(hinged)[1] == pytest.approx(90) and labels(hinged)[-1] == "Limit forearm.L"


def test_limits_that_are_freed_for_a_pose_are_held_again_with_the_next(person: Person) -> None:
    own = joint(person, "thigh.L").limit
    person.session.select(("thigh.L",), "thigh.L")
    person.window.menus.current("free_limits").trigger()
    person.wait_for_the_pose()
    assert labels(person)[-1] == "Free limits of thigh.L for this pose"
    assert joint(person, "thigh.L").limit == (None, None, None)
    person.window.menus.current("free_limits").trigger()
    assert labels(person)[-1] == "Hold limits of thigh.L again" and joint(person, "thigh.L").limit == own
    person.session.undo()
    person.wait_for_the_pose()
    steps = len(labels(person))
    person.window.menus.current("reset_pose").trigger()
    person.wait_for_the_pose()
    assert joint(person, "thigh.L").limit == own and len(labels(person)) == steps


def test_a_click_on_the_title_of_a_limit_is_one_step_and_the_joint_turns_beyond_it(person: Person) -> None:
    own, bent = joint(person, "head").limit, Transform(rotation=(float(np.sin(1.2)), 0.0, 0.0, float(np.cos(1.2))))
    person.session.select(("head",), "head")
    person.session.edit("Bend", lambda document: with_transforms(document, {"head": bent}))
    person.wait_for_the_pose()
    person.click(title(person, "Swing · at limit"))
    assert labels(person)[-1] == "Free limits of head for this pose"
    assert joint(person, "head").limit == (None, own[1], None)
    person.click(title(person, "Swing (free)"))
    assert labels(person)[-1] == "Hold limits of head again" and joint(person, "head").limit == own
    assert person.session.document.figure.transform("head") == bent, "no bone is turned back"


def title(person: Person, text: str) -> tuple[float, float]:
    """A place on the title of a limit that is seen."""
    look = Look(person.session.shown, person.session.evaluated)
    found = limit_geometries(look, person.view.lens, person.view.display.limits)
    shown = limit_overlay(found, person.view.lens, grips=False)
    assert [label.text for label in shown.labels] == [text]
    [label] = shown.labels
    x, y, _ = person.view.lens.project(np.array(label.at))[0]
    left, base, wide = float(x) + label.offset[0], float(y) + label.offset[1], width_of(label.text)
    left -= {"left": 0.0, "centre": wide / 2, "right": wide}[label.align]
    room = (left, base - 11.0, left + wide, base + 4.0)
    right, down = clear_of(room, person.view.floats, person.view.width(), person.view.height())
    return left + right + wide / 2, base + down - 4.0
