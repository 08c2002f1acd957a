"""A line of the key table: an action, its keys, and a notice where requested keys belong to another action."""

from __future__ import annotations

from html import escape

import msgspec
from PySide6.QtCore import QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from pantin.widgets.controls import key_caps
from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.controls.plain_text import Markup
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.finding.match_marks import answers, highlight
from pantin.widgets.messages import _
from pantin.widgets.settings.key_field import KeyField
from pantin.widgets.theme import drawing, icons, theme

LINE = 24
TITLE = 208


class KeyRow(msgspec.Struct, frozen=True):
    """An action with keys, its menu, and its default keys. `clash` says what is wrong with them."""

    name: str
    title: str
    menu: str
    keys: tuple[str, ...]
    default_keys: tuple[str, ...]
    clash: str = ""

    @property
    def changed(self) -> bool:
        """Return whether the keys differ from the defaults."""
        return self.keys != self.default_keys

    def has(self, key: str) -> bool:
        """Return whether this is one of its keys, in any notation."""
        return key_caps.same_key(key) in map(key_caps.same_key, self.keys)


class KeyLine(QWidget):
    """Emits `asked` with the keys requested, `insisted` with keys to be taken from another action."""

    asked = Signal(object)
    insisted = Signal(object)

    def __init__(self, row: KeyRow) -> None:
        super().__init__()
        self.row = row
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self._typed = ""
        self._wanted: tuple[str, ...] = ()
        self.field = KeyField()
        self.field.setAccessibleName(_("Keys of {row}").format(row=row.title))
        explain(
            self.field,
            Markup(
                _("Keys of <b>{row}</b>. Click and press others; Backspace takes them away.").format(
                    row=escape(row.title)
                )
            ),
        )
        self.reset = IconButton("undo", _("Put the keys of {row} back").format(row=row.title))
        self._conflict: KeyConflict | None = None
        self._lay_out()
        self.field.asked.connect(self.asked)
        self.reset.clicked.connect(lambda: self.asked.emit(self.row.default_keys))
        self.show_row(row)

    def _lay_out(self) -> None:
        self.reset.setSizePolicy(_keeping_its_place(self.reset))
        top = QHBoxLayout()
        top.setContentsMargins(12 + TITLE, 0, 4, 0)
        top.setSpacing(4)
        top.addWidget(self.field, 1)
        top.addWidget(self.reset)
        self._lines = layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)

    @property
    def conflict(self) -> KeyConflict:
        """The notice. It is made when there is something to say: hundreds of lines never have anything."""
        if self._conflict is None:
            self._conflict = KeyConflict()
            self._conflict.taken.connect(lambda: self.insisted.emit(self._wanted))
            self._conflict.left.connect(self.clear_conflict)
            self._lines.addWidget(self._conflict)
        return self._conflict

    def show_row(self, row: KeyRow) -> None:
        """Show the present keys."""
        self.row = row
        self.field.show_keys(row.keys)
        self.reset.setVisible(row.changed)
        self.clear_conflict()
        self.update()

    def show_conflict(self, wanted: tuple[str, ...], sentence: str) -> None:
        """Say which action has these keys, and offer to take them."""
        self._wanted = wanted
        self.conflict.show_sentence(sentence, can_take=True)

    def clear_conflict(self) -> None:
        """Hide the notice; the keys stay as they were."""
        if self._conflict is not None or self.row.clash:
            self.conflict.show_sentence(self.row.clash)

    def answers(self, typed: str, key: str) -> bool:
        """Return whether the line matches a search, by its words or by a key."""
        row = self.row
        text = f"{row.menu} {row.title} {' '.join(map(key_caps.text, row.keys))}"
        return (not key or row.has(key)) and answers(typed, text)

    def show_found(self, typed: str) -> None:
        """Mark the text that was searched for."""
        self._typed = typed
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        if self.underMouse():
            drawing.box(painter, QRectF(self.rect()), tokens.row_hover)
        if self.row.changed:
            drawing.dot(painter, QPointF(6, 12), tokens.acc, radius=drawing.CHANGED_DOT)
        highlight(painter, QRectF(12, 0, TITLE, LINE), self.row.title, self._typed, tokens)
        text = drawing.fitting(self.row.title, TITLE - 12)
        drawing.write(painter, QRectF(12, 0, TITLE, LINE), text, tokens.t1)
        painter.end()


class KeyConflict(QWidget):
    """A notice that another action has the keys, with buttons to take them or leave them."""

    taken = Signal()
    left = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._sentence = ""
        self.take = TextButton(
            _("Take it"), _("Give the keys to this action, and take them from the other."), quiet=True
        )
        self.leave = TextButton(_("Leave it"), _("Change nothing."), quiet=True)
        self.setFixedHeight(LINE)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12 + TITLE + 24, 0, 32, 0)
        layout.setSpacing(8)
        layout.addStretch(1)
        layout.addWidget(self.take)
        layout.addWidget(self.leave)
        self.take.clicked.connect(self.taken)
        self.leave.clicked.connect(self.left)
        self.hide()

    def text(self) -> str:
        """The text of the notice."""
        return self._sentence

    def show_sentence(self, sentence: str, can_take: bool = False) -> None:
        """Show a notice; an empty one hides it."""
        self._sentence = sentence
        self.setAccessibleName(sentence)
        self.take.setVisible(can_take)
        self.leave.setVisible(can_take)
        self.setVisible(bool(sentence))
        self.update()
        if can_take:
            self.take.setFocus(Qt.FocusReason.OtherFocusReason)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        icons.draw(painter, "problem", tokens.miss, 12 + TITLE + 4, 4)
        painter.setFont(theme.font(11))
        end = self.take.x() - 8 if self.take.isVisible() else self.width() - 8
        room = QRectF(12 + TITLE + 24, 0, end - 12 - TITLE - 24, LINE)
        drawing.write(painter, room, drawing.fitting(self._sentence, room.width(), 11), tokens.t1)
        painter.end()


def _keeping_its_place(button: IconButton) -> QSizePolicy:
    policy = button.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    return policy
