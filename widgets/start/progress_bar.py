"""The bar over the page while a file is read or a picture painted, with a way to cancel: its button, or Esc."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QSizePolicy

from pantin.widgets.controls.progress_line import ProgressLine
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.floating.floating_bar import FloatingBar
from pantin.widgets.messages import _

WIDE = 160


class ProgressBar(FloatingBar):
    """A sentence with the name of what is under way, how far that is where somebody knows, and Cancel."""

    cancelled = Signal()

    def __init__(self, icon: str, sentence: str, cancelling: str) -> None:
        super().__init__(icon, "acc")
        self._sentence = sentence
        self.cancel_button = TextButton(_("Cancel"), cancelling)
        self.cancel_button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.cancel_button.clicked.connect(self.cancelled)
        self.line = ProgressLine(WIDE)
        self.row.addWidget(self.line)
        self.row.addWidget(self.cancel_button)
        self._leave: QShortcut | None = None

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._leave is None:
            self._leave = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
            self._leave.activated.connect(self.cancelled)
            self._leave.activatedAmbiguously.connect(self.cancelled)

    def show_name(self, name: str, saying: str = "") -> None:
        """Show that this is under way, in a sentence of its own where there is one."""
        self.say(saying or self._sentence.format(name=name))

    def show_part(self, part: float | None) -> None:
        """Show which part is done; None where nobody knows."""
        self.line.show_part(part)


def opening_bar() -> ProgressBar:
    """That of a file which is read."""
    return ProgressBar("file", _("Opening {name}…"), _("Leave it (Esc); what is open stays as it is."))


def painting_bar() -> ProgressBar:
    """That of a picture which is painted."""
    return ProgressBar("camera", _("Painting {name}…"), _("Do without the picture (Esc)."))
