"""Balance of the figure: whether it stands over its feet and by how much, and a button that brings it there."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QWidget

from pantin.widgets.controls.frames.section import Section
from pantin.widgets.controls.switch import WIDTH, Switch
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.forms.rows.row import INSET
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.values.exchange import Balanced
from pantin.widgets.values.quantity import length_text

ROW, ICON = 24, 16


class BalanceSection(Section):
    """Shown while the figure is posed. Switch and button ask for actions, by their names."""

    action_asked = Signal(str)

    def __init__(self) -> None:
        super().__init__(_("Balance"))
        self.switch = Switch()
        self.switch.setFixedWidth(WIDTH)
        self.switch.setAccessibleName(_("Balance"))
        self.switch.committed.connect(lambda _on: self.action_asked.emit("show_balance"))
        self.add_to_head(self.switch)
        self.head.clicked.connect(self._opened)
        self.row = BalanceRow()
        self.bring = TextButton(
            _("Bring the body over the feet"), _("Move the hips until the centre of mass is over the feet that stand.")
        )
        self.bring.clicked.connect(lambda: self.action_asked.emit("over_the_feet"))
        self._under = QWidget()
        inner = QHBoxLayout(self._under)
        inner.setContentsMargins(INSET, 4, INSET, 0)
        inner.addWidget(self.bring)
        self.add(self.row)
        self.add(self._under)
        self.show_balance(False, None)

    def show_balance(self, is_on: bool, found: Balanced | None) -> None:
        """Show whether balance is looked at, and what was found; None where nothing stands."""
        self.switch.show_value(is_on)
        self.row.setVisible(is_on)
        self._under.setVisible(is_on)
        self.show_body(is_on)
        self.row.show_balance(found)
        self.bring.setEnabled(found is not None and bool(found.support))

    def _opened(self) -> None:
        """Opened while there is nothing to see below: look at the balance."""
        if self.row.isHidden():
            self.action_asked.emit("show_balance")


class BalanceRow(QWidget):
    """In words where the centre of mass is, and the way to the edge of the support."""

    def __init__(self) -> None:
        super().__init__()
        self.said, self.distance, self._token = "", "", "t1"
        self.setFixedHeight(ROW)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_balance(self, found: Balanced | None) -> None:
        """Say what was found."""
        said = (self.said, self.distance, self._token)
        self.said, self.distance, self._token = _in_words(found)
        self.setAccessibleName(f"{self.said} {self.distance}")
        if said != (self.said, self.distance, self._token):
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(120, ROW)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        icons.draw(painter, "balance", getattr(tokens, self._token), INSET, (ROW - ICON) / 2)
        room = QRectF(INSET + ICON + 8, 0, self.width() - 2 * INSET - ICON - 8, ROW)
        drawing.write(painter, room, self.said, getattr(tokens, self._token))
        drawing.write(painter, room, self.distance, tokens.t2, drawing.MIDDLE_RIGHT)
        painter.end()


def _in_words(found: Balanced | None) -> tuple[str, str, str]:
    """Return the sentence, the way to the edge, and the colour."""
    if found is not None and found.held:
        return _("Held by pins"), "", "t1"
    if found is None or not found.support:
        return _("No pinned foot stands"), "", "t2"
    distance = length_text(abs(found.margin), appearance().lengths)
    if found.stands:
        where = _("Sitting in balance") if found.sits else _("Over the feet")
        return where, _("{distance} to the edge").format(distance=distance), "t1"
    return _("Not over the feet"), _("{distance} outside").format(distance=distance), "miss"
