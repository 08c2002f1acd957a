"""The bar over the page while a file is read or a picture painted, with a way to cancel."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy

from pantin.widgets.controls.progress_line import ProgressLine
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.floating.floating_bar import FloatingBar
from pantin.widgets.messages import _

WIDE = 160


class ProgressBar(FloatingBar):
    """A sentence with the name of what is under way, a bar that runs meanwhile, and Cancel."""

    cancelled = Signal()

    def __init__(self, icon: str, sentence: str, cancelling: str) -> None:
        super().__init__(icon, "acc")
        self._sentence = sentence
        self.cancel_button = TextButton(_("Cancel"), cancelling)
        self.cancel_button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.cancel_button.clicked.connect(self.cancelled)
        self.row.addWidget(ProgressLine(WIDE))
        self.row.addWidget(self.cancel_button)

    def show_name(self, name: str) -> None:
        """Show that this is under way."""
        self.say(self._sentence.format(name=name))


def opening_bar() -> ProgressBar:
    """That of a file which is read."""
    return ProgressBar("file", _("Opening {name}…"), _("Leave the file unread; what is open stays."))


def painting_bar() -> ProgressBar:
    """That of a picture which is painted."""
    return ProgressBar("camera", _("Painting {name}…"), _("Do without the picture."))
