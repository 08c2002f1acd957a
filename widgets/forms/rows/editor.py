"""The interface of a field's editor, declared once: the widget, its signals, and what it can do beside them.

An editor is any widget with `show_values` and the three signals of `ShowsValues`. One that can do more says so where it
is handed to the form: `Editor(row, row, why_locked=row.why_locked)`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

import msgspec
from PySide6.QtCore import SignalInstance
from PySide6.QtWidgets import QWidget

from pantin.rigs.fields import Field
from pantin.rigs.rig import Bone
from pantin.widgets.numbers.number_field import NumberField

BonesByName = Callable[[], Mapping[str, Bone]]
"""Asked for when it is needed: a list of a large rig's bones is not handed about with every value."""


class ShowsValues(Protocol):
    """A widget that shows what several values have in common, and sends edits: values, or parts of them."""

    @property
    def scrubbed(self) -> SignalInstance:
        """A value to preview."""

    @property
    def committed(self) -> SignalInstance:
        """A value to keep: one step of undo."""

    @property
    def cancelled(self) -> SignalInstance:
        """Return the signal that takes back what was previewed."""

    def show_values(self, values: Sequence[Any], /) -> None:
        """Show what all `values` are, or "Mixed". Nothing is emitted."""


class Editor(msgspec.Struct, frozen=True):
    """The editor of one field. What is left out here is what a plain editor does."""

    widget: QWidget
    values: ShowsValues
    shown: Callable[[Any], Any] = lambda stored: stored
    """The stored value of the active bone as it is here: a rotation as its angles."""
    all_shown: Callable[[Sequence[Any]], Sequence[Any]] = lambda stored: stored
    """The values as they are here that were shown last: rotations as their angles."""
    sent: Callable[[Any], Any] = lambda value: value
    """A value as the editor would send it: angles as a rotation."""
    why_not: Callable[[Any], str] = lambda value: ""
    """Why a value cannot be pasted; empty where it can."""
    why_locked: Callable[[int], str] = lambda axis: ""
    """Why an axis, 0 to 2, cannot be changed; empty where it can."""
    axes: tuple[QWidget, ...] = ()
    """The widgets of X, Y and Z, where each axis has its own."""
    number: NumberField | None = None
    """The number that the label scrubs."""
    spans_row: bool = False
    """Whether it brings its own labels."""
    pick_asked: SignalInstance | None = None
    """A bone is to be picked for it."""
    pointed: SignalInstance | None = None
    """The bone that it names while the pointer is on it, then None."""


MakeEditor = Callable[[Field, BonesByName], Editor]


def editor_of(values: ShowsValues) -> Editor:
    """The plain editor that `values`, which must be a widget, is."""
    assert isinstance(values, QWidget)
    return Editor(values, values)
