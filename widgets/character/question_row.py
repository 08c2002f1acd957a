"""A row of the sheet of a character: what is asked or told, what was found, and the answers below as cards.

A doubt turns the icon into the amber triangle.
"""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLayout, QVBoxLayout, QWidget

from pantin.widgets.character.answer_card import AnswerCard
from pantin.widgets.controls.plain_text import plain
from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.values.opening_shown import Answer, Question

HEAD, INDENT = 24, 36
"""Height of the head of a row, and left edge of what stands in it, pixels."""
BETWEEN, GROUP = 4, 12
"""Pixels between cards, and between those of two questions."""


class RowHead(QWidget):
    """An icon, a title, and what was found in plain words; `beside` takes a field at the right."""

    def __init__(self, icon: str, title: str) -> None:
        super().__init__()
        self._icon, self._title, self._words, self._doubtful = icon, title, "", False
        self.setFixedHeight(HEAD)
        self.setAccessibleName(title)
        self.beside = QHBoxLayout(self)
        self.beside.setContentsMargins(0, 0, 0, 0)
        self.beside.addStretch(1)

    @property
    def words(self) -> str:
        """Return what was found."""
        return self._words

    @property
    def doubtful(self) -> bool:
        """Return whether it is in doubt."""
        return self._doubtful

    def show_words(self, words: str, doubtful: bool = False) -> None:
        """Show what was found, and whether that is doubtful."""
        self._words, self._doubtful = words, doubtful
        self.setAccessibleDescription(words)
        self.setToolTip(plain(words) if self._is_long() else "")
        self.update()

    def _is_long(self) -> bool:
        return theme.metrics(11).horizontalAdvance(self._words) > self._room()

    def _left(self) -> float:
        return INDENT + theme.metrics(12, 600).horizontalAdvance(self._title) + 8

    def _room(self) -> float:
        items = (self.beside.itemAt(place) for place in range(self.beside.count()))
        widgets = (item.widget() for item in items if item is not None)
        taken = sum(each.width() + 8 for each in widgets if each is not None and not each.isHidden())
        return self.width() - self._left() - taken

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        icon, colour = ("problem", tokens.limit) if self._doubtful else (self._icon, tokens.t2)
        icons.draw(painter, icon, colour, 4, (HEAD - icons.SIZE) / 2)
        painter.setFont(theme.font(12, 600))
        drawing.write(painter, QRectF(INDENT, 0, self.width(), HEAD), self._title, tokens.t1)
        painter.setFont(theme.font(11))
        words = drawing.fitting(self._words, self._room(), 11)
        ink = tokens.limit if self._doubtful else tokens.t2
        drawing.write(painter, QRectF(self._left(), 0, self.width(), HEAD), words, ink)
        painter.end()


class Answers(QWidget):
    """The cards of one question, side by side; `chosen` sends the name of the one that is clicked."""

    chosen = Signal(str)

    def __init__(self, has_pictures: bool = False) -> None:
        super().__init__()
        self._has_pictures = has_pictures
        self.cards: dict[str, AnswerCard] = {}
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(2 * BETWEEN if has_pictures else BETWEEN)

    def show_answers(self, answers: tuple[Answer, ...]) -> None:
        """Show these answers; without any nothing. Nothing is emitted."""
        self.setVisible(bool(answers))
        if tuple(self.cards) != tuple(each.name for each in answers):
            self._make_anew(answers)
        for each in answers:
            self.cards[each.name].show_answer(each)

    def go_on(self) -> None:
        """Choose the next answer that can be chosen."""
        open_to = [name for name, card in self.cards.items() if card.isEnabled()]
        now = next((name for name in open_to if self.cards[name].isChecked()), "")
        if len(open_to) > 1:
            self.chosen.emit(open_to[(open_to.index(now) + 1) % len(open_to)] if now else open_to[0])

    def _make_anew(self, answers: tuple[Answer, ...]) -> None:
        for card in self.cards.values():
            card.hide()
            card.deleteLater()
        self.cards = {each.name: AnswerCard(each, self._has_pictures) for each in answers}
        for name, card in self.cards.items():
            card.clicked.connect(partial(self.chosen.emit, name))
            self._row.addWidget(card, 1)


class Row(QWidget):
    """A head with what is laid below it."""

    def __init__(self, icon: str, title: str, *below: QWidget) -> None:
        super().__init__()
        self.head = RowHead(icon, title)
        self._body = QHBoxLayout()
        self._body.setContentsMargins(INDENT, 0, 0, 0)
        self._body.setSpacing(GROUP)
        for each in below:
            self._body.addWidget(each, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(BETWEEN)
        layout.addWidget(self.head)
        layout.addLayout(self._body)
        layout.setSizeConstraint(QLayout.SizeConstraint.SetDefaultConstraint)

    def show_questions(self, answers: Answers, question: Question) -> None:
        """Show one question of the row, with its answers."""
        self.head.show_words(question.words, question.doubtful)
        answers.show_answers(question.answers)


class Line(QWidget):
    """A line of small print under the head of a row."""

    def __init__(self) -> None:
        super().__init__()
        self._words = ""
        self.setFixedHeight(16)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def show_words(self, words: str) -> None:
        """Show other words; without any it goes."""
        self._words = words
        self.setVisible(bool(words))
        self.setAccessibleName(words)
        self.setToolTip(plain(words) if theme.metrics(11).horizontalAdvance(words) > self.width() else "")
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        painter.setFont(theme.font(11))
        drawing.write(painter, QRectF(self.rect()), drawing.fitting(self._words, self.width(), 11), painter.tokens.t2)
        painter.end()
