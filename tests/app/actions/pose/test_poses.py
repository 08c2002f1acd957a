"""Poses go from place to place in the real window: clipboard, sides, both at once, in-between. Actions are counted."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6 import QtCore, QtGui, QtTest

from pantin import solver
from pantin.rigs.document import Document
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.editing.poses.partners import partners_of
from pantin.rigs.formats.pose import parse
from pantin.rigs.pose import REST, Transform
from tests.app.person import NONE, Person, sample
from tests.rigs.samples import plain

MIRROR = np.diag([-1.0, 1.0, 1.0, 1.0])
NEAR = 1e-5
ARM = ("upper_arm", "forearm", "hand")


@pytest.fixture
def posed(person: Person) -> Person:
    """The left hand was dragged by its handle, and the head turned; nothing is selected."""
    turn = Transform(rotation=(0.0, 0.28, 0.0, 0.96))
    raised = Transform((-0.08, -0.15, 0.12), (0.2, 0.0, 0.0, float(np.sqrt(0.96))))
    person.session.edit("Pose", lambda document: with_transforms(document, {"head": turn, "hand_ik.L": raised}))
    person.wait_for_the_pose()
    person.view.look_from("front")
    return person


def chord(person: Person, keys: str) -> None:
    """One action: keys over the figure."""
    person.press_keys(QtGui.QKeySequence(keys))
    person.wait_for_the_pose()


def clipboard() -> str:
    return QtGui.QGuiApplication.clipboard().text()


def differs(before: Document, after: Document, names: tuple[str, ...]) -> float:
    """Return how far these bones stand from the mirror image of what their partners were."""
    stood, stands, partners = solver.evaluate(before), solver.evaluate(after), partners_of(before.rig)
    image = {name: MIRROR @ stood.matrix(partners.get(name, name)) @ MIRROR for name in names}
    return max(float(np.abs(stands.matrix(name) - image[name]).max()) for name in names)


def body(document: Document) -> tuple[str, ...]:
    return tuple(bone.name for bone in document.rig.bones if bone.kind == "bone")


def steps(person: Person) -> int:
    return len(person.session.history.labels)


def test_the_pose_of_the_left_arm_goes_onto_the_right_by_one_chord(posed: Person) -> None:
    posed.session.select(("hand_ik.L",), "hand_ik.L")
    before, first = posed.session.document, steps(posed)
    chord(posed, "Alt+M")
    after = posed.session.document
    assert differs(before, after, tuple(f"{name}.R" for name in ARM)) < NEAR
    assert after.figure.transform("head") == before.figure.transform("head")
    assert steps(posed) == first + 1 and posed.session.history.undo_label == "Copy left side to right"


@pytest.mark.parametrize("part", ARM)
def test_an_arm_without_ik_goes_onto_the_other_side_as_a_whole(person: Person, part: str) -> None:
    """What was pulled has only its hand selected; a second time there is nothing to do, and that is said."""
    turns = {f"{name}.L": Transform(rotation=(0.0, 0.0, 0.6, 0.8)) for name in ARM}
    person.session.open(with_transforms(plain(sample("humanoid").rig), turns))
    person.session.select((f"{part}.L",), f"{part}.L")
    person.wait_for_the_pose()
    before, told = person.session.document, list[str]()
    chord(person, "Alt+M")
    assert differs(before, person.session.document, tuple(f"{name}.R" for name in ARM)) < NEAR
    person.session.notified.connect(told.append)
    chord(person, "Alt+M")
    person.session.notified.disconnect(told.append)
    assert told == ["The other side stands like this already."] and steps(person) == 2


def test_the_whole_pose_flips_by_one_chord_and_back_by_another(posed: Person) -> None:
    before = posed.session.document
    chord(posed, "Ctrl+Alt+F")
    assert differs(before, posed.session.document, body(before)) < NEAR
    chord(posed, "Ctrl+Alt+F")
    assert posed.session.document.figure == before.figure


def test_sides_are_swapped_and_the_middle_stays(posed: Person) -> None:
    before = posed.session.document
    chord(posed, "Ctrl+Shift+F")
    after = posed.session.document
    assert after.figure.transform("head") == before.figure.transform("head")
    assert differs(before, after, tuple(f"{name}.{side}" for name in ARM for side in "LR")) < NEAR


def test_a_pose_goes_through_the_clipboard_to_another_figure(posed: Person) -> None:
    before = posed.session.document
    chord(posed, "Ctrl+C")
    assert parse(clipboard().encode()).pose.keys() == before.rig.by_name.keys()
    posed.open_sample("humanoid")
    chord(posed, "Ctrl+V")
    assert solver.evaluate(posed.session.document).matrices == pytest.approx(solver.evaluate(before).matrices, abs=NEAR)


def test_a_selected_arm_is_copied_with_its_handle_and_pasted_flipped(posed: Person) -> None:
    before = posed.session.document
    posed.session.select(("hand.L",), "hand.L")
    chord(posed, "Ctrl+C")
    copied = parse(clipboard().encode()).pose
    assert copied.keys() == {"upper_arm.L", "forearm.L", "hand.L", "hand_ik.L", "elbow_pole.L"}
    chord(posed, "Ctrl+Shift+V")
    assert differs(before, posed.session.document, tuple(f"{name}.R" for name in ARM)) < NEAR


def test_a_pose_is_pasted_onto_the_selected_bones_alone(posed: Person) -> None:
    chord(posed, "Ctrl+C")
    posed.open_sample("humanoid")
    posed.session.select(("head",), "head")
    chord(posed, "Ctrl+V")
    assert posed.session.document.figure.pose.bones == {"head": Transform(rotation=(0.0, 0.28, 0.0, 0.96))}


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Hello", "The clipboard holds no pose"),
        ("", "The clipboard holds no pose"),
        ('{"format": "pantin.pose", "version": 1, "rig": "", "pose": {"head": {"location": [NaN, 0, 0]}}}', "NaN"),
        ('{"format": "pantin.pose", "version": 1, "rig": "A", "pose": {"wing": {}}}', "The pose has no bone of this"),
    ],
)
def test_what_is_no_pose_is_told_in_one_sentence(person: Person, text: str, told: str) -> None:
    QtGui.QGuiApplication.clipboard().setText(text)
    before, warnings = person.session.document, []
    person.session.warned.connect(warnings.append)
    chord(person, "Ctrl+V")
    person.session.warned.disconnect(warnings.append)
    (sentence,) = warnings
    assert told in sentence and sentence.endswith(".") and ". " not in sentence.replace(".pose.json", "")
    assert person.session.document is before


def test_bones_that_the_rig_lacks_are_counted(person: Person) -> None:
    text = (
        '{"format": "pantin.pose", "version": 1, "rig": "A", "pose": {"wing": {}, "head": {"location": [0, 0, 0.1]}}}'
    )
    QtGui.QGuiApplication.clipboard().setText(text)
    said: list[str] = []
    person.session.notified.connect(said.append)
    chord(person, "Ctrl+V")
    person.session.notified.disconnect(said.append)
    assert said == ['The rig lacks 1 bone of the pose, which stayed out: "wing".']
    assert person.session.document.figure.pose.bones == {"head": Transform((0.0, 0.0, 0.1))}


def test_with_mirror_x_both_hands_follow_while_one_is_dragged(person: Person) -> None:
    person.view.reduced_motion = True
    person.view.look_from("front")
    chord(person, "Shift+X")
    x, y = person.where("hand_ik.L", 0.0)
    before, first = person.session.document, steps(person)
    person.press((x, y))
    person.move((x + 10, y - 10), (x - 30, y - 60))
    person.wait_for_the_pose()
    seen = person.session.evaluated
    np.testing.assert_allclose(seen.matrix("hand.R"), MIRROR @ seen.matrix("hand.L") @ MIRROR, atol=NEAR)
    person.release((x - 30, y - 60))
    after = person.session.document
    assert after.figure.transform("hand_ik.R") != REST and steps(person) == first + 1
    assert differs(after, after, body(before)) < NEAR


def test_with_mirror_x_a_pulled_finger_bends_the_other_hand_too(person: Person) -> None:
    person.view.reduced_motion = True
    person.view.change_settings(mirror_x=True, chain_length=2)
    person.view.look_from("front")
    person.session.select(("index_2.L",), "index_2.L")
    person.view.frame_selected()
    x, y = person.where("index_3.L", 0.6)
    person.press((x, y))
    person.move((x - 20, y - 20), (x - 120, y - 60))
    person.wait_for_the_pose()
    seen = person.session.evaluated
    assert np.abs(seen.matrix("index_3.L") - solver.evaluate(sample("humanoid")).matrix("index_3.L")).max() > 0.05
    np.testing.assert_allclose(seen.matrix("index_3.R"), MIRROR @ seen.matrix("index_3.L") @ MIRROR, atol=NEAR)
    person.release((x - 120, y - 60))
    after = person.session.document
    assert differs(after, after, body(after)) < NEAR


def typed(person: Person, keys: str, digits: str) -> None:
    """One operation: its keys, a number, Enter."""
    person.press_keys(QtGui.QKeySequence(keys))
    QtTest.QTest.keyClicks(person.view, digits)
    assert person.view.dragging
    QtTest.QTest.keyClicks(person.view, "\r")
    person.wait_for_the_pose()


def test_a_pose_is_pushed_and_relaxed_with_a_readout_in_percent(posed: Person) -> None:
    before = posed.session.document
    posed.press_keys(QtGui.QKeySequence("Ctrl+Alt+E"))
    QtTest.QTest.keyClicks(posed.view, "100")
    posed.wait_for_the_pose()
    assert posed.view.title[1] == "Push 100 %"
    QtTest.QTest.keyClicks(posed.view, "\r")
    posed.wait_for_the_pose()
    pushed = posed.session.document.figure
    np.testing.assert_allclose(pushed.transform("hand_ik.L").location, (-0.16, -0.3, 0.24), atol=1e-12)
    assert "head" in posed.session.evaluated.limits_hit
    assert posed.session.history.undo_label == "Push the pose"
    typed(posed, "Ctrl+Shift+E", "100")
    relaxed = posed.session.document.figure.transform("hand_ik.L")
    np.testing.assert_allclose(relaxed.rotation, before.figure.transform("hand_ik.L").rotation, atol=1e-12)
    np.testing.assert_allclose(relaxed.location, before.figure.transform("hand_ik.L").location, atol=1e-12)


def test_a_pose_is_led_to_rest_and_to_the_pose_before(posed: Person) -> None:
    before = posed.session.document
    typed(posed, "Shift+E", "100")
    assert posed.session.document.figure.pose.bones == {}
    typed(posed, "Alt+Shift+E", "50")
    found = posed.session.document.figure.transform("hand_ik.L").location
    np.testing.assert_allclose(found, np.multiply(0.5, before.figure.transform("hand_ik.L").location), atol=1e-12)
    typed(posed, "Alt+Shift+E", "-100")
    found = posed.session.document.figure.transform("hand_ik.L").location
    np.testing.assert_allclose(found, before.figure.transform("hand_ik.L").location, atol=1e-12)


def test_the_pointer_leads_the_selected_bones_alone(posed: Person) -> None:
    posed.session.select(("head",), "head")
    before = posed.session.document.figure
    posed.hover(posed.where("head"))
    posed.press_keys(QtGui.QKeySequence("Shift+E"))
    x, y = posed.where("head")
    posed._mouse(QtCore.QEvent.Type.MouseMove, (x + 100.0, y), NONE, NONE, None)
    posed.click((x + 100.0, y))
    after = posed.session.document.figure
    assert after.transform("hand_ik.L") == before.transform("hand_ik.L")
    half = np.arctan2(0.28, 0.96) / 2
    np.testing.assert_allclose(after.transform("head").rotation, (0.0, np.sin(half), 0.0, np.cos(half)), atol=1e-3)


def test_the_ghost_of_the_last_step_is_seen_where_it_is_asked_for(posed: Person) -> None:
    posed.view.reduced_motion = True
    posed.view.look_from("front")
    plain = posed.picture()
    posed.view.change_display(last_step=True)
    posed.wait_for_the_pose()
    assert np.abs(posed.picture() - plain).max() > 30
    posed.session.undo()
    posed.wait_for_the_pose()
    posed.session.undo()
    assert posed.session.outlined == (None, None)


def test_a_hand_is_reset_with_its_handle_and_everything_where_nothing_is_selected(posed: Person) -> None:
    posed.session.select(("hand.L",), "hand.L")
    chord(posed, "Ctrl+Alt+R")
    assert posed.session.document.figure.pose.bones.keys() == {"head"}
    posed.session.undo()
    chord(posed, "Alt+G")
    assert posed.session.document.figure.transform("hand_ik.L").location == REST.location
    posed.session.select((), None)
    chord(posed, "Ctrl+Alt+R")
    assert posed.session.document.figure.pose.bones == {}
