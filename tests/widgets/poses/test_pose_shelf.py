"""The shelf of poses alone: what it tells the status bar, and what it shows while newer pictures are made."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QPixmap, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from pantin.widgets.poses.card_rows import CardRows
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
    qtbot.waitUntil(lambda: shelf.findChild(CardRows).columns == 1)
    first, second = (shelf.cards[f"Pose {k}"] for k in (0, 1))
    place, bar = first.mapToGlobal(QPoint(20, 20)), shelf.findChild(QScrollArea).verticalScrollBar()
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


def test_whole_rows_are_shown_and_scrolled(shown, qtbot) -> None:
    """Two rows and a half have room, two are shown; a notch of the wheel goes on by one."""
    shelf = shelf_of(shown, *(f"Pose {k}" for k in range(12)))
    first, area = shelf.cards["Pose 0"], shelf.findChild(QScrollArea).viewport()
    below = shelf.cards["Pose 4"]  # four stand side by side
    qtbot.waitUntil(lambda: below.y() > first.y())
    row = below.y() - first.y()
    shelf.resize(400, first.height() + row + row // 2)

    def seen() -> list[str]:
        return [
            name
            for name, card in shelf.cards.items()
            if area.rect().intersects(card.rect().translated(card.mapTo(area, QPoint())))
        ]

    qtbot.waitUntil(lambda: len(seen()) == 8)
    assert 0 < shelf.spare < row
    whole = [
        name
        for name in seen()
        if area.rect().contains(shelf.cards[name].mapTo(area, shelf.cards[name].rect().bottomRight()))
    ]
    assert whole == seen()
    turn(area, -120)
    assert seen() == [f"Pose {k}" for k in range(4, 12)]
    for _ in range(3):  # a touchpad comes in small parts
        turn(area, 40)
    assert seen() == [f"Pose {k}" for k in range(8)]


def turn(widget: QWidget, angle: int) -> None:
    """Turn the wheel over a widget, eighths of a degree."""
    at = QPointF(20.0, 20.0)
    none, no_phase = Qt.MouseButton.NoButton, Qt.ScrollPhase.NoScrollPhase
    held = Qt.KeyboardModifier.NoModifier
    event = QWheelEvent(at, widget.mapToGlobal(at), QPoint(), QPoint(0, angle), none, held, no_phase, False)
    QApplication.sendEvent(widget, event)


def test_what_is_searched_for_is_shown_from_its_first_card(shown) -> None:
    shelf = shelf_of(shown, *(f"Pose {k}" for k in range(40)))
    shelf.cards["Pose 39"].setFocus()
    shelf.bring("Pose 39")
    shelf.head.search.setText("1")
    assert shelf.findChild(QScrollArea).verticalScrollBar().value() == 0


def test_cards_of_the_own_shelf_are_changed_as_those_of_the_document(shown, heard) -> None:
    shelf = PoseShelf()
    own = [PoseEntry(f"document/{name}", name, own=True) for name in ("Nod", "Wave")]
    mine = [PoseEntry(f"shelf/{name}", name, my_shelf=True) for name in ("Bow", "Sit", "Run")]
    shelf.show_entries([*own, *mine, TAGGED])
    shown(shelf, 900, 120)
    said = heard(moved=shelf.move_asked, copied=shelf.copy_asked)
    bow = shelf.cards["shelf/Bow"]
    bow.carried.emit(
        bow.mapFrom(shelf.findChild(CardRows), shelf.cards["shelf/Run"].geometry().topLeft()).toPointF(), True
    )
    bow.carried.emit(bow.mapFrom(shelf.findChild(CardRows), QPoint()).toPointF(), True)
    actions = {action.text(): action for action in shelf.menu("folder/Run").actions()}
    assert "Rename" not in actions and "Remove" not in actions
    actions["Copy to my shelf"].trigger()
    assert {"Rename", "Remove"} <= {action.text() for action in shelf.menu("shelf/Bow").actions()}
    assert said == [
        ("moved", "shelf/Bow", "shelf/Run"),
        ("moved", "shelf/Bow", "shelf/Bow"),
        ("copied", "folder/Run"),
    ]
