"""Chips below the name of a character: its licence, whom to credit, and what is forbidden. A click shows all of it."""

from __future__ import annotations

import re

from PySide6.QtCore import QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.person import Meta
from pantin.widgets.character.about_section import short
from pantin.widgets.controls.explain import explain
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, theme

CHIP, PAD, GAP, EDGE = 22, 10, 6, 12
BELOW = 10
"""Pixels of air below the chips."""
SIGN = re.compile(r"^(©|\(c\)|copyright)+\s*", re.IGNORECASE)
"""The beginnings of a line about copyright, in place of which the sign is written."""


class LicenceChips(QWidget):
    """As many rows of chips as they need; hidden where no character has been read."""

    asked = Signal()
    """All that the file says of its makers is to be shown."""

    def __init__(self) -> None:
        super().__init__()
        self.chips: list[Chip] = []
        self._shown: Character | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.hide()

    def show_character(self, character: Character | None) -> None:
        """Show what the file of a character says of its licence. Nothing is emitted."""
        if character is self._shown:
            return
        self._shown = character
        self.setVisible(character is not None)
        for chip in self.chips:
            chip.hide()
            chip.deleteLater()
        self.chips = [] if character is None else [Chip(self, *each) for each in chips_of(character.meta)]
        for chip in self.chips:
            chip.clicked.connect(self.asked)
            chip.show()
        self._place()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        """Put chips beside each other, in rows; one that is too long for a row is cut."""
        room, x, y = max(self.width() - 2 * EDGE, CHIP), 0, 0
        for chip in self.chips:
            wide = min(chip.sizeHint().width(), room)
            if x and x + wide > room:
                x, y = 0, y + CHIP + GAP
            chip.setFixedSize(wide, CHIP)
            chip.move(QPoint(EDGE + x, y))
            x += wide + GAP
        self.setFixedHeight(y + CHIP + BELOW)


class Chip(QAbstractButton):
    """One fact, amber where it forbids something."""

    def __init__(self, parent: QWidget, words: str, hint: str, is_limit: bool) -> None:
        super().__init__(parent)
        self.is_limit = is_limit
        self.setText(words)
        self.setAccessibleName(words)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        explain(self, hint)

    def sizeHint(self) -> QSize:
        return QSize(round(theme.metrics(11).horizontalAdvance(self.text())) + 2 * PAD + 2, CHIP)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, rect = painter.tokens, QRectF(self.rect())
        drawing.box(painter, rect, tokens.field_hover if self.underMouse() else tokens.field, CHIP / 2)
        painter.setFont(theme.font(11))
        words = drawing.fitting(self.text(), rect.width() - 2 * PAD, 11)
        drawing.write(painter, rect, words, tokens.limit if self.is_limit else tokens.t1, drawing.CENTRE)
        if self.hasFocus():
            drawing.ring(painter, rect, tokens.acc, CHIP / 2)
        painter.end()


def chips_of(meta: Meta | None) -> list[tuple[str, str, bool]]:
    """Return the words of each chip, its tooltip, and whether it is of something that is forbidden."""
    more = _("A click shows all that the file says of it.")
    if meta is None or not (meta.licence or meta.uses):
        return [(_("No licence told"), _("The file says nothing of what may be done with it."), False)]
    found = [(f"© {SIGN.sub('', short(meta))}", "\n".join((*meta.licence, more)), False)]
    if meta.asks_credit and meta.authors:
        authors = ", ".join(meta.authors)
        said = _("Its licence asks that {authors} be named wherever it is shown.").format(authors=authors)
        found.append((_("Credit {authors}").format(authors=authors), f"{said}\n{more}", False))
    if meta.forbids:
        words = ", ".join((meta.forbids[0], *(each.lower() for each in meta.forbids[1:])))
        found.append((words, more, True))
    return found
