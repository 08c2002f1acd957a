"""F6 goes round all panels that are seen, without a mouse, and comes back to where one was in each of them."""

from __future__ import annotations

from PySide6 import QtWidgets

from tests.app.person import Person


def within(person: Person) -> str:
    """The panel that has the focus; "view" is the figure."""
    focus = QtWidgets.QApplication.focusWidget()
    docks = person.window.docks.docks
    return "view" if focus is person.view else next(name for name in docks if docks[name].isAncestorOf(focus))


def test_the_keys_go_round_every_panel_that_is_seen_and_back(person: Person) -> None:
    person.session.select(("hand.L",), "hand.L")
    person.wait_for_the_pose()
    person.view.setFocus()
    round_trip = []
    while not round_trip or round_trip[-1] != "view":
        person.shortcut("F6")
        round_trip.append(within(person))
    seen = {name for name, dock in person.window.docks.docks.items() if dock.isVisible()}
    assert len(round_trip) == len(set(round_trip)) and set(round_trip) - {"view"} == seen
    back = []
    while not back or back[-1] != "view":
        person.shortcut("Shift+F6")
        back.append(within(person))
    assert back[:-1] == round_trip[-2::-1]


def test_a_panel_gives_the_keys_to_what_had_them_last(person: Person) -> None:
    person.view.setFocus()
    person.shortcut("F6")
    tree = person.window.docks.docks["bones"].findChildren(QtWidgets.QTreeView)[0]
    tree.setFocus()
    person.view.setFocus()
    person.shortcut("F6")
    assert QtWidgets.QApplication.focusWidget() is tree


def test_a_panel_behind_another_tab_is_left_out(person: Person) -> None:
    docks = person.window.docks.docks
    person.window.tabifyDockWidget(docks["bones"], docks["history"])
    docks["bones"].raise_()
    QtWidgets.QApplication.processEvents()
    person.view.setFocus()
    person.shortcut("F6")
    assert within(person) == "bones"
    person.shortcut("F6")
    assert within(person) != "history"
