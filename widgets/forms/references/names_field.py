"""The field that holds the names of several bones in their order, with commas between them.

Enter or Tab keeps what was typed, where the rig has all of these bones; Esc puts it back. With the pipette one more
bone is pointed out in view or tree.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLineEdit, QToolTip

from pantin.widgets.controls.explain import remark
from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.controls.plain_text import plain
from pantin.widgets.forms.rows.editor import BonesByName
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, theme
from pantin.widgets.values.shared_values import MIXED, shared
from pantin.widgets.values.value_text import names_in, names_text

PICK = _("Pick one more bone, which comes last: click it in the view or in the tree")


EDGE = 10
"""Left edge of the text of a line, pixels: the padding of the style, and two of Qt's own."""


class NamesField(QLineEdit):
    """Shows the names of some of `bones`."""

    scrubbed = Signal(object)
    committed = Signal(object)
    cancelled = Signal()
    pick_asked = Signal()

    def __init__(self, bones: BonesByName) -> None:
        super().__init__()
        self._bones = bones
        self._names: tuple[str, ...] = ()
        self.setFixedHeight(24)
        self.pick = IconButton("pick", PICK)
        self.pick.setParent(self)
        self.pick.setCursor(Qt.CursorShape.ArrowCursor)
        self.pick.clicked.connect(self.pick_asked)
        self.setTextMargins(0, 0, self.pick.width(), 0)
        self.editingFinished.connect(self._finish)

    def value(self) -> tuple[str, ...]:
        """The names that are shown."""
        return self._names

    def show_values(self, values: Sequence[tuple[str, ...]]) -> None:
        """Show what all `values` are, or "Mixed" until something is typed. Nothing is emitted."""
        same = shared(values)
        self.setPlaceholderText(MIXED.value if same is MIXED else _("none"))
        self._names = () if same is MIXED else same
        if not self.isModified():
            self._show()

    def why_not(self, names: tuple[str, ...]) -> str:
        """Return why the field cannot hold these names; empty where it can."""
        missing = next((name for name in names if name not in self._bones()), None)
        return _("The rig has no bone “{name}”.").format(name=missing) if missing is not None else ""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self._show()
            self.clearFocus()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.pick.move(self.width() - self.pick.width(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Names for which there is no room end in dots until they are typed: cut ones could be taken for whole."""
        super().paintEvent(event)
        room = QRectF(self.rect()).adjusted(EDGE, 0, -self.pick.width(), 0)
        if not self.hasFocus() and (short := drawing.fitting(self.text(), room.width())) != self.text():
            painter = drawing.painter_of(self)
            tokens = painter.tokens
            ground = tokens.field_hover if self.underMouse() else tokens.field
            painter.fillRect(room.adjusted(0, 2, 0, -2), theme.colour(ground))
            drawing.write(painter, room, short, tokens.t1)
            painter.end()

    def _show(self) -> None:
        self.setText(names_text(self._names))
        self.setCursorPosition(0)
        remark(self, ", ".join(self._names))

    def _finish(self) -> None:
        names = names_in(self.text())
        why = self.why_not(names)
        if why:
            QToolTip.showText(self.mapToGlobal(QPoint(0, self.height())), plain(why), self)
            self._show()
        elif names != self._names:
            self._names = names
            self._show()
            self.committed.emit(names)
