"""Auto IK: pull any bone and others follow. Wheel and Page keys set how far: along its chain, or the whole body.

The reach is the one that was used last. Along a chain, a bone with an IK constraint moves its handle, unless a number
of bones was chosen, and a root moves while the tips of its chains hold their places: `solver.edits.auto_ik` decides.
"""

from __future__ import annotations

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs.editing import pins
from pantin.solver.edits import auto_ik as auto_ik_edit
from pantin.solver.edits.auto_ik import Pull
from pantin.viewport.messages import _
from pantin.viewport.picking.picking import Hit
from pantin.viewport.tools.body_pull import (
    BodyMover,
    body_mover,
    chain_mover,
    longest_chain,
    pinned_joint,
    pull_goal,
    takes_body,
)
from pantin.viewport.tools.dragging.drag_axes import DragAxes
from pantin.viewport.tools.dragging.drag_target import active_bone
from pantin.viewport.tools.dragging.events import Event, Key, Wheel
from pantin.viewport.values.overlay import Bubble, Overlay
from pantin.viewport.values.reach import Reaching
from pantin.viewport.values.stage import Look, Moved


class ChainMover(msgspec.Struct, frozen=True, eq=False):
    """Pulls a bone, with the chain that follows it."""

    reaching: Reaching | None
    """The reach; None where something other than a chain moves, and no body could be moved with it."""
    pull: Pull

    def to(self, offset: NDArray[np.float64], axes: DragAxes) -> Moved:
        """The pose and the goals once the pointer has gone `offset` metres, whichever axes it keeps to."""
        return Moved(*self.pull.to(offset))

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
        """Return the effect of the wheel on the chain."""
        if self.pull.longest_chain < 2 or self.reaching is None:
            return ""
        if self.reaching.chain_length == 0:
            return _("Down for a chain of 1 bone")
        is_longest = self.reaching.chain_length >= self.pull.longest_chain
        return _("Up for a shorter chain") if is_longest else _("Down for a longer chain")


class AutoIkMover(msgspec.Struct, frozen=True, eq=False):
    """Pulls a bone as far as is set, which wheel and keys change."""

    look: Look
    bone: str
    hit: Hit | None
    asked: Reaching
    mover: ChainMover | BodyMover
    mirrored: bool = False
    """Whether a body is pulled by both sides."""

    @property
    def reaching(self) -> Reaching | None:
        """Return the reach that was asked for, to be remembered; None where that cannot be chosen.

        What has no body to take along is pulled by its chain, and the next drag goes through the body again.
        """
        return None if self.mover.reaching is None else self.asked

    def to(self, offset: NDArray[np.float64], axes: DragAxes) -> Moved:
        """Return the document and grabs once the pointer has gone `offset` metres, whichever axes it keeps to."""
        return self.mover.to(offset, axes)

    def after(self, event: Event) -> AutoIkMover:
        """The same after an event: with a longer or a shorter reach, pinned where it is let go, or as it is."""
        if isinstance(event, Key) and event.name == "p":
            return self._pinned(event.held.shift)
        steps = steps_of(event)
        if not steps or self.mover.reaching is None:
            return self
        goes = self.mover.reaching
        reaching = further(self.look, self.bone, self.hit, goes, steps)
        return self if reaching == goes else auto_ik_mover(self.look, self.bone, self.hit, reaching, self.mirrored)

    def _pinned(self, rotation: bool) -> AutoIkMover:
        """The same with what is pulled pinned where it is let go, or no longer."""
        if pull_goal(self.look, self.bone, self.hit) is None:
            return self
        joint = pinned_joint(self.look, self.bone, self.hit)
        document = pins.switched(self.look.document, (joint,), rotation)
        look = replace(self.look, document=document)
        return auto_ik_mover(look, self.bone, self.hit, self.asked, self.mirrored)

    def snapped(self, offset: NDArray[np.float64], aim: tuple[float, float]) -> tuple[NDArray[np.float64], str]:
        """Nothing snaps: the offset, and an empty text."""
        return offset, ""

    def overlay(self, at: tuple[float, float]) -> Overlay:
        """Return the overlay that highlights what follows, with its reach beside the pointer at `at`."""
        return self.mover.overlay(at)


def auto_ik_mover(look: Look, bone: str, hit: Hit | None, reaching: Reaching, mirrored: bool) -> AutoIkMover:
    """Pulls this bone, pressed at `hit` or begun from the keyboard, as far as `reaching` says."""
    mover: ChainMover | BodyMover | None = None
    goal = pull_goal(look, bone, hit)
    if goal is not None and reaching.reach == "body" and takes_body(look, goal):
        mover = body_mover(look, goal, reaching, mirrored)
    pull = auto_ik_edit.pull(look.document, look.evaluated, bone, reaching.chain_length)
    if mover is None and goal is not None and pull.moves == "handle" and reaching.chain_length:
        mover = chain_mover(look, goal, reaching)  # None where no bone above can turn: the handle is moved
    if mover is None:
        can_be_chosen = pull.moves == "chain" or (goal is not None and takes_body(look, goal))
        chain = Reaching("chain", reaching.chain_length)
        mover = ChainMover(chain if can_be_chosen else None, pull)
    return AutoIkMover(look, bone, hit, reaching, mover, mirrored)


def steps_of(event: Event) -> int:
    """Return the number of bones by which an event during a drag lengthens the chain; negative shortens it.

    Wheel down lengthens.
    """
    match event:
        case Wheel(notches=notches):
            return -notches
        case Key(name="page up"):
            return 1
        case Key(name="page down"):
            return -1
    return 0


def further(look: Look, bone: str, hit: Hit | None, reaching: Reaching, steps: int) -> Reaching:
    """The reach some steps on, for pulling this bone."""
    goal = pull_goal(look, bone, hit)
    pull = auto_ik_edit.pull(look.document, look.evaluated, bone, 0)
    longest = pull.longest_chain if pull.moves == "chain" or goal is None else longest_chain(look, goal)
    return reaching.further(steps, longest, goal is not None and takes_body(look, goal))


def changed_reach(look: Look, reaching: Reaching, steps: int) -> Reaching:
    """The reach some steps on, for the next drag of the active bone; of any, where none is active."""
    name = active_bone(look.document)
    if name is None:
        return reaching.further(steps, len(look.evaluated.index), has_body=True)
    return further(look, name, None, reaching, steps)
