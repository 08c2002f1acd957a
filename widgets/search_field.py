"""A search field with a magnifying glass and a cross; Esc empties it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QSizePolicy, QWidget

from widgets import drawing, icons, theme
from widgets.icon_button import IconButton


class SearchField(QWidget):
    """The field, with 8 px around it but above."""

    def __init__(self, tooltip: str) -> None:
        super().__init__()
        self.line = QLineEdit()
        self.line.setPlaceholderText("Search")
        self.line.setToolTip(tooltip)
        self.line.setAccessibleName("Search")
        self.line.setTextMargins(20, 0, 20, 0)
        self.line.setStyleSheet("padding: 0 4px;")
        self.line.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.clear = IconButton("close", "Clear the search", 20)
        self.clear.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.clear.setParent(self.line)
        self.clear.hide()
        self.clear.clicked.connect(self.line.clear)
        self.text = self.line.text
        self.line.textChanged.connect(lambda text: self.clear.setVisible(bool(text)))
        self.line.installEventFilter(self)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(8, 0, 8, 8)
        layout.addWidget(self.line)
        self._glass = _Glass(self.line)

    def resizeEvent(self, event) -> None:
        super().resizeEvent(event)
        self.clear.move(self.line.width() - 22, 2)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Esc empties the field before it means anything else."""
        if event.type() == QEvent.Type.ShortcutOverride and event.key() == Qt.Key.Key_Escape and self.text():
            event.accept()
            return True
        if event.type() == QEvent.Type.KeyPress and event.key() == Qt.Key.Key_Escape:
            self.line.clear()
            return True
        return False


class _Glass(QWidget):
    """The magnifying glass in the field."""

    def __init__(self, line: QLineEdit) -> None:
        super().__init__(line)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setGeometry(4, 4, 16, 16)

    def paintEvent(self, _event) -> None:
        painter = drawing.painter_of(self)
        icons.draw(painter, "search", theme.current().t2, 0, 0)
        painter.end()
