"""Waiting ends at once where what is waited for cannot come, with the error that keeps it from coming."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6 import QtCore

from pantin.app.session.evaluator import Evaluator, Request
from pantin.rigs.document import Document
from tests.bench.measuring.driving import failures_of, wait_for_the_worker, wait_until
from tests.patience import PATIENCE


class Broken:
    """A stand-in for the solver that fails in this way."""

    def __init__(self, error: BaseException) -> None:
        self._error = error

    def __call__(self, request: Request) -> None:
        raise self._error


@pytest.fixture
def worker(qapp) -> Iterator[Callable[[BaseException], Evaluator]]:
    made: list[Evaluator] = []

    def start(error: BaseException) -> Evaluator:
        made.append(Evaluator(evaluate=Broken(error), prepare=lambda: None, compile_solver=lambda report: None))
        failures_of(made[0])
        made[0].start()
        made[0].ask(Request(Document()))
        return made[0]

    yield start
    for evaluator in made:
        evaluator.stop()


def test_a_failure_of_the_worker_is_what_the_waiting_says(worker: Callable[[BaseException], Evaluator]) -> None:
    evaluator = worker(TypeError("one argument too many"))
    with pytest.raises(RuntimeError, match="one argument too many"):
        wait_for_the_worker(evaluator, lambda: False)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_worker_that_ended_is_not_waited_for(worker: Callable[[BaseException], Evaluator]) -> None:
    evaluator = worker(pytest.fail.Exception("it was not to be asked"))
    evaluator._thread.join(PATIENCE)
    with pytest.raises(RuntimeError, match="the worker has ended"):
        wait_for_the_worker(evaluator, lambda: False)


def test_an_error_that_nobody_catches_ends_the_waiting(qtbot) -> None:
    def fails() -> None:
        raise LookupError("no such row")

    QtCore.QTimer.singleShot(0, fails)
    with qtbot.captureExceptions() as told, pytest.raises(RuntimeError, match="no such row"):
        wait_until(lambda: False)
    assert told, "it is told as before, too"
