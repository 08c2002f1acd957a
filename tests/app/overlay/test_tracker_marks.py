"""Tracked points in the view: squares and strings, pills that say what they are and select, and lost ones."""

from __future__ import annotations

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6 import QtCore
from PySide6.QtTest import QTest

from pantin.rigs.tracking.points import PARTS, Point
from pantin.rigs.vectors import three
from pantin.viewport.values.lengths import residual_in_words
from tests.app.actions.cases.tracking import calibratable, send_points, stopped, t_pose
from tests.app.person import Person
from tests.bench.measuring.driving import wait_until


@pytest.fixture
def points(person: Person):
    """The marks of a window whose figure is driven by six points."""
    calibratable(person)
    person.window.live.calibrate()
    send_points(person, t_pose(person))
    wait_until(lambda: person.window.live.posing)
    yield person.window.points
    stopped(person)


def shown(person: Person):
    return person.window.view._shown_frame.extras


def squares(person: Person) -> list[tuple[float, ...]]:
    return [dot.at for dot in shown(person).dots if dot.square]


def test_every_point_has_a_square_where_it_is_and_a_pill_that_names_it(person: Person, points) -> None:
    assert len(squares(person)) == len(PARTS)
    assert sorted(pill.accessibleName() for pill in points.pills if pill.isVisible()) == sorted(
        f"{mark.number} {mark.part}" for mark in points.marks
    )
    by_part = {mark.part: mark for mark in points.marks}
    np.testing.assert_allclose(by_part["hand.L"].place, t_pose(person)["hand.L"].position, atol=1e-5)
    assert by_part["hand.L"].bone == "hand.L" and "drives hand.L" in points.pills[0].toolTip() + tips(points)


def test_a_string_leads_to_the_joint_and_says_by_how_much_it_misses(person: Person, points) -> None:
    """A hand that nobody can reach."""
    far = t_pose(person)
    far["hand.L"] = Point((far["hand.L"].position[0] + 0.6, 0.0, far["hand.L"].position[2]))
    wait_until(lambda: send_points(person, far) or any(label.role == "miss" for label in shown(person).labels))
    hand = next(mark for mark in points.marks if mark.part == "hand.L")
    joint = person.session.evaluated.matrix("hand.L")[:3, 3]
    strings = [shape.points for shape in shown(person).shapes if shape.role == "white"]
    assert any(np.allclose(ends, (hand.place, joint), atol=1e-9) for ends in strings)
    missed = residual_in_words(float(np.linalg.norm(joint - hand.goal)), "auto")
    assert missed in [label.text for label in shown(person).labels]


def test_a_click_on_a_pill_selects_the_bone_of_its_point(person: Person, points) -> None:
    number = next(k for k, mark in enumerate(points.marks) if mark.part == "hand.L")
    QTest.mouseClick(points.pills[number], QtCore.Qt.MouseButton.LeftButton)
    wait_until(lambda: person.session.shown.selected == ("hand.L",))
    wait_until(lambda: any(dot.square and dot.role == "accent" for dot in shown(person).dots))


def test_a_click_on_a_square_selects_and_its_row_in_the_panel_is_marked(person: Person, points) -> None:
    """A drag that begins on it still pulls the figure below; a click on the row does as one on the square does."""
    person.window.docks.bring("trackers")
    person.look()
    hand = next(mark for mark in points.marks if mark.part == "hand.L")
    x, y = person.view.lens.project(hand.place[None])[0, :2]
    person.click((x + 4.0, y - 4.0))
    wait_until(lambda: person.session.shown.selected == ("hand.L",))
    rows = {row.serial: row for row in person.window.panels.late.trackers.rows}
    wait_until(lambda: [serial for serial, row in rows.items() if row._selected] == [hand.name])
    other = next(mark for mark in points.marks if mark.part == "head")
    QTest.mouseClick(rows[other.name], QtCore.Qt.MouseButton.LeftButton, pos=QtCore.QPoint(40, 10))
    wait_until(lambda: person.session.shown.selected == (other.bone,))


def test_a_point_that_comes_no_more_is_marked_as_lost(person: Person, points, monkeypatch) -> None:
    monkeypatch.setattr("pantin.app.live.receiver.LATELY", 0.05)
    others = {part: point for part, point in t_pose(person).items() if part != "hand.L"}
    wait_until(lambda: send_points(person, others) or lost(points) == ["LHR-hand.L"])
    assert not next(mark.bone for mark in points.marks if mark.lost)
    assert any("comes no more" in pill.toolTip() for pill in points.pills)


def test_marks_go_with_the_controls_and_with_the_stream(person: Person, points) -> None:
    person.window.view.change_display(alone=True)
    assert not squares(person) and not any(pill.isVisible() for pill in points.pills)
    person.window.view.change_display(alone=False)
    assert len(squares(person)) == len(PARTS)
    person.window.live.stop()
    wait_until(lambda: not squares(person))


def test_a_recorded_clip_shows_its_points_while_it_is_scrubbed(person: Person, points) -> None:
    live, head = person.window.live, person.window.clips.playhead
    lower = {part: moved(point, -0.1 * (part[0] != "f")) for part, point in t_pose(person).items()}
    wait_until(
        lambda: send_points(person, lower) or stands(points, lower["hips"])
    )  # what was sent before has come by then
    live.record()
    wait_until(lambda: send_points(person, lower) or (live.shown.recorded or 0) >= 6)
    live.record()
    live.stop()
    wait_until(lambda: person.session.frame is not None and person.session.frame.clip is head.clip)
    head.choose(person.session.document.figure.clips[-1].name)
    head.go_to(head.clip.span[1])
    wait_until(lambda: len(points.marks) == len(PARTS) and stands(points, lower["hips"]))


def stands(points, hips: Point) -> bool:
    """Return whether the point of the hips is marked there."""
    return any(mark.part == "hips" and np.allclose(mark.place, hips.position, atol=1e-5) for mark in points.marks)


def moved(point: Point, up: float) -> Point:
    return replace(point, position=three(np.add(point.position, (0.0, 0.0, up))))


def lost(points) -> list[str]:
    return [mark.name for mark in points.marks if mark.lost]


def tips(points) -> str:
    return " ".join(pill.toolTip() for pill in points.pills)


def test_no_pill_lies_over_the_switch_of_a_limb(person: Person, points) -> None:
    """While a part of a limb is selected, switches stand beside elbows and knees, where points may be too."""
    person.session.select(("hand.L",), "hand.L")
    person.wait_for_the_pose()
    switches = [pill.geometry() for pill in person.window.overlay.limbs.pills if pill.isVisible()]
    assert switches
    middle = switches[0].center()
    mark = points.marks[0]
    seen = person.view.lens.project(mark.place[None])[0]
    for each in person.window.overlay.limbs.pills:
        each.move(
            round(seen[0]) + 40 if seen[0] >= middle.x() else round(seen[0]) - 40 - each.width(), round(seen[1]) - 22
        )
    points.show_now()
    pills = [pill.geometry() for pill in points.pills if pill.isVisible()]
    assert not any(pill.intersects(each.geometry()) for pill in pills for each in person.window.overlay.limbs.pills)
