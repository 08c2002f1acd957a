"""The worker: newest wins, one wake-up for many results, an exception is a sentence and not a dead thread."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator

import pytest

from pantin.app.session import evaluator as evaluator_module
from pantin.app.session.evaluator import Evaluator
from pantin.app.session.pose_requests import Request, Result
from pantin.rigs.document import Document
from pantin.rigs.figure import Figure
from tests.patience import PATIENCE


def named(name: str) -> Document:
    return Document.of(Figure(name=name))


class Solving:
    """Stands in for the solver: writes down what it was asked for, and can be held up."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.begun = threading.Event()
        self.go_on = threading.Event()
        self.go_on.set()

    def __call__(self, request: Request) -> Result:
        document = request.document
        self.asked.append(document.figure.name)
        self.begun.set()
        assert self.go_on.wait(PATIENCE)
        if document.figure.name == "broken":
            raise ValueError("no such pose")
        return Result(request, f"pose of {document.figure.name}", document)


def at_once() -> None:
    """Stands in for bringing the solver into memory."""


def compiled(report: Callable[[float], None]) -> None:
    report(0.5)


@pytest.fixture
def solving() -> Solving:
    return Solving()


@pytest.fixture
def evaluator(qapp, solving: Solving) -> Iterator[Evaluator]:
    made = Evaluator(evaluate=solving, prepare=at_once, compile_solver=compiled)
    yield made
    solving.go_on.set()
    made.stop()


def test_it_is_ready_at_once_and_reports_how_compiling_goes(qtbot, evaluator: Evaluator) -> None:
    seen: list[float] = []
    evaluator.progress.connect(seen.append)
    evaluator.start()
    qtbot.waitUntil(lambda: seen == [1.0, 0.5, 1.0])
    assert evaluator.ready


def test_it_poses_while_the_solver_is_compiled(qtbot, solving: Solving) -> None:
    """The first pull does not wait for the compiler, whichever solver it asks for."""
    gate, begun = threading.Event(), threading.Event()

    def compiling(report: Callable[[float], None]) -> None:
        report(0.25)
        begun.set()
        assert gate.wait(PATIENCE)

    evaluator = Evaluator(evaluate=solving, prepare=at_once, compile_solver=compiling)
    evaluator.start()
    assert begun.wait(PATIENCE)
    for request in (Request(named("plain")), Request(named("compared"), compared="sdls")):
        with qtbot.waitSignal(evaluator.arrived):
            evaluator.ask(request)
        assert evaluator.take() is not None
    assert not gate.is_set()
    gate.set()
    assert evaluator.stop()


def test_a_solver_that_cannot_be_compiled_is_told_once_and_posing_goes_on(qtbot, solving: Solving) -> None:
    def fails(report: Callable[[float], None]) -> None:
        report(0.6)
        raise RuntimeError("One sentence.")

    told: list[str] = []
    seen: list[float] = []
    evaluator = Evaluator(evaluate=solving, prepare=at_once, compile_solver=fails)
    evaluator.failed.connect(told.append)
    evaluator.progress.connect(seen.append)
    evaluator.start()
    qtbot.waitUntil(lambda: seen == [1.0, 0.6, 1.0])
    with qtbot.waitSignal(evaluator.arrived):
        evaluator.ask(Request(named("sound")))
    assert told == ["One sentence."], "and no bar is left standing"
    assert evaluator.ready
    evaluator.stop()


def test_the_newest_wins(qtbot, evaluator: Evaluator, solving: Solving) -> None:
    solving.go_on.clear()
    evaluator.start()
    evaluator.ask(Request(named("first")))
    assert solving.begun.wait(PATIENCE)
    for name in ("second", "third", "fourth"):
        evaluator.ask(Request(named(name)))
    with qtbot.waitSignal(evaluator.arrived):
        solving.go_on.set()
    qtbot.waitUntil(lambda: solving.asked == ["first", "fourth"])


def test_many_results_wake_once(qtbot, evaluator: Evaluator, solving: Solving) -> None:
    woken: list[str] = []
    evaluator.arrived.connect(lambda: woken.append(evaluator.take().evaluated))
    evaluator.start()
    for name in ("first", "second", "third"):
        solving.begun.clear()
        evaluator.ask(Request(named(name)))
        assert solving.begun.wait(PATIENCE)
    while evaluator._result is None or evaluator._result.request.document.figure.name != "third":
        pass
    qtbot.waitUntil(lambda: bool(woken))
    qtbot.wait(20)
    assert woken == ["pose of third"]


def test_an_exception_is_a_sentence_and_the_worker_goes_on(qtbot, evaluator: Evaluator) -> None:
    evaluator.start()
    with qtbot.waitSignal(evaluator.failed) as failed:
        evaluator.ask(Request(named("broken")))
    assert failed.args == ["This pose could not be solved: no such pose"]
    with qtbot.waitSignal(evaluator.arrived):
        evaluator.ask(Request(named("sound")))
    assert evaluator.take().evaluated == "pose of sound"


def test_a_failed_preparation_is_a_sentence(qtbot) -> None:
    def fails() -> None:
        raise RuntimeError("no memory")

    evaluator = Evaluator(prepare=fails)
    with qtbot.waitSignal(evaluator.failed) as failed:
        evaluator.start()
    assert failed.args == ["The solver could not be prepared: no memory"]
    assert not evaluator.ready


def test_stopping_ends_the_thread(qtbot, solving: Solving) -> None:
    evaluator = Evaluator(evaluate=solving, prepare=at_once, compile_solver=compiled)
    evaluator.start()
    evaluator.stop()
    assert not evaluator._thread.is_alive()


def test_stopping_ends_compiling_too_and_nothing_is_said_afterwards(qtbot, solving: Solving) -> None:
    """As when the window is closed while the kernels are compiled: the object is gone before the thread."""
    waiting, said = threading.Event(), []

    def compiling(report: Callable[[float], None]) -> None:
        while True:
            report(0.1)
            waiting.set()

    evaluator = Evaluator(evaluate=solving, prepare=at_once, compile_solver=compiling)
    evaluator.progress.connect(said.append)
    evaluator.start()
    assert waiting.wait(PATIENCE)
    assert evaluator.stop()
    qtbot.wait(1)
    said.clear()
    qtbot.wait(20)
    assert not evaluator._compiling.is_alive() and not said


def test_a_pose_that_is_ready_after_the_end_is_not_announced(qtbot, solving: Solving) -> None:
    evaluator = Evaluator(evaluate=solving, prepare=at_once, compile_solver=compiled)
    woken: list[bool] = []
    evaluator.arrived.connect(lambda: woken.append(True))
    evaluator.start()
    solving.go_on.clear()
    evaluator.ask(Request(named("late")))
    assert solving.begun.wait(PATIENCE)
    assert not evaluator.stop()
    solving.go_on.set()
    evaluator._thread.join(PATIENCE)
    qtbot.wait(20)
    assert not woken


def test_ending_the_program_while_it_compiles_is_no_failure(qtbot, solving: Solving, capsys) -> None:
    begun, told = threading.Event(), []

    def compiling(report: Callable[[float], None]) -> None:
        report(0.1)
        begun.set()
        for _ in range(500):
            time.sleep(0.01)
            report(0.2)

    evaluator = Evaluator(evaluate=solving, prepare=at_once, compile_solver=compiling)
    evaluator.failed.connect(told.append)
    evaluator.start()
    assert begun.wait(PATIENCE)
    assert evaluator.stop()
    assert not told and "Traceback" not in capsys.readouterr().err


def test_what_waits_for_the_compiler_is_posed_as_soon_as_that_is_done(qtbot, monkeypatch) -> None:
    """Until then the worker is free for other requests."""
    compiled_now = threading.Event()

    def solve(request: Request) -> Result:
        return Result(request, "pose", request.document, postponed=evaluator_module.waits_for_compiler(request))

    monkeypatch.setattr(evaluator_module, "LOOK_AGAIN", 0.01)
    monkeypatch.setattr(evaluator_module, "waits_for_compiler", lambda request: not compiled_now.is_set())
    evaluator = Evaluator(evaluate=solve, prepare=at_once, compile_solver=compiled)
    evaluator.start()
    for name in ("first", "second"):
        with qtbot.waitSignal(evaluator.arrived):
            evaluator.ask(Request(named(name)))
        early = evaluator.take()
        assert early is not None and early.postponed and early.document.figure.name == name
    with qtbot.waitSignal(evaluator.arrived):
        compiled_now.set()
    late = evaluator.take()
    assert late is not None and not late.postponed and late.request is early.request
    assert evaluator.stop()
