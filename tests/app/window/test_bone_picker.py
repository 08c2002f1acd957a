"""Constraints added at the pointer and targets pointed out, on the real window."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6 import QtCore, QtTest, QtWidgets

from pantin.rigs.constraints import Armature, ChildOf, CopyRotation, Ik, LimitRotation
from pantin.rigs.editing import constrain
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.editing.visibility import hide
from pantin.rigs.fields import WeightedBone
from pantin.rigs.pose import Transform
from pantin.widgets.constraints.constraint_menu import ConstraintMenu
from tests.app.person import Person

Qt = QtCore.Qt


def menu() -> ConstraintMenu:
    """The menu that is open."""
    tops = QtWidgets.QApplication.topLevelWidgets()
    [found] = [top for top in tops if isinstance(top, ConstraintMenu) and top.isVisible()]
    return found


def add(person: Person, words: str) -> None:
    """Shift Ctrl C, some letters, Enter."""
    person.view.setFocus()
    person.shortcut("Ctrl+Shift+C")
    QtTest.QTest.keyClicks(menu().search, words)
    QtTest.QTest.keyClick(menu().search, Qt.Key.Key_Return)
    QtWidgets.QApplication.processEvents()


def constraints(person: Person, owner: str) -> list:
    return [one for one in person.session.document.rig.constraints if one.owner == owner]


def steps(person: Person) -> tuple[str, ...]:
    return tuple(person.session.history.labels)


def test_the_selected_other_bone_becomes_the_target_in_one_step(person: Person) -> None:
    before = steps(person)
    person.session.select(("hand_ik.L", "head"), "head")
    add(person, "copy rot")
    assert constraints(person, "head") == [CopyRotation(owner="head", target="hand_ik.L")]
    assert steps(person) == (*before, 'Add "Copy rotation" to head')
    assert person.window.bone_picker.request is None


def test_alone_the_target_is_clicked(person: Person) -> None:
    before = steps(person)
    person.session.select(("head",), "head")
    add(person, "copy rot")
    assert (
        not constraints(person, "head")
        and person.window.bone_picker.request.purpose == "the target of Copy rotation on head"
    )
    person.click(person.where("hips"))
    assert constraints(person, "head") == [CopyRotation(owner="head", target="hips")]
    assert steps(person) == (*before, 'Add "Copy rotation" to head') and person.session.document.selected == ("head",)
    person.session.undo()
    assert not constraints(person, "head")


def test_a_bone_that_goes_in_circles_is_not_taken(person: Person) -> None:
    person.session.select(("chest",), "chest")
    add(person, "copy rot")
    person.click(person.where("head"))
    assert not constraints(person, "chest") and person.window.bone_picker.request is not None
    shown = dict(person.window.hints.over_view)
    assert shown["LMB"] == "head cannot be taken" and shown["Esc"] == "No target"


@pytest.mark.parametrize("where", ["view", "tree", "panel"])
def test_esc_leaves_the_constraint_without_a_target(person: Person, where: str) -> None:
    before = steps(person)
    person.session.select(("head",), "head")
    add(person, "damped")
    focus = {
        "view": person.view,
        "tree": person.window.panels.hierarchy.tree,
        "panel": person.window.panels.properties.constraints.plus,
    }
    focus[where].setFocus()
    person.key(Qt.Key.Key_Escape)
    [added] = constraints(person, "head")
    assert added.target is None and steps(person) == (*before, 'Add "Damped track" to head')
    assert person.window.bone_picker.request is None


def test_a_limit_asks_for_nothing(person: Person) -> None:
    person.session.select(("head",), "head")
    add(person, "limit rot")
    assert constraints(person, "head") == [LimitRotation(owner="head")] and person.window.bone_picker.request is None


def test_what_would_go_in_circles_is_rejected_in_words(person: Person) -> None:
    said: list[str] = []
    person.session.warned.connect(said.append)
    before = steps(person)
    person.session.select(("head", "chest"), "chest")
    add(person, "copy rot")
    assert said == ['"head" cannot be the target: it hangs below chest, which this moves; select another bone.']
    assert steps(person) == before


def test_the_pipette_takes_a_bone_of_the_tree(person: Person) -> None:
    person.session.select(("forearm.L",), "forearm.L")
    person.wait_for_the_pose()
    person.window.panels.show()
    field = person.window.panels.properties.constraints.cards[0].form.editors["target"]
    QtTest.QTest.mouseClick(field, Qt.MouseButton.LeftButton, pos=QtCore.QPoint(field.width() - 10, 12))
    assert person.window.bone_picker.request.purpose == "the target of IK on forearm.L"
    tree = person.window.panels.hierarchy.tree
    row = tree.visualRect(tree.model().index_of("head"))
    QtTest.QTest.mouseClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=QtCore.QPoint(150, row.center().y()))
    [ik] = [one for one in constraints(person, "forearm.L") if isinstance(one, Ik)]
    assert ik.target == "head" and steps(person)[-1] == "Target of forearm.L"
    assert person.session.document.selected == ("forearm.L",)


def test_undoing_ends_the_asking_and_adds_nothing(person: Person) -> None:
    person.session.edit("Hide", lambda document: hide(document, ("hips",)))
    person.session.select(("head",), "head")
    add(person, "copy rot")
    count = len(person.session.document.rig.constraints)
    person.session.undo()
    assert person.window.bone_picker.request is None
    assert len(person.session.document.rig.constraints) == count


def test_the_button_below_the_cards_asks_the_same(person: Person) -> None:
    person.session.select(("head",), "head")
    person.wait_for_the_pose()
    person.window.panels.show()
    QtTest.QTest.mouseClick(person.window.panels.properties.constraints.plus, Qt.MouseButton.LeftButton)
    QtTest.QTest.keyClicks(menu().search, "copy loc")
    QtTest.QTest.keyClick(menu().search, Qt.Key.Key_Return)
    assert person.window.bone_picker.request.purpose == "the target of Copy location on head"


def test_pointing_at_a_card_draws_its_relations(person: Person) -> None:
    person.session.select(("forearm.L",), "forearm.L")
    person.wait_for_the_pose()
    person.window.panels.show()
    card = person.window.panels.properties.constraints.cards[0]
    place = person.window.panels.properties.constraints._index_of[card]
    card.pointed.emit(True, "hand_ik.L")
    assert person.view._shown_frame.related == (place,) and person.view._shown_frame.pointed == "hand_ik.L"
    card.pointed.emit(False, None)
    assert person.view._shown_frame.related == () and person.view._shown_frame.pointed is None


TURNED = {"chest": Transform(rotation=(0.0, 0.0, 0.6, 0.8))}


def matrix(person: Person, name: str) -> np.ndarray:
    person.wait_for_the_pose()
    return np.array(person.session.evaluated.matrix(name))


def test_a_bone_that_is_hung_on_another_stays_where_it_is(person: Person) -> None:
    person.session.edit("Turn", lambda document: with_transforms(document, TURNED))
    before = matrix(person, "hand_ik.R")
    person.session.select(("head", "hand_ik.R"), "hand_ik.R")
    add(person, "child of")
    assert np.allclose(matrix(person, "hand_ik.R"), before, atol=1e-9)
    person.session.edit("Turn back", lambda document: with_transforms(document, {"chest": Transform()}))
    moved = matrix(person, "hand_ik.R")
    assert not np.allclose(moved, before, atol=1e-2)
    card = person.window.panels.properties.constraints.cards[0]
    card.committed.emit("target", "hips")
    [child] = constraints(person, "hand_ik.R")
    assert child.target == "hips" and np.allclose(matrix(person, "hand_ik.R"), moved, atol=1e-9)


def test_the_buttons_of_its_card_set_and_clear_the_inverse(person: Person) -> None:
    person.session.edit("Turn", lambda document: with_transforms(document, TURNED))
    before = matrix(person, "hand_ik.R")
    person.session.select(("hand_ik.R",), "hand_ik.R")
    person.session.edit("Hang", lambda document: constrain.add_new(document, ChildOf, "hand_ik.R", "head"))
    person.wait_for_the_pose()
    person.window.panels.show()
    buttons = person.window.panels.properties.constraints.cards[0].commands.buttons
    assert not buttons["clear_inverse"].isEnabled()
    buttons["set_inverse"].click()
    assert np.allclose(matrix(person, "hand_ik.R"), before, atol=1e-9)
    assert steps(person)[-1] == "Set inverse of hand_ik.R"
    person.window.panels.show()
    assert buttons["clear_inverse"].isEnabled()
    buttons["clear_inverse"].click()
    assert constraints(person, "hand_ik.R") == [ChildOf(owner="hand_ik.R", target="head")]


def test_an_armature_takes_one_bone_after_another(person: Person) -> None:
    person.session.select(("hand_ik.R",), "hand_ik.R")
    add(person, "armature")
    person.click(person.where("hips"))
    card = person.window.panels.properties.constraints.cards[0]
    card.form.editors["targets"].pick.click()
    person.click(person.where("chest"))
    targets = (WeightedBone("hips"), WeightedBone("chest"))
    assert constraints(person, "hand_ik.R") == [Armature(owner="hand_ik.R", targets=targets)]


def test_twist_bones_come_on_both_sides_with_mirror_x(person: Person) -> None:
    person.window.docks.show_layout("rig")
    if not person.session.mirrors:
        person.window.menus.run("mirror_x")
    person.session.select(("forearm.L",), "forearm.L")
    person.window.menus.run("twist_bones_3")
    names = {f"forearm_twist_{number}.{side}" for number in (1, 2, 3) for side in "LR"}
    rig = person.session.document.rig
    assert names <= set(rig.by_name)
    owners = [each.owner for each in rig.constraints]
    assert [owners.count(f"forearm_twist_{n}.R") for n in (1, 2, 3)] == [4, 3, 4]
    assert [owners.count(f"forearm_twist_{n}.L") for n in (1, 2, 3)] == [4, 3, 4]
    assert steps(person)[-1] == "Add twist bones to forearm.L"
