"""The two switches at the right of each row: the eye shows and hides, the padlock keeps clicks in the view away.

A click switches one row; with Shift the bone and all below it; with Ctrl everything else, so that only this is left.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from html import escape
from types import MappingProxyType
from typing import NamedTuple

import msgspec
from PySide6.QtCore import Qt

from pantin.rigs.document import Document
from pantin.rigs.editing import visibility
from pantin.rigs.rig import Bone, Rig
from pantin.rigs.tree.traversal import with_descendants
from pantin.widgets.messages import _, ngettext
from pantin.widgets.values.exchange import Edit

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


class Column(msgspec.Struct, frozen=True):
    """A column of switches. `right` is where its icons begin, counted from the right edge of the row."""

    right: int
    icons: tuple[str, str]
    labels: tuple[str, str]
    """The words for switching it on and off, with a place for the bones; for one alone, and for all."""
    only: str
    every: str
    help: tuple[str, str]
    is_on: Callable[[Bone], bool]
    switch: Callable[[Document, Iterable[str], bool], Document]
    leave: Callable[[Document, Iterable[str]], Document]


EYE = Column(
    right=44,
    icons=("eye", "eye-off"),
    labels=(_("Show {bones}"), _("Hide {bones}")),
    only=_("Show only {bones}"),
    every=_("Show all"),
    help=(
        _("Bone and body are seen in the view again."),
        _("Bone and body are not seen in the view; the bone still acts."),
    ),
    is_on=lambda bone: not bone.hidden,
    switch=lambda document, names, on: visibility.hide(document, names, not on),
    leave=visibility.show_only,
)
PADLOCK = Column(
    right=24,
    icons=("unlock", "lock"),
    labels=(_("Unlock {bones}"), _("Lock {bones}")),
    only=_("Unlock only {bones}"),
    every=_("Unlock all"),
    help=(_("A click in the view takes it again."), _("A click in the view goes through it.")),
    is_on=lambda bone: bone.selectable,
    switch=visibility.set_selectable,
    leave=visibility.make_selectable_only,
)
COLUMNS = (EYE, PADLOCK)
WIDTH = 16
ROOM = max(column.right for column in COLUMNS) + 4
"""Width of the switches at the right of a row."""


class Subject(msgspec.Struct, frozen=True):
    """The subject of a row: one bone, or all bones of a group."""

    title: str
    names: tuple[str, ...]


class Change(NamedTuple):
    """The effect of a click: the words for it, and the edit."""

    label: str
    edit: Edit


def column_at(x: float, width: float) -> Column | None:
    """The column under `x` in a row of this width."""
    return next((column for column in COLUMNS if 0 <= x - (width - column.right) + 2 < WIDTH + 4), None)


def all_on(rig: Rig, column: Column, names: Iterable[str]) -> bool:
    """Return whether the switch is on for every bone of a row."""
    return all(column.is_on(rig.by_name[name]) for name in names)


def state_of(
    rig: Rig, column: Column, names: Iterable[str], dragged: Mapping[str, bool] = MappingProxyType({})
) -> bool | None:
    """Return the state of a row's switch, where `dragged` has the states to come; None where its bones differ."""
    found = {dragged[name] if name in dragged else column.is_on(rig.by_name[name]) for name in names}
    return found.pop() if len(found) == 1 else None


def switched(column: Column, on: bool, subjects: Sequence[Subject]) -> Change:
    """Rows switched the same way: by a click, or by dragging over them."""
    names = tuple(name for subject in subjects for name in subject.names)
    many = ngettext("{count} bone", "{count} bones", len(names)).format(count=len(names))
    label = column.labels[0 if on else 1].format(bones=subjects[0].title if len(subjects) == 1 else many)
    return Change(label, lambda document: column.switch(document, names, on))


def clicked(rig: Rig, column: Column, subject: Subject, held: Qt.KeyboardModifier) -> Change:
    """Return the effect of a click on the switch of a row now."""
    if held & CTRL:
        return _only(rig, column, _widened(rig, subject) if held & SHIFT else subject)
    on = not all_on(rig, column, subject.names)
    return switched(column, on, [_widened(rig, subject) if held & SHIFT else subject])


def explanation(rig: Rig, column: Column, subject: Subject, held: Qt.KeyboardModifier) -> str:
    """The tooltip of a switch: what a click does now, and what it would do with a key."""
    label = clicked(rig, column, subject, held).label
    help = "" if held & CTRL else column.help[1 if all_on(rig, column, subject.names) else 0]
    lines = [f"<b>{escape(label)}</b>", help, _with_keys(rig, subject)]
    return "<br>".join(line for line in lines if line)


def _with_keys(rig: Rig, subject: Subject) -> str:
    below = len(_widened(rig, subject).names) - len(subject.names)
    if not below:
        return _("Ctrl: only this · drag: more rows")
    return _("Shift: with {count} below · Ctrl: only this · drag: more rows").format(count=below)


def _only(rig: Rig, column: Column, subject: Subject) -> Change:
    """All others off; everything on again where that is so already."""
    names = subject.names
    if _is_only(rig, column, set(names)):
        every = tuple(bone.name for bone in rig.bones)
        return Change(column.every, lambda document: column.switch(document, every, True))
    return Change(column.only.format(bones=subject.title), lambda document: column.leave(document, names))


def _is_only(rig: Rig, column: Column, names: Collection[str]) -> bool:
    return all(column.is_on(bone) == (bone.name in names) for bone in rig.bones)


def _widened(rig: Rig, subject: Subject) -> Subject:
    names = with_descendants(rig, subject.names)
    more = len(names) - len(subject.names)
    return Subject(
        _("{bones} and {count} below").format(bones=subject.title, count=more) if more else subject.title, names
    )
