"""A rig whose pose takes long: the window's thread waits a moment for it and then goes on with the last pose."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import numpy as np
import pytest
from PySide6 import QtCore

from pantin import rigs
from pantin.app.session import shown_pose
from pantin.app.session.evaluator import Evaluator
from pantin.app.session.pose_requests import Request, Result, posed
from pantin.app.session.session import SOLVING, UNSOLVED, Session
from pantin.resources import FOLDER
from pantin.rigs.document import Document
from pantin.rigs.pose import Transform
from pantin.solver import Grab
from pantin.viewport.values.stage import DragResult, Preview
from tests.patience import PATIENCE


class Slow:
    """Poses on the worker's thread alone, and there only when it is let."""

    def __init__(self) -> None:
        self.threads: list[str] = []
        self.may = threading.Event()
        self.may.set()

    def __call__(self, request: Request) -> Result:
        self.threads.append(threading.current_thread().name)
        assert self.may.wait(PATIENCE)
        return posed(request)


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Slow:
    monkeypatch.setattr(shown_pose, "PATIENCE", 0.02)
    return Slow()


@pytest.fixture
def session(qtbot, slow: Slow) -> Iterator[Session]:
    top = QtCore.QObject()
    evaluator = Evaluator(top, evaluate=slow, prepare=lambda: None, compile_solver=lambda report: None)
    made = Session(evaluator, top)
    evaluator.start()
    made.open(rigs.read(FOLDER / "rigs" / "tentacle.rig.json"))
    qtbot.waitUntil(lambda: made.posed and made.settled)
    yield made
    slow.may.set()
    evaluator.stop()


def bent(document: Document) -> Document:
    """The document with its first bone turned."""
    name = document.rig.bones[0].name
    turned = Transform(rotation=(0.0, 0.0, 0.6, 0.8))
    return document.posed({**document.figure.pose.bones, name: turned})


def test_a_press_takes_the_last_pose_where_the_newest_is_still_under_way(session: Session, slow: Slow) -> None:
    before = session.evaluated
    slow.may.clear()
    session.edit("Bend", bent)
    look = session.look()
    assert look.document is session.document
    assert look.evaluated is before


def test_a_press_takes_the_newest_pose_where_it_is_there_in_time(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shown_pose, "PATIENCE", 30.0)
    before = session.evaluated
    session.edit("Bend", bent)
    assert np.abs(session.look().evaluated.matrices - before.matrices).max() > 0.1


def pulls(session: Session) -> tuple[Preview, Preview]:
    """The end of the tentacle pulled a little and far."""
    tip = session.document.rig.bones[-1].name
    x, y, z = session.evaluated.tails[session.evaluated.index[tip]].tolist()
    near, far = (Grab(tip, 0, (x + aside, y, z - 0.05)) for aside in (0.05, 0.4))
    return Preview(session.document, (near,)), Preview(session.document, (far,))


def test_a_drag_whose_last_pose_takes_long_is_kept_once_that_is_there_and_says_so(
    qtbot, session: Session, slow: Slow
) -> None:
    said: list[str] = []
    session.notified.connect(said.append)
    _near, far = pulls(session)
    before, steps = session.evaluated.matrices, len(session.history.steps)
    slow.may.clear()
    session.preview(far)
    session.keep(DragResult("Pull", far))
    assert len(session.history.steps) == steps and said == [SOLVING]
    slow.may.set()
    qtbot.waitUntil(lambda: len(session.history.steps) == steps + 1 and session.settled)
    assert np.abs(session.evaluated.matrices - before).max() > 0.1 and not session.is_previewing


def test_what_is_kept_of_a_drag_is_what_was_on_screen_where_something_else_is_done_before_its_last_pose_is_there(
    qtbot, session: Session, slow: Slow
) -> None:
    near, far = pulls(session)
    session.preview(near)
    qtbot.waitUntil(lambda: session.settled)
    on_screen = session.evaluated.matrices
    slow.may.clear()
    session.preview(far)
    session.keep(DragResult("Pull", far))
    session.look()
    assert session.history.labels[-1] == "Pull"
    slow.may.set()
    qtbot.waitUntil(lambda: session.settled)
    np.testing.assert_allclose(session.evaluated.matrices, on_screen, atol=1e-6)


def test_a_drag_that_nothing_was_seen_of_is_not_lost_without_a_word(session: Session, slow: Slow) -> None:
    said: list[str] = []
    session.notified.connect(said.append)
    _near, far = pulls(session)
    slow.may.clear()
    session.preview(far)
    session.keep(DragResult("Pull", far))
    session.look()
    assert said == [SOLVING, UNSOLVED] and not session.history.can_undo
    session.undo()
    assert said == [SOLVING, UNSOLVED]


def test_undo_takes_back_a_drag_that_waits_and_nothing_else(qtbot, session: Session, slow: Slow) -> None:
    session.edit("Bend", bent)
    qtbot.waitUntil(lambda: session.settled)
    _near, far = pulls(session)
    slow.may.clear()
    session.preview(far)
    session.keep(DragResult("Pull", far))
    session.undo()
    slow.may.set()
    qtbot.waitUntil(lambda: session.settled)
    assert session.history.undo_label == "Bend" and not session.is_previewing


def test_a_drag_that_ends_at_its_last_preview_needs_no_other_evaluation(
    qtbot, session: Session, slow: Slow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shown_pose, "PATIENCE", 30.0)
    tip = session.document.rig.bones[-1].name
    x, y, z = session.evaluated.tails[session.evaluated.index[tip]].tolist()
    preview = Preview(session.document, (Grab(tip, 0, (x + 0.05, y, z - 0.05)),))
    session.preview(preview)
    qtbot.waitUntil(lambda: session.settled)
    count = len(slow.threads)
    session.keep(DragResult("Pull", preview))
    qtbot.waitUntil(lambda: session.settled)
    assert len(slow.threads) == count + 1, "the document with the turns written into it, and nothing else"


def test_nothing_is_posed_on_the_window_s_thread(qtbot, session: Session, slow: Slow) -> None:
    session.edit("Bend", bent)
    session.look()
    session.edit_rest(True)
    session.edit_rest(False)
    qtbot.waitUntil(lambda: session.settled)
    assert set(slow.threads) == {"evaluator"}
