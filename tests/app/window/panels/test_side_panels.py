"""Tests of what the panels and the status bar tell of the rig, and what is asked anew when."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6 import QtCore, QtWidgets

from pantin.app.actions import ACTIONS, OVER_FIGURE
from pantin.app.window.header import ACTIONS as ON_HEADER
from pantin.app.window.panels import panel_updates, side_panels
from pantin.rigs.constraints import Ik
from pantin.rigs.document import Document
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.pose import Transform
from pantin.rigs.problems import problems_of
from pantin.rigs.problems.between_figures import problems_in
from pantin.viewport.values.stage import Preview
from tests.app.person import Person

BENT = Transform(rotation=(0.1, 0.0, 0.0, 0.995))


def with_constraints(change) -> None:
    """An edit of every IK constraint."""

    def edit(document: Document) -> Document:
        rig = document.rig
        return document.with_rig(replace(rig, constraints=tuple(map(change, rig.constraints))))

    return edit


def aimed_at_nothing(constraint):
    return replace(constraint, target="nobody") if isinstance(constraint, Ik) else constraint


def hung_on_themselves(constraint):
    return replace(constraint, target=constraint.owner) if isinstance(constraint, Ik) else constraint


@pytest.fixture
def patient(person: Person) -> Iterator[None]:
    """However busy the machine is, what is left to show is not done at once."""
    patience = person.window.panels.updates._work._patience
    patience.setInterval(60_000)
    yield
    patience.setInterval(panel_updates.PATIENCE)


def test_the_status_bar_tells_of_problems_that_the_solver_does_not_meet(person: Person) -> None:
    assert person.window.panels.status.news.text() == "All goals reached"
    person.session.edit("Aim", with_constraints(aimed_at_nothing))
    person.wait_for_the_pose()
    person.window.panels.show()
    problems = problems_of(person.session.document.rig)
    assert not person.session.evaluated.problems and problems
    assert person.window.panels.status.news.text() == f"{problems[0].text} (and {len(problems) - 1} more)"


def test_a_problem_that_rig_and_solver_both_find_is_told_once(person: Person, monkeypatch) -> None:
    person.window.docks.switch("problems")
    person.session.edit("Aim", with_constraints(hung_on_themselves))
    person.wait_for_the_pose()
    assert person.session.evaluated.problems
    told: list = []
    monkeypatch.setattr(person.window.panels.status, "show_state", lambda *given: told.append(given[3]))
    person.window.panels.show()
    assert len(set(told[0])) == len(told[0]) >= len(problems_of(person.session.document.rig))


def test_another_selection_is_shown_at_once_in_the_same_pose(person: Person, monkeypatch) -> None:
    posed = person.session.evaluated
    monkeypatch.setattr(person.window.evaluator, "ask", lambda request: pytest.fail("a selection was posed"))
    person.session.select(("forearm.L",), "forearm.L")
    assert person.session.settled and person.session.evaluated is posed
    assert person.session.shown.selected == person.view._controller.seen.document.selected == ("forearm.L",)


def test_a_pose_that_comes_too_late_does_not_take_the_selection_back(person: Person, qtbot) -> None:
    turn = {"hand.L": Transform(rotation=(0.6, 0.0, 0.0, 0.8))}
    with qtbot.waitSignal(person.window.evaluator.arrived):
        person.session.edit("Turn", lambda document: with_transforms(document, turn))
        turned = person.session.look().evaluated
        person.session.select(("head",), "head")
    assert person.session.shown.selected == ("head",) and person.session.evaluated is turned


def test_panels_are_shown_once_for_a_selection(person: Person, qtbot, monkeypatch) -> None:
    shown: list[tuple[str, ...]] = []
    monkeypatch.setattr(
        person.window.panels.properties,
        "show_by_section",
        lambda document, *rest: iter([shown.append(document.selected)]),
    )
    person.session.select(("head",), "head")
    person.wait_for_the_pose()
    qtbot.waitUntil(lambda: not person.window.panels.updates._work.waiting)
    assert shown == [("head",)]


def test_problems_are_not_looked_for_at_every_step_of_a_drag(person: Person, monkeypatch) -> None:
    looked: list = []

    def found(document: Document) -> object:
        looked.append((document.rig.bones, document.rig.constraints))
        return problems_in(document)

    monkeypatch.setattr(side_panels, "problems_in", found)
    for step in range(5):
        person.session.preview_edit(
            with_constraints(lambda c, step=step: replace(c, influence=step / 10) if hasattr(c, "influence") else c)
        )
        person.wait_for_the_pose()
        person.window.panels.show()
    first = person.session.document.rig
    assert looked and all(bones is first.bones and given is first.constraints for bones, given in looked)


def test_pointing_at_bones_asks_no_action_whether_it_can_be_done(person: Person, monkeypatch, qtbot) -> None:
    menus = person.window.menus
    person.window.evaluator.progress.disconnect(menus.refresh_buttons_soon)  # kernels may be compiled meanwhile
    forearm = person.where("forearm.L")
    qtbot.wait(50)
    asked: list[str] = []
    monkeypatch.setattr(menus, "current", asked.append)
    person.hover(forearm)
    qtbot.wait(50)
    assert asked == [] and not menus.why_not("select_linked_pointer")


def test_no_button_hangs_on_the_pointer(person: Person) -> None:
    person.window._point_at(None)
    apart = {name: action.why_not(person.window) for name, action in ACTIONS.items()}
    person.window._point_at("head")
    differ = {name for name, action in ACTIONS.items() if action.why_not(person.window) != apart[name]}
    assert differ == {"insert_joint", "select_linked_pointer", "pin", "pin_rotation"} and differ.isdisjoint(
        (*OVER_FIGURE, *ON_HEADER)
    )


def test_an_event_comes_between_the_panels_of_document_bones_and_solver(person: Person, patient: None, qtbot) -> None:
    """All together they take longer than the person's next movement may wait."""
    panels, order = person.window.panels, []
    person.window.docks.show_layout("solve")
    person.window.docks.bring("properties")
    person.wait_for_the_pose()
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(panels.status, "show_state", lambda *_: order.append("document"))
        patched.setattr(panels.late.solver, "show_document", lambda *_: order.append("solver"))
        patched.setattr(panels.properties, "show_balance", lambda *_: (order.append("bones"), _later(order)))
        patched.setattr(panels.hierarchy, "show_document", lambda *_: _later(order))
        panels.updates.after_pose()
        qtbot.waitUntil(lambda: "solver" in order)
    assert order[:5] == ["document", "event", "bones", "event", "solver"]


def test_the_properties_of_other_bones_come_section_by_section(person: Person, patient: None, qtbot) -> None:
    """The first time they take 25 ms; another pose of the same bones takes one."""
    panels = person.window.panels
    person.session.select(("hand.L",), "hand.L")
    sections = panels.properties.prepare()
    order: list[str] = []
    with pytest.MonkeyPatch.context() as patched:
        for name in ("limb", "bone"):
            section = getattr(sections, name)
            patched.setattr(section, "show_chosen", lambda *_, name=name: (order.append(name), _later(order)))
        panels.updates.after_repaint()
        qtbot.waitUntil(lambda: len(order) == 4)
        assert order == ["limb", "event", "bone", "event"]
        order.clear()
        person.session.edit("Turn", lambda document: with_transforms(document, {"hand.L": BENT}))
        qtbot.waitUntil(lambda: len(order) >= 4)
    assert order[:4] == ["limb", "bone", "event", "event"]


def test_an_update_that_was_skipped_waits_for_the_next_pose(person: Person, qtbot) -> None:
    """It would come in between two movements of the hand anywhere, and the second would wait for it."""
    panels, shown = person.window.panels, []
    person.wait_for_the_pose()
    qtbot.waitUntil(lambda: not panels.updates._pause.isActive() and not panels.updates._work.waiting)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(panels, "_show_bones", lambda: shown.append("bones"))
        panels.updates.after_pose()
        panels.updates._work.finish()
        panels.updates.after_pose()
        panels.updates._pause.stop()
        assert shown == ["bones"] and panels.updates._still.isActive()
        panels.updates.after_pose()
        panels.updates._work.finish()
        assert shown == ["bones"] * 2
        panels.updates.after_pose()
        qtbot.waitUntil(lambda: len(shown) == 3)  # nothing moves any more


def test_in_a_drag_a_section_follows_each_pose_and_none_begins_anew(
    person: Person, patient: None, monkeypatch, qtbot
) -> None:
    """The properties of the bone that was pressed took 20 ms at once, in the middle of the drag."""
    panels, session, shown = person.window.panels, person.session, []

    def sections(*_) -> Iterator[None]:
        for number in range(5):
            yield shown.append(number)

    monkeypatch.setattr(panels.properties, "show_by_section", sections)
    panels.updates._still.setInterval(60_000)
    session.preview(Preview(replace(session.document, selected=("hand.L",), active="hand.L")))
    counts = [0]
    while len(shown) < 5 and len(counts) < 20:
        panels.updates.after_pose()
        QtWidgets.QApplication.processEvents()
        counts.append(len(shown))
    assert max(np.diff(counts)) == 1 and shown == [0, 1, 2, 3, 4]
    panels.updates._still.setInterval(panel_updates.INTERVAL)
    session.cancel_preview()


def test_what_has_no_turn_for_long_is_done_at_once(qtbot) -> None:
    """Where pictures take all the time there is never nothing else to do."""
    done: list[str] = []

    def pieces() -> Iterator[None]:
        yield
        done.append("all")

    parent = QtCore.QObject()
    work = panel_updates.SlicedWork(pieces, parent)
    work.begin()
    work._next.stop()
    qtbot.waitUntil(lambda: done == ["all"])


def test_work_that_waits_is_done_a_piece_at_a_time(qtbot) -> None:
    done, waits = list[int](), [True]

    def pieces() -> Iterator[None]:
        for number in range(4):
            yield done.append(number)

    parent = QtCore.QObject()
    work = panel_updates.SlicedWork(pieces, parent, lambda: waits[0])
    work._patience.setInterval(60_000)
    work.begin()
    for count in (1, 2):
        QtWidgets.QApplication.processEvents()
        assert len(done) == count and work.waiting
        work.go_on()
    waits.clear()
    waits.append(False)
    qtbot.waitUntil(lambda: not work.waiting)
    assert done == [0, 1, 2, 3]


def test_a_panel_that_is_not_open_is_not_brought_up_to_date_until_it_is(person: Person, qtbot) -> None:
    panels, docks = person.window.panels, person.window.docks
    docks.show_layout("solve")
    person.wait_for_the_pose()
    asked: list[str] = []
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(panels.properties, "show_by_section", lambda *_: iter([asked.append("properties")]))
        patched.setattr(panels.late.fitting, "show_document", lambda *_: asked.append("fitting"))
        person.session.select(("head",), "head")
        panels.show()
        assert not docks.is_shown("properties") and asked == []
        docks.switch("properties")
        assert asked and set(asked) == {"properties"}
    docks.reset()


def _later(order: list[str]) -> None:
    QtCore.QTimer.singleShot(0, lambda: order.append("event"))


def test_nothing_is_prepared_while_something_is_dragged(person: Person, monkeypatch) -> None:
    panels, made = person.window.panels, []
    monkeypatch.setattr(panels.properties, "prepare_next", lambda document: bool(made.append(document)))
    monkeypatch.setattr(panels.docks, "fill_next", lambda: bool(made.append(None)))
    person.session.preview(Preview(person.session.document))
    panels.preparation.begin()
    assert not made and not panels.preparation.is_done
    person.session.cancel_preview()
    person.wait_until(lambda: panels.preparation.is_done)
    assert made


def test_of_many_bones_each_panel_is_a_piece_of_its_own(person: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    panels = person.window.panels
    shown = sum(panels.docks.is_shown(name) for name in ("bones", "history", "fitting", "problems"))
    few = len(list(panels._pieces()))
    monkeypatch.setattr(side_panels, "MANY", 10)
    assert shown and len(list(panels._pieces())) == few + 1 + shown
