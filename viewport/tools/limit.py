"""Limit: drag a grip at the edge of a joint's range. S moves both ends alike, M the other side too, digits say degrees.

The end of the range goes to the angle at which its grip would be seen nearest to the pointer, so that it can be dragged
in any view. Zero, the rest pose, always stays inside.
"""

from __future__ import annotations

from collections.abc import Generator
from math import pi, radians

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs.document import Document
from pantin.rigs.editing.joint_limits import mirrored_to_partners, partners, with_ends
from pantin.rigs.fields import Range
from pantin.viewport.messages import _
from pantin.viewport.scene.limits.limit_geometry import Edge, LimitGeometry, limit_geometry
from pantin.viewport.scene.limits.limit_shapes import limit_in_words
from pantin.viewport.tools.dragging.drag_hints import DEGREES, FINE, DragState, Hints, ending
from pantin.viewport.tools.dragging.drag_loop import run_drag
from pantin.viewport.tools.dragging.events import Event, Key, Press
from pantin.viewport.tools.dragging.number_input import NumberInput, number_input
from pantin.viewport.tools.tool import Operation
from pantin.viewport.values.overlay import Label, Overlay
from pantin.viewport.values.stage import DragResult, Drawn, Look, Preview

Array = NDArray[np.float64]
Pixel = tuple[float, float]

SNAP, FINE_SNAP, STEP = radians(5), radians(1), radians(0.1)
"""Ctrl goes in steps of the first angle, with Shift of the second; nothing is finer than the last."""

CLINGING = 1.2
"""Pixels for each radian by which a place farther from where the drag began must be nearer to the pointer."""

AXES = (_("bend"), _("twist"), _("sway"))


def limit(look: Look, press: Press) -> Generator[Preview, Event, DragResult | None]:
    """Move the end of the range that was pressed."""
    edge = press.edge
    found = None if edge is None else limit_geometry(look, press.lens, edge.bone)
    if edge is None or found is None:
        return None
    return (yield from run_drag(_LimitDrag(look, press, edge, found, number_input(press), press.settings.mirror_x)))


class _LimitDrag(msgspec.Struct, frozen=True, eq=False):
    """Everything that decides what range the joint gets."""

    look: Look
    press: Press
    edge: Edge
    stand: LimitGeometry
    input: NumberInput
    mirror: bool
    both: bool = False

    @property
    def label(self) -> str:
        """Return the label of the step of undo."""
        return _("Limit {bone}").format(bone=self.edge.bone)

    def after(self, event: Event) -> _LimitDrag:
        """The drag after one more event."""
        match event:
            case Key(name="s"):
                return replace(self, both=not self.both)
            case Key(name="m"):
                return replace(self, mirror=not self.mirror)
        return replace(self, input=self.input.after(event))

    def preview(self) -> Preview:
        """Return the preview."""
        ends = self.ends()
        document = with_ends(self.look.document, self.edge.bone, self.edge.axis, ends)
        document, also = self._with_partner(document)
        words = _("Limit {axis} {lower} to {upper}").format(
            axis=AXES[self.edge.axis], lower=limit_in_words(ends[0]), upper=limit_in_words(ends[1])
        )
        labels = (Label(self.input.aim, also, "hint", (16.0, 24.0)),) if also else ()
        return Preview(document, extras=Drawn(Overlay(labels=labels), "  ·  ".join(filter(None, (words, also)))))

    def ends(self) -> Range:
        """The range of the axis."""
        lower, upper = self.stand.bone.joint.limit[self.edge.axis] or (-pi, pi)
        angle = self._angle()
        if self.both:
            return (-abs(angle), abs(angle))
        return (lower, angle) if self.edge.end == "upper" else (angle, upper)

    def _angle(self) -> float:
        """Return the angle of the end: as typed, else where its grip comes nearest to the pointer."""
        typed = self.input.typed.numbers()
        if typed is not None:
            size = min(abs(radians(typed[0])), pi)
            return self._sign * size
        sizes = np.arange(0.0, pi + STEP / 2, STEP)
        if self.input.held.ctrl:
            step = FINE_SNAP if self.input.held.shift else SNAP
            sizes = np.arange(0.0, pi + step / 2, step)
        return self._sign * float(sizes[int(np.argmin(self._misses(self._sign * sizes)))])

    def _misses(self, angles: Array) -> Array:
        """Return the distance from the pointer of the grip at each angle, pixels."""
        places = self.press.lens.project(self.stand.places(self.edge.axis, angles))[:, :2]
        away = np.hypot(*(places - np.array(self.input.aim) + self._held_at()).T)
        return np.asarray(np.nan_to_num(away, nan=np.inf) + CLINGING * np.abs(angles - self._now()))

    def _held_at(self) -> Array:
        """From the grip to where it was pressed, pixels: it does not jump to the pointer."""
        grip = self.press.lens.project(self.stand.places(self.edge.axis, self._now()))[0, :2]
        return np.array((self.press.x, self.press.y)) - grip

    def _now(self) -> float:
        ends = self.stand.bone.joint.limit[self.edge.axis] or (-pi, pi)
        return ends[1] if self.edge.end == "upper" else ends[0]

    @property
    def _sign(self) -> float:
        return 1.0 if self.edge.end == "upper" else -1.0

    def _with_partner(self, document: Document) -> tuple[Document, str]:
        """The same on the other side, where that is asked for; and what became of it, in words."""
        if not self.mirror:
            return document, ""
        names = (self.edge.bone,)
        other = partners(document.rig, names).get(self.edge.bone)
        if other is None:
            return document, _("{bone} has no other side").format(bone=self.edge.bone)
        try:
            return mirrored_to_partners(document, names), _("{bone} too").format(bone=other)
        except ValueError as error:
            return document, str(error)


def _hints(state: DragState) -> Hints:
    snap = ("Ctrl", _("Snap 1°") if state.held.shift else _("Snap 5°"))
    return (*ending(state), FINE, snap, ("S", _("Both ends")), ("M", _("Other side")), DEGREES)


LIMIT = Operation("limit", limit, _hints)
