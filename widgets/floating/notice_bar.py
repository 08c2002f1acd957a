"""The bar that tells of a failure, or of what a file lacks, without stopping people."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal

from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.floating.floating_bar import FloatingBar
from pantin.widgets.messages import _


class NoticeBar(FloatingBar):
    """One sentence over the view, for what failed or was left out. It stays until it is closed."""

    closed = Signal()

    def __init__(self) -> None:
        super().__init__("problem", "miss")
        self.label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.close_button = IconButton("close", _("Put this away"))
        self.close_button.clicked.connect(self.put_away)
        self.row.addWidget(self.close_button)

    def show_error(self, sentence: str) -> None:
        """Show a sentence about what failed."""
        self.look_like("problem", "miss")
        self.say(sentence)

    def show_note(self, sentence: str) -> None:
        """Show a sentence about what was read otherwise than it is in its file: nothing failed."""
        self.look_like("note", "limit")
        self.say(sentence)

    def put_away(self) -> None:
        """Close the bar."""
        self.hide()
        self.closed.emit()
