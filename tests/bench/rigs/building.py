"""Measures how quickly the edits of building answer in a rig of 2,000 bones: within one frame of a screen.

Makes each edit several times of a rig about which nothing is known yet but its index, and takes the median. It has a
hundred chains of twenty bones with handles and IK, on both sides, all in one collection. Mirrored means: with what
Mirror X does to the other side.

| what | must | measured |
|---|---|---|
| move a joint | ≤ 16.67 ms | 0.4638 ms |
| extrude | ≤ 16.67 ms | 1.141 ms |
| delete | ≤ 16.67 ms | 1.501 ms |
| move a joint, mirrored | ≤ 16.67 ms | 2.329 ms |
| extrude, mirrored | ≤ 16.67 ms | 3.06 ms |
| delete, mirrored | ≤ 16.67 ms | 3.927 ms |
| divide | ≤ 16.67 ms | 1.246 ms |
| divide 100 | ≤ 16.67 ms | 2.108 ms |
| duplicate | ≤ 16.67 ms | 1.47 ms |
| dissolve 100 | ≤ 16.67 ms | 3.372 ms |
| delete half | ≤ 16.67 ms | 1.274 ms |
| connect | ≤ 16.67 ms | 0.6179 ms |
| un-connect all | ≤ 16.67 ms | 0.9934 ms |
| turn all rolls | ≤ 16.67 ms | 1.561 ms |
| roll to the bend plane | ≤ 16.67 ms | 3.189 ms |
| parent | ≤ 16.67 ms | 5.665 ms |
| rename | ≤ 16.67 ms | 0.938 ms |
| other side of one | ≤ 16.67 ms | 2.081 ms |
| other side of all | ≤ 16.67 ms | 8.243 ms |
| merge | ≤ 16.67 ms | 1.133 ms |
| make a limb | ≤ 16.67 ms | 1.799 ms |
| scale everything | ≤ 16.67 ms | 8.861 ms |
| show at rest | ≤ 16.67 ms | 1.112 ms |
| problems | ≤ 16.67 ms | 5.934 ms |

The table is what `python -m tests.bench building` prints. Debian 12, Python 3.11.7, 2 shared cores; numpy 2.4.6,
msgspec 0.22.0. To scale all two thousand bones at once takes two frames: each is made anew, with what tells its roll.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from pantin.rigs.collection import Collection
from pantin.rigs.constraints import Ik
from pantin.rigs.document import Document
from pantin.rigs.editing.bones import rename, reparent
from pantin.rigs.editing.building.dividing import subdivide
from pantin.rigs.editing.building.duplicating import duplicate
from pantin.rigs.editing.building.extruding import extrude
from pantin.rigs.editing.building.joining import connect, disconnect
from pantin.rigs.editing.building.joints import moved, transformed
from pantin.rigs.editing.building.merging import merged
from pantin.rigs.editing.building.removing import delete, dissolve
from pantin.rigs.editing.building.rolling import roll_to_bend, turn_rolls
from pantin.rigs.editing.limbs import add
from pantin.rigs.editing.mirroring.both_sides import mirrored_edit
from pantin.rigs.editing.mirroring.symmetry import symmetrize
from pantin.rigs.figure import Figure
from pantin.rigs.limb_kinds import KINDS
from pantin.rigs.problems import problems_of
from pantin.rigs.rig import Bone, Rig
from pantin.solver import rest_pose
from tests.bench.measuring.rows import Row

FRAME = 1000 / 60
"""Milliseconds."""

BONES = 20

Edit = Callable[[Document], object]


@dataclass(frozen=True)
class Counts:
    rounds: int = 9
    chains: int = 50
    """On each side."""


FULL, TINY = Counts(), Counts(rounds=1, chains=5)


def measure(counts: Counts = FULL) -> Iterator[Row]:
    """Milliseconds of each edit, the median of the rounds."""
    subject = rig(counts.chains)
    for name, edit in edits(subject).items():
        yield Row(name, median(edit, counts), "ms", FRAME)


def median(edit: Edit, counts: Counts) -> float:
    """Milliseconds that an edit takes."""
    took = []
    for _ in range(counts.rounds):
        document = Document.of(rig(counts.chains), selected=("c3_5.L",), active="c3_5.L")
        _ = document.rig.by_name, document.rig.children
        began = time.perf_counter()
        edit(document)
        took.append(1000 * (time.perf_counter() - began))
    return statistics.median(took)


def edits(other: Rig) -> dict[str, Edit]:
    """Each edit of one bone, and those that people make of many at once; `other` is the same rig, made on its own."""
    everything = [bone.name for bone in other.bones]
    left = [name for name in everything if name.endswith(".L")]
    ends = [(name, end) for name in everything for end in ("head", "tail")]
    single: dict[str, Callable[[Document], Document]] = {
        "move a joint": lambda d: moved(d, {("c3_5.L", "tail"): (1.0, 2.0, 3.0)}),
        "extrude": lambda d: extrude(d, "c3_5.L", "tail", (1.0, 2.0, 3.0)),
        "delete": lambda d: delete(d, ["c3_5.L"]),
    }
    mirrored = {f"{name}, mirrored": on_both_sides(edit) for name, edit in single.items()}
    return {
        **single,
        **mirrored,
        "divide": lambda d: subdivide(d, ["c3_5.L"], 2),
        "divide 100": lambda d: subdivide(d, left[:100], 2),
        "duplicate": lambda d: duplicate(d, ["c3_5.L"]),
        "dissolve 100": lambda d: dissolve(d, left[:100]),
        "delete half": lambda d: delete(d, left),
        "connect": lambda d: connect(d, ["c3_0.L"]),
        "un-connect all": lambda d: disconnect(d, everything),
        "turn all rolls": lambda d: turn_rolls(d, everything, 0.1),
        "roll to the bend plane": lambda d: roll_to_bend(d, ["c3_5.L"]),
        "parent": lambda d: reparent(d, ["c3_0.L"], "c4_3.L"),
        "rename": lambda d: rename(d, "c3_5.L", "other"),
        "other side of one": lambda d: symmetrize(d, ["c3_5.L"]),
        "other side of all": lambda d: symmetrize(d, left),
        "merge": lambda d: merged(d, Figure(rig=other)),
        "make a limb": make_limb,
        "scale everything": lambda d: transformed(d, ends, np.diag([1.1, 1.1, 1.1, 1.0])),
        "show at rest": lambda d: rest_pose(d.rig).matrices,
        "problems": lambda d: problems_of(d.rig),
    }


def on_both_sides(edit: Callable[[Document], Document]) -> Edit:
    """The edit, and its image."""
    return lambda document: mirrored_edit(document, edit(document))


def make_limb(document: Document) -> Document:
    """An arm or leg of the chain that nothing steers yet."""
    (run,) = KINDS["limb"].groups(document.rig, ("free_2",))
    return add(document, KINDS["limb"].plan(document.rig, run, None))


def rig(chains: int) -> Rig:
    """So many chains on both sides of a root, each with a handle; and one without."""
    bones, ties = [Bone(name="root", tail=(0.0, 0.0, 1.0))], []
    for chain in range(chains):
        for side, way in (("L", 1.0), ("R", -1.0)):
            at, above = np.array([0.1 * way, 0.1 * chain, 1.0]), "root"
            for place in range(BONES):
                to = at + np.array([0.05 * way, 0.01 * (place % 2), 0.02])
                name = f"c{chain}_{place}.{side}"
                bones.append(_bone(name, above, at, to, place > 0))
                at, above = to, name
            handle = f"h{chain}.{side}"
            bones.append(Bone(name=handle, head=_point(at), tail=_point(at - (0.0, 0.1, 0.0)), kind="handle"))
            ties.append(Ik(owner=above, target=handle, chain_length=BONES))
    above, at = "root", np.array([0.0, -1.0, 1.0])
    for place, way in enumerate(([0.1, 0.0, -0.4], [-0.1, 0.0, -0.4], [0.0, -0.2, 0.0])):
        bones.append(_bone(f"free_{place}", above, at, at + way, place > 0))
        at, above = at + way, f"free_{place}"
    everything = Collection("All", tuple(bone.name for bone in bones))
    return Rig(bones=tuple(bones), constraints=tuple(ties), collections=(everything,))


def _bone(name: str, parent: str, head: np.ndarray, tail: np.ndarray, connected: bool) -> Bone:
    return Bone(name=name, parent=parent, head=_point(head), tail=_point(tail), connected=connected)


def _point(place: np.ndarray) -> tuple[float, float, float]:
    x, y, z = place.tolist()
    return x, y, z
