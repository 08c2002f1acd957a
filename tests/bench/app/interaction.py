"""Measures how closely the figure follows the pointer, and whether the solver gets in the way of the window.

Opens the real window with the sample humanoid and pulls its hand, its chain alone and then the whole body with it, by a
mouse event every 8 ms (125 Hz). For each event it takes the time from its arrival until the pose that it asked for, or
a later one, has come back and a repaint is asked for; the first three, within the distance of a click, ask for none.
Painting itself is left out: where the processor draws, a frame takes longer than several events and both cores, and the
figure would be that of the software renderer; it is printed beside, for comparison. One of two figures is dragged as
well, in turns with the same figure alone: the other one must cost nothing. The same for the bone that is lit under a
pointer that holds nothing. Then the solver is kept busy without a break, and a 2 ms timer tells how late the thread
that draws is. Needs a screen; without one it brings an Xvfb.

| what | must | measured |
|---|---|---|
| chain: event → solved → repaint asked for, p99 | ≤ 2 ms | 0.5162 ms (p50 0.35, worst 4.71 of 997) |
| body: event → solved → repaint asked for, p99 | ≤ 4 ms | 0.9874 ms (p50 0.72, worst 4.87 of 997) |
| body, the compiled solver being loaded, p99 |  | 1.033 ms (p50 0.73, worst 5.64 of 997) |
| body, while frames are painted, p99 |  | 44.01 ms (p50 9.52, worst 48.06 of 297) |
| chain of one of two figures: event → repaint asked for, p99 | ≤ 2 ms | 47.27 ms beside other work, one alone 37.51 |
| one of two figures dragged against one alone, processor time | ≤ 1.15 × | 0.991 × (4.05 and 4.08 ms an event) |
| hover: event → repaint asked for, p99 | ≤ 4 ms | 1.049 ms (p50 0.80, worst 1.25 of 295) |
| lateness beside a busy solver, p99 | ≤ 2 ms | 0.05449 ms (p50 0.00, worst 0.93 of 1500) |

The table is what `python -m tests.bench interaction` prints. Debian 12, Python 3.11.7, 2 shared cores, no graphics card
(Mesa llvmpipe); PySide6 6.11.3, pyqtgraph 0.14.0, numpy 2.4.6, numba 0.68.1, AMD EPYC. Nothing else ran.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace
from PySide6 import QtCore

from pantin import rigs
from pantin.app.session.evaluator import Evaluator
from pantin.app.session.pose_requests import Request
from pantin.resources import FOLDER
from pantin.rigs.document import Document
from pantin.rigs.place import Place
from pantin.rigs.scene import Scene
from pantin.viewport.values.reach import Reach
from tests.bench.measuring.driving import LEFT, NONE, Driven, Lateness, Type, application, opened, ticking, wait_until
from tests.bench.measuring.rows import Row, milliseconds, percentile

EVERY, TICK = 8, 2
GRABBED = "hand.L"
STRIDE, REST = 17, 0.016
"""From one bone that is pointed at to the next, and seconds that the pointer rests there."""
MUST_FOLLOW: dict[Reach, float] = {"chain": 2.0, "body": 4.0}
MUST_HOVER, MUST_FIRE = 4.0, 2.0
MUST_FOLLOW_OF_TWO, MUST_COST = 2.0, 1.15
"""Milliseconds for one of two figures, and its processor time against that of one alone."""
BESIDE = (1.1, 0.0, 0.0)
"""The place of the second figure, metres."""
SAMPLE = FOLDER / "rigs" / "humanoid.rig.json"


@dataclass(frozen=True)
class Counts:
    events: int = 1000
    painted: int = 300
    """Events while frames are painted, which takes several times as long as the events are apart."""
    ticks: int = 1500
    hovers: int = 300
    rounds: int = 9
    """Drags of one figure alone and of one of two, in turns; the first of each is not counted."""
    of_two: int = 120
    """Events of each of them."""


FULL, TINY = Counts(), Counts(events=5, painted=5, ticks=5, hovers=3, rounds=2, of_two=5)


def measure(counts: Counts = FULL) -> Iterator[Row]:
    """All ways of following, and the lateness."""
    with opened(rigs.read(SAMPLE)) as driven:
        beginning = followed(driven, counts.events, "body", painted=False)
    late = beside_a_busy_solver(counts.ticks)
    with opened(rigs.read(SAMPLE)) as driven:
        driven.wait(lambda: not driven.window.evaluator.compiling)
        for reach, must in MUST_FOLLOW.items():
            following = followed(driven, counts.events, reach, painted=False)
            yield milliseconds(f"{reach}: event → solved → repaint asked for", following, must, 0.99)
        yield from of_two(driven, counts)
        yield milliseconds("hover: event → repaint asked for", hovered(driven, counts.hovers), MUST_HOVER, 0.99)
        painting = followed(driven, counts.painted, "body", painted=True)
    yield milliseconds("body, the compiled solver being loaded", beginning, None, 0.99)
    yield milliseconds("body, while frames are painted", painting, None, 0.99)
    yield milliseconds("lateness beside a busy solver", late, MUST_FIRE, 0.99)


def followed(driven: Driven, events: int, reach: Reach, painted: bool) -> list[float]:
    """A hand of the sample figure is dragged in circles in the real window; from each event to its answer, ms."""
    return _following(driven, rigs.read(SAMPLE), reach, painted).run(events)


def _following(driven: Driven, document: Document, reach: Reach, painted: bool) -> Following:
    driven.open(document)
    driven.window.view.change_settings(reach=reach)
    driven.window.setUpdatesEnabled(painted)
    return Following(driven)


def of_two(driven: Driven, counts: Counts) -> Iterator[Row]:
    """One of two figures is dragged, and that figure alone, in turns: times of the former, and their ratio."""
    figure = rigs.read(SAMPLE).figure
    other = replace(figure, name="Another", place=Place(BESIDE))
    documents = [Document(Scene(figures), figure.name) for figures in ((figure,), (figure, other))]
    took, work = list[float](), (list[float](), list[float]())
    for number in range(counts.rounds):
        for document, cost in zip(documents, work, strict=True):
            following = _following(driven, document, "chain", painted=False)
            began = time.process_time()
            times = following.run(counts.of_two)
            if number:
                cost.append((time.process_time() - began) * 1000 / counts.of_two)
                took += times if document is documents[1] else []
    yield milliseconds("chain of one of two figures: event → repaint asked for", took, MUST_FOLLOW_OF_TWO, 0.99)
    one, two = (percentile(cost, 0.5) for cost in work)
    what = "one of two figures dragged against one alone, processor time"
    yield Row(what, two / one, "×", MUST_COST, note=f"{two:.2f} and {one:.2f} ms an event")


def hovered(driven: Driven, count: int) -> list[float]:
    """The pointer goes from bone to bone; from each event until a repaint with that bone lit is asked for, ms."""
    driven.open(rigs.read(SAMPLE))
    driven.window.setUpdatesEnabled(False)
    asked: list[float] = []
    driven.on_repaint(lambda: asked.append(time.perf_counter()))
    return [took for n in range(count) for took in _lit(driven, asked, n)]


def _lit(driven: Driven, asked: list[float], number: int) -> list[float]:
    """Point at one more bone; the milliseconds, or nothing where the same bone is lit as before."""
    before = driven.view.pointed
    place = driven.middle(number * STRIDE % len(driven.session.evaluated.names))
    asked.clear()
    began = driven.send(Type.MouseMove, place)
    driven.wait(lambda: time.perf_counter() - began > REST)
    changed = before is None or driven.view.pointed is None or before.bone != driven.view.pointed.bone
    return [(asked[0] - began) * 1000] if asked and changed else []


class Following:
    """The events of a drag that still wait for their answer, and how long the others took."""

    def __init__(self, driven: Driven, grabbed: str = GRABBED) -> None:
        self._driven = driven
        self._start = driven.middle(driven.session.evaluated.index[grabbed])
        self._count = 0
        self._newest = driven.session.shown_pose.newest
        self._waiting: list[tuple[Request, float]] = []
        """What was asked for and when, oldest first."""
        self._took: list[float] = []
        driven.on_repaint(self._answered)

    def run(self, events: int) -> list[float]:
        """Press, move so many times, release."""
        self._send(Type.MouseButtonPress, LEFT)
        timer = ticking(EVERY, self._move)
        self._driven.wait(lambda: self._count >= events and bool(self._took))
        timer.stop()
        self._driven.wait(lambda: self._driven.session.settled)
        self._send(Type.MouseButtonRelease, LEFT)
        return self._took

    def _move(self) -> None:
        self._count += 1
        began = self._send(Type.MouseMove, NONE)
        before, self._newest = self._newest, self._driven.session.shown_pose.newest
        if self._newest is not before:
            self._waiting.append((self._newest, began))

    def _answered(self) -> None:
        """The pose on screen answers the event that asked for it, and those before it."""
        answered, now = self._driven.session.shown_pose.answered, time.perf_counter()
        place = next((n for n, (request, _) in enumerate(self._waiting) if request is answered), -1)
        self._took.extend((now - began) * 1000 for _, began in self._waiting[: place + 1])
        del self._waiting[: place + 1]

    def _send(self, kind: Type, button: QtCore.Qt.MouseButton) -> float:
        turn = self._count / 60
        x, y = self._start
        return self._driven.send(kind, (x + 60 * math.sin(turn), y - 60 + 60 * math.cos(turn)), button, LEFT)


def beside_a_busy_solver(ticks: int) -> list[float]:
    """Return how late a timer on this thread is beside a solver that never rests, ms."""
    application()
    failures: list[str] = []
    request, evaluator = Request(rigs.read(SAMPLE)), Evaluator()

    def again() -> None:
        evaluator.take()
        evaluator.ask(request)

    evaluator.arrived.connect(again)
    evaluator.failed.connect(failures.append)
    evaluator.start()
    try:
        wait_until(lambda: evaluator.ready and not evaluator.compiling, failures)
        evaluator.ask(request)
        lateness = Lateness(TICK)
        wait_until(lambda: len(lateness.late) >= ticks, failures)
        lateness.stop()
    finally:
        evaluator.stop()
    return lateness.late
