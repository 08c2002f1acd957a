"""Expressions of a character in the properties: one slides what the face does, and undo goes back."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6 import QtCore, QtTest

from tests.app.files.character_window import of_colour, opened, red_square
from tests.app.person import Person

FACES = ("Smile", "Blink_L", "Blink_R", *(f"Mouth {number}" for number in range(20)))


@pytest.fixture
def face(person: Person, tmp_path: Path) -> Person:
    """A character whose faces make it higher is open."""
    opened(person, red_square(tmp_path / "face.glb", faces=FACES))
    person.view.frame_all()
    person.look()
    return person


def section(person: Person):
    return person.window.panels.properties.figure_page.expressions


def row_of(person: Person, name: str):
    return next(row for row in section(person).rows if row.isVisible() and row.expression.name == name)


def values(person: Person) -> dict[str, float]:
    return person.session.document.figure.pose.expressions


def slide(person: Person, name: str, to: float) -> None:
    """Drag the knob of an expression from where it is to a part of its groove."""
    slider = row_of(person, name).slider
    start = slider._knob().x()
    middle, end = slider.height() / 2, 8 + to * (slider.width() - 16)
    person.drag((start, middle), ((start + end) / 2, middle), (end, middle), on=slider)


def test_a_slider_is_seen_while_it_is_dragged_and_is_one_step_of_undo(face: Person) -> None:
    before, steps = of_colour(face, 0), len(face.session.history.labels)
    slider = row_of(face, "Smile").slider
    middle = slider.height() / 2
    face.press((8, middle), on=slider)
    face.move((8 + (slider.width() - 16) / 2, middle), on=slider)
    face.wait_for_the_pose()
    half = of_colour(face, 0)
    assert half > 1.1 * before and values(face) == {}
    face.move((slider.width(), middle), on=slider)
    face.wait_for_the_pose()
    assert of_colour(face, 0) > 1.05 * half
    face.release((slider.width(), middle), on=slider)
    assert values(face) == {"Smile": 1.0} and len(face.session.history.labels) == steps + 1
    assert face.session.history.labels[-1] == "Expression Smile"
    assert row_of(face, "Smile").label.is_changed()
    face.session.undo()
    face.wait_for_the_pose()
    assert values(face) == {} and row_of(face, "Smile").value == 0.0 and of_colour(face, 0) == before


def test_expressions_mix_and_a_double_click_puts_one_back(face: Person) -> None:
    slide(face, "Smile", 1.0)
    slide(face, "Blink_L", 0.5)
    assert values(face)["Smile"] == 1.0 and values(face)["Blink_L"] == pytest.approx(0.5, abs=0.02)
    label = row_of(face, "Smile").label
    QtTest.QTest.mouseDClick(label, QtCore.Qt.MouseButton.LeftButton)
    assert set(values(face)) == {"Blink_L"}
    QtTest.QTest.mouseDClick(row_of(face, "Blink_L").slider, QtCore.Qt.MouseButton.LeftButton)
    assert values(face) == {}


def test_escape_puts_back_what_is_dragged(face: Person) -> None:
    slider = row_of(face, "Smile").slider
    middle = slider.height() / 2
    face.press((8, middle), on=slider)
    face.move((60, middle), on=slider)
    QtTest.QTest.keyClick(slider, QtCore.Qt.Key.Key_Escape)
    face.release((60, middle), on=slider)
    assert values(face) == {} and slider.value == 0.0


def test_numbers_are_typed_and_stepped_by_keys(face: Person) -> None:
    number = row_of(face, "Smile").number
    number.setFocus()
    QtTest.QTest.keyClicks(number, "7")
    line = number.findChild(type(number.focusWidget() or number), "") or number
    QtTest.QTest.keyClicks(number.window().focusWidget() or line, "5")
    QtTest.QTest.keyClick(number.window().focusWidget() or line, QtCore.Qt.Key.Key_Return)
    assert values(face) == {"Smile": 0.75}


def test_with_the_mirror_on_the_other_side_does_the_same(face: Person) -> None:
    face.session.mirrors = True
    slide(face, "Blink_L", 1.0)
    assert values(face) == {"Blink_L": 1.0, "Blink_R": 1.0}
    face.session.mirrors = False
    slide(face, "Blink_L", 0.0)
    assert values(face) == {"Blink_R": 1.0}


def test_one_is_found_by_its_name_and_all_are_listed_on_demand(face: Person) -> None:
    panel = section(face)

    def listed() -> list[str]:
        return [row.expression.name for row in panel.rows if row.isVisible()]

    assert len(listed()) == 18
    panel.more.click()
    assert len(listed()) == len(FACES)
    panel.more.click()
    panel.search.setText("mouth 19")
    assert listed() == ["Mouth 19"]
    slide(face, "Mouth 19", 1.0)
    panel.search.clear()
    assert "Mouth 19" in listed() and len(listed()) == 19
    panel.reset.click()
    assert values(face) == {}


def test_the_palette_sets_one_and_puts_it_back(face: Person) -> None:
    face.by_palette("Expression: Smile")
    assert values(face) == {"Smile": 1.0}
    [entry] = [each for each in face.window.dialogs.palette_entries() if each.title == "Expression: Smile"]
    assert entry.checked
    face.by_palette("Expression: Smile")
    assert values(face) == {}


def test_a_file_without_any_says_so_in_one_line(person: Person, tmp_path: Path) -> None:
    opened(person, red_square(tmp_path / "mute.glb", "mute"))
    person.look()
    panel = section(person)
    assert panel.isVisible() and not panel.body.isVisible() and panel.head._note == "none in the file"


def test_while_the_rest_pose_is_edited_there_is_no_face(face: Person) -> None:
    assert section(face).isVisible()
    face.window.mode.switch()
    face.wait_for_the_pose()
    face.window.panels.properties.show_subject(is_figure=True)
    assert not section(face).isVisible()
