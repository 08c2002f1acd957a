"""Springing: the bones of a posed skeleton that swing, at rest or as time goes on.

What is remembered of a swing goes in and comes out, as in `simulate`. The same skeleton, memory and seconds give the
same matrices to the last bit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from math import floor
from typing import NamedTuple

import msgspec
import numpy as np

from pantin.rigs.remembered import remembered
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.springs import STRONGEST, Collider, Spring, SpringJoint, Springs, mapped
from pantin.rigs.vectors import three
from pantin.solver.compiling.kernel import WORTH_LOADING, Entry
from pantin.solver.program.memory import SpringMemory
from pantin.solver.program.skeleton import Floats, Ints, skeleton_for
from pantin.solver.springs import columns as at

RATE = 60
"""Steps in a second, as `swing.STEP` is long."""

ROUNDS = 8
"""How often joints come to rest one after the other where they mind each other's colliders in a circle."""

STEP = 1.0 / RATE

MOST_STEPS = 30
"""Steps at once: who has waited longer sees the springs where they are after half a second."""

PRESSED = 1e-6
"""Parts of what pulls a joint that press it against a collider, at least: less is rounding."""

_SHAPES = {"sphere": at.SPHERE, "capsule": at.CAPSULE, "plane": at.PLANE}


class Swing(NamedTuple):
    """A step of springs: from what is remembered, by some seconds."""

    memory: SpringMemory | None
    seconds: float
    until: float = 0.0
    """The time of whoever asks at which they end."""


class _Tables(msgspec.Struct, frozen=True, eq=False):
    """Springs as the kernels take them."""

    names: tuple[str, ...]
    moved: Ints
    joints: Floats
    colliders: Floats
    bones: Floats
    rounds: int


def springs_act(rig: Rig) -> bool:
    """Return whether springs move bones of a rig."""
    return bool(rig.springs.chains) and _tables(rig) is not None


def settle(rig: Rig, matrices: Floats) -> SpringMemory | None:
    """Bring what swings among the bones (n, 4, 4) to rest, in place; None where nothing swings."""
    return _swung(rig, matrices, None, -1)


def swing_on(rig: Rig, matrices: Floats, memory: SpringMemory | None, seconds: float) -> SpringMemory | None:
    """Let what swings among the bones (n, 4, 4), as they are posed now, go on by `seconds`, in place.

    Without a memory, or with that of other bones, it is at rest. Returns what is remembered for the next time; None
    where nothing swings.
    """
    tables = _tables(rig)
    if tables is None or memory is None or memory.bones != tables.names:
        return _swung(rig, matrices, None, -1)
    after = memory.seconds + max(seconds, 0.0)
    steps = min(floor(after * RATE + 1e-6) - floor(memory.seconds * RATE + 1e-6), MOST_STEPS)
    found = _swung(rig, matrices, memory, steps)
    return found and msgspec.structs.replace(found, seconds=after)


def hung(rig: Rig, matrices: Floats) -> Springs:
    """Return the springs of a rig whose bones rest as they stand in `matrices` (n, 4, 4), where they have settled.

    What pulls a joint along itself is its stiffness then; gravity is what presses it against a collider, and nothing
    in free space. All in all it is pulled as before, so it stays, and swings as before while its body does not turn.
    """
    tables, pulled = _tables(rig), dict[str, tuple[Floats, Floats]]()
    if tables is not None:
        for name, joint, pull in zip(tables.names, tables.joints, _pulls(rig, matrices, tables), strict=True):
            along = matrices[rig.rows[name], :3, :3] @ joint[at.AXIS : at.AXIS + 3]
            pulled[name] = pull / rig.springs.unit, along / (np.linalg.norm(along) or 1.0)

    def change(joint: SpringJoint) -> SpringJoint:
        if joint.bone not in pulled:
            return msgspec.structs.replace(joint, gravity=0.0)
        pull, along = pulled[joint.bone]
        stiffness = max(float(pull @ along), 0.0)
        rest = pull - stiffness * along
        gravity = float(np.linalg.norm(rest))
        if gravity <= PRESSED * float(np.linalg.norm(pull)):
            return msgspec.structs.replace(joint, stiffness=min(stiffness, STRONGEST), gravity=0.0)
        return msgspec.structs.replace(
            joint,
            stiffness=min(stiffness, STRONGEST),
            gravity=min(gravity, STRONGEST),
            direction=three(rest / gravity),
        )

    return mapped(rig.springs, change)


def _pulls(rig: Rig, matrices: Floats, tables: _Tables) -> Iterator[Floats]:
    """Yield what stiffness and gravity together pull each joint to (3), armature space."""
    rests = rest_matrices(rig.bones)
    for name, joint in zip(tables.names, tables.joints, strict=True):
        row, above = rig.rows[name], rig.rows.get(rig.by_name[name].parent or "")
        line = rests[row, :3, :3] @ joint[at.AXIS : at.AXIS + 3]
        if above is not None:
            line = matrices[above, :3, :3] @ rests[above, :3, :3].T @ line
        line = line / (np.linalg.norm(line) or 1.0)
        yield joint[at.STIFFNESS] * line + joint[at.PULL : at.PULL + 3]


def is_still(memory: SpringMemory, rested: SpringMemory, size: float) -> bool:
    """Return whether ends are where they rest and do not move any more, to a thousandth of a length."""
    off = np.abs(memory.ends - rested.ends).max(initial=0.0)
    return memory.bones == rested.bones and float(off) <= 1e-3 * size


def _swung(rig: Rig, matrices: Floats, memory: SpringMemory | None, steps: int) -> SpringMemory | None:
    tables = _tables(rig)
    if tables is None:
        return None
    ends = np.zeros((len(tables.joints), at.MEMORY_WIDTH)) if memory is None else memory.ends.copy()
    posed, n = np.array(matrices).reshape(-1, 16), len(matrices)
    out, run = matrices.reshape(-1, 16), _entry()
    if run.compiled is None and run.seconds > WORTH_LOADING:
        from pantin.solver.compiling import when_used

        when_used.consider_springs(run)
    run(
        tables.moved,
        tables.joints,
        tables.colliders,
        tables.bones,
        posed,
        out,
        np.empty((n, 4)),
        ends,
        steps,
        tables.rounds,
    )
    ends.flags.writeable = False
    return SpringMemory(tables.names, ends)


@remembered("bones", "springs")
def _tables(rig: Rig) -> _Tables | None:
    """Return the springs of a rig as tables; None where none acts."""
    chains = [(each, _there(each, rig)) for each in rig.springs.acting]
    if not any(joints for _chain, joints in chains):
        return None
    skeleton, rests = skeleton_for(rig.bones), rest_matrices(rig.bones)
    names, rows, colliders = list[str](), list[Floats](), list[Floats]()
    groups = {group.name: group.colliders for group in rig.springs.colliders}
    minded = dict[int, list[int]]()
    for chain, joints in chains:
        first = len(colliders)
        bodies = [body for name in chain.colliders for body in groups.get(name, ()) if body.bone in rig.rows]
        colliders.extend(_collider_row(body, rig) for body in bodies)
        for place, joint in enumerate(joints):
            row, i = np.zeros(at.JOINT_WIDTH), rig.rows[joint.bone]
            following = joints[place + 1].bone if place + 1 < len(joints) else None
            _put_end(row, chain, rests, rig, i, following)
            _put_joint(row, joint, rig.springs.unit)
            row[at.FIRST_COLLIDER], row[at.LAST_COLLIDER] = first, len(colliders)
            row[at.CENTRE] = rig.rows.get(chain.centre or "", -1)
            minded[i] = [rig.rows[body.bone] for body in bodies]
            names.append(joint.bone)
            rows.append(row)
    moved, circle = _in_order(rig, {rig.rows[name]: j for j, name in enumerate(names)}, minded)
    return _Tables(
        tuple(names),
        np.array(moved, np.int64).reshape(-1, at.MOVED_WIDTH),
        np.array(rows),
        np.array(colliders, np.float64).reshape(-1, at.COLLIDER_WIDTH),
        skeleton.table,
        ROUNDS if circle else 1,
    )


def _there(chain: Spring, rig: Rig) -> list[SpringJoint]:
    """Return the joints of a chain whose bones are there, each of no chain before."""
    first = {joint.bone: each for each in reversed(rig.springs.acting) for joint in each.joints}
    found = {joint.bone: joint for joint in reversed(chain.joints)}
    return [
        joint
        for joint in chain.joints
        if joint.bone in rig.rows and first[joint.bone] is chain and found[joint.bone] is joint
    ]


def _put_end(row: Floats, chain: Spring, rests: Floats, rig: Rig, i: int, following: str | None) -> None:
    """Write where a joint ends: where the next begins, at the end of the chain, or at the tail of its bone."""
    bone, below = rig.bones[i], rig.rows.get(following or chain.end or "")
    end = np.array(bone.tail) if below is None or below == i else rests[below, :3, 3]
    span = rests[i, :3, :3].T @ (end - np.array(bone.head))
    length = float(np.linalg.norm(span))
    row[at.AXIS : at.AXIS + 3] = span / length if length > 0.0 else (0.0, 1.0, 0.0)
    row[at.LENGTH] = length
    if below is None and chain.end_length is not None:
        row[at.LENGTH] = chain.end_length


def _put_joint(row: Floats, joint: SpringJoint, unit: float) -> None:
    """Write how a joint swings; strengths are metres in a second for a figure of the size 1."""
    size = float(np.linalg.norm(joint.direction))
    row[at.PULL : at.PULL + 3] = np.array(joint.direction) * (joint.gravity * unit / size if size > 0.0 else 0.0)
    row[at.STIFFNESS], row[at.DRAG], row[at.RADIUS] = joint.stiffness * unit, joint.drag, joint.radius


def _collider_row(collider: Collider, rig: Rig) -> Floats:
    row = np.zeros(at.COLLIDER_WIDTH)
    row[at.SHAPE], row[at.COLLIDER_BONE] = _SHAPES[collider.shape], rig.rows[collider.bone]
    row[at.OFFSET : at.OFFSET + 3] = collider.offset
    row[at.TAIL : at.TAIL + 3] = collider.normal if collider.shape == "plane" else collider.tail
    row[at.COLLIDER_RADIUS] = 0.0 if collider.shape == "plane" else collider.radius
    row[at.INSIDE] = collider.inside and collider.shape != "plane"
    return row


def _in_order(
    rig: Rig, joints: Mapping[int, int], minded: Mapping[int, Sequence[int]]
) -> tuple[list[tuple[int, int, int]], bool]:
    """Return the bones that swing and what hangs on them, each after what it depends on; and whether some do in a
    circle.
    """
    parents = [-1 if bone.parent is None else rig.rows.get(bone.parent, -1) for bone in rig.bones]
    affected = _with_all_below(rig, joints)
    done, begun = dict[int, None](), set[int]()
    circle = False
    for start in sorted(affected):
        todo = [start]
        while todo:
            i = todo[-1]
            waits: Iterable[int] = ()
            if i not in begun:
                begun.add(i)
                waits = [each for each in (parents[i], *minded.get(i, ())) if each in affected and each not in done]
                circle = circle or any(each in begun for each in waits)
                todo.extend(each for each in reversed(list(waits)) if each not in begun)
            if not waits or todo[-1] == i:
                done.setdefault(todo.pop())
    order = _parents_before(list(done), parents, affected)
    return [(i, parents[i] if parents[i] in affected else -1, joints.get(i, -1)) for i in order], circle


def _parents_before(order: Sequence[int], parents: Sequence[int], affected: set[int]) -> list[int]:
    """Return the bones in their order, but none before its parent: where they depend on each other in a circle."""
    found = dict[int, None]()
    for i in order:
        above = list[int]()
        while i in affected and i not in found:
            above.append(i)
            i = parents[i]
        found.update(dict.fromkeys(reversed(above)))
    return list(found)


def _with_all_below(rig: Rig, rows: Iterable[int]) -> set[int]:
    """Return these bones and all that hang on them."""
    found, todo = set[int](), list(rows)
    while todo:
        i = todo.pop()
        if i not in found:
            found.add(i)
            todo.extend(rig.rows[child.name] for child in rig.children.get(rig.bones[i].name, ()))
    return found


@cache
def _entry() -> Entry:
    """The entry that swings. Imported here: few figures have springs."""
    from pantin.solver.entries.springs import swing

    return swing
