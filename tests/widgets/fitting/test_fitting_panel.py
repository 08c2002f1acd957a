"""The map of a body: dots and rows choose parts, fields correct them, and the panel shows what the document says."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from pantin.rigs.document import Document
from pantin.rigs.editing.selection import select
from pantin.rigs.fitting.hand_joints import hand_joints
from pantin.rigs.fitting.recognition import person_figure_in
from pantin.rigs.limb import Limb
from pantin.rigs.rig import Bone, KnownPart, Rig
from pantin.rigs.templates import TEMPLATES
from pantin.widgets.fitting.fitting_panel import FittingPanel
from pantin.widgets.fitting.part_row import GAP, columns_of
from tests.rigs.skeletons import bare, nameless, person, renamed

LEFT = Qt.MouseButton.LeftButton


class Stage:
    """Keeps a document, applies edits and selections, shows the result again."""

    def __init__(self, panel: FittingPanel, document: Document) -> None:
        self.panel, self.document = panel, document
        self.labels: list[str] = []
        self.asked: list[object] = []
        panel.edited.connect(self.edit)
        panel.selection_asked.connect(self.select)
        panel.bone_requested.connect(self.asked.append)
        panel.action_asked.connect(self.asked.append)
        panel.show_document(document)

    def edit(self, label: str, edit) -> None:
        self.labels.append(label)
        self.document = edit(self.document)
        self.panel.show_document(self.document)

    def select(self, names: tuple[str, ...], active: str) -> None:
        self.document = select(self.document, names, active)
        self.panel.show_document(self.document)


@pytest.fixture
def stage(qapp):
    panels = []

    def make(rig: Rig) -> Stage:
        panel = FittingPanel()
        panel.resize(900, 420)
        panel.show()
        panels.append(panel)
        return Stage(panel, Document.of(rig))

    yield make
    for panel in panels:
        panel.deleteLater()


def click_dot(panel: FittingPanel, part: str) -> None:
    at = panel.picture.at(part)
    assert at is not None
    QTest.mouseClick(panel.picture, LEFT, pos=at.toPoint())


def test_a_dot_chooses_its_part_and_selects_its_bones(stage) -> None:
    there = stage(person())
    click_dot(there.panel, "head")
    assert there.panel.chosen == "head" and there.document.selected == ("neck", "head")
    click_dot(there.panel, "forearm.L")
    assert there.panel.chosen == "forearm.L" and there.document.active == "forearm.L"
    left, right = (there.panel.picture.at(f"hand.{side}") for side in "LR")
    assert left.x() > right.x(), "it looks at whoever looks at it"
    assert there.panel.head.note() == "Left forearm: Name; mirror images"


def test_a_bone_that_is_selected_elsewhere_chooses_its_part(stage) -> None:
    there = stage(person())
    there.select(("thumb_2.R",), "thumb_2.R")
    assert there.panel.chosen == "thumb_1.R"
    there.select(("shin.L",), "shin.L")
    assert there.panel.chosen == "shin.L"


def test_a_field_corrects_a_part_and_the_dot_takes_that_back(stage) -> None:
    there = stage(renamed(person(), {"hand.L": "hook", "thumb_1.L": "hand.L"}))
    row = there.panel.row_of("hand.L")
    assert row.fields["hand.L"].value() == "hand.L" and not row.label.is_changed()
    row.fields["hand.L"].committed.emit("hook")
    assert there.labels == ["Left hand is hook"] and there.document.rig.parts == (KnownPart("hand.L", "hook"),)
    assert row.fields["hand.L"].value() == "hook" and row.label.is_changed() and row.why != ""
    QTest.mouseClick(row.label, LEFT, pos=QPoint(5, 12))
    assert there.labels[-1] == "Find left hand again" and there.document.rig.parts == ()
    row.fields["hand.L"].committed.emit(None)
    assert there.labels[-1] == "No left hand" and there.document.rig.parts == (KnownPart("hand.L"),)


def test_a_bone_is_pointed_out_for_a_field_and_only_one_that_can_be(stage) -> None:
    there = stage(person())
    row = there.panel.row_of("head")
    row.fields["head"].pick_asked.emit()
    [request] = there.asked
    assert request.purpose == "the bone of neck, head" and "does not hang" in request.why_not("foot.L")
    assert row.fields["head"].why_invalid("foot.L") == request.why_not("foot.L")
    request.on_picked("neck")
    assert there.document.rig.parts == (KnownPart("head", "neck"),)


def test_what_is_to_be_checked_is_gone_through_and_confirmed_with_a_click(stage) -> None:
    there = stage(nameless(person(fingers=False))[0])
    assert not there.panel.next.isHidden() and there.panel.next.text() == "1 to check"
    there.panel.next.click()
    assert there.panel.chosen == "head"
    row = there.panel.row_of("head")
    head = row.fields["head"].value()
    QTest.mouseClick(row, LEFT, pos=QPoint(round(columns_of(row.width())[3] + GAP + 20), 12))
    assert there.document.rig.parts == (KnownPart("head", head),) and row.why == "By hand"
    assert there.panel.next.isHidden()


def test_fingers_are_opened_and_corrected_one_by_one(stage) -> None:
    """The row of fingers opens five; the picture is that of the hand then, and leads back to the body."""
    there = stage(renamed(person(), {"thumb_1.L": "index_1.L", "index_1.L": "thumb_1.L"}))
    panel, thumb = there.panel, there.panel.row_of("thumb_1.L")
    assert not thumb.isVisible()
    QTest.mouseClick(panel.row_of("fingers.L").counts["fingers.L"], LEFT)
    assert thumb.isVisible() and panel.row_of("little_1.R").isVisible()
    click_dot(panel, "fingers.L")
    assert panel.picture.kind == "hand" and panel.picture.at("index_1.R") is None
    click_dot(panel, "thumb_1.L")
    assert panel.chosen == "thumb_1.L" and there.document.active == "thumb_1.L"
    thumb.fields["thumb_1.L"].committed.emit("index_1.L")
    assert there.labels == ["Left thumb is index_1.L"] and thumb.fields["thumb_1.L"].value() == "index_1.L"
    bones = person_figure_in(there.document.rig).bones
    assert [bones[f"thumb_{number}.L"] for number in (1, 2, 3)] == ["index_1.L", "thumb_2.L", "thumb_3.L"]
    assert "index_1.L" not in bones and bones["middle_1.L"] == "middle_1.L"
    [hand] = [joints.hand for joints in hand_joints(there.document.rig) if joints.hand.side == "L"]
    assert hand.fingers["thumb"] == ("index_1.L", "thumb_2.L", "thumb_3.L"), "the sliders follow"
    QTest.mouseClick(panel.row_of("fingers.L").counts["fingers.R"], LEFT)
    assert not thumb.isVisible() and panel.chosen == "fingers.L"
    click_dot(panel, "hand.L")
    assert panel.picture.kind == "person" and panel.picture.at("head") is not None


def test_a_finger_in_doubt_is_in_sight_and_is_gone_to(stage) -> None:
    there = stage(nameless(person())[0])
    assert there.panel.row_of("thumb_1.L").isVisible()
    there.panel.next.click()
    while there.panel.chosen != "thumb_1.L":
        there.panel.next.click()
    assert "Shape alone" in there.panel.head.note()


def test_fitting_is_asked_for_and_again_where_there_are_limbs(stage) -> None:
    there = stage(person())
    there.panel.fit.click()
    limbed = Rig(bones=there.document.rig.bones, limbs=(Limb("hand.L", bones=("upper_arm.L",)),))
    there.panel.show_document(Document.of(limbed))
    there.panel.fit.click()
    there.panel.close_button.click()
    assert there.asked == ["rig_person", "fit_again", "panel_fitting"]


def test_where_nobody_is_found_the_panel_says_so_and_parts_are_chosen_by_hand(stage) -> None:
    there = stage(Rig(bones=(Bone("box"), Bone("lid", "box", (0.0, 0.0, 1.0), (0.0, 0.0, 2.0)))))
    assert there.panel.nobody.isVisible() and there.panel.next.isHidden()
    there.panel.row_of("thigh.L").fields["thigh.L"].committed.emit("lid")
    assert not there.panel.nobody.isVisible() and there.document.rig.parts == (KnownPart("thigh.L", "lid"),)


def test_another_kind_of_figure_has_other_rows_and_what_all_names_share_is_not_read(stage) -> None:
    there = stage(bare(TEMPLATES["quadruped"]()))
    assert "Hind paw" in [row.row.title for row in there.panel.rows]
    at = [there.panel.picture.at(f"hand.{side}") for side in "LR"]
    assert at[0].x() < at[1].x(), "it is seen from above"
    rig = renamed(person(), {name: f"ns:{name}_Armature" for name in person().by_name})
    there.panel.show_document(Document.of(rig))
    field = there.panel.row_of("thigh.L").fields["thigh.L"]
    assert field.value() == "ns:thigh.L_Armature" and field.shortened(field.value()) == "thigh.L"
    there.panel.resize(400, 420)
    assert there.panel.picture.isHidden()


def test_a_map_is_made_once_for_the_same_bones(stage, monkeypatch) -> None:
    there = stage(person())
    made = []
    monkeypatch.setattr("pantin.widgets.fitting.fitting_panel.body_map", made.append)
    there.panel.show_document(there.document.posed({}))
    assert made == []
