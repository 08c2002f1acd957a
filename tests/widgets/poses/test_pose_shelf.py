"""The shelf of poses alone: what it tells the status bar, and what it shows while newer pictures are made."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pantin.widgets.poses.pose_card import CARRYING, HIGH, ON_CARD
from pantin.widgets.poses.pose_entry import PoseEntry, found, tags_of
from pantin.widgets.poses.pose_shelf import PoseShelf


def shelf_of(shown, *keys: str) -> PoseShelf:
    shelf = PoseShelf()
    shelf.show_entries([PoseEntry(key, key) for key in keys])
    shown(shelf, 400, 120)
    return shelf


def test_the_status_bar_says_what_the_mouse_does_on_a_card_until_it_leaves(shown, heard) -> None:
    shelf = shelf_of(shown, "Sit", "Run")
    said = heard(hints=shelf.hints_changed)
    shelf.cards["Run"].pointed.emit(True)
    shelf.cards["Run"].pointed.emit(False)
    assert said == [("hints", ON_CARD), ("hints", ())]


def test_the_card_that_comes_under_a_pointer_at_rest_is_pointed_at(shown, heard, monkeypatch, qtbot) -> None:
    shelf = shelf_of(shown, *(f"Pose {k}" for k in range(12)))
    shelf.resize(120, 120)
    qtbot.waitUntil(lambda: shelf._rows.columns == 1)
    first, second = (shelf.cards[f"Pose {k}"] for k in (0, 1))
    place, bar = first.mapToGlobal(QPoint(20, 20)), shelf._area.verticalScrollBar()
    monkeypatch.setattr("pantin.widgets.poses.card_rows.QCursor.pos", lambda: place)
    first.show_pointed(True)
    said = heard(pointed=shelf.pose_pointed)
    bar.setValue(second.y() - first.y())
    assert said == [("pointed", ""), ("pointed", "Pose 1")]
    assert second.underMouse() and not first.underMouse()
    place -= QPoint(0, 400)
    bar.setValue(0)
    assert said[2:] == [("pointed", "")], "the pointer is over no card"


def test_pictures_of_edited_bones_are_shown_until_newer_ones_come(shown) -> None:
    shelf = shelf_of(shown, "Sit", "Run")
    old, new = QPixmap(4, 4), QPixmap(8, 8)
    for key in ("Sit", "Run"):
        shelf.show_picture(key, old)
    shelf.forget_pictures(keep=True)
    assert shelf.without_picture == ("Sit", "Run") and shelf.cards["Sit"].picture is old
    shelf.show_picture("Sit", new)
    assert shelf.without_picture == ("Run",) and shelf.cards["Sit"].picture is new
    shelf.forget_pictures()
    assert shelf.cards["Run"].picture is None


def test_what_is_called_so_is_found_before_what_is_tagged_so() -> None:
    """Enter in the search takes the first; without words the order stays."""
    entries = [PoseEntry(name, name, ("Sitting",)) for name in ("Crouch", "Baby sits", "Sit on the floor", "Sit")]
    names = [entry.name for entry in found(entries, "sit")]
    assert names == ["Sit", "Sit on the floor", "Baby sits", "Crouch"]
    assert list(found(entries, "", "Sitting")) == entries


def test_after_enter_in_the_search_keys_are_no_longer_typed_there(shown, heard) -> None:
    shelf = shelf_of(shown, "Run", "Sit")
    said = heard(applied=shelf.apply_asked)
    shelf.head.search.setText("si")
    shelf.head.search.entered.emit()
    assert said == [("applied", "Sit", False)] and shelf.focusWidget() is shelf.cards["Sit"]


def own_poses(shown) -> PoseShelf:
    """A shelf with two poses of the document, and one of a folder with a tag."""
    shelf = PoseShelf()
    shelf.show_entries([PoseEntry(f"document/{name}", name, own=True) for name in ("Nod", "Wave")] + [TAGGED])
    shown(shelf, 400, 120)
    return shelf


TAGGED = PoseEntry("folder/Run", "Run", ("Action",))


def test_after_a_tag_was_typed_the_keys_are_the_cards_again(shown, heard) -> None:
    shelf = own_poses(shown)
    said = heard(tags=shelf.tags_asked)
    for ends, wanted in ((Qt.Key.Key_Return, [("tags", "document/Nod", ("Talk",))]), (Qt.Key.Key_Escape, [])):
        shelf.type_tag("document/Nod")
        QTest.keyClicks(QApplication.focusWidget(), "Talk")
        QTest.keyClick(QApplication.focusWidget(), ends)
        assert said == wanted and shelf.focusWidget() is shelf.cards["document/Nod"]
        said.clear()


def test_a_pose_gets_any_tag_of_the_shelf_from_its_menu(shown) -> None:
    menu = own_poses(shown).menu("document/Nod")
    tags = next(action.menu() for action in menu.actions() if action.text() == "Tags")
    assert [action.text() for action in tags.actions() if action.text()] == ["Action", "New tag…"]
    assert {action.shortcut().toString() for action in menu.actions()} == {"", "F2", "Del"}


def test_a_card_that_is_carried_is_put_back_by_escape(shown, heard) -> None:
    shelf = own_poses(shown)
    card, name = shelf.cards["document/Wave"], QPoint(40, HIGH + 8)
    said = heard(moved=shelf.move_asked, hints=shelf.hints_changed)
    QTest.mousePress(card, Qt.MouseButton.LeftButton, pos=name)
    QTest.mouseMove(card, name - QPoint(80, 0))
    assert said[-1] == ("hints", CARRYING) and card.cursor().shape() == Qt.CursorShape.ClosedHandCursor
    QTest.keyClick(card, Qt.Key.Key_Escape)
    QTest.mouseRelease(card, Qt.MouseButton.LeftButton, pos=name - QPoint(80, 0))
    assert not any(what == "moved" for what, *_ in said)
    assert card.cursor().shape() == Qt.CursorShape.ArrowCursor


def test_tags_keep_their_order_where_poses_of_the_document_change_theirs() -> None:
    own = (PoseEntry("a", "Nod", ("talk", "Hands"), own=True), PoseEntry("b", "Bend", ("Ache",), own=True))
    folders = (PoseEntry("c", "Bow", ("Standing", "Gesture")), PoseEntry("d", "Claw", ("Hands",)))
    for entries in ((*own, *folders), (*reversed(own), *folders)):
        assert tags_of(entries) == ("Standing", "Gesture", "Hands", "Ache", "talk")
