"""The head of the shelf in little room."""

from __future__ import annotations

from pantin.widgets.poses.shelf_head import Pills, ShelfHead


def test_tags_without_room_are_in_a_menu_behind_the_others(qtbot) -> None:
    pills = Pills()
    qtbot.addWidget(pills)
    pills.show_tags(("Hands", "Standing", "Walking"))
    pills.resize(600, 22)
    pills.show()
    assert pills.left_out == () and not pills.others.isVisible()
    pills.resize(130, 22)
    assert pills.left_out == ("Standing", "Walking") and pills.others.isVisible()
    assert pills.others.geometry().right() < 130
    last = pills.others_menu().actions()[1]
    with qtbot.waitSignal(pills.changed):
        last.trigger()
    assert pills.chosen == "Walking" and pills.others.isChecked()
    assert [entry.isChecked() for entry in pills.others_menu().actions()] == [False, True]
    pills.resize(600, 22)
    assert not pills.others.isVisible() and pills.pills[3].isChecked()


def test_where_bones_are_selected_and_room_is_little_the_search_gives_way_to_the_tags(qtbot) -> None:
    head = ShelfHead("Poses")
    qtbot.addWidget(head)
    head.pills.show_tags(("Hands", "Standing"))
    head.resize(900, 40)
    head.show()
    wide = head.search.width()
    head.resize(546, 40)
    assert head.selected_only.isVisible() and head.search.width() < wide
    assert head.pills.pills[0].isVisible() and head.pills.others.isVisible()
    assert head.pills.others.geometry().right() < head.pills.width()


def test_words_that_have_no_room_do_not_widen_the_window(qtbot) -> None:
    head = ShelfHead("Poses")
    qtbot.addWidget(head)
    head.pills.show_tags(("Hands", "Standing"))
    head.selected_only.hide()
    without = head.minimumSizeHint().width()
    head.selected_only.show()
    assert head.minimumSizeHint().width() < without + 48
    head.resize(900, 40)
    head.show()
    wide = head.selected_only.width()
    head.resize(head.minimumSizeHint().width(), 40)
    assert head.selected_only.width() < wide == head.selected_only.sizeHint().width()
    assert "Selected bones only" in head.selected_only.toolTip()
