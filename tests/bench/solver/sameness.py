"""The same document, the same bits; and every edit taken back.

Evaluates the sample humanoid, pulled out of its rest pose, a thousand times, as often on each of two threads at once,
and once more after it was written and read again: the matrices have to be the same to the last bit. Then it makes a
thousand random edits of a document (fixed seed) and undoes them one by one.

| what | must | measured |
|---|---|---|
| 3,001 evaluations, on two threads, after reopening: those that differ | ≤ 0 | 0 |
| 1,000 random edits undone one by one: parts of the document that differ | ≤ 0 | 0 |

The table is what `python -m tests.bench sameness` prints. Debian 12, Python 3.11.7; numpy 2.4.6, numba 0.68.1, msgspec
0.22.0.
"""

from __future__ import annotations

import random
import tempfile
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pantin import rigs
from pantin.resources import FOLDER
from pantin.rigs import Document, Ik, Transform
from pantin.rigs.editing import bones, constrain, pose
from pantin.rigs.history import History
from pantin.solver import evaluate
from pantin.solver.edits import auto_ik
from tests.bench.measuring.rows import Row

SAMPLE = FOLDER / "rigs" / "humanoid.rig.json"


@dataclass(frozen=True)
class Counts:
    evaluations: int = 1000
    edits: int = 1000


FULL, TINY = Counts(), Counts(evaluations=3, edits=20)


def measure(counts: Counts = FULL) -> Iterator[Row]:
    """Yield how many evaluations differ, and whether undoing leads back."""
    found = differing(pulled(), counts.evaluations)
    what = f"{len(found):,} evaluations, on two threads, after reopening: those that differ"
    yield Row(what, sum(found), must=0)
    parts = not_undone(rigs.read(SAMPLE), counts.edits)
    yield Row(f"{counts.edits:,} random edits undone one by one: parts of the document that differ", parts, must=0)


def pulled() -> Document:
    """The sample with a hand and the hips pulled."""
    document = rigs.read(SAMPLE)
    for bone, by in (("hand.L", (0.2, -0.3, 0.4)), ("hips", (0.0, 0.1, -0.2))):
        document, grabs = auto_ik.pull(document, evaluate(document), bone).to(by)
        document = auto_ik.bake(document, grabs, evaluate(document, grabs))
    return document


def differing(document: Document, evaluations: int) -> list[bool]:
    """Of each evaluation whether it gave other bits than the first."""
    first = evaluate(document).matrices.tobytes()
    found: list[bool] = []

    def repeat() -> None:
        found.extend(evaluate(document).matrices.tobytes() != first for _ in range(evaluations))

    repeat()
    threads = [threading.Thread(target=repeat) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "again.rig.json"
        rigs.write(document, path)
        found.append(evaluate(rigs.read(path)).matrices.tobytes() != first)
    return found


def not_undone(document: Document, edits: int) -> int:
    """Return how many fields of rig and document are others after every edit was undone, one by one."""
    chance = random.Random(7)
    history = History.start(document)
    for step in range(edits):
        history = history.push(f"Edit {step}", edited(history.document, chance))
    while history.can_undo:
        history = history.undo()
    first, last = document.rig, history.document.rig
    fields = [name for name in first.__struct_fields__ if getattr(first, name) != getattr(last, name)]
    return max(len(fields), int(history.document != document))


def edited(document: Document, chance: random.Random) -> Document:
    """One random edit: a bone posed or renamed, a constraint added or taken away. (Selecting is no edit.)"""
    name = chance.choice(document.rig.bones).name
    kind = chance.randrange(4)
    if kind == 0:
        return bones.rename(document, name, f"bone {chance.random()}")
    if kind == 1 and document.rig.constraints:
        return constrain.remove(document, chance.randrange(len(document.rig.constraints)))
    if kind == 2:
        return constrain.add(document, Ik(owner=name, chain_length=chance.randrange(4)))
    location = (chance.random(), chance.random(), chance.random())
    return pose.with_transforms(document, {name: Transform(location=location)})
