"""Move: drag a bone, drag the gizmo, or move with the keyboard. X, Y and Z keep to an axis, digits say how far.

With Auto IK on, the bone is pulled and its chain follows; otherwise the selected bones move plainly. The pole of a limb
goes with it while its handle moves.

Each event makes another `_MoveDrag`, whose preview is a document and what pulls at it; the solver poses that. The
preview at the release is what the session keeps as one step of undo (`app/session/session.py`, `keep`).
"""

from __future__ import annotations

from collections.abc import Generator
from functools import cached_property
from math import hypot
from typing import Protocol

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.solver.edits.limbs.limb_drags import LimbPoles
from pantin.viewport.messages import _
from pantin.viewport.tools.auto_ik import auto_ik_mover
from pantin.viewport.tools.dragging import drag_axes, drag_overlay, drag_target
from pantin.viewport.tools.dragging.drag_hints import transform_hints
from pantin.viewport.tools.dragging.drag_input import DragInput, drag_input
from pantin.viewport.tools.dragging.drag_loop import drag_selected
from pantin.viewport.tools.dragging.events import Event, Press
from pantin.viewport.tools.dragging.movers import RestMover, plain_mover
from pantin.viewport.tools.tool import TRANSFORM_WORDS, MenuEntry, Operation
from pantin.viewport.values.lengths import offset_in_words, typed_in
from pantin.viewport.values.overlay import Label, Overlay
from pantin.viewport.values.reach import Reaching
from pantin.viewport.values.stage import DragResult, Look, Moved, Preview

Array = NDArray[np.float64]


class Mover(Protocol):
    """The effect of an offset of the pointer on the pose; offsets are (3,) in armature space, metres."""

    @property
    def reaching(self) -> Reaching | None:
        """Return the reach of Auto IK; None where it does not act."""

    def to(self, offset: Array, axes: drag_axes.DragAxes) -> Moved:
        """Return the document and grabs once the pointer has gone so far, along the axes that it keeps to."""

    def after(self, event: Event) -> Mover:
        """The mover after one more event."""

    def snapped(self, offset: Array, aim: tuple[float, float]) -> tuple[Array, str]:
        """The offset where it snaps to something near the pixel `aim`, and what that is, in words."""

    def overlay(self, at: tuple[float, float]) -> Overlay:
        """Return the overlay while the pointer is at a pixel."""


def move(look: Look, press: Press) -> Generator[Preview, Event, DragResult | None]:
    """Move what was pressed, or what is selected."""
    return drag_selected(look, press, _begin)


class _MoveDrag(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Everything that decides what a move shows."""

    look: Look
    press: Press
    mover: Mover
    input: DragInput
    label: str
    poles: LimbPoles | None
    """None while the rest pose is edited."""

    def after(self, event: Event) -> _MoveDrag:
        """The drag after one more event."""
        return replace(self, input=self.input.after(event), mover=self.mover.after(event))

    def preview(self) -> Preview:
        """Return the preview; what lies beside it is made when it is drawn."""
        moved = self.mover.to(self._snapped[0], self.input.axes)
        document = moved.document
        if self.poles is not None and moved.pull is None:
            document = self.poles.carried(document)
        return Preview(document, moved.grabs, self, self.mover.reaching, moved.pull)

    @cached_property
    def overlay(self) -> Overlay:
        """Return the overlay of the figure."""
        (offset, snapped), pointer = self._snapped, self.input.pointer
        beside = drag_overlay.displacement(self.press.lens, self.input.point, offset, self.press.settings.lengths)
        return replace(
            self.mover.overlay(pointer),
            ghost=self.look.evaluated.matrices,
            guides=self.input.guides,
            shapes=beside.shapes,
            dots=beside.dots,
            labels=(*beside.labels, Label(pointer, snapped, "accent_text", (16.0, 8.0))) if snapped else beside.labels,
        )

    @cached_property
    def _snapped(self) -> tuple[Array, str]:
        """Return the displacement (3,), armature space, and what it snaps to, in words."""
        axes, typed = self.input.axes, self.input.typed.numbers()
        if typed is not None:
            return axes.by([number * typed_in(self.press.settings.lengths).metres for number in typed]), ""
        offset = self.input.offset
        if self.input.held.ctrl:
            return axes.snapped(offset, drag_axes.step(self.press.lens, self.input.point)), ""
        return self.mover.snapped(offset, self.input.aim) if axes.free else (offset, "")

    @cached_property
    def readout(self) -> str:
        """Return the displacement, in words."""
        lengths, name, typed = self.press.settings.lengths, self.input.axes.name, self.input.typed
        if typed:
            count = len(typed.texts)
            otherwise = _("along {axes}").format(axes="X") if count == 1 else "  ".join("XYZ"[:count])
            return f"{typed} {typed_in(lengths).name}  {name or otherwise}"
        offset = self._snapped[0].tolist()
        return f"{offset_in_words(offset, hypot(*offset), lengths)}  {name}".rstrip()


def _begin(look: Look, press: Press, name: str) -> _MoveDrag:
    """The drag of the selected bones. One that was pressed is held at that point."""
    pulls = (
        press.settings.auto_ik and not look.in_rest_pose and (press.hit is not None or len(look.document.selected) == 1)
    )
    if press.hit is not None:
        point = np.asarray(press.hit.point)
    else:
        point = drag_target.moving_pivot(look, name, press.settings.pivot)
    if look.in_rest_pose:
        mover: Mover = RestMover(look, press)
    elif pulls:
        mover = auto_ik_mover(look, name, press.hit, press.settings.reaching, press.settings.mirror_x)
    else:
        mover = plain_mover(look, press, point)
    label = _("Drag {bones}") if press.hit else _("Move {bones}")
    label = label.format(bones=name if pulls else drag_target.title(look.document))
    poles = None if look.in_rest_pose else LimbPoles(look.document, look.evaluated)
    return _MoveDrag(look, press, mover, drag_input(press, point, drag_axes.begin(look, name, press)), label, poles)


MOVE = Operation(
    "move",
    move,
    transform_hints(),
    MenuEntry(
        _("Move"),
        _("The selected bones follow the pointer until you click."),
        "move",
        ("G",),
        industry=(),
        search_words=TRANSFORM_WORDS,
    ),
    interchangeable=True,
)
