"""A compact part of the solver's contract, as bits: each solver on chains and a tree, each constraint on a bone.

Run as a program with PANTIN_PLAIN_NUMBA=1 it compiles `plain_program` by numba's documented interface alone, or takes
what was compiled before, evaluates with that, and prints the bits.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pantin.rigs import Armature, Bone, Document, Rig, Transform
from pantin.rigs.fields import WeightedBone
from pantin.rigs.figure import Figure
from pantin.rigs.pose import Pose
from pantin.solver import evaluate
from pantin.solver.compiling import plain_numba, warm_up
from pantin.solver.constraints.kinds import NUMBERS
from pantin.solver.methods.table import solvers
from tests.solver.methods.limited_chains import HELD, inside, straight, tree
from tests.solver.sample_chains import chain, reaching, some_reachable

SOLVERS = ("fabrik", "ccd", "dls", "sdls", "lm", "spring")
PROGRAM = "tests.solver.compiling.plain_program"
COMPILE = f"from pantin.solver.compiling import warm_up; warm_up.compile_here([{PROGRAM!r}])"
TOP = Path(__file__).parents[3]


def chains() -> Iterator[tuple[str, Document]]:
    """Yield what is reachable, out of reach, held by locks and limits, bent to a pole, turned as well, and shared."""
    free = chain(5, 1)
    yield "reachable", reaching(free, inside(free, 1))
    yield "out of reach", reaching(free, (9.0, -3.0, 6.0))
    for held, joint in HELD.items():
        bones = chain(6, 2, joint)
        yield held, reaching(bones, some_reachable(bones, 2))
    yield "pole", reaching(straight(3), (0.2, 0.1, 2.0), pole=(5.0, 0.0, 1.0))
    bones = chain(6, 3)
    yield "turned", reaching(bones, inside(bones, 3), rotation=True, rotation_weight=0.5)
    yield "shared", tree((-1.2, 0.4, 2.6), (1.4, 0.3, 2.4))
    yield "straight, its goal on its line", reaching(straight(4), (0.0, 0.0, 2.5))


def constrained() -> Iterator[tuple[str, Document]]:
    """Each kind of constraint but IK on a turned bone whose parent is scaled, fully and in part."""
    bones = (
        Bone(name="under", head=(0.1, 0.2, 0.0), tail=(0.3, 0.2, 1.1), roll=0.4),
        Bone(name="own", parent="under", head=(0.2, 0.1, 0.9), tail=(0.9, -0.2, 1.4), roll=-0.7),
        Bone(name="over", head=(1.0, 1.0, 0.5), tail=(1.2, 0.4, 1.5)),
        Bone(name="other", parent="over", head=(1.1, 0.8, 1.0), tail=(1.9, 0.3, 0.2), roll=1.3),
    )
    pose = Pose(
        {
            "under": Transform(rotation=(0.1, 0.2, 0.3, 0.9273618), scale=(1.4, 1.4, 1.4)),
            "own": Transform((0.1, -0.3, 0.2), (0.5, -0.1, 0.4, 0.7615773), (0.8, 1.3, 1.1)),
            "other": Transform((-0.2, 0.1, 0.6), (-0.3, 0.6, 0.1, 0.7348469), (1.2, 0.9, 0.7)),
        }
    )
    for kind in NUMBERS:
        target: dict[str, Any] = {"target": "other"} if "target" in kind.__struct_fields__ else {}
        if kind is Armature:
            target = {"targets": (WeightedBone("over", 0.7), WeightedBone("other", 0.3))}
        for influence in (1.0, 0.4):
            rig = Rig(bones=bones, constraints=(kind(owner="own", influence=influence, **target),))
            yield f"{kind.__name__}, {influence}", Document.of(Figure(rig=rig, pose=pose))


def bits() -> dict[str, str]:
    """A hash of the matrices of each case, and of the steps and residuals of its goals."""
    found = {}
    for solver in SOLVERS:
        for name, document in chains():
            evaluated = evaluate(document, solver=solver)
            goals = [(goal.residual, goal.iterations, goal.residuals, goal.method) for goal in evaluated.goals]
            found[f"{solver}, {name}"] = _hash(evaluated.matrices.tobytes() + repr(goals).encode())
    for name, document in constrained():
        found[name] = _hash(evaluate(document).matrices.tobytes())
    return found


def _hash(what: bytes) -> str:
    return hashlib.sha256(what).hexdigest()


def main() -> None:
    """Let the compiled program evaluate, in the place of the entries of the editor, and print the bits."""
    subprocess.run([sys.executable, "-c", COMPILE], check=True, cwd=TOP, stdout=subprocess.DEVNULL)
    warm_up.leave_alone()
    warm_up.load(PROGRAM)
    (run,) = warm_up.entries_of(PROGRAM)
    assert warm_up.numba_compiler() is plain_numba and run.compiled is not None
    for module in ("pantin.solver.entries.auto", "pantin.solver.entries.all_solvers"):
        for entry in warm_up.entries_of(module):
            entry.compiled = run.compiled
    assert len(solvers(SOLVERS)) == len(SOLVERS)
    print(json.dumps(bits()))


if __name__ == "__main__":
    main()
