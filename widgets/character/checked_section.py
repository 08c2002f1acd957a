"""Facts about the weights of a skin, each with a number: only what fails is amber, and has a button that shows it."""

from __future__ import annotations

from functools import partial
from typing import Literal, NamedTuple, get_args

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from pantin.widgets.controls.frames.section import Section
from pantin.widgets.controls.plain_text import plain
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.forms.rows.row import INSET
from pantin.widgets.messages import _, ngettext
from pantin.widgets.theme import drawing, icons, theme

ROW, ICON, DOT = 24, 16, 8

Check = Literal["loose", "crowded", "sides", "torn"]
CHECKS: tuple[Check, ...] = get_args(Check)


class Checked(NamedTuple):
    """One fact: its label, its number in words, the points that fail, and why they count."""

    label: str
    value: str
    points: int
    why: str


class CheckedSection(Section):
    """Shown while weights are tested. A button asks for the points of a fact that fails, or puts them away again."""

    points_asked = Signal(str)
    """The name of a check; empty to show none any more."""

    def __init__(self) -> None:
        super().__init__(_("Checked"))
        self.rows = {check: CheckRow() for check in CHECKS}
        self.buttons = {
            check: TextButton(_("Show the points"), _("Mark these points in the view.")) for check in CHECKS
        }
        self._under = dict[Check, QWidget]()
        self._shown: str = ""
        for check, row in self.rows.items():
            under = self._under[check] = QWidget()
            inner = QHBoxLayout(under)
            inner.setContentsMargins(INSET, 0, INSET, 4)
            inner.addWidget(self.buttons[check])
            self.buttons[check].clicked.connect(partial(self._click, check))
            self.add(row)
            self.add(under)
        self.hide()

    def show_facts(self, facts: dict[Check, Checked] | None, shown: str = "") -> None:
        """Show these facts; `shown` is the one whose points are marked in the view. None hides the section."""
        self.setVisible(facts is not None)
        self._shown = shown
        if facts is None:
            return
        failing = [check for check, fact in facts.items() if fact.points]
        for check, fact in facts.items():
            self.rows[check].show_fact(fact)
            self._under[check].setVisible(bool(fact.points))
            count = ngettext("Show the {count} point", "Show the {count} points", fact.points)
            words = _("Hide the points") if check == shown else count.format(count=f"{fact.points:,}")
            self.buttons[check].show_words(words)
        note = ngettext("{count} to look at", "{count} to look at", len(failing)).format(count=len(failing))
        self.show_note(note if failing else _("nothing to look at"), "limit" if failing else "t3")

    def _click(self, check: Check) -> None:
        self.points_asked.emit("" if check == self._shown else check)


class CheckRow(QWidget):
    """A green dot or an amber triangle, the fact, and its number at the right."""

    def __init__(self) -> None:
        super().__init__()
        self.fact = Checked("", "", 0, "")
        self.setFixedHeight(ROW)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_fact(self, fact: Checked) -> None:
        """Show another fact."""
        if fact != self.fact:
            self.fact = fact
            self.setAccessibleName(f"{fact.label}: {fact.value}")
            self.setToolTip(plain(fact.why))
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, ROW)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, fact = painter.tokens, self.fact
        token = tokens.limit if fact.points else tokens.t1
        if fact.points:
            icons.draw(painter, "problem", tokens.limit, INSET, (ROW - ICON) / 2)
        else:
            dot = QRectF(INSET + (ICON - DOT) / 2, (ROW - DOT) / 2, DOT, DOT)
            drawing.box(painter, dot, tokens.pin, DOT / 2)
        room = QRectF(INSET + ICON + 8, 0, self.width() - 2 * INSET - ICON - 8, ROW)
        painter.setFont(theme.font())
        taken = theme.metrics().horizontalAdvance(fact.value) + 8
        drawing.write(painter, room, drawing.fitting(fact.label, room.width() - taken), tokens.t2)
        drawing.write(painter, room, fact.value, token, drawing.MIDDLE_RIGHT)
        painter.end()
