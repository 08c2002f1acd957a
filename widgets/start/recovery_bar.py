"""The bar across the top of the window that offers unsaved work after a crash."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.messages import _, ngettext
from pantin.widgets.theme import drawing, icons, theme

HEIGHT = 40


class RecoveryBar(QWidget):
    """A sentence and the buttons that answer it. Nothing else is blocked."""

    restore_asked = Signal()
    discard_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.label = QLabel()
        self.label.setWordWrap(True)
        self.label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.restore_button = TextButton(_("&Restore"), _("Go on with the work that was not saved."), primary=True)
        self.discard_button = TextButton(_("&Discard"), _("Throw the work that was not saved away."))
        self.restore_button.clicked.connect(self.restore_asked)
        self.discard_button.clicked.connect(self.discard_asked)
        self.setFixedHeight(HEIGHT)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(36, 0, 8, 0)
        layout.setSpacing(8)
        layout.addWidget(self.label, 1)
        for button in (self.restore_button, self.discard_button):
            button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
            layout.addWidget(button)
        self.hide()

    def offer(self, title: str, when: str, others: int = 0) -> None:
        """Offer unsaved work on `title`, last kept `when` (in words), with so many `others` after it."""
        if others:
            sentence = ngettext(
                "Pantin ended before {title} was saved. Its work is kept ({when}). So is that of {count} other.",
                "Pantin ended before {title} was saved. Its work is kept ({when}). So is that of {count} others.",
                others,
            )
        else:
            sentence = _("Pantin ended before {title} was saved. Its work is kept ({when}).")
        sentence = sentence.format(title=title, when=when, count=others)
        self.label.setText(sentence)
        self.label.setToolTip(sentence)
        self.setAccessibleName(sentence)
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        painter.fillRect(self.rect(), theme.colour(tokens.card))
        painter.fillRect(QRectF(0, 0, 2, self.height()), theme.colour(tokens.limit))
        icons.draw(painter, "history", tokens.limit, 12, (self.height() - icons.SIZE) / 2)
        painter.end()
