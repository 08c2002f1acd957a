"""Roll: the selected bones turn about themselves with the pointer, or by the degrees that are typed.

Their X and Z axes are shown; nothing else of them moves.
"""

from __future__ import annotations

from collections.abc import Generator
from math import copysign, radians

import msgspec
import numpy as np
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.editing.building.rolling import turn_rolls
from pantin.rigs.rest import rest_matrices
from pantin.viewport.messages import _
from pantin.viewport.tools.dragging import drag_overlay, drag_target
from pantin.viewport.tools.dragging.drag_hints import DEGREES, FINE, DragState, Hints, ending
from pantin.viewport.tools.dragging.drag_loop import run_drag
from pantin.viewport.tools.dragging.events import Event, Press
from pantin.viewport.tools.dragging.number_input import NumberInput, number_input
from pantin.viewport.tools.dragging.ring_angle import swept
from pantin.viewport.tools.rotate import FINE_SNAP, SNAP
from pantin.viewport.tools.tool import MenuEntry, Operation
from pantin.viewport.values.colours import ColourRole
from pantin.viewport.values.overlay import Label, Overlay, Shape
from pantin.viewport.values.stage import DragResult, Drawn, Look, Preview

AXIS = 60.0
"""Length of the axes that are shown, pixels."""


def roll(look: Look, press: Press) -> Generator[Preview, Event, DragResult | None]:
    """Roll what is selected."""
    name = drag_target.active_bone(look.document)
    if name is None or not look.in_rest_pose:
        return None
    return (yield from run_drag(_RollDrag(look, press, name, number_input(press))))


class _RollDrag(msgspec.Struct, frozen=True, eq=False):
    """Everything that decides how far bones roll."""

    look: Look
    press: Press
    name: str
    input: NumberInput

    @property
    def label(self) -> str:
        """Return the label of the step of undo."""
        return _("Roll {bones}").format(bones=drag_target.bones_title(self.look.document.selected))

    def after(self, event: Event) -> _RollDrag:
        """The drag after one more event."""
        return replace(self, input=self.input.after(event))

    def preview(self) -> Preview:
        """Return the preview."""
        angle = self._angle()
        document = turn_rolls(self.look.document, self.look.document.selected, angle)
        words = f"{self.input.typed}°" if self.input.typed else drag_overlay.angle_in_words(angle)
        overlay = Overlay(shapes=self._axes(document), labels=(Label(self.input.aim, words, offset=(16.0, -8.0)),))
        return Preview(document, extras=Drawn(overlay, _("Roll {angle}").format(angle=words)))

    def _angle(self) -> float:
        typed = self.input.typed.numbers()
        if typed is not None:
            return radians(typed[0])
        lens, place = self.press.lens, drag_target.head(self.look, self.name)
        towards = lens.camera.eye - place
        along = drag_target.tail(self.look, self.name) - place
        turned = swept(lens, place, towards / np.linalg.norm(towards), (self.press.x, self.press.y), self.input.aim)
        angle = copysign(turned, turned * float(along @ towards)) if along @ towards else turned
        return self.input.in_steps(angle, SNAP, FINE_SNAP)

    def _axes(self, document: Document) -> tuple[Shape, ...]:
        """X and Z of the active bone, as they lie now."""
        rig = document.rig
        matrix = rest_matrices([rig.by_name[self.name]])[0]
        size = AXIS * self.press.lens.pixel(matrix[:3, 3])
        head = tuple(matrix[:3, 3].tolist())
        columns: tuple[tuple[int, ColourRole], ...] = ((0, "axis_x"), (2, "axis_z"))
        return tuple(
            Shape((head, tuple((matrix[:3, 3] + size * matrix[:3, column]).tolist())), role, 2.0)
            for column, role in columns
        )


def _hints(state: DragState) -> Hints:
    return (*ending(state), FINE, ("Ctrl", _("Snap 5°")), DEGREES)


ROLL = Operation(
    "roll",
    roll,
    _hints,
    MenuEntry(
        _("Roll"),
        _("The selected bones turn about themselves with the pointer until you click."),
        "rotate",
        ("Ctrl+R",),
        search_words=_("twist axes turn"),
    ),
    rest_only=True,
)
