"""The selected bones of the rest pose: head, tail and roll, parent and inheritance, and display."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import dist
from typing import Annotated, Any

import msgspec
from PySide6.QtCore import Signal

from pantin.rigs.document import Document
from pantin.rigs.editing.bones import replace_bones
from pantin.rigs.editing.building.joints import moved, set_lengths
from pantin.rigs.fields import field, field_named
from pantin.rigs.problems.cycles import new_cycle
from pantin.rigs.rig import Bone, Rig
from pantin.widgets.controls.frames.section import Section
from pantin.widgets.forms.colour_choice import ColourChoice
from pantin.widgets.forms.field_editors import reference_editor
from pantin.widgets.forms.form import Form
from pantin.widgets.forms.references.reference_field import ReferenceField
from pantin.widgets.forms.rows.editor import editor_of
from pantin.widgets.messages import _
from pantin.widgets.values.exchange import BoneRequest, Edit, Pointed
from pantin.widgets.values.selected_bones import NOBODY, Chosen, still_there
from pantin.widgets.values.shared_values import AxisEdit, applied

ENDS = ("head", "tail")
FIELDS = (
    "roll",
    "parent",
    "connected",
    "inherit_rotation",
    "inherit_scale",
    "local_location",
    "kind",
    "shape",
    "shape_size",
    "colour",
    "hidden",
    "selectable",
)
PARENTED = ("connected", "inherit_rotation", "inherit_scale", "local_location")
NO_PARENT = _("The bone has no parent.")


class BoneMeasures(msgspec.Struct, frozen=True):
    """Measures of a bone that are not stored."""

    length: Annotated[
        float,
        field(
            _("Length"), _("From head to tail. The tail moves; what is connected to it goes along."), unit="m", ge=0.0
        ),
    ] = 1.0


class BoneSection(Section):
    """Shows and edits the bones' own fields."""

    previewed = Signal(object)
    edited = Signal(str, object)
    cancelled = Signal()
    bone_requested = Signal(object)
    pointed = Signal(object)

    def __init__(self) -> None:
        super().__init__(_("Bone"))
        self._chosen = NOBODY
        self.ends = Form(Bone, only=ENDS, placed=ENDS)
        self.measure = Form(BoneMeasures, placed=("length",))
        self.form = Form(
            Bone,
            only=FIELDS,
            editors={
                "parent": lambda _field, bones: reference_editor(ReferenceField(bones, candidates=self._parents)),
                "colour": lambda field, _bones: editor_of(ColourChoice(field.choices)),
            },
            bones=lambda: self._chosen.rig.by_name,
        )
        for form in (self.ends, self.measure, self.form):
            self.add(form)
            form.previewed.connect(lambda name, value: self.previewed.emit(_edit(self._chosen, {name: value})))
            form.committed.connect(self._commit)
            form.all_committed.connect(self._commit_all)
            form.cancelled.connect(self.cancelled)

        self.form.pick_asked.connect(lambda _name: self._request_parent())
        self.form.bone_pointed.connect(lambda bone: self.pointed.emit(Pointed(bone=bone)))

    def show_chosen(self, chosen: Chosen) -> None:
        """Show bones."""
        before, self._chosen = self._chosen, chosen
        if chosen.same_bones(before):
            return
        bones = chosen.bones
        loose = all(bone.parent is None for bone in bones)
        without = dict.fromkeys(PARENTED, NO_PARENT) if loose else {}
        self.ends.show_values(bones)
        self.measure.show_values([BoneMeasures(dist(bone.head, bone.tail)) for bone in bones])
        self.form.show_values(bones, without)

    def _parents(self) -> Sequence[Bone]:
        """The bones that may be parents of these: all but themselves and their descendants."""
        rig = self._chosen.rig
        below = set(self._chosen.names)
        waiting = list(below)
        while waiting:
            children = [bone.name for bone in rig.children.get(waiting.pop(), ()) if bone.name not in below]
            below.update(children)
            waiting += children
        return [bone for bone in rig.bones if bone.name not in below]

    def _request_parent(self) -> None:
        """Ask for the bone that is to be the parent."""
        chosen = self._chosen
        allowed = {bone.name for bone in self._parents()}

        def why_not(name: str) -> str:
            if name not in allowed:
                return _("it would carry itself")
            carried = _edit(chosen, {"parent": name})(Document.of(chosen.rig))
            return new_cycle(chosen.rig, carried.rig)

        self.bone_requested.emit(
            BoneRequest(
                _("the parent of {bones}").format(bones=chosen.who), why_not, lambda name: self._commit("parent", name)
            )
        )

    def _commit(self, name: str, value: Any) -> None:
        declared = field_named(BoneMeasures if name == "length" else Bone, name)
        letter = value.letter() if isinstance(value, AxisEdit) else ""
        field = f"{declared.title} {letter}".rstrip()
        label = _("{field} of {bones}").format(field=field, bones=self._chosen.who)
        self.edited.emit(label, _edit(self._chosen, {name: value}))

    def _commit_all(self, changes: Mapping[str, Any]) -> None:
        if changes:
            self.edited.emit(_("Reset {bones}").format(bones=self._chosen.who), _edit(self._chosen, changes))


def _edit(chosen: Chosen, changes: Mapping[str, Any]) -> Edit:
    if len(changes) == 1:
        [(name, value)] = changes.items()
        if name in _PLACES:
            return lambda document: _PLACES[name](document, still_there(chosen.names, document), value)
    return lambda document: _with_fields(document, still_there(chosen.names, document), changes)


def _with_fields(document: Document, names: Sequence[str], changes: Mapping[str, Any]) -> Document:
    rig = document.rig
    return replace_bones(
        document, [_joined(msgspec.structs.replace(rig.by_name[name], **changes), rig) for name in names]
    )


def _joined(bone: Bone, rig: Rig) -> Bone:
    """A connected bone begins at its parent's tail; without a parent it is connected to nothing."""
    parent = rig.by_name.get(bone.parent or "")
    if not bone.connected:
        return bone
    if parent is None:
        return msgspec.structs.replace(bone, connected=False)
    return msgspec.structs.replace(bone, head=parent.tail)


def _place_heads(document: Document, names: Sequence[str], value: Any) -> Document:
    return moved(document, {(name, "head"): applied(value, document.rig.by_name[name].head) for name in names})


def _place_tails(document: Document, names: Sequence[str], value: Any) -> Document:
    return moved(document, {(name, "tail"): applied(value, document.rig.by_name[name].tail) for name in names})


def _set_lengths(document: Document, names: Sequence[str], value: Any) -> Document:
    return set_lengths(document, dict.fromkeys(names, value))


_PLACES: Mapping[str, Callable[[Document, Sequence[str], Any], Document]] = {
    "head": _place_heads,
    "tail": _place_tails,
    "length": _set_lengths,
}
