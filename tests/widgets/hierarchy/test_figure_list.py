"""The list of figures above the bones: there where a scene has several, and a click edits another."""

from __future__ import annotations

from PySide6.QtCore import Qt

from pantin.rigs import Bone, Document, Rig
from pantin.rigs.figure import Figure
from pantin.rigs.scene import Scene
from pantin.widgets.hierarchy.hierarchy import Hierarchy

ANNA = Figure(name="Anna & <b>", rig=Rig(bones=(Bone("a"), Bone("b"))))
BEN = Figure(name="Ben", rig=Rig(bones=(Bone("c"),)))
BOTH = Document.in_scene(Scene((ANNA, BEN)))


def test_it_is_there_where_there_are_several_and_a_click_edits_the_other(shown, qtbot) -> None:
    panel = shown(Hierarchy())
    panel.show_document(Document.of(ANNA))
    assert panel.figures.isHidden()
    panel.show_document(BOTH)
    assert not panel.figures.isHidden() and panel.figures.rows.rowCount() == 2
    asked = []
    panel.figure_asked.connect(asked.append)
    for row in (0, 1):
        at = panel.figures.visualRect(panel.figures.rows.index(row)).center()
        qtbot.mouseClick(panel.figures.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert asked == ["Ben"], "the one that is edited stays"
    panel.show_document(BOTH.editing("Ben"))
    assert panel.figures.currentIndex().row() == 1
    spoken = [panel.figures.rows.index(row).data(Qt.ItemDataRole.AccessibleTextRole) for row in (0, 1)]
    assert spoken == ["Edit Anna & <b>", "Ben is edited"]
