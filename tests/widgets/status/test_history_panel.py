"""The list of steps: newest at the top, a mark at the present, clicks and keys that go there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from pantin import resources
from pantin.widgets.status.history_panel import ICONS, OTHER, HistoryPanel

LABELS = ("Open", "Pin foot.L", "Drag hand.L", "Hide head")


@pytest.fixture
def panel(shown) -> HistoryPanel:
    panel = HistoryPanel()
    panel.show_history(LABELS, 2)
    return shown(panel, 244, 200)


@pytest.fixture
def asked(panel) -> list[int]:
    found: list[int] = []
    panel.step_asked.connect(found.append)
    return found


def click(panel: HistoryPanel, row: int) -> None:
    rect = panel.list.visualRect(panel.list.model().index(row))
    QTest.mouseClick(panel.list.viewport(), Qt.MouseButton.LeftButton, pos=rect.center())


def texts(panel: HistoryPanel, role: Qt.ItemDataRole = Qt.ItemDataRole.DisplayRole) -> list[str]:
    model = panel.list.model()
    return [model.index(row).data(role) for row in range(model.rowCount())]


def test_the_newest_step_stands_at_the_top(panel) -> None:
    assert texts(panel) == ["Hide head", "Drag hand.L", "Pin foot.L", "Open"]
    assert texts(panel, Qt.ItemDataRole.AccessibleTextRole) == [
        "Hide head, undone",
        "Drag hand.L, now",
        "Pin foot.L, done",
        "Open, done",
    ]


def test_a_click_goes_to_a_step_but_not_to_where_one_is(panel, asked) -> None:
    for row in (3, 0, 1):
        click(panel, row)
    assert asked == [0, 3]


def test_tooltips_say_what_a_click_does(panel) -> None:
    assert texts(panel, Qt.ItemDataRole.ToolTipRole) == [
        "Go forward to here: 1 step done again",
        "The figure stands here now",
        "Go back to here: 1 step undone",
        "Go back to here: 2 steps undone",
    ]


def test_arrow_keys_go_through_the_history(panel, asked) -> None:
    panel.step_asked.connect(lambda place: panel.show_history(LABELS, place))
    panel.list.setFocus()
    for key in (Qt.Key.Key_Down, Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_Home):
        QTest.keyClick(panel.list, key)
    assert asked == [1, 0, 1, 3]


def test_what_is_shown_is_not_echoed_and_the_same_costs_nothing(panel, asked, heard) -> None:
    resets = heard(reset=panel.list.model().modelReset)
    panel.show_history((*LABELS,), 2)
    assert not resets
    panel.show_history((*LABELS, "Show head"), 4)
    assert len(resets) == 1 and not asked


def test_the_present_step_of_a_long_history_is_in_view(panel) -> None:
    panel.show_history(("Open", *(f"Drag bone {i}" for i in range(1000))), 300)
    rect = panel.list.visualRect(panel.list.currentIndex())
    assert panel.list.currentIndex().data() == "Drag bone 299"
    assert panel.list.viewport().rect().contains(rect.center())


def test_done_now_and_undone_look_different(panel) -> None:
    def row(number: int):
        return panel.list.viewport().grab(panel.list.visualRect(panel.list.model().index(number))).toImage()

    panel.show_history(("Step", "Step", "Step"), 1)
    assert len({row(number).constBits().tobytes() for number in range(3)}) == 3


def test_every_icon_is_there() -> None:
    for icon in (*ICONS.values(), OTHER):
        assert (resources.FOLDER / "icons" / f"{icon}.svg").is_file()
