"""Divide: each selected bone becomes as many in a row as the pointer says by going right, or as are typed."""

from __future__ import annotations

from collections.abc import Generator

import msgspec
from msgspec.structs import replace

from pantin.rigs.editing.building.dividing import MOST, subdivide
from pantin.rigs.rest import SHORTEST, rest_lengths
from pantin.viewport.messages import _
from pantin.viewport.tools.dragging import drag_target
from pantin.viewport.tools.dragging.drag_hints import DragState, Hints, ending
from pantin.viewport.tools.dragging.drag_loop import run_drag
from pantin.viewport.tools.dragging.events import Event, Press
from pantin.viewport.tools.dragging.number_input import NumberInput, number_input
from pantin.viewport.tools.tool import MenuEntry, Operation
from pantin.viewport.values.overlay import Label, Overlay
from pantin.viewport.values.stage import DragResult, Drawn, Look, Preview

FEWEST = 2
APART = 24.0
"""Pixels that the pointer goes to the right for one bone more."""


def divide(look: Look, press: Press) -> Generator[Preview, Event, DragResult | None]:
    """Divide what is selected; bones without a length stay whole."""
    rig = look.document.rig
    bones = [rig.by_name[name] for name in look.document.selected]
    lengths = rest_lengths(bones)
    names = tuple(bone.name for bone, length in zip(bones, lengths, strict=True) if length > SHORTEST)
    if not names or not look.in_rest_pose:
        return None
    return (yield from run_drag(_DivideDrag(look, press, names, number_input(press))))


class _DivideDrag(msgspec.Struct, frozen=True, eq=False):
    """Everything that decides into how many parts."""

    look: Look
    press: Press
    names: tuple[str, ...]
    input: NumberInput

    @property
    def label(self) -> str:
        """Return the label of the step of undo."""
        return _("Divide into {count}: {bones}").format(count=self._parts(), bones=drag_target.bones_title(self.names))

    def after(self, event: Event) -> _DivideDrag:
        """The drag after one more event."""
        return replace(self, input=self.input.after(event))

    def preview(self) -> Preview:
        """Return the preview."""
        words = _("Divide into {count}").format(count=self._parts())
        overlay = Overlay(labels=(Label(self.input.aim, words, offset=(16.0, -8.0)),))
        document = subdivide(self.look.document, self.names, self._parts())
        return Preview(document, extras=Drawn(overlay, words))

    def _parts(self) -> int:
        typed = self.input.typed.numbers()
        wanted = typed[0] if typed is not None else FEWEST + (self.input.aim[0] - self.press.x) / APART
        return min(max(round(wanted), FEWEST), MOST)


def _hints(state: DragState) -> Hints:
    return (*ending(state), ("0–9", _("Number of bones")))


DIVIDE = Operation(
    "divide",
    divide,
    _hints,
    MenuEntry(
        _("Divide"),
        _("Each selected bone becomes as many in a row as you type, or as the pointer goes right, until you click."),
        "stick",
        ("Shift+J",),
        search_words=_("subdivide split cut segments number of bones"),
        within=_("By pointer or number"),
    ),
    rest_only=True,
)
