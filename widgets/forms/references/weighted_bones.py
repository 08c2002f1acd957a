"""The field that holds several bones with a weight each: a row for every bone, and below them what adds one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from pantin.rigs.fields import Field, WeightedBone, WeightedBones, field_named
from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.controls.kept_rows import show_rows
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.forms.references.bone_popup import BonePopup
from pantin.widgets.forms.references.reference_field import PICK, ReferenceField
from pantin.widgets.forms.rows.editor import BonesByName, Editor
from pantin.widgets.forms.rows.row import INSET
from pantin.widgets.messages import _
from pantin.widgets.numbers.number_field import NumberField
from pantin.widgets.values.arithmetic import NotANumber
from pantin.widgets.values.quantity import Quantity, quantity_of
from pantin.widgets.values.shared_values import MIXED, shared
from pantin.widgets.values.value_text import NotAValue, ValueText

WEIGHT = 64
"""The width of a weight, pixels."""

ADD = _("Add a bone that carries this one, besides the others.")
TWICE = _("it is one of them already")


class WeightedBonesField(QWidget):
    """Shows bones with their weights; sends all of them when one is changed, added or taken out."""

    scrubbed = Signal(object)
    committed = Signal(object)
    cancelled = Signal()
    pick_asked = Signal()
    pointed = Signal(object)

    def __init__(self, bones: BonesByName) -> None:
        super().__init__()
        self._bones = bones
        self._value: WeightedBones = ()
        self.why_invalid: Callable[[str], str] = lambda _name: ""
        """Why a bone cannot be named here; empty where it can."""
        self.rows: list[_Row] = []
        self.add = TextButton(_("Add target"), ADD, "plus")
        self.add.clicked.connect(self.open)
        self.pick = IconButton("pick", PICK)
        self.pick.clicked.connect(self.pick_asked)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._layout = QVBoxLayout(self)
        self._layout.setContentsMargins(INSET, 0, 8, 0)
        self._layout.setSpacing(4)
        below = QHBoxLayout()
        below.setSpacing(4)
        below.addWidget(self.add, 1)
        below.addWidget(self.pick)
        self._layout.addLayout(below)

    def show_values(self, values: Sequence[WeightedBones]) -> None:
        """Show the bones that all `values` have. Nothing is emitted."""
        found = shared(values)
        self._value = () if found is MIXED else found
        show_rows(self.rows, len(self._value), self._add_row)
        for row, weighted in zip(self.rows, self._value, strict=False):
            row.show_value(weighted)

    def open(self) -> BonePopup:
        """Open the list of bones below the button that adds one."""
        popup = BonePopup(tuple(self._bones().values()), None, self.why_not_added)
        popup.chosen.connect(lambda name: self.committed.emit((*self._value, WeightedBone(name))))
        popup.open_below(self.add)
        return popup

    def why_not_added(self, name: str) -> str:
        """Return why that bone cannot be added; empty where it can."""
        return TWICE if any(each.bone == name for each in self._value) else self.why_invalid(name)

    def why_not(self, value: WeightedBones) -> str:
        """Return why the field cannot hold these bones; empty where it can."""
        whys = (self.why_invalid(each.bone) for each in value if each.bone in self._bones())
        return next((_("These bones cannot be chosen: {why}.").format(why=why) for why in whys if why), "")

    def _add_row(self) -> None:
        place, row = len(self.rows), _Row(self._bones, self._why_not_at(len(self.rows)))
        row.name.committed.connect(lambda name: self.committed.emit(self._with_name(place, name)))
        row.name.pointed.connect(self.pointed)
        row.name.pick_asked.connect(self.pick_asked)
        row.weight.scrubbed.connect(lambda weight: self.scrubbed.emit(self._with_weight(place, weight)))
        row.weight.committed.connect(lambda weight: self.committed.emit(self._with_weight(place, weight)))
        row.weight.cancelled.connect(self.cancelled)
        self._layout.insertWidget(place, row)
        self.rows.append(row)

    def _why_not_at(self, place: int) -> Callable[[str], str]:
        def why_not(name: str) -> str:
            return "" if self._value[place].bone == name else self.why_not_added(name)

        return why_not

    def _with_name(self, place: int, name: str | None) -> WeightedBones:
        renamed = () if name is None else (WeightedBone(name, self._value[place].weight),)
        return (*self._value[:place], *renamed, *self._value[place + 1 :])

    def _with_weight(self, place: int, weight: float) -> WeightedBones:
        changed = WeightedBone(self._value[place].bone, weight)
        return (*self._value[:place], changed, *self._value[place + 1 :])


class _Row(QWidget):
    """One bone and its weight."""

    def __init__(self, bones: BonesByName, why_invalid: Callable[[str], str]) -> None:
        super().__init__()
        declared = field_named(WeightedBone, "weight")
        self.name = ReferenceField(bones)
        self.name.why_invalid = why_invalid
        self.weight = NumberField(quantity_of(declared))
        self.weight.setFixedWidth(WEIGHT)
        self.weight.setToolTip(declared.help)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        layout.addWidget(self.name, 1)
        layout.addWidget(self.weight)

    def sizeHint(self) -> QSize:
        return QSize(160, 24)

    def show_value(self, value: WeightedBone) -> None:
        """Show one bone. Nothing is emitted."""
        self.name.show_value(value.bone)
        self.weight.show_values((value.weight,))


def weighted_bones_editor(field: WeightedBonesField) -> Editor:
    """The rows of bones with their weights, without a label beside them."""
    return Editor(
        field, field, why_not=field.why_not, pick_asked=field.pick_asked, pointed=field.pointed, spans_row=True
    )


def _write(quantity: Quantity, value: Any) -> str:
    return "; ".join(f"{each.bone} {each.weight:g}" for each in value) or "none"


def _read(_field: Field, quantity: Quantity, text: str) -> WeightedBones:
    if text.strip() == "none":
        return ()
    found = []
    for part in text.split(";"):
        name, _space, weight = part.strip().rpartition(" ")
        try:
            found.append(WeightedBone(name.strip(), min(max(quantity.parse(weight), 0.0), 1.0)))
        except NotANumber as problem:
            raise NotAValue(_("The clipboard does not hold bones with a weight behind each.")) from problem
        if not name.strip():
            raise NotAValue(_("The clipboard does not hold bones with a weight behind each."))
    return tuple(found)


WEIGHTED_BONES = ValueText(_write, _read)
"""Bones with their weights as text: "hand.L 0.5; hips 1"."""
