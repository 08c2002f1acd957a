"""Expressions of a character in the properties: one clicks and slides what the face does, and undo goes back."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6 import QtCore, QtTest, QtWidgets

from pantin.solver.edits.expressions import with_expressions
from tests.app.files.character_window import avatar, of_colour, opened, red_square
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


def at_card(person: Person, name: str) -> tuple[float, float]:
    """Return the middle of the picture of an expression on its card."""
    person.look()
    cards = section(person).cards
    place = next(place for place, entry in enumerate(cards.entries) if entry.name == name)
    rect = cards.visualRect(cards.rows.index(place))
    return rect.left() + 36.0, rect.top() + 30.0


def click(person: Person, name: str) -> None:
    """Click on the card of an expression."""
    at, cards = at_card(person, name), section(person).cards.viewport()
    person.press(at, on=cards)
    person.release(at, on=cards)


def scrub(person: Person, name: str, pixels: float) -> None:
    """Drag the card of an expression sideways, by so many pixels beyond those that tell a drag from a click."""
    x, y = at_card(person, name)
    ends = x + pixels / 2, x + pixels + (3 if pixels > 0 else -3)
    person.drag((x, y), *((end, y) for end in ends), on=section(person).cards.viewport())


def slide(person: Person, name: str, to: float) -> None:
    """Drag the knob of an expression that is set from where it is to a part of its groove."""
    slider = row_of(person, name).slider
    start = slider._knob().x()
    middle, end = slider.height() / 2, 8 + to * (slider.width() - 16)
    person.drag((start, middle), ((start + end) / 2, middle), (end, middle), on=slider)


def test_a_click_on_a_card_sets_an_expression_and_another_puts_it_back(face: Person) -> None:
    before, steps = of_colour(face, 0), len(face.session.history.labels)
    assert not section(face).rows or not section(face).rows[0].isVisible()
    click(face, "Smile")
    assert values(face) == {"Smile": 1.0} and of_colour(face, 0) > 1.3 * before
    assert face.session.history.labels[-1] == "Expression Smile" and len(face.session.history.labels) == steps + 1
    assert row_of(face, "Smile").value == 1.0 and row_of(face, "Smile").label.is_changed()
    assert section(face).head._note == "1 set"
    click(face, "Smile")
    assert values(face) == {} and of_colour(face, 0) == before and not section(face).rows[0].isVisible()
    face.session.undo()
    face.wait_for_the_pose()
    assert values(face) == {"Smile": 1.0}


def test_a_drag_on_a_card_is_seen_while_it_goes_and_is_one_step_of_undo(face: Person) -> None:
    before, steps, cards = of_colour(face, 0), len(face.session.history.labels), section(face).cards
    x, y = at_card(face, "Smile")
    face.press((x, y), on=cards.viewport())
    face.move((x + 30, y), (x + 53, y), on=cards.viewport())
    face.wait_for_the_pose()
    half = of_colour(face, 0)
    assert half > 1.1 * before and values(face) == {}
    assert cards.dragged is not None and cards.dragged.value == pytest.approx(0.5)
    assert row_of(face, "Smile").value == pytest.approx(0.5)
    face.move((x + 103, y), on=cards.viewport())
    face.wait_for_the_pose()
    assert of_colour(face, 0) > 1.05 * half
    face.release((x + 103, y), on=cards.viewport())
    assert values(face) == {"Smile": 1.0} and len(face.session.history.labels) == steps + 1
    face.session.undo()
    face.wait_for_the_pose()
    assert values(face) == {} and of_colour(face, 0) == before


def test_a_card_is_dragged_finely_and_by_tens(face: Person) -> None:
    face._held = QtCore.Qt.KeyboardModifier.ShiftModifier
    scrub(face, "Smile", 50)
    assert values(face) == {"Smile": pytest.approx(0.05, abs=0.005)}
    face._held = QtCore.Qt.KeyboardModifier.ControlModifier
    scrub(face, "Smile", 32)
    assert values(face) == {"Smile": pytest.approx(0.4)}
    face._held = QtCore.Qt.KeyboardModifier.NoModifier
    scrub(face, "Smile", -80)
    assert values(face) == {}


def test_a_slider_is_dragged_and_stays_at_nothing(face: Person) -> None:
    """Whoever slid it down may want to slide it up again; the dot lets it go."""
    click(face, "Smile")
    slide(face, "Smile", 0.5)
    assert values(face)["Smile"] == pytest.approx(0.5, abs=0.02)
    slide(face, "Smile", 0.0)
    assert values(face) == {} and row_of(face, "Smile").value == 0.0
    slide(face, "Smile", 1.0)
    label = row_of(face, "Smile").label
    QtTest.QTest.mouseClick(label, QtCore.Qt.MouseButton.LeftButton, pos=QtCore.QPoint(6, 12))
    face.wait_for_the_pose()
    assert values(face) == {} and not any(row.isVisible() for row in section(face).rows)


def test_expressions_mix_and_a_double_click_puts_one_back(face: Person) -> None:
    click(face, "Smile")
    scrub(face, "Blink_L", 50)
    assert values(face) == {"Smile": 1.0, "Blink_L": pytest.approx(0.5)}
    label = row_of(face, "Smile").label
    QtTest.QTest.mouseDClick(label, QtCore.Qt.MouseButton.LeftButton)
    assert set(values(face)) == {"Blink_L"}
    QtTest.QTest.mouseDClick(row_of(face, "Blink_L").slider, QtCore.Qt.MouseButton.LeftButton)
    assert values(face) == {}


@pytest.mark.parametrize("by", ["card", "slider"])
def test_escape_puts_back_what_is_dragged(face: Person, by: str) -> None:
    if by == "slider":
        scrub(face, "Smile", 20)
    kept = dict(values(face))
    part = section(face).cards.viewport() if by == "card" else row_of(face, "Smile").slider
    x, y = at_card(face, "Smile") if by == "card" else (30.0, 12.0)
    face.press((x, y), on=part)
    face.move((x + 20, y), (x + 40, y), on=part)
    face.wait_for_the_pose()
    assert face.session.is_previewing
    QtTest.QTest.keyClick(QtWidgets.QApplication.focusWidget(), QtCore.Qt.Key.Key_Escape)
    face.release((x + 40, y), on=part)
    assert values(face) == kept and not face.session.is_previewing


def test_numbers_are_typed_and_stepped_by_keys(face: Person) -> None:
    click(face, "Smile")
    number = row_of(face, "Smile").number
    number.setFocus()
    QtTest.QTest.keyClicks(number, "7")
    line = number.findChild(type(number.focusWidget() or number), "") or number
    QtTest.QTest.keyClicks(number.window().focusWidget() or line, "5")
    QtTest.QTest.keyClick(number.window().focusWidget() or line, QtCore.Qt.Key.Key_Return)
    assert values(face) == {"Smile": 0.75}


def test_keys_walk_over_the_cards_and_set_them(face: Person) -> None:
    cards = section(face).cards
    cards.setFocus()
    face.key(QtCore.Qt.Key.Key_Home)
    face.key(QtCore.Qt.Key.Key_Right)
    face.key(QtCore.Qt.Key.Key_Space)
    assert values(face) == {"Blink_L": 1.0}
    face.key(QtCore.Qt.Key.Key_Down)
    face.key(QtCore.Qt.Key.Key_Return)
    assert values(face) == {"Blink_L": 1.0, FACES[5]: 1.0}
    assert [cards.rows.data(cards.rows.index(at), QtCore.Qt.ItemDataRole.AccessibleTextRole) for at in (0, 1)] == [
        "Smile",
        "Blink_L, 100 %",
    ]


def test_with_the_mirror_on_the_other_side_does_the_same(face: Person) -> None:
    """The row that is dragged stays that of its expression, though another comes to stand above it."""
    click(face, "Smile")
    scrub(face, "Blink_R", 20)
    face.session.mirrors = True
    slide(face, "Blink_R", 1.0)
    assert values(face) == {"Smile": 1.0, "Blink_L": 1.0, "Blink_R": 1.0}
    face.session.mirrors = False
    slide(face, "Blink_L", 0.0)
    assert values(face) == {"Smile": 1.0, "Blink_R": 1.0}


def test_one_is_found_by_its_name_and_all_are_listed_on_demand(face: Person) -> None:
    panel = section(face)

    def listed() -> list[str]:
        return [entry.name for entry in panel.cards.entries]

    assert listed() == list(FACES[:8]) and panel.more.text() == "Show all 23"
    panel.more.click()
    assert listed() == list(FACES)
    face.look()
    last = panel.cards.visualRect(panel.cards.rows.index(len(FACES) - 1))
    assert panel.cards.viewport().rect().contains(last)
    panel.more.click()
    panel.search.setText("mouth 19")
    assert listed() == ["Mouth 19"]
    click(face, "Mouth 19")
    panel.search.clear()
    assert listed() == list(FACES[:8]) and row_of(face, "Mouth 19").value == 1.0
    panel.reset.click()
    face.wait_for_the_pose()
    assert values(face) == {} and not panel.reset.isVisible()


def test_a_face_of_another_character_is_shown_and_put_back_by_what_its_names_mean(
    person: Person, tmp_path: Path
) -> None:
    opened(person, avatar(tmp_path / "avatar.vrm", preset="happy"))
    person.session.edit("Pose", lambda document: document.with_figure(with_expressions(document.figure, {"Joy": 0.5})))
    person.wait_for_the_pose()
    assert [entry.value for entry in section(person).cards.entries] == [0.5]
    click(person, "happy")
    assert values(person) == {}


def test_what_blocks_an_expression_is_told_below_it(person: Person, tmp_path: Path) -> None:
    opened(person, avatar(tmp_path / "avatar.vrm", preset="blink", blocked_by="Joy"))
    click(person, "blink")
    row = row_of(person, "blink")
    assert not row.blocked.isVisible()
    click(person, "Joy")
    assert row.blocked.isVisible() and row.blocked.text() == "blink is blocked by Joy"
    click(person, "Joy")
    assert not row.blocked.isVisible()


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
