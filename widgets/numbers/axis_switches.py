"""Three switches, X Y Z, side by side."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from pantin.rigs.fields import AxisSwitches
from pantin.widgets.theme import drawing, theme
from pantin.widgets.values.shared_values import MIXED, AxisEdit, Mixed, shared


class AxisSwitchRow(QWidget):
    """Shows three bools. A click on one is one commit of it."""

    scrubbed = Signal(object)
    committed = Signal(object)
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.buttons = tuple(_AxisButton(axis) for axis in range(3))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for axis, button in enumerate(self.buttons):
            layout.addWidget(button, 1)
            button.clicked.connect(lambda on, axis=axis: self.committed.emit(AxisEdit.one(axis, on)))

    def show_value(self, value: AxisSwitches) -> None:
        """Show which axes are on. Nothing is emitted."""
        self.show_values((value,))

    def show_values(self, values: Sequence[AxisSwitches]) -> None:
        """Show which axes are on in all `values`; a dash where they differ. Nothing is emitted."""
        for button, axis in zip(self.buttons, zip(*values, strict=True), strict=True):
            button.show_on(shared(axis))


class _AxisButton(QAbstractButton):
    def __init__(self, axis: int) -> None:
        super().__init__()
        self._axis = axis
        self._mixed = False
        self.setCheckable(True)
        self.setFixedHeight(24)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName("XYZ"[axis])

    def show_on(self, on: bool | Mixed) -> None:
        """Show on, off or a dash. Nothing is emitted."""
        if (on is MIXED) != self._mixed or (on is True) != self.isChecked():
            self._mixed = on is MIXED
            self.setChecked(on is True)
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(40, 24)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        rect = QRectF(self.rect())
        drawing.field(painter, self, tokens.acc_bg if self.isChecked() else "")
        painter.setFont(theme.font(12, 500 if self.isChecked() else 400))
        letter = "XYZ"[self._axis] + (" –" if self._mixed else "")
        drawing.write(painter, rect, letter, tokens.acc_t if self.isChecked() else tokens.t2, drawing.CENTRE)
        if self.hasFocus():
            drawing.ring(painter, rect, tokens.acc)
        painter.end()
