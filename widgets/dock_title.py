"""The title of a panel in its dock: what the panel wants to show there, or its name; at the right, float and close.

A press that nobody here wants goes on to the dock, which is dragged by its title.
"""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from widgets import drawing, theme
from widgets.icon_button import IconButton

HEAD = 32


class DockTitle(QWidget):
    """Holds the `head` of a panel. Float and close appear while the pointer is over it."""

    float_asked = Signal()
    close_asked = Signal()

    def __init__(self, title: str, head: QWidget | None) -> None:
        super().__init__()
        self.setToolTip(f"{title}: drag to move the panel, double-click to float it")
        self.floating = IconButton("dock-float", f"Float {title}, or put it back", 20)
        self.close_ = IconButton("close", f"Close {title}; the View menu brings it back", 20)
        self.floating.clicked.connect(self.float_asked)
        self.close_.clicked.connect(self.close_asked)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(head or _Name(title), 1)
        self._buttons = QWidget(self)
        buttons = QHBoxLayout(self._buttons)
        buttons.setContentsMargins(4, 0, 4, 0)
        buttons.setSpacing(2)
        buttons.addWidget(self.floating)
        buttons.addWidget(self.close_)
        self._buttons.hide()
        row.addWidget(self._buttons)

    def show_floating(self, floating: bool) -> None:
        """A panel that floats keeps its buttons in sight: it has no other frame."""
        self._buttons.setVisible(floating or self.underMouse())
        self._stay = floating

    _stay = False

    def enterEvent(self, event) -> None:
        super().enterEvent(event)
        self._buttons.show()

    def leaveEvent(self, event) -> None:
        super().leaveEvent(event)
        self._buttons.setVisible(self._stay)

    def mousePressEvent(self, event) -> None:
        event.ignore()

    def mouseMoveEvent(self, event) -> None:
        event.ignore()

    def mouseReleaseEvent(self, event) -> None:
        event.ignore()

    def mouseDoubleClickEvent(self, event) -> None:
        event.ignore()

    def paintEvent(self, _event) -> None:
        painter = drawing.painter_of(self)
        painter.fillRect(self.rect(), theme.colour(theme.current().panel))
        painter.end()


class _Name(QWidget):
    """The name of a panel that has no head of its own."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title
        self.setFixedHeight(HEAD)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def paintEvent(self, _event) -> None:
        painter = drawing.painter_of(self)
        painter.setFont(theme.font(12, 600))
        drawing.write(painter, QRectF(12, 0, self.width() - 24, HEAD), self._title, theme.current().t1)
        painter.end()
