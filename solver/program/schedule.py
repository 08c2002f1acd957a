"""The order in which a rig is evaluated, with the chains that are solved on the way.

What depends on what is found in `rigs.order`. Here the chains of grabs join those of IK constraints, and each set of
bones gets the chains that are solved in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from pantin.rigs import Rig
from pantin.rigs.constraints import Goal
from pantin.rigs.constraints.goals import ChainLength
from pantin.rigs.fields import BoneName, Position
from pantin.rigs.problems.cycles import cycle_problem
from pantin.rigs.problems.problem import Problem
from pantin.rigs.tree.chains import chain_bones, connected_chain, grabbed_chain, waiting_ik
from pantin.rigs.tree.order import order_of


class Grab(msgspec.Struct, frozen=True):
    """A bone that is pulled by hand: a goal for its tail, for as long as a drag lasts.

    `chain_length` counts the bones that turn, from `bone` upwards along connected bones; 0 is as far as they go. `goal`
    is in armature space, metres. `holds` marks a goal that keeps a tip in place while another bone moves: nobody asked
    for it by name, so it is not reported.
    """

    bone: BoneName
    chain_length: ChainLength
    goal: Position
    holds: bool = False


class Chain(msgspec.Struct, frozen=True):
    """The bones that one goal turns, from the tip to the root, and where the goal comes from.

    A grab of a bone whose IK constraint waits for one has both. A bone that keeps its own rotation has neither.
    """

    bones: tuple[str, ...]
    owner: str
    constraint: int | None
    grab: int | None
    reported: bool = True


class Unit(msgspec.Struct, frozen=True):
    """The bones that are evaluated at once: a single bone, or those of chains that share some."""

    bones: tuple[str, ...]
    chains: tuple[Chain, ...]


class Schedule(msgspec.Struct, frozen=True):
    """Units in a valid order, the constraints that act in it, and the cycles that had to be cut."""

    units: tuple[Unit, ...]
    acting: frozenset[int]
    problems: tuple[Problem, ...]


def schedule(rig: Rig, grabs: Sequence[Grab] = ()) -> Schedule:
    """Order the bones of `rig`. Constraints on a cycle do not act; each cycle is one problem that names its bones."""
    pulled = [turned_by(rig, grab) for grab in grabs]
    order = order_of(rig, pulled)
    set_of = {name: s for s, names in enumerate(order.sets) for name in names}
    chains_in: dict[int, list[Chain]] = {}
    chains = _ik_chains(rig, order.acting) if rig.live_solving else ()
    for chain in (*chains, *_grabbed(rig, grabs, pulled)):
        chains_in.setdefault(set_of[chain.bones[0]], []).append(chain)
    units = tuple(Unit(names, tuple(chains_in.get(s, ()))) for s, names in enumerate(order.sets))
    return Schedule(units, order.acting, tuple(cycle_problem(rig, cycle) for cycle in order.cycles))


def _ik_chains(rig: Rig, acting: frozenset[int]) -> Iterator[Chain]:
    """The chains of the goals among the constraints that act, in their order."""
    for i in sorted(acting):
        ik = rig.constraints[i]
        if isinstance(ik, Goal) and (bones := chain_bones(rig, ik)):
            yield Chain(bones, ik.owner, i, None)


def turned_by(rig: Rig, grab: Grab) -> tuple[str, ...]:
    """The bones that a grab turns, from the tip upwards."""
    return (connected_chain if grab.holds else grabbed_chain)(rig, grab.bone, grab.chain_length)


def _grabbed(rig: Rig, grabs: Sequence[Grab], pulled: Sequence[tuple[str, ...]]) -> Iterator[Chain]:
    """The chains of what is pulled by hand, with the IK of the bone that has no target and waits for that."""
    for g, (grab, bones) in enumerate(zip(grabs, pulled, strict=True)):
        waiting = None if grab.holds else waiting_ik(rig, grab.bone)
        yield Chain(bones, grab.bone, waiting, g, not grab.holds)
