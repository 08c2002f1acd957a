"""Gestures in the tree of bones: a press that may become a drag, rows dragged to another parent, and switches
dragged over.

Each begins with a press and ends with a release or with Esc. Nothing is changed before the end.
"""

from __future__ import annotations

from collections.abc import Callable
from html import escape

import msgspec
from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import QApplication, QToolTip

from pantin.rigs.document import Document
from pantin.rigs.editing.bones import reparent
from pantin.widgets.hierarchy.bone_model import ROW, Node
from pantin.widgets.hierarchy.bone_row import Drop
from pantin.widgets.hierarchy.bone_switches import Change, Column, Subject, switched
from pantin.widgets.hierarchy.row_view import RowView
from pantin.widgets.messages import _, ngettext

SCROLL_MS, OPEN_MS = 30, 600
EDGE = 24
"""Within this many pixels of its upper and lower edge the tree scrolls while something is dragged."""


class RowPress:
    """A press on a row: a click where it is let go, a drag of `names` where it is moved first."""

    def __init__(self, rows: RowView, at: QPoint, names: tuple[str, ...], click: Callable[[], None]) -> None:
        self._rows, self._start, self._names, self._click = rows, at, names, click
        self._drag: RowDrag | None = None

    def move(self, at: QPoint) -> None:
        if not self._drag and (at - self._start).manhattanLength() >= QApplication.startDragDistance():
            self._drag = RowDrag(self._rows, self._names)
        if self._drag:
            self._drag.move(at)

    def release(self) -> None:
        if self._drag:
            self._drag.release()
        else:
            self._click()

    def cancel(self) -> None:
        if self._drag:
            self._drag.cancel()


class SwitchDrag:
    """A switch held down: every row that the pointer passes is switched the same way."""

    def __init__(self, rows: RowView, at: QPoint, column: Column, on: bool, first: Subject) -> None:
        self._rows, self._column, self._on = rows, column, on
        self._subjects = {first: None}
        self._last = at.y()
        self._show()

    def move(self, at: QPoint) -> None:
        for y in self._passed(at.y()):
            subject = self._rows.subject_at(QPoint(0, y))
            if subject:
                self._subjects[subject] = None
        self._last = at.y()
        self._show()

    def release(self) -> None:
        self._rows.show_switched(None, {})
        self._rows.edited.emit(*switched(self._column, self._on, tuple(self._subjects)))

    def cancel(self) -> None:
        self._rows.show_switched(None, {})

    def _passed(self, y: int) -> range:
        """A height in every row between the last place and this one: a fast pointer skips none."""
        return range(y, self._last + 1, ROW) if y <= self._last else range(y, self._last - 1, -ROW)

    def _show(self) -> None:
        names = (name for subject in self._subjects for name in subject.names)
        self._rows.show_switched(self._column, dict.fromkeys(names, self._on))


class DropTarget(msgspec.Struct, frozen=True):
    """The place that dragged bones would go to, in words, and the change; where it is None, `label` says why there is
    none.
    """

    label: str
    change: Change | None
    rejected: bool = False


def target_of(document: Document, names: tuple[str, ...], onto: str | None) -> DropTarget | None:
    """Return what dropping `names` on the row of `onto` would do. Over themselves they go nowhere."""
    if onto in names:
        return None
    many = ngettext("{count} bone", "{count} bones", len(names)).format(count=len(names))
    what = names[0] if len(names) == 1 else many
    try:
        after = reparent(document, names, onto)
    except ValueError as error:
        return DropTarget(str(error), None, rejected=True)
    if after is document:
        there = _("{bones}: carried by {parent} already") if onto else _("{bones}: carried by nothing already")
        return DropTarget(there.format(bones=what, parent=onto), None)
    label = (_("Parent {bones} to {parent}") if onto else _("Unparent {bones}")).format(bones=what, parent=onto)
    return DropTarget(label, Change(label, lambda document: reparent(document, names, onto)))


class RowDrag:
    """A drag of rows to another parent. Branches under a resting pointer open; the tree scrolls at its edges."""

    def __init__(self, rows: RowView, names: tuple[str, ...]) -> None:
        self._rows, self._names = rows, names
        self._at = QPoint()
        self._row: Node | None = None
        self._target: DropTarget | None = None
        rows.show_pointed(None, None)
        self._scrolling = QTimer(rows.viewport(), interval=SCROLL_MS)
        self._scrolling.timeout.connect(self._scroll)
        self._opening = QTimer(rows.viewport(), interval=OPEN_MS, singleShot=True)
        self._opening.timeout.connect(self._open)

    def move(self, at: QPoint) -> None:
        self._at = at
        self._aim()
        height = self._rows.viewport().height()
        if EDGE <= at.y() <= height - EDGE:
            self._scrolling.stop()
        elif not self._scrolling.isActive():
            self._scrolling.start()
        self._tell()

    def release(self) -> None:
        target = self._target
        self.cancel()
        if target and target.change:
            self._rows.edited.emit(*target.change)
        elif target and target.rejected:
            self._rows.rejected.emit(target.label)

    def cancel(self) -> None:
        self._scrolling.stop()
        self._opening.stop()
        self._rows.show_drop(None, "")
        self._rows.viewport().unsetCursor()
        QToolTip.hideText()

    def _aim(self) -> None:
        """Find out what dropping here would do, once for each row."""
        row = self._rows.row_at(self._at)
        if self._row is not None and row is self._row:
            return
        self._row = row
        self._target = target_of(self._rows.document, self._names, row.name if row.bone else None)
        self._opening.start()
        self._show()

    def _show(self) -> None:
        target = self._target
        taken: Drop = "taken" if target and target.change else "rejected" if target and target.rejected else ""
        self._rows.show_drop(self._row, taken)
        cursor = Qt.CursorShape
        self._rows.viewport().setCursor(cursor.ForbiddenCursor if taken == "rejected" else cursor.ClosedHandCursor)

    def _tell(self) -> None:
        viewport = self._rows.viewport()
        text = f"<p>{escape(self._target.label)}</p>" if self._target else ""
        QToolTip.showText(viewport.mapToGlobal(self._at), text, viewport)

    def _open(self) -> None:
        if self._row is not None:
            self._rows.folds.open_row(self._row)

    def _scroll(self) -> None:
        bar, height = self._rows.verticalScrollBar(), self._rows.viewport().height()
        beyond = self._at.y() - EDGE if self._at.y() < EDGE else self._at.y() - (height - EDGE)
        bar.setValue(bar.value() + max(-EDGE, min(EDGE, beyond)))
        self._aim()


Gesture = RowPress | SwitchDrag
"""The drag of a held button."""
