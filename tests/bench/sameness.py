"""The same document, the same bits; and every edit taken back.

`python -m tests.bench.sameness` evaluates the sample humanoid, pulled out of its rest pose, EVALUATIONS times, as often
on two threads at once, and once more after it was written and read again: the matrices have to be the same to the last
bit. Then it makes EDITS random edits of a document (fixed seed) and undoes them one by one.

| what | must | measured |
|---|---|---|
| 1,000 evaluations, twice as many on two threads, one after reopening: those that differ | 0 | 0 |
| 1,000 random edits, undone one by one | the first document | the first document |

Debian 12, Python 3.11.7; numpy 2.4.6, numba 0.68.1, msgspec 0.22.0.
"""

from __future__ import annotations

import random
import tempfile
import threading
from pathlib import Path

from pantin import rigs
from pantin.resources import FOLDER
from pantin.rigs import Document, Ik, Transform
from pantin.rigs.editing import bones, constrain, pose
from pantin.rigs.history import History
from pantin.solver import evaluate
from pantin.solver.edits import auto_ik
from tests.bench.machine import described

EVALUATIONS, EDITS = 1000, 1000
SAMPLE = FOLDER / "rigs" / "humanoid.rig.json"


def main() -> int:
    """Print both figures; 1 where one is not met."""
    same, undone = differing(pulled()), first_again(rigs.read(SAMPLE))
    print(f"{EVALUATIONS} evaluations, on two threads, after reopening: {same} differ (must: 0)")
    print(f"{EDITS} random edits undone one by one: {'the first document again' if undone else 'ANOTHER document'}")
    print(described())
    return int(same > 0 or not undone)


def pulled() -> Document:
    """The sample with a hand and the hips pulled."""
    document = rigs.read(SAMPLE)
    for bone, by in (("hand.L", (0.2, -0.3, 0.4)), ("hips", (0.0, 0.1, -0.2))):
        document, grabs = auto_ik.pull(document, evaluate(document), bone).to(by)
        document = auto_ik.bake(document, grabs, evaluate(document, grabs))
    return document


def differing(document: Document) -> int:
    """How many of the evaluations gave other bits than the first."""
    first = evaluate(document).matrices.tobytes()
    found: list[bool] = []

    def repeat() -> None:
        found.extend(evaluate(document).matrices.tobytes() != first for _ in range(EVALUATIONS))

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
    return sum(found)


def first_again(document: Document) -> bool:
    """Whether undoing every edit, one by one, leads back to the first document."""
    chance = random.Random(7)
    history = History.start(document)
    for step in range(EDITS):
        history = history.push(f"Edit {step}", edited(history.document, chance))
    while history.can_undo:
        history = history.undo()
    return history.document == document


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


if __name__ == "__main__":
    raise SystemExit(main())
