"""Three numbers, X Y Z, side by side; and the same for turns, shown as Euler angles."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from rigs.fields import Quaternion, Vector3
from widgets.euler import euler_near, quaternion_of
from widgets.number_field import NumberField
from widgets.quantity import Quantity, degrees

GAP = 4


class AxisRow(QWidget):
    """Shows a tuple of three stored numbers. One gesture changes one of them and commits the whole tuple."""

    scrubbed = Signal(object)
    committed = Signal(object)
    cancelled = Signal()

    def __init__(self, quantity: Quantity) -> None:
        super().__init__()
        self._value: Vector3 = (0.0, 0.0, 0.0)
        self.fields = tuple(NumberField(quantity, axis) for axis in range(3))
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(GAP)
        for axis, field in enumerate(self.fields):
            layout.addWidget(field, 1)
            field.scrubbed.connect(lambda number, axis=axis: self.scrubbed.emit(self._with(axis, number)))
            field.committed.connect(lambda number, axis=axis: self._commit(axis, number))
            field.cancelled.connect(self.cancelled)

    def show_value(self, value: Vector3) -> None:
        """Show three numbers. Nothing is emitted."""
        if value == self._value:
            return
        self._value = value
        for field, number in zip(self.fields, value, strict=True):
            field.show_value(number)

    def show_tints(self, tints: tuple[str, str, str]) -> None:
        """Colour each number by what drives it, see `NumberField.show_tint`."""
        for field, tint in zip(self.fields, tints, strict=True):
            field.show_tint(tint)

    def _with(self, axis: int, number: float) -> Vector3:
        return (*self._value[:axis], number, *self._value[axis + 1 :])

    def _commit(self, axis: int, number: float) -> None:
        self._value = self._with(axis, number)
        self.committed.emit(self._value)


class RotationRow(QWidget):
    """Shows a quaternion as Euler angles, X first, and gives quaternions back.

    Many triples of angles mean one rotation: the one nearest to what stands here is shown, so numbers do not jump.
    """

    scrubbed = Signal(object)
    committed = Signal(object)
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._value: Quaternion = (0.0, 0.0, 0.0, 1.0)
        self._angles: Vector3 = (0.0, 0.0, 0.0)
        self.row = AxisRow(degrees())
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.row)
        self.row.scrubbed.connect(lambda angles: self.scrubbed.emit(quaternion_of(angles)))
        self.row.committed.connect(self._commit)
        self.row.cancelled.connect(self.cancelled)

    def show_value(self, value: Quaternion) -> None:
        """Show a rotation. Nothing is emitted."""
        if value == self._value:
            return
        self._value = value
        self._angles = euler_near(value, self._angles)
        self.row.show_value(self._angles)

    def start_afresh(self) -> None:
        """Forget the angles shown, as for another bone: the next rotation is shown by its smallest angles."""
        self._value, self._angles = (0.0, 0.0, 0.0, 1.0), (0.0, 0.0, 0.0)
        self.row.show_value(self._angles)

    def show_tints(self, tints: tuple[str, str, str]) -> None:
        """Colour each angle by what drives it, see `NumberField.show_tint`."""
        self.row.show_tints(tints)

    def _commit(self, angles: Vector3) -> None:
        self._angles = angles
        self._value = quaternion_of(angles)
        self.committed.emit(self._value)
