"""The sheet of a character that is opened, added or changed: its size, what is up, its front, its rest, its licence.

Answers are sent and not kept here; what follows from them comes with `show_character`, pictures as they are painted.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace
from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPaintEvent, QPixmap
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from pantin.widgets.character.mark_line import MarkLine
from pantin.widgets.character.question_row import Answers, Line, Row
from pantin.widgets.character.result_line import ResultLine
from pantin.widgets.character.turned_picture import TurnedPicture
from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.controls.scroll import WholeColumn
from pantin.widgets.controls.switch import Switch
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.messages import _
from pantin.widgets.numbers.number_field import NumberField
from pantin.widgets.settings.sheet import TOP, Sheet
from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.values.opening_shown import Marks, OpeningShown, RowName
from pantin.widgets.values.quantity import Quantity
from pantin.widgets.values.units import M

WIDE, INSET = 872, 16
"""The width of the sheet where the window is as wide, and what is free around its content, pixels."""
COLUMN = WIDE - 2 - 2 * INSET - 320 - 20
"""The width of the questions beside the picture."""
KEYS: Mapping[RowName, tuple[str, str]] = {
    "size": ("S", _("Size")),
    "up": ("U", _("Up")),
    "front": ("F", _("Front")),
    "rest": ("R", _("Rest")),
}
"""The keys that go on to the next answer of a question, and what they are called in the status bar."""
TALLEST = 100.0
"""Metres of a height that is typed, at most."""


class OpeningSheet(Sheet):
    """`chosen` sends an answer by the name of its question; `height_chosen` a height in metres."""

    chosen = Signal(str, str)
    height_chosen = Signal(object)
    turned = Signal(float, float)
    """The picture was dragged, pixels."""
    let_go = Signal()
    unsure_only = Signal(object)
    """True where it is to come only in doubt."""
    stays = True

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.picture = TurnedPicture()
        self.picture.turned.connect(self.turned)
        self.picture.let_go.connect(self.let_go)
        self.answers: dict[RowName, Answers] = {
            "size": Answers(),
            "up": Answers(),
            "front": Answers(),
            "rest": Answers(has_pictures=True),
        }
        self.height_field = NumberField(Quantity(replace(M, decimals=2), lower=0.001, upper=TALLEST))
        self.height_field.setFixedWidth(80)
        self.height_field.setAccessibleName(_("Height"))
        explain(self.height_field, _("How tall it is made, from its soles to the top of its head."))
        self.fit_marks, self.author, self.licence_marks = MarkLine(chips=True), Line(), MarkLine()
        self.result = ResultLine()
        self.unsure = Switch(_("Ask only when unsure"), _("Ask about each character"))
        self.accept = TextButton("", "", height=32, primary=True)
        self.accept.setMinimumWidth(96)
        self.close_button = IconButton("close", _("Leave it (Esc)"))
        self._rows = self._made_rows()
        self._connect()
        self._lay_out()

    def show_character(self, shown: OpeningShown) -> None:
        """Show what is asked and told of a character. Nothing is emitted."""
        self._head.show_words(shown.title, shown.note)
        self.accept.show_words(shown.accept)
        explain(self.accept, shown.accept_tip)
        of_rows = (key for row, key in KEYS.items() if len(getattr(shown, row).answers) > 1)
        self.hints = (("Enter", shown.accept.replace("&", "")), ("Esc", _("Leave it")), *of_rows)
        self._show_questions(shown)
        self._fit.head.show_words(shown.fit)
        self.fit_marks.show_marks(shown.fit_marks)
        self._licence.head.show_words(shown.licence)
        self.author.show_words(shown.author)
        self.licence_marks.show_marks(shown.licence_marks)
        self.result.show_result(shown.result, shown.left_out, shown.counts)
        self.unsure.show_value(shown.asks_when_unsure)
        self.place()

    def show_picture(self, picture: QPixmap, marks: Marks) -> None:
        """Show the picture of the character as it is chosen."""
        self.picture.show_picture(picture, marks)

    def show_rest(self, name: str, picture: QPixmap) -> None:
        """Show the picture of one of the two rest poses."""
        if name in self.answers["rest"].cards:
            self.answers["rest"].cards[name].show_picture(picture)

    def place(self) -> None:
        """Hang from the head of the window, as high as its content where the window is."""
        self._column.fit()
        if (layout := self.sheet.layout()) is not None:
            layout.activate()
        high = min(self.sheet.sizeHint().height(), self.height() - TOP)
        wide = min(WIDE, self.width())
        self.sheet.setGeometry((self.width() - wide) // 2, TOP, wide, high)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        named = QKeySequence(event.key()).toString()
        for row, (key, _words) in KEYS.items():
            if key == named and event.modifiers() == Qt.KeyboardModifier.NoModifier:
                self.answers[row].go_on()
                return event.accept()
        super().keyPressEvent(event)

    def _show_questions(self, shown: OpeningShown) -> None:
        size, way, rest = self._rows
        size.show_questions(self.answers["size"], shown.size)
        self.height_field.setVisible(shown.height is not None)
        if shown.height is not None:
            self.height_field.show_value(shown.height)
        doubts = [each for each in (shown.up, shown.front) if each.doubtful]
        told = [each.words for each in doubts or (shown.up, shown.front) if each.words]
        way.head.show_words("; ".join(told), bool(doubts))
        self.answers["up"].show_answers(shown.up.answers)
        self.answers["front"].show_answers(shown.front.answers)
        rest.show_questions(self.answers["rest"], shown.rest)

    def _made_rows(self) -> tuple[Row, Row, Row]:
        size = Row("units", _("Size"), self.answers["size"])
        size.head.beside.addWidget(self.height_field)
        way = Row("up", _("Up and front"), self.answers["up"], self.answers["front"])
        self._fit = Row("figure", _("Fit"), self.fit_marks)
        licence = QWidget()
        within = QVBoxLayout(licence)
        within.setContentsMargins(0, 0, 0, 0)
        within.setSpacing(4)
        within.addWidget(self.author)
        within.addWidget(self.licence_marks)
        self._licence = Row("licence", _("Licence"), licence)
        return size, way, Row("rest-pose", _("Rest"), self.answers["rest"])

    def _connect(self) -> None:
        for name, answers in self.answers.items():
            answers.chosen.connect(lambda answer, name=name: self.chosen.emit(name, answer))
        self.height_field.committed.connect(self.height_chosen)
        self.unsure.committed.connect(self.unsure_only)
        self.accept.clicked.connect(self.accepted)
        self.close_button.clicked.connect(self.put_away)

    def _lay_out(self) -> None:
        questions = QWidget()
        within = QVBoxLayout(questions)
        within.setContentsMargins(0, 0, 0, 0)
        within.setSpacing(12)
        for row in (*self._rows, self._fit, self._licence):
            within.addWidget(row)
        within.addStretch(1)
        self._column = WholeColumn(questions, COLUMN)
        middle = QHBoxLayout()
        middle.setContentsMargins(INSET - 1, 4, INSET - 1, INSET)
        middle.setSpacing(20)
        middle.addWidget(self.picture)
        middle.addWidget(self._column, 1)
        foot = QHBoxLayout()
        foot.setContentsMargins(INSET - 1, 12, INSET - 1, 12)
        foot.setSpacing(8)
        foot.addWidget(self.unsure, 1)
        foot.addWidget(self.accept)
        self._head = _Head(self.close_button)
        layout = QVBoxLayout(self.sheet)
        layout.setContentsMargins(1, 0, 1, 1)
        layout.setSpacing(0)
        layout.addWidget(self._head)
        layout.addLayout(middle, 1)
        layout.addWidget(self.result)
        layout.addLayout(foot)


HEAD = 44
"""The height of the head of the sheet, pixels."""


class _Head(QWidget):
    """Return the head of the sheet: its title, the file, and the button that closes it."""

    def __init__(self, button: QWidget) -> None:
        super().__init__()
        self._title, self._note = "", ""
        self.setFixedHeight(HEAD)
        row = QHBoxLayout(self)
        row.setContentsMargins(INSET, 0, 12, 0)
        row.addStretch(1)
        row.addWidget(button)

    def show_words(self, title: str, note: str) -> None:
        """Show a title, and a note beside it."""
        self._title, self._note = title, note
        self.setAccessibleName(title)
        self.setAccessibleDescription(note)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, left = painter.tokens, INSET - 1
        icons.draw(painter, "file", tokens.acc, left, (HEAD - icons.SIZE) / 2)
        left += icons.SIZE + 8
        painter.setFont(theme.font(13, 600))
        drawing.write(painter, QRectF(left, 0, self.width(), HEAD), self._title, tokens.t1)
        left += round(theme.metrics(13, 600).horizontalAdvance(self._title)) + 8
        painter.setFont(theme.font(11))
        note = drawing.fitting_name(self._note, self.width() - left - 48, 11)
        drawing.write(painter, QRectF(left, 0, self.width(), HEAD), note, tokens.t2)
        painter.end()
