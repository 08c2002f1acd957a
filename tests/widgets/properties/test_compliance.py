"""The sections about pulling: who gives way and how far, what is pinned, and how far the body comes along."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from pantin.rigs.editing.selection import select
from pantin.rigs.ground.kinds import Floor
from pantin.rigs.limb import Limb
from pantin.rigs.rig import Pin
from pantin.rigs.templates import humanoid
from pantin.widgets.properties.compliance_section import ComplianceRow
from pantin.widgets.properties.properties import Properties
from tests.widgets.stage import RIG, Stage, document_with

LEFT = Qt.MouseButton.LeftButton


class Part(msgspec.Struct, frozen=True):
    """A part of the body, as the solver tells it."""

    part: str
    side: str
    bones: tuple[str, ...]
    moved: float | None = None


ARM = Part("arm", "L", ("upper_arm.L", "forearm.L"), 0.5236)
SPINE, HIPS = Part("run", "", ("spine",)), Part("hips", "", ("spine",), 0.171)


@pytest.fixture(scope="module")
def panel(qapp):
    panel = Properties()
    panel.folds = {"pose/giving_way": False}
    panel.resize(308, 1200)
    panel.show()
    yield panel
    panel.deleteLater()


def rows(panel: Properties) -> list[ComplianceRow]:
    section = panel.prepare().compliance
    return [row for row in section.rows if row.isVisibleTo(section)]


def test_each_part_tells_how_far_it_moved_and_sets_the_resistance_of_all_its_bones(panel: Properties) -> None:
    stage = Stage(panel, document_with("hand.L"))
    panel.show_document(stage.document, compliance=(ARM, SPINE, HIPS))
    told = [(row.title, row.side, row.moved, row.resist.value()) for row in rows(panel)]
    assert told == [("Arm", "L", "30°", 0.5), ("spine", "", "", 0.5), ("Hips", "", "17.1 cm", 0.5)]
    field = rows(panel)[0].resist
    assert "gives way" in field.toolTip()
    field.committed.emit(0.2)
    assert stage.labels == ["Resist of Arm.L"]
    resists = {bone.name: bone.joint.resist for bone in stage.document.rig.bones if bone.joint.resist != 0.5}
    assert resists == {"upper_arm.L": 0.2, "forearm.L": 0.2}


def test_what_has_no_hips_has_a_root_that_moves_by_a_length(panel: Properties) -> None:
    panel.show_document(document_with("hand.L"), compliance=(ARM, Part("root", "", ("spine",), 0.171)))
    assert [(row.title, row.moved) for row in rows(panel)] == [("Arm", "30°"), ("Root", "17.1 cm")]


def test_where_nothing_would_come_along_nothing_is_shown(panel: Properties) -> None:
    panel.show_document(document_with("hand.L"), compliance=(HIPS,))
    assert panel.prepare().compliance.isHidden() and panel.prepare().pins.isHidden()


def test_pins_are_listed_changed_and_taken_away(panel: Properties) -> None:
    rig = RIG.changed(pins=(Pin("hand.L"), Pin("spine", rotation=True)))
    stage = Stage(panel, select(document_with("hand.L", rig=rig), ("hand.L",), "hand.L"))
    section = panel.prepare().pins
    assert [row.keeps.currentText() for row in section.rows] == ["Place", "Place and rotation"]
    section.rows[0].keeps.committed.emit("place_and_rotation")
    assert set(stage.document.rig.pins) == {Pin("hand.L", rotation=True), Pin("spine", rotation=True)}
    QTest.mouseClick(section.rows[0].remove, LEFT)
    QTest.mouseClick(section.rows[0].remove, LEFT)
    assert not stage.document.rig.pins and section.isHidden()
    assert [label.split()[0] for label in stage.labels] == ["Pin", "Unpin", "Unpin"]


def test_a_limb_says_how_far_the_body_comes_along(panel: Properties) -> None:
    limb = Limb("arm.L", bones=("upper_arm.L", "forearm.L", "hand.L"), controls=("hand_ik.L", "elbow_pole.L"))
    stage = Stage(panel, document_with("hand.L", rig=msgspec.structs.replace(RIG, limbs=(limb,))))
    form = panel.prepare().limb.form
    form.editors["pull"].committed.emit(0.25)
    assert stage.labels == ["Pull of arm.L"] and stage.document.rig.limbs[0].pull == 0.25
    form.editors["pull"].scrubbed.emit(0.5)
    assert stage.shown.rig.limbs[0].pull == 0.5 and stage.document.rig.limbs[0].pull == 0.25


def test_tooltips_name_the_keys_that_do_the_same_now(panel: Properties) -> None:
    sections = panel.prepare()
    limb, plus = sections.limb, sections.constraints.plus
    keys = {"name_limb": "Ctrl+F2 or F3", "remove_limb": "Ctrl+Alt+I", "add_constraint": "F7"}
    panel.show_keys(lambda action: keys.get(action, ""))
    assert "Keys: Ctrl+F2 or F3" in limb.form.rows["name"].label.toolTip()
    assert "Keys: Ctrl+Alt+I" in limb.remove.toolTip() and "Keys: F7" in plus.toolTip()
    assert "Keys" not in limb.form.rows["space"].label.toolTip()
    panel.show_keys(lambda action: "")
    assert "Keys" not in limb.form.rows["name"].label.toolTip() + limb.remove.toolTip()


def test_a_leg_plants_by_a_switch_once_there_is_ground(panel: Properties) -> None:
    person = humanoid.rig()
    stage = Stage(panel, document_with("foot.L", rig=person))
    form = panel.prepare().limb.form
    assert "no ground" in form.why_disabled("plants", None)
    stage = Stage(panel, document_with("foot.L", rig=person, ground=Floor()))
    assert not form.why_disabled("plants", None)
    form.editors["plants"].committed.emit(True)
    assert stage.labels == ["Plant foot.L"]
    assert [limb.name for limb in stage.document.rig.limbs if limb.plants] == ["foot.L"]
    Stage(panel, document_with("hand.L", rig=msgspec.structs.replace(person, limbs=())))
    assert panel.prepare().limb.isHidden()
