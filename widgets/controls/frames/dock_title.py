"""The dock of a panel, and its title: what the panel wants to show there, or its name.

Presses that nothing here handles go on to the dock, which is dragged by its title. Float and close are in its menu,
and at the right end while the panel floats and has no other frame.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, runtime_checkable

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QDockWidget, QHBoxLayout, QMenu, QWidget

from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, icons, theme

HEAD = 32


@runtime_checkable
class Headed(Protocol):
    """A panel with a head, which serves as the title of its dock."""

    head: QWidget


class Dock(QDockWidget):
    """A dock with a hairline round it while it floats.

    Its panel is made by `make` when the dock is first shown, or when `fill` asks for it. The title shows the panel's
    `head`, where it has one.
    """

    def __init__(self, title: str, make: Callable[[], QWidget], parent: QWidget | None = None) -> None:
        super().__init__(title, parent)
        self._make = make
        self.title = DockTitle(title)
        self.setTitleBarWidget(self.title)

    @property
    def is_filled(self) -> bool:
        """Return whether the panel has been made."""
        return self.widget() is not None

    def fill(self) -> None:
        """Make the panel, unless it is there."""
        if not self.is_filled:
            panel = self._make()
            self.setWidget(panel)
            self.title.show_head(panel.head if isinstance(panel, Headed) else None)

    def setVisible(self, visible: bool) -> None:
        """Qt shows and hides docks by this, whoever asked."""
        if visible:
            self.fill()
        super().setVisible(visible)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        painter.fillRect(self.rect(), theme.colour(tokens.panel))
        if self.isFloating():
            drawing.ring(painter, QRectF(self.rect()), tokens.key_edge, radius=0, width=1)
        painter.end()


class DockTitle(QWidget):
    """Holds the `head` of a panel, or the panel's name."""

    float_asked = Signal()
    close_asked = Signal()

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title
        self.setToolTip(
            _("{title}: drag to move the panel, double-click to float it, right-click to close it").format(title=title)
        )
        self.floating = IconButton("dock-float", _("Put {title} back into the window").format(title=title), 20)
        self.close_ = IconButton("close", _("Close {title}; the View menu brings it back").format(title=title), 20)
        self.floating.clicked.connect(self.float_asked)
        self.close_.clicked.connect(self.close_asked)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(0)
        self._buttons = QWidget(self)
        buttons = QHBoxLayout(self._buttons)
        buttons.setContentsMargins(4, 0, 4, 0)
        buttons.setSpacing(2)
        buttons.addWidget(self.floating)
        buttons.addWidget(self.close_)
        self._buttons.hide()
        self._row.addWidget(self._buttons)

    def show_head(self, head: QWidget | None) -> None:
        """Show what the panel wants to have in its title; its name where that is nothing."""
        self._row.insertWidget(0, head or _Name(self._title), 1)

    def show_floating(self, floating: bool) -> None:
        """A panel that floats shows its buttons: it has no other frame."""
        self._buttons.setVisible(floating)

    def menu(self) -> QMenu:
        """Return the menu of what can be done to the panel as a whole."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        words = _("Put back") if not self._buttons.isHidden() else _("Float")
        icons.set_icon(menu.addAction(words, self.float_asked.emit), "dock-float")
        icons.set_icon(menu.addAction(_("Close"), self.close_asked.emit), "close")
        return menu

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """The menu, where nothing in the head has its own."""
        self.menu().popup(event.globalPos())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.ignore()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        event.ignore()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.ignore()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        event.ignore()

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        painter.fillRect(self.rect(), theme.colour(painter.tokens.panel))
        painter.end()


class _Name(QWidget):
    """The name of a panel that has no head of its own."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title
        self.setFixedHeight(HEAD)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        painter.setFont(theme.font(12, 600))
        drawing.write(painter, QRectF(12, 0, self.width() - 24, HEAD), self._title, painter.tokens.t1)
        painter.end()
