"""Eyes and padlocks: what a click switches, how far it reaches, and what the tooltip promises."""

from __future__ import annotations

import msgspec
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolTip

from pantin.rigs import Document
from pantin.rigs.editing.visibility import hide, set_selectable
from pantin.rigs.joint import Locks
from pantin.rigs.rig import Pin
from pantin.rigs.templates import TEMPLATES
from pantin.widgets.hierarchy import row_pins
from pantin.widgets.hierarchy.bone_model import roles_of
from pantin.widgets.hierarchy.bone_switches import EYE, PADLOCK, Subject, clicked, explanation
from pantin.widgets.hierarchy.hierarchy import FILTERS, Hierarchy
from pantin.widgets.theme import drawing, icons, theme
from pantin.widgets.theme.appearance import appearance
from tests.widgets.hierarchy.trees import (
    ARM,
    CTRL,
    NONE,
    SHIFT,
    click,
    drag_to,
    on_switch,
    place,
    press,
    release,
    type_key,
)


@pytest.fixture
def asked(panel) -> list[tuple[str, Document]]:
    """Return what was asked for: the words, and the document that it makes; the panel shows it as the window would."""
    found: list[tuple[str, Document]] = []

    def take(label: str, edit) -> None:
        found.append((label, edit(panel.tree.document)))
        panel.show_document(found[-1][1])

    panel.edited.connect(take)
    return found


def hidden(document: Document) -> set[str]:
    return {bone.name for bone in document.rig.bones if bone.hidden}


def locked(document: Document) -> set[str]:
    return {bone.name for bone in document.rig.bones if not bone.selectable}


def test_an_eye_hides_one_bone_and_shows_it_again(panel, asked) -> None:
    click(panel, on_switch(panel, "hand.L", EYE))
    click(panel, on_switch(panel, "hand.L", EYE))
    assert [(label, hidden(document)) for label, document in asked] == [
        ("Hide hand.L", {"hand.L"}),
        ("Show hand.L", set()),
    ]


def test_a_padlock_keeps_clicks_away(panel, asked) -> None:
    click(panel, on_switch(panel, "head", PADLOCK))
    click(panel, on_switch(panel, "head", PADLOCK))
    assert [(label, locked(document)) for label, document in asked] == [("Lock head", {"head"}), ("Unlock head", set())]


def test_a_switch_selects_nothing(panel, asked, heard) -> None:
    said = heard(selected=panel.selection_asked)
    click(panel, on_switch(panel, "hand.L", EYE))
    click(panel, on_switch(panel, "hand.L", PADLOCK), SHIFT)
    assert len(asked) == 2 and not said


def test_shift_takes_all_below_along(panel, asked) -> None:
    click(panel, on_switch(panel, "upper_arm.L", EYE), SHIFT)
    assert asked[-1][0] == "Hide upper_arm.L and 2 below"
    assert hidden(asked[-1][1]) == {"upper_arm.L", "forearm.L", "hand.L"}


def test_ctrl_leaves_only_this_and_once_more_brings_all_back(panel, asked) -> None:
    click(panel, on_switch(panel, "head", EYE), CTRL)
    assert asked[-1][0] == "Show only head"
    assert hidden(asked[-1][1]) == {bone.name for bone in ARM.bones} - {"head"}
    click(panel, on_switch(panel, "head", EYE), CTRL)
    assert asked[-1][0] == "Show all" and hidden(asked[-1][1]) == set()


def test_ctrl_and_shift_leave_only_this_and_all_below(panel, asked) -> None:
    click(panel, on_switch(panel, "upper_arm.L", PADLOCK), CTRL | SHIFT)
    assert asked[-1][0] == "Unlock only upper_arm.L and 2 below"
    assert locked(asked[-1][1]) == {"body", "spine", "head", "hand_ik.L", "elbow_pole.L"}


def test_a_group_is_switched_as_a_whole(panel, asked) -> None:
    click(panel, on_switch(panel, "Handles", EYE))
    assert asked[-1][0] == "Hide Handles" and hidden(asked[-1][1]) == {"body", "hand_ik.L", "elbow_pole.L"}
    panel.show_document(hide(Document.of(ARM), ["hand_ik.L"]))
    click(panel, on_switch(panel, "Handles", EYE))
    assert asked[-1][0] == "Show Handles" and hidden(asked[-1][1]) == set()


def test_dragging_over_eyes_is_one_step(panel, asked) -> None:
    panel.show_document(hide(Document.of(ARM), ["forearm.L"]))
    press(panel, on_switch(panel, "upper_arm.L", EYE))
    drag_to(panel, on_switch(panel, "head", EYE))
    assert not asked
    release(panel, on_switch(panel, "head", EYE))
    assert [(label, hidden(document)) for label, document in asked] == [
        ("Hide 4 bones", {"upper_arm.L", "forearm.L", "hand.L", "head"})
    ]


def test_esc_puts_dragged_eyes_back(panel, asked) -> None:
    panel.tree.setFocus()
    press(panel, on_switch(panel, "upper_arm.L", EYE))
    drag_to(panel, on_switch(panel, "hand.L", EYE))
    type_key(panel, Qt.Key.Key_Escape)
    release(panel, on_switch(panel, "hand.L", EYE))
    assert not asked


def hovered(panel: Hierarchy, at: QPoint) -> str:
    QToolTip.hideText()
    viewport = panel.tree.viewport()
    QApplication.sendEvent(viewport, QHelpEvent(QEvent.Type.ToolTip, at, viewport.mapToGlobal(at)))
    return QToolTip.text()


def test_the_tooltip_says_what_a_click_does_now(panel) -> None:
    assert "Hide upper_arm.L" in hovered(panel, on_switch(panel, "upper_arm.L", EYE))
    assert "Shift: with 2 below" in hovered(panel, on_switch(panel, "upper_arm.L", EYE))
    panel.show_document(set_selectable(Document.of(ARM), ["head"], False))
    assert "Unlock head" in hovered(panel, on_switch(panel, "head", PADLOCK))


@pytest.mark.parametrize("column", [EYE, PADLOCK])
@pytest.mark.parametrize("held", [NONE, SHIFT, CTRL, SHIFT | CTRL])
def test_the_tooltip_and_the_click_say_the_same(column, held) -> None:
    subject = Subject("upper_arm.L", ("upper_arm.L",))
    assert clicked(ARM, column, subject, held).label in explanation(ARM, column, subject, held)


def test_rows_say_in_words_what_they_show(panel) -> None:
    locks = Locks(rotation=(True, False, False))
    bones = tuple(
        msgspec.structs.replace(bone, locks=locks, hidden=True) if bone.name == "hand.L" else bone for bone in ARM.bones
    )
    panel.show_document(Document.of(msgspec.structs.replace(ARM, bones=bones)))
    model = panel.tree.model()
    spoken = model.index_of("hand.L").data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken == "hand.L, bone, left, carried by forearm.L, constrained, locked channels, hidden"
    assert "turned by IK" in model.index_of("forearm.L").data(Qt.ItemDataRole.AccessibleTextRole)
    assert "carried by forearm.L" in hovered(panel, place(panel, "hand.L"))
    assert "5 bones" in model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)


def test_ik_that_is_off_turns_nothing() -> None:
    assert roles_of(ARM).turned == {"forearm.L", "upper_arm.L"} and roles_of(ARM).constrained == {"hand.L"}
    muted = ARM.changed(constraints=(msgspec.structs.replace(ARM.constraints[0], blend=0.0),))
    assert roles_of(muted).turned == frozenset()


def test_a_bone_that_ik_turns_looks_different(panel) -> None:
    """By form: in the pixels of its icon, with colours taken away."""
    before = panel.tree.grab().toImage().convertToFormat(panel.tree.grab().toImage().Format.Format_Grayscale8)
    panel.show_document(Document.of(ARM.changed(constraints=())))
    after = panel.tree.grab().toImage().convertToFormat(before.format())
    assert before != after


def test_switches_are_seen_under_the_pointer_and_where_they_are_set(panel) -> None:
    def ink(name: str) -> bool:
        corner = on_switch(panel, name, EYE) - QPoint(8, 8)
        image = panel.tree.viewport().grab().toImage()
        colours = {image.pixel(corner.x() + x, corner.y() + y) for x in range(16) for y in range(16)}
        return len(colours) > 1

    assert not ink("head")
    panel.set_hovered("head")
    assert ink("head") and not ink("hand.L")
    panel.set_hovered(None)
    panel.show_document(hide(Document.of(ARM), ["hand.L"]))
    assert ink("hand.L") and not ink("head") and ink("Body")


def test_only_what_changed_is_read_again(panel, heard) -> None:
    resets = heard(reset=panel.tree.model().modelReset)
    panel.show_document(hide(Document.of(ARM), ["hand.L"]))
    assert not resets
    assert panel.tree.model().node(panel.tree.model().index_of("hand.L")).bone.hidden


# Head.


def action(menu, title: str):
    return next(found for found in menu.actions() if found.text().replace("&", "") == title)


def test_the_menu_shows_and_unlocks_all_and_says_why_not(panel, asked) -> None:
    show_all = action(panel.menu(), "Show all")
    assert not show_all.isEnabled() and show_all.toolTip() == "No bone is hidden."
    panel.show_document(set_selectable(hide(Document.of(ARM), ["head"]), ["spine"], False))
    action(panel.menu(), "Show all").trigger()
    assert asked[-1][0] == "Show all" and hidden(asked[-1][1]) == set()
    action(panel.menu(), "Unlock all").trigger()
    assert asked[-1][0] == "Unlock all" and locked(asked[-1][1]) == set()


def test_a_filter_lists_some_bones_and_says_so(panel) -> None:
    action(panel.filter_menu(), "Handles and poles").trigger()
    assert panel.tree.visible_names() == ("body", "hand_ik.L", "elbow_pole.L")
    assert panel.head.note() == "Handles and poles · 3 of 8"
    assert action(panel.filter_menu(), "Handles and poles").isChecked()
    panel.search.setText("pole")
    assert panel.tree.visible_names() == ("elbow_pole.L",)
    panel.search.clear()
    action(panel.filter_menu(), "All bones").trigger()
    assert len(panel.tree.visible_names()) == len(ARM.bones) and panel.head.note() == ""


def test_the_filter_of_hidden_bones_follows_what_is_hidden(panel) -> None:
    panel.filter_by(next(found for found in FILTERS if found.title == "Hidden"))
    assert panel.tree.visible_names() == () and panel.tree._empty == "No bone is hidden."
    panel.show_document(hide(Document.of(ARM), ["head"]))
    assert panel.tree.visible_names() == ("spine", "head")


def test_a_push_pin_stands_in_the_rows_of_pinned_bones_and_a_click_on_it_unpins(panel, asked) -> None:
    rig = ARM.changed(pins=(Pin("hand.L"), Pin("head", rotation=True)))
    panel.show_document(Document.of(rig))
    assert row_pins.explanation(rig, "hand.L").startswith("<b>Pinned in its place.</b>")
    assert row_pins.explanation(rig, "head").startswith("<b>Pinned in place and rotation.</b>")
    width = panel.tree.viewport().width()
    at = QPoint(width - row_pins.RIGHT + 8, place(panel, "hand.L").y())
    picture = panel.tree.viewport().grab().toImage()
    assert any(
        picture.pixelColor(at + QPoint(x, y)) == theme.colour(appearance().theme.pin)
        for x in range(-8, 8)
        for y in range(-8, 8)
    )
    click(panel, at)
    [(label, document)] = asked
    assert label == "Unpin hand.L" and document.rig.pins == (Pin("head", rotation=True),)
    assert panel.tree.pin_at(at) is None


def test_the_switches_of_a_pinned_bone_stand_beside_its_pin(panel, asked) -> None:
    panel.show_document(Document.of(ARM.changed(pins=(Pin("hand.L"),))))
    click(panel, QPoint(panel.tree.viewport().width() - EYE.right - row_pins.TAKEN + 8, place(panel, "hand.L").y()))
    [(label, document)] = asked
    assert label == "Hide hand.L" and document.rig.pins == (Pin("hand.L"),)


@pytest.mark.parametrize("template", TEMPLATES)
def test_every_name_of_a_figure_is_read_whole_in_a_panel_as_wide_as_it_is_at_first(
    panel, template, monkeypatch
) -> None:
    rig, written = TEMPLATES[template](), set[str]()
    monkeypatch.setattr(drawing, "write", lambda painter, rect, text, *more: written.add(text))
    panel.resize(244, 3000)
    panel.show_document(Document.of(rig))
    panel.tree.grab()
    assert {bone.name.removesuffix(".L").removesuffix(".R") for bone in rig.bones} <= written


def test_a_deep_name_stays_whole_under_the_pointer_and_its_switches_come_where_they_are(panel, monkeypatch) -> None:
    panel.resize(244, 3000)
    panel.show_document(Document.of(TEMPLATES["humanoid"]()))
    panel.tree.expandAll()
    seen = set[str]()
    monkeypatch.setattr(drawing, "write", lambda painter, rect, text, *more: seen.add(text))
    monkeypatch.setattr(icons, "draw", lambda painter, name, *more: seen.add(name))

    def point_at(at: QPoint) -> None:
        QTest.mouseMove(panel.tree.viewport(), at)  # no other events: the screen's own pointer is somewhere else
        seen.clear()
        panel.tree.viewport().grab(panel.tree.visualRect(panel.tree.indexAt(at)).adjusted(0, 4, 0, -4))

    point_at(place(panel, "middle_1.L"))
    assert "middle_1" in seen and "eye" not in seen
    point_at(on_switch(panel, "middle_1.L", EYE))
    assert {"eye", "unlock"} <= seen
