"""The status bar: what is said, in which order, and how long it stays."""

from __future__ import annotations

from types import SimpleNamespace

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from pantin.rigs.constraints import Ik
from pantin.rigs.document import Document
from pantin.rigs.rig import Bone, Rig
from pantin.widgets.floating.notice_bar import NoticeBar
from pantin.widgets.start.recovery_bar import RecoveryBar
from pantin.widgets.status import hint_line
from pantin.widgets.status.status_bar import StatusBar, duration_text
from pantin.widgets.theme.theme import named

LEFT = Qt.MouseButton.LeftButton
DOCUMENT = Document.of(
    Rig(
        bones=(Bone(name="forearm.L"), Bone(name="hand_ik.L", kind="handle")),
        constraints=(Ik(owner="forearm.L", target="hand_ik.L"),),
    )
)


def goal(residual: float, reached: bool, constraint: int | None = 0, **more: object) -> SimpleNamespace:
    told = {"owner": "forearm.L", "constraint": constraint, "residual": residual, "iterations": 3}
    return SimpleNamespace(
        **{**told, "ahead": False, "pinned": False, "pole_undefined": False, "pole_residual": 0.0, **more},
        reached=reached,
    )


@pytest.fixture
def bar(shown) -> StatusBar:
    bar = StatusBar()
    shown(bar, 900, 24)
    return bar


def test_the_worst_news_comes_first(bar) -> None:
    bar.show_state(DOCUMENT, (goal(0.0, True),), 6.0)
    assert bar.news.text() == "All goals reached"
    problem = SimpleNamespace(severity="warning", text="The pole is in line.", bones=("forearm.L",))
    bar.show_state(DOCUMENT, (goal(0.0, True),), 6.0, (problem,))
    assert bar.news.text() == "The pole is in line."
    bar.show_state(DOCUMENT, (goal(0.127, False), goal(0.01, False, None)), 6.0, (problem,))
    assert bar.news.text() == "hand_ik.L not reached, 127 mm"


def test_a_handle_ahead_of_the_body_is_no_miss(bar) -> None:
    bar.show_state(DOCUMENT, (goal(0.09, False, ahead=True), goal(0.0, True)), 6.0)
    assert bar.news.text() == "hand_ik.L 90 mm ahead" and bar.news._message.level == "reached"


def test_a_pole_that_a_limit_keeps_the_bend_from_is_no_good_news(bar) -> None:
    bar.show_state(DOCUMENT, (goal(0.0, True, pole_residual=0.3), goal(0.0, True, pole_residual=0.5)), 6.0)
    assert bar.news.text() == "hand_ik.L reached, its pole missed by 29°" and bar.news._message.level == "warning"
    bar.show_state(DOCUMENT, (goal(0.0, True, pole_residual=1.0, pole_undefined=True),), 6.0)
    assert bar.news.text() == "All goals reached", "a pole in line asks for no side"


def test_pins_that_are_not_kept_come_before_what_was_pulled(bar) -> None:
    """Which ones, the farthest first, and by how much; what is pulled may be farther off."""
    pins = [goal(far, False, None, owner=name, pinned=True) for name, far in (("foot.L", 0.012), ("hand.L", 0.127))]
    kept = goal(0.0, True, None, owner="foot.R", pinned=True)
    bar.show_state(DOCUMENT, (goal(0.3, False, None), *pins, kept), 6.0)
    assert bar.news.text() == "Pins out of each other's reach: hand.L by 127 mm, foot.L by 12 mm"
    assert bar.news._message.bones == ("hand.L", "foot.L")


def test_a_rig_without_goals_has_no_news(bar) -> None:
    bar.show_state(DOCUMENT, (), 6.0)
    assert bar.news.text() == ""


def test_an_error_stays_until_it_is_clicked(bar) -> None:
    bar.show_error("a.rig.json: $.bones: the rig has no bones.")
    bar.show_state(DOCUMENT, (goal(0.0, True),), 6.0)
    assert "no bones" in bar.news.text()
    QTest.mouseClick(bar.news, LEFT)
    assert bar.news.text() == "All goals reached"


def test_a_click_on_the_news_names_the_bones(bar, heard) -> None:
    said = heard(clicked=bar.news_clicked)
    bar.show_state(DOCUMENT, (goal(0.127, False),), 6.0)
    QTest.mouseClick(bar.news, LEFT)
    assert said == [("clicked", ("hand_ik.L",))]


@pytest.mark.parametrize("bones", [("forearm.L",), ()])
def test_a_click_on_a_problem_asks_for_the_problems_too(bar, heard, bones: tuple[str, ...]) -> None:
    said = heard(clicked=bar.news_clicked, problems=bar.problems_asked)
    bar.show_state(DOCUMENT, (), 6.0, (SimpleNamespace(severity="error", text="It is wrong.", bones=bones),))
    QTest.mouseClick(bar.news, LEFT)
    assert said == [*([("clicked", bones)] if bones else []), ("problems",)]
    assert "show the problems" in bar.news.toolTip()


def test_hints_and_progress(bar) -> None:
    hints = (("LMB", "Drag: pose the chain"), ("Shift MMB", "Pan"), ("X Y Z", "Axis"))
    bar.show_hints(hints)
    assert bar.hints.shown() == hints
    assert not bar.hints.grab().toImage().isNull()
    bar.show_progress(0.4)
    assert bar.progress.isVisible() and bar.progress.bar.part == 0.4
    bar.show_progress(None)
    assert not bar.progress.isVisible()


def test_where_it_is_narrow_hints_go_first_then_figures_and_never_the_news(bar) -> None:
    hints = (("LMB", "Drag: pose the chain"), ("Shift", "Fine"), ("Ctrl", "Snap"))
    bar.show_hints(hints)
    bar.show_state(DOCUMENT, (goal(0.127, False),), 6.0)
    for width in (900, 480, 400, 240):
        bar.resize(width, 24)
        QTest.qWait(1)
        assert bar.news.width() >= min(bar.news.sizeHint().width(), width - 24)
        assert bar.hints.fitting() == hints[: len(bar.hints.fitting())]
    assert bar.hints.fitting() == () and not bar.figures.isVisible()
    bar.resize(900, 24)
    QTest.qWait(1)
    assert bar.hints.fitting() == hints and bar.figures.isVisible()


def test_readers_hear_hints_and_news(bar) -> None:
    bar.show_hints((("Ctrl Wheel", "Chain length"),))
    assert bar.hints.accessibleName() == "Ctrl Wheel: Chain length"
    bar.show_error("The file is gone.")
    assert bar.news.accessibleName() == "The file is gone."


def test_times_are_short() -> None:
    assert duration_text(6.2) == "6 µs" and duration_text(2500) == "2.5 ms"


def test_a_notice_blocks_nothing_and_is_put_away(shown, heard) -> None:
    bar = NoticeBar()
    shown(bar, 600, 32)
    said = heard(closed=bar.closed)
    bar.show_error("The file cannot be read.")
    assert bar.isVisible() and bar.label.text() == "The file cannot be read."
    QTest.mouseClick(bar.close_button, LEFT)
    assert not bar.isVisible() and said == [("closed",)]


def test_what_was_left_out_looks_otherwise_than_a_failure(shown) -> None:
    bar = NoticeBar()
    shown(bar, 600, 40)
    tokens = named("dark")
    for show, colour in ((bar.show_error, tokens.miss), (bar.show_note, tokens.limit), (bar.show_error, tokens.miss)):
        show("Colours of vertices are left out.")
        stripe = bar.grab().toImage().pixelColor(1, 20)
        assert stripe.name() == colour


def test_ik_that_rests_is_told(bar) -> None:
    resting = DOCUMENT.with_rig(msgspec.structs.replace(DOCUMENT.rig, live_solving=False))
    bar.show_state(resting, (), 6.0)
    assert bar.news.text() == "Live solving is off: IK waits for Solve once"
    bar.show_state(resting.with_rig(msgspec.structs.replace(resting.rig, constraints=())), (), 6.0)
    assert bar.news.text() == ""


@pytest.mark.parametrize("width", [1200, 480, 300])
def test_a_notice_is_never_cut(shown, qtbot, width: int) -> None:
    holder = QWidget()
    notice = NoticeBar()
    column = QVBoxLayout(holder)
    column.addWidget(notice)
    column.addStretch(1)
    notice.show_error('character.glb: the mesh "body" has weights for 7 joints, but the skin has 5: export it anew.')
    shown(holder, width, 300)
    label = notice.label
    qtbot.waitUntil(lambda: label.height() >= label.heightForWidth(label.width()))


def test_the_offer_to_restore_is_never_cut(shown) -> None:
    bar = RecoveryBar()
    bar.offer("dancer.rig.json", "14:05")
    shown(bar, bar.WIDEST, bar.heightForWidth(bar.WIDEST))
    assert bar.label.height() >= bar.label.heightForWidth(bar.label.width())


def test_a_sentence_takes_the_place_of_the_hints_for_a_while(bar) -> None:
    bar.show_hints((("LMB", "Orbit"),))
    bar.tell("Select a bone first.")
    bar.show_hints((("LMB", "Select"),))
    assert bar.hints.sentence() == bar.hints.accessibleName() == bar.hints.toolTip() == "Select a bone first."
    bar.hints._over.timeout.emit()
    assert bar.hints.sentence() == "" and bar.hints.accessibleName().endswith("Select")


def test_a_sentence_that_was_read_gives_way_to_the_hints_of_a_drag(bar) -> None:
    bar.show_hints((("LMB", "Orbit"),))
    bar.tell("Nothing to undo.")
    bar.hints._over.start(hint_line.SHOWN_FOR - 2 * hint_line.READ_IN)
    bar.show_hints((("LMB", "Orbit"),))
    assert bar.hints.sentence() == "Nothing to undo."
    bar.show_hints((("Esc", "Cancel"),))
    assert bar.hints.sentence() == "" and bar.hints.accessibleName() == "Esc: Cancel"
