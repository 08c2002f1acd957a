"""The order of evaluation: which sets of bones depend on which others.

A bone depends on its parent and on the targets of its constraints. The bones of one IK chain are solved together, those
of a chain that follows a curve are laid along it together, and chains that share bones are one tree: such a set depends
on everything that its bones, targets, poles and points depend on. Bones that refer to each other's heads are one set as
well: what turns them moves no head. What depends on itself, a handle under its own chain for instance, has no order;
then the constraints on the way are left out, and the bones are named.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from pantin.rigs.constraints import Chained, Constraint, DampedTrack, Goal, LockedTrack, SplineIk, StretchTo, TrackTo
from pantin.rigs.rig import Rig
from pantin.rigs.tree.chains import acts, chain_bones, waiting_ik

Names = tuple[str, ...]


class Order(msgspec.Struct, frozen=True):
    """Sets of bones in an order that works, the constraints that act in it, and the cycles that had to be cut."""

    sets: tuple[Names, ...]
    acting: frozenset[int]
    cycles: tuple[frozenset[str], ...]


def order_of(rig: Rig, pulled: Sequence[Names] = ()) -> Order:
    """Order the bones of `rig`. The chains `pulled` turn beside those of its IK constraints.

    Raises ValueError where parents form a cycle, which no constraint can be blamed for.
    """
    acting = frozenset(i for i, constraint in enumerate(rig.constraints) if acts(rig, constraint))
    cut: list[frozenset[str]] = []
    while True:
        sets, cycles = _ordered(rig, acting, pulled)
        if not cycles:
            return Order(tuple(sets), acting, tuple(cut))
        closing = frozenset(i for i in acting if any(closes(rig, rig.constraints[i], cycle) for cycle in cycles))
        if not closing:
            raise ValueError("the parents of the bones form a cycle")
        cut.extend(cycles)
        acting -= closing


def cycles_of(rig: Rig) -> tuple[frozenset[str], ...]:
    """The sets of bones that depend on each other.

    What is needed by nothing is on no cycle, so only bones that constraints name, and those above, are ordered.
    """
    concerned: set[str] = set()
    for constraint in rig.constraints:
        if acts(rig, constraint):
            for named in (constraint.owner, *constraint.looks_at, constraint.own_pole):
                bone = rig.by_name.get(named or "")
                while bone is not None and bone.name not in concerned:
                    concerned.add(bone.name)
                    bone = rig.by_name.get(bone.parent or "")
    part = tuple(bone for bone in rig.bones if bone.name in concerned)
    return order_of(msgspec.structs.replace(rig, bones=part)).cycles if part else ()


def closes(rig: Rig, constraint: Constraint, cycle: Collection[str]) -> bool:
    """Return whether `constraint` makes bones of the cycle depend on others of it."""
    if isinstance(constraint, Goal):
        aimed = constraint.target in cycle or constraint.own_pole in cycle
        return aimed and any(name in cycle for name in chain_bones(rig, constraint))
    moved = chain_bones(rig, constraint) if isinstance(constraint, SplineIk) else (constraint.owner,)
    return any(name in cycle for name in moved) and any(name in cycle for name in constraint.looks_at)


def _hangs_on(rig: Rig, name: str, names: Collection[str]) -> bool:
    """Return whether one of `names` carries a bone, or the bone itself where parents go in a circle."""
    seen, parent = set[str](), rig.by_name[name].parent
    while parent is not None and parent not in seen:
        if parent in names:
            return True
        seen.add(parent)
        parent = rig.by_name[parent].parent
    return False


def turns_to_head(constraint: Constraint) -> bool:
    """Return whether all that `constraint` does is to turn its owner towards the head of another bone."""
    if not isinstance(constraint, TrackTo | DampedTrack | LockedTrack | StretchTo) or constraint.head_tail > 0.0:
        return False
    if constraint.target == constraint.owner:
        return False
    if not isinstance(constraint, TrackTo):
        return True
    return not constraint.target_z and constraint.owner_space == constraint.target_space == "pose"


class _Chain(msgspec.Struct, frozen=True):
    """Bones that turn together, and the bones that they are turned for."""

    bones: Names
    aims: Names


def _ordered(rig: Rig, acting: frozenset[int], pulled: Sequence[Names]) -> tuple[list[Names], list[frozenset[str]]]:
    """The sets sorted so that each follows what it needs, or the cycles that forbid it."""
    chains = [*_ik_chains(rig, acting), *(_Chain(bones, _pole_of_waiting(rig, bones[0])) for bones in pulled)]
    sets = _together(rig, chains)
    components = _components(_needs(rig, sets, chains, _targets(rig, acting)))
    order, cycles = list[Names](), list[frozenset[str]]()
    for members, circular in components:
        names = tuple(name for s in members for name in sets[s])
        if circular and _look_at_heads(rig, acting, frozenset(names)):
            order.append(names)
            continue
        order.extend(sets[s] for s in members)
        if circular:
            cycles.append(frozenset(names))
    return order, cycles


def _look_at_heads(rig: Rig, acting: frozenset[int], names: frozenset[str]) -> bool:
    """Return whether bones depend on each other only by turning towards each other's heads, which stay where they are
    then.
    """
    if any(_hangs_on(rig, name, names) for name in names):
        return False
    for i in acting:
        constraint = rig.constraints[i]
        moved = chain_bones(rig, constraint) if isinstance(constraint, Chained) else (constraint.owner,)
        if any(name in names for name in moved) and not turns_to_head(constraint):
            return False
    return True


def _ik_chains(rig: Rig, acting: frozenset[int]) -> list[_Chain]:
    found = []
    for i in sorted(acting):
        ik = rig.constraints[i]
        if isinstance(ik, Chained) and (bones := chain_bones(rig, ik)):
            pole = ik.own_pole
            aims = tuple(name for name in (*ik.looks_at, pole) if name is not None and name in rig.by_name)
            found.append(_Chain(bones, aims))
    return found


def _pole_of_waiting(rig: Rig, bone: str) -> Names:
    """The pole of the IK constraint that acts while `bone` is dragged."""
    index = waiting_ik(rig, bone)
    pole = None if index is None else rig.constraints[index].own_pole
    return (pole,) if pole in rig.by_name and pole is not None else ()


def _together(rig: Rig, chains: Sequence[_Chain]) -> list[Names]:
    """Every bone alone, except that the bones of chains that share some are one set."""
    leader = {bone.name: bone.name for bone in rig.bones}

    def find(name: str) -> str:
        while leader[name] != name:
            leader[name] = leader[leader[name]]
            name = leader[name]
        return name

    for chain in chains:
        for name in chain.bones[1:]:
            leader[find(name)] = find(chain.bones[0])
    together: dict[str, list[str]] = {}
    for bone in rig.bones:
        together.setdefault(find(bone.name), []).append(bone.name)
    return [tuple(names) for names in together.values()]


def _targets(rig: Rig, acting: frozenset[int]) -> dict[str, list[str]]:
    """The bones that each owner of a constraint refers to, IK aside."""
    found: dict[str, list[str]] = {}
    for i in acting:
        constraint = rig.constraints[i]
        if not isinstance(constraint, Chained) and constraint.looks_at:
            found.setdefault(constraint.owner, []).extend(constraint.looks_at)
    return found


def _needs(
    rig: Rig, sets: Sequence[Names], chains: Sequence[_Chain], targets: dict[str, list[str]]
) -> list[dict[int, None]]:
    """The sets that must be evaluated before each. A chain that needs one of its own bones needs itself."""
    set_of = {name: s for s, names in enumerate(sets) for name in names}
    needs: list[dict[int, None]] = [{} for _ in sets]
    for s, names in enumerate(sets):
        for name in names:
            parent = rig.by_name[name].parent
            if parent is not None and set_of[parent] != s:
                needs[s][set_of[parent]] = None
            needs[s].update((set_of[target], None) for target in targets.get(name, ()))
    for chain in chains:
        needs[set_of[chain.bones[0]]].update((set_of[aim], None) for aim in chain.aims)
    return needs


def _components(needs: Sequence[Collection[int]]) -> list[tuple[list[int], bool]]:
    """Return groups that depend on themselves, each after what it needs, and whether it does depend on itself.

    Tarjan's strongly connected components (1972), with a stack of our own: a rig may be thousands of bones deep.
    """
    number = [-1] * len(needs)
    low = [0] * len(needs)
    waiting: list[int] = []
    on_stack = [False] * len(needs)
    found: list[tuple[list[int], bool]] = []
    counter = 0
    for start in range(len(needs)):
        if number[start] >= 0:
            continue
        work = [(start, iter(needs[start]))]
        while work:
            u, rest = work[-1]
            if number[u] < 0:
                number[u] = low[u] = counter
                counter += 1
                waiting.append(u)
                on_stack[u] = True
            step = next((v for v in rest if number[v] < 0 or on_stack[v]), None)
            if step is not None:
                if number[step] < 0:
                    work.append((step, iter(needs[step])))
                else:
                    low[u] = min(low[u], number[step])
                continue
            work.pop()
            if work:
                low[work[-1][0]] = min(low[work[-1][0]], low[u])
            if low[u] == number[u]:
                members = _taken_from(waiting, u)
                for v in members:
                    on_stack[v] = False
                found.append((members, len(members) > 1 or u in needs[u]))
    return found


def _taken_from(waiting: list[int], last: int) -> list[int]:
    """Return the members of the stack down to `last`, the top first."""
    members = [waiting.pop()]
    while members[-1] != last:
        members.append(waiting.pop())
    return members
