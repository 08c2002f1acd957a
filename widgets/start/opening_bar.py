"""The bar across the top of the window while a file is read, with a way to cancel. Nothing else is blocked."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QSizePolicy, QWidget

from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, theme

HEIGHT = 40
WIDE = 160


class OpeningBar(QWidget):
    """The file's name, a bar that runs while it is read, and Cancel."""

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.label = QLabel()
        self.label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.progress = QProgressBar()
        self.progress.setRange(0, 0)
        self.progress.setTextVisible(False)
        self.progress.setFixedSize(WIDE, 4)
        self.cancel_button = TextButton(_("&Cancel"), _("Leave the file unread; what is open stays."))
        self.cancel_button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.cancel_button.clicked.connect(self.cancelled)
        self.setFixedHeight(HEIGHT)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(36, 0, 8, 0)
        layout.setSpacing(8)
        layout.addWidget(self.label, 1)
        layout.addWidget(self.progress)
        layout.addWidget(self.cancel_button)
        self.hide()

    def show_name(self, name: str) -> None:
        """Show that the file `name` is being read."""
        self.label.setText(_("Opening {name} …").format(name=name))
        self.setAccessibleName(self.label.text())
        self.show()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        painter.fillRect(self.rect(), theme.colour(painter.tokens.card))
        painter.end()
