"""Tests that what panels show is made when it is first asked for: nothing of that may flash up as a window of its
own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6 import QtCore, QtWidgets

from pantin.app.docks.layouts import LAYOUTS
from tests.app.person import Person


class Shown(QtCore.QObject):
    """Every widget that came up as a window; one that does closes the menu that is open."""

    def __init__(self) -> None:
        super().__init__()
        self.widgets: list[QtWidgets.QWidget] = []

    def eventFilter(self, watched: QtCore.QObject, event: QtCore.QEvent) -> bool:
        if event.type() == QtCore.QEvent.Type.Show and isinstance(watched, QtWidgets.QWidget) and watched.isWindow():
            self.widgets.append(watched)
        return False


@pytest.fixture
def shown(qapp) -> Iterator[Shown]:
    found = Shown()
    qapp.installEventFilter(found)
    yield found
    qapp.removeEventFilter(found)


def test_panels_come_up_inside_the_window(person: Person, shown: Shown) -> None:
    for layout in LAYOUTS:
        person.window.docks.show_layout(layout)
        for bones in (("shin.L",), ("hand_ik.L",), ("shin.L", "thigh.L", "elbow_pole.R"), ()):
            person.session.select(bones, bones[0] if bones else None)
            person.wait_for_the_pose()
            person.window.panels.show()
    person.window.comparison.switch()
    person.wait_for_the_pose()
    assert shown.widgets == []


def test_the_menu_of_a_bone_stays_while_the_bone_is_selected_for_it(person: Person) -> None:
    place = QtCore.QPointF(*person.where("thigh.L")).toPoint()
    person.window.open_menu_at(person.view.mapToGlobal(place), "thigh.L")
    person.wait_for_the_pose()
    person.window.panels.show()
    menu = QtWidgets.QApplication.activePopupWidget()
    assert isinstance(menu, QtWidgets.QMenu) and menu.isVisible()
    assert person.session.document.active == "thigh.L"
    heading = menu.actions()[0]
    assert isinstance(heading, QtWidgets.QWidgetAction) and heading.defaultWidget().text() == "thigh.L"
    menu.close()


def test_a_window_as_wide_as_a_small_screen_stays_on_it_whatever_is_selected(person: Person) -> None:
    """900 pixels: a screen of 1366 at a scale of 150 %, or of 1920 at 200 %."""
    person.window.resize(900, 520)
    for names in ((), ("neck",), ("hand.L",), ("hand_ik.L",), ("hand.L", "hand.R")):
        person.session.select(names, names[0] if names else None)
        person.wait_for_the_pose()
        assert person.window.minimumSizeHint().width() <= 900 and person.window.width() <= 900
