"""The menu of constraints that can be added."""

from __future__ import annotations

from typing import get_args

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from pantin.rigs.constraints import (
    Constraint,
    CopyScale,
    Distance,
)
from pantin.widgets.constraints.card_looks import LOOKS
from pantin.widgets.constraints.constraint_menu import ConstraintMenu

LEFT = Qt.MouseButton.LeftButton
ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def menu(stage, panel) -> ConstraintMenu:
    menu = panel.constraints.menu()
    menu.open_at(panel.mapToGlobal(QPoint(0, 0)))
    return menu


def titles(menu: ConstraintMenu) -> list[str]:
    return [LOOKS[kind].title for kind in menu.list.rows.rows]


def test_every_kind_can_be_asked_for(menu, panel, heard) -> None:
    assert set(menu.list.rows.rows) == set(get_args(Constraint))
    assert all(look.help.endswith(".") for look in LOOKS.values())
    said = heard(kind=panel.constraint_requested)
    QTest.keyClick(menu.search, Qt.Key.Key_Down)
    QTest.keyClick(menu.search, Qt.Key.Key_Return)
    assert said == [("kind", Distance)] and not menu.isVisible()


def test_the_menu_is_searched_by_typing(menu, panel, heard) -> None:
    QTest.keyClicks(menu.search, "copy r")
    assert titles(menu)[0] == "Copy rotation" and "IK" not in titles(menu)
    QTest.keyClicks(menu.search, "xx")
    assert not titles(menu) and menu.none.isVisible()
    said = heard(kind=panel.constraint_requested)
    QTest.keyClick(menu.search, Qt.Key.Key_Return)
    assert not said and menu.isVisible()


def test_the_menu_is_clicked(menu, panel, heard) -> None:
    said = heard(kind=panel.constraint_requested)
    place = menu.list.visualRect(menu.list.rows.index(menu.list.rows.rows.index(CopyScale))).center()
    QTest.mouseClick(menu.list.viewport(), LEFT, pos=place)
    assert said == [("kind", CopyScale)]
