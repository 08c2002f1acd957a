"""Values that go into and out of the panels besides the document: reports of goals, solves to compare, and edits.

Reports come from the solver, which widgets do not import; edits go to the session.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol

import msgspec

from pantin.rigs.document import Document
from pantin.widgets.messages import _

Edit = Callable[[Document], Document]
"""A pure edit, sent out by `previewed` and `edited`."""


FollowUp = Callable[[Document, Document, int], Document]
"""Makes the follow-up of an edit to the constraint in that place, from the documents before and after."""


KeysOf = Callable[[str], str]
"""The keys of an action in words, "F or Shift+F"; empty where it has none."""


def keys_in_words(keys: str) -> str:
    """Return the words of a tooltip about keys that do the same; nothing where there are none."""
    return _("Keys: {keys}").format(keys=keys) if keys else ""


class BoneRequest(msgspec.Struct, frozen=True):
    """A request that the user picks a bone in the view or in the tree."""

    purpose: str
    """The use of the bone: "the target of IK on shin.L"."""
    why_not: Callable[[Any], str]
    """Why a bone cannot be picked; empty where it can."""
    on_picked: Callable[[Any], None]
    on_cancelled: Callable[[], None] = lambda: None
    cancel_label: str = _("Cancel")
    """The words for picking no bone."""
    of_others: bool = False
    """True where a bone of another figure, a `BoneRef`, can be picked as well as the name of an own one."""


class Pointed(msgspec.Struct, frozen=True):
    """The things that the pointer is on in a panel: constraints by their places in the rig, and a bone that is named
    there.
    """

    constraints: tuple[int, ...] = ()
    bone: str | None = None


class Goal(Protocol):
    """The solver's report of one goal. `constraint` is its place in the rig, None for a bone that is dragged."""

    @property
    def owner(self) -> str: ...

    @property
    def handle(self) -> str:
        """The bone that stands for it: the constraint's target, else the bone that is dragged."""

    @property
    def constraint(self) -> int | None: ...

    @property
    def residual(self) -> float:
        """Distance from goal to effector, metres."""

    @property
    def reached(self) -> bool: ...

    @property
    def ahead(self) -> bool:
        """Return whether it is not reached because a body with speed comes after it: no miss."""

    @property
    def pinned(self) -> bool:
        """Return whether it is a pin that a pull could not keep in its place."""

    @property
    def iterations(self) -> int: ...

    @property
    def rotation_residual(self) -> float:
        """Angle from goal to effector, radians; 0 where no rotation is asked for."""

    @property
    def pole_residual(self) -> float:
        """Angle from the bend to the side of the pole, radians; 0 without a pole."""

    @property
    def pole_undefined(self) -> bool:
        """Return whether the pole lies in line with root and goal, so that it gives no direction."""

    @property
    def microseconds(self) -> float | None:
        """Return the time that the chain took; None where that was not measured."""


class CompliantPart(Protocol):
    """A part of the body that yields when something is pulled."""

    @property
    def part(self) -> str:
        """ "arm", "clavicle", "spine", "neck", "hips", "root", "leg", "legs", or "run" for bones of no known part."""

    @property
    def side(self) -> str:
        """ "L", "R", or nothing."""

    @property
    def bones(self) -> tuple[str, ...]:
        """Its bones, from the body outwards."""

    @property
    def moved(self) -> float | None:
        """Return the angle that it turned, radians, or the distance that the hips moved, metres; None where nothing was
        pulled.
        """


class Balanced(Protocol):
    """The centre of mass against the feet that stand."""

    @property
    def support(self) -> Sequence[tuple[float, float]]:
        """The corners of what bears it, on the floor; none where no foot stands."""

    @property
    def margin(self) -> float:
        """Return the distance inside of the nearest edge, metres; outside of it, negative."""

    @property
    def stands(self) -> bool:
        """Return whether it is over the support."""

    @property
    def held(self) -> bool:
        """Return whether pins in the air carry it."""

    @property
    def sits(self) -> bool:
        """Return whether what it sits on bears it."""


class TracedGoal(Goal, Protocol):
    """A report with the course of the solve and the chain."""

    @property
    def method(self) -> str:
        """The title of the solver that it got."""

    @property
    def residuals(self) -> tuple[float, ...]:
        """The distance from goal to effector before the first step and after each one, metres."""

    @property
    def steps_most(self) -> int:
        """Return the number of steps that were allowed."""

    @property
    def tolerance(self) -> float:
        """Metres: a goal that is nearer is reached."""

    @property
    def bones(self) -> tuple[str, ...]:
        """The chain that was turned for it, from its end to its root."""

    @property
    def length(self) -> float:
        """Return the length of that chain when straight, metres."""

    @property
    def distance(self) -> float:
        """From the root of the chain to the goal, metres."""


class Solved(msgspec.Struct, frozen=True):
    """The result of one solver for the document that is shown: its reports, and figures about the whole rig."""

    title: str
    goals: tuple[TracedGoal, ...] = ()
    microseconds: float = 0.0
    limits_hit: tuple[str, ...] = ()
    """Bones whose joints have come to the end of a limit."""
    jump: float | None = None
    """Turn of the joint that turned most since the solve before, radians; None where there was none."""

    @property
    def worst(self) -> TracedGoal | None:
        """The goal that is missed most; where all are reached, the one that took most steps."""
        return max(
            self.goals,
            key=lambda goal: (not goal.reached, goal.residual * (not goal.reached), goal.iterations),
            default=None,
        )


class SolverChoice(Protocol):
    """A solver that people may choose: what it is called, and one line about it."""

    @property
    def title(self) -> str: ...

    @property
    def help(self) -> str: ...


class Playing(msgspec.Struct, frozen=True):
    """The state of a simulation: whether it is played, for how long it has been, and which time of it can be gone back
    to, seconds.
    """

    state: Literal["off", "running", "paused"]
    seconds: float = 0.0
    span: tuple[float, float] = (0.0, 0.0)
