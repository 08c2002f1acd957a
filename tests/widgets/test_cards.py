"""The stack of constraint cards: order, folding, menu, and the cards of other bones."""

from __future__ import annotations

from typing import get_args

import msgspec
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from rigs import constrain
from rigs.constraints import Constraint, CopyLocation, CopyRotation, CopyScale, Transformation
from rigs.rig import Rig
from rigs.selection import select
from rigs.solvers import SOLVERS
from tests.widgets.stage import RIG, Stage, document_with
from widgets.properties import Properties

LEFT = Qt.MouseButton.LeftButton
ALT = Qt.KeyboardModifier.AltModifier
OTHERS = (
    CopyLocation(owner="forearm.L", target="spine"),
    CopyRotation(owner="forearm.L", target="spine"),
    CopyScale(owner="forearm.L", target="spine"),
)
STACKED = Rig(bones=RIG.bones, constraints=(*RIG.constraints, *OTHERS))


@pytest.fixture
def panel(shown) -> Properties:
    panel = Properties()
    shown(panel, 308, 900)
    return panel


@pytest.fixture
def stage(panel) -> Stage:
    stage = Stage(panel, document_with("forearm.L", rig=STACKED))
    QTest.qWait(50)
    return stage


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


def test_every_kind_can_be_added_and_shows_its_card(stage, panel) -> None:
    bare = document_with("spine", "hand_ik.L", rig=Rig(bones=RIG.bones))
    kinds_offered = [action.text() for action in panel.constraints.menu().actions() if not action.isSeparator()]
    assert len(kinds_offered) == len(get_args(Constraint))
    for title in kinds_offered:
        stage.edit("x", lambda document: bare)
        next(one for one in panel.constraints.menu().actions() if one.text() == title).trigger()
        (card,) = panel.constraints.cards
        assert card.look.title == title and stage.labels[-1] == f"Add {title} to spine"
        (added,) = stage.document.rig.constraints
        assert added.owner == "spine" and getattr(added, "target", "hand_ik.L") == "hand_ik.L"


def test_a_new_distance_begins_as_it_is_at_rest(stage, panel) -> None:
    bare = document_with("spine", "hand_ik.L", rig=Rig(bones=RIG.bones))
    stage.edit("x", lambda document: bare)
    next(one for one in panel.constraints.menu().actions() if one.text() == "Limit distance").trigger()
    (added,) = stage.document.rig.constraints
    assert added.radius == pytest.approx(1.36**0.5)


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
    seen, at = [], panel.constraints.plus
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
    tall = card.height()
    card.form.committed.emit("solver", "one_bone")
    qtbot.waitUntil(lambda: panel.constraints.cards[0].height() < tall - 100)
    panel.constraints.cards[0].form.committed.emit("solver", "auto")
    qtbot.waitUntil(lambda: panel.constraints.cards[0].height() == tall)
