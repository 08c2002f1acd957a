"""The card that offers unsaved work after a crash: the newest by itself, all other work in a menu.

It lies in the corner, where no figure is.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QMenu, QSizePolicy

from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.controls.plain_text import in_menu, plain
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.floating.floating_bar import BESIDE_ICON, FloatingBar
from pantin.widgets.messages import _, ngettext
from pantin.widgets.theme import theme

MOST_LISTED = 12
"""The number of others that the menu lists: it fits on a small screen."""

LONGEST = 172
"""Width of the shown part of a name, pixels: one line. The tooltip has all of it."""
SMALL = 640
"""Pages that are narrower than this are small, pixels."""
ASIDE = 12
"""Left edge of the buttons, pixels: below the icon."""

_UNSAVED = _("Unsaved work on {title}\n{when}")
_KEPT = _("Pantin ended before {title} was saved. What was done since is kept here.")
_INTERRUPTED = _("Saving {title} was interrupted\n{when}")
_KEPT_BESIDE = _("Pantin ended while it wrote {title}. What it was writing lies whole beside the file.")
_SHORT = (_("Unsaved work"), _("Interrupted save"))


class RecoveryBar(FloatingBar):
    """The bar about work that was not saved: when it was kept, and the buttons that answer it below."""

    WIDEST, NARROW = 276, 184
    IN_CORNER = True

    restore_asked = Signal(int)
    """The place of the work among all that is offered: 0 is the one that the sentence tells of."""
    discard_asked = Signal()
    discard_old_asked = Signal()
    discard_all_asked = Signal()
    put_away_asked = Signal()

    def __init__(self) -> None:
        super().__init__("history", "limit")
        self.restore_button = TextButton(_("Restore"), _("Go on with the work that was not saved."), primary=True)
        self.discard_button = TextButton(_("Discard"), _("Throw the work that was not saved away."))
        self.others_button = TextButton("", _("List all other work that was not saved, or throw it away."))
        self.later_button = IconButton("close", _("Decide later: the work stays, see the menu File."))
        self.menu = QMenu(self)
        self._sentence, self._short, self._others, self._room = "", "", False, SMALL
        self.restore_button.clicked.connect(lambda: self.restore_asked.emit(0))
        self.discard_button.clicked.connect(self.discard_asked)
        self.others_button.clicked.connect(self._open_menu)
        self.later_button.clicked.connect(self.put_away_asked)
        self.row.addWidget(self.later_button, alignment=Qt.AlignmentFlag.AlignTop)
        self.row.setContentsMargins(BESIDE_ICON - ASIDE, 0, 0, 0)
        self.column.setContentsMargins(ASIDE, 8, 8, 8)
        self.column.setSpacing(8)
        self.column.addLayout(self._answers())

    def _answers(self) -> QHBoxLayout:
        """The row below the sentence."""
        answers = QHBoxLayout()
        answers.setSpacing(8)
        answers.addWidget(self.others_button)
        answers.addStretch(1)
        for button in (self.others_button, self.discard_button, self.restore_button):
            button.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
            answers.addWidget(button)
        return answers

    def offer(
        self,
        title: str,
        when: str,
        others: Sequence[tuple[str, str]] = (),
        old: int = 0,
        interrupted: bool = False,
    ) -> None:
        """Offer unsaved work on `title`, last kept `when` (in words), or a save of it that was `interrupted`.

        `others` are titles and dates of the rest, newest first, and `old` says how much of it all is old.
        """
        self._others = bool(others)
        self.others_button.show_words(ngettext("{count} more", "{count} more", len(others)).format(count=len(others)))
        self.menu.clear()
        for place, (other, date) in enumerate(others[:MOST_LISTED], start=1):
            listed = self.menu.addAction(in_menu(_("Restore {title} · {when}").format(title=other, when=date)))
            listed.triggered.connect(lambda _checked=False, place=place: self.restore_asked.emit(place))
        self.menu.addSeparator()
        if old:
            text = ngettext("Discard {count} older than a week", "Discard {count} older than a week", old)
            self.menu.addAction(text.format(count=old)).triggered.connect(self.discard_old_asked)
        text = _("Discard all {count}").format(count=len(others) + 1)
        self.menu.addAction(text).triggered.connect(self.discard_all_asked)
        name = theme.metrics(12, 400).elidedText(title, Qt.TextElideMode.ElideMiddle, LONGEST)
        sentence, tip = (_INTERRUPTED, _KEPT_BESIDE) if interrupted else (_UNSAVED, _KEPT)
        self._sentence, self._short = sentence.format(title=name, when=when), _SHORT[interrupted]
        self.say(self._sentence)
        self.fit(self._room)
        self.label.setToolTip(plain(tip.format(title=title)))
        self.setAccessibleName(tip.format(title=title))

    def fit(self, room: int) -> int:
        """On a small page the figure is close to the corner: the card says less, and is narrow."""
        self._room, small = room, room < SMALL
        self.label.setText(self._short if small else self._sentence)
        self.others_button.setVisible(self._others and not small)
        return min(self.NARROW if small else self.WIDEST, room)

    def _open_menu(self) -> None:
        """Above its button: the bar lies at the lower edge of the view."""
        above = self.others_button.mapToGlobal(self.others_button.rect().topLeft())
        above.setY(above.y() - self.menu.sizeHint().height())
        self.menu.popup(above)
