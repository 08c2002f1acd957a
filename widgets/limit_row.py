"""How far a joint may turn about one axis: two numbers, a groove with the allowed part, a tick where it stands.

The numbers scrub and type; the ends of the allowed part can be dragged; the lock holds the axis at rest.
"""

from __future__ import annotations

from math import radians

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from rigs.fields import AxisLimits, Lower, Range, Upper
from widgets import drawing
from widgets.icon_button import IconButton
from widgets.limit_groove import FREE, Groove
from widgets.number_field import NumberField
from widgets.quantity import degrees, range_of
from widgets.row import GAP, INSET, LABEL, RowLabel

TITLES = ("Bend X", "Twist Y", "Sway Z")
AT_LIMIT = radians(0.05)
"""A joint this near to an end of its range stands at it."""


class LimitRow(QWidget):
    """One axis: label, lower end, groove, upper end, lock. `limit` None turns freely."""

    scrubbed = Signal(object)
    committed = Signal(object)
    cancelled = Signal()
    lock_asked = Signal(bool)
    reset_asked = Signal()

    def __init__(self, axis: int, lockable: bool = True) -> None:
        super().__init__()
        self._limit: Range | None = None
        self.label = RowLabel(TITLES[axis], width=LABEL)
        self.label.reset_asked.connect(self.reset_asked)
        self.lower = _end(Lower, drawing.MIDDLE_RIGHT, f"How far back the bone may turn about {'XYZ'[axis]}.")
        self.upper = _end(Upper, drawing.MIDDLE_LEFT, f"How far on the bone may turn about {'XYZ'[axis]}.")
        self.groove = Groove()
        self.lock = IconButton("unlock", f"Lock: a solver does not turn the bone about {'XYZ'[axis]}", 16, "lock")
        self.lock.setVisible(lockable)
        self._lay_out()
        self._connect()

    def show_value(self, limit: Range | None) -> None:
        """Show the range, or that there is none. Nothing is emitted."""
        self._limit = limit
        lower, upper = limit or FREE
        self.lower.show_value(lower)
        self.upper.show_value(upper)
        self.groove.show_range(lower, upper)
        self._tint()

    def show_angle(self, angle: float | None) -> None:
        """Put the tick where the joint stands; no tick for None."""
        self.groove.show_angle(angle)
        self._tint()

    def show_locked(self, locked: bool) -> None:
        """Show the lock closed or open; a locked axis has nothing to limit."""
        self.lock.show_checked(locked)
        for part in (self.lower, self.groove, self.upper):
            part.setEnabled(not locked)

    def at_limit(self) -> str:
        """ "lower" or "upper" where the joint stands at that end of its range, else ""."""
        angle = self.groove.angle
        if self._limit is None or angle is None or self.lock.isChecked():
            return ""
        lower, upper = self._limit
        return "upper" if angle >= upper - AT_LIMIT else "lower" if angle <= lower + AT_LIMIT else ""

    def _tint(self) -> None:
        end = self.at_limit()
        free = "free" if self._limit is None else ""
        self.lower.show_tint("limit" if end == "lower" else free)
        self.upper.show_tint("limit" if end == "upper" else free)
        self.groove.show_hit(bool(end))

    def _lay_out(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, INSET, 0)
        layout.setSpacing(0)
        layout.addWidget(self.label)
        layout.addWidget(self.lower)
        layout.addSpacing(GAP)
        layout.addWidget(self.groove, 1)
        layout.addSpacing(GAP)
        layout.addWidget(self.upper)
        layout.addSpacing(GAP)
        layout.addWidget(self.lock)

    def _connect(self) -> None:
        for end, place in ((self.lower, 0), (self.upper, 1)):
            end.scrubbed.connect(lambda angle, place=place: self._preview(self._with(place, angle)))
            end.committed.connect(lambda angle, place=place: self._commit(self._with(place, angle)))
            end.cancelled.connect(self._put_back)
        self.groove.scrubbed.connect(self._preview)
        self.groove.committed.connect(self._commit)
        self.groove.cancelled.connect(self._put_back)
        self.lock.clicked.connect(lambda locked: self.lock_asked.emit(locked))

    def _preview(self, limit: Range) -> None:
        self.groove.show_range(*limit)
        self.scrubbed.emit(limit)

    def _commit(self, limit: Range) -> None:
        self.show_value(limit)
        self.committed.emit(limit)

    def _put_back(self) -> None:
        self.show_value(self._limit)
        self.cancelled.emit()

    def _with(self, place: int, angle: float) -> Range:
        lower, upper = self._limit or FREE
        return (angle, upper) if place == 0 else (lower, angle)


class LimitRows(QWidget):
    """The ranges of all three axes, one below the other, as one value."""

    scrubbed = Signal(object)
    committed = Signal(object)
    cancelled = Signal()
    spans_the_row = True

    def __init__(self, lockable: bool = False) -> None:
        super().__init__()
        self._value: AxisLimits = (None, None, None)
        self.rows = tuple(LimitRow(axis, lockable) for axis in range(3))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for axis, row in enumerate(self.rows):
            layout.addWidget(row)
            row.scrubbed.connect(lambda limit, axis=axis: self.scrubbed.emit(self._with(axis, limit)))
            row.committed.connect(lambda limit, axis=axis: self._commit(axis, limit))
            row.cancelled.connect(self.cancelled)

    def show_value(self, value: AxisLimits) -> None:
        """Show three ranges. Nothing is emitted."""
        self._value = value
        for row, limit in zip(self.rows, value, strict=True):
            row.show_value(limit)

    def without(self, axis: int) -> AxisLimits:
        """The ranges shown, with that axis free."""
        return self._with(axis, None)

    def _commit(self, axis: int, limit: Range) -> None:
        self._value = self._with(axis, limit)
        self.committed.emit(self._value)

    def _with(self, axis: int, limit: Range | None) -> AxisLimits:
        return (*self._value[:axis], limit, *self._value[axis + 1 :])


def _end(declared: object, align: Qt.AlignmentFlag, tooltip: str) -> NumberField:
    field = NumberField(degrees(*range_of(declared), decimals=0), quiet=True, align=align)
    field.setFixedWidth(36)
    field.setToolTip(tooltip)
    return field
