"""What fills the window between header and status bar: bars with notices, then the figure or the start page."""

from __future__ import annotations

from PySide6 import QtCore, QtWidgets

from pantin.widgets.status.status_bar import StatusBar


class CentralArea(QtWidgets.QWidget):
    """Bars from top to bottom, then the page that is shown. Widgets may be put beside the page into `row`."""

    def __init__(self, *bars: QtWidgets.QWidget) -> None:
        super().__init__()
        self._pages = _Pages()
        column = QtWidgets.QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for bar in bars:
            column.addWidget(bar)
        holder = QtWidgets.QWidget()
        column.addWidget(holder)
        self.row = QtWidgets.QHBoxLayout(holder)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(1)
        self.row.addWidget(self._pages, 1)

    def show_page(self, page: QtWidgets.QWidget) -> None:
        """Show this page, and no other."""
        if self._pages.indexOf(page) < 0:
            self._pages.addWidget(page)
        self._pages.setCurrentWidget(page)


class _Pages(QtWidgets.QStackedWidget):
    """The start page or the figure; pages that are not shown need no room."""

    def minimumSizeHint(self) -> QtCore.QSize:
        """As the page that is shown."""
        shown = self.currentWidget()
        return shown.minimumSizeHint().expandedTo(shown.minimumSize()) if shown else super().minimumSizeHint()


def bar_with(status: StatusBar) -> QtWidgets.QStatusBar:
    """A status bar that holds `status` alone."""
    bar = QtWidgets.QStatusBar()
    bar.setSizeGripEnabled(False)
    bar.setContentsMargins(0, 0, 0, 0)
    bar.setStyleSheet("QStatusBar::item { border: none; }")
    bar.addPermanentWidget(status, 1)
    return bar
