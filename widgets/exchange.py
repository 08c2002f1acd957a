"""What goes into and out of the panels beside the document: reports of goals, and edits.

Nobody here makes either: reports come from the solver, which widgets do not know, and edits go to the session.
"""

from __future__ import annotations

from collections.abc import Callable
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
