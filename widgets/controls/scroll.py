"""A scrolled column whose bar lies over the content, so that nothing shifts when it appears."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QAbstractScrollArea, QFrame, QScrollArea, QScrollBar, QWidget

BAR = 8


class OverlayBar(QScrollBar):
    """A slim vertical bar at the right edge of `area`, in step with the area's own bar, which stays hidden."""

    def __init__(self, area: QAbstractScrollArea) -> None:
        super().__init__(Qt.Orientation.Vertical, area)
        self._area = area
        self._hidden_bar = area.verticalScrollBar()
        area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.installEventFilter(self)
        self._hidden_bar.rangeChanged.connect(self._follow_range)
        self._hidden_bar.valueChanged.connect(self.setValue)
        self.valueChanged.connect(self._hidden_bar.setValue)
        self._follow_range()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._follow_range()
        return False

    def _follow_range(self) -> None:
        bar = self._hidden_bar
        self.setPageStep(bar.pageStep())
        self.setRange(bar.minimum(), bar.maximum())
        self.setGeometry(self._area.width() - BAR, 0, BAR, self._area.height())
        self.setVisible(bar.maximum() > bar.minimum())


def column(content: QWidget) -> QScrollArea:
    """`content` in a scroll area that is as wide as it is given room."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(content)
    OverlayBar(area)
    return area


class WholeColumn(QScrollArea):
    """`content` in a scroll area that asks for all the room that this needs, so wide; others stop at 24 lines."""

    def __init__(self, content: QWidget, wide: int) -> None:
        super().__init__()
        self._content, self._wide = content, wide
        self.setWidgetResizable(True)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(content)
        OverlayBar(self)

    def fit(self) -> None:
        """Ask for the room that the content needs now, and scroll below that and not before.

        Qt would tell layouts later that one within them changed: all are brought up to date, inner ones first. And it
        would take wrapped words for as high as they are where they are narrowest.
        """
        for part in (*reversed(self._content.findChildren(QWidget)), self._content):
            if (layout := part.layout()) is not None:
                layout.activate()
        self._content.setMinimumHeight(self.sizeHint().height())
        self.updateGeometry()

    def sizeHint(self) -> QSize:
        layout = self._content.layout()
        high = -1 if layout is None else layout.totalHeightForWidth(self._wide)  # -1 where nothing in it is wrapped
        return QSize(self._wide, self._content.sizeHint().height() if high < 0 else high)
