"""The bones that take part when a body is pulled: all between its root and what is pulled or pinned.

The root is the part of the body that moves as a whole, the hips. A bone takes part with its rotation where a goal
beyond it can feel that, unless another bone gives it its rotation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from pantin.rigs import CopyRotation, CopyTransforms, DampedTrack, Ik, Pin, Rig
from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.editing.limbs import visible_control
from pantin.rigs.limb import LimbKind
from pantin.rigs.tree.chains import acts, chain_bones

TURNING = CopyRotation | CopyTransforms | DampedTrack
"""The constraints that rotate bones."""


BENDING: frozenset[LimbKind] = frozenset(("spine", "tail", "finger"))
"""Limbs that bend along their whole length."""


class PullGoal(msgspec.Struct, frozen=True):
    """A goal of one bone: its head, or its tail, is to be at a place, and perhaps its rotation is to stay."""

    bone: str
    tail: bool = False
    pinned: bool = False
    keeps_rotation: bool = False
    stiff: int = 0
    """So many bones, its own and those above, do not turn: a hand that is pulled by a finger stays as it is."""
    released: bool = False
    """It is pinned as the end of a limb that IK holds, and follows where a joint inside that is pulled away."""
    waits: bool = False
    """It is pinned once the heel of its foot rises, as toes that stay flat."""


class Tree(msgspec.Struct, frozen=True):
    """The bones that take part, parents first, and which of them may turn."""

    names: tuple[str, ...]
    turning: frozenset[str]
    root_free: bool
    """Whether the first bone moves and turns as a whole; else it hangs where its parent is."""


def stiff_end(rig: Rig, goal: PullGoal) -> str:
    """The last bone that does not turn, the hand of a finger that is pulled; without any, the bone itself."""
    return (goal.bone, *body_ancestors(rig, goal.bone))[max(goal.stiff - 1, 0)]


def joint_of(rig: Rig, goal: PullGoal) -> str:
    """The bone whose head is the point of a goal; of a tail on which nothing hangs its own bone."""
    if not goal.tail:
        return goal.bone
    below = (child for child in rig.children.get(goal.bone, ()) if child.kind == "bone" and child.connected)
    return next((child.name for child in below), goal.bone)


def whole_tree(rig: Rig, goals: Sequence[PullGoal]) -> Tree:
    """All bones between the root of the body and the bones of `goals`."""
    root = body_root(rig, goals[0].bone)
    paths = [path for goal in goals if root in (path := (goal.bone, *body_ancestors(rig, goal.bone)))]
    taken = {name for path in paths for name in path[: path.index(root) + 1]}
    names = parents_first(rig, root, taken)
    stiff = {name for goal in goals for name in (goal.bone, *body_ancestors(rig, goal.bone))[: goal.stiff]}
    turning = _felt(rig, names, goals) - given_rotations(rig) - {root} - stiff
    return Tree(names, frozenset(turning), root_free=True)


def chain_tree(rig: Rig, goal: PullGoal, count: int) -> Tree:
    """The `count` bones above a goal that turn for it; 0 is as far as they are connected.

    A bone that is given its rotation ends the chain; that of the goal itself is carried as it is.
    """
    path, given = (goal.bone, *body_ancestors(rig, goal.bone)), given_rotations(rig)
    first = goal.stiff or (0 if goal.tail and goal.bone not in given else 1)
    turning: list[str] = []
    for name in path[first:]:
        if name in given:
            break
        turning.append(name)
        if len(turning) == count or (count == 0 and not rig.by_name[name].connected):
            break
    return Tree(path[: first + len(turning)][::-1], frozenset(turning), root_free=False)


def body_root(rig: Rig, bone: str) -> str:
    """Return the bone that moves as a whole when `bone` is pulled: the hips, else the first bone of the body that
    carries branches.

    Where that hangs on the tail of its parent it cannot leave it, and the first bone above it that is free moves.
    """
    path = [bone, *body_ancestors(rig, bone)]
    root = _middle(rig, path)
    while rig.by_name[root].connected and root != path[-1]:
        root = path[path.index(root) + 1]
    return root


def _middle(rig: Rig, path: Sequence[str]) -> str:
    """The hips among a bone and those above it, else the topmost that carries branches, else the topmost."""
    parts = parts_of(rig)
    hips = [name for name in path if parts.get(name) == "hips"]
    if hips:
        return hips[-1]
    for name in reversed(path):
        if sum(child.kind == "bone" for child in rig.children.get(name, ())) > 1:
            return name
    return path[-1]


def body_ancestors(rig: Rig, name: str) -> tuple[str, ...]:
    """The bones of the body above a bone, from its parent up; handles end it."""
    found: list[str] = []
    above = rig.by_name[name].parent
    while above is not None and rig.by_name[above].kind == "bone":
        found.append(above)
        above = rig.by_name[above].parent
    return tuple(found)


def given_rotations(rig: Rig) -> set[str]:
    """The bones whose rotation comes from another bone of the body, or only in part from a control."""
    acting = [each for each in rig.constraints if isinstance(each, TURNING) and acts(rig, each)]
    free = carried_controls(rig).keys() | {each.owner for each in aims(rig)}
    return {each.owner for each in acting if each.owner not in free}


def aims(rig: Rig) -> tuple[DampedTrack, ...]:
    """Return the constraints that point bones at controls that follow bones below them, as a back points at the handle
    of the chest.

    Such a bone may turn: the control follows, so it points there still.
    """
    whole = [each for each in rig.constraints if isinstance(each, DampedTrack) and each.influence == 1.0]
    if not whole:
        return ()
    carried = {control: owner for owner, control in carried_controls(rig).items()}
    turned = [each.owner for each in rig.constraints if isinstance(each, TURNING) and acts(rig, each)]
    alone = [each for each in whole if acts(rig, each) and turned.count(each.owner) == 1]
    followed = [(each, carried.get(each.own_target or "")) for each in alone]
    return tuple(each for each, bone in followed if bone is not None and each.owner in body_ancestors(rig, bone))


def carried_controls(rig: Rig) -> dict[str, str]:
    """By bone the control whose rotation it takes over whole: where the bone turns, that turns along."""
    copying = CopyRotation | CopyTransforms
    whole = [
        each for each in rig.constraints if isinstance(each, copying) and acts(rig, each) and each.influence == 1.0
    ]
    named = [(each.owner, each.own_target) for each in whole]
    found = {owner: target for owner, target in named if target and rig.by_name[target].kind != "bone"}
    several = [each.owner for each in rig.constraints if isinstance(each, copying | DampedTrack) and acts(rig, each)]
    return {owner: target for owner, target in found.items() if several.count(owner) == 1}


def acting_ik(rig: Rig) -> list[Ik]:
    """The IK constraints that act on a chain with a handle of their own."""
    if not rig.live_solving:
        return []
    found = [each for each in rig.constraints if isinstance(each, Ik) and acts(rig, each)]
    return [ik for ik in found if ik.own_target and rig.by_name[ik.own_target].kind != "bone"]


def held_ends(rig: Rig, goal: PullGoal) -> list[str]:
    """The ends of chains with the goal's point at a joint inside them, an elbow or a knee: IK holds them in place.

    Where a back, a tail or a finger is pulled, what comes after that goes along.
    """
    ends = []
    bending = {name for limb in rig.limbs if limb.kind in BENDING for name in limb.controls}
    for ik in acting_ik(rig):
        if ik.target in bending:
            continue
        chain = chain_bones(rig, ik)
        if goal.bone in (chain[1:] if goal.tail else chain[:-1]):
            ends.append(ik.owner)
    return ends


def pin_goal(rig: Rig, pin: Pin) -> PullGoal:
    """Return the goal of a pin. That of a handle holds the end of its chain, and what turns with the handle."""
    if rig.by_name[pin.bone].kind == "bone":
        return PullGoal(pin.bone, False, True, pin.rotation)
    if pin.rotation and (turned := [owner for owner, control in carried_controls(rig).items() if control == pin.bone]):
        return PullGoal(turned[0], False, True, True)
    held = next((ik.owner for ik in acting_ik(rig) if ik.target == pin.bone), None)
    return PullGoal(held, True, True) if held else PullGoal(pin.bone, False, True, pin.rotation)


def steered_goal(rig: Rig, control: str) -> PullGoal | None:
    """Return what a handle steers: the bone that takes over its rotation, or the end of its chain; None without one."""
    owner = next((owner for owner, each in carried_controls(rig).items() if each == control), None)
    if owner is not None:
        return PullGoal(owner)
    acting = (each for each in rig.constraints if isinstance(each, Ik) and acts(rig, each))
    ik = next((each for each in acting if each.own_target and visible_control(rig, each.own_target) == control), None)
    if ik is None:
        return None
    end = end_of(rig, ik)
    return PullGoal(end) if end is not None else PullGoal(ik.owner, tail=ik.use_tail)


def end_of(rig: Rig, ik: Ik) -> str | None:
    """The bone that hangs on the end of a chain which brings its tail to its target."""
    below = (child.name for child in rig.children.get(ik.owner, ()) if child.connected)
    return next(below, None) if ik.use_tail else None


def parents_first(rig: Rig, root: str, taken: set[str]) -> tuple[str, ...]:
    """The root, and those of the bones `taken` that hang on it without a gap, each behind its parent."""
    found, at = [root], 0
    while at < len(found):
        found.extend(child.name for child in rig.children.get(found[at], ()) if child.name in taken)
        at += 1
    return tuple(found)


def _felt(rig: Rig, names: Iterable[str], goals: Sequence[PullGoal]) -> set[str]:
    """The bones whose turn some goal feels."""
    found: set[str] = set()
    for goal in goals:
        found.update(body_ancestors(rig, goal.bone))
        if goal.tail or goal.keeps_rotation:
            found.add(goal.bone)
    return found & set(names)
