"""The bar that tells why a pull went no farther, with what frees the limits beside it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSizePolicy

from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.floating.floating_bar import FloatingBar
from pantin.widgets.messages import _


class LimitBar(FloatingBar):
    """One sentence over the view. It stays until it is closed, or until whoever showed it hides it."""

    free_asked = Signal()

    def __init__(self) -> None:
        super().__init__("limit", "acc")
        tip = _("Let these joints turn beyond their limits in this pose, as a click on the title of a limit does.")
        self.free_button = TextButton(_("Free limits"), tip)
        self.free_button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self.close_button = IconButton("close", _("Put this away"))
        self.free_button.clicked.connect(self.free_asked)
        self.close_button.clicked.connect(self.hide)
        self.row.addWidget(self.free_button)
        self.row.addWidget(self.close_button)

    def tell(self, sentence: str, offers: bool) -> None:
        """Show a sentence, with the button where there are limits to free."""
        self.free_button.setVisible(offers)
        self.say(sentence)
