"""Parts of the character: a row for each mesh with an eye, which hides and shows it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QGuiApplication, QPainter
from PySide6.QtWidgets import QStyleOptionViewItem

from pantin.rigs.document import Document
from pantin.rigs.editing.parts import MeshPart, parts_of, shown, shown_alone
from pantin.rigs.figure import Figure
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.materials import Colour3, Material
from pantin.widgets.controls.frames.section import Section
from pantin.widgets.controls.plain_text import plain
from pantin.widgets.controls.row_list import Index, ListDelegate, RoleData, RowList, paint_back
from pantin.widgets.messages import _, ngettext
from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.theme.appearance import appearance

ROW = 28
MOST_SEEN = 10
"""Rows that are seen at once; more are scrolled."""
SWATCH, INSET, EYE = 16, 12, 16
ONLY = Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.ControlModifier
"""With one of them a click leaves nothing but this part, as with bones."""

Tints = Sequence[Colour3 | None]


class PartRow(msgspec.Struct, frozen=True):
    """One mesh: the node that carries it, its name, what it is made of, and whether it is shown."""

    node: int
    name: str
    materials: int
    colour: Colour3
    shown: bool

    @property
    def hint(self) -> str:
        """Return the effect of a click, in words."""
        what = _("Hide {part}") if self.shown else _("Show {part}")
        words = what.format(part=self.name)
        return _("{what}; with Alt or Ctrl: show only this").format(what=words)


ROLE_DATA: RoleData = {
    Qt.ItemDataRole.DisplayRole: lambda row: row.name,
    Qt.ItemDataRole.ToolTipRole: lambda row: plain(row.hint),
    Qt.ItemDataRole.AccessibleTextRole: lambda row: (_("{part}, shown") if row.shown else _("{part}, hidden")).format(
        part=row.name
    ),
}


class PartsSection(Section):
    """Shown where the character has several parts. A hidden one is not drawn, not picked, not framed."""

    edited = Signal(str, object)

    def __init__(self) -> None:
        super().__init__(_("Parts"), bottom=8)
        self._parts: tuple[MeshPart, ...] = ()
        self._shown: tuple[object, object, object] = (None, None, None)
        self.list = _Parts(_("Parts"), ROLE_DATA)
        self.list.setItemDelegate(_PartDelegate(self.list, ROW))
        self.list.setUniformItemSizes(True)
        self.list.chosen.connect(self._click)
        self.add(self.list)
        self.hide()

    def show_character(self, figure: Figure, character: Character | None, tints: Tints = ()) -> None:
        """Show the parts of a figure's character; None while its file has not been read.

        `tints` are the mean colours of the pictures of its materials.
        """
        if self._shown[0] is character and self._shown[1:] == (figure.hidden_parts, tints):
            return
        if self._shown[0] is not character:
            self._parts = () if character is None else parts_of(character, figure.source)
        self._shown = character, figure.hidden_parts, tints
        self.setVisible(len(self._parts) > 1)
        if character is None:
            return
        hidden = frozenset(figure.hidden_parts)
        rows = [_row(each, character, each.node not in hidden, tints) for each in self._parts]
        self.list.show_parts(rows)
        count = _("{shown} of {count} shown")
        self.show_note(count.format(shown=sum(row.shown for row in rows), count=len(rows)))

    def _click(self, place: int) -> None:
        row: PartRow = self.list.rows.rows[place]
        nodes = [each.node for each in self._parts]
        if QGuiApplication.keyboardModifiers() & ONLY:
            is_alone = row.shown and sum(each.shown for each in self.list.rows.rows) == 1
            label = _("Show all parts") if is_alone else _("Show only {part}").format(part=row.name)
            self._edit(label, lambda document: shown_alone(document, row.node, nodes))
        else:
            label = (_("Hide {part}") if row.shown else _("Show {part}")).format(part=row.name)
            self._edit(label, lambda document: shown(document, (row.node,), not row.shown))

    def _edit(self, label: str, edit: Callable[[Document], Document]) -> None:
        self.edited.emit(label, edit)


class _Parts(RowList):
    """As high as its rows, up to MOST_SEEN of them."""

    def show_parts(self, rows: list[PartRow]) -> None:
        """Show these rows; the one with the focus and what is scrolled to stay."""
        at, scrolled = self.currentIndex().row(), self.verticalScrollBar().value()
        self.rows.show(rows)
        self.setFixedHeight(ROW * min(len(rows), MOST_SEEN))
        if 0 <= at < len(rows):
            self.setCurrentIndex(self.rows.index(at))
        self.verticalScrollBar().setValue(scrolled)

    def sizeHint(self) -> QSize:
        return QSize(200, ROW * min(len(self.rows.rows), MOST_SEEN))


class _PartDelegate(ListDelegate):
    """Swatch, name, what it is made of, and the eye."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        tokens = appearance().theme
        part: PartRow = self._list.rows.rows[index.row()]
        row = paint_back(painter, option, self._list.viewport().width(), tokens)
        swatch = QRectF(INSET, row.top() + (ROW - SWATCH) / 2, SWATCH, SWATCH)
        painter.setOpacity(1.0 if part.shown else 0.4)
        painter.fillPath(drawing.rounded(swatch, 3), QColor.fromRgbF(*part.colour))
        painter.setOpacity(1.0)
        drawing.ring(painter, swatch, tokens.line, 3, 1)
        icon = "eye" if part.shown else "eye-off"
        icons.draw(painter, icon, tokens.t2 if part.shown else tokens.t3, row.width() - INSET - EYE, row.top() + 6)
        left = INSET + SWATCH + 8
        room = QRectF(left, row.top(), row.width() - left - 2 * INSET - EYE, ROW)
        painter.setFont(theme.font())
        name = drawing.fitting(part.name, room.width())
        drawing.write(painter, room, name, tokens.t1 if part.shown else tokens.t3)
        used = theme.metrics().horizontalAdvance(name) + 8
        note = ngettext("{count} material", "{count} materials", part.materials).format(count=part.materials)
        if used + theme.metrics(11).horizontalAdvance(note) <= room.width():
            painter.setFont(theme.font(11))
            drawing.write(painter, room.adjusted(used, 0, 0, 0), note, tokens.t3)


def _row(part: MeshPart, character: Character, is_shown: bool, tints: Tints) -> PartRow:
    name = part.name or _("Part {node}").format(node=part.node)
    return PartRow(part.node, name, len(part.materials), _colour(part.materials[0], character, tints), is_shown)


def _colour(place: int | None, character: Character, tints: Tints) -> Colour3:
    """Return the colour of a material, as sRGB has it: its own times the mean of its picture."""
    material = Material() if place is None else character.materials[place]
    tint = tints[place] if place is not None and place < len(tints) else None
    red, green, blue = (_encoded(part) * of for part, of in zip(material.base[:3], tint or (1.0,) * 3, strict=True))
    return red, green, blue


def _encoded(linear: float) -> float:
    """Return a linear part of a colour as sRGB has it, 0 to 1."""
    within = min(max(linear, 0.0), 1.0)
    return 12.92 * within if within <= 0.0031308 else float(1.055 * within ** (1 / 2.4) - 0.055)
