"""The joints of the selected bones: how far they bend, twist and sway, what is locked, how stiff they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from PySide6.QtCore import Signal

from pantin.rigs.document import Document
from pantin.rigs.editing.bones import replace_bones
from pantin.rigs.euler import bend_twist_sway
from pantin.rigs.fields import Quaternion, field_named
from pantin.rigs.joint import NONE_LOCKED, Joint
from pantin.rigs.rig import Bone
from pantin.widgets.controls.frames.section import Section
from pantin.widgets.forms.field_editors import limits_editor
from pantin.widgets.forms.form import Form
from pantin.widgets.forms.rows.limit_row import TITLES, LimitRows
from pantin.widgets.messages import _
from pantin.widgets.values.exchange import Edit
from pantin.widgets.values.selected_bones import NOBODY, Chosen, still_there
from pantin.widgets.values.shared_values import AxisEdit, applied

FIELDS = ("limit", "roll", "stiffness", "stretch", "control_rotation", "resist")


class JointSection(Section):
    """Shows and edits the joints of bones."""

    previewed = Signal(object)
    edited = Signal(str, object)
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__(_("Joint"))
        self._chosen = NOBODY
        self.limits = LimitRows(lockable=True)
        self.form = Form(Joint, only=FIELDS, editors={"limit": lambda _field, _bones: limits_editor(self.limits)})
        self.add(self.form)
        self.form.previewed.connect(lambda field, value: self.previewed.emit(_jointed(self._chosen, {field: value})))
        self.form.committed.connect(self._commit)
        self.form.all_committed.connect(self._commit_all)
        self.form.cancelled.connect(self.cancelled)
        for axis, row in enumerate(self.limits.rows):
            row.lock_asked.connect(lambda locked, axis=axis: self._lock(axis, locked))
            row.reset_asked.connect(lambda axis=axis: self._free(axis))

    def show_chosen(self, chosen: Chosen, rotation: Quaternion) -> None:
        """Show the joints of bones, and where the active one is. Handles and poles show no joint."""
        before, self._chosen = self._chosen, chosen
        if not chosen.same_bones(before):
            self._show_joints([bone.joint for bone in chosen.bones])
        for row, angle in zip(self.limits.rows, bend_twist_sway(rotation, chosen.active.joint.roll), strict=True):
            row.show_angle(angle)
        self.show_note(_("At limit") if any(self.hits()) else "", "limit")

    def hits(self) -> tuple[bool, bool, bool]:
        """Return which axes of the active bone are at a limit."""
        x, y, z = (bool(row.at_limit()) for row in self.limits.rows)
        return (x, y, z)

    def _show_joints(self, joints: list[Joint]) -> None:
        self.setVisible(self._chosen.active.kind == "bone")
        self.form.show_values(joints)
        for axis, row in enumerate(self.limits.rows):
            row.show_locked(all(joint.lock[axis] for joint in joints))
            row.label.show_changed(any(joint.lock[axis] or joint.limit[axis] is not None for joint in joints))

    def _commit(self, field: str, value: Any) -> None:
        title = field_named(Joint, field).title
        letter = value.letter() if isinstance(value, AxisEdit) else ""
        if field == "limit" and letter:
            label = _("Limit {axis} of {bones}")
        else:
            label = _("{field} of {bones}")
        axis = TITLES["XYZ".index(letter)] if letter else ""
        self._send(label.format(field=f"{title} {letter}".rstrip(), axis=axis, bones=self._chosen.who), {field: value})

    def _commit_all(self, changes: Mapping[str, Any]) -> None:
        self._send(_("Reset joint of {bones}").format(bones=self._chosen.who), {**changes, "lock": NONE_LOCKED})

    def _lock(self, axis: int, locked: bool) -> None:
        label = _("Lock {axis} of {bones}") if locked else _("Unlock {axis} of {bones}")
        label = label.format(axis=TITLES[axis], bones=self._chosen.who)
        self._send(label, {"lock": AxisEdit.one(axis, locked)})

    def _free(self, axis: int) -> None:
        label = _("Free {axis} of {bones}").format(axis=TITLES[axis], bones=self._chosen.who)
        self._send(label, {"limit": AxisEdit.one(axis, None), "lock": AxisEdit.one(axis, False)})

    def _send(self, label: str, changes: Mapping[str, Any]) -> None:
        self.edited.emit(label, _jointed(self._chosen, changes))


def _jointed(chosen: Chosen, changes: Mapping[str, Any]) -> Edit:
    names = chosen.names

    def edit(document: Document) -> Document:
        return replace_bones(
            document, (_changed(document.rig.by_name[name], changes) for name in still_there(names, document))
        )

    return edit


def _changed(bone: Bone, changes: Mapping[str, Any]) -> Bone:
    values = {field: applied(value, getattr(bone.joint, field)) for field, value in changes.items()}
    return msgspec.structs.replace(bone, joint=msgspec.structs.replace(bone.joint, **values))
