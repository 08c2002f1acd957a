"""A square button with an icon: quiet until pointed at, filled with the accent where it is on."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QMenu

from pantin.widgets.controls.explain import explain
from pantin.widgets.theme import drawing, icons, theme


class IconButton(QAbstractButton):
    """Shows `icon`; every icon needs a tooltip. With `checkable`, `checked_icon` stands for "on"."""

    def __init__(self, icon: str, tooltip: str, size: int = 24, checked_icon: str = "") -> None:
        super().__init__()
        self._icon = icon
        self._checked_icon = checked_icon
        self.setCheckable(bool(checked_icon))
        self.setFixedSize(size, size)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(tooltip)
        explain(self, tooltip)

    def sizeHint(self) -> QSize:
        return self.size()

    def open_menu(self, menu: QMenu) -> None:
        """Open a menu below the button, ending where the button ends, so that it stays over its panel."""
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        corner = self.mapToGlobal(self.rect().bottomRight())
        menu.popup(corner - QPoint(menu.sizeHint().width() - 1, -4))

    def show_checked(self, checked: bool) -> None:
        """Show on or off. Nothing is emitted."""
        if checked != self.isChecked():
            self.setChecked(checked)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        if not self.isEnabled():
            painter.setOpacity(0.4)
        rect = QRectF(self.rect())
        hovered = self.underMouse() and self.isEnabled()
        if self.isDown() or hovered:
            drawing.box(painter, rect, tokens.track if self.isDown() else tokens.field_hover)
        name = self._checked_icon if self.isChecked() else self._icon
        corner = (self.width() - icons.SIZE) / 2
        icons.draw(painter, name, tokens.t1 if hovered else self._resting_colour(tokens), corner, corner)
        if self.hasFocus():
            drawing.ring(painter, rect, tokens.acc)
        painter.end()

    def _resting_colour(self, tokens: theme.Theme) -> str:
        return tokens.t2 if self.isChecked() or not self.isCheckable() else tokens.off
