"""A rig with one arm, in the tree of bones, and how it is clicked and read there."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from pantin.rigs.rig import Bone, Rig
from pantin.widgets.hierarchy.hierarchy import Hierarchy

LEFT = Qt.MouseButton.LeftButton

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
    )
)


def click(panel: Hierarchy, name: str, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    rect = panel.tree.visualRect(panel.tree.model().index_of(name))
    QTest.mouseClick(panel.tree.viewport(), LEFT, held, QPoint(180, rect.center().y()))


def rows(panel: Hierarchy) -> tuple[str, ...]:
    return panel.tree.visible_names()
