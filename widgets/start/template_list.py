"""The list of figures to choose from; the chosen one is seen beside the list while its measures change."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QVBoxLayout, QWidget

from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.frames.panel_head import PanelHead
from pantin.widgets.controls.picture_frame import paint_label, paint_picture
from pantin.widgets.controls.scroll import column
from pantin.widgets.messages import _
from pantin.widgets.start.gallery import Sample
from pantin.widgets.theme import drawing

WIDTH = 276
"""Pixels: what is said of each figure fits beside its picture."""
TEXT, MARGIN = 84, 8
"""Left edge of the words in a row, and the margin behind them, pixels."""
ROW, PICTURE = 60, QSize(64, 44)
RADIUS = 4


class TemplateRow(QAbstractButton):
    """The row of one figure, with its picture. Exactly one is chosen."""

    def __init__(self, sample: Sample) -> None:
        super().__init__()
        self.sample = sample
        self.setCheckable(True)
        self.setAutoExclusive(True)
        self.setFixedHeight(ROW)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(f"{sample.title}, {sample.remark}")
        explain(self, _("Show {sample}. Enter creates it.").format(sample=sample.title))

    def sizeHint(self) -> QSize:
        return QSize(WIDTH, ROW)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        rect = QRectF(self.rect()).adjusted(4, 2, -4, -2)
        if self.isChecked() or self.underMouse():
            drawing.box(painter, rect, tokens.row_active if self.isChecked() else tokens.row_hover, radius=RADIUS)
        picture = QRectF(12, (ROW - PICTURE.height()) / 2, PICTURE.width(), PICTURE.height())
        paint_picture(painter, picture, self.sample.pictures.get(tokens.name), RADIUS)
        room = QRectF(TEXT, 14, self.width() - TEXT - MARGIN, 16)
        paint_label(painter, room, self.sample.title, tokens.t1, 12, 500)
        paint_label(painter, room.translated(0, 16), self.sample.remark, tokens.t2, 11)
        if self.isChecked():
            drawing.box(painter, QRectF(4, 10, 2, ROW - 20), tokens.acc, radius=1)
        if self.hasFocus():
            drawing.ring(painter, rect, tokens.acc, RADIUS)
        painter.end()


class TemplateList(QWidget):
    """All figures. Arrows choose; Enter and Esc are sent as signals."""

    chosen = Signal(str)
    """The name of the figure to show."""
    accepted = Signal()
    dismissed = Signal()

    def __init__(self, samples: Sequence[Sample]) -> None:
        super().__init__()
        self.setFixedWidth(WIDTH)
        self.setAutoFillBackground(True)
        self.rows = {sample.name: TemplateRow(sample) for sample in samples}
        listed = QWidget()
        rows = QVBoxLayout(listed)
        rows.setContentsMargins(0, 4, 0, 4)
        rows.setSpacing(0)
        for name, row in self.rows.items():
            row.toggled.connect(lambda on, name=name: self.chosen.emit(name) if on else None)
            rows.addWidget(row)
        rows.addStretch(1)
        self._area = column(listed)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(PanelHead(_("New from template")))
        layout.addWidget(self._area, 1)

    def choose(self, name: str) -> None:
        """Choose a figure; arrows continue from there."""
        self.rows[name].setChecked(True)
        self.rows[name].setFocus(Qt.FocusReason.TabFocusReason)
        self._area.ensureWidgetVisible(self.rows[name], 0, 0)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        names = list(self.rows)
        at = next(index for index, row in enumerate(self.rows.values()) if row.isChecked())
        steps: dict[int, int] = {
            Qt.Key.Key_Up: at - 1,
            Qt.Key.Key_Down: at + 1,
            Qt.Key.Key_Home: 0,
            Qt.Key.Key_End: len(names) - 1,
        }
        if event.key() in steps:
            self.choose(names[max(0, min(len(names) - 1, steps[event.key()]))])
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.accepted.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.dismissed.emit()
        else:
            super().keyPressEvent(event)
