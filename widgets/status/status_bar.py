"""The line at the bottom: what mouse and keys do now; at the right the worst news, the bones and the solve time.

An error stays until it is clicked. While the solver is compiled for the first time, a bar shows how far it is.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from pantin.rigs.document import Document
from pantin.rigs.problems import Problem
from pantin.widgets.controls.progress_line import ProgressLine
from pantin.widgets.messages import _, ngettext
from pantin.widgets.status.hint_line import HintLine, Hints
from pantin.widgets.status.news import News
from pantin.widgets.theme import drawing, theme
from pantin.widgets.values.exchange import Goal


class StatusBar(QWidget):
    """Shows hints, news, an error, progress. Emits `news_clicked` with the bones that the news is about."""

    news_clicked = Signal(object)
    problems_asked = Signal()
    """The news is a problem: its fix is looked for."""

    def __init__(self) -> None:
        super().__init__()
        self.hints = HintLine()
        self.progress = _Progress()
        self.news = News()
        self.figures = _Figures()
        self.setFixedHeight(drawing.STATUS)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 0, 12, 0)
        layout.setSpacing(16)
        layout.addWidget(self.hints, 1)
        for part in (self.progress, self.news, self.figures):
            layout.addWidget(part)
        self.news.clicked.connect(self.news_clicked)
        self.news.problems_asked.connect(self.problems_asked)
        self.news.changed.connect(self._fit)

    def show_hints(self, hints: Hints) -> None:
        """Show the hints of mouse and keys: pairs such as ("Ctrl Wheel", "Chain length")."""
        self.hints.show_hints(hints)

    def show_first(self, hints: Hints) -> None:
        """Show these hints before all others, until there are none."""
        self.hints.show_first(hints)

    def show_alone(self, hints: Hints | None) -> None:
        """Show these hints in place of all others, until it is None."""
        self.hints.show_alone(hints)

    def tell(self, sentence: str) -> None:
        """Say for a few seconds what was done, or why something was not."""
        self.hints.tell(sentence)

    def show_state(
        self, document: Document, goals: Sequence[Goal], microseconds: float, problems: Sequence[Problem] = ()
    ) -> None:
        """The state after a solve: worst news first."""
        self.news.show_state(document, goals, problems)
        time = _("Solved in {time}").format(time=duration_text(microseconds))
        self.figures.show_text(_bones(document), time)
        self._fit()

    def show_editing(self, document: Document, problems: Sequence[Problem]) -> None:
        """The rest pose is edited: nothing is solved; how many things are wrong, the errors apart."""
        self.news.show_editing()
        errors = sum(problem.severity == "error" for problem in problems)
        warnings = len(problems) - errors
        wrong = ngettext("{count} error", "{count} errors", errors).format(count=errors)
        odd = ngettext("{count} warning", "{count} warnings", warnings).format(count=warnings)
        self.figures.show_text(_bones(document), *((wrong,) if errors else ()), *((odd,) if warnings else ()))
        self._fit()

    def show_error(self, sentence: str) -> None:
        """Something failed. The sentence stays until it is clicked."""
        self.news.show_error(sentence)

    def show_progress(self, part: float | None, what: str = _("Preparing the solver")) -> None:
        """Show the part of a long job that is done, 0 to 1; None when it is over."""
        self.progress.show_part(part, what)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Hide the hints first where it is narrow, then the figures; the news stays."""
        room = self.width() - 2 * 12
        self.figures.setVisible(self.news.sizeHint().width() + 16 + self.figures.sizeHint().width() <= room)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, drawing.STATUS)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        painter.fillRect(self.rect(), theme.colour(painter.tokens.panel))
        painter.end()


def _bones(document: Document) -> str:
    count = len(document.rig.bones)
    return ngettext("{count} bone", "{count} bones", count).format(count=count)


def duration_text(microseconds: float) -> str:
    """A short time as people read it."""
    return f"{microseconds:.0f} µs" if microseconds < 1000 else f"{microseconds / 1000:.1f} ms"


class _Figures(QWidget):
    """The number of bones, and the speed."""

    def __init__(self) -> None:
        super().__init__()
        self._texts: tuple[str, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)

    def show_text(self, *texts: str) -> None:
        if texts != self._texts:
            resized = [len(text) for text in texts] != [len(text) for text in self._texts]
            self._texts = texts
            if resized:
                self.updateGeometry()
            self.update()

    def sizeHint(self) -> QSize:
        widths = [round(theme.metrics(11).horizontalAdvance(text)) + 1 for text in self._texts]
        return QSize(sum(widths) + 16 * max(0, len(widths) - 1), drawing.STATUS)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        painter.setFont(theme.font(11))
        x = 0.0
        for text in self._texts:
            width = round(theme.metrics(11).horizontalAdvance(text)) + 1
            drawing.write(painter, QRectF(x, 0, width, drawing.STATUS), text, painter.tokens.t2)
            x += width + 16
        painter.end()


class _Progress(QWidget):
    """The words for what is being prepared, and a bar."""

    def __init__(self) -> None:
        super().__init__()
        self._what = ""
        self.bar = ProgressLine(96)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addStretch(1)
        layout.addWidget(self.bar)
        self.hide()

    def show_part(self, part: float | None, what: str) -> None:
        self.setVisible(part is not None)
        if part is not None:
            self._what = what
            self.bar.show_part(part)
            self.setFixedWidth(round(theme.metrics(11).horizontalAdvance(what)) + 8 + 96)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        painter.setFont(theme.font(11))
        drawing.write(painter, QRectF(0, 0, self.width() - 104, self.height()), self._what, painter.tokens.t2)
        painter.end()
