"""The goals of a body that is pulled: of what is pulled, of what is pinned, and of the ends that IK holds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from pantin.rigs import Pin, Rig
from pantin.rigs.anatomy.by_place import parts_of
from pantin.solver.edits.pulling import compliance
from pantin.solver.edits.pulling.heels import toes_under
from pantin.solver.edits.pulling.tables import Tables
from pantin.solver.edits.pulling.tiptoe import flat_toes
from pantin.solver.edits.pulling.tree import (
    PullGoal,
    Tree,
    body_ancestors,
    chain_tree,
    given_rotations,
    held_ends,
    joint_of,
    pin_goal,
    whole_tree,
)
from pantin.solver.whole_body import columns as c


def tree_and_goals(
    rig: Rig, pulled: tuple[PullGoal, ...], pins: Mapping[str, Pin], chain_length: int | None
) -> tuple[Tree, tuple[PullGoal, ...]]:
    """The bones that take part, and what is asked of them: a chain serves the first goal alone, the body pins too."""
    if chain_length is not None:
        return chain_tree(rig, pulled[0], chain_length), pulled[:1]
    goals = (*pulled, *_pin_goals(rig, pulled, pins))
    tree = whole_tree(rig, goals)
    return tree, tuple(goal for goal in goals if goal.bone in tree.names)


def pulled_goal(goal: PullGoal, rig: Rig, pins: Mapping[str, Pin], by_body: bool) -> PullGoal:
    """A pulled bone whose rotation is pinned keeps that. `by_body`, an arm that is pulled by its shoulder hangs on."""
    joint = joint_of(rig, goal)
    if by_body and parts_of(rig).get(joint) == "upper_arm" and joint not in given_rotations(rig):
        return PullGoal(joint, keeps_rotation=True)
    pin = pins.get(goal.bone)
    return msgspec.structs.replace(goal, keeps_rotation=True) if pin is not None and pin.rotation else goal


def _pin_goals(rig: Rig, pulled: Sequence[PullGoal], pins: Mapping[str, Pin]) -> list[PullGoal]:
    """A goal for each pin, and for the end of each limb inside which is pulled: IK holds it."""
    names, points = {goal.bone for goal in pulled}, {(goal.bone, goal.tail) for goal in pulled}
    pinned = {pin_goal(rig, pin).bone for pin in pins.values()}
    asked = (pin_goal(rig, pin) for pin in pins.values() if pin.bone not in names)
    found = [goal for goal in asked if (goal.bone, goal.tail) not in points]
    for goal in pulled:
        ends = held_ends(rig, goal)
        kept = points | {(each.bone, each.tail) for each in found}
        new = (PullGoal(end, True, True) for end in ends if end not in pins and (end, True) not in kept)
        found.extend(msgspec.structs.replace(each, released=joint_of(rig, each) not in pinned) for each in new)
    toes = toes_under(rig, pulled, pins)
    return [*found, *toes, *flat_toes(rig, pulled, pins)]


def pivots_of(rig: Rig, tree: Tree, goals: Sequence[PullGoal], tables: Tables) -> dict[str, str]:
    """The root of the limb that each pulled bone belongs to, where it belongs to one."""
    cost = dict(zip(tree.names, tables.bones[:, c.COST : c.COST + 3].min(axis=1).tolist(), strict=True))
    found = {}
    for goal in goals:
        if goal.pinned:
            continue
        path = (goal.bone, *body_ancestors(rig, goal.bone))[max(goal.stiff, 0 if goal.tail else 1) :]
        for name in path:
            if name not in tree.turning or cost[name] > compliance.LIMB_COST:
                break
            found[goal.bone] = name
    return found
