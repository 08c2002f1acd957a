"""The start page: figures flow and open with one click or Enter, recent files open, choices are said."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from pantin.rigs.formats import FORMATS
from pantin.widgets.start.drop_frame import DROPPABLE, DropFrame
from pantin.widgets.start.gallery import CARD, EMPTY, Sample
from pantin.widgets.start.recent_list import Recent
from pantin.widgets.start.recovery_bar import RecoveryBar
from pantin.widgets.start.start_page import DropHint, StartPage
from pantin.widgets.theme import theme
from pantin.widgets.theme.style.dressing import apply_theme

Key = Qt.Key
LEFT = Qt.MouseButton.LeftButton


def picture(colour: Qt.GlobalColor) -> QPixmap:
    found = QPixmap(496, 344)
    found.fill(colour)
    return found


@pytest.fixture
def page(shown) -> StartPage:
    found = StartPage()
    pictures = {"dark": picture(Qt.GlobalColor.red), "light": picture(Qt.GlobalColor.green)}
    names = ("humanoid", "biped", "quadruped", "bird", "hand", "robot_arm", "tentacle", "arm")
    found.show_samples([Sample(name, name.capitalize(), "3 bones", pictures) for name in names])
    found.show_recent([Recent(Path("/rigs/dancer.rig.json"), "Humanoid", "Just now"), Recent(Path("/f.glb"), "", "")])
    shown(found, 1440, 836)
    found.setFocus()
    return found


def test_one_click_opens_a_figure(page: StartPage, heard) -> None:
    said = heard(sample=page.sample_asked, new=page.new_asked)
    QTest.mouseClick(page.gallery.cards[2], LEFT)
    QTest.mouseClick(page.gallery.cards[-1], LEFT)
    assert page.gallery.cards[-1].sample is EMPTY
    assert said == [("sample", "quadruped"), ("new",)]


def test_arrows_walk_and_enter_opens(page: StartPage, heard) -> None:
    said = heard(sample=page.sample_asked)
    assert page.gallery.cards[0].hasFocus(), "the page begins with its figures"
    for key in (Key.Key_Right, Key.Key_Down, Key.Key_Left, Key.Key_Up, Key.Key_Up, Key.Key_Left, Key.Key_Down):
        QTest.keyClick(QApplication.focusWidget(), key)
    assert page.gallery.cards[5].hasFocus()
    QTest.keyClick(QApplication.focusWidget(), Key.Key_Return)
    assert said == [("sample", "robot_arm")]


def test_what_enter_opens_is_said(page: StartPage, heard) -> None:
    said = heard(chosen=page.chosen)
    QTest.keyClick(page.gallery.cards[0], Key.Key_Right)
    page.open_button.setFocus()
    assert said == [("chosen", ""), ("chosen", "Biped"), ("chosen", "")]


def test_tab_passes_the_gallery_in_one_step_and_comes_back_to_the_same_card(page: StartPage) -> None:
    QTest.keyClick(page.gallery.cards[0], Key.Key_Right)
    QTest.keyClick(page.gallery.cards[1], Key.Key_Tab)
    assert QApplication.focusWidget() not in page.gallery.cards
    QTest.keyClick(QApplication.focusWidget(), Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert page.gallery.cards[1].hasFocus()


def test_everything_is_reached_by_tab(page: StartPage) -> None:
    page.show_preset("blender")
    page.show_theme("dark")
    met = set()
    for _ in range(20):
        met.add(QApplication.focusWidget())
        QTest.keyClick(QApplication.focusWidget(), Key.Key_Tab)
    buttons = {page.new_button, page.template_button, page.open_button, page.recent.clear_button, *page.recent.rows}
    assert met >= buttons | {page.gallery.cards[0], page.presets[0], page.themes[0]}


def test_the_card_with_the_focus_comes_into_sight(page: StartPage) -> None:
    page.resize(1000, 500)
    QApplication.processEvents()
    QTest.keyClick(page.gallery.cards[0], Key.Key_End)
    last = page.gallery.cards[-1]
    assert last.hasFocus() and last.visibleRegion().boundingRect().height() > last.height() - 8


def test_recent_files_open_and_can_be_forgotten(page: StartPage, heard) -> None:
    said = heard(file=page.file_asked, clear=page.clear_asked)
    QTest.mouseClick(page.recent.rows[0], LEFT)
    QTest.keyClick(page.recent.rows[1], Key.Key_Return)
    QTest.mouseClick(page.recent.clear_button, LEFT)
    assert said == [("file", Path("/rigs/dancer.rig.json")), ("file", Path("/f.glb")), ("clear",)]
    page.show_recent([])
    assert not page.recent.rows and not page.recent.clear_button.isVisible()


def test_buttons_and_choices_say_what_was_asked(page: StartPage, heard) -> None:
    said = heard(new=page.new_asked, open=page.open_asked, preset=page.preset_asked, theme=page.theme_asked)
    page.show_preset("blender")
    page.show_theme("dark")
    assert not said and page.presets[0].isChecked() and page.themes[0].isChecked()
    QTest.mouseClick(page.new_button, LEFT)
    QTest.keyClick(page.open_button, Key.Key_Return)
    QTest.mouseClick(page.presets[1], LEFT)
    QTest.mouseClick(page.themes[1], LEFT)
    assert said == [("new",), ("open",), ("preset", "industry"), ("theme", "light")]
    assert not page.presets[0].isChecked()


def test_a_set_of_keys_of_ones_own_is_neither_preset(page: StartPage) -> None:
    page.show_preset("blender")
    page.show_preset("mine")
    assert not any(card.isChecked() for card in page.presets)


@pytest.mark.parametrize(("width", "columns"), [(1440, 5), (1180, 3), (900, 2), (600, 1), (1920, 5)])
def test_cards_flow_and_stay_inside(page: StartPage, width: int, columns: int) -> None:
    page.resize(width, 700)
    QApplication.processEvents()
    cards = page.gallery.cards
    first_row = [card for card in cards if card.y() == cards[0].y()]
    assert len(first_row) == columns
    assert all(card.geometry().right() < page.gallery.width() for card in cards)
    assert all(card.width() >= min(CARD, page.gallery.width()) for card in cards)
    assert cards[-1].geometry().bottom() < page.gallery.height()
    rectangles = [card.geometry() for card in cards]
    assert not any(a.intersects(b) for i, a in enumerate(rectangles) for b in rectangles[i + 1 :])


def test_pictures_follow_the_theme(page: StartPage, qapp) -> None:
    card = page.gallery.cards[1]
    middle = QPoint(card.width() // 2, 40)
    assert card.grab().toImage().pixelColor(middle).red() > 200
    apply_theme(theme.LIGHT)
    page.update()
    assert card.grab().toImage().pixelColor(middle).green() > 200


def test_controls_explain_themselves(page: StartPage) -> None:
    for control in (*page.gallery.cards, *page.recent.rows, *page.presets, *page.themes, page.new_button):
        assert control.toolTip() and control.accessibleName()


def test_the_hint_for_dropping_is_never_cut_and_names_the_endings(page: StartPage) -> None:
    hint = page.findChild(DropHint)
    assert theme.metrics(11, 400).horizontalAdvance(DROPPABLE) <= hint.width() - 64
    assert all(known.suffix in hint.toolTip() for known in FORMATS if known.read)


def test_the_drop_frame_covers_its_window_and_lets_the_pointer_through(page: StartPage) -> None:
    frame = DropFrame(page)
    assert not frame.isVisible()
    frame.show_words("Drop to open fox.glb")
    page.resize(1000, 640)
    assert frame.isVisible() and frame.geometry() == page.rect()
    assert page.childAt(page.rect().center()) is not frame


def test_the_recovery_bar_has_two_answers(shown, heard) -> None:
    bar = RecoveryBar()
    bar.offer("dancer.rig.json", "14:05")
    shown(bar, 900, 40)
    said = heard(restore=bar.restore_asked, discard=bar.discard_asked)
    assert "dancer.rig.json" in bar.label.text() and "14:05" in bar.label.text()
    QTest.mouseClick(bar.restore_button, LEFT)
    QTest.keyClick(bar.discard_button, Key.Key_Return)
    assert said == [("restore", 0), ("discard",)]


def test_all_other_work_is_in_a_menu(shown, heard) -> None:
    bar = RecoveryBar()
    bar.offer("dancer.rig.json", "Today", [("fox.rig.json", "Monday")] * 40, old=3)
    shown(bar, 720, 40)
    said = heard(restore=bar.restore_asked, old=bar.discard_old_asked, all=bar.discard_all_asked)
    *listed, _line, old, everything = bar.menu.actions()
    assert bar.others_button.isVisible() and len(listed) < 20
    assert listed[0].text() == "Restore fox.rig.json · Monday", "a date begins with a capital"
    for action in (listed[1], old, everything):
        action.trigger()
    assert said == [("restore", 2), ("old",), ("all",)]
    assert "3" in old.text() and "41" in everything.text()
