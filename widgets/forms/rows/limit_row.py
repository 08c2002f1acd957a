"""The range of a joint about one axis: two numbers, a groove with the allowed part, a tick where it is.

The numbers scrub and type; the ends of the allowed part can be dragged; the lock holds the axis at rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import radians

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from pantin.rigs.fields import Angle, AxisLimits, Range
from pantin.widgets.controls.explain import disable, explain
from pantin.widgets.controls.icon_button import IconButton
from pantin.widgets.forms.rows.limit_groove import Groove
from pantin.widgets.forms.rows.row import GAP, INSET, LABEL, RowLabel
from pantin.widgets.messages import _
from pantin.widgets.numbers.number_field import NumberField
from pantin.widgets.theme import drawing
from pantin.widgets.values.quantity import degrees, range_of
from pantin.widgets.values.shared_values import FREE, MIXED, AxisEdit, RangeEdit, shared

LOCKED = _("Locked: the solver does not turn the bone about this axis. Its padlock opens it.")
TITLES = (_("Bend X"), _("Twist Y"), _("Sway Z"))
AT_LIMIT = radians(0.05)
"""A joint this near to an end of its range is at it."""


class LimitRow(QWidget):
    """One axis: label, lower end, groove, upper end, lock. `limit` None turns freely."""

    scrubbed = Signal(object)
    committed = Signal(object)
    cancelled = Signal()
    lock_asked = Signal(bool)
    reset_asked = Signal()

    def __init__(self, axis: int, lockable: bool = True) -> None:
        super().__init__()
        self.axis = axis
        self._limits: Sequence[Range | None] = (None,)
        self.label = RowLabel(TITLES[axis], width=LABEL)
        self.label.reset_asked.connect(self.reset_asked)
        self.lower_end = _end(
            Angle, drawing.MIDDLE_RIGHT, _("How far back the bone may turn about {axis}.").format(axis="XYZ"[axis])
        )
        self.upper_end = _end(
            Angle, drawing.MIDDLE_LEFT, _("How far on the bone may turn about {axis}.").format(axis="XYZ"[axis])
        )
        self.groove = Groove()
        self.lock = IconButton(
            "unlock", _("Lock: a solver does not turn the bone about {axis}").format(axis="XYZ"[axis]), 16, "lock"
        )
        self._lay_out()
        self.lock.setVisible(lockable)
        self._connect()

    def show_value(self, limit: Range | None) -> None:
        """Show the range, or that there is none. Nothing is emitted."""
        self.show_values((limit,))

    def show_values(self, limits: Sequence[Range | None]) -> None:
        """Show the range that all `limits` are; an end at which they differ is "Mixed". Nothing is emitted."""
        self._limits = limits
        ends = tuple(zip(*(limit or FREE for limit in limits), strict=True))
        self.lower_end.show_values(ends[0])
        self.upper_end.show_values(ends[1])
        self.groove.show_range(ends[0][0], ends[1][0])
        self._tint()

    def show_angle(self, angle: float | None) -> None:
        """Put the tick where the joint is; no tick for None."""
        self.groove.show_angle(angle)
        self._tint()

    def show_locked(self, locked: bool) -> None:
        """Show the lock closed or open; a locked axis has nothing to limit."""
        self.lock.show_checked(locked)
        for part in (self.lower_end, self.groove, self.upper_end):
            disable(part, LOCKED if locked else "")

    def at_limit(self) -> str:
        """ "lower" or "upper" where the joint is at that end of its range, else ""."""
        angle, limit = self.groove.angle, shared(self._limits)
        if limit is None or limit is MIXED or angle is None or self.lock.isChecked():
            return ""
        lower, upper = limit
        return "upper" if angle >= upper - AT_LIMIT else "lower" if angle <= lower + AT_LIMIT else ""

    def _tint(self) -> None:
        end = self.at_limit()
        free = "free" if shared(self._limits) is None else ""
        self.lower_end.show_tint("limit" if end == "lower" else free)
        self.upper_end.show_tint("limit" if end == "upper" else free)
        self.groove.show_hit(bool(end))

    def _lay_out(self) -> None:
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, INSET, 0)
        layout.setSpacing(0)
        layout.addWidget(self.label)
        layout.addWidget(self.lower_end)
        layout.addSpacing(GAP)
        layout.addWidget(self.groove, 1)
        layout.addSpacing(GAP)
        layout.addWidget(self.upper_end)
        layout.addSpacing(GAP)
        layout.addWidget(self.lock)

    def _connect(self) -> None:
        self.lower_end.scrubbed.connect(lambda angle: self._preview(RangeEdit((angle, MIXED))))
        self.upper_end.scrubbed.connect(lambda angle: self._preview(RangeEdit((MIXED, angle))))
        self.lower_end.committed.connect(lambda angle: self.committed.emit(RangeEdit((angle, MIXED))))
        self.upper_end.committed.connect(lambda angle: self.committed.emit(RangeEdit((MIXED, angle))))
        self.groove.scrubbed.connect(self.scrubbed)
        self.groove.committed.connect(self.committed)
        for part in (self.lower_end, self.upper_end, self.groove):
            part.cancelled.connect(self._put_back)
        self.lock.clicked.connect(lambda locked: self.lock_asked.emit(locked))

    def _preview(self, ends: RangeEdit) -> None:
        self.groove.show_range(*ends.of(self._limits[0]))
        self.scrubbed.emit(ends)

    def _put_back(self) -> None:
        self.show_values(self._limits)
        self.cancelled.emit()


class LimitRows(QWidget):
    """The ranges of all three axes, one below the other; an edit is of one of them."""

    scrubbed = Signal(object)
    committed = Signal(object)
    cancelled = Signal()

    def __init__(self, lockable: bool = False) -> None:
        super().__init__()
        self._values: Sequence[AxisLimits] = ()
        self.rows = tuple(LimitRow(axis, lockable) for axis in range(3))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(4)
        for axis, row in enumerate(self.rows):
            layout.addWidget(row)
            row.scrubbed.connect(lambda limit, axis=axis: self.scrubbed.emit(AxisEdit.one(axis, limit)))
            row.committed.connect(lambda limit, axis=axis: self.committed.emit(AxisEdit.one(axis, limit)))
            row.cancelled.connect(self.cancelled)

    def show_value(self, value: AxisLimits) -> None:
        """Show three ranges. Nothing is emitted."""
        self.show_values((value,))

    def show_values(self, values: Sequence[AxisLimits]) -> None:
        """Show three ranges, each as far as all `values` share it. Nothing is emitted."""
        if values == self._values:
            return
        self._values = values
        for row, limits in zip(self.rows, zip(*values, strict=True), strict=True):
            row.show_values(limits)


def _end(declared: object, align: Qt.AlignmentFlag, tooltip: str) -> NumberField:
    field = NumberField(degrees(*range_of(declared), decimals=0), quiet=True, align=align)
    field.setFixedWidth(36)
    explain(field, tooltip)
    return field
