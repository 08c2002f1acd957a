"""The number of bones of a part whose bones have rows of their own: a click opens these."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QAbstractButton

from pantin.widgets.controls.explain import explain
from pantin.widgets.messages import _, ngettext
from pantin.widgets.theme import drawing, icons


class BoneCount(QAbstractButton):
    """Checked while the rows of its bones are open."""

    def __init__(self) -> None:
        super().__init__()
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        explain(self, _("Show the fingers one by one, or all in one row."))
        self.show_count(0)

    def show_count(self, count: int) -> None:
        """Show so many bones."""
        self.setText(ngettext("{count} bone", "{count} bones", count).format(count=count) if count else _("None"))
        self.setAccessibleName(_("Fingers: {bones}").format(bones=self.text()))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(80, 24)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens, room = painter.tokens, QRectF(self.rect())
        drawing.box(painter, room, tokens.field_hover if self.underMouse() else tokens.field, radius=4)
        drawing.write(painter, room.adjusted(8, 0, -24, 0), self.text(), tokens.t2)
        icons.draw(painter, "down" if self.isChecked() else "right", tokens.t2, room.right() - 20, 4)
        if self.hasFocus():
            drawing.ring(painter, room, tokens.acc, 4, 1.5)
        painter.end()
