"""Problems on the real window: a click shows where, Fix mends in one step of undo, and the status bar stays in step."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6 import QtCore, QtTest

from pantin.rigs.document import Document
from pantin.rigs.problems import problems_of
from pantin.widgets.status.problems_panel import fix_button
from tests.app.person import Person

LEFT = QtCore.Qt.MouseButton.LeftButton
FIRST_LINE = 14.0
"""From the top of a row to the middle of its first line, in which the name stands, pixels."""


def spoilt(document: Document) -> Document:
    """The foot's handle hangs on the shin that it moves, and a chain asks for too much."""
    rig = document.rig
    bones = tuple(replace(bone, parent="shin.R") if bone.name == "foot_ik.R" else bone for bone in rig.bones)
    arm = next(place for place, one in enumerate(rig.constraints) if one.owner == "shin.L")
    constraints = list(rig.constraints)
    constraints[arm] = replace(constraints[arm], solver="one_bone")
    return document.with_rig(replace(rig, bones=bones, constraints=tuple(constraints)))


@pytest.fixture
def troubled(person: Person) -> Person:
    person.window.docks.switch("problems")
    person.view.reduced_motion = True
    person.session.edit("Spoil", spoilt)
    person.wait_for_the_pose()
    person.window.panels.show()
    return person


def row(person: Person, number: int) -> QtCore.QRectF:
    rows = person.window.panels.late.problems.list
    found = QtCore.QRectF(rows.visualRect(rows.model().index(number)))
    found.setRight(rows.viewport().width())
    return found


def click(person: Person, at: QtCore.QPointF) -> None:
    QtTest.QTest.mouseClick(person.window.panels.late.problems.list.viewport(), LEFT, pos=at.toPoint())
    person.wait_for_the_pose()
    person.window.panels.show()


def test_a_click_selects_and_frames(troubled: Person) -> None:
    before = troubled.view.camera
    name = row(troubled, 0)
    click(troubled, QtCore.QPointF(44.0, name.top() + FIRST_LINE))
    assert troubled.session.document.selected == ("foot_ik.R",)
    assert troubled.view.camera.distance < before.distance


def test_a_click_on_the_news_shows_where_the_fix_is(troubled: Person) -> None:
    docks, news = troubled.window.docks, troubled.window.panels.status.news
    docks.switch("problems")
    assert not docks.is_shown("problems")
    QtTest.QTest.mouseClick(news, LEFT)
    assert docks.is_shown("problems") and "foot_ik.R" in troubled.session.document.selected


def test_fix_is_one_step_and_the_status_bar_follows(troubled: Person) -> None:
    status = troubled.window.panels.status.news
    assert status.text().startswith('"foot_ik.R" is a child of "shin.R", which it moves.')
    count = len(troubled.session.history.labels)
    click(troubled, fix_button(row(troubled, 0)).center())
    assert troubled.session.document.rig.by_name["foot_ik.R"].parent == "hips"
    assert troubled.session.history.labels[count:] == ("Fix foot_ik.R: parent it to hips",)
    assert status.text().startswith('IK of "shin.L" asks for One bone')
    troubled.session.undo()
    assert troubled.session.document.rig.by_name["foot_ik.R"].parent == "shin.R"


def test_fix_all_leaves_nothing_that_can_be_mended(troubled: Person) -> None:
    count = len(troubled.session.history.labels)
    QtTest.QTest.mouseClick(troubled.window.panels.late.problems.fix_all, LEFT)
    troubled.wait_for_the_pose()
    troubled.window.panels.show()
    assert problems_of(troubled.session.document.rig) == ()
    assert troubled.session.history.labels[count:] == ("Fix all problems",)
    assert troubled.window.panels.status.news.text() == "All goals reached"
    assert troubled.window.panels.late.problems.nothing.isVisible()
