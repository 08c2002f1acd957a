"""The worker thread that evaluates: it always poses the newest document that it was given.

One slot, newest wins: asking again replaces what is still waiting, so a fast pointer never queues up work. Results go
back the same way, by one wake-up for however many there were. The first thing the worker does is to bring the solver
into memory, and, once on each machine, to have it compiled; until then it is not ready and requests wait. So does the
first request for a solver that is compiled last.
"""

from __future__ import annotations

import sys
import threading
import traceback
from collections.abc import Callable
from dataclasses import dataclass, replace

from PySide6 import QtCore

from pantin import solver
from pantin.rigs.document import Document
from pantin.rigs.solvers import SolverName
from pantin.solver import Evaluated, Grab

HANDOVER = 0.0005
"""Seconds of Python's switch interval: how long the drawing thread waits at most for the worker, between kernels."""

LAST_POSE = 0.5
"""Seconds that the pose under way may take when the program ends."""


@dataclass(frozen=True, slots=True, eq=False)
class Request:
    """What to pose: a document, the goals that pull at it for this moment, and a second solver to pose it with."""

    document: Document
    grabs: tuple[Grab, ...] = ()
    compared: SolverName | None = None

    def poses_like(self, other: Request) -> bool:
        """Whether both have the same pose: the selection does not matter."""
        same_rig = self.document.rig is other.document.rig
        return same_rig and (self.grabs, self.compared) == (other.grabs, other.compared)


@dataclass(frozen=True, slots=True, eq=False)
class Result:
    """A request and the pose that it came to."""

    request: Request
    evaluated: Evaluated
    compared: Evaluated | None = None
    solved: bool = True
    """Whether the solver made the pose; else it is the rest pose."""


def posed(request: Request) -> Result:
    """Evaluate a request now."""
    evaluated = solver.evaluate(request.document, request.grabs)
    other = solver.evaluate(request.document, request.grabs, request.compared) if request.compared else None
    return Result(request, evaluated, other)


def posed_by_auto(request: Request) -> Result:
    """The same by Auto, while the chosen solvers are still being compiled; the result does not answer the request."""
    return Result(replace(request), solver.evaluate(request.document, request.grabs, "auto"))


Evaluate = Callable[[Request], Result]
Prepare = Callable[[Callable[[float], None]], None]


def _prepare(report: Callable[[float], None]) -> None:
    from pantin.solver.compiling import warm_up

    if not warm_up.ready():
        report(0.0)
    warm_up.prepare(report)


def _prepare_all_solvers(report: Callable[[float], None]) -> None:
    from pantin.solver.compiling import warm_up

    if not warm_up.all_solvers_ready():
        report(0.0)
    warm_up.prepare_all_solvers(report)


def _needs_all_solvers(request: Request) -> bool:
    """Whether a request asks for solvers that are compiled last."""
    document, grabs, compared = request.document, request.grabs, request.compared
    return solver.needs_all_solvers(document, grabs) or (
        compared is not None and solver.needs_all_solvers(document, grabs, compared)
    )


class _Stopped(Exception):
    """The program ends while the solver is being prepared."""


class Evaluator(QtCore.QObject):
    """Poses documents on a thread of its own. All signals arrive on the thread that made the evaluator."""

    arrived = QtCore.Signal()
    """A result waits to be taken."""
    progress = QtCore.Signal(float)
    """How far the first compile has come, 0 to 1; 1 is sent whenever the solver is ready."""
    failed = QtCore.Signal(str)
    """One sentence: a document could not be posed. The worker goes on."""

    def __init__(
        self,
        parent: QtCore.QObject | None = None,
        evaluate: Evaluate = posed,
        prepare: Prepare = _prepare,
        prepare_all_solvers: Prepare = _prepare_all_solvers,
    ) -> None:
        super().__init__(parent)
        self._evaluate, self._prepare, self._prepare_all_solvers = evaluate, prepare, prepare_all_solvers
        self._condition = threading.Condition()
        self._waiting: Request | None = None
        self._result: Result | None = None
        self._stopping = False
        self._thread = threading.Thread(target=self._work, name="evaluator", daemon=True)
        self.ready = False
        self._has_all_solvers = False

    def start(self) -> None:
        """Start the worker. After the first paint: loading the solver takes half a second of processor time."""
        sys.setswitchinterval(HANDOVER)
        self._thread.start()

    @property
    def started(self) -> bool:
        """Whether `start` was called."""
        return self._thread.ident is not None

    def stop(self) -> bool:
        """End the worker; no signal is emitted after this. Returns False where it is still busy."""
        with self._condition:
            self._stopping = True
            self._condition.notify()
        if self._thread.is_alive():
            self._thread.join(timeout=LAST_POSE)
        return not self._thread.is_alive()

    def ask(self, request: Request) -> None:
        """Pose this next. What was asked before and not begun is forgotten."""
        with self._condition:
            self._waiting = request
            self._condition.notify()

    def knows(self, request: Request) -> bool:
        """Whether a request can be posed at once: what it asks for is in memory."""
        return self.ready and (self._has_all_solvers or not _needs_all_solvers(request))

    def take(self) -> Result | None:
        """The newest result, once."""
        with self._condition:
            result, self._result = self._result, None
            return result

    def _work(self) -> None:
        try:
            self._prepare(self._report)
            self.ready = True
            self._report(1.0)
        except _Stopped:
            return
        except Exception as error:
            self._fail("The solver could not be prepared", error)
            return
        while (request := self._next()) is not None:
            self._answer(request)

    def _bring_in(self, request: Request) -> None:
        """Load, and if necessary compile, the solvers that a request asks for."""
        if not self.knows(request):
            self._prepare_all_solvers(self._report)
            self._has_all_solvers = True
            self._report(1.0)

    def _next(self) -> Request | None:
        with self._condition:
            self._condition.wait_for(lambda: self._waiting is not None or self._stopping)
            request, self._waiting = self._waiting, None
            return None if self._stopping else request

    def _answer(self, request: Request) -> None:
        try:
            self._bring_in(request)
            result = self._evaluate(request)
        except _Stopped:
            return
        except Exception as error:
            self._fail("This pose could not be solved", error)
            return
        with self._condition:
            wake = self._result is None
            self._result = result
            if wake and not self._stopping:
                self.arrived.emit()

    def _report(self, part: float) -> None:
        """Report the progress of preparing, 0 to 1. Raises _Stopped once `stop` was called.

        Under the lock, as every signal: whoever has called `stop` may delete this object.
        """
        with self._condition:
            if self._stopping:
                raise _Stopped
            self.progress.emit(part)

    def _fail(self, what: str, error: Exception) -> None:
        traceback.print_exception(error)
        with self._condition:
            if not self._stopping:
                self.failed.emit(f"{what}: {error}")
