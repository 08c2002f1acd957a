"""The active bone at rest: who carries it and how, its roll, and where it lies.

Head and tail are only shown: they are edited by hand in the view, with the rest pose.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import dist
from typing import Any

import msgspec
from PySide6.QtCore import Signal

from rigs.bones import replace_bone
from rigs.document import Document
from rigs.fields import field_named
from rigs.rig import Bone
from widgets.exchange import Edit
from widgets.explain import refuse
from widgets.form import Form
from widgets.number_field import NumberField
from widgets.quantity import centimetres
from widgets.row import Row
from widgets.section import Section

FIELDS = ("parent", "connected", "inherit_rotation", "inherit_scale", "kind", "roll", "head", "tail")
REST_ONLY = "The rest pose is shown here, not edited."
NO_PARENT = "The bone has no parent."


class BoneSection(Section):
    """Shows and edits one bone's own fields."""

    previewed = Signal(object)
    edited = Signal(str, object)
    cancelled = Signal()

    def __init__(self, bones: Callable[[], Sequence[Bone]]) -> None:
        super().__init__("Bone")
        self._bone = Bone(name="-")
        self._all_bones = bones
        self.form = Form(Bone, only=FIELDS, bones=self._parents)
        self.length = NumberField(centimetres())
        length = Row("Length", self.length)
        length.explain("<b>Length</b><br>From head to tail.<br>in centimetres")
        refuse(length, REST_ONLY)
        self.add(self.form)
        self.add(length)
        self.form.previewed.connect(lambda field, value: self.previewed.emit(_edit(self._bone.name, field, value)))
        self.form.committed.connect(self._commit)
        self.form.cancelled.connect(self.cancelled)

    def show_bone(self, bone: Bone) -> None:
        """Show a bone."""
        if bone is self._bone:
            return
        self._bone = bone
        disabled = {"head": REST_ONLY, "tail": REST_ONLY}
        if bone.parent is None:
            disabled |= {"connected": NO_PARENT, "inherit_rotation": NO_PARENT, "inherit_scale": NO_PARENT}
        self.form.show_value(bone, disabled)
        for name in ("head", "tail"):
            self.form.rows[name].label.show_changed(False)
        self.length.show_value(dist(bone.head, bone.tail))

    def _parents(self) -> Sequence[Bone]:
        """The bones that may carry this one: all but itself and what hangs below it."""
        below = {self._bone.name}
        waiting = [self._bone.name]
        children: dict[str | None, list[str]] = {}
        for bone in self._all_bones():
            children.setdefault(bone.parent, []).append(bone.name)
        while waiting:
            for child in children.get(waiting.pop(), []):
                if child not in below:
                    below.add(child)
                    waiting.append(child)
        return [bone for bone in self._all_bones() if bone.name not in below]

    def _commit(self, field: str, value: Any) -> None:
        title = field_named(Bone, field).title
        self.edited.emit(f"{title} of {self._bone.name}", _edit(self._bone.name, field, value))


def _edit(name: str, field: str, value: Any) -> Edit:
    def edit(document: Document) -> Document:
        bone = msgspec.structs.replace(document.rig.by_name[name], **{field: value})
        parent = document.rig.by_name.get(bone.parent or "")
        if bone.connected and parent is not None:
            bone = msgspec.structs.replace(bone, head=parent.tail)
        return replace_bone(document, msgspec.structs.replace(bone, connected=bone.connected and parent is not None))

    return edit
