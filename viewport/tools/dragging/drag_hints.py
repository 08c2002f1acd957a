"""Hints of mouse and keys during a drag, in a few words each: the parts that the hints of tools share.

A hint names keys and what they do: ("Shift", "Fine"). The mouse is "LMB", "MMB", "RMB" and "Wheel".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from pantin.viewport.messages import _
from pantin.viewport.tools.dragging.events import Held

Hints = tuple[tuple[str, str], ...]

Letters = Mapping[str, str]
"""The letter that begins an operation, by its name: "move", "rotate", "scale"; not all may have one."""

NAVIGATION: Hints = (("MMB", _("Orbit")), ("Wheel", _("Zoom")))

BACK = ("Tab", _("Back to posing"))
"""While the rest pose is edited."""

NO_SNAP = ("Ctrl", _("No snap"))
FINE = ("Shift", _("Fine"))
AXIS = ("X Y Z", _("Axis"))
DEGREES = ("0–9", _("Degrees"))


class DragState(msgspec.Struct, frozen=True):
    """The state that the hints of a drag depend on."""

    modal: bool
    """Whether it goes on without a button held."""
    chain: bool
    """Whether its chain may be made longer or shorter."""
    held: Held
    letters: Letters
    pulled: str = ""
    """The bone by which a whole body is pulled."""


DragHints = Callable[[DragState], Hints]


def ending(state: DragState) -> Hints:
    """Return the hints of what keeps a drag and what puts everything back."""
    return (
        (("LMB", _("Keep")), ("RMB", _("Put back")))
        if state.modal
        else (("LMB", _("Release: keep")), ("Esc", _("Put back")))
    )


def _pulling(state: DragState, ctrl: tuple[str, str]) -> Hints:
    """While a body is pulled: how far that goes, and that what is pulled may be pinned where it is let go."""
    begin = ("LMB", _("Keep")) if state.modal else ("LMB", _("Drag: pull the body"))
    end = ("RMB", _("Put back")) if state.modal else ("Esc", _("Put back"))
    pin = ("P", _("Pin {bone}").format(bone=state.pulled))
    return (begin, AXIS, ("PgUp PgDown", _("Reach")), FINE, ctrl, pin, end)


def transform_hints(
    snap: str = _("Snap"), fine_snap: str = "", number: str = _("Length"), again: tuple[str, str] | None = None
) -> DragHints:
    """The hints of what moves, turns or scales bones.

    `snap` is what Ctrl does, `fine_snap` what it does with Shift where that differs, `number` what digits mean.
    `again` names an operation and what its letter, pressed once more, makes of the drag.
    """

    def hints(state: DragState) -> Hints:
        ctrl = ("Ctrl", fine_snap if state.held.shift and fine_snap else snap)
        if state.pulled:
            return _pulling(state, ctrl)
        chain: Hints = (("Wheel", _("Chain length")),) if state.chain else ()
        letter = state.letters.get(again[0]) if again is not None and state.modal else None
        other: Hints = ((letter, again[1]),) if again is not None and letter is not None else ()
        return (*ending(state), *chain, FINE, ctrl, AXIS, *other, ("0–9", number))

    return hints
