"""A pose on its way onto the figure: how far and whether flipped, each prepared once and shown live."""

from __future__ import annotations

from collections.abc import Callable, Collection

from pantin.app.messages import _
from pantin.app.session.session import Session
from pantin.rigs import Document
from pantin.rigs.editing.poses import mixing
from pantin.rigs.editing.poses.partners import partners_of
from pantin.rigs.pose import KeptPose
from pantin.solver.edits.poses import poses
from pantin.solver.edits.poses.pose_pins import with_pins_of_pose
from pantin.viewport.values.stage import Preview
from pantin.widgets.poses.mix_ruler import signed


class PoseMix:
    """From the document as it is now to one pose; of the selected bones where `selected_only`. Raises ValueError.

    With `pins` the pose brings those that belong to it.
    """

    def __init__(self, document: Document, pose: KeptPose, selected_only: bool, pins: bool = True) -> None:
        self.document, self.pose = document, pose
        self._selected_only, self._pins = selected_only, pins
        self._at: dict[bool, Callable[[float], Document]] = {}
        self.amount, self.flipped = 0.0, False
        self.shown: Preview | None = None
        """The last preview."""

    def preview(self, amount: float, flipped: bool) -> Preview:
        """Return the preview of the document so far on its way. Raises ValueError."""
        self.shown = Preview(self.to(amount, flipped))
        return self.shown

    def to(self, amount: float, flipped: bool) -> Document:
        """The document so far on its way to the pose. Raises ValueError."""
        self.amount, self.flipped = amount, flipped
        if flipped not in self._at:
            bones = onto(self.document, self.pose, flipped) if self._selected_only else None
            face = {} if self._selected_only else self.pose.expressions
            self._at[flipped] = poses.mixer(self.document, self.pose.pose, flipped, bones, self.pose.part, face)
        made = self._at[flipped](amount)
        if not self._pins or amount == 0.0:
            return made
        sides = partners_of(made.rig) if flipped else {}
        stands = [sides.get(name, name) for name in self.pose.stands]
        return with_pins_of_pose(made, self._bones(flipped), stands)

    def _bones(self, flipped: bool) -> Collection[str]:
        """The bones that are posed."""
        if self._selected_only:
            return onto(self.document, self.pose, flipped)
        return mixing.about(self.document.rig, self.pose.pose, flipped, self.pose.part)

    @property
    def label(self) -> str:
        """Return the label of the step of undo."""
        words = {
            (True, True): _("Apply {pose} flipped"),
            (True, False): _("Apply {pose}"),
            (False, True): _("Mix {pose} flipped, {percent}"),
            (False, False): _("Mix {pose}, {percent}"),
        }[self.amount == 1.0, self.flipped]
        return words.format(pose=self.pose.name, percent=signed(round(100 * self.amount)))


def begun_from(session: Session) -> Document:
    """Return the document that a pose is mixed into: what is on screen, with the document's own pins.

    A frame of a clip lets go of the feet that it lifts; the pose that takes its place may stand on them.
    """
    posing = session.posing
    return posing.with_rig(posing.rig.changed(pins=session.document.rig.pins))


def onto(document: Document, kept: KeptPose, flip: bool) -> tuple[str, ...]:
    """The selected bones that the pose is about. Raises ValueError where it is about none of them."""
    chosen = poses.together(document.rig, document.selected)
    found = tuple(name for name in mixing.about(document.rig, kept.pose, flip, kept.part) if name in chosen)
    if not found:
        raise ValueError(_("The pose has none of the selected bones; select others, or switch the selection off."))
    return found
