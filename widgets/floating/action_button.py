"""An icon button that triggers an action, or opens a menu of actions. It may have words beside its icon.

Whether it can be pressed, whether it is on, and its tooltip are the action's.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QAction, QCursor, QKeyEvent, QPainter
from PySide6.QtWidgets import QMenu, QSizePolicy

from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.icon_button import ButtonFill, IconButton
from pantin.widgets.controls.plain_text import tooltip_of
from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.theme.appearance import appearance

PAD, GAP = 8, 4
"""Beside icon and words, and between them, pixels."""

ARROW = 14
"""Width that the arrow of a menu adds to a button, pixels."""

TINT, LIT_TINT = 0.26, 0.34
"""Part of the accent behind a button that is on, and behind one that is on and under the pointer."""

OPENS = (Qt.Key.Key_Down,)
PRESSES = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ActionButton(IconButton):
    """Until it triggers an action or opens a menu it cannot be pressed.

    While it is on, the accent fills a `solid` button and tints any other.
    """

    def __init__(self, icon: str, tooltip: str, size: int = 24, solid: bool = False) -> None:
        super().__init__(icon, tooltip, size)
        self._radius = 6 if solid else drawing.RADIUS
        self._solid = solid
        self._words = ""
        self._reserved: tuple[str, ...] = ()
        self._menu: QMenu | None = None
        self.setEnabled(False)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    # What it stands for

    def stand_for(self, action: QAction) -> None:
        """Trigger `action` when pressed, and show its state."""
        self.clicked.connect(action.trigger)
        action.changed.connect(lambda: self._show_state_of(action))
        self._show_state_of(action)

    def follow(self, action: QAction) -> None:
        """Be on while `action` is, though pressing opens a menu."""
        self.setCheckable(True)
        action.changed.connect(lambda: self.show_checked(action.isChecked()))
        self.show_checked(action.isChecked())

    def open_with(self, menu: QMenu) -> None:
        """Open `menu` when pressed."""
        self._menu = menu
        menu.aboutToHide.connect(self._menu_closed)
        self.clicked.connect(lambda: menu.popup(self.mapToGlobal(QPoint(0, self.height() + 4))))
        self.setEnabled(True)
        self._fit()

    @property
    def menu(self) -> QMenu | None:
        """The menu that it opens."""
        return self._menu

    @property
    def icon_name(self) -> str:
        """The icon that it shows."""
        return self._icon

    def show_icon(self, name: str) -> None:
        """Show another icon."""
        if name != self._icon:
            self._icon = name
            self.update()

    def reserve(self, words: Sequence[str]) -> None:
        """Be as wide as the longest of these words while any are shown, so that nothing beside it moves."""
        self._reserved = tuple(words)
        self._fit()

    def show_words(self, words: str) -> None:
        """Show `words` beside the icon, nothing where they are empty."""
        if words != self._words:
            self._words = words
            self._fit()

    # Qt

    def nextCheckState(self) -> None:
        """Return whether it is on is the action's to say."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter presses it as Space does; Down opens a menu."""
        if event.key() in PRESSES or (self._menu is not None and event.key() in OPENS):
            self.click()
        else:
            super().keyPressEvent(event)

    # Inside

    @property
    def _lit(self) -> bool:
        return super()._lit or (self._menu is not None and self._menu.isVisible())

    def _fill(self, tokens: theme.Theme) -> ButtonFill | None:
        if not self.isChecked():
            return super()._fill(tokens)
        if self._solid:
            return ButtonFill(tokens.acc)
        return ButtonFill(tokens.acc, LIT_TINT if self._lit or self.isDown() else TINT)

    def _ink(self, tokens: theme.Theme) -> str:
        if not self.isChecked():
            return tokens.t1
        return tokens.on_acc if self._solid else tokens.acc_t

    def _paint_face(self, painter: QPainter, ink: str) -> None:
        if self._is_square:
            super()._paint_face(painter, ink)
            return
        y = (self.height() - icons.SIZE) / 2
        icons.draw(painter, self._icon, ink, PAD, y)
        drawing.write(painter, QRectF(self.rect()).adjusted(PAD + icons.SIZE + GAP, 0, 0, 0), self._words, ink)
        if self._menu is not None:
            icons.draw(painter, "down", appearance().theme.t2, self.width() - icons.SIZE - 4, y)

    @property
    def _is_square(self) -> bool:
        return not self._words and self._menu is None

    def _fit(self) -> None:
        """As wide as icon, words and arrow, and as high as ever."""
        widths = map(theme.metrics().horizontalAdvance, (self._words, *self._reserved))
        words = GAP + max(widths) if self._words else 0
        wide = 2 * PAD + icons.SIZE + words + (ARROW if self._menu is not None else 0)
        self.setFixedSize(QSize(self.height() if self._is_square else round(wide), self.height()))
        self.updateGeometry()
        self.update()

    def _show_state_of(self, action: QAction) -> None:
        self.setEnabled(action.isEnabled())
        self.setCheckable(action.isCheckable())
        self.show_checked(action.isChecked())
        self.setAccessibleName(action.iconText())
        explain(self, tooltip_of(action))

    def _menu_closed(self) -> None:
        """The pointer may have left while the menu had it, without an event."""
        inside = self.rect().contains(self.mapFromGlobal(QCursor.pos()))
        self.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, inside)
        self.update()
