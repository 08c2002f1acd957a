"""The joint of the active bone: how far it bends, twists and sways, what is locked, how stiff it is."""

from __future__ import annotations

from typing import Any

import msgspec
from PySide6.QtCore import Signal

from rigs.bones import replace_bone
from rigs.document import Document
from rigs.fields import Quaternion, field_named
from rigs.rig import Bone, Joint
from widgets.euler import bend_twist_sway
from widgets.exchange import Edit
from widgets.explain import explain, tooltip
from widgets.form import Form
from widgets.limit_row import LimitRows
from widgets.section import Section


class JointSection(Section):
    """Shows and edits the joint of one bone."""

    previewed = Signal(object)
    edited = Signal(str, object)
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__("Joint")
        self._bone = Bone(name="-")
        self.limits = LimitRows(lockable=True)
        self.form = Form(Joint, only=("stiffness", "stretch"))
        explain(self.limits, tooltip(field_named(Joint, "limit")))
        self.add(self.limits)
        self.add(self.form)
        self.limits.scrubbed.connect(lambda limits: self._preview("limit", limits))
        self.limits.committed.connect(lambda limits: self._commit("limit", limits))
        self.limits.cancelled.connect(self.cancelled)
        self.form.previewed.connect(self._preview)
        self.form.committed.connect(self._commit)
        self.form.cancelled.connect(self.cancelled)
        for axis, row in enumerate(self.limits.rows):
            row.lock_asked.connect(lambda locked, axis=axis: self._commit("lock", self._with_lock(axis, locked)))
            row.reset_asked.connect(lambda axis=axis: self._free(axis))

    def show_bone(self, bone: Bone, rotation: Quaternion) -> None:
        """Show a bone's joint, and where it stands. Handles and poles have no joint to speak of."""
        self._bone = bone
        self.setVisible(bone.kind == "bone")
        joint = bone.joint
        self.limits.show_value(joint.limit)
        angles = bend_twist_sway(rotation)
        for row, locked, limit, angle in zip(self.limits.rows, joint.lock, joint.limit, angles, strict=True):
            row.show_locked(locked)
            row.show_angle(angle)
            row.label.show_changed(locked or limit is not None)
        self.form.show_value(joint)
        self.show_note("At limit" if any(self.hits()) else "", "limit")

    def hits(self) -> tuple[bool, bool, bool]:
        """Which axes stand at a limit."""
        x, y, z = (bool(row.at_limit()) for row in self.limits.rows)
        return (x, y, z)

    def _preview(self, field: str, value: Any) -> None:
        self.previewed.emit(_edit(self._bone.name, {field: value}))

    def _commit(self, field: str, value: Any) -> None:
        name = self._bone.name
        self.edited.emit(f"{field_named(Joint, field).title} of {name}", _edit(name, {field: value}))

    def _free(self, axis: int) -> None:
        name = self._bone.name
        free = {"limit": self.limits.without(axis), "lock": self._with_lock(axis, False)}
        self.edited.emit(f"Free joint of {name}", _edit(name, free))

    def _with_lock(self, axis: int, locked: bool) -> tuple[bool, ...]:
        lock = self._bone.joint.lock
        return (*lock[:axis], locked, *lock[axis + 1 :])


def _edit(name: str, changes: dict[str, Any]) -> Edit:
    def edit(document: Document) -> Document:
        bone = document.rig.by_name[name]
        joint = msgspec.structs.replace(bone.joint, **changes)
        return replace_bone(document, msgspec.structs.replace(bone, joint=joint))

    return edit
