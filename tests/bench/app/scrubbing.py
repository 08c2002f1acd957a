"""Measures whether the window stays quick while a property is scrubbed.

Opens the real window with the sample humanoid, scrubs the chest's rotation in the panel with a mouse event every 8 ms
(125 Hz), and lets a 2 ms timer tell how late the thread that draws is. Painting is left out, as in `interaction`: where
the processor draws, a frame takes longer than that by itself.

| what | must | measured |
|---|---|---|
| lateness while a rotation is scrubbed at 125 Hz, p99 | ≤ 4 ms | 0.7466 ms (p50 0.11, worst 5.46 of 3994) |

The table is what `python -m tests.bench scrubbing` prints. Debian 12, Python 3.11.7, 2 shared cores, no
graphics card (Mesa llvmpipe 15.0.6); PySide6 6.11.3, numpy 2.4.6, numba 0.68.1. Nothing else ran.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

from pantin import rigs
from pantin.resources import FOLDER
from tests.bench.measuring.driving import LEFT, Driven, Lateness, Type, opened, ticking
from tests.bench.measuring.kernels import compiled
from tests.bench.measuring.rows import Row, milliseconds

EVERY, TICK = 8, 2
MUST = 4.0
SAMPLE = FOLDER / "rigs" / "humanoid.rig.json"


@dataclass(frozen=True)
class Counts:
    events: int = 1000


FULL, TINY = Counts(), Counts(events=5)


def measure(counts: Counts = FULL) -> Iterator[Row]:
    """Yield how late the thread that draws is while the panel is scrubbed."""
    compiled()
    with opened(rigs.read(SAMPLE)) as driven:
        late = scrubbed(driven, counts.events)
    yield milliseconds("lateness while a rotation is scrubbed at 125 Hz", late, MUST, 0.99)


def scrubbed(driven: Driven, events: int) -> list[float]:
    """Press on the rotation's first field, move so many times, release; the delays of a timer meanwhile, ms."""
    driven.session.select(("chest",), "chest")
    driven.wait(lambda: driven.session.settled)
    field = driven.window.panels.properties.transform.form.editors["rotation"].row.fields[0]
    driven.window.setUpdatesEnabled(False)
    sent = 0

    def send(kind: Type) -> None:
        driven.send(kind, (20 + 60 * math.sin(sent / 40), 12), LEFT, LEFT, on=field)

    def move() -> None:
        nonlocal sent
        sent += 1
        send(Type.MouseMove)

    send(Type.MouseButtonPress)
    moving, lateness = ticking(EVERY, move), Lateness(TICK)
    driven.wait(lambda: sent >= events and bool(lateness.late))
    moving.stop()
    lateness.stop()
    send(Type.MouseButtonRelease)
    return lateness.late
