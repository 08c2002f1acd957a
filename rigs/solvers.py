"""The solvers to choose from: what each is called, which chains it can solve, and which settings it does not heed.

This is what people and panels need to know; how each works is in `solver/methods/`, a module each, listed in `table`. A
chain that is more than its solver can do gets what Auto would choose, and a problem says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from pantin.rigs.messages import _

SolverName = Literal["auto", "one_bone", "two_bones", "fabrik", "ccd", "dls", "sdls", "lm", "spring"]
Start = Literal["pose", "rest"]

MANY = 1000
"""As many bones as a chain may have."""

ALONE = frozenset({"weight", "iterations"})
"""Settings that mean nothing to what takes one goal at one go."""


class Solver(msgspec.Struct, frozen=True):
    """One solver: its name for people, one line about it, and what it is made for."""

    title: str
    help: str
    bones: tuple[int, int] = (1, MANY)
    """The fewest and the most bones of a chain that it can solve."""
    trees: bool = True
    """Whether it can solve goals together that share bones."""
    turns: bool = True
    """Whether it can turn the end of a chain as the goal is turned."""
    ignores: frozenset[str] = frozenset()
    """The settings of an IK constraint that mean nothing to it."""
    full_title: str = ""
    """Its name in reports, where the title is an abbreviation."""

    def why_not(self, bones: int, goals: int, turning: bool) -> Literal["", "bones", "goals", "rotation"]:
        """Return why it cannot solve a chain: its bones, its goals, or that it holds a rotation; empty where it can."""
        fewest, most = self.bones
        if not fewest <= bones <= most:
            return "bones"
        if goals > 1 and not self.trees:
            return "goals"
        return "rotation" if turning and not self.turns else ""


SOLVERS: Mapping[SolverName, Solver] = {
    "auto": Solver(
        _("Auto"), _("What fits each chain best: one bone aims, two are solved in closed form, more by LM.")
    ),
    "one_bone": Solver(
        _("One bone"),
        _("Aims a single bone at the goal and keeps its twist."),
        bones=(1, 1),
        trees=False,
        turns=False,
        ignores=ALONE | {"pole", "pole_angle", "soft_reach"},
    ),
    "two_bones": Solver(
        _("Two bones"),
        _("Closed form for arms and legs: exact, and it bends to the side of the pole."),
        bones=(2, 2),
        trees=False,
        turns=False,
        ignores=ALONE,
    ),
    "fabrik": Solver(
        "FABRIK",
        _("Forward and backward reaching: smooth curves on free chains, slow where joints have limits."),
    ),
    "ccd": Solver(
        "CCD",
        _("Cyclic coordinate descent: one joint after the other, ends first. Curls chains, slow near full reach."),
    ),
    "dls": Solver(
        "DLS",
        _("Damped least squares: calm near full stretch, where it gives up speed for smoothness."),
    ),
    "sdls": Solver(
        "SDLS",
        _("Selectively damped least squares: finds its damping itself, and does not shake at what is out of reach."),
    ),
    "lm": Solver(
        "LM",
        _(
            "Levenberg–Marquardt from where the chain stands: fast and exact, without the small steps "
            "that make Auto calm."
        ),
        full_title=_("Levenberg–Marquardt"),
    ),
    "spring": Solver(
        _("Spring"),
        _("Shares the bend along the chain as it is shared at rest: for legs of three bones and more."),
        bones=(2, MANY),
        trees=False,
        turns=False,
        ignores=ALONE,
    ),
}
"""All solvers, by name."""


def solver_of(asked: SolverName, bones: int, goals: int, turning: bool) -> SolverName:
    """The solver of a group of bones and goals that asks for `asked`: Auto where that one cannot."""
    return "auto" if SOLVERS[asked].why_not(bones, goals, turning) else asked


def instead(bones: int, goals: int, turning: bool) -> str:
    """Return the solver that Auto solves a group with, in words."""
    if goals > 1 or turning or bones > 2:
        return SOLVERS["lm"].full_title
    return SOLVERS["one_bone" if bones == 1 else "two_bones"].title
