"""Parts of the start page around its choices: name, headings, rules, panels, and the hint where to drop files."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPaintEvent
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QSizePolicy, QWidget

from pantin.resources import FOLDER
from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.picture_frame import paint_label
from pantin.widgets.messages import _
from pantin.widgets.start.drop_frame import DROPPABLE, OPENED, dashed_box
from pantin.widgets.theme import drawing, icons, theme


class Panel(QWidget):
    """A background in the colour of panels."""

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        painter.fillRect(event.rect(), theme.colour(painter.tokens.panel))
        painter.end()


class Name(QWidget):
    """The program's icon, its name, and a line on what it is for."""

    def __init__(self) -> None:
        super().__init__()
        self._mark = QSvgRenderer(str(FOLDER / "icons" / "pantin.svg"), self)
        self.setFixedHeight(64)
        self.setAccessibleName("Pantin")

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        self._mark.render(painter, QRectF(8, 0, 64, 64))
        room = QRectF(88, 8, self.width() - 88, 28)
        paint_label(painter, room, "Pantin", tokens.t1, 24, 600)
        paint_label(painter, room.translated(0, 26), _("Rigs and poses, by the strings"), tokens.t2, 13)
        painter.end()


class Heading(QWidget):
    """A heading with a remark after it."""

    def __init__(self, text: str, remark: str = "") -> None:
        super().__init__()
        self._text, self._remark = text, remark
        self.setFixedHeight(24)
        self.setAccessibleName(text)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        rect = QRectF(self.rect())
        paint_label(painter, rect, self._text, tokens.t1, 13, 600)
        after = theme.metrics(13, 600).horizontalAdvance(self._text) + 8
        paint_label(painter, rect.adjusted(after, 0, 0, 0), self._remark, tokens.t2)
        painter.end()


class Rule(QWidget):
    """A thin line."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(1)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        painter.fillRect(self.rect(), theme.colour(painter.tokens.line))
        painter.end()


class DropHint(QWidget):
    """Says that files may be dropped on the window."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedHeight(48)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(DROPPABLE)
        explain(self, OPENED)

    def sizeHint(self) -> QSize:
        return QSize(200, 48)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        rect = QRectF(self.rect()).adjusted(8, 0, -8, 0)
        dashed_box(painter, rect, tokens.t3, 8)
        icons.draw(painter, "file", tokens.t2, rect.left() + 12, 16)
        paint_label(painter, rect.adjusted(40, 0, -8, 0), DROPPABLE, tokens.t2, 11)
        painter.end()
