"""Two figures in one scene, as somebody builds it: added, clicked, pulled, undone, saved and opened again."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import numpy as np
import pytest
from PySide6 import QtCore, QtTest, QtWidgets

from pantin import rigs
from pantin.app.actions.rig import constraining
from pantin.resources import FOLDER
from pantin.rigs import Transform
from pantin.rigs.constraints import ChildOf, CopyLocation, Ik
from pantin.rigs.editing import constrain
from pantin.rigs.editing.figures import added_beside
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.fields import BoneRef
from pantin.rigs.scene import Scene
from pantin.solver import evaluate_figures
from tests.app.person import Person, sample

BENT = Transform(rotation=(0.3, 0.0, 0.0, (1 - 0.09) ** 0.5))


@pytest.fixture
def two(person: Person) -> Person:
    """The sample person, and another one that was added from a file beside it."""
    person.open_sample("humanoid")
    person.window.files.add(FOLDER / "rigs" / "humanoid.rig.json")
    person.wait_until(lambda: len(person.session.document.scene.figures) == 2)
    person.wait_for_the_pose()
    person.view.frame_all()
    return person


def at(person: Person, figure: str, bone: str, part: float = 0.5) -> tuple[float, float]:
    """A place on a bone of any figure, in pixels of the view."""
    person.look()
    person.wait_until(lambda: person.view.camera is person.view.goal)
    session = person.session
    posed = session.evaluated if figure == session.document.active_figure else session.other_figures[figure]
    row = posed.index[bone]
    point = (1 - part) * posed.heads[row] + part * posed.tails[row]
    world = (session.document.scene.figure(figure).place.matrix @ (*point, 1.0))[:3]
    x, y, _ = person.view.camera.project(world[None], person.view.width(), person.view.height())[0]
    return float(x), float(y)


def test_a_figure_is_added_beside_the_other_and_is_edited(two: Person) -> None:
    document = two.session.document
    assert [each.name for each in document.scene.figures] == ["Humanoid", "Humanoid.001"]
    assert document.active_figure == "Humanoid.001" and document.figure.place.location[0] > 0.5
    assert set(two.session.other_figures) == {"Humanoid"}
    two.session.undo()
    two.wait_for_the_pose()
    assert len(two.session.document.scene.figures) == 1 and two.session.document.active_figure == "Humanoid"


def test_both_are_drawn_and_the_floor_stays_where_another_is_edited(two: Person) -> None:
    before = two.picture()
    x, y = map(int, at(two, "Humanoid", "chest"))
    background = before[5, 5]
    assert np.abs(before[y, x].astype(int) - background).max() > 40, "the first one is seen"
    camera = two.view.camera
    two.session.edit_figure("Humanoid")
    two.wait_for_the_pose()
    assert two.view.camera == camera and two.session.document.active_figure == "Humanoid"
    x, y = map(int, at(two, "Humanoid.001", "chest"))
    assert np.abs(two.picture()[y, x].astype(int) - background).max() > 40, "the second one is seen"


def test_a_click_edits_the_other_figure_and_takes_its_bone(two: Person) -> None:
    two.click(at(two, "Humanoid", "chest"))
    document = two.session.document
    assert document.active_figure == "Humanoid" and document.active is not None
    assert document.active in document.rig.by_name
    steps = len(two.session.history.labels)
    two.click(at(two, "Humanoid.001", "head", 0.6))
    assert two.session.document.active_figure == "Humanoid.001" and two.session.document.active == "head"
    assert len(two.session.history.labels) == steps, "what is edited is no step of undo"


def test_the_hand_of_the_other_figure_is_pulled_in_one_drag_and_the_first_stays(two: Person) -> None:
    before = two.session.document
    start = at(two, "Humanoid", "hand.R", 0.4)
    two.drag(start, (start[0] - 8, start[1] - 10), (start[0] - 40, start[1] - 60))
    document = two.session.document
    assert document.active_figure == "Humanoid"
    assert document.scene.figure("Humanoid").pose != before.scene.figure("Humanoid").pose
    assert document.scene.figure("Humanoid.001") is before.scene.figure("Humanoid.001")
    two.session.undo()
    two.wait_for_the_pose()
    assert two.session.document.scene == before.scene


def card_fields(person: Person, bone: str, last: bool = True):
    """The editors of a card of the constraints of a bone, with the panel in view."""
    person.session.select((bone,), bone)
    person.wait_for_the_pose()
    person.window.panels.show()
    return person.window.panels.properties.constraints.cards[-1 if last else 0].form.editors


def world(person: Person, figure: str, bone: str) -> np.ndarray:
    """The matrix (4, 4) of a bone in world space."""
    document = person.session.document
    return document.scene.figure(figure).place.matrix @ evaluate_figures(document)[figure].matrix(bone)


def press_pipette(field: QtWidgets.QWidget) -> None:
    QtTest.QTest.mouseClick(field, QtCore.Qt.MouseButton.LeftButton, pos=QtCore.QPoint(field.width() - 10, 12))


def test_the_pipette_takes_a_bone_of_the_other_figure_in_one_step_and_the_own_one_again(two: Person) -> None:
    before = two.session.document
    press_pipette(card_fields(two, "forearm.L", last=False)["target"])
    steps = len(two.session.history.labels)
    two.click(at(two, "Humanoid", "head", 0.6))
    two.wait_for_the_pose()
    document = two.session.document
    [ik] = [each for each in document.rig.constraints if isinstance(each, Ik) and each.owner == "forearm.L"]
    assert ik.target == BoneRef("head", "Humanoid") and document.active_figure == "Humanoid.001"
    assert len(two.session.history.labels) == steps + 1 and two.session.history.labels[-1] == "Target of forearm.L"
    assert document.selected == ("forearm.L",) and two.window.bone_picker.request is None
    field = card_fields(two, "forearm.L", last=False)["target"]
    assert field.accessibleDescription() == "Humanoid · head"
    popup = field.open()
    QtTest.QTest.keyClicks(popup.search, "hand_ik.l")
    labels = [popup.list.item(row).text() for row in range(popup.list.count())]
    assert labels == ["hand_ik.L", "Humanoid · hand_ik.L"]
    QtTest.QTest.keyClick(popup.search, QtCore.Qt.Key.Key_Return)
    two.wait_for_the_pose()
    assert two.session.document.rig.constraints == before.rig.constraints
    two.session.undo()
    two.session.undo()
    assert two.session.document.scene == before.scene


def test_a_bone_asked_for_at_the_pointer_is_one_of_the_other_figure_and_hangs_where_it_was(two: Person) -> None:
    before = world(two, "Humanoid.001", "hand_ik.R")
    two.session.select(("hand_ik.R",), "hand_ik.R")
    constraining.add(two.window, ChildOf)
    two.click(at(two, "Humanoid", "head", 0.6))
    two.wait_for_the_pose()
    child = two.session.document.rig.constraints[-1]
    assert isinstance(child, ChildOf) and child.target == BoneRef("head", "Humanoid")
    np.testing.assert_allclose(world(two, "Humanoid.001", "hand_ik.R"), before, atol=1e-9)


def test_a_figure_that_looks_at_this_one_is_not_taken_and_says_why(two: Person) -> None:
    two.session.edit(
        "Look", lambda document: constrain.add_new(document, CopyLocation, "head", BoneRef("head", "Humanoid"))
    )
    two.session.edit_figure("Humanoid")
    two.session.select(("hand_ik.R",), "hand_ik.R")
    two.wait_for_the_pose()
    constraining.add(two.window, ChildOf)
    two.click(at(two, "Humanoid.001", "chest"))
    assert two.window.bone_picker.request is not None and two.session.document.active_figure == "Humanoid"
    assert not any(isinstance(each, ChildOf) for each in two.session.document.rig.constraints)
    assert dict(two.window.hints.over_view)["LMB"] == "Humanoid.001 · chest cannot be taken"


def test_the_next_figure_is_edited_by_keys_and_removed(two: Person) -> None:
    two.by_palette("Next figure")
    two.wait_for_the_pose()
    assert two.session.document.active_figure == "Humanoid"
    two.by_palette("Remove figure")
    two.wait_for_the_pose()
    assert [each.name for each in two.session.document.scene.figures] == ["Humanoid.001"]


def test_what_hung_on_a_figure_that_is_removed_stays_is_named_and_comes_back_by_one_undo(two: Person) -> None:
    hang = ChildOf(owner="hand_ik.R", target=BoneRef("hand.L", "Humanoid"))
    two.session.edit("Hang", lambda document: constrain.add(document, hang))
    before, hung = two.session.document, world(two, "Humanoid.001", "hand_ik.R")
    two.session.edit_figure("Humanoid")
    two.wait_for_the_pose()
    two.by_palette("Remove figure")
    two.wait_for_the_pose()
    assert [each.name for each in two.session.document.scene.figures] == ["Humanoid.001"]
    np.testing.assert_allclose(world(two, "Humanoid.001", "hand_ik.R"), hung, atol=1e-9)
    bar = two.window.undo_bar
    assert bar.isVisible()
    assert bar.label.text() == 'Humanoid removed. Released and left in place: "Humanoid.001 · hand_ik.R".'
    bar.button.click()
    two.wait_for_the_pose()
    assert two.session.document.scene == before.scene and not bar.isVisible()


def test_a_scene_is_saved_and_opened_again(two: Person, tmp_path: Path) -> None:
    saved = two.session.document.scene
    two.save_to(tmp_path / "both.scene.json")
    assert [each["name"] for each in json.loads((tmp_path / "both.scene.json").read_text("utf-8"))["figures"]] == [
        "Humanoid",
        "Humanoid.001",
    ]
    assert two.session.path == tmp_path / "both.scene.json" and not two.session.unsaved
    assert two.session.document.scene == saved and set(two.session.other_figures) == {"Humanoid.001"}


def test_ground_is_that_of_both(two: Person) -> None:
    two.by_palette("Ground: slope")
    two.wait_for_the_pose()
    document = two.session.document
    assert document.scene.ground is not None
    assert all(any(limb.plants for limb in each.rig.limbs) for each in document.scene.figures)


def test_a_template_is_added_with_its_measures(person: Person) -> None:
    person.open_sample("humanoid")
    person.window.choose_template(adding=True)
    person.wait_for_the_pose()
    assert len(person.session.shown.scene.figures) == 2 and len(person.session.document.scene.figures) == 1
    person.window.templates.create()
    person.wait_for_the_pose()
    assert len(person.session.document.scene.figures) == 2 and person.session.history.undo_label.startswith("Add ")


def test_edit_mode_changes_the_bones_of_the_edited_figure_alone(two: Person) -> None:
    scene: Scene = two.session.document.scene
    two.session.edit_rest(True)
    two.wait_for_the_pose()
    assert "Humanoid" in two.session.other_figures
    two.picture()
    two.session.edit_rest(False)
    two.wait_for_the_pose()
    assert two.session.document.scene is scene


def test_many_figures_in_a_file_open(person: Person, tmp_path: Path) -> None:
    document = sample("humanoid")
    for _ in range(3):
        document = added_beside(document, sample("tentacle").figure)
    rigs.write(document, tmp_path / "four.scene.json")
    person.window.files.open(tmp_path / "four.scene.json")
    person.wait_until(lambda: len(person.session.document.scene.figures) == 4)
    person.wait_for_the_pose()
    assert person.session.document.active_figure == "Humanoid" and len(person.session.other_figures) == 3
    person.picture()


def test_what_is_recorded_stays_with_its_figure_where_another_is_clicked(two: Person) -> None:
    recording = two.window.clips.recording
    two.session.edit_figure("Humanoid")
    two.wait_for_the_pose()
    recording.begin()
    start = at(two, "Humanoid", "hand.R", 0.4)
    two.drag(start, (start[0] - 8, start[1] - 10), (start[0] - 40, start[1] - 60))
    recording.take()
    two.session.edit_figure("Humanoid.001")
    two.wait_for_the_pose()
    first, second = two.session.document.scene.figures
    assert recording.recorder is None and len(first.clips) == 1 and not second.clips
    assert two.session.document.active_figure == "Humanoid.001"


def test_a_simulation_ends_where_another_figure_is_edited(two: Person) -> None:
    two.session.edit_figure("Humanoid")
    simulated = two.session.document.rig.simulation
    two.session.edit(
        "Simulate",
        lambda document: document.with_rig(
            document.rig.changed(simulation=msgspec.structs.replace(simulated, mode="simulation"))
        ),
    )
    two.wait_for_the_pose()
    two.session.simulating.play(two.session.document)
    two.session.edit_figure("Humanoid.001")
    two.wait_for_the_pose()
    assert not two.session.simulating.active and two.session.document.active_figure == "Humanoid.001"


def test_in_the_layout_rig_the_other_figure_keeps_its_pose(two: Person) -> None:
    two.session.edit_figure("Humanoid")
    two.session.edit("Bend", lambda document: with_transforms(document, {"chest": BENT}))
    two.wait_for_the_pose()
    posed = two.session.evaluated.matrices
    two.session.edit_rest(True)
    two.session.edit_figure("Humanoid.001")
    two.wait_for_the_pose()
    seen = two.session.other_figures["Humanoid"].matrices
    assert np.allclose(seen, posed), "as it was posed"
