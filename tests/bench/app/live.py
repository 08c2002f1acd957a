"""Measures how soon motion that comes over the network is on its way to the screen: VMC datagram to repaint asked, at
60 Hz.

Opens the real window with the sample humanoid and sends it a person in motion over loopback: the bones of a figure, in
three datagrams a frame, and six trackers, from which the body is solved. Painting is left out, as in `interaction`.

| what | must | measured |
|---|---|---|
| VMC bones to repaint asked, 60 Hz, p99 | ≤ 10 ms | 5.89 ms (p50 3.43, worst 22.74 of 600) |
| VMC trackers to repaint asked, 60 Hz, six points solved, p99 | ≤ 10 ms | 4.307 ms (p50 2.98, worst 24.57 of 600) |

The table is what `python -m tests.bench live` prints. Debian 12, Python 3.11.7, 2 shared cores, no graphics card (Mesa
llvmpipe 15.0.6); PySide6 6.11.3, numpy 2.4.6, numba 0.68.1. Nothing else ran.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import sin

from pantin import rigs
from pantin.app.live.sending import bundles
from pantin.app.live.vmc import y_up, y_up_turn
from pantin.resources import FOLDER
from pantin.rigs.tracking.humanoid import PARENTS, BonePose
from pantin.rigs.tracking.points import PARTS
from pantin.solver.edits.tracking.body import Body
from pantin.solver.edits.tracking.stance import body_of
from pantin.widgets.values.live import LiveChoices
from tests.bench.measuring.driving import Driven, opened, ticking
from tests.bench.measuring.rows import Row, milliseconds

MUST, EVERY = 10.0, 16
"""Milliseconds: the figure, and how long a frame is at 60 Hz."""
SAMPLE = FOLDER / "rigs" / "humanoid.rig.json"
WARM = 30
"""Frames before it counts."""


@dataclass(frozen=True)
class Counts:
    frames: int = 600
    warm: int = WARM


FULL, TINY = Counts(), Counts(frames=3, warm=1)
Datagrams = Callable[[int], Sequence[bytes]]


def measure(counts: Counts = FULL) -> Iterator[Row]:
    """The delay from a frame's last datagram to the repaint that is asked for it."""
    document = rigs.read(SAMPLE)
    body = body_of(document.rig)
    with opened(document) as driven:
        live = driven.window.live
        live.choose(LiveChoices(trackers_port=0, bones_port=0, parts={part: part for part in PARTS}))
        live.start()
        try:
            bones = followed(driven, _bones, counts)
            live.stop()
            live.start()
            _send(driven, _points(body, 0))
            driven.wait(lambda: live.points_come)
            live.calibrate()
            points = followed(driven, lambda frame: _points(body, frame), counts)
        finally:
            live.stop()
    yield milliseconds("VMC bones to repaint asked, 60 Hz", bones, MUST, 0.99)
    yield milliseconds("VMC trackers to repaint asked, 60 Hz, six points solved", points, MUST, 0.99)


def followed(driven: Driven, datagrams: Datagrams, counts: Counts) -> list[float]:
    """Send frames at their rate; how long each waits for its repaint, ms."""
    sent, delays = 0, []
    waiting: list[float] = []
    driven.window.setUpdatesEnabled(False)

    def answered() -> None:
        if waiting:
            delays.append((time.perf_counter() - waiting[0]) * 1000)
            waiting.clear()

    def send() -> None:
        nonlocal sent
        sent += 1
        _send(driven, datagrams(sent))
        waiting.append(time.perf_counter())

    driven.on_repaint(answered)
    sending = ticking(EVERY, send)
    driven.wait(lambda: len(delays) >= counts.frames + counts.warm)
    sending.stop()
    return delays[counts.warm :]


def _send(driven: Driven, datagrams: Sequence[bytes]) -> None:
    port = driven.window.live.ports[0]
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        for datagram in datagrams:
            sender.sendto(datagram, ("127.0.0.1", port))


def _bones(frame: int) -> Sequence[bytes]:
    """A figure of all bones, fingers too, that sways."""
    swing = sin(0.1 * frame)
    turn = (0.1 * swing, 0.0, 0.0, (1.0 - 0.01 * swing * swing) ** 0.5)
    poses = {name: BonePose((0.0, 0.0, 0.0), turn) for name in PARENTS}
    return tuple(bundles(poses | {"Hips": BonePose((0.02 * swing, 0.0, 0.9), turn)}, 0.0))


def _points(body: Body, frame: int) -> Sequence[bytes]:
    """Six trackers of somebody in a T-pose, who then sways and bends the knees."""
    from tests.osc import message

    found = []
    for number, part in enumerate(PARTS):
        sway = 0.0 if part.startswith("foot") else 0.05 * sin(0.1 * frame + 0.2 * number)
        x, y, z = body.at[part].tolist()
        down = 0.0 if part.startswith("foot") else 0.05 * (1.0 - sin(0.07 * frame + 1.6))
        at = *y_up((x + sway, y, z - down)), *y_up_turn((0.0, 0.0, 0.0, 1.0))
        found.append(message("/VMC/Ext/Tra/Pos", part, *at))
    return found
