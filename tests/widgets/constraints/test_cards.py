"""The stack of constraint cards: order, folding, menu, and the cards of other bones."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pantin.rigs.constraints import (
    Transformation,
)
from pantin.rigs.editing import constrain
from pantin.rigs.editing.selection import select
from pantin.rigs.fields import fields_of
from pantin.rigs.rig import Rig
from pantin.rigs.solvers import SOLVERS
from pantin.widgets.constraints.card import Card
from pantin.widgets.constraints.card_looks import LOOKS, card_look
from pantin.widgets.constraints.card_report import fitting_parts
from pantin.widgets.controls.switch import Switch
from pantin.widgets.numbers.axis_switches import AxisSwitchRow
from pantin.widgets.numbers.knob_slider import SliderAndNumber
from pantin.widgets.numbers.number_field import NumberField
from tests.widgets.constraints.stacked import OTHERS, STACKED
from tests.widgets.stage import RIG, Stage, document_with

LEFT = Qt.MouseButton.LeftButton
ALT = Qt.KeyboardModifier.AltModifier


def kinds(stage: Stage, owner: str = "forearm.L") -> list[str]:
    return [type(one).__name__ for one in stage.document.rig.constraints if one.owner == owner]


def actions(card) -> dict:
    return {action.text(): action for action in card.menu().actions()}


def drag_grip(card, to_y: int, release: bool = True) -> None:
    """Press the grip, move to a height of the stack, let go."""
    start = QPoint(10, 16)
    QTest.mousePress(card.head, LEFT, pos=start)
    stack = card.parentWidget()
    for y in (card.y() + 30, to_y):
        there = stack.mapToGlobal(QPoint(20, y))
        where = QPointF(card.head.mapFromGlobal(there)), QPointF(there)
        move = QMouseEvent(QEvent.Type.MouseMove, *where, Qt.MouseButton.NoButton, LEFT, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(card.head, move)
    if release:
        QTest.mouseRelease(card.head, LEFT, pos=card.head.mapFromGlobal(stack.mapToGlobal(QPoint(20, to_y))))


def test_cards_that_are_made_beforehand_are_seen_when_they_are_shown(panel) -> None:
    document = document_with("head", rig=STACKED)
    pieces = 0
    while panel.prepare_next(document):
        pieces += 1
    assert pieces == 1 + len({type(constraint) for constraint in STACKED.constraints})
    Stage(panel, document_with("upper_arm.L", rig=STACKED))
    QTest.qWait(50)
    assert [card for card in panel.findChildren(Card) if card.isVisible()] == panel.constraints.cards


def test_a_card_is_dragged_by_its_grip(stage, panel) -> None:
    cards = list(panel.constraints.cards)
    last = cards[3]
    drag_grip(last, cards[1].y() + 2)
    assert stage.labels == ["Move Copy scale up"]
    assert kinds(stage) == ["Ik", "CopyScale", "CopyLocation", "CopyRotation"]
    assert kinds(stage, "hand.L") == ["CopyRotation"]
    assert panel.constraints.cards[1] is last and last.constraint is OTHERS[2]


def test_a_drag_shows_where_and_can_be_put_back(stage, panel) -> None:
    cards = panel.constraints.cards
    drag_grip(cards[3], cards[0].y() + 2, release=False)
    line = panel.constraints.stack._line
    assert line.isVisible() and line.y() < cards[0].y() + 4
    QTest.keyClick(cards[3].head, Qt.Key.Key_Escape)
    assert not line.isVisible() and not stage.labels
    QTest.mouseRelease(cards[3].head, LEFT)
    assert not stage.labels


def test_alt_with_arrows_moves_wherever_in_the_card_the_focus_is(stage, panel) -> None:
    card = panel.constraints.cards[0]
    card.head.setFocus()
    QTest.keyClick(card.head, Qt.Key.Key_Up, ALT)
    assert not stage.labels
    QTest.keyClick(card.head, Qt.Key.Key_Down, ALT)
    assert kinds(stage)[:2] == ["CopyLocation", "Ik"] and card.head.hasFocus()
    field = card.form.editors["weight"]
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Down, ALT)
    assert stage.labels == ["Move IK down", "Move IK down"]
    assert kinds(stage) == ["CopyLocation", "CopyRotation", "Ik", "CopyScale"]
    assert stage.document.rig.constraints[-2].weight == 1.0


def test_the_menu_duplicates_copies_and_moves(stage, panel) -> None:
    card = panel.constraints.cards[1]
    assert "Select" in actions(card)["Copy to selected"].toolTip()
    actions(card)["Duplicate"].trigger()
    assert kinds(stage) == ["Ik", "CopyLocation", "CopyLocation", "CopyRotation", "CopyScale"]
    stage.edit("x", lambda document: select(document, ["forearm.L", "spine"], "forearm.L"))
    actions(panel.constraints.cards[1])["Copy to selected"].trigger()
    assert kinds(stage, "spine") == ["CopyLocation"]
    actions(panel.constraints.cards[4])["Move up"].trigger()
    assert stage.labels == [
        "Duplicate Copy location of forearm.L",
        "x",
        "Copy Copy location to 1 bone",
        "Move Copy scale up",
    ]


def test_the_ends_say_why_they_go_no_further(stage, panel) -> None:
    first, last = actions(panel.constraints.cards[0]), actions(panel.constraints.cards[-1])
    assert not first["Move up"].isEnabled() and "first" in first["Move up"].toolTip()
    assert not last["Move down"].isEnabled() and "last" in last["Move down"].toolTip()


def test_a_card_folds_and_stays_so(stage, panel) -> None:
    card = panel.constraints.cards[0]
    QTest.mouseClick(card.head, LEFT, pos=QPoint(120, 16))
    assert card.is_folded() and not card.form.isVisible()
    stage.show(document_with("spine", rig=STACKED))
    stage.show(document_with("forearm.L", rig=STACKED))
    assert panel.constraints.cards[0].is_folded()
    QTest.keyClick(panel.constraints.cards[0].head, Qt.Key.Key_Return)
    assert panel.constraints.cards[0].form.isVisible()


def test_the_ik_of_another_bone_stands_below_and_leads_there(stage, panel, heard) -> None:
    stage.show(document_with("hand.L", rig=STACKED))
    own, other = panel.constraints.cards
    assert own.constraint.owner == "hand.L" and other.constraint.owner == "forearm.L"
    assert other.head.owner.text() == "on forearm.L" and not own.head.owner.isVisible()
    assert "own bone" in actions(other)["Move up"].toolTip()
    said = heard(asked=panel.selection_asked)
    QTest.mouseClick(other.head.owner, LEFT)
    assert said == [("asked", ("forearm.L",), "forearm.L")]


def more_of(card) -> set[str]:
    return {name for name in card.look.rare if not card.form.rows[name].isHidden()}


def test_what_is_rarely_set_is_folded_and_what_was_changed_is_seen(stage, panel) -> None:
    card = panel.constraints.cards[0]
    assert not more_of(card) and card.rest.text() == "More"
    card.form.committed.emit("stretch", False)
    assert more_of(panel.constraints.cards[0]) == {"stretch"}
    QTest.mouseClick(card.rest, LEFT)
    assert more_of(card) == set(card.look.rare) and card.rest.text() == "Fewer"
    QTest.mouseClick(card.rest, LEFT)
    assert more_of(card) == {"stretch"}


def test_more_is_open_for_all_cards_of_the_kind(stage, panel) -> None:
    QTest.mouseClick(panel.constraints.cards[0].rest, LEFT)
    stage.show(document_with("upper_arm.L", rig=STACKED))
    stage.show(document_with("forearm.L", rig=STACKED))
    assert more_of(panel.constraints.cards[0]) and not more_of(panel.constraints.cards[1])


@pytest.mark.parametrize("kind", LOOKS)
def test_a_card_has_every_field_of_its_kind_once(kind) -> None:
    look = card_look(kind)
    declared = [field.name for field in fields_of(kind) if field.name != "enabled"]
    assert sorted(look.order) == sorted(declared)


def test_a_transformation_shows_the_ranges_that_it_uses(stage, panel) -> None:
    mapping = Transformation(owner="spine", target="hand_ik.L", read="rotation", write="scale")
    mapped = document_with("spine", rig=Rig(bones=RIG.bones, constraints=(mapping,)))
    stage.edit("x", lambda document: mapped)
    (card,) = panel.constraints.cards
    ranges = [name for name, row in card.form.rows.items() if name.endswith(("_from", "_to")) and row.isVisible()]
    assert ranges == ["read_rotation_from", "read_rotation_to", "write_scale_from", "write_scale_to"]
    stage.edit("x", lambda document: constrain.replace(document, 0, msgspec.structs.replace(mapping, read="location")))
    assert card.form.rows["read_location_to"].isVisible() and not card.form.rows["read_rotation_to"].isVisible()


def test_muting_is_one_step_and_says_so(stage, panel) -> None:
    QTest.mouseClick(panel.constraints.cards[1].head.eye, LEFT)
    assert stage.labels == ["Mute Copy location of forearm.L"]
    assert stage.document.rig.constraints[2] == msgspec.structs.replace(OTHERS[0], enabled=False)
    assert "Unmute" in actions(panel.constraints.cards[1])


def test_tab_goes_through_the_cards_as_they_stand(stage, panel) -> None:
    drag_grip(panel.constraints.cards[3], panel.constraints.cards[0].y() + 2)
    seen, at = [], panel.constraints.head
    while at is not panel.bone.head:
        at = at.nextInFocusChain()
        seen += [card for card in panel.constraints.cards if at is card.head]
    assert seen == panel.constraints.cards
    assert [card.look.title for card in seen] == ["Copy scale", "IK", "Copy location", "Copy rotation"]


def fields_shown(card) -> set[str]:
    return {name for name, row in card.form.rows.items() if not row.isHidden()}


@pytest.mark.parametrize("solver", SOLVERS)
def test_a_card_shows_what_its_solver_heeds_and_nothing_else(stage, panel, solver) -> None:
    """A rotation that is held although the solver cannot is shown, so that it can be turned off."""
    card = panel.constraints.cards[0]
    card.rest.click()
    every = fields_shown(card)
    card.form.committed.emit("solver", solver)
    hidden = every - fields_shown(panel.constraints.cards[0])
    turning = set() if SOLVERS[solver].turns else {"rotation", "rotation_weight"}
    assert hidden == SOLVERS[solver].ignores | turning
    assert panel.constraints.cards[0].form.editors["solver"].currentText() == SOLVERS[solver].title
    panel.constraints.cards[0].form.committed.emit("rotation", True)
    assert every - fields_shown(panel.constraints.cards[0]) == SOLVERS[solver].ignores


def test_a_card_is_as_high_as_what_it_shows(stage, panel, qtbot) -> None:
    card = panel.constraints.cards[0]
    low = card.height()
    card.rest.click()
    qtbot.waitUntil(lambda: card.height() > low + 300)
    tall = card.height()
    card.form.committed.emit("solver", "one_bone")
    qtbot.waitUntil(lambda: panel.constraints.cards[0].height() < tall - 100)
    panel.constraints.cards[0].form.committed.emit("solver", "auto")
    qtbot.waitUntil(lambda: panel.constraints.cards[0].height() == tall)


def test_figures_give_way_to_what_became_of_the_goal(panel) -> None:
    figures = "0.00 mm  ·  1 step  ·  32 µs"
    assert fitting_parts(figures, 400) == figures
    assert fitting_parts(figures, 100) == "0.00 mm  ·  1 step"
    assert fitting_parts(figures, 1) == "0.00 mm"


def test_with_several_bones_selected_each_card_says_whose_it_is(stage, panel) -> None:
    stage.show(document_with("forearm.L", "spine", rig=STACKED))
    assert {card.head.owner.text() for card in panel.constraints.cards} == {"on forearm.L"}
    stage.show(document_with("forearm.L", rig=STACKED))
    assert not any(card.head.owner.isVisible() for card in panel.constraints.cards)


def test_every_field_of_a_card_shows_what_the_constraint_has(panel) -> None:
    """Also where fields of several kinds share a name: a goal's rotation is held, Child of takes turns about axes."""
    wanted = {"switch": Switch, "axes": AxisSwitchRow, "number": (NumberField, SliderAndNumber)}
    for kind in LOOKS:
        card = Card(kind, dict)
        for declared in fields_of(kind):
            if declared.name in card.form.editors and declared.kind in wanted:
                assert isinstance(card.form.editors[declared.name], wanted[declared.kind]), (kind, declared.name)


@pytest.mark.parametrize("by_key", [False, True])
def test_the_head_above_the_cards_folds_and_unfolds_them_all(qtbot, stage, panel, by_key: bool) -> None:
    section = panel.constraints
    for is_open in (False, True, False, True):
        if by_key:
            section.head.setFocus()
            QTest.keyClick(section.head, Qt.Key.Key_Space)
        else:
            QTest.mouseClick(section.head, LEFT, pos=QPoint(40, 16))
        assert section.is_open() is is_open
        qtbot.waitUntil(lambda is_open=is_open: section.body.isVisible() is is_open)
        assert section.cards[0].isVisible() is is_open
    assert not any(card.is_folded() for card in section.cards) and stage.labels == []
