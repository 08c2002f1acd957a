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

import msgspec
from PySide6 import QtCore

from pantin import solver
from pantin.app.messages import _
from pantin.app.session.clip_frame import ClipFrame
from pantin.rigs.document import Document
from pantin.rigs.editing.grounds import planting_as
from pantin.rigs.editing.poses.symmetric import posed_on_both_sides
from pantin.rigs.solvers import SolverName
from pantin.solver import Evaluated, Grab, Memory
from pantin.solver.edits import auto_ik
from pantin.solver.edits.pulling.pull import PullTo

HANDOVER = 0.0005
"""Seconds of Python's switch interval: how long the drawing thread waits for the worker, while that interprets."""

LAST_POSE = 0.5
"""Seconds that the pose under way may take when the program ends."""


class Step(msgspec.Struct, frozen=True):
    """A step of a simulation: what it remembers, and how long it is."""

    memory: Memory | None
    seconds: float


class Request(msgspec.Struct, frozen=True, eq=False):
    """What to pose: a document, the goals that pull at it for this moment, and a second solver to pose it with."""

    document: Document
    grabs: tuple[Grab, ...] = ()
    compared: SolverName | None = None
    pull: PullTo | None = None
    """Where it is given, what this comes to is posed instead of the document."""
    both_sides: Document | None = None
    """The document before what pulls, where that is done to the other side as well."""
    before: Document | None = None
    """An earlier document, to be posed as well."""
    frame: ClipFrame | None = None
    """Where it is given, the document is posed by this frame of a clip."""
    step: Step | None = None
    """Where it is given, the figure is not solved but moves on by this step."""

    def poses_like(self, other: Request) -> bool:
        """Whether both have the same poses: the selection does not matter."""
        others = ("pull", "both_sides", "before", "frame", "step")
        return (
            self.document.rig is other.document.rig
            and all(getattr(self, name) is getattr(other, name) for name in others)
            and (self.grabs, self.compared) == (other.grabs, other.compared)
        )


class Result(msgspec.Struct, frozen=True, eq=False):
    """A request and the pose that it came to."""

    request: Request
    evaluated: Evaluated
    document: Document
    """The document in that pose: the requested one, or what the pull came to."""
    compared: Evaluated | None = None
    solved: bool = True
    """Whether the solver made the pose; else it is the rest pose."""
    before: Evaluated | None = None
    """The pose of the earlier document, where that has the same bones."""


def posed(request: Request) -> Result:
    """Evaluate a request now."""
    pulled = request.pull.solved() if request.pull else None
    document, reports = (pulled.document, pulled.reports) if pulled else (request.document, ())
    if request.step:
        moved = solver.simulate(document, request.step.memory, request.step.seconds, request.grabs)
        return Result(request, moved, document)
    document = request.frame.on(document) if request.frame else document
    evaluated, grabs = solver.evaluate(document, request.grabs, reports=reports), request.grabs
    if request.both_sides is not None and (pulled or grabs):
        document = posed_on_both_sides(request.both_sides, auto_ik.bake(document, grabs, evaluated))
        evaluated, grabs = solver.evaluate(document, reports=reports), ()
    other = solver.evaluate(document, grabs, request.compared) if request.compared else None
    document = planting_as(document, request.document) if request.frame else document
    earlier = solver.evaluate(request.before) if request.before else None
    same_bones = earlier is not None and earlier.names == evaluated.names
    return Result(request, evaluated, document, other, before=earlier if same_bones else None)


Evaluate = Callable[[Request], Result]
Prepare = Callable[[Callable[[float], None]], None]


def _import_solver() -> None:
    from pantin.solver.compiling import warm_up
    from pantin.solver.entries import all_solvers, auto, local_poses

    assert all_solvers and auto and local_poses
    warm_up.leave_alone()


def _compile(report: Callable[[float], None]) -> None:
    from pantin.solver.compiling import warm_up

    if not warm_up.ready():
        report(0.0)
    warm_up.prepare(report)
    if warm_up.all_solvers_ready():
        warm_up.prepare_all_solvers(lambda part: None)
    else:
        warm_up.prepare_all_solvers(lambda part: report(1.0))  # nobody waits for it: only whether to stop is asked


def _compile_simulation(report: Callable[[float], None]) -> None:
    from pantin.solver.compiling import when_used

    when_used.prepare(lambda part: report(1.0))  # nobody waits for it


class _Stopped(Exception):
    """The program ends while the solver is being prepared."""


class Evaluator(QtCore.QObject):
    """Poses documents on a thread of its own. All signals arrive on the thread that made the evaluator."""

    arrived = QtCore.Signal()
    """A result waits to be taken."""
    progress = QtCore.Signal(float)
    """How far the first compile has come, 0 to 1; 1 is sent when the solver is ready, and when compiling is over."""
    failed = QtCore.Signal(str)
    """One sentence: a document could not be posed, or the solver not be compiled. The worker goes on."""

    def __init__(
        self,
        parent: QtCore.QObject | None = None,
        evaluate: Evaluate = posed,
        prepare: Callable[[], None] = _import_solver,
        compile_solver: Prepare = _compile,
    ) -> None:
        super().__init__(parent)
        self._evaluate, self._prepare, self._compile_solver = evaluate, prepare, compile_solver
        self._condition = threading.Condition()
        self._waiting: Request | None = None
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
        """Whether `start` was called."""
        return self._thread.ident is not None

    @property
    def compiling(self) -> bool:
        """Whether the compiled solver is still being made or loaded."""
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
            target = functools.partial(self._compile, _compile_simulation, self._compiling)
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
            except RuntimeError as told:
                self._tell(str(told))
            except Exception as error:
                self._fail(_("The solver could not be compiled: {error}"), error)
            self._report(1.0)

    def _next(self) -> Request | None:
        with self._condition:
            self._condition.wait_for(lambda: self._waiting is not None or self._stopping)
            request, self._waiting = self._waiting, None
            return None if self._stopping else request

    def _answer(self, request: Request) -> None:
        try:
            result = self._evaluate(request)
        except Exception as error:
            self._fail(_("This pose could not be solved: {error}"), error)
            return
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
