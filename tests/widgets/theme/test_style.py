"""Qt's own widgets look as the theme says: menus, lines of text, buttons of questions, bars and tabs."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QRect, QSize, QStringListModel, Qt
from PySide6.QtGui import QAction, QColor, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QComboBox,
    QDockWidget,
    QLineEdit,
    QListView,
    QMainWindow,
    QMenu,
    QMenuBar,
    QPushButton,
    QStyle,
    QStyleOptionSlider,
    QTabBar,
    QWidget,
)

from pantin.widgets.theme import icons, theme
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.theme.style.dressing import apply_theme

BOTH = pytest.mark.parametrize("tokens", [theme.DARK, theme.LIGHT], ids=lambda tokens: tokens.name)
Part = QStyle.SubControl


@pytest.fixture
def dressed(qapp, qtbot):
    """The application in the dark theme, as it is afterwards."""
    apply_theme(theme.DARK)
    yield qapp
    apply_theme(theme.DARK)


def seen(widget: QWidget) -> QImage:
    return widget.grab().toImage()


def colours(image: QImage, rect: QRect | None = None) -> set[str]:
    rect = rect or image.rect()
    return {
        image.pixelColor(x, y).name()
        for x in range(rect.left(), rect.right() + 1)
        for y in range(rect.top(), rect.bottom() + 1)
    }


def menu_with(qtbot, *actions: QAction) -> QMenu:
    menu = QMenu()
    qtbot.addWidget(menu)
    menu.addActions(actions)
    menu.popup(QPoint(40, 40))
    qtbot.waitUntil(menu.isVisible)
    return menu


# Menus


@BOTH
def test_the_entry_of_a_menu_that_is_pointed_at_is_lit(dressed, qtbot, tokens: theme.Theme) -> None:
    apply_theme(tokens)
    one, other, off = QAction("One"), QAction("Other"), QAction("Off", enabled=False)
    menu = menu_with(qtbot, one, other, off)
    menu.setActiveAction(one)
    image = seen(menu)
    assert tokens.acc_bg in colours(image, menu.actionGeometry(one))
    assert tokens.acc_bg not in colours(image, menu.actionGeometry(other))
    assert tokens.t1 in colours(image, menu.actionGeometry(one))
    assert tokens.t1 not in colours(image, menu.actionGeometry(off))


def test_words_and_keys_of_an_entry_do_not_meet(dressed, qtbot) -> None:
    action = QAction("A rather long entry of a menu", shortcut="Ctrl+Shift+Alt+F12")
    menu = menu_with(qtbot, action)
    words = theme.metrics().horizontalAdvance(action.text()) + theme.metrics().horizontalAdvance("Ctrl+Alt+Shift+F12")
    assert menu.actionGeometry(action).width() >= words + 24


def test_entries_have_room_for_marks_only_where_one_can_have_one(dressed, qtbot) -> None:
    words, other = QAction("Words"), QAction("Other", checkable=True)
    plain, marked = menu_with(qtbot, words), menu_with(qtbot, words, other)
    assert marked.sizeHint().width() >= plain.sizeHint().width() + icons.SIZE


def test_an_entry_without_an_icon_bears_a_tick_where_it_is_on(dressed, qtbot) -> None:
    on, off = QAction("On", checkable=True, checked=True), QAction("Off", checkable=True)
    menu = menu_with(qtbot, on, off)
    image = seen(menu)
    at = icons.SIZE + 16
    for action, is_ticked in ((on, True), (off, False)):
        row = menu.actionGeometry(action)
        assert (theme.DARK.acc_t in colours(image, QRect(row.left(), row.top(), at, row.height()))) is is_ticked


def test_menus_have_round_corners(dressed, qtbot) -> None:
    action = QAction("One")
    menu = menu_with(qtbot, action)
    assert not menu.mask().contains(QPoint(0, 0)) and menu.mask().contains(menu.rect().center())


def test_the_entry_of_a_menu_bar_is_lit_while_its_menu_is_open(dressed, qtbot) -> None:
    bar = QMenuBar()
    qtbot.addWidget(bar)
    file = bar.addMenu("&File")
    file.addAction("Open")
    assert theme.DARK.field not in colours(seen(bar))
    bar.show()
    bar.setActiveAction(file.menuAction())
    assert theme.DARK.field in colours(seen(bar), bar.actionGeometry(file.menuAction()))


# Lines and buttons


def test_a_line_is_lit_where_it_is_pointed_at_unless_it_cannot_be_changed(dressed, shown: Callable) -> None:
    host = QWidget()
    lines = [QLineEdit("text", host), QLineEdit("text", host)]
    for line, top in zip(lines, (10, 50), strict=True):
        line.setGeometry(10, top, 200, 24)
    lines[1].setEnabled(False)
    shown(host)
    for line, ground in zip(lines, (theme.DARK.field_hover, theme.DARK.field), strict=True):
        QTest.mouseMove(line, QPoint(150, 12))
        QTest.qWait(30)
        assert seen(line).pixelColor(190, 12) == QColor(ground)


def test_a_line_without_a_frame_takes_what_its_text_takes(dressed, qtbot) -> None:
    framed, bare = QLineEdit(), QLineEdit()
    for line in (framed, bare):
        qtbot.addWidget(line)
    bare.setFrame(False)
    assert framed.sizeHint().height() == 24 and bare.sizeHint().height() < 24
    assert framed.sizeHint().width() == bare.sizeHint().width() + 16


@BOTH
def test_the_button_that_enter_presses_is_told_from_others(dressed, qtbot, tokens: theme.Theme) -> None:
    apply_theme(tokens)
    first, other = QPushButton("&Save"), QPushButton("Save")
    for button in (first, other):
        qtbot.addWidget(button)
        button.resize(button.sizeHint())
    first.setDefault(True)
    beside_words = QPoint(6, 12)
    for button, ground in ((first, tokens.acc), (other, tokens.field)):
        assert seen(button).pixelColor(beside_words) == QColor(ground)
    assert tokens.on_acc in colours(seen(first)) and tokens.t1 in colours(seen(other))


def test_the_words_of_a_button_fit_when_they_grow_heavier(dressed, qtbot) -> None:
    button = QPushButton("Overwrite what the other window wrote")
    qtbot.addWidget(button)
    button.setDefault(True)
    assert button.sizeHint().width() >= theme.metrics(12, 600).horizontalAdvance(button.text()) + 16


# Bars and tabs


@given(
    st.integers(-1000, 1000),
    st.integers(0, 5000),
    st.integers(0, 3000),
    st.floats(0, 1),
    st.integers(1, 900),
    st.sampled_from(Qt.Orientation),
)
def test_the_parts_of_a_scroll_bar_fill_it_one_after_the_other(
    qapp, least: int, steps: int, page: int, part: float, room: int, way: Qt.Orientation
) -> None:
    apply_theme(theme.DARK)
    option = QStyleOptionSlider()
    option.orientation = way
    is_level = way == Qt.Orientation.Horizontal
    option.rect = QRect(3, 5, room, 8) if is_level else QRect(3, 5, 8, room)
    option.minimum, option.maximum, option.pageStep = least, least + steps, page
    option.sliderPosition = option.sliderValue = least + round(part * steps)
    before, handle, behind = (
        qapp.style().subControlRect(QStyle.ComplexControl.CC_ScrollBar, option, each)
        for each in (Part.SC_ScrollBarSubPage, Part.SC_ScrollBarSlider, Part.SC_ScrollBarAddPage)
    )
    lengths = [rect.width() if is_level else rect.height() for rect in (before, handle, behind)]
    assert sum(lengths) == room and min(lengths) >= 0
    assert lengths[1] >= min(24, room)
    if part in (0.0, 1.0) and steps:
        assert lengths[0 if part == 0.0 else 2] == 0
    assert option.rect.contains(handle)


def test_the_handle_of_a_scroll_bar_is_dragged(dressed, shown: Callable, drag: Callable) -> None:
    rows = QListView()
    rows.setModel(QStringListModel([f"row {number}" for number in range(200)]))
    shown(rows, 200, 300)
    bar = rows.verticalScrollBar()
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, pos=QPoint(4, 5))
    QTest.mouseMove(bar, QPoint(4, 150))
    QTest.mouseRelease(bar, Qt.MouseButton.LeftButton, pos=QPoint(4, 150))
    assert 0.3 * bar.maximum() < bar.value() < 0.7 * bar.maximum()


@BOTH
def test_lists_lie_on_the_panel(dressed, shown: Callable, qtbot, tokens: theme.Theme) -> None:
    rows = shown(QListView(), 100, 100)
    apply_theme(tokens)
    qtbot.waitUntil(lambda: seen(rows).pixelColor(50, 50) == QColor(tokens.panel))


def test_the_tab_of_the_dock_that_is_shown_has_a_line_and_whole_words(dressed, shown: Callable) -> None:
    window = QMainWindow()
    docks = [QDockWidget(name) for name in ("Properties", "Solve")]
    for dock in docks:
        dock.setWidget(QWidget())
        window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, dock)
    window.tabifyDockWidget(*docks)
    shown(window, 600, 300)
    docks[0].raise_()
    tabs = window.findChild(QTabBar)
    image = seen(tabs)
    line = [image.pixelColor(tabs.tabRect(each).center().x(), tabs.height() - 1).name() for each in range(2)]
    assert line == [theme.DARK.acc, theme.DARK.panel]
    for each in range(2):
        assert tabs.tabRect(each).width() >= theme.metrics(12, 500).horizontalAdvance(tabs.tabText(each)) + 20


def test_a_list_that_pops_up_has_a_row_for_each_choice_with_a_tick_at_the_present_one(dressed, shown: Callable) -> None:
    box = QComboBox()
    box.addItems(["One", "Two", "Three"])
    box.setCurrentIndex(1)
    shown(box, 160, 24)
    box.showPopup()
    view = box.view()
    rows = [view.visualRect(view.model().index(row, 0)) for row in range(3)]
    assert {row.height() for row in rows} == {24}
    image = seen(view.viewport())
    ticked = [theme.DARK.acc_t in colours(image, QRect(row.topLeft(), QSize(32, row.height()))) for row in rows]
    assert ticked == [False, True, False]
    box.hidePopup()


def test_the_style_stays_and_a_theme_that_is_on_costs_nothing(dressed) -> None:
    style, before = dressed.style(), dressed.palette().cacheKey()
    apply_theme(theme.DARK)
    assert dressed.style() is style and dressed.palette().cacheKey() == before
    apply_theme(theme.LIGHT)
    assert dressed.style() is style and appearance().theme is theme.LIGHT
