"""The tables of a whole-body solve, made from the posed skeleton. Lengths are in heights of the body."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from pantin.rigs import Rig
from pantin.rigs.rest import rest_height
from pantin.solver.compiling import layout
from pantin.solver.edits.pulling import giving_way
from pantin.solver.edits.pulling.tree import PullGoal, Tree
from pantin.solver.evaluated import Evaluated
from pantin.solver.maths.joint_coordinates import clamp_coordinates, coordinates_of
from pantin.solver.maths.rotations import inverse, multiply, rotate
from pantin.solver.program.skeleton import Floats, Skeleton, rotations_of
from pantin.solver.whole_body import columns as c

FEW_PINS = 2
"""With more pins than this bones are also drawn back to their pose: with few that costs smoothness."""

OUTSIDE = 1.0 + 1e-9
"""Limits that a pose is beyond are widened to just contain it."""


class Tables(msgspec.Struct, frozen=True, eq=False):
    """What an entry is given. `bones` and `goals` are copied for each solve."""

    bones: Floats
    goals: Floats
    settings: Floats
    height: float
    """The unit of length, metres."""


def tables_for(
    rig: Rig, evaluated: Evaluated, tree: Tree, goals: Sequence[PullGoal], pivots: Mapping[str, str]
) -> Tables:
    """The tables for pulling and pinning `goals`; `pivots` names the bones about whose heads pulled ones are led."""
    skeleton = evaluated.skeleton
    height = rest_height(rig.bones)
    rows = np.array([evaluated.index[name] for name in tree.names])
    world = rotations_of(_upright(evaluated.matrices[rows]))
    heads = evaluated.heads[rows] / height
    bones = np.zeros((len(rows), c.BONE_WIDTH))
    pulled = [goal.bone for goal in goals if not goal.pinned]
    costs = giving_way.costs_of(rig, tree.names, pulled)
    place = {name: i for i, name in enumerate(tree.names)}
    for i, name in enumerate(tree.names):
        parent = place.get(rig.by_name[name].parent or "", -1) if i else -1
        _fill(bones, i, parent, skeleton, int(rows[i]), world, heads, evaluated)
        bones[i, c.FREE : c.FREE + 3] = _free(rig, name) if name in tree.turning else 0.0
        bones[i, c.GIVE] = costs[name]
        _fill_coordinates(bones, i, skeleton.table[rows[i]])
    root = giving_way.root_cost(rig, tree.names[0], pulled)
    pins = sum(goal.pinned for goal in goals)
    settings = np.array([float(tree.root_free), root.place, root.turn, float(pins > FEW_PINS)])
    table = np.array([_goal(evaluated, goal, place, world, heads, height, pivots) for goal in goals])
    return Tables(bones, table, settings, height)


def turned(rotation: Floats, v: Floats) -> Floats:
    """The vector (3,) turned by a unit quaternion [x, y, z, w]."""
    return np.array(rotate(tuple(rotation.tolist()), tuple(v.tolist())))


def _upright(matrices: Floats) -> Floats:
    """Matrices (n, 4, 4) with orthonormal axes: Y keeps its direction."""
    found = np.array(matrices)
    y = found[:, :3, 1] / np.maximum(np.linalg.norm(found[:, :3, 1], axis=1, keepdims=True), 1e-300)
    x = found[:, :3, 0] - (found[:, :3, 0] * y).sum(axis=1, keepdims=True) * y
    x /= np.maximum(np.linalg.norm(x, axis=1, keepdims=True), 1e-300)
    found[:, :3, 0], found[:, :3, 1], found[:, :3, 2] = x, y, np.cross(x, y)
    return found


def _fill(
    bones: Floats, i: int, parent: int, skeleton: Skeleton, row: int, world: Floats, heads: Floats, evaluated: Evaluated
) -> None:
    """Where bone `i` stands, and how it hangs on the one that carries it."""
    turn = tuple(world[i].tolist())
    bones[i, c.PARENT], bones[i, c.WORLD : c.WORLD + 4], bones[i, c.HEAD : c.HEAD + 3] = parent, turn, heads[i]
    carried = bool(int(skeleton.table[row, layout.FLAGS]) & layout.INHERIT_ROTATION)
    bones[i, c.CARRIED] = carried
    above = int(skeleton.table[row, layout.PARENT_BONE])
    rest = skeleton.table[row, layout.OFFSET_ROTATION : layout.OFFSET_ROTATION + 4]
    if parent >= 0:
        back = inverse(tuple(world[parent].tolist()))
        bones[i, c.LINK : c.LINK + 3] = rotate(back, tuple((heads[i] - heads[parent]).tolist()))
    base = tuple(rest.tolist())
    if above >= 0 and not carried:
        base = tuple(rotations_of(skeleton.table[row, layout.REST : layout.REST + 16].reshape(1, 4, 4))[0].tolist())
    elif parent < 0 and above >= 0:
        base = multiply(tuple(rotations_of(_upright(evaluated.matrices[above][None]))[0].tolist()), base)
    bones[i, c.BASE : c.BASE + 4] = base
    standing = multiply(tuple(world[parent].tolist()), base) if parent >= 0 and carried else base
    coords = coordinates_of(multiply(inverse(standing), turn))
    bones[i, c.START : c.START + 3] = bones[i, c.COORDS : c.COORDS + 3] = coords


def _free(rig: Rig, name: str) -> tuple[float, float, float]:
    """Which coordinates of a bone may change: those that are not locked."""
    x, y, z = rig.by_name[name].joint.lock
    return (float(not x), float(not y), float(not z))


def _fill_coordinates(bones: Floats, i: int, row: Floats) -> None:
    """The limits of bone `i`, widened where it stands beyond them. A locked coordinate stays as it is."""
    lower = row[layout.BONE_LOWER_COORDS : layout.BONE_LOWER_COORDS + 3].copy()
    upper = row[layout.BONE_UPPER_COORDS : layout.BONE_UPPER_COORDS + 3].copy()
    fixed = bones[i, c.FREE : c.FREE + 3] == 0.0
    lower[fixed], upper[fixed] = -layout.FREE, layout.FREE
    start = bones[i, c.START : c.START + 3]
    lower[1], upper[1] = min(lower[1], start[1]), max(upper[1], start[1])
    _widen_swing(lower, upper, start)
    bones[i, c.LOWER : c.LOWER + 3], bones[i, c.UPPER : c.UPPER + 3] = lower, upper


def _widen_swing(lower: Floats, upper: Floats, start: Floats) -> None:
    """Limits of X and Z as half-angle sines that contain the swing `start`."""
    kept, _hit, _nx, _nz = clamp_coordinates(tuple(lower.tolist()), tuple(upper.tolist()), tuple(start.tolist()))
    if kept[0] == start[0] and kept[2] == start[2]:
        return
    out = 0.5 / (1.0 + (start[0] ** 2 + start[2] ** 2) / 16.0)
    sines = np.array((start[0] * out, start[2] * out))
    bounds = np.array([(upper if sine >= 0.0 else lower)[2 * a] for a, sine in enumerate(sines)])
    if np.abs(bounds).max() < layout.FREE and np.abs(bounds).min() > 1e-9:
        factor = float(np.sqrt(((sines / bounds) ** 2).sum())) * OUTSIDE
        for a in (0, 2):
            lower[a], upper[a] = max(lower[a] * factor, -1.0), min(upper[a] * factor, 1.0)
        return
    for a in (0, 2):
        sine = float(sines[a // 2]) * OUTSIDE
        lower[a], upper[a] = min(lower[a], sine), max(upper[a], sine)


def _goal(
    evaluated: Evaluated,
    goal: PullGoal,
    place: Mapping[str, int],
    world: Floats,
    heads: Floats,
    height: float,
    pivots: Mapping[str, str],
) -> Floats:
    """The row of a goal, whose target is where its point is now."""
    found, i, row = np.zeros(c.GOAL_WIDTH), place[goal.bone], evaluated.index[goal.bone]
    found[c.GOAL_BONE], found[c.TURNS], found[c.PINNED] = i, goal.keeps_rotation, goal.pinned
    if goal.tail:
        arm = (evaluated.tails[row] - evaluated.heads[row]) / height
        found[c.OFFSET : c.OFFSET + 3] = rotate(inverse(tuple(world[i].tolist())), tuple(arm.tolist()))
    ends = evaluated.tails if goal.tail else evaluated.heads
    found[c.TARGET : c.TARGET + 3] = ends[row] / height
    found[c.TARGET_ROTATION : c.TARGET_ROTATION + 4] = world[i]
    if goal.bone in pivots:
        found[c.ABOUT_PIVOT] = 1.0
        found[c.PIVOT : c.PIVOT + 3] = heads[place[pivots[goal.bone]]]
    return found
