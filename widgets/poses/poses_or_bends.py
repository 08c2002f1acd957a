"""The shelf of poses, or the bends to test in its place: in one panel, so that what is around it keeps its size."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedLayout, QWidget

from pantin.widgets.poses.bend_strip import BendStrip
from pantin.widgets.poses.pose_shelf import PoseShelf


class PosesOrBends(QWidget):
    """Shows one of the two; `head` is the title bar of its dock, with that of what is shown."""

    changed = Signal()
    """The other one is shown."""

    def __init__(self, poses: PoseShelf, bends: BendStrip) -> None:
        super().__init__()
        self.head = QWidget()
        self._pages, self._heads = QStackedLayout(self), QStackedLayout(self.head)
        for panel in (poses, bends):
            self._pages.addWidget(panel)
            self._heads.addWidget(panel.head)

    @property
    def shows_bends(self) -> bool:
        """Return whether the bends are shown in place of the poses."""
        return self._pages.currentIndex() == 1

    def show_bends(self, bends: bool) -> None:
        """Show the bends, or the poses."""
        if bends != self.shows_bends:
            self._pages.setCurrentIndex(int(bends))
            self._heads.setCurrentIndex(int(bends))
            self.changed.emit()
