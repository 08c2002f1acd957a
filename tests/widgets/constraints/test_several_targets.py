"""The card of an Armature: bones with their weights, one row each, and what adds one."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from pantin.rigs.constraints import Armature, SplineIk
from pantin.rigs.editing import constrain
from pantin.rigs.fields import WeightedBone, field_named
from pantin.widgets.constraints.card_head import CardHead
from pantin.widgets.forms.field_kinds import text_of, value_from
from pantin.widgets.forms.references.weighted_bones import WeightedBonesField
from pantin.widgets.values.value_text import NotAValue
from tests.widgets.constraints.stacked import STACKED
from tests.widgets.stage import document_with

BOTH = (WeightedBone("spine"), WeightedBone("hand_ik.L", 0.25))


@pytest.fixture
def field(stage, panel) -> WeightedBonesField:
    """The field of an Armature on the left forearm."""
    rig = STACKED.changed(constraints=(Armature(owner="forearm.L", targets=BOTH),))
    stage.document = document_with("forearm.L", rig=rig)
    stage.show(stage.document)
    [card] = panel.constraints.cards
    return card.form.editors["targets"]


def targets(stage) -> tuple[WeightedBone, ...]:
    return stage.document.rig.constraints[0].targets


def test_each_bone_has_a_row_with_its_weight(stage, field) -> None:
    assert [row.name.value() for row in field.rows] == ["spine", "hand_ik.L"]
    field.rows[1].weight.committed.emit(0.75)
    assert targets(stage) == (BOTH[0], WeightedBone("hand_ik.L", 0.75)) and stage.labels == ["Targets of forearm.L"]
    field.rows[0].weight.scrubbed.emit(0.5)
    assert stage.shown.rig.constraints[0].targets[0] == WeightedBone("spine", 0.5) and targets(stage)[0] == BOTH[0]


def test_a_bone_is_taken_out_and_another_put_in(stage, field) -> None:
    field.rows[0].name.committed.emit(None)
    assert targets(stage) == BOTH[1:] and not field.rows[1].isVisible()
    popup = field.open()
    QTest.keyClicks(popup.search, "spine")
    QTest.keyClick(popup.search, Qt.Key.Key_Return)
    assert targets(stage) == (BOTH[1], BOTH[0])
    field.rows[0].name.committed.emit("elbow_pole.L")
    assert targets(stage)[0] == WeightedBone("elbow_pole.L", 0.25)


def test_what_goes_in_circles_or_is_there_already_is_not_added(stage, field) -> None:
    assert field.why_not_added("spine") == "it is one of them already"
    assert field.why_not_added("hand.L") == "it hangs below forearm.L, which this moves"
    assert field.why_not_added("forearm.L") == "this moves it" and field.why_not_added("elbow_pole.L") == ""
    assert "hangs below" in field.why_not((WeightedBone("hand.L"),)) and field.why_not(BOTH) == ""


def test_bones_with_weights_are_copied_and_pasted_as_text() -> None:
    declared = field_named(Armature, "targets")
    assert text_of(declared, BOTH, "auto") == "spine 1; hand_ik.L 0.25" and text_of(declared, (), "auto") == "none"
    assert (
        value_from(declared, "spine 1; hand_ik.L 0.25", "auto") == BOTH and value_from(declared, "none", "auto") == ()
    )
    for text in ("spine", "1", "spine one"):
        with pytest.raises(NotAValue):
            value_from(declared, text, "auto")


def test_an_edit_of_a_card_is_settled_by_the_program(stage, panel, field) -> None:
    panel.constraints.follow_up = lambda before, after, index: constrain.replace(
        after, index, replace(after.rig.constraints[index], influence=0.5)
    )
    field.rows[0].name.committed.emit(None)
    assert stage.document.rig.constraints[0].influence == 0.5


def test_a_card_on_a_bone_with_a_long_name_is_no_wider_than_the_panel(qapp) -> None:
    head = CardHead("Damped track", "track", "t2")
    head.show_title("a_bone_with_a_name_that_no_panel_has_room_for.L", True, True)
    assert head.minimumSizeHint().width() < 240


def test_the_points_of_a_curve_are_picked_one_after_the_other(stage, panel) -> None:
    rig = STACKED.changed(constraints=(SplineIk(owner="forearm.L", points=("elbow_pole.L",), chain_length=2),))
    stage.document = document_with("forearm.L", rig=rig)
    stage.show(stage.document)
    [card] = panel.constraints.cards
    asked = []
    panel.constraints.bone_requested.connect(asked.append)
    QTest.mouseClick(card.form.editors["points"].pick, Qt.MouseButton.LeftButton)
    assert "points" in asked[0].purpose and asked[0].why_not("hand.L") == "it hangs below forearm.L, which this moves"
    asked[0].on_picked("hand_ik.L")
    assert stage.document.rig.constraints[0].points == ("elbow_pole.L", "hand_ik.L")
