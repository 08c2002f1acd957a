"""Hints of mouse and keys in the status bar: mouse glyphs and key caps, each with a few words.

A sentence about what was just asked for takes their place for a few seconds. Once there was time to read it, it gives
way as soon as there are other hints: to those of the next drag.
"""

from __future__ import annotations

from html import escape

from PySide6.QtCore import QRectF, QTimer
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from pantin.widgets.controls import key_caps
from pantin.widgets.controls.plain_text import Markup, bold, lines, plain
from pantin.widgets.theme import drawing, theme

Hints = tuple[tuple[str, str], ...]
SHOWN_FOR, READ_IN = 5000, 1500
"""Milliseconds for which a sentence is shown, and after which the hints come back."""


class HintLine(QWidget):
    """Mouse glyphs and key caps, each with what it does. Hints that do not fit are left out, the last ones first."""

    def __init__(self) -> None:
        super().__init__()
        self._first: Hints = ()
        self._others: Hints = ()
        self._alone: Hints | None = None
        self._sentence = ""
        self._over = QTimer(self, singleShot=True, interval=SHOWN_FOR)
        self._over.timeout.connect(lambda: self._say(""))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)

    def show_hints(self, hints: Hints) -> None:
        """Replace the hints, but for those that come first."""
        if hints != self._others:
            self._others = hints
            if SHOWN_FOR - self._over.remainingTime() >= READ_IN:
                self._sentence = ""
            self._explain()

    def show_first(self, hints: Hints) -> None:
        """Let these come first, for as long as something goes on that they end."""
        if hints != self._first:
            self._first = hints
            self._explain()

    def show_alone(self, hints: Hints | None) -> None:
        """Show these in place of all others, until it is None: something lies over the window and has the keys."""
        if hints != self._alone:
            self._alone = hints
            self._explain()

    def tell(self, sentence: str) -> None:
        """Say this for a few seconds, in place of the hints."""
        self._over.start()
        self._say(sentence)

    def sentence(self) -> str:
        """Return the sentence that is shown; empty where the hints are."""
        return self._sentence

    def shown(self) -> Hints:
        """The hints as given, the first ones first."""
        return (*self._first, *self._others) if self._alone is None else self._alone

    def fitting(self) -> Hints:
        """Those of the hints that there is room for."""
        x, count = 0.0, 0
        for keys, text in self.shown():
            x += _hint_width(keys, text)
            if x > self.width():
                break
            x += 16
            count += 1
        return self.shown()[:count]

    def _say(self, sentence: str) -> None:
        self._sentence = sentence
        self._explain()

    def _explain(self) -> None:
        hints = [Markup(f"{bold(key_caps.text(keys))} {escape(text)}") for keys, text in self.shown()]
        names = (f"{key_caps.text(keys)}: {text}" for keys, text in self.shown())
        self.setToolTip(plain(self._sentence or lines(hints)))
        self.setAccessibleName(self._sentence or "; ".join(names))
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        if self._sentence:
            painter.setFont(theme.font(11))
            drawing.write(painter, QRectF(self.rect()), drawing.fitting(self._sentence, self.width(), 11), tokens.t1)
            painter.end()
            return
        x = 0.0
        for keys, text in self.fitting():
            _paint_hint(painter, x, keys, text, tokens)
            x += _hint_width(keys, text) + 16
        painter.end()


def _hint_width(keys: str, text: str) -> float:
    return key_caps.width(keys) + 6 + round(theme.metrics(11).horizontalAdvance(text))


def _paint_hint(painter: QPainter, x: float, keys: str, text: str, tokens: theme.Theme) -> None:
    end = key_caps.paint(painter, x, 4, keys, tokens)
    painter.setFont(theme.font(11))
    drawing.write(painter, QRectF(end + 6, 0, 400, drawing.STATUS), text, tokens.t2)
