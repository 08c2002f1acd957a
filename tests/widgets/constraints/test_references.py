"""Fields of cards that name bones: pipettes, what may not be named, what the pointer is on."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pantin.rigs.constraints import AboveGround
from pantin.widgets.values.exchange import Pointed
from tests.widgets.constraints.stacked import STACKED
from tests.widgets.stage import document_with

LEFT = Qt.MouseButton.LeftButton
ALT = Qt.KeyboardModifier.AltModifier


def test_pipettes_ask_for_a_bone_and_reject_what_would_go_in_circles(stage, panel, heard) -> None:
    said = heard(request=panel.bone_requested)
    field = panel.constraints.cards[0].form.editors["pole"]
    QTest.mouseClick(field, LEFT, pos=QPoint(field.width() - 10, 12))
    [(_, request)] = said
    assert request.purpose == "the pole of IK on forearm.L"
    assert request.why_not("spine") == ""
    assert request.why_not("upper_arm.L") == "this moves it"
    assert request.why_not("hand.L") == "it hangs below forearm.L, which this moves"
    request.on_picked("spine")
    assert stage.document.rig.constraints[0].pole == "spine" and stage.labels == ["Pole of forearm.L"]


def test_p_is_the_pipette_of_the_field_with_the_focus(stage, panel, heard) -> None:
    said = heard(request=panel.bone_requested)
    field = panel.constraints.cards[0].form.editors["target"]
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_P)
    assert [request.purpose for _, request in said] == ["the target of IK on forearm.L"]


def test_the_parent_has_a_pipette_too(stage, panel, heard) -> None:
    said = heard(request=panel.bone_requested)
    field = panel.bone.form.editors["parent"]
    field.pick_asked.emit()
    [(_, request)] = said
    assert request.purpose == "the parent of forearm.L" and request.why_not("hand.L") == "it would carry itself"
    request.on_picked("spine")
    assert stage.document.rig.by_name["forearm.L"].parent == "spine"


def test_a_handle_is_not_hung_below_its_own_chain(stage, panel, heard) -> None:
    said = heard(request=panel.bone_requested)
    stage.show(document_with("hand_ik.L", rig=STACKED))
    panel.bone.form.editors["parent"].pick_asked.emit()
    assert "turns" in said[0][1].why_not("forearm.L") and not said[0][1].why_not("spine")


def test_cards_and_fields_tell_what_the_pointer_is_on(stage, panel, heard, qtbot) -> None:
    said = heard(pointed=panel.pointed)
    card = panel.constraints.cards[0]
    QApplication.sendEvent(card, QEvent(QEvent.Type.Leave))
    field = card.form.editors["target"]
    QApplication.sendEvent(field, QEnterEvent(QPointF(4, 4), QPointF(4, 4), QPointF(4, 4)))
    assert [pointed for _, pointed in said] == [Pointed(), Pointed((0,), "hand_ik.L")]


def test_the_list_of_a_field_rejects_what_would_go_in_circles(stage, panel) -> None:
    field = panel.constraints.cards[0].form.editors["target"]
    popup = field.open()
    QTest.keyClicks(popup.search, "upper")
    QTest.keyClick(popup.search, Qt.Key.Key_Return)
    assert popup.isVisible() and not stage.labels
    assert field.why_not("upper_arm.L") == "“upper_arm.L” cannot be chosen: this moves it."
    popup.search.clear()
    QTest.keyClicks(popup.search, "spine")
    QTest.keyClick(popup.search, Qt.Key.Key_Return)
    assert stage.document.rig.constraints[0].target == "spine"


def test_a_card_that_was_added_is_scrolled_to(stage, panel, qtbot) -> None:
    stage.document = document_with("forearm.L", rig=STACKED.changed(constraints=()))
    stage.show(stage.document)
    told = []
    panel.constraints.card_added.connect(told.append)
    stage.document = document_with("forearm.L", rig=STACKED.changed(constraints=(AboveGround(owner="forearm.L"),)))
    stage.show(stage.document)
    assert told == panel.constraints.cards
    qtbot.waitUntil(lambda: told[0].visibleRegion().boundingRect().height() == told[0].height())
