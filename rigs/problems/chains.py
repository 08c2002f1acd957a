"""Problems of the chains that goals turn: more bones asked for than there are, another solver than asked for.

Chains are looked at as they rest; a pose changes none of this.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pantin.rigs.constraints import Distance, Goal, Ik
from pantin.rigs.messages import _, ngettext
from pantin.rigs.problems.cycles import above, new_cycle
from pantin.rigs.problems.problem import Change, Fix, Problem, sentence_for, with_changes
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.solvers import SOLVERS, instead
from pantin.rigs.tree.chains import chain_of
from pantin.rigs.wording import quoted

Chain = tuple[Bone, ...]

SENTENCES = {
    "bones": _("IK of {owner} asks for {asked}, its chain has {bones}: {taken} solves it."),
    "goals": _("IK of {owner} asks for {asked}, its bones have other goals too: {taken} solves it."),
    "rotation": _("IK of {owner} asks for {asked}, it holds a rotation: {taken} solves it."),
    "solver": _("IK of {owner} asks for {asked}, yet shares bones with that of {other}: {taken} solves both."),
    "free": _("IK of {owner} asks for {asked}, yet leaves axes free: {taken} solves it."),
    "distance": _(
        "IK of {owner} asks for {asked}, yet shares bones with the distance of {other}: {taken} solves both."
    ),
    "other_free": _(
        "IK of {owner} asks for {asked}, yet shares bones with that of {other}, which leaves axes free: "
        "{taken} solves both."
    ),
}
"""Why a chain is solved by another solver than the one asked for."""


def short_chains(rig: Rig) -> Iterator[Problem]:
    """Chains that ask for more bones than there are, or for none."""
    for index, goal, chain in goals_with_chains(rig):
        where = f"$.constraints[{index}]"
        if not chain:
            fix = _using_tail(rig, index, goal)
            text = sentence_for(
                fix,
                _("The {goal} turns the bones above it, but there is none."),
                _("The {goal} turns the bones above it, but there is none; choose another bone for it."),
            ).format(goal=named(goal))
            yield Problem("no_chain", "error", (goal.owner,), text, f"{where}.use_tail", fix)
        elif goal.chain_length > len(chain):
            text = ngettext(
                "The {goal} asks for {asked} bones; {there} is there.",
                "The {goal} asks for {asked} bones; {there} are there.",
                len(chain),
            ).format(goal=named(goal), asked=goal.chain_length, there=len(chain))
            use = ngettext("Use {count} bone", "Use {count} bones", len(chain)).format(count=len(chain))
            fix = Fix(use, (Change("constraints", index, "chain_length", len(chain)),))
            yield Problem("short_chain", "warning", (goal.owner,), text, f"{where}.chain_length", fix)


def _using_tail(rig: Rig, index: int, goal: Goal) -> Fix | None:
    """The goal put at the tail of its owner, which turns this bone; None where its target would be turned with it."""
    changes = (Change("constraints", index, "use_tail", True),)
    if _hangs_on(rig, goal.own_target, goal.owner) or new_cycle(rig, with_changes(rig, changes)):
        return None
    return Fix(_("Use its tail"), changes)


def _hangs_on(rig: Rig, name: str | None, other: str) -> bool:
    """Return whether a bone is another one, or is carried by it."""
    return name == other or (name is not None and name in rig.by_name and other in above(rig, name))


def other_solvers(rig: Rig) -> Iterator[Problem]:
    """Chains whose solver cannot solve them, or has to share bones with another one."""
    goals = [(index, goal, {bone.name for bone in chain}) for index, goal, chain in goals_with_chains(rig) if chain]
    for index, ik, bones in goals:
        if not isinstance(ik, Ik) or ik.solver == "auto":
            continue
        sharing = [(other, theirs) for _, other, theirs in goals if other is not ik and theirs & bones]
        why = _why_other(rig, ik, bones, sharing)
        if why:
            asked = {"owner": quoted(ik.owner), "asked": SOLVERS[ik.solver].title, "bones": len(bones)}
            text = SENTENCES[why.reason].format(**asked, taken=why.taken, other=quoted(why.other))
            fix = Fix(_("Leave it to Auto"), (Change("constraints", index, "solver", "auto"),))
            where = f"$.constraints[{index}].solver"
            yield Problem("other_solver", "warning", (ik.owner,), text, where, fix)


class _Why(NamedTuple):
    """The reason why another solver takes over, as its sentence; that solver, and whose goal is in the way."""

    reason: str
    taken: str
    other: str = ""


def _why_other(rig: Rig, ik: Ik, bones: set[str], sharing: list[tuple[Goal, set[str]]]) -> _Why | None:
    """Return why another solver takes over; None where none does."""
    goals = [other for other, _ in sharing]
    iks = [other for other in goals if isinstance(other, Ik)]
    turning = any(each.rotation and each.rotation_weight > 0.0 for each in (ik, *iks))
    why = SOLVERS[ik.solver].why_not(len(bones), 1 + len(goals), turning)
    if why:
        together = len(bones.union(*(theirs for _, theirs in sharing)))
        return _Why(why, instead(together, 1 + len(goals), turning))
    rival = next((other for other in iks if other.solver not in ("auto", ik.solver)), None)
    if rival is not None and rig.constraints.index(rival) < rig.constraints.index(ik):
        return _Why("solver", SOLVERS[rival.solver].title, rival.owner)
    return None if ik.solver == "lm" else _why_levenberg(ik, goals)


def _why_levenberg(ik: Ik, others: list[Goal]) -> _Why | None:
    """Goals that leave axes free, and distances, are for Levenberg–Marquardt alone."""
    taken = SOLVERS["lm"].full_title
    if _leaves_free(ik):
        return _Why("free", taken)
    for other in others:
        if isinstance(other, Distance):
            return _Why("distance", taken, other.owner)
        if _leaves_free(other):
            return _Why("other_free", taken, other.owner)
    return None


def _leaves_free(ik: Ik) -> bool:
    return not all((*ik.position_axes, *ik.rotation_axes))


def named(goal: Goal) -> str:
    """Return the name of a goal within a sentence."""
    sentence = _("distance of {owner}") if isinstance(goal, Distance) else _("IK of {owner}")
    return sentence.format(owner=quoted(goal.owner))


def goals_with_chains(rig: Rig) -> Iterator[tuple[int, Goal, Chain]]:
    """The goals that are on, each with its place among the constraints and its chain, from the tip up."""
    for index, constraint in enumerate(rig.constraints):
        if isinstance(constraint, Goal) and constraint.enabled and constraint.owner in rig.by_name:
            yield index, constraint, chain_of(rig, constraint)
