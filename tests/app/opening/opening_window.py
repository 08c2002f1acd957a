"""The sheet of a character as tests of the window have it: it comes, is painted, and is accepted."""

from __future__ import annotations

from pathlib import Path

from PySide6 import QtCore, QtTest

from pantin.app.opening.character_opening import CharacterOpening
from pantin.widgets.character.opening_sheet import OpeningSheet
from tests.app.person import Person


def sheets(person: Person) -> list[OpeningSheet]:
    """Return the sheet as a list; an empty one where it is not there."""
    return [each for each in person.window.findChildren(OpeningSheet) if each.isVisible()]


def sheet_of(person: Person) -> OpeningSheet:
    """Return the sheet, when it is there."""
    person.wait_until(lambda: bool(sheets(person)))
    return sheets(person)[0]


def painted(person: Person) -> OpeningSheet:
    """Return the sheet with its picture, when nothing more is painted."""
    sheet = sheet_of(person)
    [opening] = person.window.findChildren(CharacterOpening)
    person.wait_until(lambda: not sheet.picture.picture.isNull() and not opening.pictures.busy)
    return sheet


def chosen(sheet: OpeningSheet, question: str) -> str:
    """Return the answer that is chosen, in words."""
    return next(card.text() for card in sheet.answers[question].cards.values() if card.isChecked())


def opened_as_chosen(person: Person) -> None:
    """Enter is pressed, and the figure is there with its character."""
    QtTest.QTest.keyClick(sheet_of(person).accept, QtCore.Qt.Key.Key_Return)
    person.wait_until(lambda: not sheets(person) and not person.window.characters.busy)
    person.wait_for_the_pose()


def opened_as_read(person: Person, path: Path, **answers: str) -> None:
    """A file in doubt is opened with these answers, by their names and those of the questions."""
    person.window.files.open(path)
    sheet = sheet_of(person)
    for question, answer in answers.items():
        sheet.answers[question].cards[answer].click()
    opened_as_chosen(person)


def open_file(person: Person, path: Path) -> None:
    """A file is opened, as the sheet has it where that comes."""
    before = person.session.openings
    person.window.files.open(path)
    person.wait_until(lambda: bool(sheets(person)) or person.session.openings > before)
    if sheets(person):
        opened_as_chosen(person)
