"""A second solver is compared while its figures are seen, and at no other time."""

from __future__ import annotations

from pantin.app.session.solver_figures import COMPARED_FIRST
from tests.app.person import Person


def test_the_ghost_goes_with_the_layout_and_comes_back_with_it(person: Person) -> None:
    docks, session = person.window.docks, person.session
    person.by_palette("Compare solvers")
    person.wait_for_the_pose()
    assert docks.layout == "solve" and session.compared == COMPARED_FIRST and session.shown_pose.compared is not None
    session.compare("ccd")
    for layout in ("pose", "rig", "pose"):
        docks.show_layout(layout)
        person.wait_for_the_pose()
        assert session.compared is None and session.shown_pose.compared is None
        assert not person.window.menus.current("compare").isChecked()
    docks.show_layout("solve")
    person.wait_for_the_pose()
    assert session.compared == "ccd" and session.shown_pose.compared is not None


def test_what_was_stopped_stays_stopped(person: Person) -> None:
    docks, session = person.window.docks, person.session
    docks.show_layout("solve")
    person.by_palette("Compare solvers")
    person.by_palette("Compare solvers")
    assert session.compared is None
    docks.show_layout("pose")
    docks.show_layout("solve")
    person.wait_for_the_pose()
    assert session.compared is None and session.shown_pose.compared is None


def test_the_solvers_panel_takes_the_ghost_to_any_layout_and_the_figure_alone_keeps_it(person: Person) -> None:
    docks, session = person.window.docks, person.session
    docks.show_layout("pose")
    docks.switch("solver")
    person.by_palette("Compare solvers")
    assert docks.layout == "pose" and session.compared == COMPARED_FIRST
    docks.alone(True)
    assert session.compared == COMPARED_FIRST
    docks.alone(False)
    assert session.compared == COMPARED_FIRST
    docks.switch("solver")
    assert session.compared is None


def test_the_action_and_the_switch_of_the_panel_begin_with_the_same_solver(person: Person) -> None:
    session, switch = person.session, person.window.panels.late.solver.compare
    person.by_palette("Compare solvers")
    by_action = session.compared
    person.by_palette("Compare solvers")
    person.wait_until(lambda: not switch.isChecked())
    switch.click()
    assert session.compared == by_action == COMPARED_FIRST
