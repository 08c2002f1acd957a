"""The bends by which weights are judged: a card of the mesh in each, one beside the other. A click bends the figure.

It takes the place of the poses while the brush is in hand. The cards become narrower where there is little room.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPaintEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.frames.dock_title import HEAD
from pantin.widgets.controls.picture_frame import paint_picture
from pantin.widgets.messages import _
from pantin.widgets.poses.pose_card import CAPTION, HIGH, RADIUS, WIDE
from pantin.widgets.theme import drawing, theme

EDGE, GAP, ABOVE, BELOW = 12, 8, 4, 8
NARROW = 56
"""Least width of a card, pixels."""
PILL = 22

TITLE, HINT = _("Bends to test"), _("a click bends, Esc puts back")
NOTHING = _("Select a bone: its bends are shown here.")


class BendCard(QAbstractButton):
    """The mesh in one bend, with its name below."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.picture: QPixmap | None = None
        self.setText(name)
        self.setCheckable(True)
        self.setAccessibleName(name)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        explain(self, _("Bend the figure so, to look at it and to paint; its pose stays."))

    def nextCheckState(self) -> None:
        """A click alone switches no card on: the window says which one is."""

    def show_picture(self, picture: QPixmap) -> None:
        """Show the mesh in this bend."""
        self.picture = picture
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, rect = painter.tokens, QRectF(0, 0, self.width(), HIGH)
        paint_picture(painter, rect, self.picture, RADIUS)
        if self.isChecked() or self.hasFocus():
            drawing.ring(painter, rect, tokens.acc, RADIUS, 2)
        elif self.underMouse():
            drawing.ring(painter, rect, tokens.t3, RADIUS, 1)
        painter.setFont(theme.font(11, 600 if self.isChecked() else 400))
        words = drawing.fitting(self.text(), self.width(), 11, 600)
        room = QRectF(0, HIGH, self.width(), CAPTION)
        drawing.write(painter, room, words, tokens.t1 if self.isChecked() else tokens.t2, drawing.CENTRE)
        painter.end()


class BendHead(QWidget):
    """The title bar of the dock: what the strip is, and how much volume is left in the bend that is on."""

    def __init__(self) -> None:
        super().__init__()
        self.kept = ""
        self.setFixedHeight(HEAD)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setAccessibleName(TITLE)

    def show_volume(self, kept: float | None) -> None:
        """Show which part of the volume is left, 1 for all; None where no bend is on, or it is not known."""
        self.kept = "" if kept is None else _("{percent:.0f} %").format(percent=100.0 * kept)
        self.setAccessibleDescription(_("Volume kept {percent}").format(percent=self.kept) if self.kept else "")
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        painter.fillRect(self.rect(), theme.colour(tokens.panel))
        painter.setFont(theme.font(12, 600))
        drawing.write(painter, QRectF(EDGE, 0, self.width(), HEAD), TITLE, tokens.t1)
        left = 20 + round(theme.metrics(12, 600).horizontalAdvance(TITLE))
        painter.setFont(theme.font(11))
        drawing.write(painter, QRectF(left, 0, self.width() - left, HEAD), HINT, tokens.t3)
        if self.kept:
            wide = theme.metrics(11, 600).horizontalAdvance(self.kept) + 18
            pill = QRectF(self.width() - EDGE - wide, (HEAD - PILL) / 2, wide, PILL)
            drawing.box(painter, pill, tokens.field, PILL / 2)
            words = _("Volume kept")
            before = theme.metrics(11).horizontalAdvance(words)
            drawing.write(painter, QRectF(pill.left() - before - 8, 0, before + 2, HEAD), words, tokens.t2)
            painter.setFont(theme.font(11, 600))
            drawing.write(painter, pill, self.kept, tokens.t1, drawing.CENTRE)
        painter.end()


class BendStrip(QWidget):
    """The cards of the bends of a figure; `head` is the title bar of its dock."""

    bend_asked = Signal(str)
    """The name of a bend."""

    def __init__(self) -> None:
        super().__init__()
        self.head = BendHead()
        self.cards: dict[str, BendCard] = {}
        self.setAutoFillBackground(True)
        self.setMinimumHeight(ABOVE + HIGH + CAPTION + BELOW)

    def show_bends(self, names: Sequence[str]) -> None:
        """Show a card for each of these bends; cards of bends that stay keep their pictures."""
        if list(names) == list(self.cards):
            return
        before = self.cards
        self.cards = {name: before[name] if name in before else self._made(name) for name in names}
        for name in before.keys() - self.cards.keys():
            before[name].hide()
            before[name].deleteLater()
        for card in self.cards.values():
            card.show()
        self._place()
        self.update()

    def show_on(self, name: str | None) -> None:
        """Mark the bend that is shown in the view."""
        for each, card in self.cards.items():
            card.setChecked(each == name)

    def show_picture(self, name: str, picture: QPixmap) -> None:
        """Show the mesh in a bend."""
        if name in self.cards:
            self.cards[name].show_picture(picture)

    def _made(self, name: str) -> BendCard:
        card = BendCard(name, self)
        card.clicked.connect(partial(self.bend_asked.emit, name))
        return card

    def _place(self) -> None:
        room = self.width() - 2 * EDGE + GAP
        wide = min(WIDE, max(NARROW, room // max(len(self.cards), 1) - GAP))
        for place, card in enumerate(self.cards.values()):
            card.setGeometry(EDGE + place * (wide + GAP), ABOVE, wide, HIGH + CAPTION)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        painter.fillRect(self.rect(), theme.colour(painter.tokens.panel))
        if len(self.cards) == 1:
            painter.setFont(theme.font(12))
            left = 2 * EDGE + WIDE + GAP
            drawing.write(painter, QRectF(left, ABOVE, self.width() - left, HIGH), NOTHING, painter.tokens.t2)
        painter.end()
