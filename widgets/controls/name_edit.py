"""A line to rename a row in: Enter or leaving keeps, Esc puts back; a name that is empty or taken is rejected."""

from __future__ import annotations

from collections.abc import Set

from PySide6.QtCore import QEvent, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from pantin.widgets.controls import own_keys
from pantin.widgets.controls.focus_before import FocusBefore
from pantin.widgets.controls.plain_text import plain
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing

PADDING = 4

ASIDE = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
"""Focus lost to a menu or to another program comes back: the name is still being typed."""

EMPTY = {
    "bone": _("A bone needs a name."),
    "collection": _("A collection needs a name."),
    "pose": _("A pose needs a name."),
    "tag": _("A tag needs a name."),
    "clip": _("A clip needs a name."),
}
TAKEN = {
    "bone": _("Another bone is called “{name}” already."),
    "collection": _("Another collection is called “{name}” already."),
    "pose": _("Another pose is called “{name}” already."),
    "clip": _("Another clip is called “{name}” already."),
    "tag": _("The pose has the tag “{name}” already."),
}


class NameEdit(QLineEdit):
    """Emits `finished` once, with the new name, or "" where nothing changes, and goes away."""

    finished = Signal(str)

    def __init__(self, name: str, taken: Set[str], parent: QWidget, kind: str = "bone") -> None:
        super().__init__(name, parent)
        self._kind = kind
        self._taken = taken
        self._done = False
        self._before: FocusBefore | None = None
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrame(False)
        self.setTextMargins(PADDING, 0, PADDING, 0)
        self.selectAll()
        self.textChanged.connect(self._check)

    def begin(self) -> None:
        """Show it and let it be typed in; whoever has the keys has them again afterwards."""
        self.show()
        self._before = FocusBefore()
        self.setFocus(Qt.FocusReason.OtherFocusReason)

    def leave(self) -> None:
        """Keep the name; one that is rejected is put back."""
        self._finish("" if self.problem() else self.text().strip())

    def problem(self) -> str:
        """Return why the name cannot be taken, in one sentence; empty where it can."""
        name = self.text().strip()
        if not name:
            return EMPTY[self._kind]
        return TAKEN[self._kind].format(name=name) if name in self._taken else ""

    def event(self, event: QEvent) -> bool:
        """Esc puts the name back; it must not reach a shortcut of the window."""
        return own_keys.kept(event, own_keys.is_escape) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._finish("")
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            if not self.problem():
                self._finish(self.text().strip())
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in ASIDE:
            self.leave()

    def paintEvent(self, event: QPaintEvent) -> None:
        """On a card of its own, with a line round it; a red one where the name cannot be taken."""
        painter = drawing.painter_of(self)
        tokens, rect = painter.tokens, QRectF(self.rect())
        drawing.box(painter, rect, tokens.card)
        drawing.ring(painter, rect, tokens.miss if self.problem() else tokens.acc, width=1)
        painter.end()
        super().paintEvent(event)

    def _check(self) -> None:
        self.setToolTip(plain(self.problem()))
        self.update()

    def _finish(self, name: str) -> None:
        if not self._done:
            self._done = True
            self.finished.emit(name)
            if self.hasFocus():
                self._give_back()
            self.hide()
            self.deleteLater()

    def _give_back(self) -> None:
        """Let the keys be theirs who had them; hidden with them, Qt would hand them to the next field of the window."""
        before = self._before.widget if self._before else None
        if before is not None and before.isVisible():
            before.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.clearFocus()
