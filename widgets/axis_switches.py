"""Three switches, X Y Z, side by side."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtWidgets import QAbstractButton, QHBoxLayout, QSizePolicy, QWidget

from rigs.fields import AxisSwitches
from widgets import drawing, theme


class AxisSwitchRow(QWidget):
    """Shows three bools. A click on one is one commit of all three."""

    scrubbed = Signal(object)
    committed = Signal(object)
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.buttons = tuple(_AxisButton(axis) for axis in range(3))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for button in self.buttons:
            layout.addWidget(button, 1)
            button.clicked.connect(lambda: self.committed.emit(self._value()))

    def show_value(self, value: AxisSwitches) -> None:
        """Show which axes are on. Nothing is emitted."""
        for button, is_on in zip(self.buttons, value, strict=True):
            if button.isChecked() != is_on:
                button.setChecked(is_on)

    def _value(self) -> AxisSwitches:
        x, y, z = (button.isChecked() for button in self.buttons)
        return (x, y, z)


class _AxisButton(QAbstractButton):
    def __init__(self, axis: int) -> None:
        super().__init__()
        self._axis = axis
        self.setCheckable(True)
        self.setFixedHeight(24)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName("XYZ"[axis])

    def sizeHint(self) -> QSize:
        return QSize(40, 24)

    def paintEvent(self, _event) -> None:
        tokens = theme.current()
        painter = drawing.painter_of(self)
        if not self.isEnabled():
            painter.setOpacity(0.5)
        rect = QRectF(self.rect())
        hovered = self.underMouse() and self.isEnabled()
        resting = tokens.field_hover if hovered else tokens.field
        drawing.box(painter, rect, tokens.acc_bg if self.isChecked() else resting)
        painter.setFont(theme.font(12, 500 if self.isChecked() else 400))
        drawing.write(painter, rect, "XYZ"[self._axis], tokens.acc_t if self.isChecked() else tokens.t2, drawing.CENTRE)
        if self.hasFocus():
            drawing.ring(painter, rect, tokens.acc)
        painter.end()
