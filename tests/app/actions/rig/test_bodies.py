"""Whole bodies in the real window: a figure from a template, a person's controls for a skeleton. Actions counted."""

from __future__ import annotations

import pytest
from PySide6 import QtCore, QtGui, QtTest, QtWidgets

from pantin.app.session.session import NEW
from pantin.rigs.constraints import Ik
from pantin.rigs.document import Document
from pantin.rigs.problems import problems_of
from pantin.rigs.rig import Rig
from pantin.rigs.templates import TEMPLATES
from tests.app.actions.counting import Counted, kinds
from tests.app.person import Person
from tests.rigs import skeletons
from tests.rigs.skeletons import with_eyes

ENTER, ESCAPE, DOWN, END = (
    QtCore.Qt.Key.Key_Return,
    QtCore.Qt.Key.Key_Escape,
    QtCore.Qt.Key.Key_Down,
    QtCore.Qt.Key.Key_End,
)


def choose(person: Person, name: str = "humanoid") -> None:
    """A template is being chosen, and is seen."""
    person.press_keys(QtGui.QKeySequence("Ctrl+Shift+N"))
    choices, _ = person.window.templates._panels
    choices.choose(name)
    person.wait_for_the_pose()


def as_made(name: str) -> Rig:
    """A figure with the measures that the gallery begins with."""
    return TEMPLATES[name].draw(TEMPLATES[name].measures())


def panels(person: Person):
    return person.window.templates._panels


def test_an_empty_scene_becomes_a_full_biped_in_two_actions(person: Person) -> None:
    person.session.open(NEW)
    person.wait_for_the_pose()
    counted = Counted(person)
    counted.keys("Ctrl+Shift+N")
    counted.keys("Return")
    person.wait_for_the_pose()
    rig = person.session.document.rig
    assert counted.actions <= 2
    assert kinds(person) == {"bone": 53, "handle": 33, "pole": 4} and not person.window.templates.shown
    assert sum(isinstance(tie, Ik) and tie.pole is not None for tie in rig.constraints) == 4
    assert problems_of(rig) == () and all(goal.reached for goal in person.session.evaluated.goals)
    assert person.session.history.labels == ("New rig", "Create humanoid")
    assert person.session.posed and not person.session.editing and person.window.view.tool == "select"


def test_fingers_show_their_switch_between_ik_and_fk_when_they_are_selected(person: Person) -> None:
    choose(person)
    panels(person)[1].create_button.click()
    person.wait_for_the_pose()
    for name, count in (("chest", 4), ("index_3.L", 5)):
        person.session.select((name,), name)
        person.wait_for_the_pose()
        assert sum(pill.isVisibleTo(person.view) for pill in person.window.overlay.limbs.pills) == count


def test_on_the_start_page_it_takes_no_more(person: Person) -> None:
    person.window.show_start_page()
    counted = Counted(person)
    counted.keys("Ctrl+Shift+N")
    counted.keys("Return")
    person.wait_for_the_pose()
    assert counted.actions <= 2 and len(person.session.document.rig.bones) == 90 and not person.window.starting


def test_the_start_page_asks_for_a_template_too(person: Person) -> None:
    page = person.window.start_page.show()
    page.template_button.click()
    assert person.window.templates.shown and not person.window.starting
    panels(person)[1].create_button.click()
    person.wait_for_the_pose()
    assert kinds(person)["bone"] == 53


def test_what_is_measured_is_seen_at_once_and_made_as_it_was_seen(person: Person) -> None:
    choose(person, "quadruped")
    _, measures = panels(person)
    kept, steps = person.session.document, person.session.history.labels
    measures.form.editors["neck"].scrubbed.emit(2.0)
    person.wait_for_the_pose()
    template = TEMPLATES["quadruped"]
    wanted = template.draw(template.measures(neck=2.0))
    assert person.session.shown.rig.bones == wanted.bones
    measures.form.editors["neck"].cancelled.emit()
    assert person.session.shown_pose.requested.rig == template.draw(template.measures())
    measures.form.editors["neck"].committed.emit(2.0)
    assert person.session.document is kept and person.session.history.labels == steps
    measures.create_button.click()
    person.wait_for_the_pose()
    assert person.session.document.rig == wanted
    person.session.undo()
    assert person.session.document.rig.bones == ()


def test_escape_keeps_nothing(person: Person) -> None:
    kept, camera = person.session.document, person.view.camera
    choose(person, "bird")
    assert person.session.shown.figure.name == "Bird" and person.session.document is kept
    QtTest.QTest.keyClick(QtWidgets.QApplication.focusWidget(), ESCAPE)
    person.wait_for_the_pose()
    assert person.session.shown is kept and person.session.document is kept and person.view.camera == camera
    assert person.session.history.labels == ("Open",) and not any(panel.isVisible() for panel in panels(person))


def test_escape_goes_back_to_editing_the_bones(person: Person) -> None:
    person.window.mode.switch()
    choose(person)
    assert not person.session.editing
    QtTest.QTest.keyClick(QtWidgets.QApplication.focusWidget(), ESCAPE)
    assert person.session.editing and person.session.shown is person.session.document


def test_escape_goes_back_to_the_start_page(person: Person) -> None:
    person.window.show_start_page()
    choose(person)
    assert not person.window.starting
    QtTest.QTest.keyClick(QtWidgets.QApplication.focusWidget(), ESCAPE)
    assert person.window.starting


@pytest.mark.own_window
def test_arrows_choose_and_the_last_choice_is_remembered(person: Person) -> None:
    choose(person)
    for name in ("biped", "quadruped"):
        QtTest.QTest.keyClick(QtWidgets.QApplication.focusWidget(), DOWN)
        person.wait_for_the_pose()
        assert person.session.shown.rig == as_made(name)
    QtTest.QTest.keyClick(QtWidgets.QApplication.focusWidget(), ENTER)
    person.wait_for_the_pose()
    assert person.session.document.figure.name == "Quadruped"
    person.press_keys(QtGui.QKeySequence("Ctrl+Shift+N"))
    assert panels(person)[0].rows["quadruped"].isChecked()


def test_while_a_figure_is_chosen_the_view_is_for_looking(person: Person) -> None:
    kept = person.session.document
    choose(person, "biped")
    person.drag(person.where("hand.L"), (300.0, 300.0))
    person.press_keys(QtGui.QKeySequence("G"))
    assert person.session.document is kept and person.session.shown.rig == as_made("biped")
    assert not person.view.dragging
    assert person.window.menus.why_not("undo") == "Create the figure first, or press Esc."
    QtTest.QTest.keyClick(person.view, ESCAPE)
    assert not person.window.templates.shown


def test_reset_puts_every_measure_back(person: Person) -> None:
    choose(person, "tentacle")
    _, measures = panels(person)
    measures.form.editors["bones"].committed.emit(50)
    measures.form.editors["curve"].committed.emit(0.0)
    assert len(person.session.shown_pose.requested.rig.bones) == 50
    measures.reset.click()
    assert person.session.shown_pose.requested.rig == TEMPLATES["tentacle"]()


def test_unsaved_work_is_asked_about(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    person.session.select(("head",), "head")
    person.session.edit("Hide", lambda document: _renamed(document))
    kept = person.session.document
    monkeypatch.setattr("pantin.app.files.saving.ask_before_losing", lambda *given: "cancel")
    choose(person)
    QtTest.QTest.keyClick(QtWidgets.QApplication.focusWidget(), ENTER)
    assert person.session.document is kept and person.window.templates.shown


def _renamed(document):
    from pantin.rigs.editing.bones import rename

    return rename(document, "head", "skull")


def test_a_skeleton_with_eyes_gets_them_to_look_in_as_few_actions(person: Person) -> None:
    person.session.open(Document.of(with_eyes(skeletons.person())))
    person.wait_for_the_pose()
    before, counted = person.session.evaluated, Counted(person)
    counted.keys("Ctrl+Shift+R")
    person.wait_for_the_pose()
    rig, after = person.session.document.rig, person.session.evaluated
    assert counted.actions <= 2 and rig.limbs[-1].kind == "aim" and rig.limbs[-1].bones == ("eye.L", "eye.R")
    for name in before.names:
        assert abs(after.matrix(name) - before.matrix(name)).max() <= 1e-6, name
    assert problems_of(rig) == ()


def test_who_is_no_person_is_told_so(person: Person) -> None:
    person.open_sample("tentacle")
    said: list[str] = []
    person.session.warned.connect(said.append)
    person.press_keys(QtGui.QKeySequence("Ctrl+Shift+R"))
    person.by_palette("Human limits")
    assert len(said) == 2 and "No person was found" in said[0] and "No part of a person" in said[1]
    assert person.session.history.labels == ("Open",)


def test_the_list_ends_at_its_ends(person: Person) -> None:
    choose(person)
    QtTest.QTest.keyClick(QtWidgets.QApplication.focusWidget(), END)
    assert panels(person)[0].rows["arm"].isChecked()
    QtTest.QTest.keyClick(QtWidgets.QApplication.focusWidget(), DOWN)
    assert panels(person)[0].rows["arm"].isChecked()
