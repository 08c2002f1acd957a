"""The one primary button of the strip: it plays, pauses, and ends a recording."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from pantin.widgets.controls.icon_button import ButtonFill
from pantin.widgets.floating.action_button import ActionButton
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons, theme

WIDTH = 32


class PlayButton(ActionButton):
    """Filled with the accent in every state; with words, which are the running time, it is wider."""

    def __init__(self) -> None:
        super().__init__("play", _("Play"))
        self._fit()

    def _fill(self, tokens: theme.Theme) -> ButtonFill | None:
        if not self.isEnabled():
            return ButtonFill(tokens.field)
        return ButtonFill(tokens.acc_t if self._lit and not self.isDown() else tokens.acc)

    def _ink(self, tokens: theme.Theme) -> str:
        return tokens.on_acc if self.isEnabled() else tokens.t2

    def _paint_face(self, painter: QPainter, ink: str) -> None:
        left = 8 if self._words else (self.width() - icons.SIZE) / 2
        icons.draw(painter, self.icon_name, ink, left, (self.height() - icons.SIZE) / 2)
        painter.setFont(theme.font(12, 600))
        drawing.write(painter, QRectF(left + icons.SIZE + 4, 0, self.width(), self.height()), self._words, ink)

    def _fit(self) -> None:
        """All digits are equally wide, so it does not jitter while time runs."""
        words = 4 + theme.metrics(12, 600).horizontalAdvance(self._words) + 8 if self._words else 0
        self.setFixedWidth(round(8 + icons.SIZE + words) if words else WIDTH)
        self.update()
