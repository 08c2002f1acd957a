"""The tree of bones: what it shows, what it asks for, and that it never answers itself."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest
from PySide6.QtWidgets import QApplication

from pantin.rigs.document import Document
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.editing.selection import select
from pantin.rigs.pose import Transform
from pantin.rigs.rig import Bone, Rig
from pantin.widgets.hierarchy.bone_model import BoneModel, levels_within, names_between, tree_of
from pantin.widgets.hierarchy.hierarchy import Hierarchy
from pantin.widgets.theme import drawing
from pantin.widgets.values.exchange import BoneRequest
from tests.widgets.hierarchy.trees import ARM, click_bone, rows

LEFT = Qt.MouseButton.LeftButton
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def test_bones_hang_in_the_body_and_handles_stand_flat(panel) -> None:
    model = panel.tree.model()
    groups = [model.node(model.index(row, 0)) for row in range(model.rowCount())]
    assert [(group.name, len(group.members)) for group in groups] == [("Body", 5), ("Handles", 3)]
    assert rows(panel) == (
        "spine",
        "upper_arm.L",
        "forearm.L",
        "hand.L",
        "head",
        "body",
        "hand_ik.L",
        "elbow_pole.L",
    )


def test_qt_finds_the_model_sound(qapp) -> None:
    model = BoneModel()
    tester = QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Warning)
    for wanted in ("", "hand", "nobody"):
        model.show(tree_of(ARM.bones, lambda bone, wanted=wanted: wanted in bone.name))
    assert tester.model() is model


def test_two_thousand_bones_are_all_there(qapp) -> None:
    bones = tuple(Bone(name=f"b{i}", parent=f"b{(i - 1) // 2}" if i else None) for i in range(2000))
    model = BoneModel()
    model.show(tree_of(bones))
    seen = []
    waiting = [model.index(0, 0)]
    while waiting:
        index = waiting.pop()
        for row in range(model.rowCount(index)):
            child = model.index(row, 0, index)
            assert model.parent(child) == index
            seen.append(model.node(child).name)
            waiting.append(child)
    assert sorted(seen) == sorted(bone.name for bone in bones)
    assert model.node(model.parent(model.index_of("b1999"))).name == "b999"


def test_a_chain_of_two_thousand_bones_is_no_trouble(panel) -> None:
    bones = tuple(Bone(name=f"b{i}", parent=f"b{i - 1}" if i else None) for i in range(2000))
    panel.show_document(Document.of(Rig(bones=bones), selected=("b1999",), active="b1999"))
    assert panel.tree.currentIndex() == panel.tree.model().index_of("b1999")
    assert "b1999" in rows(panel)


def test_a_pose_alone_rebuilds_nothing(panel, heard) -> None:
    resets = heard(reset=panel.tree.model().modelReset)
    document = Document.of(ARM)
    panel.show_document(with_transforms(document, {"spine": Transform(location=(1.0, 0.0, 0.0))}))
    assert not resets


def test_clicks_ask_for_a_selection(panel, said) -> None:
    click_bone(panel, "forearm.L")
    assert said[-1] == ("selected", ("forearm.L",), "forearm.L")


def test_ctrl_adds_and_takes_away_from_what_is_selected_by_then(panel, heard) -> None:
    """The second click comes before the tree shows the first."""
    edited = heard(edited=panel.edited)
    for name in ("spine", "hand.L", "spine"):
        click_bone(panel, name, CTRL)
    document = select(Document.of(ARM), ["head"], "head")
    found = []
    for _, _, edit in edited:
        document = edit(document)
        found.append((document.selected, document.active))
    assert found == [
        (("head", "spine"), "spine"),
        (("head", "spine", "hand.L"), "hand.L"),
        (("head", "hand.L"), "hand.L"),
    ]


def test_shift_takes_everything_between(panel, said) -> None:
    click_bone(panel, "upper_arm.L")
    click_bone(panel, "hand.L", SHIFT)
    assert said[-1] == ("selected", ("upper_arm.L", "forearm.L", "hand.L"), "hand.L")


def test_what_a_drag_does_to_a_bone_stands_behind_its_name(panel) -> None:
    panel.show_document(Document.of(ARM))
    before = panel.grab().toImage()
    panel.show_drag_roles({"head": "drawing", "hand.L": "mirror"})
    assert panel.grab().toImage() != before
    model = panel.tree.model()
    for name, word in (("head", "drawing"), ("hand.L", "mirror")):
        assert word in model.data(model.index_of(name), Qt.ItemDataRole.AccessibleTextRole)
    panel.show_drag_roles({})
    assert panel.grab().toImage() == before


def test_what_is_shown_is_not_echoed(panel, said) -> None:
    document = select(Document.of(ARM), ["hand.L"], "hand.L")
    panel.show_document(document)
    panel.show_selection(("head",), "head")
    panel.show_highlighted(("hand.L", "forearm.L"))
    panel.set_hovered("head")
    assert not said


def test_showing_what_was_asked_ends_there(panel, said) -> None:
    panel.selection_asked.connect(panel.show_selection)
    click_bone(panel, "hand.L")
    click_bone(panel, "head")
    assert [one for one in said if one[0] == "selected"] == [
        ("selected", ("hand.L",), "hand.L"),
        ("selected", ("head",), "head"),
    ]


def test_arrow_keys_walk_the_rows(panel, said) -> None:
    panel.selection_asked.connect(panel.show_selection)
    click_bone(panel, "spine")
    QTest.keyClick(panel.tree, Qt.Key.Key_Down)
    assert said[-1] == ("selected", ("upper_arm.L",), "upper_arm.L")
    QTest.keyClick(panel.tree, Qt.Key.Key_Left)
    assert rows(panel) == ("spine", "upper_arm.L", "head", "body", "hand_ik.L", "elbow_pole.L")
    QTest.keyClick(panel.tree, Qt.Key.Key_Right)
    assert "forearm.L" in rows(panel)


def test_the_chevron_folds_and_selects_nothing(panel, said) -> None:
    rect = panel.tree.visualRect(panel.tree.model().index_of("upper_arm.L"))
    QTest.mouseClick(panel.tree.viewport(), LEFT, pos=QPoint(8 + 12 * 2 + 8, rect.center().y()))
    assert not [one for one in said if one[0] == "selected"]
    assert "forearm.L" not in rows(panel) and "upper_arm.L" in rows(panel)


def test_the_active_bone_is_unfolded_and_brought_into_view(panel) -> None:
    panel.tree.folds.close_all()
    assert "hand.L" not in rows(panel)
    panel.show_selection(("hand.L",), "hand.L")
    assert "hand.L" in rows(panel)
    assert panel.tree.viewport().rect().contains(panel.tree.visualRect(panel.tree.model().index_of("hand.L")).center())


def test_search_keeps_what_is_above_and_counts(panel) -> None:
    panel.search.setText("hand")
    assert rows(panel) == ("spine", "upper_arm.L", "forearm.L", "hand.L", "hand_ik.L")
    assert panel.head.note() == "2 of 8"
    panel.search.setText("nobody")
    assert rows(panel) == () and "nobody" in panel.tree._empty
    QTest.keyClick(panel.search, Qt.Key.Key_Escape)
    assert len(rows(panel)) == 8 and panel.head.note() == ""


def test_search_leaves_folded_branches_folded_afterwards(panel) -> None:
    panel.tree.collapse(panel.tree.model().index_of("upper_arm.L"))
    panel.search.setText("hand")
    assert "hand.L" in rows(panel)
    panel.search.clear()
    assert "upper_arm.L" in rows(panel) and "hand.L" not in rows(panel)


def test_the_pointer_is_told_once_and_leaves(panel, said) -> None:
    rect = panel.tree.visualRect(panel.tree.model().index_of("head"))
    for x in (100, 120, 140):
        QTest.mouseMove(panel.tree.viewport(), QPoint(x, rect.center().y()))
        QApplication.processEvents()
    assert [one for one in said if one[0] == "hovered"] == [("hovered", "head")]


def test_a_rig_opens_as_far_as_fits() -> None:
    fingers = tuple(Bone(name=f"f{i}", parent="hand.L") for i in range(60))
    nodes = tree_of((*ARM.bones, *fingers))
    assert levels_within(nodes, 40) == 5
    assert levels_within(tree_of(ARM.bones), 40) == 5


def test_names_between() -> None:
    assert names_between("abcde", "d", "b") == ("b", "c", "d")
    assert names_between("abcde", "c", "c") == ("c",)


def test_the_cross_empties_the_search_and_the_arrows_go_to_the_tree(panel) -> None:
    assert not panel.search.cross.isVisible()
    panel.search.setFocus()
    QTest.keyClicks(panel.search, "hand")
    assert panel.search.cross.isVisible() and panel.search.cross.toolTip()
    QTest.mouseClick(panel.search.cross, Qt.MouseButton.LeftButton)
    assert panel.search.text() == "" and len(rows(panel)) == 8 and panel.search.hasFocus()
    QTest.keyClick(panel.search, Qt.Key.Key_Down)
    assert panel.tree.hasFocus()


def wanted(panel: Hierarchy) -> None:
    """Ask for a bone that is not the head."""
    why_not = {"head": "it looks away"}
    panel.ask_for_bone(BoneRequest("the target", lambda name: why_not.get(name, ""), lambda name: None))


def test_while_a_bone_is_asked_for_a_click_answers(panel, said, heard) -> None:
    answers = heard(answered=panel.answered, rejected=panel.rejected)
    wanted(panel)
    click_bone(panel, "head")
    click_bone(panel, "spine")
    assert answers == [("rejected", '"head" cannot be taken: it looks away.'), ("answered", "spine")]
    assert not [each for each in said if each[0] == "selected"]
    panel.ask_for_bone(None)
    click_bone(panel, "spine")
    assert ("selected", ("spine",), "spine") in said


def test_esc_answers_that_it_is_none(panel, heard) -> None:
    answers = heard(answered=panel.answered)
    panel.tree.setFocus()
    QTest.keyClick(panel.tree, Qt.Key.Key_Escape)
    wanted(panel)
    QTest.keyClick(panel.tree, Qt.Key.Key_Escape)
    assert answers == [("answered", None)]


def test_what_all_names_begin_with_takes_no_room_and_letters_find_the_rest(panel, said, monkeypatch) -> None:
    bones = tuple(replace(b, name=f"rig:{b.name}", parent=b.parent and f"rig:{b.parent}") for b in ARM.bones)
    panel.show_document(Document.of(Rig(bones=bones)))
    written = set[str]()
    monkeypatch.setattr(drawing, "write", lambda painter, rect, text, *more: written.add(text))
    panel.tree.grab()
    assert {"hand", "forearm"} <= written and "rig:hand" not in written
    QTest.keyClick(panel.tree, Qt.Key.Key_F)
    assert said[-1] == ("selected", ("rig:forearm.L",), "rig:forearm.L")
