"""The pose of the selected bones: position, rotation and scale, from rest and in each bone's own axes.

Each number has a padlock: posing by hand leaves alone what is locked, here as in the view.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from PySide6.QtCore import Signal

from pantin.rigs.document import Document
from pantin.rigs.editing.bones import replace_bones
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.fields import CHANNELS, AxisSwitches, Channel, field_named
from pantin.rigs.joint import Locks
from pantin.rigs.joint_angles import roll_of
from pantin.rigs.pose import REST, Transform
from pantin.rigs.rig import Bone
from pantin.widgets.constraints.related_constraints import ConstraintIndex
from pantin.widgets.controls.command_menu import LINE, Command
from pantin.widgets.controls.frames.section import Section
from pantin.widgets.forms.field_editors import axes_editor, rotation_editor
from pantin.widgets.forms.form import Form
from pantin.widgets.messages import _
from pantin.widgets.numbers.axis_row import AxisRow, RotationRow
from pantin.widgets.values.exchange import Edit
from pantin.widgets.values.quantity import quantity_of
from pantin.widgets.values.selected_bones import NOBODY, Chosen, still_there
from pantin.widgets.values.shared_values import MIXED, AxisEdit, TurnEdit

STAYS = _("A connected bone stays on its parent's tail.")
ALL: AxisSwitches = (True, True, True)
NONE: AxisSwitches = (False, False, False)
AT_REST: Mapping[Channel, AxisEdit] = {
    "location": AxisEdit(REST.location),
    "rotation": TurnEdit((0.0, 0.0, 0.0)),
    "scale": AxisEdit(REST.scale),
}


class TransformSection(Section):
    """Shows and edits the transforms of bones."""

    previewed = Signal(object)
    edited = Signal(str, object)
    cancelled = Signal()

    def __init__(self, driven: ConstraintIndex) -> None:
        super().__init__(_("Transform"))
        self._driven = driven
        self._chosen = NOBODY
        self._tint = ""
        self._rotation = RotationRow(lockable=True)
        self._numbers: dict[str, AxisRow] = {
            "location": _axis_row("location"),
            "rotation": self._rotation.row,
            "scale": _axis_row("scale"),
        }
        self.form = Form(
            Transform,
            editors={
                "location": lambda _field, _bones: axes_editor(self._numbers["location"]),
                "rotation": lambda _field, _bones: rotation_editor(self._rotation),
                "scale": lambda _field, _bones: axes_editor(self._numbers["scale"]),
            },
            more_commands=self._lock_commands,
        )
        self.add(self.form)
        self.show_note(_("Local"))
        self._connect()

    def _connect(self) -> None:
        """Let edits of numbers and padlocks be asked for by the section."""
        self.form.previewed.connect(lambda field, value: self.previewed.emit(_posed(self._chosen, {field: value})))
        self.form.committed.connect(self._commit)
        self.form.all_committed.connect(self._commit_all)
        self.form.cancelled.connect(self.cancelled)
        for channel, row in self._numbers.items():
            row.lock_asked.connect(lambda axis, locked, channel=channel: self._lock(channel, axis, locked))

    def show_chosen(self, chosen: Chosen) -> None:
        """Show how bones are posed. Bones that an IK turns say so."""
        before, self._chosen = self._chosen, chosen
        if chosen.names != before.names:
            self._rotation.forget_angles()
        self._rotation.show_rolls([roll_of(bone) for bone in chosen.bones])
        held = all(_is_held(bone) for bone in chosen.bones)
        self.form.show_values(chosen.transforms, {"location": STAYS} if held else {})
        if not chosen.same_bones(before):
            self._show_locks()
        self._show_driver()

    def show_limits(self, hits: tuple[bool, bool, bool]) -> None:
        """Mark the angles whose joint is at a limit."""
        x, y, z = ("limit" if hit else self._tint for hit in hits)
        self._rotation.show_tints((x, y, z))

    def _show_locks(self) -> None:
        for channel, row in self._numbers.items():
            locks = zip(*(getattr(bone.locks, channel) for bone in self._chosen.bones), strict=True)
            x, y, z = (all(axis) for axis in locks)
            row.show_locks((x, y, z), field_named(Transform, channel).title)

    def _show_driver(self) -> None:
        driver = self._driven.driver_of(self._chosen.rig, self._chosen.names[0])
        turns = _("IK on {owner} turns it").format(owner=driver.owner) if driver else ""
        self._tint = "ik" if driver else ""
        self.form.remark("rotation", turns)
        self.show_note(turns or _("Local"), "handle" if driver else "t3")

    def _commit(self, field: str, value: AxisEdit) -> None:
        title = f"{field_named(Transform, field).title} {value.letter()}".rstrip()
        label = _("{field} of {bones}").format(field=title, bones=self._chosen.who)
        self.edited.emit(label, _posed(self._chosen, {field: value}))

    def _commit_all(self, changes: Mapping[str, AxisEdit]) -> None:
        self.edited.emit(_("Reset pose of {bones}").format(bones=self._chosen.who), _posed(self._chosen, changes))

    def _lock(self, channel: str, axis: int, locked: bool) -> None:
        label = _("Lock {field} {axis} of {bones}") if locked else _("Unlock {field} {axis} of {bones}")
        label = label.format(field=field_named(Locks, channel).title, axis="XYZ"[axis], bones=self._chosen.who)
        self._commit_locks(label, {channel: AxisEdit.one(axis, locked)})

    def _commit_locks(self, label: str, changes: Mapping[str, AxisEdit]) -> None:
        self.edited.emit(label, locked_edit(self._chosen.names, changes))

    def _lock_commands(self, channel: str, axis: int | None) -> Sequence[Command]:
        """Return the commands that the menu of a row offers beside what every row does."""
        title = field_named(Locks, channel).title
        locked = [field.locked != "" for field in self._numbers[channel].fields]
        one: tuple[Command, ...] = ()
        if axis is not None:
            text = _("Unlock {field} {axis}") if locked[axis] else _("Lock {field} {axis}")
            one = (
                Command(
                    text.format(field=title, axis="XYZ"[axis]), lambda: self._lock(channel, axis, not locked[axis])
                ),
            )
        every = _("All of {field} is locked.").format(field=title)
        none = _("Nothing of {field} is locked.").format(field=title)
        return (
            LINE,
            *one,
            self._lock_all(_("Lock all"), _("Lock {field} of {bones}"), channel, ALL, every if all(locked) else ""),
            self._lock_all(_("Unlock all"), _("Unlock {field} of {bones}"), channel, NONE, "" if any(locked) else none),
        )

    def _lock_all(self, title: str, label: str, channel: str, locks: AxisSwitches, why_not: str) -> Command:
        words = label.format(field=field_named(Locks, channel).title, bones=self._chosen.who)
        return Command(title, lambda: self._commit_locks(words, {channel: AxisEdit(locks)}), why_not)


def _axis_row(channel: str) -> AxisRow:
    return AxisRow(quantity_of(field_named(Transform, channel)), lockable=True)


def locked_edit(names: Sequence[str], changes: Mapping[str, AxisEdit]) -> Edit:
    """The edit that sets locks of the named bones, by channel."""

    def edit(document: Document) -> Document:
        return replace_bones(
            document, (_relocked(document.rig.by_name[name], changes) for name in still_there(names, document))
        )

    return edit


def reset_edit(chosen: Chosen, channels: Iterable[Channel]) -> Edit:
    """The edit that puts bones back to rest in these channels, but for what is locked."""
    return _posed(chosen, {channel: AT_REST[channel] for channel in channels})


def locks_on_all(locked: bool) -> Mapping[str, AxisEdit]:
    """Every lock closed, or open."""
    return {channel: AxisEdit(ALL if locked else NONE) for channel in CHANNELS}


def _relocked(bone: Bone, changes: Mapping[str, AxisEdit]) -> Bone:
    locks = {channel: part.of(getattr(bone.locks, channel)) for channel, part in changes.items()}
    return msgspec.structs.replace(bone, locks=msgspec.structs.replace(bone.locks, **locks))


def _posed(chosen: Chosen, changes: Mapping[str, AxisEdit | float]) -> Edit:
    def edit(document: Document) -> Document:
        rig, names = document.rig, still_there(chosen.names, document)
        return with_transforms(
            document, {name: _changed(rig.by_name[name], document.figure.transform(name), changes) for name in names}
        )

    return edit


def _changed(bone: Bone, transform: Transform, changes: Mapping[str, AxisEdit | float]) -> Transform:
    """`transform` with those `changes` that no lock of the bone forbids; length and thickness have none."""
    found: dict[str, Any] = {}
    for channel, part in changes.items():
        if isinstance(part, float):
            found[channel] = part
            continue
        if isinstance(part, TurnEdit):
            part = msgspec.structs.replace(part, roll=roll_of(bone))
        free = part.without(ALL if channel == "location" and _is_held(bone) else getattr(bone.locks, channel))
        if any(value is not MIXED for value in free.values):
            found[channel] = free.of(getattr(transform, channel))
    return msgspec.structs.replace(transform, **found) if found else transform


def _is_held(bone: Bone) -> bool:
    return bone.connected and bone.parent is not None
