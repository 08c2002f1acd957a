"""The key sheet: everything that keys and mouse do, in columns over the window. Typing finds, Esc closes."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from pantin.widgets.controls import key_caps
from pantin.widgets.controls.frames.overlay import CLOSE, Overlay
from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.controls.scroll import column
from pantin.widgets.controls.search_line import SearchLine
from pantin.widgets.finding.match_marks import answers
from pantin.widgets.messages import _
from pantin.widgets.theme import drawing, theme

Row = tuple[tuple[str, ...], str]
"""Keys, any of which does it, and what they do."""
Table = tuple[str, Sequence[Row]]

COLUMN = 300
"""The least width of a column."""
KEYS = 128
LINE = 24
HEAD = 32
BETWEEN = 24
EDGE = 40
WIDEST = 4 * COLUMN + 3 * BETWEEN + 120


class KeySheet(Overlay):
    """Shows tables of keys, as many columns as there is room for."""

    hints = ((_("Arrows"), _("Scroll")), CLOSE)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._tables: tuple[Table, ...] = ()
        self.search = SearchLine(_("Find a key or what it does"), pops_up=True)
        self.search.setFixedWidth(COLUMN)
        self.columns = Columns()
        close = IconButton("close", _("Close (Esc)"))
        close.clicked.connect(self.put_away)
        head = QHBoxLayout()
        head.addWidget(_Title(_("Keys and mouse")), 1)
        head.addWidget(self.search)
        head.addWidget(close)
        head.setSpacing(8)
        self._area = column(self.columns)
        layout = QVBoxLayout(self.sheet)
        layout.setContentsMargins(24, 16, 16, 16)
        layout.setSpacing(8)
        layout.addLayout(head)
        layout.addWidget(self._area, 1)
        self.search.textChanged.connect(self._find)
        self.search.stepped.connect(self._scroll)

    def show_tables(self, tables: Sequence[Table]) -> None:
        """Come up with these tables."""
        self._tables = tuple((title, tuple(rows)) for title, rows in tables)
        self.search.clear()
        self._find("")
        self.open()
        self.search.setFocus(Qt.FocusReason.PopupFocusReason)

    def place(self) -> None:
        """In the middle, as wide as the columns that fit."""
        width = min(WIDEST, self.width() - 2 * EDGE)
        height = self.height() - 2 * EDGE
        self.sheet.setGeometry((self.width() - width) // 2, EDGE, width, height)
        self.update()

    def _find(self, typed: str) -> None:
        self.columns.show_tables(tuple(found(self._tables, typed)), typed)

    def _scroll(self, key: int) -> None:
        bar = self._area.verticalScrollBar()
        far = key in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)
        down = key in (Qt.Key.Key_Down, Qt.Key.Key_PageDown)
        bar.setValue(bar.value() + (1 if down else -1) * (bar.pageStep() if far else 2 * LINE))


def found(tables: Sequence[Table], typed: str) -> list[Table]:
    """The lines that answer what was typed, under their heads: by what they do, by their keys, or by the head."""
    kept: list[Table] = []
    for title, rows in tables:
        answering = tuple(
            (keys, text)
            for keys, text in rows
            if answers(typed, f"{title} {text} {' '.join(map(key_caps.text, keys))}")
        )
        if answering:
            kept.append((title, answering))
    return kept


class Columns(QWidget):
    """Tables side by side, filled from the left; a table stays in one piece where that is possible."""

    def __init__(self) -> None:
        super().__init__()
        self._tables: tuple[Table, ...] = ()
        self._empty = ""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)

    def show_tables(self, tables: tuple[Table, ...], typed: str = "") -> None:
        """Replace the tables."""
        self._tables = tables
        self._empty = "" if tables else _("Nothing is done with “{typed}”.").format(typed=typed)
        self._fit()

    def shown(self) -> tuple[str, ...]:
        """Return the words of the lines that are shown."""
        return tuple(text for _, rows in self._tables for _, text in rows)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        heights = [sum(_height(table, self._wide) for table in tables) for tables in self._columns()]
        self.setMinimumHeight(int(max(heights, default=LINE)))
        self.setAccessibleDescription("\n".join(self.shown()))
        self.update()

    @property
    def _count(self) -> int:
        """Return the number of columns that fit."""
        return max(1, int((self.width() + BETWEEN) // (COLUMN + BETWEEN)))

    @property
    def _wide(self) -> int:
        """Return the width of each of them."""
        return (self.width() - BETWEEN * (self._count - 1)) // self._count

    def _columns(self) -> list[list[Table]]:
        """The tables in as many columns as fit, none much longer than the others."""
        count = self._count
        heights = [_height(table, self._wide) for table in self._tables]
        limit = max([sum(heights) / count, *heights], default=0.0)
        while True:
            columns = _filled(self._tables, heights, limit)
            if len(columns) <= count:
                return columns
            limit += LINE

    def paintEvent(self, event: QPaintEvent) -> None:
        """The rows that are asked for: all take a tenth of a second."""
        painter = drawing.painter_of(self)
        tokens, asked = painter.tokens, QRectF(event.rect())
        if self._empty:
            drawing.write(painter, QRectF(0, 0, self.width(), LINE), self._empty, tokens.t2)
        width = self._wide
        for place, tables in enumerate(self._columns()):
            top = 0.0
            for table in tables:
                area = QRectF(place * (width + BETWEEN), top, width, _height(table, width))
                _paint_table(painter, area, table, tokens, asked)
                top = area.bottom()
        painter.end()


class _Title(QWidget):
    """The name of the sheet."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text
        self.setAccessibleName(text)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        painter.setFont(theme.font(13, 600))
        drawing.write(painter, QRectF(self.rect()), self._text, painter.tokens.t1)
        painter.end()


def _filled(tables: Sequence[Table], heights: Sequence[float], limit: float) -> list[list[Table]]:
    columns: list[list[Table]] = []
    filled = limit
    for table, height in zip(tables, heights, strict=True):
        if filled + height > limit:
            columns.append([])
            filled = 0.0
        columns[-1].append(table)
        filled += height
    return columns


def _height(table: Table, width: float) -> float:
    """Return the height of a table in a column of this width."""
    return HEAD + sum(_row_height(keys, text, width) for keys, text in table[1]) + 16


def _row_height(keys: tuple[str, ...], text: str, width: float) -> float:
    room = QRectF(0, 0, width - KEYS - 8, 400)
    of_text = theme.metrics().boundingRect(room, Qt.TextFlag.TextWordWrap, text).height()
    return max(LINE * len(_lines(keys)), 8 + round(of_text))


def _lines(keys: tuple[str, ...]) -> list[list[str]]:
    """The combinations, as many on one line as there is room for."""
    lines: list[list[str]] = [[]]
    width = 0.0
    for combination in keys:
        more = key_caps.width(combination) + 12
        if lines[-1] and width + more > KEYS:
            lines.append([])
            width = 0.0
        lines[-1].append(combination)
        width += more
    return lines


def _paint_table(painter: QPainter, area: QRectF, table: Table, tokens: theme.Theme, asked: QRectF) -> None:
    """Paint a table into its `area`, and of its rows those within what is `asked` for."""
    title, rows = table
    if not area.intersects(asked):
        return
    painter.setFont(theme.font(12, 600))
    drawing.write(painter, QRectF(area.left(), area.top(), area.width(), HEAD), title, tokens.t1)
    painter.fillRect(QRectF(area.left(), area.top() + HEAD - 4, area.width(), 1), theme.colour(tokens.line))
    y = area.top() + HEAD
    for keys, text in rows:
        height = _row_height(keys, text, area.width())
        if asked.intersects(QRectF(area.left(), y, area.width(), height)):
            _paint_row(painter, QRectF(area.left(), y, area.width(), height), keys, text, tokens)
        y += height


def _paint_row(painter: QPainter, row: QRectF, keys: tuple[str, ...], text: str, tokens: theme.Theme) -> None:
    """Combinations of keys, and what they do."""
    painter.setFont(theme.font())
    painter.setPen(theme.colour(tokens.t2))
    painter.drawText(row.adjusted(KEYS + 8, 4, 0, 0), Qt.TextFlag.TextWordWrap, text)
    for place, line in enumerate(_lines(keys)):
        x = row.left()
        for combination in line:
            x = key_caps.paint(painter, x, row.top() + 4 + LINE * place, combination, tokens) + 12
