"""The bar that tells what was taken away, with Undo beside it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy

from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.floating.floating_bar import FloatingBar
from pantin.widgets.messages import _


class UndoBar(FloatingBar):
    """One sentence over the view, for what was done and may be wanted back.

    It stays until it is closed, or until whoever showed it hides it.
    """

    undo_asked = Signal()

    def __init__(self) -> None:
        super().__init__("trash", "acc")
        self.undo_button = TextButton(_("Undo"), _("Take this step back."), "undo")
        self.undo_button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.close_button = IconButton("close", _("Put this away"))
        self.undo_button.clicked.connect(self.undo_asked)
        self.close_button.clicked.connect(self.hide)
        self.row.addWidget(self.undo_button)
        self.row.addWidget(self.close_button)
