"""The order in which a rig is evaluated, from what depends on what.

A bone depends on its parent and on the targets of its constraints. The bones of one IK chain are solved together, and
chains that share bones as one tree: such a set depends on everything that its bones, targets and poles depend on. What
depends on itself, a handle under its own chain for instance, has no order; then the constraints on the way are left
out, and the bones are named.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rigs import Rig
from rigs.constraints import Constraint, Ik
from rigs.problems import Problem


@dataclass(frozen=True, slots=True)
class Grab:
    """A bone that is being pulled: a goal for its tail, for as long as a drag lasts.

    `chain_length` counts the bones that turn, from `bone` upwards along connected bones; 0 is as far as they go. `goal`
    is in armature space, metres. `holds` is a wish that a tip keep its place while another bone moves: nobody asked for
    it by name, so it is not reported.
    """

    bone: str
    chain_length: int
    goal: tuple[float, float, float]
    holds: bool = False


@dataclass(frozen=True, slots=True)
class Chain:
    """The bones that one goal turns, from its end to its root, and what gives the goal."""

    bones: tuple[str, ...]
    owner: str
    constraint: int | None
    grab: int | None
    needs: tuple[str, ...]
    reported: bool = True


@dataclass(frozen=True, slots=True)
class Unit:
    """What is evaluated at one go: a single bone, or the bones of chains that share some."""

    bones: tuple[str, ...]
    chains: tuple[Chain, ...]


@dataclass(frozen=True, slots=True)
class Schedule:
    """Units in an order that works, the constraints that act in it, and the cycles that had to be cut."""

    units: tuple[Unit, ...]
    acting: frozenset[int]
    problems: tuple[Problem, ...]


def schedule(rig: Rig, grabs: Sequence[Grab] = ()) -> Schedule:
    """Order the bones of `rig`. Constraints on a cycle do not act; each cycle is one problem that names its bones."""
    acting = frozenset(i for i, c in enumerate(rig.constraints) if acts(rig, c))
    problems: list[Problem] = []
    while True:
        units = _units(rig, acting, grabs)
        order, cycles = _in_order(rig, units, acting)
        if not cycles:
            return Schedule(tuple(order), acting, tuple(problems))
        cut = frozenset(i for i in acting if any(_closes(rig, rig.constraints[i], cycle) for cycle in cycles))
        if not cut:
            raise ValueError("the parents of the bones form a cycle")
        problems.extend(_problem(rig, cycle) for cycle in cycles)
        acting -= cut


def chain_bones(rig: Rig, ik: Ik) -> tuple[str, ...]:
    """The bones that an IK constraint turns, from the end of its chain upwards."""
    end = ik.owner if ik.use_tail else rig.by_name[ik.owner].parent
    return tuple(_upwards(rig, end, ik.chain_length, connected=False))


def connected_chain(rig: Rig, bone: str, chain_length: int) -> tuple[str, ...]:
    """`bone` and the bones above it that it hangs on without a gap, at most `chain_length` of them; 0 is all."""
    return tuple(_upwards(rig, bone, chain_length, connected=True))


def acts(rig: Rig, constraint: Constraint) -> bool:
    """Whether `constraint` is on, knows its bones, and has any strength."""
    strength = constraint.blend if isinstance(constraint, Ik) else constraint.influence
    known = constraint.target in rig.by_name and constraint.owner in rig.by_name
    return constraint.enabled and known and strength > 0.0


def _upwards(rig: Rig, name: str | None, count: int, connected: bool) -> Iterable[str]:
    taken = 0
    while name is not None and (count == 0 or taken < count):
        yield name
        bone = rig.by_name[name]
        if connected and not bone.connected:
            return
        name, taken = bone.parent, taken + 1


def _closes(rig: Rig, constraint: Constraint, cycle: frozenset[str]) -> bool:
    """Whether `constraint` makes bones of the cycle depend on others of it."""
    if isinstance(constraint, Ik):
        aims = {constraint.target, constraint.pole}
        return bool(aims & cycle) and bool(cycle.intersection(chain_bones(rig, constraint)))
    return constraint.target in cycle and constraint.owner in cycle


def _units(rig: Rig, acting: frozenset[int], grabs: Sequence[Grab]) -> list[Unit]:
    """Every bone alone, except that the bones of chains that share some are one unit."""
    chains = _chains(rig, acting, grabs)
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
    by_leader: dict[str, list[Chain]] = {}
    for chain in chains:
        by_leader.setdefault(find(chain.bones[0]), []).append(chain)
    return [Unit(tuple(names), tuple(by_leader.get(head, ()))) for head, names in together.items()]


def _chains(rig: Rig, acting: frozenset[int], grabs: Sequence[Grab]) -> list[Chain]:
    found = []
    for i in sorted(acting):
        ik = rig.constraints[i]
        if isinstance(ik, Ik):
            bones = chain_bones(rig, ik)
            pole = (ik.pole,) if ik.pole in rig.by_name and ik.pole is not None else ()
            target = (ik.target,) if ik.target is not None else ()
            if bones:
                found.append(Chain(bones, ik.owner, i, None, target + pole))
    for g, grab in enumerate(grabs):
        found.append(Chain(connected_chain(rig, grab.bone, grab.chain_length), grab.bone, None, g, (), not grab.holds))
    return found


def _in_order(rig: Rig, units: list[Unit], acting: frozenset[int]) -> tuple[list[Unit], list[frozenset[str]]]:
    """The units sorted so that each follows what it needs, or the sets of bones that need each other.

    Tarjan's strongly connected components (1972), with a stack of our own: a rig may be thousands of bones deep.
    """
    unit_of = {name: u for u, unit in enumerate(units) for name in unit.bones}
    targets = _copied_by(rig, acting)
    needs = [_needs(rig, unit, unit_of, targets) for unit in units]
    number = [-1] * len(units)
    low = [0] * len(units)
    waiting: list[int] = []
    on_stack = [False] * len(units)
    order: list[Unit] = []
    cycles: list[frozenset[str]] = []
    counter = 0
    for start in range(len(units)):
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
                members = []
                while True:
                    v = waiting.pop()
                    on_stack[v] = False
                    members.append(v)
                    if v == u:
                        break
                order.extend(units[v] for v in members)
                if len(members) > 1 or u in needs[u]:
                    cycles.append(frozenset(name for v in members for name in units[v].bones))
    return order, cycles


def _copied_by(rig: Rig, acting: frozenset[int]) -> dict[str, list[str]]:
    """The bones that each owner of a constraint looks at, IK aside."""
    found: dict[str, list[str]] = {}
    for i in acting:
        constraint = rig.constraints[i]
        if not isinstance(constraint, Ik) and constraint.target is not None:
            found.setdefault(constraint.owner, []).append(constraint.target)
    return found


def _needs(rig: Rig, unit: Unit, unit_of: dict[str, int], targets: dict[str, list[str]]) -> list[int]:
    """The units that must be evaluated before this one. A chain that needs one of its own bones needs itself."""
    inside = set(unit.bones)
    found: dict[int, None] = {}
    for name in unit.bones:
        parent = rig.by_name[name].parent
        if parent is not None and parent not in inside:
            found[unit_of[parent]] = None
        for target in targets.get(name, ()):
            found[unit_of[target]] = None
    for chain in unit.chains:
        for name in chain.needs:
            found[unit_of[name]] = None
    return list(found)


def _problem(rig: Rig, cycle: frozenset[str]) -> Problem:
    names = tuple(bone.name for bone in rig.bones if bone.name in cycle)
    shown = ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")
    text = f"{shown} depend on each other, so their constraints are left out: parent the target outside the chain."
    return Problem(kind="cycle", severity="error", bones=names, text=text)
