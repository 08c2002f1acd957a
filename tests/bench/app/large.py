"""Measures how quickly a rig of 2,000 bones answers: the pointer over it, a click, a drag; and how long larger ones
hold it up.

Opens the real window with a rig of 40 tails of 50 bones and moves a mouse over it. For each event it takes the time
from its arrival until the answer asks for a repaint: a bone lit under the pointer, the figure with another bone
selected (press and release in one), the pose that a drag asked for. Beside it stands how long it takes until tree,
panels and menus have followed the click. Painting is left out, as in `interaction`.
Then trees of 10,000 and 20,000 bones are opened from files, and the longest time is taken in which the window does not
answer, painting included.

| what | must | measured |
|---|---|---|
| hover, p99 | ≤ 5 ms | 1.041 ms (p50 0.53, worst 3.50 of 300) |
| select, p99 | ≤ 5 ms | 1.332 ms (p50 0.79, worst 1.68 of 300) |
| drag, p99 | ≤ 5 ms | 1.85 ms (p50 0.85, worst 3.54 of 299) |
| until panels and menus follow a click, p99 | | 5.142 ms (p50 2.67, worst 6.56 of 300) |
| longest gap while 10,000 bones open | ≤ 500 ms | 204.6 ms |
| longest gap while 20,000 bones open | ≤ 500 ms | 299.7 ms |

The table is what `python -m tests.bench large` prints. Debian 12, Python
3.11.7, 2 shared cores, no graphics card (Mesa llvmpipe 15.0.6); PySide6 6.11.3, numpy 2.4.6, numba 0.68.1. Nothing else
ran, but for the gaps: other programs kept both cores busy.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from PySide6 import QtWidgets

from pantin import rigs
from pantin.rigs import Bone, Document, Rig
from pantin.rigs.figure import Figure
from tests.bench.measuring.driving import LEFT, NONE, Driven, Lateness, Type, opened
from tests.bench.measuring.kernels import compiled
from tests.bench.measuring.rows import Row, milliseconds

LENGTH = 0.03
MUST = 5.0
TICK, REST, MOST_GAP = 4, 3.0, 500.0
"""Milliseconds between two looks at whether the window answers; seconds until panels have followed; and the most."""
STRIDE = 37
"""From one bone that is pointed at to the next, so that they lie all over the rig."""


@dataclass(frozen=True)
class Counts:
    tails: int = 40
    bones: int = 50
    """In each tail."""
    events: int = 300
    trees: tuple[int, ...] = (10_000, 20_000)
    """Bones of each tree."""


FULL, TINY = Counts(), Counts(tails=6, bones=5, events=3, trees=(40,))


def measure(counts: Counts = FULL) -> Iterator[Row]:
    """Milliseconds until each kind of event is answered."""
    compiled()
    with opened(Document.of(rig(counts))) as driven:
        driven.window.setUpdatesEnabled(False)
        crowd = Crowd(driven, counts)
        for what, took in (("hover", crowd.hover()), ("select", crowd.select()), ("drag", crowd.drag())):
            yield milliseconds(what, took, MUST, 0.99)
    yield milliseconds("until panels and menus follow a click", crowd.followed, None, 0.99)
    for bones in counts.trees:
        yield Row(f"longest gap while {bones:,} bones open", longest_gap(bones), "ms", MOST_GAP)


def longest_gap(bones: int) -> float:
    """Milliseconds in which the window does not answer, at most, while a tree of so many bones is opened and shown."""
    with opened(Document()) as driven, TemporaryDirectory() as folder:
        session, path = driven.session, Path(folder) / "tree.rig.json"
        rigs.write(Document.of(tree(bones)), path)
        lateness = Lateness(TICK)
        driven.window.files.open(path)
        driven.wait(lambda: session.path == path and session.ready and session.settled)
        until = time.perf_counter() + REST
        driven.wait(lambda: time.perf_counter() > until)
        lateness.stop()
    return max(lateness.late)


def tree(count: int) -> Figure:
    """Bones of which each carries three."""
    tails, bones = [(0.0, 0.0, 0.1)], [Bone(name="bone_0", tail=(0.0, 0.0, 0.1))]
    for n in range(1, count):
        above, angle = (n - 1) // 3, 2.4 * n
        x, y, z = tails[above]
        tails.append((x + 0.05 * math.cos(angle), y + 0.05 * math.sin(angle), z + 0.06))
        bones.append(Bone(name=f"bone_{n}", parent=f"bone_{above}", head=tails[above], tail=tails[n], connected=True))
    return Figure(name="Tree", rig=Rig(bones=tuple(bones)))


def rig(counts: Counts) -> Figure:
    """Tails that stand side by side, each bone as long as the one below."""
    bones = []
    for tail in range(counts.tails):
        x, z, above = (tail - counts.tails / 2) * 0.06, 0.0, None
        for place in range(counts.bones):
            name = f"tail_{tail:02}_{place:02}"
            top = z + LENGTH
            bones.append(
                Bone(name=name, parent=above, head=(x, 0.0, z), tail=(x, 0.0, top), connected=above is not None)
            )
            z, above = top, name
    return Figure(name="Crowd", rig=Rig(bones=tuple(bones)))


class Crowd:
    """The events, and how long until each was answered."""

    def __init__(self, driven: Driven, counts: Counts) -> None:
        self._driven, self._counts, self._session = driven, counts, driven.session
        self.followed: list[float] = []
        """From a click until panels and menus have followed as well."""
        self._began, self._asked_at = 0.0, None
        self._answers: Callable[[], bool] = self._is_settled
        driven.on_repaint(self._note)

    def hover(self) -> list[float]:
        """The pointer goes to another bone with each event."""
        return [self._timed(self._move, self._place(n)) for n in range(self._counts.events)]

    def select(self) -> list[float]:
        """Each click selects another bone: the answer is the figure with that one selected."""
        took, tree = [], self._driven.window.panels.hierarchy.tree
        for n in range(self._counts.events):
            before = self._session.shown.active
            self._answers = lambda before=before: self._session.shown.active != before
            took.append(self._timed(self._click, self._place(n)))
            self._driven.wait(lambda: tree.active == self._session.shown.active)
            self.followed.append((time.perf_counter() - self._began) * 1000)
        return took

    def drag(self) -> list[float]:
        """A bone high up in one of the tails is pulled in circles."""
        tails, bones = self._counts.tails, self._counts.bones
        x, y = self._driven.middle(tails * 5 // 6 * bones + bones * 4 // 5)
        self._driven.send(Type.MouseButtonPress, (x, y), LEFT, LEFT)
        self._driven.send(Type.MouseMove, (x + 8, y - 8), NONE, LEFT)  # beyond what still counts as a click
        took, self._answers = [], self._is_settled
        for n in range(1, self._counts.events):
            at = (x + 40 * math.sin(n / 20), y - 40 + 40 * math.cos(n / 20))
            took.append(self._timed(self._pull, at))
        self._driven.send(Type.MouseButtonRelease, (x, y), LEFT)
        return took

    def _is_settled(self) -> bool:
        return self._session.settled

    def _timed(self, act: Callable[[tuple[float, float]], None], at: tuple[float, float]) -> float:
        """Milliseconds from an event until a repaint is asked for that shows the answer."""
        time.sleep(0.016)
        QtWidgets.QApplication.processEvents()
        self._asked_at, self._began = None, time.perf_counter()
        act(at)
        self._driven.wait(lambda: self._asked_at is not None)
        return (self._asked_at - self._began) * 1000

    def _place(self, n: int) -> tuple[float, float]:
        """Return where a bone's middle is on screen; every time another one, all over the rig."""
        return self._driven.middle(n * STRIDE % (self._counts.tails * self._counts.bones))

    def _move(self, at: tuple[float, float]) -> None:
        self._driven.send(Type.MouseMove, at)

    def _pull(self, at: tuple[float, float]) -> None:
        self._driven.send(Type.MouseMove, at, NONE, LEFT)

    def _click(self, at: tuple[float, float]) -> None:
        self._driven.send(Type.MouseButtonPress, at, LEFT, LEFT)
        self._driven.send(Type.MouseButtonRelease, at, LEFT)

    def _note(self) -> None:
        if self._asked_at is None and self._answers():
            self._asked_at = time.perf_counter()
