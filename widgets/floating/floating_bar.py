"""A bar that lies over the page with a sentence, so that the page stays where it is; nothing else is blocked."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from pantin.widgets.controls.plain_text import plain
from pantin.widgets.theme import drawing, icons, theme

HEIGHT, RADIUS, STRIPE = 40, 8, 3
BESIDE_ICON = 36
"""Left edge of the sentence, pixels."""


class FloatingBar(QWidget):
    """A sentence beside an icon, on as many lines as it needs; `row` takes what answers it. Hidden at first.

    `token` names the colour of icon and stripe in the theme. A bar that is `IN_CORNER` is narrow, and lies in the
    lower right corner of the page rather than in its middle; `column` takes another row below the sentence.
    """

    keys_left = Signal()
    """It goes, and the keyboard focus was in it."""

    WIDEST = 720
    """Largest width, pixels."""
    IN_CORNER = False

    def fit(self, room: int) -> int:
        """Take the form for a page of this width; how wide it is then, pixels."""
        return min(self.WIDEST, room)

    def __init__(self, icon: str, token: str) -> None:
        super().__init__()
        self._icon, self._token = icon, token
        self._wanted = self._aside = False
        self.label = QLabel()
        self.label.setWordWrap(True)
        self.label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.setMinimumHeight(HEIGHT)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(BESIDE_ICON, 4, 8, 4)
        self.column.setSpacing(4)
        self.row = QHBoxLayout()
        self.row.setSpacing(8)
        self.column.addLayout(self.row)
        self.row.addWidget(self.label, 1)
        self.hide()

    def setVisible(self, visible: bool) -> None:
        """Go or come. Keys that it has are given back before: Qt would hand them on to whatever comes next."""
        focused = QApplication.focusWidget()
        if not visible and focused is not None and self.isAncestorOf(focused):
            self.keys_left.emit()
        self._wanted = visible
        super().setVisible(visible and not self._aside)

    def step_aside(self, aside: bool) -> None:
        """Hide for a while, and come back where it was not put away meanwhile."""
        self._aside = aside
        super().setVisible(self._wanted and not aside)

    def look_like(self, icon: str, token: str) -> None:
        """Take another icon, and another colour for it and the stripe."""
        self._icon, self._token = icon, token
        self.update()

    def say(self, sentence: str) -> None:
        """Show a sentence, and the bar with it."""
        self.label.setText(sentence)
        self.label.setToolTip(plain(sentence))
        self.setAccessibleName(sentence)
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, rect = painter.tokens, QRectF(self.rect())
        colour = getattr(tokens, self._token)
        drawing.box(painter, rect, tokens.card, RADIUS)
        painter.setClipPath(drawing.rounded(rect, RADIUS))
        painter.fillRect(QRectF(0, 0, STRIPE, rect.height()), theme.colour(colour))
        painter.setClipping(False)
        drawing.ring(painter, rect, tokens.key_edge, RADIUS, 1)
        icons.draw(painter, self._icon, colour, 12, (HEIGHT - icons.SIZE) / 2)
        painter.end()
