"""The bar that offers unsaved work after a crash: the newest by itself, all other work in a menu."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QSizePolicy

from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.floating.floating_bar import FloatingBar
from pantin.widgets.messages import _, ngettext

MOST_LISTED = 12
"""How many others the menu lists: it fits on a small screen."""


class RecoveryBar(FloatingBar):
    """A sentence and the buttons that answer it."""

    restore_asked = Signal(int)
    """The place of the work among all that is offered: 0 is the one that the sentence tells of."""
    discard_asked = Signal()
    discard_old_asked = Signal()
    discard_all_asked = Signal()
    put_away_asked = Signal()

    def __init__(self) -> None:
        super().__init__("history", "limit")
        self.restore_button = TextButton(_("&Restore"), _("Go on with the work that was not saved."), primary=True)
        self.discard_button = TextButton(_("&Discard"), _("Throw the work that was not saved away."))
        self.others_button = TextButton("", _("List all other work that was not saved, or throw it away."))
        self.later_button = IconButton("close", _("Decide later: the work stays, see the menu File."))
        self.menu = QMenu(self)
        self.restore_button.clicked.connect(lambda: self.restore_asked.emit(0))
        self.discard_button.clicked.connect(self.discard_asked)
        self.others_button.clicked.connect(self._open_menu)
        self.later_button.clicked.connect(self.put_away_asked)
        for button in (self.others_button, self.discard_button, self.restore_button):
            button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
            self.row.addWidget(button)
        self.row.addWidget(self.later_button)

    def offer(self, title: str, when: str, others: Sequence[tuple[str, str]] = (), old: int = 0) -> None:
        """Offer unsaved work on `title`, last kept `when` (in words).

        `others` are titles and dates of the rest, newest first, and `old` says how much of it all is old.
        """
        self.others_button.setVisible(bool(others))
        self.others_button.show_words(ngettext("{count} more", "{count} more", len(others)).format(count=len(others)))
        self.menu.clear()
        for place, (other, date) in enumerate(others[:MOST_LISTED], start=1):
            listed = self.menu.addAction(_("Restore {title} ({when})").format(title=other, when=date))
            listed.triggered.connect(lambda _checked=False, place=place: self.restore_asked.emit(place))
        self.menu.addSeparator()
        if old:
            text = ngettext("Discard {count} older than a week", "Discard {count} older than a week", old)
            self.menu.addAction(text.format(count=old)).triggered.connect(self.discard_old_asked)
        text = _("Discard all {count}").format(count=len(others) + 1)
        self.menu.addAction(text).triggered.connect(self.discard_all_asked)
        sentence = _("Pantin ended before {title} was saved ({when}).")
        self.say(sentence.format(title=title, when=when))

    def _open_menu(self) -> None:
        """Above its button: the bar lies at the lower edge of the view."""
        above = self.others_button.mapToGlobal(self.others_button.rect().topLeft())
        above.setY(above.y() - self.menu.sizeHint().height())
        self.menu.popup(above)
