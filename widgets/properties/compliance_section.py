"""Compliance when the selected bone is pulled: how far each part of the body has moved, and how much it resists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import degrees, pi

import msgspec
from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from pantin.rigs.document import Document
from pantin.rigs.editing.bones import replace_bones
from pantin.rigs.fields import field_named
from pantin.rigs.joint import Joint
from pantin.rigs.rig import Rig
from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.frames.section import Section
from pantin.widgets.controls.kept_rows import show_rows
from pantin.widgets.forms.field_tooltip import tooltip
from pantin.widgets.forms.rows.row import INSET
from pantin.widgets.messages import _
from pantin.widgets.numbers.number_field import NumberField
from pantin.widgets.theme import drawing, theme
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.values.exchange import CompliantPart, Edit
from pantin.widgets.values.quantity import length_text, quantity_of
from pantin.widgets.values.selected_bones import still_there

PARTS: Mapping[str, str] = {
    "arm": _("Arm"),
    "clavicle": _("Clavicle"),
    "spine": _("Spine"),
    "neck": _("Neck"),
    "hips": _("Hips"),
    "root": _("Root"),
    "leg": _("Leg"),
    "legs": _("Legs"),
    "tail": _("Tail"),
}
RESIST = field_named(Joint, "resist")

MOST: Mapping[bool, float] = {False: pi / 3, True: 0.4}
"""Turn or movement that fills the bar: 60°, or for hips and root 40 cm, more than an everyday pull asks of any part."""

ROW, FIELD = 24, 64
BAR, BAR_FROM, VALUE = 4, 92, 64
"""Height of the bar, its left edge, and the width of the number behind it, pixels."""


class ComplianceSection(Section):
    """Shown while the active bone has a body that would follow."""

    previewed = Signal(object)
    edited = Signal(str, object)
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__(_("Who gives way"))
        self.titles = _Titles()
        self.add(self.titles)
        self.rows: list[ComplianceRow] = []
        self.hide()

    def show_parts(self, rig: Rig, parts: Sequence[CompliantPart]) -> None:
        """Show these parts of a figure, the first to yield on top."""
        self.setVisible(len(parts) > 1)
        show_rows(self.rows, len(parts), self._add)
        for row, part in zip(self.rows, parts, strict=False):
            row.show_part(rig, part)
        self.titles.show_moved(any(part.moved is not None for part in parts))

    def _add(self) -> None:
        row = ComplianceRow()
        row.previewed.connect(self.previewed)
        row.edited.connect(self.edited)
        row.cancelled.connect(self.cancelled)
        self.rows.append(row)
        self.add(row)


class ComplianceRow(QWidget):
    """A part of the body: its name, a bar and a number for how far it moved, and its resistance."""

    previewed = Signal(object)
    edited = Signal(str, object)
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.title, self.side, self.moved = "", "", ""
        self._bones: tuple[str, ...] = ()
        self._part: float | None = None
        self._read_out_of: tuple[object, ...] = ()
        self.setFixedHeight(ROW)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.resist = NumberField(quantity_of(RESIST))
        self.resist.setFixedWidth(FIELD)
        self.resist.scrubbed.connect(lambda value: self.previewed.emit(resisting(self._bones, value)))
        self.resist.committed.connect(self._commit)
        self.resist.cancelled.connect(self.cancelled)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(INSET, 0, INSET, 0)
        layout.addStretch(1)
        layout.addWidget(self.resist)

    def show_part(self, rig: Rig, part: CompliantPart) -> None:
        """Show a part: the mean resistance of its bones."""
        self._bones, self.side = part.bones, part.side
        self.title = PARTS.get(part.part) or drawing.split_side(part.bones[0])[0]
        is_length = part.part in ("hips", "root")
        self._part = None if part.moved is None else min(part.moved / MOST[is_length], 1.0)
        self.moved = _in_words(part.moved, is_length)
        resists = [rig.by_name[name].joint.resist for name in part.bones if name in rig.by_name]
        self.resist.show_value(sum(resists) / max(len(resists), 1))
        if self._read_out_of != (part.bones, appearance().lengths):
            self._read_out_of = part.bones, appearance().lengths
            explain(self.resist, tooltip(RESIST, appearance().lengths))
            explain(self, ", ".join(part.bones))
            self.resist.setAccessibleName(_("Resist of {part}").format(part=self._whole_title))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, ROW)

    def _commit(self, value: float) -> None:
        self.edited.emit(_("Resist of {part}").format(part=self._whole_title), resisting(self._bones, value))

    @property
    def _whole_title(self) -> str:
        """The part with its side."""
        return f"{self.title}.{self.side}" if self.side else self.title

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        name = f"{self.title}.{self.side}" if self.side else self.title
        drawing.name_with_side(painter, QRectF(INSET, 0, BAR_FROM - INSET - 4, ROW), name, tokens.t2, tokens)
        if self._part is not None:
            right = self.resist.x() - 8 - VALUE
            bar = QRectF(BAR_FROM, (ROW - BAR) / 2, right - BAR_FROM, BAR)
            drawing.box(painter, bar, tokens.field, BAR / 2)
            if self._part > 0.0:
                filled = max(bar.width() * self._part, BAR)
                drawing.box(painter, QRectF(bar.left(), bar.top(), filled, BAR), tokens.acc, BAR / 2)
            drawing.write(painter, QRectF(right, 0, VALUE, ROW), self.moved, tokens.t1, drawing.MIDDLE_RIGHT)
        painter.end()


class _Titles(QWidget):
    """The titles of the columns."""

    def __init__(self) -> None:
        super().__init__()
        self._moved = False
        self.setFixedHeight(16)

    def show_moved(self, moved: bool) -> None:
        """Return whether there is anything in the column of what moved."""
        if moved != self._moved:
            self._moved = moved
            self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        painter.setFont(theme.font(11))
        tokens = painter.tokens
        room = QRectF(0, 0, self.width() - INSET, 16)
        drawing.write(painter, room, _("Resist"), tokens.t2, drawing.MIDDLE_RIGHT)
        if self._moved:
            drawing.write(painter, QRectF(BAR_FROM, 0, 80, 16), _("Moved"), tokens.t2)
        painter.end()


def resisting(names: Sequence[str], resist: float) -> Edit:
    """The edit that gives bones a resistance."""

    def edit(document: Document) -> Document:
        bones = (document.rig.by_name[name] for name in still_there(names, document))
        changed = [
            msgspec.structs.replace(bone, joint=msgspec.structs.replace(bone.joint, resist=resist)) for bone in bones
        ]
        return replace_bones(document, changed)

    return edit


def _in_words(moved: float | None, is_length: bool) -> str:
    if moved is None:
        return ""
    return length_text(moved, appearance().lengths) if is_length else f"{degrees(moved):.0f}°"
