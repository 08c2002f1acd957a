"""In-between: a drag to the right pushes the pose or leads it to another one, to the left the other way round.

Push doubles what differs from rest at 100 %, relax takes that back: at 100 % it halves it, and it never passes rest.
Blends reach rest, or the pose before the last step, at 100 % and go beyond. It is about the selected bones with what is
posed with them, or about all; digits type the percentage.
"""

from __future__ import annotations

from collections.abc import Callable, Generator

import msgspec
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.editing.poses import mixing
from pantin.rigs.pose import REST
from pantin.rigs.tree.chains import carries_all
from pantin.solver.edits.poses import poses
from pantin.solver.edits.posing.joint_bounds import within_joints
from pantin.viewport.messages import _
from pantin.viewport.tools.dragging import drag_overlay, drag_target
from pantin.viewport.tools.dragging.drag_hints import FINE, DragState, Hints, ending
from pantin.viewport.tools.dragging.drag_loop import run_drag
from pantin.viewport.tools.dragging.events import Event, Press
from pantin.viewport.tools.dragging.number_input import NumberInput, number_input
from pantin.viewport.tools.tool import Dragging, MenuEntry, Operation
from pantin.viewport.values.lengths import MINUS
from pantin.viewport.values.stage import DragResult, Drawn, Look, Preview

WHOLE = 200.0
"""Pixels of 100 %: a percent is two pixels, and 200 % is within reach of a wrist."""

SNAP, FINE_SNAP = 0.1, 0.01
"""Ctrl goes in steps of this much, with Shift of the smaller one."""

MOST_PUSHED = 5.0
"""Nobody pushes a pose farther, either way: angles have gone round."""

At = Callable[[float], Document]
"""The document at an amount; at 0 as it was."""

Names = tuple[str, ...]


class _Kind(msgspec.Struct, frozen=True):
    """One of the ways to go."""

    label: str
    readout: str
    at: Callable[[Look, Names], At | None]
    least: float = mixing.LEAST
    most: float = mixing.MOST

    def drag(self, look: Look, press: Press) -> Generator[Preview, Event, DragResult | None]:
        """Go with the pointer, or as far as was typed."""
        at = None if look.in_rest_pose else self.at(look, _names(look.document))
        if at is None:
            return None
        return (yield from run_drag(_InBetweenDrag(look, press, self, at, number_input(press))))


class _InBetweenDrag(msgspec.Struct, frozen=True, eq=False):
    """Everything that decides how far it goes."""

    look: Look
    press: Press
    kind: _Kind
    at: At
    input: NumberInput

    @property
    def label(self) -> str:
        """Return the label of the step of undo."""
        selected = self.look.document.selected
        return self.kind.label.format(bones=drag_target.bones_title(selected) if selected else _("the pose"))

    def after(self, event: Event) -> _InBetweenDrag:
        """The drag after one more event."""
        return replace(self, input=self.input.after(event))

    def preview(self) -> Preview:
        """Return the preview."""
        amount = self._amount()
        words = _("{percent} %").format(percent=f"{100.0 * amount + 0.0:.0f}".replace("-", MINUS))
        extras = drag_overlay.scale_line((self.press.x, self.press.y), (self.input.aim[0], self.press.y), words)
        overlay = replace(extras, ghost=self.look.evaluated.matrices)
        return Preview(self.at(amount), extras=Drawn(overlay, self.kind.readout.format(percent=words)))

    def _amount(self) -> float:
        typed = self.input.typed.numbers()
        if typed is not None:
            amount = typed[0] / 100.0
        else:
            amount = self.input.in_steps((self.input.aim[0] - self.press.x) / WHOLE, SNAP, FINE_SNAP)
        return min(max(amount, self.kind.least), self.kind.most)


def _names(document: Document) -> Names:
    """The selected bones with what is posed with them, or all but the handle that carries the whole figure."""
    rig = document.rig
    chosen = poses.together(rig, document.selected)
    return tuple(name for name in rig.by_name if (name in chosen if chosen else not carries_all(rig, name)))


def _push(look: Look, names: Names, way: float = 1.0) -> At:
    document = look.document
    own = {name: document.figure.transform(name) for name in names}
    held = poses.allowed(document, look.evaluated.skeleton, own)
    return lambda amount: within_joints(mixing.pushed(document, own, way * amount), look.evaluated.skeleton, held)


def _relax(look: Look, names: Names) -> At:
    return _push(look, names, -1.0)


def _to_rest(look: Look, names: Names) -> At:
    return poses.blend(look.document, look.evaluated.skeleton, dict.fromkeys(names, REST))


def _to_before(look: Look, names: Names) -> At | None:
    if look.before is None:
        return None
    before = look.before.rig
    goals = {name: look.before.figure.transform(name) for name in names if name in before.by_name}
    return poses.blend(look.document, look.evaluated.skeleton, goals)


def _hints(state: DragState) -> Hints:
    return (*ending(state), FINE, ("Ctrl", _("Snap 10 %")), ("0–9", _("Percent")))


def _operation(name: str, drag: Dragging, entry: MenuEntry, needs_before: bool = False) -> Operation:
    return Operation(name, drag, _hints, entry, poses=True, needs_before=needs_before)


_PUSH = _Kind(_("Push {bones}"), _("Push {percent}"), _push, -MOST_PUSHED, MOST_PUSHED)
_RELAX = _Kind(_("Relax {bones}"), _("Relax {percent}"), _relax, -MOST_PUSHED, MOST_PUSHED)
_REST = _Kind(_("Blend {bones} to rest"), _("To rest {percent}"), _to_rest)
_BEFORE = _Kind(_("Blend {bones} to the pose before"), _("To the pose before {percent}"), _to_before)

PUSH = _operation(
    "push",
    _PUSH.drag,
    MenuEntry(
        _("Push"),
        _("Make more of the pose with the pointer: 100 % doubles what differs from rest."),
        "pose",
        ("Ctrl+Alt+E",),
        search_words=_("exaggerate in-between breakdown"),
    ),
)
RELAX = _operation(
    "relax",
    _RELAX.drag,
    MenuEntry(
        _("Relax"),
        _("Make less of the pose with the pointer: 100 % halves what differs from rest."),
        "pose",
        ("Ctrl+Shift+E",),
        search_words=_("soften in-between breakdown"),
    ),
)
BLEND_TO_REST = _operation(
    "blend_to_rest",
    _REST.drag,
    MenuEntry(
        _("Blend to rest"),
        _("Lead the pose to rest with the pointer: 100 % is rest."),
        "revert",
        ("Shift+E",),
        ("Ctrl+Alt+Shift+E",),
        search_words=_("in-between breakdown tween mix"),
        within=_("To rest"),
    ),
)
BLEND_TO_BEFORE = _operation(
    "blend_to_before",
    _BEFORE.drag,
    MenuEntry(
        _("Blend to the pose before"),
        _("Lead the pose back to that before the last step with the pointer: 100 % is that pose."),
        "history",
        ("Alt+Shift+E",),
        search_words=_("in-between breakdown tween mix undo previous"),
        within=_("To the pose before"),
    ),
    needs_before=True,
)
