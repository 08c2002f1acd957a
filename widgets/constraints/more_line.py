"""The line of a card behind which lie the fields that are rarely set."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPaintEvent

from pantin.widgets.controls.button import Button
from pantin.widgets.controls.explain import explain
from pantin.widgets.forms.rows.row import INSET
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons, theme

MORE = 24


class MoreLine(Button):
    """What is folded away, and how many: "More  16". Checked means that it is shown."""

    def __init__(self) -> None:
        super().__init__()
        self._count = 0
        self.setCheckable(True)
        self.setFixedHeight(MORE)
        explain(self, _("Show or fold what is rarely set. What was changed is always shown."))

    def show_count(self, count: int) -> None:
        """How many fields are folded away, or would be."""
        self._count = count
        self.setText(_("Fewer") if self.isChecked() else _("More"))
        name = _("Fewer settings, {count}") if self.isChecked() else _("More settings, {count}")
        self.setAccessibleName(name.format(count=count))
        self.setFixedHeight(MORE if count else 0)
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        token = tokens.t1 if self.underMouse() else tokens.t2
        icons.draw(painter, "down" if self.isChecked() else "right", token, INSET - 4, 4)
        painter.setFont(theme.font(11))
        drawing.write(painter, QRectF(INSET + 16, 0, 120, 24), self.text(), token)
        left = INSET + 16 + theme.metrics(11).horizontalAdvance(self.text()) + 8
        drawing.write(painter, QRectF(left, 0, 40, 24), str(self._count), tokens.t3)
        if self.hasFocus():
            drawing.ring(painter, QRectF(self.rect()).adjusted(2, 1, -2, -1), tokens.acc)
        painter.end()
