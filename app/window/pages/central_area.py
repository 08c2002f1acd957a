"""The area between header and status bar: the figure or the start page, and bars with notices over it."""

from __future__ import annotations

from PySide6 import QtCore, QtWidgets

from pantin.widgets.floating.floating_bar import FloatingBar
from pantin.widgets.status.status_bar import StatusBar

INSET = 12
"""Distance of the bars from the edges, pixels."""

CHANGED = (QtCore.QEvent.Type.Show, QtCore.QEvent.Type.Hide, QtCore.QEvent.Type.LayoutRequest)
MOVED = (QtCore.QEvent.Type.Resize, QtCore.QEvent.Type.Move)
"""The events after which a bar, or the page below the bars, has another size or place."""


class CentralArea(QtWidgets.QWidget):
    """The page that is shown, with bars over its lower edge. Widgets may be put beside the page into `row`."""

    def __init__(self, *bars: FloatingBar) -> None:
        super().__init__()
        self._pages, self._bars = _Pages(), bars
        self.row = QtWidgets.QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(1)
        self.row.addWidget(self._pages, 1)
        self._pages.installEventFilter(self)
        for bar in bars:
            bar.setParent(self)
            bar.installEventFilter(self)
            bar.keys_left.connect(self._take_keys)
            for button in bar.findChildren(QtWidgets.QAbstractButton):  # a click leaves the keys where they are
                button.setFocusPolicy(QtCore.Qt.FocusPolicy.TabFocus)

    def show_page(self, page: QtWidgets.QWidget) -> None:
        """Show this page, and no other."""
        if self._pages.indexOf(page) < 0:
            self._pages.addWidget(page)
        self._pages.setCurrentWidget(page)

    def step_aside(self, aside: bool) -> None:
        """Hide what lies in the corner while something is dragged, which is announced there; then show it again."""
        for bar in self._bars:
            if bar.IN_CORNER:
                bar.step_aside(aside)

    def _take_keys(self) -> None:
        """The page has the keys of a bar that goes."""
        if (page := self._pages.currentWidget()) is not None:
            page.setFocus()

    def eventFilter(self, watched: QtCore.QObject, event: QtCore.QEvent) -> bool:
        """A bar has come, has gone, or says something longer; or the page has another size, or place."""
        if event.type() in (MOVED if watched is self._pages else CHANGED):
            self._place_bars()
        return False

    def _place_bars(self) -> None:
        """Above each other, the last one lowest, in the middle or in the corner: the page below stays where it is.

        What is beside the page is left free: the buttons below the measures of a figure, say.
        """
        page = self._pages.geometry()
        bottom = page.bottom() + 1 - INSET
        for bar in reversed(self._bars):
            if not bar.isHidden():
                wide = bar.fit(page.width() - 2 * INSET)
                high = max(bar.heightForWidth(wide), bar.minimumHeight())
                left = page.width() - INSET - wide if bar.IN_CORNER else (page.width() - wide) // 2
                bar.setGeometry(page.left() + left, bottom - high, wide, high)
                bar.raise_()
                bottom -= high + INSET


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
    bar.addPermanentWidget(status, 1)
    return bar
