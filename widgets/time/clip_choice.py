"""The clip that is played, with a menu of all others and of what is done with them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QAction, QActionGroup, QPainter
from PySide6.QtWidgets import QMenu, QSizePolicy

from pantin.widgets.controls.icon_button import ButtonFill
from pantin.widgets.controls.plain_text import in_menu
from pantin.widgets.floating.action_button import ActionButton
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.theme.appearance import appearance

WIDE, NARROW = 148, 84
"""Its width where there is room, and its least width, pixels."""


class ClipChoice(ActionButton):
    """Shows the name of a clip; its menu lists all, above what the program adds to it."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__("clip", _("The clip that is played"))
        self.name = ""
        self._names: tuple[str, ...] = ()
        self._listed: list[QAction] = []
        self._group = QActionGroup(self)
        menu = QMenu(self)
        menu.setToolTipsVisible(True)
        self._line = menu.addSeparator()
        menu.aboutToShow.connect(lambda: icons.recolour(menu.actions()))
        self.open_with(menu)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_clips(self, names: Sequence[str], chosen: str) -> None:
        """List clips of these names, and show the chosen one."""
        if tuple(names) != self._names:
            self._names = tuple(names)
            self._list()
        if chosen != self.name:
            self.name = chosen
            self.setAccessibleDescription(chosen)
            self.update()
        for listed in self._listed:
            listed.setChecked(listed.text() == chosen)

    def sizeHint(self) -> QSize:
        return QSize(WIDE, 24)

    def minimumSizeHint(self) -> QSize:
        return QSize(NARROW, 24)

    def _list(self) -> None:
        if self._menu is None:
            return
        for old in self._listed:
            self._menu.removeAction(old)
            old.deleteLater()
        self._listed = [self._made(name) for name in self._names]
        self._menu.insertActions(self._line, self._listed)

    def _made(self, name: str) -> QAction:
        listed = QAction(in_menu(name), self, checkable=True)
        icons.name_icon(listed, icons.NONE)
        self._group.addAction(listed)
        listed.triggered.connect(lambda: self.chosen.emit(name))
        return listed

    def _fit(self) -> None:
        """As wide as the layout makes it."""
        self.setFixedHeight(24)
        self.setMinimumWidth(NARROW)
        self.setMaximumWidth(WIDE)

    def _fill(self, tokens: theme.Theme) -> ButtonFill | None:
        return ButtonFill(tokens.field_hover if self._lit else tokens.field)

    def _paint_face(self, painter: QPainter, ink: str) -> None:
        icons.draw(painter, "clip", ink, 6, 4)
        room = QRectF(28, 0, self.width() - 28 - 24, self.height())
        drawing.write(painter, room, drawing.fitting(self.name, room.width()), ink)
        icons.draw(painter, "down", appearance().theme.t2, self.width() - 20, 4)
