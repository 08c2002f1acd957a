"""A rig with one arm in the tree of bones, and hands to work it with."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pantin.rigs import Bone, CopyRotation, Ik, Rig
from pantin.widgets.hierarchy.bone_switches import Column
from pantin.widgets.hierarchy.hierarchy import Hierarchy

NONE = Qt.KeyboardModifier.NoModifier
LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier

ARM = Rig(
    bones=(
        Bone(name="body", kind="handle"),
        Bone(name="spine", parent="body"),
        Bone(name="upper_arm.L", parent="spine"),
        Bone(name="forearm.L", parent="upper_arm.L"),
        Bone(name="hand.L", parent="forearm.L"),
        Bone(name="head", parent="spine"),
        Bone(name="hand_ik.L", kind="handle"),
        Bone(name="elbow_pole.L", kind="pole"),
    ),
    constraints=(
        Ik(owner="forearm.L", target="hand_ik.L", pole="elbow_pole.L", chain_length=2),
        CopyRotation(owner="hand.L", target="hand_ik.L"),
    ),
)


def place(panel: Hierarchy, name: str, x: int = 120) -> QPoint:
    """A place in the row of a bone, or of a group."""
    model = panel.tree.model()
    rows = {model.node(model.index(row, 0)).name: model.index(row, 0) for row in range(model.rowCount())}
    index = rows[name] if name in rows else model.index_of(name)
    return QPoint(x, panel.tree.visualRect(index).center().y())


def on_switch(panel: Hierarchy, name: str, column: Column) -> QPoint:
    """The middle of a switch in a row."""
    return place(panel, name, panel.tree.viewport().width() - column.right + 8)


def press(panel: Hierarchy, at: QPoint, held: Qt.KeyboardModifier = NONE) -> None:
    QTest.mousePress(panel.tree.viewport(), LEFT, held, at)


def release(panel: Hierarchy, at: QPoint) -> None:
    QTest.mouseRelease(panel.tree.viewport(), LEFT, NONE, at)


def click(panel: Hierarchy, at: QPoint, held: Qt.KeyboardModifier = NONE) -> None:
    QTest.mouseClick(panel.tree.viewport(), LEFT, held, at)


def drag_to(panel: Hierarchy, at: QPoint) -> None:
    """Move there with the left button held."""
    viewport = panel.tree.viewport()
    there = QPointF(at), QPointF(viewport.mapToGlobal(at))
    QApplication.sendEvent(viewport, QMouseEvent(QEvent.Type.MouseMove, *there, Qt.MouseButton.NoButton, LEFT, NONE))


def type_key(panel: Hierarchy, key: Qt.Key | str, held: Qt.KeyboardModifier = NONE) -> None:
    QTest.keyClick(panel.tree, key, held)


def click_bone(panel: Hierarchy, name: str, held: Qt.KeyboardModifier = NONE) -> None:
    """Click beside the name of a bone."""
    click(panel, place(panel, name, 180), held)


def rows(panel: Hierarchy) -> tuple[str, ...]:
    return panel.tree.visible_names()
