"""Three numbers, X Y Z, side by side, any of them free; and the same for rotations, shown as the angles of joints.

An edit is of one axis, sent as an `AxisEdit`: the other axes stay as they are in every bone that is edited.
"""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from pantin.rigs.fields import AxisSwitches, Quaternion, Vector3
from pantin.rigs.joint_angles import angles_of
from pantin.widgets.controls.explain import remark
from pantin.widgets.messages import _
from pantin.widgets.numbers.number_field import NumberField
from pantin.widgets.values.quantity import Quantity, degrees
from pantin.widgets.values.shared_values import AxisEdit, TurnEdit

GAP = 4
AXES = range(3)


class AxisRow(QWidget):
    """Shows tuples of three stored numbers. One gesture changes one axis and sends `AxisEdit`."""

    scrubbed = Signal(object)
    committed = Signal(object)
    cancelled = Signal()
    lock_asked = Signal(int, bool)

    def __init__(self, quantity: Quantity, lockable: bool = False, open_at: float = 0.0) -> None:
        super().__init__()
        self._values: Sequence[Vector3] = ()
        self.fields = tuple(NumberField(quantity, axis, lockable=lockable, open_at=open_at) for axis in AXES)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GAP)
        for axis, field in enumerate(self.fields):
            layout.addWidget(field, 1)
            field.scrubbed.connect(lambda number, axis=axis: self.scrubbed.emit(AxisEdit.one(axis, number)))
            field.committed.connect(lambda number, axis=axis: self.committed.emit(AxisEdit.one(axis, number)))
            field.cancelled.connect(self.cancelled)
            field.lock_asked.connect(lambda locked, axis=axis: self.lock_asked.emit(axis, locked))

    def show_value(self, value: Vector3) -> None:
        """Show three numbers. Nothing is emitted."""
        self.show_values((value,))

    def show_values(self, values: Sequence[Vector3]) -> None:
        """Show for each axis what all `values` have there, or "Mixed". Nothing is emitted."""
        if values == self._values:
            return
        self._values = values
        for field, numbers in zip(self.fields, zip(*values, strict=True), strict=True):
            field.show_values(numbers)

    def show_tints(self, tints: tuple[str, str, str]) -> None:
        """Colour each number by what drives it, see `NumberField.show_tint`."""
        for field, tint in zip(self.fields, tints, strict=True):
            field.show_tint(tint)

    def why_locked(self, axis: int) -> str:
        """Return why that number cannot be changed now; empty where it can."""
        return self.fields[axis].locked

    def show_locks(self, locks: AxisSwitches, title: str) -> None:
        """Show which axes are locked, and how each is locked and opened again."""
        for field, letter, locked in zip(self.fields, "XYZ", locks, strict=True):
            field.show_locked(
                _("{field} {axis} is locked: click its padlock to change it.").format(field=title, axis=letter)
                if locked
                else ""
            )
            if locked:
                hint = _("Unlock {field} {axis}. Posing by hand leaves what is locked alone.")
            else:
                hint = _("Lock {field} {axis}. Posing by hand leaves what is locked alone.")
            if field.padlock:
                remark(field.padlock, hint.format(field=title, axis=letter))


class RotationRow(QWidget):
    """Shows quaternions as the angles of joints, or Euler's where there is none, and sends `TurnEdit`s.

    Many triples of angles mean one rotation: the one nearest to what is here is shown, so numbers do not jump.
    """

    scrubbed = Signal(object)
    committed = Signal(object)
    cancelled = Signal()

    def __init__(self, lockable: bool = False) -> None:
        super().__init__()
        self._values: Sequence[Quaternion] = ()
        self._angles: Vector3 = (0.0, 0.0, 0.0)
        self._others: Sequence[Vector3] = ()
        self._rolls: Sequence[float | None] = ()
        self.row = AxisRow(degrees(), lockable)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.row)
        self.row.scrubbed.connect(lambda part: self.scrubbed.emit(self.as_edit(part)))
        self.row.committed.connect(lambda part: self.committed.emit(self.as_edit(part)))
        self.row.cancelled.connect(self.cancelled)

    def angles(self) -> Vector3:
        """The angles shown, those of the first rotation where they differ."""
        return self._angles

    def all_angles(self) -> tuple[Vector3, ...]:
        """Return the angles of all rotations shown, the first one's first."""
        return (self._angles, *self._others)

    def why_locked(self, axis: int) -> str:
        """Return why that angle cannot be changed now; empty where it can."""
        return self.row.why_locked(axis)

    def show_value(self, value: Quaternion) -> None:
        """Show a rotation. Nothing is emitted."""
        self.show_values((value,))

    def show_values(self, values: Sequence[Quaternion]) -> None:
        """Show for each angle what all rotations have there, or "Mixed". Nothing is emitted."""
        if values == self._values:
            return
        self._values = values
        rolls = self._rolls if len(self._rolls) == len(values) else (None,) * len(values)
        self._angles = angles_of(values[0], rolls[0], self._angles)
        self._others = [angles_of(value, roll, self._angles) for value, roll in zip(values[1:], rolls[1:], strict=True)]
        self.row.show_values(self.all_angles())

    def show_rolls(self, rolls: Sequence[float | None]) -> None:
        """Show the rotations that come as those of joints with these rolls, None of bones that have no joint."""
        if tuple(rolls) != tuple(self._rolls):
            self._values, self._rolls = (), tuple(rolls)

    def forget_angles(self) -> None:
        """Forget the angles shown, as for another bone: the next rotation is shown by its smallest angles."""
        self._values, self._angles, self._others = (), (0.0, 0.0, 0.0), ()

    def show_tints(self, tints: tuple[str, str, str]) -> None:
        """Colour each angle by what drives it, see `NumberField.show_tint`."""
        self.row.show_tints(tints)

    def as_edit(self, part: AxisEdit) -> TurnEdit:
        """The edit that sets these angles, beside those that are shown."""
        return TurnEdit(part.values, part.of(self._angles), self._rolls[0] if self._rolls else None)
