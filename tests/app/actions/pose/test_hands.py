"""Hands in the real window: a fist is one click, a finger is swept by its slider, and undo goes back in one step."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6 import QtCore, QtTest

from pantin import solver
from pantin.rigs.editing.hands.sliders import at_preset, value_of
from pantin.rigs.fitting.hand_joints import hand_joints
from pantin.widgets.numbers.knob_slider import KnobSlider
from pantin.widgets.properties.hand_section import HandSection
from tests.app.person import Person

FINE = 0.02


@pytest.fixture
def section(person: Person) -> HandSection:
    """The hand of the sample figure is selected by its handle."""
    person.session.select(("hand_ik.L",), "hand_ik.L")
    person.wait_for_the_pose()
    person.window.panels.show()
    return person.window.panels.properties.prepare().hand


def steps(person: Person) -> int:
    return len(person.session.history.labels)


def shapes(person: Person, preset) -> list[bool]:
    figure = person.session.document.figure
    return [at_preset(figure, hand, preset) for hand in hand_joints(figure.rig)]


def middle_tip(person: Person) -> np.ndarray:
    """Return where the left middle finger ends, seen from its hand."""
    evaluated = solver.evaluate(person.session.document)
    tip = evaluated.tails[evaluated.index["middle_3.L"]]
    return (np.linalg.inv(evaluated.matrix("hand.L")) @ (*tip, 1.0))[:3]


def test_a_fist_is_one_click_and_one_step(person: Person, section: HandSection) -> None:
    before, count, tip = person.session.document, steps(person), middle_tip(person)
    QtTest.QTest.mouseClick(section.cards["fist"], QtCore.Qt.MouseButton.LeftButton)
    person.wait_for_the_pose()
    assert shapes(person, "fist") == [True, False] and steps(person) == count + 1
    assert person.session.history.undo_label == "Hand: Fist"
    assert np.linalg.norm(middle_tip(person)) < 0.7 * np.linalg.norm(tip)
    person.window.panels.show()
    assert section.cards["fist"].on and not section.cards["open"].on
    person.session.undo()
    assert person.session.document.figure == before.figure


def test_with_nothing_selected_both_hands_take_the_shape(person: Person) -> None:
    person.session.select((), None)
    person.by_palette("Hand: Relaxed")
    assert shapes(person, "relaxed") == [True, True]
    person.session.select(("head",), "head")
    assert (
        person.window.menus.why_not("hand_fist") == "Select a bone of a hand or its handle, or nothing for both hands."
    )


def test_a_slider_is_swept_live_and_is_one_step(person: Person, section: HandSection) -> None:
    slider, count = section.form.editors["index"].slider, steps(person)
    assert isinstance(slider, KnobSlider)
    start, kept = slider._knob(), person.session.document

    def index() -> float:
        figure = person.session.shown.figure
        return value_of(figure, hand_joints(figure.rig)[0], "index")

    person.press((start.x(), start.y()), on=slider)
    person.move((start.x() + 20, start.y()), (start.x() + 40, start.y()), on=slider)
    person.wait_for_the_pose()
    swept = index()
    assert swept > 0.2 and person.session.document is kept
    person.release((start.x() + 40, start.y()), slider)
    person.wait_for_the_pose()
    assert index() == pytest.approx(swept, abs=FINE) and steps(person) == count + 1
    assert person.session.history.undo_label == "Curl Index of hand.L"
    person.session.undo()
    assert person.session.document.figure == kept.figure


def test_both_hands_are_posed_where_both_are_selected(person: Person, section: HandSection) -> None:
    person.session.select(("hand.L", "little_1.R"), "hand.L")
    person.window.panels.show()
    QtTest.QTest.mouseClick(section.cards["point"], QtCore.Qt.MouseButton.LeftButton)
    person.wait_for_the_pose()
    assert shapes(person, "point") == [True, True]


def test_bones_that_are_no_hand_show_no_sliders(person: Person, section: HandSection) -> None:
    assert section.isVisible()
    person.session.select(("foot.L",), "foot.L")
    person.window.panels.show()
    assert not section.isVisible()


def test_pictures_of_hands_are_drawn_before_anybody_clicks_on_one(person: Person, monkeypatch) -> None:
    panels = person.window.panels
    panels.preparation.begin()
    person.wait_until(lambda: panels.preparation.is_done)
    monkeypatch.setattr("pantin.widgets.properties.hand_section.strokes", lambda *given: pytest.fail("drawn too late"))
    for hand in hand_joints(person.session.document.rig):
        person.session.select((hand.hand.bone,), hand.hand.bone)
        person.wait_for_the_pose()
        panels.show()
