"""The worker thread that evaluates: it always poses the newest document that it was given.

One slot, newest wins: asking again replaces what is still waiting, so a fast pointer never queues up work. Results go
back the same way, by one wake-up for however many there were. The first thing the worker does is to bring the solver
into memory, as it is written. A second thread has it compiled, once on each machine, and loads it; the compiled solver
takes over between two poses, and comes to the same bits.
"""

from __future__ import annotations

import contextlib
import functools
import sys
import threading
import traceback
from collections.abc import Callable

from PySide6 import QtCore

from pantin.app.messages import _
from pantin.app.session.pose_requests import Request, Result, posed, waits_for_compiler
from pantin.app.session.solver_preparation import Report, compile_simulation, compile_solver, import_solver

HANDOVER = 0.0005
"""Seconds of Python's switch interval: how long the drawing thread waits for the worker, while that interprets."""

LOOK_AGAIN = 0.3
"""Seconds after which the worker asks again whether the solver is compiled that goals wait for."""

LAST_POSE = 0.5
"""Seconds that the pose under way may take when the program ends."""

Evaluate = Callable[[Request], Result]
Prepare = Callable[[Report], None]


class _Stopped(Exception):
    """The program ends while the solver is being prepared."""


class Evaluator(QtCore.QObject):
    """Poses documents on a thread of its own. All signals arrive on the thread that made the evaluator."""

    arrived = QtCore.Signal()
    """A result waits to be taken."""
    progress = QtCore.Signal(float)
    """Progress of the first compile, 0 to 1; 1 is sent when the solver is ready, and when compiling is over."""
    failed = QtCore.Signal(str)
    """One sentence: a document could not be posed, or the solver not be compiled. The worker goes on."""

    def __init__(
        self,
        parent: QtCore.QObject | None = None,
        evaluate: Evaluate = posed,
        prepare: Callable[[], None] = import_solver,
        compile_solver: Prepare = compile_solver,
    ) -> None:
        super().__init__(parent)
        self._evaluate, self._prepare, self._compile_solver = evaluate, prepare, compile_solver
        self._condition = threading.Condition()
        self._waiting: Request | None = None
        self._postponed: Request | None = None
        self._result: Result | None = None
        self._stopping = False
        self._thread = threading.Thread(target=self._work, name="evaluator", daemon=True)
        self._compiling = threading.Thread(target=self._compile, name="compiler", daemon=True)
        self._compiling_more: threading.Thread | None = None
        self.ready = False

    def start(self) -> None:
        """Start the worker. After the first paint: loading the solver takes half a second of processor time."""
        sys.setswitchinterval(HANDOVER)
        self._thread.start()

    @property
    def started(self) -> bool:
        """Return whether `start` was called."""
        return self._thread.ident is not None

    @property
    def compiling(self) -> bool:
        """Return whether the compiled solver is still being made or loaded."""
        return self._compiling.is_alive()

    def stop(self) -> bool:
        """End the worker; no signal is emitted after this. Returns False where it is still busy."""
        with self._condition:
            self._stopping = True
            self._condition.notify()
        threads = [thread for thread in (self._thread, self._compiling, self._compiling_more) if thread]
        for thread in threads:
            if thread.is_alive():
                thread.join(timeout=LAST_POSE)
        return not any(thread.is_alive() for thread in threads)

    def compile_simulation(self) -> None:
        """Have what simulations need compiled as well, once. It runs interpreted until then."""
        if self._compiling_more is None and self.ready:
            target = functools.partial(self._compile, compile_simulation, self._compiling)
            self._compiling_more = threading.Thread(target=target, name="compiler of simulations", daemon=True)
            self._compiling_more.start()

    def ask(self, request: Request) -> None:
        """Pose this next. What was asked before and not begun is forgotten."""
        with self._condition:
            self._waiting = request
            self._condition.notify_all()

    def wait_for(self, request: Request, seconds: float) -> Result | None:
        """The pose of what was last asked for, or None where it takes longer. It arrives all the same."""

        def there() -> bool:
            return self._result is not None and self._result.request.poses_like(request)

        with self._condition:
            return self._result if self._condition.wait_for(there, seconds) else None

    def take(self) -> Result | None:
        """The newest result, once."""
        with self._condition:
            result, self._result = self._result, None
            return result

    def _work(self) -> None:
        try:
            self._prepare()
            self.ready = True
            self._report(1.0)
        except _Stopped:
            return
        except Exception as error:
            self._fail(_("The solver could not be prepared: {error}"), error)
            return
        self._compiling.start()
        while (request := self._next()) is not None:
            self._answer(request)

    def _compile(self, compile_solver: Prepare | None = None, first: threading.Thread | None = None) -> None:
        """Let the compiled solver take over as soon as it is there. Where there is none to be had, it is said once.

        Only one is compiled at a time, `first` before this.
        """
        if first is not None and first.ident is not None:
            first.join()
        with contextlib.suppress(_Stopped):  # by the last report
            try:
                (compile_solver or self._compile_solver)(self._report)
            except _Stopped:
                return
            except RuntimeError as fault:
                self._tell(str(fault))
            except Exception as error:
                self._fail(_("The solver could not be compiled: {error}"), error)
            self._report(1.0)

    def _next(self) -> Request | None:
        """Return the next request: what was asked for, or once it can be solved, what had to wait; None at the end."""
        while True:
            with self._condition:
                patience = LOOK_AGAIN if self._postponed else None
                self._condition.wait_for(lambda: self._waiting is not None or self._stopping, patience)
                request, self._waiting = self._waiting, None
                if self._stopping or request is not None:
                    return None if self._stopping else request
            if self._postponed is not None and not waits_for_compiler(self._postponed):
                return self._postponed

    def _answer(self, request: Request) -> None:
        self._postponed = None
        try:
            result = self._evaluate(request)
        except Exception as error:
            self._fail(_("This pose could not be solved: {error}"), error)
            return
        self._postponed = request if result.postponed else None
        with self._condition:
            wake = self._result is None
            self._result = result
            self._condition.notify_all()
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

    def _fail(self, sentence: str, error: Exception) -> None:
        traceback.print_exception(error)
        self._tell(sentence.format(error=error))

    def _tell(self, sentence: str) -> None:
        with self._condition:
            if not self._stopping:
                self.failed.emit(sentence)
