"""Whatever takes the keyboard has a name that a screen reader can say, in every panel, sheet and page."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6 import QtCore, QtGui, QtWidgets

from pantin.app.actions import ACTIONS
from pantin.app.docks.panels import PANELS
from pantin.widgets.controls.frames.section import Section
from tests.app.files.character_window import opened, red_square
from tests.app.person import Person

SHEETS = ("settings", "export", "export_picture", "palette", "keys", "unsaved_work", "about", "new_from_template")
SUBJECTS = ((), ("hand.L",), ("hips",), ("hand_ik.L",), ("hand.L", "hand.R"))


def nameless() -> set[str]:
    """Return what is seen that takes the focus or a click, and has no name: by its kind and those around it."""
    found = set()
    for widget in QtWidgets.QApplication.allWidgets():
        takes_keys = widget.focusPolicy() != QtCore.Qt.FocusPolicy.NoFocus and widget.focusProxy() is None
        if not widget.isVisible() or not (takes_keys or isinstance(widget, QtWidgets.QAbstractButton)):
            continue
        if isinstance(widget.parent(), QtWidgets.QAbstractScrollArea) or isinstance(widget, QtWidgets.QScrollArea):
            continue
        if not QtGui.QAccessible.queryAccessibleInterface(widget).text(QtGui.QAccessible.Text.Name):
            around, at = [], widget
            while at is not None and len(around) < 4:
                around.append(type(at).__name__)
                at = at.parentWidget()
            found.add(" in ".join(around))
    return found


def test_every_control_of_the_panels_has_a_name(person: Person) -> None:
    for subject in SUBJECTS:
        person.session.select(subject, subject[0] if subject else None)
        person.wait_for_the_pose()
        assert nameless() == set()
    for panel in PANELS:
        ACTIONS[f"panel_{panel}"].run(person.window)
        person.wait_for_the_pose()
        assert nameless() == set(), panel


def test_every_control_of_a_character_has_a_name(person: Person, tmp_path: Path) -> None:
    opened(person, red_square(tmp_path / "named.glb", "named", shield=True, faces=("Smile", "Blink")))
    page = person.window.panels.properties.figure_page
    for section in page.findChildren(Section):
        section.show_open(True)
    page.eyes.show_body(True)
    assert page.isVisible() and page.parts.isVisible() and page.expressions.isVisible() and nameless() == set()


@pytest.mark.parametrize("sheet", SHEETS)
def test_every_control_of_the_sheets_has_a_name(person: Person, sheet: str) -> None:
    ACTIONS[sheet].run(person.window)
    QtWidgets.QApplication.processEvents()
    assert nameless() == set()
