"""The questions that may stop people: their buttons, and the names of files in them."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QTextDocument
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMessageBox, QWidget

from pantin.widgets.controls.frames import dialogs

ODD = "a <b> & c.rig.json"


def test_the_question_before_losing_changes(qtbot) -> None:
    box = dialogs.unsaved_question(None, "hero.rig.json")
    qtbot.addWidget(box)
    assert "hero.rig.json" in box.text()
    assert [button.text() for button in box.buttons()] and box.defaultButton().property("answer") == "save"
    assert box.escapeButton().property("answer") == "cancel"
    assert {button.property("answer") for button in box.buttons()} == {"save", "discard", "cancel"}


@pytest.mark.parametrize(
    ("question", "letter", "answer"),
    [
        (dialogs.unsaved_question, "S", "save"),
        (dialogs.unsaved_question, "D", "discard"),
        (dialogs.unsaved_question, "C", "cancel"),
        (dialogs.change_question, "A", "save as"),
        (dialogs.change_question, "O", "overwrite"),
        (dialogs.change_question, "R", "reload"),
    ],
)
def test_a_letter_answers(qtbot, question: Callable[..., QMessageBox], letter: str, answer: str) -> None:
    box = question(None, "hero.rig.json")
    qtbot.addWidget(box)
    box.show()
    QTest.keyClick(box, letter)
    qtbot.waitUntil(lambda: box.clickedButton() is not None)
    assert box.clickedButton().property("answer") == answer


@pytest.mark.parametrize(
    "ask", [dialogs.ask_before_losing, dialogs.ask_to_revert, dialogs.ask_to_replace, dialogs.ask_about_change]
)
def test_a_name_is_shown_as_it_is_written(qapp, monkeypatch, ask: Callable[[QWidget | None, str], object]) -> None:
    asked: list[str] = []
    monkeypatch.setattr(QMessageBox, "exec", lambda box: asked.append(box.text()))
    ask(None, ODD)
    read = QTextDocument()
    read.setHtml(asked[0])
    assert ODD in read.toPlainText()


def test_a_question_that_was_answered_is_gone(qtbot, monkeypatch) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    monkeypatch.setattr(QMessageBox, "exec", lambda box: None)
    assert dialogs.ask_before_losing(window, ODD) == "cancel"
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    assert not window.findChildren(QMessageBox)
