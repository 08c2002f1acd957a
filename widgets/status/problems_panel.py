"""Problems of the rig, a sentence a row, and beside it what would mend it.

A click on a row selects its bones, a click on a name that bone; Fix mends one problem, Fix all what can be mended.
"""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStackedLayout, QStyleOptionViewItem, QWidget

from pantin.rigs.problems import Problem
from pantin.rigs.problems.fixes import all_fixed, fixed
from pantin.rigs.translation import continued
from pantin.widgets.controls.explain import disable
from pantin.widgets.controls.frames.panel_head import PanelHead
from pantin.widgets.controls.plain_text import plain
from pantin.widgets.controls.row_list import NARROWEST, Index, ListDelegate, RoleData, RowList, paint_back
from pantin.widgets.controls.sentence import Sentence
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.messages import _, ngettext
from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.theme.appearance import appearance

FIX_KEY = Qt.Key.Key_F
NOWHERE = QPoint(-1, -1)
SEVERITIES = {"error": _("Error"), "warning": _("Warning"), "note": _("Note")}

ROW = 32
LEFT = 36
RIGHT = 12
LOOKS = {"error": ("error", "miss"), "warning": ("problem", "limit"), "note": ("note", "t3")}
"""Icon and colour. The shapes differ too: full for an error, an outline for a warning, round for a note."""
FIX, BUTTON = _("Fix"), 24
GAP = 12
LEAST = 320
"""Width for the sentence below which the effect of the fix is in the tooltip alone."""


class ProblemDelegate(ListDelegate):
    """Paints rows. `pointed_name` and `pointed_fix`, a row, light up; `pressed` is about that button."""

    def __init__(self, rows: RowList) -> None:
        super().__init__(rows, ROW)
        self.pointed_name: str | None = None
        self.pointed_fix: int | None = None
        self.pressed = False

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        problem = self._problem(index)
        if theme.metrics().horizontalAdvance(problem.text) <= self._room(problem):
            return super().sizeHint(option, index)
        return QSize(NARROWEST, max(ROW, self.sentence(index).height + 16))

    def sentence(self, index: Index) -> Sentence:
        """The sentence of a row, as wide as it may be."""
        problem = self._problem(index)
        return Sentence(problem.text, problem.bones, self._room(problem), self.pointed_name)

    def name_at(self, index: Index, at: QPointF) -> str | None:
        """The bone whose name lies at a place of the list."""
        row, sentence = self._list.visualRect(index), self.sentence(index)
        return sentence.name_at(at - QPointF(LEFT, row.top() + (row.height() - sentence.height) / 2))

    def is_on_fix(self, index: Index, at: QPointF) -> bool:
        """Return whether the button of a row lies there."""
        row = QRectF(self._list.visualRect(index))
        row.setRight(self._width())
        return self._problem(index).fix is not None and fix_button(row).contains(at)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        tokens = appearance().theme
        row = paint_back(painter, option, self._width(), tokens)
        painter.fillRect(QRectF(0, row.top(), row.width(), 1), theme.colour(tokens.line))
        problem = self._problem(index)
        icon, token = LOOKS[problem.severity]
        sentence = self.sentence(index)
        top = row.top() + (row.height() - sentence.height) / 2
        icons.draw(painter, icon, getattr(tokens, token), 12, top)
        sentence.paint(painter, LEFT, top)
        if problem.fix:
            self._paint_fix(painter, row, index, tokens)

    def _paint_fix(self, painter: QPainter, row: QRectF, index: Index, tokens: theme.Theme) -> None:
        button = fix_button(row)
        pointed = self.pointed_fix == index.row()
        ground = tokens.track if pointed and self.pressed else tokens.field_hover if pointed else tokens.field
        drawing.box(painter, button, ground)
        painter.setFont(theme.font())
        drawing.write(painter, button, FIX, tokens.t1, drawing.CENTRE)
        if self._says_fix():
            painter.setFont(theme.font(11))
            room = QRectF(LEFT, row.top(), button.left() - GAP - LEFT, row.height())
            drawing.write(painter, room, self._words(index), tokens.t2, drawing.MIDDLE_RIGHT)
            painter.setFont(theme.font())

    def _problem(self, index: Index) -> Problem:
        problem: Problem = self._list.rows.rows[index.row()]
        return problem

    def _words(self, index: Index) -> str:
        fix = self._problem(index).fix
        return fix.text if fix else ""

    def _room(self, problem: Problem) -> float:
        """Return the width that the sentence may take."""
        room = self._width() - LEFT - RIGHT
        if problem.fix is None:
            return room
        room -= fix_button(QRectF()).width() + GAP
        if self._says_fix():
            room -= theme.metrics(11).horizontalAdvance(problem.fix.text) + GAP
        return room

    def _says_fix(self) -> bool:
        """Return whether there is room for what the fixes do."""
        texts = [problem.fix.text for problem in self._list.rows.rows if problem.fix]
        widest = max(map(theme.metrics(11).horizontalAdvance, texts), default=0)
        return self._width() - LEFT - RIGHT - widest - fix_button(QRectF()).width() - 2 * GAP >= LEAST

    def _width(self) -> float:
        return self._list.viewport().width()


def _bones(problem: Problem) -> str:
    count = len(problem.bones)
    return problem.bones[0] if count == 1 else ngettext("{count} bone", "{count} bones", count).format(count=count)


def _spoken(problem: Problem) -> str:
    sentence = _("{severity}: {problem} Fix: {fix}.") if problem.fix else _("{severity}: {problem}")
    fix = problem.fix.text if problem.fix else ""
    return sentence.format(severity=SEVERITIES[problem.severity], problem=problem.text, fix=fix)


def _tip(problem: Problem) -> str:
    if problem.fix:
        sentence = _("{severity}. Click to select {bones}, or click a name. Fix or F: {fix}.")
    else:
        sentence = _("{severity}. Click to select {bones}, or click a name.")
    fix = continued(problem.fix.text) if problem.fix else ""
    return sentence.format(severity=SEVERITIES[problem.severity], bones=_bones(problem), fix=fix)


ROLE_DATA: RoleData = {
    Qt.ItemDataRole.DisplayRole: lambda problem: problem.text,
    Qt.ItemDataRole.AccessibleTextRole: _spoken,
    Qt.ItemDataRole.ToolTipRole: lambda problem: plain(_tip(problem)),
}


class ProblemsPanel(QWidget):
    """`selection_asked(names, active)` and `frame_asked(names)`, all bones of the problem, follow clicks and Enter;
    `edited(label, edit)` the buttons and F.

    `head` is the title bar of the panel's dock.
    """

    title = _("Problems")
    selection_asked = Signal(object, object)
    frame_asked = Signal(object)
    edited = Signal(str, object)

    def __init__(self) -> None:
        super().__init__()
        self._problems: tuple[Problem, ...] = ()
        self.fix_all = TextButton(_("Fix all"), _("Mend every problem that has a fix: one step of undo."))
        self.fix_all.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.fix_all.clicked.connect(lambda: self.edited.emit(_("Fix all problems"), all_fixed))
        self.head = PanelHead(self.title, self.fix_all)
        self.list = _Problems(self.title, ROLE_DATA)
        self.list.chosen.connect(self._choose)
        self.list.fix_asked.connect(self._fix)
        self.nothing = _Nothing()
        self.setAutoFillBackground(True)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(self.nothing)
        self._pages.addWidget(self.list)
        self._say()

    def show_problems(self, problems: Iterable[Problem]) -> None:
        """Show these problems in their order, each once. Nothing is emitted."""
        found = tuple(dict.fromkeys(problems))
        if found == self._problems:
            return
        self._problems = found
        self.list.rows.show(found)
        self._say()

    def _say(self) -> None:
        found = self._problems
        self.head.show_note(str(len(found)) if found else "", chip=True)
        self._pages.setCurrentWidget(self.list if found else self.nothing)
        self.fix_all.setVisible(bool(found))
        disable(self.fix_all, "" if any(problem.fix for problem in found) else _("None of these has an obvious fix."))

    def _choose(self, row: int) -> None:
        problem = self._problems[row]
        name = self.list.pointed_name
        names = (name,) if name else problem.bones
        if names:
            self.selection_asked.emit(names, names[0])
            self.frame_asked.emit(problem.bones)

    def _fix(self, row: int) -> None:
        problem = self._problems[row]
        if problem.fix:
            label = _("Fix {bone}: {fix}").format(bone=problem.bones[0], fix=continued(problem.fix.text))
            self.edited.emit(label, lambda document: fixed(document, problem))


class _Problems(RowList):
    """Knows which name or button the pointer is on. `fix_asked(row)` follows a button, or F on the row."""

    fix_asked = Signal(int)

    def __init__(self, title: str, role_data: RoleData) -> None:
        super().__init__(title, role_data)
        self._look = ProblemDelegate(self)
        self.setItemDelegate(self._look)
        self.setLayoutMode(RowList.LayoutMode.Batched)

    @property
    def pointed_name(self) -> str | None:
        """The bone whose name the pointer is on."""
        return self._look.pointed_name

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        self._point_at(event.position().toPoint())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._point_at(event.position().toPoint())
        self._look.pressed = self._look.pointed_fix is not None and event.button() == Qt.MouseButton.LeftButton
        if not self._look.pressed:
            super().mousePressEvent(event)
        self.viewport().update()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        pressed, self._look.pressed = self._look.pressed, False
        self._point_at(event.position().toPoint())
        if not pressed:
            super().mouseReleaseEvent(event)
        elif self._look.pointed_fix is not None:
            self.fix_asked.emit(self._look.pointed_fix)
        self.viewport().update()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self._point_at(NOWHERE)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and F are about the row, wherever the pointer rests."""
        self._point_at(NOWHERE)
        if event.key() == FIX_KEY and not event.modifiers() and self.currentIndex().isValid():
            self.fix_asked.emit(self.currentIndex().row())
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Sentences wrap anew."""
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def _point_at(self, at: QPoint) -> None:
        index, name, fix = self.indexAt(at), None, None
        if index.isValid():
            name = self._look.name_at(index, QPointF(at))
            fix = index.row() if self._look.is_on_fix(index, QPointF(at)) else None
        if (name, fix) != (self._look.pointed_name, self._look.pointed_fix):
            self._look.pointed_name, self._look.pointed_fix = name, fix
            shape = Qt.CursorShape.PointingHandCursor if name else Qt.CursorShape.ArrowCursor
            self.viewport().setCursor(shape)
            self.viewport().update()


class _Nothing(QWidget):
    """A check mark: nothing is wrong."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(_("No problems"))
        self.setToolTip(_("Nothing in this rig keeps a constraint from acting, or will surprise."))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = drawing.painter_of(self)
        tokens = painter.tokens
        painter.fillRect(QRectF(0, 0, self.width(), 1), theme.colour(tokens.line))
        icons.draw(painter, "check", tokens.pin, 12, 8)
        drawing.write(painter, QRectF(LEFT, 0, self.width() - LEFT, ROW), _("No problems"), tokens.t2)
        painter.end()


def fix_button(row: QRectF) -> QRectF:
    """Return the place of the button in a row."""
    width = theme.metrics(12).horizontalAdvance(FIX) + 16
    return QRectF(row.right() - RIGHT - width, row.center().y() - BUTTON / 2, width, BUTTON)
