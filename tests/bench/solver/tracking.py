"""Tracked points against the truth that they were taken from: how near the joints of a figure come to it.

The recordings of ../shared/samples/trackers, each followed by six points and by head and hands alone, by the skeleton
that it was made with. Errors are of a body 1.75 m tall. The bounds are for the mean of all joints whose places a
recording tells; of the dance 38 of its 60 are fingers, which come along with tracked hands, so the mean of the joints
whose turns it tells stands beside it.

| what | must | measured |
|---|---|---|
| dance, six points: mean of 60 joints | ≤ 3 cm | 1.607 cm (2.0 cm of the 22 whose turns are told) |
| dance, six points: head and hands at most | ≤ 1 mm | 1.085e-12 mm |
| dance, six points: a bone turns more than in truth | ≤ 0.2 rad | 0.1191 rad |
| dance, head and hands: mean of 60 joints | ≤ 9 cm | 7.803 cm (18.9 cm of the 22 whose turns are told) |
| dance, head and hands: head and hands at most | ≤ 1 mm | 1.137e-12 mm |
| dance, head and hands: a bone turns more than in truth | ≤ 0.2 rad | 0.1498 rad |
| walk, six points: mean of 31 joints | ≤ 3 cm | 1.603 cm (1.8 cm of the 25 whose turns are told) |
| walk, six points: head and hands at most | ≤ 1 mm | 1.17e-12 mm |
| walk, six points: a bone turns more than in truth | ≤ 0.2 rad | 0.1542 rad |
| walk, head and hands: mean of 31 joints | ≤ 9 cm | 5.288 cm (6.4 cm of the 25 whose turns are told) |
| walk, head and hands: head and hands at most | ≤ 1 mm | 1.591e-12 mm |
| walk, head and hands: a bone turns more than in truth | ≤ 0.2 rad | 0.1077 rad |

The table is what `python -m tests.bench tracking` prints; it does not depend on the machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pantin.rigs.tracking.points import TrackedPart
from tests.bench.measuring.rows import Row
from tests.others.solver.edits.tracking.recordings import MOTIONS
from tests.solver.edits.tracking.followed import SIX, THREE, Followed, follow

POINTS: dict[str, tuple[tuple[TrackedPart, ...], float]] = {"six points": (SIX, 3.0), "head and hands": (THREE, 9.0)}
"""The parts that are tracked, and the mean that the joints must come to, centimetres."""
ENDS, QUICKER = 1.0, 0.2
"""Millimetres that head and hands may be off, and radians a frame that a bone may turn beyond the truth's own."""


@dataclass(frozen=True)
class Counts:
    motions: int = len(MOTIONS)


FULL, TINY = Counts(), Counts(motions=1)


def measure(counts: Counts = FULL) -> Iterator[Row]:
    """The rows of each recording, by six points and by head and hands."""
    if not MOTIONS:
        yield Row("recordings", why_not="the samples are not here")
    for file in MOTIONS[: counts.motions]:
        for points, (parts, most) in POINTS.items():
            yield from _rows(f"{file.stem.partition('_')[0]}, {points}", follow(file, parts), most)


def _rows(what: str, found: Followed, most: float) -> Iterator[Row]:
    count, main = len(found.errors), len(found.quicker)
    beside = f"{100.0 * found.main:.1f} cm of the {main} whose turns are told"
    yield Row(f"{what}: mean of {count} joints", 100.0 * found.mean, "cm", most, note=beside)
    yield Row(f"{what}: head and hands at most", 1000.0 * found.ends, "mm", ENDS)
    worst = max(float(each.max()) for each in found.quicker.values())
    yield Row(f"{what}: a bone turns more than in truth", worst, "rad", QUICKER)
