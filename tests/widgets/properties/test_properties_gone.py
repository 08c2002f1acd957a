"""Tests that what is edited may have gone meanwhile, by undo for one: then the edit leaves it out."""

from __future__ import annotations

import pytest

from pantin.rigs.document import Document
from pantin.rigs.figure import Figure
from pantin.rigs.rig import Bone, Rig
from pantin.widgets.constraints.constraints_section import changing
from pantin.widgets.properties import bone_section, transform_section
from pantin.widgets.properties.properties import Properties
from pantin.widgets.values.selected_bones import Chosen
from pantin.widgets.values.shared_values import AxisEdit
from tests.widgets.stage import RIG, document_with

GONE = Document.of(Rig(bones=(Bone(name="spine", tail=(0.0, 0.0, 1.0)),)))
CHOSEN = Chosen(Figure(rig=RIG), ("forearm.L", "spine"))


@pytest.mark.parametrize(
    ("field", "value"), [("length", 0.5), ("tail", AxisEdit((0.1, 0.1, 0.1))), ("roll", 0.2), ("hidden", True)]
)
def test_a_bone_that_has_gone_is_left_out_of_an_edit(field: str, value: object) -> None:
    edited = bone_section._edit(CHOSEN, {field: value})(GONE)
    assert [bone.name for bone in edited.rig.bones] == ["spine"]
    assert edited.figure != GONE.figure


def test_neither_pose_nor_locks_nor_limits_of_a_bone_that_has_gone_are_set(qapp) -> None:
    posed = transform_section.reset_edit(CHOSEN, ("rotation",))(GONE)
    locked = transform_section.locked_edit(CHOSEN.names, transform_section.locks_on_all(True))(GONE)
    assert [bone.name for bone in posed.rig.bones] == [bone.name for bone in locked.rig.bones] == ["spine"]
    assert locked.rig.by_name["spine"].locks != GONE.rig.by_name["spine"].locks


def test_a_constraint_that_has_gone_is_not_edited() -> None:
    assert changing(1, {"influence": 0.5})(GONE) is GONE


def test_the_length_of_a_bone_that_has_gone_can_still_be_scrubbed(shown) -> None:
    panel, edits = Properties(), []
    shown(panel, 308, 900)
    panel.show_document(document_with("forearm.L"))
    panel.previewed.connect(edits.append)
    panel.bone.measure.previewed.emit("length", 0.5)
    assert edits[0](GONE).figure == GONE.figure


def test_the_constraints_fold_by_their_head(shown, qtbot) -> None:
    panel = Properties()
    shown(panel, 308, 900)
    panel.show_document(document_with("forearm.L"))
    panel.constraints.head.click()
    qtbot.waitUntil(lambda: panel.constraints.body.isVisible())
    panel.constraints.head.click()
    qtbot.waitUntil(lambda: not panel.constraints.body.isVisible())
    assert not panel.constraints.is_open()


def test_a_rig_without_bones_says_how_the_first_is_drawn(qtbot) -> None:
    panel = Properties()
    qtbot.addWidget(panel)
    panel.show_document(Document.of(RIG))
    assert panel.empty.title == "Select a bone"
    panel.show_document(Document())
    assert panel.empty.title == "No bones yet" and "begins" in panel.empty.hint


def test_a_file_that_is_opening_is_said_where_no_bones_are_yet(qtbot) -> None:
    panel = Properties()
    qtbot.addWidget(panel)
    panel.show_document(Document())
    panel.empty.show_opening("walk.bvh")
    assert (panel.empty.title, panel.empty.hint) == ("Opening…", "walk.bvh")
    panel.show_document(Document.of(RIG))
    assert panel.empty.title == "Select a bone"
    panel.show_document(Document())
    panel.empty.show_opening("")
    assert panel.empty.title == "No bones yet"
