"""The tables of a whole-body solve, made from the posed skeleton. Lengths are in heights of the body."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec
import numpy as np

from pantin.rigs import Rig
from pantin.rigs.anatomy.parts import BACKBONE, Part
from pantin.rigs.rest import rest_height
from pantin.rigs.vectors import three
from pantin.solver.compiling import layout
from pantin.solver.edits.pulling import compliance
from pantin.solver.edits.pulling.tree import PullGoal, Tree, body_ancestors
from pantin.solver.maths.joint_axes import with_joint_axes, with_joint_rest
from pantin.solver.maths.joint_coordinates import clamp_coordinates, coordinates_of
from pantin.solver.maths.rotations import Quaternion, add, inverse, multiply, orientation, rotate
from pantin.solver.program.posed import Posed
from pantin.solver.program.skeleton import Floats
from pantin.solver.whole_body import columns as c
from pantin.solver.whole_body.solve import CONTINUATION_STEPS, LEAST_GAIN, REFINING_STEPS

FEW_PINS = 2
"""With more pins than this bones are also drawn back to their pose: with few that costs smoothness."""

WITH_POSTURE = (20.0, 1e-5)
"""Most refining steps where bones are drawn back to their pose, and the gain below which they end. The draw makes the
last steps slow ones that hardly change the pose, and far targets hardly differ when they are led in smaller steps."""

TRUNK: frozenset[Part] = frozenset(("hips", *BACKBONE, "neck", "head"))
"""The parts of the body that wait, with its root, while an arm is led to its target."""

OUTSIDE = 1.0 + 1e-9
"""Limits that a pose is beyond are widened to just contain it."""


Pivots = Mapping[str, str]
"""By pulled bone, the bone about whose head it is led."""


class Tables(msgspec.Struct, frozen=True, eq=False):
    """The tables that an entry takes. `bones` and `goals` are copied for each solve."""

    bones: Floats
    goals: Floats
    settings: Floats
    height: float
    """The unit of length, metres."""


def tables_for(rig: Rig, posed: Posed, tree: Tree, goals: Sequence[PullGoal], pivots: Pivots) -> Tables:
    """The tables for pulling and pinning `goals`; `pivots` names the bones about whose heads pulled ones are led."""
    height = rest_height(rig.bones)
    pulled = [goal.bone for goal in goals if not goal.pinned]
    place = {name: i for i, name in enumerate(tree.names)}
    root = compliance.root_cost(rig, tree.names[0], pulled)
    has_posture = sum(goal.pinned and not goal.released and not goal.waits for goal in goals) > FEW_PINS
    bones = _bones(rig, posed, tree, place, height)
    drawn = root.drawn and not has_posture
    _weigh(bones, rig, tree, pulled, drawn)
    if has_posture:
        bones[:, c.DRAWN : c.DRAWN + 3] = bones[:, c.COST : c.COST + 3]
    settings = _settings(tree, root, drawn)
    if has_posture:
        settings[c.MOST_REFINING], settings[c.ENDS_BELOW] = WITH_POSTURE
        settings[c.SMALLER_STEPS] = 0.0
    table = np.array([_goal(posed, goal, bones, place, height, pivots) for goal in goals])
    return Tables(bones, table, settings, height)


def _settings(tree: Tree, root: compliance.RootCost, drawn: bool) -> Floats:
    """The settings (SETTINGS,) of a solve that begins where the pull begins."""
    found = np.zeros(c.SETTINGS)
    found[c.ROOT_FREE], found[c.ROOT_DRAWN] = tree.root_free, root.turn if drawn else 0.0
    found[c.ROOT_MOVE_COST], found[c.ROOT_TURN_COST], found[c.DAMPING] = root.place, root.turn, root.damping
    found[c.TRUNK_WAITS], found[c.LEADING_STEPS], found[c.SMALLER_STEPS] = 1.0, CONTINUATION_STEPS, 1.0
    found[c.MOST_REFINING], found[c.ENDS_BELOW] = REFINING_STEPS, LEAST_GAIN
    return found


def _bones(rig: Rig, posed: Posed, tree: Tree, place: Mapping[str, int], height: float) -> Floats:
    """The rows of bones, without what they cost; `place` has them by name."""
    bones = np.zeros((len(tree.names), c.BONE_WIDTH))
    for i, name in enumerate(tree.names):
        row = posed.index[name]
        bones[i, c.PARENT] = place.get(rig.by_name[name].parent or "", -1) if i else -1
        bones[i, c.FREE : c.FREE + 3] = _free(rig, name) if name in tree.turning else 0.0
        _stand(bones, i, posed, row, height)
        _limit(bones, i, posed.skeleton.table[row])
    return bones


def _weigh(bones: Floats, rig: Rig, tree: Tree, pulled: Sequence[str], drawn: bool) -> None:
    """Fill what the bones cost to turn; where hips are `drawn` back, by how much, and the twists of limbs with them."""
    costs, parts = compliance.costs_of(rig, tree.names, pulled), compliance.parts_with_back(rig)
    led = {name for bone in pulled for name in (bone, *body_ancestors(rig, bone))}
    for i, name in enumerate(tree.names):
        is_twist_drawn = drawn and name not in led and costs[name] <= compliance.LIMB_COST
        cost = compliance.by_axis(rig, name, costs[name], is_twist_drawn)
        bones[i, c.COST : c.COST + 3] = cost
        bones[i, c.TRUNK] = parts.get(name) in TRUNK
        if drawn and name in led:
            bones[i, c.DRAWN : c.DRAWN + 3] = cost
        elif is_twist_drawn:
            bones[i, c.DRAWN + 1] = cost[1]


def turned(rotation: Floats, v: Floats) -> Floats:
    """The vector (3,) turned by a unit quaternion [x, y, z, w]."""
    return np.array(rotate(_quaternion(rotation), three(v)))


def point_of(bones: Floats, goals: Floats, k: int) -> Floats:
    """Return the point of goal `k` (3,), heights."""
    row = bones[int(goals[k, c.GOAL_BONE])]
    arm = rotate(_quaternion(row[c.WORLD : c.WORLD + 4]), three(goals[k, c.OFFSET : c.OFFSET + 3]))
    return np.array(add(three(row[c.HEAD : c.HEAD + 3]), arm))


def _stand(bones: Floats, i: int, posed: Posed, row: int, height: float) -> None:
    """Write the place of bone `i`, in the axes of its joint, and its place relative to its parent."""
    table = posed.skeleton.table
    rest = _rest_now(posed, row)
    standing = with_joint_rest(table, row, rest)
    world = with_joint_axes(table, row, _rotation(posed.matrices[row]))
    bones[i, c.WORLD : c.WORLD + 4], bones[i, c.HEAD : c.HEAD + 3] = world, posed.heads[row] / height
    bones[i, c.CARRIED] = bool(int(table[row, layout.FLAGS]) & layout.INHERIT_ROTATION)
    bones[i, c.BASE : c.BASE + 4] = standing
    parent = int(bones[i, c.PARENT])
    if parent >= 0:
        back = inverse(_quaternion(bones[parent, c.WORLD : c.WORLD + 4]))
        arm = bones[i, c.HEAD : c.HEAD + 3] - bones[parent, c.HEAD : c.HEAD + 3]
        bones[i, c.LINK : c.LINK + 3] = rotate(back, three(arm))
        if bones[i, c.CARRIED]:
            bones[i, c.BASE : c.BASE + 4] = multiply(back, standing)
    coords = coordinates_of(multiply(inverse(standing), world))
    bones[i, c.START : c.START + 3] = bones[i, c.COORDS : c.COORDS + 3] = coords


def _rest_now(posed: Posed, row: int) -> Quaternion:
    """Return the rotation in armature space of a bone that is not posed, as its parent carries it now."""
    bone = posed.skeleton.table[row]
    above = int(bone[layout.PARENT_BONE])
    offset = _quaternion(bone[layout.OFFSET_ROTATION : layout.OFFSET_ROTATION + 4])
    if above < 0:
        return offset
    if not int(bone[layout.FLAGS]) & layout.INHERIT_ROTATION:
        return _rotation(bone[layout.REST : layout.REST + 16].reshape(4, 4))
    return multiply(_rotation(posed.matrices[above]), offset)


def _rotation(matrix: Floats) -> Quaternion:
    """The rotation of a matrix (4, 4), without scale and shear; Y keeps its direction."""
    return orientation(np.ascontiguousarray(matrix).reshape(1, 16), 0)


def _quaternion(q: Floats) -> Quaternion:
    """The quaternion (4,) as the tuple that kernels take; its sign stays."""
    x, y, z, w = q.tolist()
    return (x, y, z, w)


def _free(rig: Rig, name: str) -> tuple[float, float, float]:
    """Return which coordinates of a bone may change: those that are not locked."""
    x, y, z = rig.by_name[name].joint.lock
    return (float(not x), float(not y), float(not z))


def _limit(bones: Floats, i: int, row: Floats) -> None:
    """The limits of bone `i`, widened where it is beyond them. A locked coordinate stays as it is."""
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
    posed: Posed, goal: PullGoal, bones: Floats, place: Mapping[str, int], height: float, pivots: Pivots
) -> Floats:
    """The row of a goal, whose target is where its point is now."""
    found, i, row = np.zeros(c.GOAL_WIDTH), place[goal.bone], posed.index[goal.bone]
    world = bones[i, c.WORLD : c.WORLD + 4]
    found[c.GOAL_BONE], found[c.HAS_ROTATION], found[c.PINNED] = i, goal.keeps_rotation, goal.pinned
    ends = posed.tails if goal.tail else posed.heads
    if goal.tail:
        arm = (ends[row] - posed.heads[row]) / height
        found[c.OFFSET : c.OFFSET + 3] = rotate(inverse(_quaternion(world)), three(arm))
    found[c.TARGET : c.TARGET + 3] = ends[row] / height
    found[c.TARGET_ROTATION : c.TARGET_ROTATION + 4] = world
    if goal.bone in pivots:
        found[c.ABOUT_PIVOT] = 1.0
        found[c.PIVOT : c.PIVOT + 3] = bones[place[pivots[goal.bone]], c.HEAD : c.HEAD + 3]
    return found
