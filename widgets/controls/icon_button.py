"""A square button with an icon: quiet until pointed at, filled with the accent where it is on."""

from __future__ import annotations

from typing import NamedTuple

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QMenu

from pantin.widgets.controls.explain import explain
from pantin.widgets.theme import drawing, icons, theme


class ButtonFill(NamedTuple):
    """A colour of the theme behind an icon, `alpha` times as opaque."""

    token: str
    alpha: float = 1.0


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
        if ground := self._fill(tokens):
            drawing.box(painter, rect, ground.token, self._radius, ground.alpha)
        self._paint_face(painter, self._ink(tokens))
        if self.hasFocus():
            drawing.ring(painter, rect, tokens.acc, self._radius)
        painter.end()

    # Overridden by buttons that look different

    _radius = drawing.RADIUS

    @property
    def _lit(self) -> bool:
        """Return whether it is pointed at and can be pressed."""
        return self.underMouse() and self.isEnabled()

    def _fill(self, tokens: theme.Theme) -> ButtonFill | None:
        """Return the fill behind the icon in the present state."""
        if self.isDown():
            return ButtonFill(tokens.track)
        return ButtonFill(tokens.field_hover) if self._lit else None

    def _ink(self, tokens: theme.Theme) -> str:
        """The colour of the icon in the present state."""
        if self._lit:
            return tokens.t1
        return tokens.t2 if self.isChecked() or not self.isCheckable() else tokens.off

    def _paint_face(self, painter: QPainter, ink: str) -> None:
        """The icon in the middle."""
        name = (self._checked_icon if self.isChecked() else "") or self._icon
        corner = (self.width() - icons.SIZE) / 2
        icons.draw(painter, name, ink, corner, corner)
