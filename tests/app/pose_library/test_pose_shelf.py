"""Poses go onto the shelf and onto the figure in the real window. Actions are counted."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import numpy as np
import pytest
from PySide6 import QtCore, QtGui, QtTest, QtWidgets

from pantin import mixed, solver
from pantin.app.pose_library import shipped_person
from pantin.rigs import Document, Transform
from pantin.rigs.editing.bones import rename
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.pose import KeptPose
from pantin.widgets.poses.card_rows import COMING
from pantin.widgets.poses.pose_card import MIXING
from tests.app.clips.nods import with_clip
from tests.app.person import Person
from tests.app.pose_library.cards import NAME, PICTURE, TURNED, card
from tests.rigs.motion.child import child

Key, Held = QtCore.Qt.Key, QtCore.Qt.KeyboardModifier


def chord(person: Person, keys: str) -> None:
    """One action: keys over the figure."""
    person.view.setFocus()
    person.shortcut(keys)


def apart(a: Document, b: Document) -> float:
    return float(np.abs(np.subtract(solver.evaluate(a).matrices, solver.evaluate(b).matrices)).max())


def names(person: Person) -> list[str]:
    return [kept.name for kept in person.session.document.figure.poses]


def test_a_pose_under_the_pointer_is_outlined_before_it_is_applied(shelf: Person, qtbot) -> None:
    """Its ghost comes when the pointer rests on the card and goes with it; the document stays as it was."""
    before, pointed = shelf.session.document, shelf.window.panels.poses.pose_pointed
    pointed.emit(card(shelf, "Sit").entry.key)
    qtbot.waitUntil(lambda: shelf.session.shown_pose.before is not None)
    ghost = np.array(shelf.session.shown_pose.before.matrices)
    assert shelf.session.document is before
    pointed.emit("")
    qtbot.waitUntil(lambda: shelf.session.shown_pose.before is None)
    shelf.window.panels.poses.apply_asked.emit(card(shelf, "Sit").entry.key, False)
    shelf.wait_for_the_pose()
    np.testing.assert_allclose(solver.evaluate(shelf.session.document).matrices, ghost, atol=1e-9)


def test_a_pose_that_goes_under_the_pointer_is_no_longer_outlined(shelf: Person, qtbot) -> None:
    chord(shelf, "Ctrl+Shift+B")
    shelf.window.panels.poses.pose_pointed.emit(card(shelf, "Pose 1").entry.key)
    pointed = shelf.window.pose_library._pointed
    shelf.session.undo()
    pointed._show()  # nobody waits until it rested
    assert shelf.session.shown_pose.before is None and not names(shelf)
    shelf.window.panels.poses.pose_pointed.emit("")


def test_a_pose_is_saved_with_its_picture_and_half_of_it_goes_on_flipped(shelf: Person, qtbot) -> None:
    chord(shelf, "Ctrl+Shift+B")  # 1 action
    assert names(shelf) == ["Pose 1"] and shelf.session.history.undo_label == "Save Pose 1"
    kept = shelf.session.document.figure.poses[0]
    assert kept.pose["head"] == TURNED and "body" not in kept.pose
    one = card(shelf, "Pose 1")
    qtbot.waitUntil(lambda: one.picture is not None and not one.picture.isNull())
    shelf.session.edit("Reset", lambda document: with_transforms(document, {"head": Transform()}))
    shelf.wait_for_the_pose()
    before, steps = shelf.session.document, len(shelf.session.history.labels)
    shelf._held = Held.ControlModifier
    x, y = PICTURE
    shelf.drag(PICTURE, (x + 20, y), (x + 50, y), on=one)  # 1 drag
    assert len(shelf.session.history.labels) == steps + 1
    assert shelf.session.history.undo_label == "Mix Pose 1 flipped, 50 %"
    assert apart(shelf.session.document, mixed(before, kept.pose, 0.5, flip=True)) < 1e-6
    assert apart(shelf.session.document, mixed(before, kept.pose, 0.5)) > 1e-3


def test_a_click_applies_and_esc_puts_back_what_is_being_mixed(shelf: Person) -> None:
    before, wave = shelf.session.document, card(shelf, "Wave")
    shelf.press(PICTURE, wave)
    shelf.move((80.0, 30.0), (220.0, 30.0), on=wave)
    shelf.wait_for_the_pose()
    assert apart(shelf.session.shown, mixed(before, shelf.window.pose_library._poses[wave.entry.key].pose, 2.0)) < 1e-6
    assert shelf.window.panels.status.hints.shown() == MIXING
    QtTest.QTest.keyClick(QtWidgets.QApplication.focusWidget(), Key.Key_Escape)
    shelf.release((220.0, 30.0), wave)
    assert shelf.session.document is before and shelf.session.shown is before
    shelf.drag(PICTURE, PICTURE, on=wave)
    assert shelf.session.history.undo_label == "Apply Wave" and wave.entry.applied
    shelf.session.undo()
    assert shelf.session.document.figure == before.figure and not wave.entry.applied


def test_only_the_selected_bones_where_that_is_asked_for(shelf: Person) -> None:
    head = shelf.window.panels.poses.head
    shelf.session.select(("index_1.L",), "index_1.L")
    head.selected_only.click()
    before = shelf.session.document.figure.pose.bones
    shelf.drag(PICTURE, PICTURE, on=card(shelf, "Fist"))
    assert {name for name, at in shelf.session.document.figure.pose.bones.items() if before.get(name) != at} == {
        "index_1.L"
    }
    shelf.session.select(("head",), "head")
    document = shelf.session.document
    shelf.drag(PICTURE, PICTURE, on=card(shelf, "Fist"))
    assert shelf.session.document is document and shelf.window.notice.isVisible()


def test_poses_are_named_tagged_ordered_found_put_back_and_removed(shelf: Person) -> None:
    panel = shelf.window.panels.poses
    chord(shelf, "Ctrl+Shift+B")
    card(shelf, "Pose 1").setFocus()
    shelf.key(Key.Key_F2)
    QtTest.QTest.keyClicks(QtWidgets.QApplication.focusWidget(), "Nod")
    shelf.key(Key.Key_Return)
    assert card(shelf, "Nod").entry.applied
    chord(shelf, "Ctrl+Shift+B")
    assert names(shelf) == ["Nod", "Pose 1"]
    shelf.drag(NAME, (60.0, 88.0), (190.0, 88.0), on=card(shelf, "Nod"))
    assert names(shelf) == ["Pose 1", "Nod"]
    panel.tags_asked.emit(card(shelf, "Nod").entry.key, ("Talk",))
    panel.head.search.setText("talk")
    assert [name for name in (*names(shelf), "Wave") if card(shelf, name).isVisible()] == ["Nod"]
    shelf.drag(PICTURE, PICTURE, on=card(shelf, "Nod"))
    shelf.session.edit("Pose", lambda document: with_transforms(document, {"neck": TURNED}))
    assert card(shelf, "Nod").entry.changed
    menu = panel.menu(card(shelf, "Nod").entry.key)
    next(action for action in menu.actions() if action.text() == "Put back into its place").trigger()
    assert shelf.session.document.figure.poses[1].pose["neck"] == TURNED and names(shelf) == ["Pose 1", "Nod"]
    assert card(shelf, "Nod").entry.applied
    card(shelf, "Nod").setFocus()
    shelf.key(Key.Key_Delete)
    assert names(shelf) == ["Pose 1"]


def test_a_pose_whose_new_name_is_refused_is_still_the_one_that_the_figure_stands_in(shelf: Person) -> None:
    panel = shelf.window.panels.poses
    for _time in range(2):
        chord(shelf, "Ctrl+Shift+B")
    assert card(shelf, "Pose 2").entry.applied
    for refused, selected in (("Pose 1", ("head",)), ("x" * 201, ())):
        panel.rename_asked.emit(card(shelf, "Pose 2").entry.key, refused)
        shelf.session.select(selected, next(iter(selected), None))  # which the shelf shows
        assert card(shelf, "Pose 2").entry.applied and not card(shelf, "Pose 1").entry.applied


def test_a_pose_that_is_saved_under_a_tag_has_it_and_the_filter_stays(shelf: Person) -> None:
    panel, said = shelf.window.panels.poses, list[str]()
    tag = next(tag for one in panel.cards.values() for tag in one.entry.tags)
    panel.head.pills.choose(tag)
    panel.head.search.setText("nothing is called so")
    shelf.session.notified.connect(said.append)
    chord(shelf, "Ctrl+Shift+B")
    shelf.session.notified.disconnect(said.append)
    assert shelf.session.document.figure.poses[-1].tags == (tag,) and panel.head.pills.chosen == tag
    assert panel.head.search.text() == "" and card(shelf, names(shelf)[-1]).isVisible()
    assert any(tag in sentence for sentence in said)
    panel.head.pills.choose("")


def test_keys_of_posing_act_while_a_card_has_the_focus_and_its_own_stay_its_own(shelf: Person) -> None:
    session = shelf.session
    session.select(("head",), "head")
    turned = session.document
    card(shelf, "Wave").setFocus()
    for keys, label in (("Ctrl+Alt+F", "Flip pose"), ("Ctrl+Alt+R", "Reset pose")):
        shelf.shortcut(keys)
        assert session.history.undo_label == label and card(shelf, "Wave").hasFocus()
    assert session.document.figure.pose.bones != turned.figure.pose.bones
    shelf.key(Key.Key_Return)
    assert "Wave" in session.history.undo_label


def test_a_person_with_other_names_takes_the_poses_that_come_with_pantin(shelf: Person, qtbot) -> None:
    """They are retargeted beside the drawing thread; one click sits the figure down."""
    small = child()
    shelf.session.open(Document.of(small))
    poses = shelf.window.panels.poses
    assert all(one.isHidden() for one in poses.cards.values()) and poses.words == COMING, (
        "they are not there yet, and that is said"
    )
    qtbot.waitUntil(lambda: any(one.entry.name == "Sit" for one in shelf.window.panels.poses.cards.values()))
    assert len(shelf.window.panels.poses.cards) > 30
    shelf.wait_for_the_pose()
    shelf.press(PICTURE, card(shelf, "Sit"))
    shelf.release(PICTURE, on=card(shelf, "Sit"))
    shelf.wait_for_the_pose()
    hips = shelf.session.document.figure.transform("Child_hips").location
    assert hips[1] < -0.1 and shelf.session.history.labels[-1] == "Apply Sit"


@pytest.fixture
def fitting(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Poses are fitted to a person of other names as soon as this is set."""
    goes_on, retargeted = threading.Event(), shipped_person.retargeted

    def later(*given) -> list[KeptPose | None]:
        assert goes_on.wait(60)
        return retargeted(*given)

    monkeypatch.setattr(shipped_person, "retargeted", later)
    yield goes_on
    goes_on.set()


def test_a_click_on_a_card_whose_pose_is_not_fitted_yet_is_done_as_soon_as_it_is(
    shelf: Person, fitting: threading.Event, qtbot
) -> None:
    """Cards with names are there at once, also of a person with other names."""
    said: list[str] = []
    shelf.session.notified.connect(said.append)
    poses, pictures = shelf.window.panels.poses, shelf.window.pose_library.pictures
    shelf.session.open(Document.of(child()))
    qtbot.waitUntil(lambda: any(one.entry.name == "Sit" for one in poses.cards.values()))
    shelf.wait_for_the_pose()
    assert len(poses.cards) > 30 and not pictures.waiting and not pictures.making
    shelf.press(PICTURE, card(shelf, "Sit"))
    shelf.release(PICTURE, on=card(shelf, "Sit"))
    shelf.wait_for_the_pose()
    assert not shelf.session.document.figure.pose.bones and said[-1].startswith("Sit comes as soon as")
    fitting.set()
    qtbot.waitUntil(lambda: shelf.session.history.labels[-1] == "Apply Sit")
    shelf.wait_for_the_pose()
    assert shelf.session.document.figure.transform("Child_hips").location[1] < -0.1


def test_a_pose_that_was_asked_for_is_not_put_on_what_is_opened_meanwhile(
    shelf: Person, fitting: threading.Event, qtbot
) -> None:
    poses = shelf.window.panels.poses
    shelf.session.open(Document.of(child()))
    qtbot.waitUntil(lambda: any(one.entry.name == "Sit" for one in poses.cards.values()))
    poses.apply_asked.emit(card(shelf, "Sit").entry.key, False)
    shelf.open_sample("humanoid")
    fitting.set()
    shelf.wait_for_the_pose()
    qtbot.waitUntil(lambda: not shelf.window.pose_library._retargeted.looking)
    assert not shelf.session.document.figure.pose.bones


def test_no_picture_is_made_while_a_body_is_pulled(shelf: Person) -> None:
    pictures = shelf.window.pose_library.pictures
    assert pictures.is_idle
    x, y = shelf.where("hand.L", 0.1)
    shelf.press((x, y))
    shelf.move((x + 20, y - 20), (x + 30, y - 30))
    shelf.wait_for_the_pose()
    assert not pictures.is_idle
    shelf.release((x + 30, y - 30))
    shelf.wait_for_the_pose()
    assert pictures.is_idle


def test_cards_of_a_folder_go_with_a_figure_and_come_back_with_it(shelf: Person) -> None:
    """They are the same ones: to make and to polish forty takes longer than all else that the shelf does."""
    before, shown = card(shelf, "Sit"), shelf.window.panels.poses
    before.show_picture(QtGui.QPixmap(8, 8))
    shelf.open_sample("arm")
    assert "Sit" not in {one.entry.name for one in shown.cards.values()} and before.isHidden()
    assert before.picture is None, "another figure may stand otherwise"
    shelf.open_sample("humanoid")
    assert card(shelf, "Sit") is before and not before.isHidden()


def test_no_picture_is_made_while_a_figure_is_being_changed(shelf: Person, qtbot) -> None:
    """Its next change would want them all anew; one that was made before is shown at once."""
    pictures = shelf.window.pose_library.pictures
    rest = pictures.rest.interval()
    pictures.rest.setInterval(10**8)
    try:
        shelf.session.edit("Edit", lambda document: rename(document, "head", "head of nobody seen before"))
        shelf.wait_for_the_pose()
        # The poses for the new names come from a thread; what was posed for the figure before the edit is painted.
        qtbot.waitUntil(lambda: pictures.waiting and not pictures.making)
        painted, wanted = pictures.painted, pictures.waiting
        for _tick in range(3):
            pictures.go_on()
        assert (pictures.waiting, pictures.painted) == (wanted, painted) and not pictures.making
        pictures.rest.stop()
        qtbot.waitUntil(lambda: pictures.painted > painted)
    finally:
        pictures.rest.setInterval(rest)


def test_pictures_are_made_beside_a_frame_that_stands_still(shelf: Person) -> None:
    """A file that is opened for its motion shows its first frame: the shelf below is full of pictures all the same."""
    pictures, playhead = shelf.window.pose_library.pictures, shelf.window.clips.playhead
    with_clip(shelf)
    playhead.go_to(4)
    shelf.wait_for_the_pose()
    assert shelf.session.frame is not None and pictures.is_idle
    playhead.play()
    assert not pictures.is_idle
    playhead.pause()


def test_a_shelf_that_is_hidden_wants_no_pictures(shelf: Person) -> None:
    pictures = shelf.window.pose_library.pictures
    shelf.window.panels.poses.forget_pictures()
    shelf.window.panels.poses.pictures_wanted.emit()
    assert pictures.waiting
    shelf.window.docks.switch("poses")
    assert not pictures.waiting
    shelf.window.docks.switch("poses")


def test_a_card_that_goes_takes_the_keys_to_no_field(shelf: Person) -> None:
    """The poses of another figure are others; Qt would hand the keys to a field that begins to be typed into."""
    poses = shelf.window.panels.poses
    card(shelf, "Sit").setFocus()
    poses.show_entries([one for one in poses.entries if one.name != "Sit"])
    assert QtWidgets.QApplication.focusWidget() is None
    shelf.shortcut("Ctrl+Z")
    assert shelf.session.history.can_redo


def test_undo_is_that_of_the_document_where_nothing_is_typed_in_the_search(shelf: Person) -> None:
    search = shelf.window.panels.poses.head.search
    search.setFocus()
    shelf.shortcut("Ctrl+Z")
    assert shelf.session.history.can_redo
    shelf.shortcut("Ctrl+Shift+Z")
    assert not shelf.session.history.can_redo
    QtTest.QTest.keyClicks(search, "sit")
    shelf.shortcut("Ctrl+Z")
    assert search.text() == "" and not shelf.session.history.can_redo
