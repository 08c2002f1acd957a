"""Tests that what people choose is in effect at once, in the panels and over the figure."""

from __future__ import annotations

import pytest
from PySide6 import QtCore, QtGui

from pantin.widgets.theme import theme
from pantin.widgets.theme.appearance import appearance
from tests.app.person import Person

Scheme = QtCore.Qt.ColorScheme
REAL = QtGui.QGuiApplication.styleHints


def desktop(monkeypatch: pytest.MonkeyPatch, scheme: Scheme) -> None:
    """The rest of the desktop puts this on, and says so."""

    class Hints:
        def colorScheme(self) -> Scheme:
            return scheme

    monkeypatch.setattr(theme.QGuiApplication, "styleHints", Hints)
    REAL().colorSchemeChanged.emit(scheme)


def test_the_theme_of_the_desktop_is_followed_while_the_program_runs(person: Person, monkeypatch) -> None:
    person.window.preferences.change("interface", "theme", "system")
    for scheme, worn in ((Scheme.Light, "light"), (Scheme.Dark, "dark")):
        desktop(monkeypatch, scheme)
        assert appearance().theme.name == worn
        assert person.view._shown_frame.colours.dark == (worn == "dark")


def test_a_theme_that_was_chosen_stays_whatever_the_desktop_wears(person: Person, monkeypatch) -> None:
    person.window.preferences.change("interface", "theme", "dark")
    desktop(monkeypatch, Scheme.Light)
    assert appearance().theme.name == "dark"


def test_lengths_over_the_figure_follow_the_unit(person: Person) -> None:
    assert person.window.overlay.title.words[1].endswith("grid 10 cm")
    person.window.preferences.change("units", "length", "in")
    assert person.window.overlay.title.words[1].endswith("grid 3.94 in")
    x, y = person.where("hand.L")
    person.press((x, y))
    person.move((x, y - 20), (x, y - 40))
    assert person.window.overlay.title.words[1].endswith(") in")
    person.release((x, y - 40))


def test_keys_that_clash_name_each_other(person: Person) -> None:
    person.window.preferences.change("keys", "changed", {"frame_all": ("{",)})
    clashes = {row.name: row.clash for row in person.window.preferences.key_rows() if row.clash}
    assert clashes == {"frame_all": "{ is Add parent as well.", "add_parent": "Shift+[ is Frame all as well."}


def test_a_running_drag_is_switched_by_the_keys_in_effect(person: Person) -> None:
    person.session.select(("hips_ctrl",) if "hips_ctrl" in person.session.document.rig.by_name else ("head",), None)
    person.window.preferences.change("keys", "preset", "industry")
    person.wait_for_the_pose()
    person.view.begin("move")
    person.key(QtCore.Qt.Key.Key_E)
    assert person.view._controller.readout.startswith("Rotate")
    person.key(QtCore.Qt.Key.Key_Escape)
    assert not person.view.dragging
