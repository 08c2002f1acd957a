"""Auto IK: pull any bone and the chain above it follows. Wheel and Page keys make the chain longer or shorter.

The chain is as long as the user last set it; 0 is as far as bones are connected. A bone with an IK constraint moves its
handle instead, and a root moves while the tips of its chains hold their places: `solver.edits.auto_ik` decides.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.document import Document
from pantin.solver import Grab
from pantin.solver.edits import auto_ik as auto_ik_edit
from pantin.solver.edits.auto_ik import Pull
from pantin.viewport.messages import _
from pantin.viewport.tools.dragging.drag_axes import DragAxes
from pantin.viewport.tools.dragging.drag_target import active_bone
from pantin.viewport.tools.dragging.events import Event, Key, Wheel
from pantin.viewport.values.overlay import Bubble, Overlay
from pantin.viewport.values.stage import Look


@dataclass(frozen=True, eq=False)
class AutoIkMover:
    """Pulls a bone, with the chain that follows it."""

    look: Look
    bone: str
    asked: int
    """The chain length asked for; 0 is as far as connected."""
    pull: Pull

    @property
    def chain_length(self) -> int | None:
        """The chain length, to be remembered; None where something else than a chain moves."""
        return self.asked if self.pull.moves == "chain" else None

    def to(self, offset: NDArray[np.float64], axes: DragAxes) -> tuple[Document, tuple[Grab, ...]]:
        """The pose and the goals once the pointer has gone `offset` metres, whichever axes it keeps to."""
        document, grabs = self.pull.to(offset)
        return document, tuple(grabs)

    def after(self, event: Event) -> AutoIkMover:
        """The chain after the event: longer, shorter or the same."""
        length = lengthened(self.asked, self.pull.longest_chain, steps_of(event))
        return self if self.chain_length in (None, length) else auto_ik_mover(self.look, self.bone, length)

    def snapped(self, offset: NDArray[np.float64], aim: tuple[float, float]) -> tuple[NDArray[np.float64], str]:
        """Nothing snaps: the offset, and an empty text."""
        return offset, ""

    def overlay(self, at: tuple[float, float]) -> Overlay:
        """The chain highlighted, and its length beside the pointer at `at`."""
        bubble = Bubble(at, count=self.pull.length, longest=self.pull.longest_chain, hint=self._hint())
        if self.pull.moves != "chain":
            words = (
                _("tips hold") if self.pull.moves == "root" else _("moves {bone}").format(bone=self.pull.driven_bone)
            )
            bubble = Bubble(at, text=words, hint="")
        return Overlay(highlighted=tuple(self.pull.turned_bones), bubble=None if self.pull.moves == "bone" else bubble)

    def _hint(self) -> str:
        """What the wheel would do to the chain."""
        if self.pull.longest_chain < 2:
            return ""
        if self.asked == 0:
            return _("Down for a chain of 1 bone")
        return _("Down for a longer chain") if self.asked < self.pull.longest_chain else _("Up for a shorter chain")


def auto_ik_mover(look: Look, bone: str, chain_length: int) -> AutoIkMover:
    """Pulls this bone with a chain of this length."""
    pull = auto_ik_edit.pull(look.document, look.evaluated, bone, chain_length)
    return AutoIkMover(look, bone, chain_length, pull)


def steps_of(event: Event) -> int:
    """How many bones longer (or, negative, shorter) an event during a drag makes the chain. Wheel down lengthens."""
    match event:
        case Wheel(notches=notches):
            return -notches
        case Key(name="page up"):
            return 1
        case Key(name="page down"):
            return -1
    return 0


def lengthened(length: int, longest: int, steps: int) -> int:
    """A chain length some steps on; 0, as far as connected, lies before 1."""
    for _step in range(abs(steps)):
        length = auto_ik_edit.longer(length, longest) if steps > 0 else auto_ik_edit.shorter(length, longest)
    return length


def changed_length(look: Look, length: int, steps: int) -> int:
    """The chain length some steps on, for the next drag of the active bone."""
    name = active_bone(look.document)
    longest = auto_ik_mover(look, name, length).pull.longest_chain if name else 0
    return lengthened(length, longest or len(look.evaluated.index), steps)
