"""What goes into and out of the panels beside the document: reports of goals, and edits.

Nobody here makes either: reports come from the solver, which widgets do not know, and edits go to the session.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from rigs.document import Document

Edit = Callable[[Document], Document]
"""A pure edit, sent out by `previewed` and `edited`."""


class Goal(Protocol):
    """What the solver says of one goal. `constraint` is its place in the rig, None for a bone that is dragged."""

    @property
    def owner(self) -> str: ...

    @property
    def constraint(self) -> int | None: ...

    @property
    def residual(self) -> float:
        """Metres left."""

    @property
    def reached(self) -> bool: ...

    @property
    def iterations(self) -> int: ...

    @property
    def residuals(self) -> tuple[float, ...]:
        """Metres left at the start and after every step."""

    @property
    def method(self) -> str:
        """The title of the solver that it got."""


@dataclass(frozen=True, slots=True)
class Solved:
    """What one solver made of the document that is shown: its reports, and figures about the whole rig."""

    title: str
    goals: tuple[Goal, ...]
    microseconds: float
    at_limit: int
    """Joints that stand at a limit."""
    jump: float
    """How far the joint that turned most has turned since the solve before, radians."""
