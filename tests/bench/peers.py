"""Pantin's whole evaluation beside Blender's whole update of the same rig, in one run.

`python -m tests.bench.peers` builds a rig of 60 bones, four limbs of it two-bone chains with handle and pole, in
Pantin and, where the module is there (`pip install bpy`, which wants a Python and a numpy of its own), in Blender.
One handle is moved at a time; Pantin's time is `evaluate(document)` from the edited document to matrices, Blender's the
update of its view layer after the same move. Both take turns within the run; medians of MOVES moves.

| rig | must | Blender / Pantin | Pantin | Blender |
|---|---|---|---|---|
| 60 bones, four two-bone pole limbs | 3 | 7.5 | 34.9 µs | 260.4 µs |

Debian 12, Python 3.11.7, 2 shared cores; Blender 5.0.1 (bpy), numpy 1.26.4, numba 0.68.1. The ratio holds from run to
run (6.5 in another), the times do not: the same rig took Blender 140 to 260 µs on this kind of machine.
"""

from __future__ import annotations

import math
import platform
import statistics
import time
from collections.abc import Callable
from importlib.metadata import version
from importlib.util import find_spec

from rigs import Bone, Document, Ik, Rig, Transform
from rigs.pose import with_transforms
from solver import evaluate

MOVES, ROUNDS = 400, 5
MUST = 3.0
LIMBS = {"arm.L": (0.2, 1.4), "arm.R": (-0.2, 1.4), "leg.L": (0.1, 0.9), "leg.R": (-0.1, 0.9)}


def main() -> int:
    """Print the table; 1 where Pantin is less than MUST times as fast."""
    document = Document(rig=sixty_bones())
    assert len(document.rig.bones) == 60
    ours, theirs = pantin(document), blender(document) if find_spec("bpy") else None
    mine, other = [], []
    for _ in range(ROUNDS):
        mine.append(median_of(ours))
        if theirs is not None:
            other.append(median_of(theirs))
    print(f"60 bones, four two-bone pole limbs: Pantin {statistics.median(mine):.1f} µs")
    print(
        f"Python {platform.python_version()}, numpy {version('numpy')}, numba {version('numba')}, {platform.machine()}"
    )
    if theirs is None:
        print("Blender is not here (pip install bpy): no ratio")
        return 0
    ratio = statistics.median(other) / statistics.median(mine)
    print(f"Blender {version('bpy')} {statistics.median(other):.1f} µs: {ratio:.1f} times Pantin's (must: {MUST})")
    return int(ratio < MUST)


def sixty_bones() -> Rig:
    """A trunk of four bones, four limbs of twelve with a handle and a pole each."""
    bones = [Bone("trunk_1", head=(0.0, 0.0, 0.9), tail=(0.0, 0.0, 1.05))]
    for n in range(2, 5):
        z = 0.9 + 0.15 * (n - 1)
        bones.append(Bone(f"trunk_{n}", f"trunk_{n - 1}", (0.0, 0.0, z), (0.0, 0.0, z + 0.15), connected=True))
    constraints = []
    for name, (x, z) in LIMBS.items():
        bones.extend(limb(name, x, z))
        target, pole = f"{name} handle", f"{name} pole"
        constraints.append(Ik(owner=f"{name} lower", target=target, pole=pole, chain_length=2))
    return Rig(name="sixty", bones=tuple(bones), constraints=tuple(constraints))


def limb(name: str, x: float, z: float) -> list[Bone]:
    """Two bones bent forwards, an end with three times three digits, a handle at the end and a pole in front."""
    top, middle, end = (x, 0.0, z), (x, -0.05, z - 0.4), (x, 0.0, z - 0.8)
    found = [
        Bone(f"{name} upper", "trunk_4" if z > 1.0 else "trunk_1", top, middle),
        Bone(f"{name} lower", f"{name} upper", middle, end, connected=True),
        Bone(f"{name} end", f"{name} lower", end, (x, -0.1, z - 0.85), connected=True),
    ]
    for digit in range(3):
        parent = f"{name} end"
        for joint in range(3):
            at = (x + 0.02 * digit, -0.1 - 0.03 * joint, z - 0.85)
            found.append(Bone(f"{name} {digit}{joint}", parent, at, (at[0], at[1] - 0.03, at[2])))
            parent = f"{name} {digit}{joint}"
    found.append(Bone(f"{name} handle", None, end, (x, 0.2, z - 0.8), kind="handle"))
    found.append(Bone(f"{name} pole", None, (x, -0.6, z - 0.4), (x, -0.7, z - 0.4), kind="pole"))
    return found


def offset(step: int) -> tuple[float, float, float]:
    """Where the handle is at this step: round a small circle."""
    return (0.1 * math.sin(0.1 * step), 0.1 * math.cos(0.1 * step), 0.05 * math.sin(0.03 * step))


def median_of(move: Callable[[int], float]) -> float:
    """The median time of MOVES moves, µs."""
    return statistics.median(move(step) for step in range(MOVES))


def pantin(document: Document) -> Callable[[int], float]:
    """A function that moves a handle and returns how long the evaluation took, µs."""
    evaluate(document)
    name = f"{next(iter(LIMBS))} handle"

    def move(step: int) -> float:
        edited = with_transforms(document, {name: Transform(location=offset(step))})
        start = time.perf_counter_ns()
        evaluate(edited)
        return (time.perf_counter_ns() - start) / 1000

    return move


def blender(document: Document) -> Callable[[int], float]:
    """The same in Blender: the armature is built, one pose bone moved, the view layer updated."""
    import bpy

    bpy.ops.wm.read_factory_settings(use_empty=True)
    armature = bpy.data.armatures.new("rig")
    thing = bpy.data.objects.new("rig", armature)
    bpy.context.scene.collection.objects.link(thing)
    bpy.context.view_layer.objects.active = thing
    bpy.ops.object.mode_set(mode="EDIT")
    for bone in document.rig.bones:
        made = armature.edit_bones.new(bone.name)
        made.head, made.tail = bone.head, bone.tail
        made.parent = armature.edit_bones[bone.parent] if bone.parent else None
        made.use_connect = bone.connected
    bpy.ops.object.mode_set(mode="OBJECT")
    for constraint in document.rig.constraints:
        ik = thing.pose.bones[constraint.owner].constraints.new("IK")
        ik.target, ik.subtarget = thing, constraint.target
        ik.pole_target, ik.pole_subtarget = thing, constraint.pole
        ik.pole_angle, ik.chain_count = -math.pi / 2, constraint.chain_length
    handle = thing.pose.bones[f"{next(iter(LIMBS))} handle"]
    bpy.context.view_layer.update()

    def move(step: int) -> float:
        handle.location = offset(step)
        start = time.perf_counter_ns()
        bpy.context.view_layer.update()
        return (time.perf_counter_ns() - start) / 1000

    return move


if __name__ == "__main__":
    raise SystemExit(main())
