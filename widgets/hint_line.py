"""What mouse and keys do now, in the status bar: mouse glyphs and key caps, each with a few words."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QSizePolicy, QWidget

from widgets import drawing, theme

Hints = tuple[tuple[str, str], ...]
MICE = {"LMB": "left", "MMB": "middle", "RMB": "right", "Wheel": "wheel"}
"""Names of mouse buttons in hints; any other part of a hint is a key."""


class HintLine(QWidget):
    """Mouse glyphs and key caps, each with what it does. Hints that do not fit are left out, the last ones first."""

    def __init__(self) -> None:
        super().__init__()
        self._hints: Hints = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Expanding)

    def show_hints(self, hints: Hints) -> None:
        """Replace the hints."""
        if hints != self._hints:
            self._hints = hints
            self.setToolTip("<br>".join(f"<b>{keys}</b> {text}" for keys, text in hints))
            self.update()

    def shown(self) -> Hints:
        """The hints as given."""
        return self._hints

    def paintEvent(self, _event) -> None:
        tokens = theme.current()
        painter = drawing.painter_of(self)
        x = 0.0
        for keys, text in self._hints:
            width = _hint_width(keys, text)
            if x + width > self.width():
                break
            _paint_hint(painter, x, keys, text, tokens)
            x += width + 16
        painter.end()


def _hint_width(keys: str, text: str) -> float:
    parts = keys.split()
    widths = [drawing.mouse_width(MICE[part]) if part in MICE else drawing.cap_width(part) for part in parts]
    return sum(widths) + 4 * (len(parts) - 1) + 6 + round(theme.metrics(11).horizontalAdvance(text))


def _paint_hint(painter: QPainter, x: float, keys: str, text: str, tokens: theme.Theme) -> None:
    for part in keys.split():
        if part in MICE:
            drawing.mouse(painter, x, 4, MICE[part], tokens)
            x += drawing.mouse_width(MICE[part]) + 4
        else:
            x += drawing.key_cap(painter, x, 4, part, tokens) + 4
    painter.setFont(theme.font(11))
    drawing.write(painter, QRectF(x + 2, 0, 400, drawing.STATUS), text, tokens.t2)
