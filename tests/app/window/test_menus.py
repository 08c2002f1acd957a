"""Menus on the real window: what their entries say of the moment, and when that is asked."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6 import QtCore, QtGui, QtTest, QtWidgets

from pantin import rigs
from pantin.app.actions import ACTIONS, OVER_FIGURE, RECENT
from pantin.app.window.header import ACTIONS as ON_HEADER
from pantin.app.window.strip_controller import ON_STRIP
from pantin.rigs.editing.bones import rename
from tests.app.person import Person


def test_undo_and_redo_say_what_they_take_back_and_do_again(person: Person) -> None:
    def texts() -> tuple[str, str]:
        return person.window.menus.current("undo").text(), person.window.menus.current("redo").text()

    assert texts() == ("Undo", "Redo")
    person.session.edit("Rename a&b", lambda document: rename(document, "head", "skull"))
    undo = person.window.menus.current("undo")
    assert undo.text() == "Undo rename a&&b" and undo.toolTip().endswith("Rename a&b")
    assert undo.iconText() == "Undo"
    person.session.edit("IK chain", lambda document: rename(document, "skull", "head"))
    person.session.undo()
    assert texts() == ("Undo rename a&&b", "Redo IK chain")


@pytest.fixture
def asked(person: Person, monkeypatch: pytest.MonkeyPatch, qtbot) -> list[str]:
    """The actions that are asked for their state from now on."""
    qtbot.wait(50)
    names: list[str] = []
    whole = person.window.menus.current
    monkeypatch.setattr(person.window.menus, "current", lambda name: names.append(name) or whole(name))
    return names


@pytest.fixture
def opened(person: Person) -> Iterator[QtWidgets.QMenu]:
    """The menu Select, on screen."""
    (menu,) = (entry.menu() for entry in person.window.menus.bar.actions() if entry.text() == "Sele&ct")
    yield menu
    menu.close()


def states(menu: QtWidgets.QMenu) -> dict[str, bool]:
    """Return which entries can be chosen, by name."""
    return {entry.data(): entry.isEnabled() for entry in menu.actions() if entry.data()}


def test_a_file_that_was_opened_a_moment_ago_is_listed_and_can_be_forgotten(person: Person, tmp_path: Path) -> None:
    """Though nothing happened since that would bring buttons and menus up to date."""
    (menu,) = (one for one in person.window.findChildren(QtWidgets.QMenu) if one.title() == RECENT)
    clear = person.window.menus.actions["clear_recent"]
    for path, listed in ((None, False), (tmp_path / "recent.rig.json", True)):
        if path:
            rigs.write(person.session.document, path)
            person.window.files.opened(path, rigs.opened(path))
        menu.aboutToShow.emit()
        assert clear.isEnabled() == listed and ("recent.rig.json" in [one.text() for one in menu.actions()]) == listed
        menu.aboutToHide.emit()


def test_a_menu_asks_for_its_entries_when_it_opens(person: Person, opened: QtWidgets.QMenu, asked: list[str]) -> None:
    person.session.select((), None)
    opened.popup(person.window.mapToGlobal(QtCore.QPoint(0, 0)))
    seen = states(opened)
    assert (
        not seen["select_parent"] and "Select a bone first." in person.window.menus.actions["select_parent"].toolTip()
    )
    assert seen["select_all"] and set(seen) <= set(asked) < set(ACTIONS)
    opened.close()
    person.session.select(("hand.L",), "hand.L")
    opened.popup(person.window.mapToGlobal(QtCore.QPoint(0, 0)))
    assert states(opened)["select_parent"]


def test_a_key_works_though_its_menu_was_closed_while_it_was_out_of_reach(
    person: Person, opened: QtWidgets.QMenu
) -> None:
    person.session.select((), None)
    opened.popup(person.window.mapToGlobal(QtCore.QPoint(0, 0)))
    opened.close()
    person.session.select(("hand.L",), "hand.L")
    person.press_keys(QtGui.QKeySequence("["))
    assert person.session.document.selected == ("forearm.L",)


def test_buttons_follow_a_burst_of_changes_once(person: Person, asked: list[str], qtbot) -> None:
    for name in ("head", "skull", "head", "skull"):
        other = "skull" if name == "head" else "head"
        person.session.edit("Rename", lambda document, name=name, other=other: rename(document, name, other))
    assert asked == []
    undo = person.window.menus.actions["undo"]
    qtbot.waitUntil(undo.isEnabled)
    qtbot.wait(50)
    assert max(asked.count(name) for name in asked) <= 3, "the pose that arrives may be seen in a frame of its own"
    assert set(asked) == {*OVER_FIGURE, *ON_HEADER, *ON_STRIP}


def test_every_button_over_the_figure_and_in_the_header_is_kept_up_to_date(person: Person) -> None:
    window = person.window
    buttons = [*window.view.findChildren(QtWidgets.QAbstractButton), *window.header.findChildren(QtWidgets.QWidget)]
    shown = {action.data() for button in buttons if (action := getattr(button, "action", None)) is not None}
    assert shown and shown <= {*OVER_FIGURE, *ON_HEADER}


def test_a_key_that_is_rejected_goes_on_to_what_has_the_focus(person: Person) -> None:
    """As any key: the choice of a template takes the arrows, which select bones while a figure is posed."""
    person.window.preferences.change("keys", "preset", "industry")
    person.window.choose_template()
    person.view.setFocus()
    chosen = person.window.templates._name
    QtTest.QTest.keyClick(person.view, QtCore.Qt.Key.Key_Down)
    person.wait_for_the_pose()
    assert person.window.templates._name != chosen


def test_keys_with_ctrl_mean_in_the_tree_of_bones_what_they_mean_over_the_figure(person: Person) -> None:
    """And letters are those of names there."""
    tree = person.window.panels.hierarchy.tree
    person.session.select(("hand_ik.L", "head"), "head")
    tree.setFocus()
    person.shortcut("Ctrl+P")
    assert person.session.document.rig.by_name["hand_ik.L"].parent == "head"
    told: list[str] = []
    person.session.notified.connect(told.append)
    person.session.select(("head",), "head")
    person.shortcut("Ctrl+P")
    person.session.notified.disconnect(told.append)
    assert told == ["Select the bones to be carried, then the one that is to carry them."]
    person.shortcut("P")
    assert not any(pin.bone == "head" for pin in person.session.document.rig.pins)


def test_a_menu_of_the_bar_stands_in_one_column_on_a_small_screen(person: Person) -> None:
    """720 pixels high; on a lower one it scrolls."""
    for entry in person.window.menus.bar.actions():
        menu = entry.menu()
        assert menu is not None and menu.style().styleHint(QtWidgets.QStyle.StyleHint.SH_Menu_Scrollable, None, menu)
        menu.ensurePolished()
        high = sum(menu.actionGeometry(each).height() for each in menu.actions())
        assert 0 < high <= 655, entry.text()
