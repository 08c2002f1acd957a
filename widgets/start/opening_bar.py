"""The bar over the page while a file is read, with a way to cancel."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QProgressBar, QSizePolicy

from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.floating.floating_bar import FloatingBar
from pantin.widgets.messages import _

WIDE = 160


class OpeningBar(FloatingBar):
    """The file's name, a bar that runs while it is read, and Cancel."""

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__("file", "acc")
        self.progress = QProgressBar()
        self.progress.setRange(0, 0)
        self.progress.setTextVisible(False)
        self.progress.setFixedSize(WIDE, 4)
        self.cancel_button = TextButton(_("&Cancel"), _("Leave the file unread; what is open stays."))
        self.cancel_button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.cancel_button.clicked.connect(self.cancelled)
        self.row.addWidget(self.progress)
        self.row.addWidget(self.cancel_button)

    def show_name(self, name: str) -> None:
        """Show that the file `name` is being read."""
        self.say(_("Opening {name}…").format(name=name))
