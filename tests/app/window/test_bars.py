"""Bars lie over the view: the picture under them does not move."""

from __future__ import annotations

from PySide6 import QtCore, QtWidgets

from pantin.app.window.pages.central_area import CentralArea
from pantin.app.window.window import Window
from pantin.widgets.start.recovery_bar import RecoveryBar
from tests.app.person import Person


def test_bars_come_and_go_without_moving_the_view(window: Window, qtbot) -> None:
    before, bar = window.view.geometry(), window.recovery_offer.bar
    window.notice.show_error("This went wrong. " * 20)
    bar.offer("dancer.rig.json", "Today", [("fox.rig.json", "Monday")] * 44, old=40)
    central = window.centralWidget()
    qtbot.waitUntil(lambda: window.notice.height() > 40)
    assert window.view.geometry() == before
    assert central.rect().contains(bar.geometry()) and not bar.geometry().intersects(window.notice.geometry())
    assert window.notice.label.height() >= window.notice.label.heightForWidth(window.notice.label.width())
    assert central.childAt(bar.geometry().topLeft() + QtCore.QPoint(40, 12)) in (bar, bar.label)
    assert bar.geometry().right() > central.width() - 20 and bar.x() > central.width() / 2 + 40, (
        "the figure stands in the middle"
    )
    window.notice.put_away()
    bar.hide()
    assert window.view.geometry() == before


def test_bars_leave_free_what_stands_beside_the_page(qtbot) -> None:
    """As the button that creates a figure, below its measures."""
    bar, page, beside = RecoveryBar(), QtWidgets.QWidget(), QtWidgets.QWidget()
    area = CentralArea(bar)
    qtbot.addWidget(area)
    area.show_page(page)
    area.resize(1100, 690)
    area.show()
    bar.offer("dancer.rig.json", "Today", [], old=0)
    qtbot.waitUntil(lambda: bar.geometry().right() > 1000)
    beside.setFixedWidth(308)
    area.row.addWidget(beside)
    qtbot.waitUntil(lambda: beside.isVisible() and beside.x() > 700)
    assert bar.geometry().right() < beside.x() and not bar.geometry().intersects(beside.geometry())


def test_what_lies_in_the_corner_steps_aside_for_a_drag(person: Person) -> None:
    """There the card of Auto IK says what is pulled."""
    bar, notice = person.window.recovery_offer.bar, person.window.notice
    bar.offer("dancer.rig.json", "Today")
    notice.show_error("This went wrong.")
    x, y = person.where("hand.L")
    person.press((x, y))
    person.move((x + 10, y - 5), (x + 30, y - 20))
    assert person.view.dragging and bar.isHidden() and not notice.isHidden()
    person.key(QtCore.Qt.Key.Key_Escape)
    person.release((x + 30, y - 20))
    assert not bar.isHidden(), "what is put back is no edit"
    bar.hide()
    notice.put_away()
    person.drag((x, y), (x + 30, y - 20))
    assert bar.isHidden(), "it was put away"
