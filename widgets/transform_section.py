"""The pose of the active bone: position, rotation and scale, from rest and in its own axes."""

from __future__ import annotations

from typing import Any

import msgspec
from PySide6.QtCore import Signal

from rigs.document import Document
from rigs.fields import field_named
from rigs.pose import with_transforms
from rigs.rig import Bone, Rig, Transform
from widgets.driven import driver_of
from widgets.exchange import Edit
from widgets.form import Form
from widgets.section import Section

STAYS = "A connected bone stays on its parent's tail."


class TransformSection(Section):
    """Shows and edits the transform of one bone."""

    previewed = Signal(object)
    edited = Signal(str, object)
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__("Transform")
        self._name = ""
        self._driven = ""
        self._key: tuple[object, ...] = ()
        self.form = Form(Transform)
        self.add(self.form)
        self.show_note("Local")
        self.form.previewed.connect(lambda field, value: self.previewed.emit(_edit(self._name, field, value)))
        self.form.committed.connect(self._commit)
        self.form.cancelled.connect(self.cancelled)

    def show_bone(self, rig: Rig, bone: Bone) -> None:
        """Show how a bone of `rig` is posed. A bone that an IK turns says so."""
        if bone.name != self._name:
            self._name = bone.name
            self.form.editors["rotation"].start_afresh()
        self.form.show_value(rig.transform(bone.name), {"location": STAYS} if bone.connected and bone.parent else {})
        self._show_driver(rig, bone.name)

    def show_limits(self, hits: tuple[bool, bool, bool]) -> None:
        """Mark the angles whose joint stands at a limit."""
        tints = tuple("limit" if hit else self._driven for hit in hits)
        self.form.editors["rotation"].show_tints(tints)

    def _show_driver(self, rig: Rig, name: str) -> None:
        """Looked up only when bones or constraints changed: a drag changes neither."""
        key = (rig.bones, rig.constraints, name)
        if len(self._key) == 3 and all(new is old for new, old in zip(key, self._key, strict=True)):
            return
        self._key = key
        driver = driver_of(rig, name)
        self._driven = "ik" if driver else ""
        self.show_note(f"IK on {driver.owner} turns it" if driver else "Local", "handle" if driver else "t3")

    def _commit(self, field: str, value: Any) -> None:
        title = field_named(Transform, field).title
        self.edited.emit(f"{title} of {self._name}", _edit(self._name, field, value))


def _edit(name: str, field: str, value: Any) -> Edit:
    def edit(document: Document) -> Document:
        transform = msgspec.structs.replace(document.rig.transform(name), **{field: value})
        return with_transforms(document, {name: transform})

    return edit
