"""The strip on its own: what it shows, and what a mouse and keys make it ask for."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QEnterEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget

from pantin.rigs import Document
from pantin.rigs.clip import Clip
from pantin.rigs.editing import clips
from pantin.rigs.rig import Bone, Rig
from pantin.widgets.time import ruler_face
from pantin.widgets.time.scale import Scale
from pantin.widgets.time.time_strip import TimeStrip

LEFT = Qt.MouseButton.LeftButton
REST = (0, 0, 0, 0, 0, 0, 1, 1, 1, 1)


def clip(name: str = "walk", count: int = 97) -> Clip:
    return Clip.of(name, 30.0, ("a",), np.tile(np.array(REST, float), (count, 1, 1)))


@pytest.fixture
def strip(shown) -> TimeStrip:
    """The strip with its head above it, as in its dock."""
    made, holder = TimeStrip(), QWidget()
    made.head.setParent(holder)
    made.setParent(holder)
    shown(holder, 900, 100)
    made.head.setGeometry(0, 0, 900, 40)
    made.setGeometry(0, 40, 900, 48)
    made.head.show()
    made.show()
    made.holder = holder
    return made


def test_frames_have_numbers_as_close_as_they_can_be_read() -> None:
    scale = Scale(97, 100.0, 720.0)
    assert scale.numbered == 10 and scale.ticked == 1 and list(scale.ticks())[-1] == 96
    assert (scale.frame_at(0.0), scale.frame_at(scale.x(43.2)), scale.frame_at(9999.0)) == (0, 43, 96)
    assert Scale(5000, 0.0, 720.0).numbered == 500 and Scale(1, 0.0, 720.0).numbered == 1


def test_the_number_of_the_last_frame_that_is_played_is_not_half_veiled(strip: TimeStrip) -> None:
    strip.show_clip(clip(count=91), ("walk",))
    scale = strip.ruler.scale
    painted = ruler_face.background(strip.ruler, scale, (0, 90)).toImage()
    middle = round(scale.x(90))
    left, right = (
        max(painted.pixelColor(x, y).value() for x in range(*across) for y in range(15))
        for across in ((middle - 8, middle - 1), (middle + 2, middle + 9))
    )
    assert scale.numbered == 10 and right > 0.9 * left


def test_without_a_clip_it_is_one_line(strip: TimeStrip) -> None:
    strip.show_clip(None, ())
    assert strip.height() == 0 and strip.head.importing.isVisible() and not strip.head.choice.isVisible()
    strip.show_clip(clip(), ("walk", "run"))
    assert strip.height() == 48 and strip.head.choice.isVisible() and not strip.head.importing.isVisible()
    assert [each.text() for each in strip.head.choice.menu.actions() if each.isCheckable()] == ["walk", "run"]


def test_brackets_trim_in_one_edit_and_esc_puts_them_back(strip: TimeStrip, heard) -> None:
    document = clips.added(Document.of(Rig(bones=(Bone("a"),))), clip())
    strip.show_clip(document.figure.clips[0], ("walk",))
    edits, ruler = [], strip.ruler
    strip.edited.connect(lambda label, edit: edits.append((label, edit(document))))
    frames = heard(scrubbed=strip.scrubbed)

    def place(frame: int) -> QPoint:
        return QPoint(round(ruler.scale.x(frame)), 30)

    QTest.mousePress(ruler, LEFT, pos=place(0))
    for frame in (4, 8):
        QTest.mouseMove(ruler, place(frame))
        assert ruler.marks.trim == (frame, 96) and not edits
    QTest.mouseRelease(ruler, LEFT, pos=place(8))
    assert [(label, made.figure.clips[0].span) for label, made in edits] == [("Trim start of walk", (8, 96))]
    strip.show_clip(edits[0][1].figure.clips[0], ("walk",))
    QTest.mousePress(ruler, LEFT, pos=place(96))
    QTest.mouseMove(ruler, place(50))
    QTest.keyClick(ruler, Qt.Key.Key_Escape)
    QTest.mouseRelease(ruler, LEFT, pos=place(50))
    assert ruler.marks.trim == (8, 96) and len(edits) == 1 and not frames
    QTest.mousePress(ruler, LEFT, pos=place(96))
    QTest.mouseMove(ruler, place(50))
    QTest.mouseRelease(ruler, LEFT, pos=place(50))
    assert [label for label, _made in edits] == ["Trim start of walk", "Trim end of walk"]


def test_the_tag_of_the_playhead_is_dragged_from_the_bracket_on_which_it_stands(strip: TimeStrip, heard) -> None:
    """A clip that was just opened stands at its first frame, where the trim begins too."""
    strip.show_clip(clip(), ("walk",))
    strip.show_head(0, True)
    asked = heard(scrubbed=strip.scrubbed, edited=strip.edited)
    QTest.mousePress(strip.ruler, LEFT, pos=QPoint(round(strip.ruler.scale.x(0)), 8))
    QTest.mouseMove(strip.ruler, QPoint(round(strip.ruler.scale.x(20)), 8))
    QTest.mouseRelease(strip.ruler, LEFT, pos=QPoint(round(strip.ruler.scale.x(20)), 8))
    assert asked == [("scrubbed", 20)] and strip.ruler.marks.trim == (0, 96)


def test_a_press_beside_the_brackets_scrubs_and_keys_ask_for_actions(strip: TimeStrip, heard) -> None:
    strip.show_clip(clip(), ("walk",))
    asked = heard(scrubbed=strip.scrubbed, asked=strip.asked)
    QTest.mouseClick(strip.ruler, LEFT, pos=QPoint(round(strip.ruler.scale.x(43)), 30))
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Right, Qt.Key.Key_End, Qt.Key.Key_Escape):
        QTest.keyClick(strip.ruler, key)
    assert asked == [
        ("scrubbed", 43),
        ("asked", "play_clip"),
        ("asked", "next_frame"),
        ("asked", "last_frame"),
        ("asked", "leave_clip"),
    ]


def test_the_pointer_takes_no_keys_from_who_needs_them(strip: TimeStrip) -> None:
    """As the figure does while something is moved by keys."""

    class Moving(QWidget):
        keeps_keys = True

    strip.show_clip(clip(), ("walk",))
    figure = Moving(strip.holder)
    figure.show()
    figure.setFocus()
    entered = QEnterEvent(QPointF(200, 30), QPointF(200, 30), QPointF(200, 30))
    QApplication.sendEvent(strip.ruler, entered)
    assert QApplication.focusWidget() is figure
    Moving.keeps_keys = False
    QApplication.sendEvent(strip.ruler, entered)
    assert QApplication.focusWidget() is strip.ruler


def test_what_there_is_no_room_for_is_left_out(strip: TimeStrip) -> None:
    strip.show_clip(clip(), ("walk",))
    head = strip.head
    words = head.buttons["pose_frame"].width()
    for width, rate, frame in ((700, True, True), (480, False, True), (330, False, False)):
        head.resize(width, 40)
        QTest.qWait(0)
        assert (head.rate.isVisible(), head.frame.isVisible()) == (rate, frame), width
        last = max(child.geometry().right() for child in head._full.children() if isinstance(child, QWidget))
        assert last <= width or not head.frame.isVisible(), width
    assert words > head.buttons["record_clip"].width()


def test_the_rate_and_the_name_are_edits_of_the_clip(strip: TimeStrip) -> None:
    document = clips.added(Document.of(Rig(bones=(Bone("a"),))), clip())
    strip.show_clip(document.figure.clips[0], ("walk", "run"))
    labels = []
    strip.edited.connect(lambda label, edit: labels.append((label, edit(document).figure.clips[0])))
    strip.head.rate.committed.emit(60.0)
    strip.edit_name()
    line = strip.holder.focusWidget()
    QTest.keyClicks(line, "run")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert len(labels) == 1  # taken
    QTest.keyClicks(line, "s")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert [label for label, _clip in labels] == ["Rate of walk", "Rename walk"]
    assert (labels[0][1].rate, labels[1][1].name) == (60.0, "runs")


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Escape])
def test_once_a_clip_has_its_name_the_keys_are_theirs_who_had_them(strip: TimeStrip, key: Qt.Key) -> None:
    search = QLineEdit(strip.holder)
    search.show()
    strip.show_clip(clip(), ("walk",))
    strip.holder.setFocus()
    strip.edit_name()
    line = strip.holder.focusWidget()
    QTest.keyClicks(line, "run")
    QTest.keyClick(line, key)
    assert strip.holder.window().focusWidget() is strip.holder
