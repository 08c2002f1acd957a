"""Weights painted with the mouse: seen at once, one step of undo each, and in the file as numpy alone has it."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6 import QtCore, QtGui

import pantin
from pantin.app.files import saving
from pantin.rigs import Transform
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.formats.converted.content import Content, Mesh, Node, Primitive, Skin
from pantin.rigs.formats.converted.glb import glb_of
from pantin.rigs.formats.converted.keeping import is_kept
from pantin.rigs.formats.gltf.meshes import MADE
from pantin.viewport.values.brush import Brush
from pantin.widgets.character.file_section import FileSection
from tests.app.files.character_window import opened
from tests.app.files.painted_tube import LONG, WIDE, both_arms, file_of, painter, pixel, places, shares, stroke, written
from tests.app.person import Person
from tests.readers.skinned import Skinned

__all__ = ["painter"]

CTRL, SHIFT = QtCore.Qt.KeyboardModifier.ControlModifier, QtCore.Qt.KeyboardModifier.ShiftModifier


def test_a_stroke_is_a_step_and_a_file_in_which_more_follows_the_bone(painter: Person) -> None:
    before, steps = file_of(painter), len(painter.session.history.steps)
    start, end = stroke(painter)
    cold = painter.picture()
    painter.drag(start, end)
    written(painter)
    after = file_of(painter)
    assert after.sha256 != before.sha256 and is_kept(after.path)
    assert len(painter.session.history.steps) == steps + 1
    at, more = places(before), shares(after, 1) - shares(before, 1)
    assert more[np.hypot(at[:, 0] - 0.12, at[:, 1] - 1.0) < 0.04].min() >= -1e-6
    assert more.max() == pytest.approx(0.5, abs=0.02)
    assert more[at[:, 2] < 0.0].max() == 0.0  # what faces away
    assert more[at[:, 0] < -0.15].max() == 0.0
    np.testing.assert_allclose(shares(after, 0) + shares(after, 1) + shares(after, 2), 1.0, atol=1e-6)
    assert Skinned(Path(after.path).read_bytes()).plain["asset"]["extras"][MADE] == ["changed weights"]
    painter.window.panels.show()
    told = [section.told.text() for section in painter.window.findChildren(FileSection)]
    assert "Pantin changed its weights." in told
    hot = painter.picture()
    x, y = (round(each * painter.view.devicePixelRatioF()) for each in start)
    there = np.abs(hot[y - 8 : y + 8, x - 8 : x + 8].astype(int) - cold[y - 8 : y + 8, x - 8 : x + 8]).max()
    assert there > 40
    painter.session.undo()
    painter.wait_for_the_pose()
    assert file_of(painter) == before
    painter.session.redo()
    painter.wait_for_the_pose()
    assert file_of(painter) == after


def test_it_is_seen_while_it_is_painted_and_put_back_by_escape(painter: Person) -> None:
    before, scene = file_of(painter), painter.session.document.scene
    start, end = stroke(painter)
    painter.press(start)
    painter.move(end)
    painter.wait_for_the_pose()
    shown = painter.session.characters[before.sha256].weights
    assert shown is not None and shown.of([1]).sum() > 1.0 + shares(before, 1).sum()
    painter.key(QtCore.Qt.Key.Key_Escape)
    painter.release(end)
    assert not painter.session.painted.is_waiting and painter.session.document.scene is scene
    assert painter.session.characters[before.sha256].weights is None


def test_a_stroke_that_is_undone_before_it_is_written_is_gone(painter: Person) -> None:
    scene = painter.session.document.scene
    start, end = stroke(painter)
    painter.press(start)
    painter.move(end)
    painter.release(end)
    if painter.session.painted.is_waiting:
        painter.session.undo()
        painter.window.files.jobs.wait_for_writing()
        painter.wait_for_the_pose()
        assert painter.session.document.scene is scene


def test_strokes_follow_each_other_without_waiting(painter: Person) -> None:
    before, steps = file_of(painter), len(painter.session.history.steps)
    start, end = stroke(painter)
    for _time in range(3):
        painter.press(start)
        painter.move(end)
        painter.release(end)
    written(painter)
    assert len(painter.session.history.steps) == steps + 3
    assert (shares(file_of(painter), 1) - shares(before, 1)).max() == pytest.approx(1.0, abs=1e-6)
    assert Path(file_of(painter).path).stat().st_size < Path(before.path).stat().st_size + 200


@pytest.mark.parametrize(("held", "way"), [(CTRL, -0.5), (SHIFT, 0.0)])
def test_ctrl_takes_and_shift_smooths(painter: Person, held: QtCore.Qt.KeyboardModifier, way: float) -> None:
    before = file_of(painter)
    start, end = pixel(painter, 0.2, -0.15, 1.0), pixel(painter, 0.25, -0.15, 1.0)
    painter._held = held
    painter.drag(start, end)
    painter._held = QtCore.Qt.KeyboardModifier.NoModifier
    written(painter)
    more = shares(file_of(painter), 1) - shares(before, 1)
    if way:
        assert more.min() == pytest.approx(way, abs=0.02) and more.max() <= 1e-6
        assert (shares(file_of(painter), 0) - shares(before, 0)).max() == pytest.approx(-way, abs=0.02)
    else:
        assert more.min() < -0.1 and more.max() > 0.1  # the border is softer on both sides


def test_mirror_x_paints_the_other_side_with_the_other_bone(painter: Person) -> None:
    painter.view.change_settings(mirror_x=True)
    start, end = stroke(painter)
    painter.drag(start, end)
    written(painter)
    after = file_of(painter)
    at = places(after)
    image = [int(np.abs(at - place).sum(axis=1).argmin()) for place in at * (-1.0, 1.0, 1.0)]
    assert shares(after, 1).sum() > np.count_nonzero(at[:, 0] > 0.21) + 1.0
    np.testing.assert_allclose(shares(after, 1), shares(after, 2)[image], atol=1e-6)


def test_through_reaches_what_faces_away(painter: Person) -> None:
    before = file_of(painter)
    painter.view.change_settings(brush=Brush(radius=0.25, through=True))
    start, end = stroke(painter)
    painter.drag(start, end)
    written(painter)
    more, at = shares(file_of(painter), 1) - shares(before, 1), places(before)
    assert more[at[:, 2] < 0.0].max() > 0.05


def test_what_is_told_of_the_pointer_is_what_the_file_has(painter: Person) -> None:
    from pantin.viewport.interaction import feedback

    x, y = pixel(painter, 0.5, -0.15, 1.0)
    painter._mouse(QtCore.QEvent.Type.MouseMove, (x, y), *[QtCore.Qt.MouseButton.NoButton] * 2, None)
    overlay = feedback.overlay(painter.view._controller)
    assert [label.text for label in overlay.labels][-2:] == ["arm.L", "1.00"]


def test_keys_change_the_brush_while_it_is_in_hand(painter: Person) -> None:
    brush = painter.view.settings.brush
    painter.press_keys(QtGui.QKeySequence("]"))
    assert painter.view.settings.brush.radius == pytest.approx(1.25 * brush.radius)
    painter.press_keys(QtGui.QKeySequence("["))
    assert painter.view.settings.brush.radius == pytest.approx(brush.radius)
    painter._mouse(QtCore.QEvent.Type.MouseMove, (200.0, 200.0), *[QtCore.Qt.MouseButton.NoButton] * 2, None)
    painter.press_keys(QtGui.QKeySequence("F"))
    middle = painter.view.lens.pixel(painter.session.evaluated.heads.mean(axis=0)) / (2.0 * LONG)
    painter.move((220.0, 200.0))
    painter.click((220.0, 200.0))
    assert painter.view.settings.brush.radius == pytest.approx(brush.radius + 20.0 * middle)
    assert not painter.session.painted.is_waiting


def test_its_size_is_one_on_the_body_however_near_the_camera_is(painter: Person) -> None:
    """The same stroke changes the same vertices from near and from far."""
    before = shares(file_of(painter), 1)
    painter.view.change_settings(brush=Brush(radius=WIDE))
    at = pixel(painter, 0.1, -0.15, 1.0)
    painter.press(at)
    painter.release(at)
    written(painter)
    far = shares(file_of(painter), 1) - before
    painter.session.undo()
    painter.wait_for_the_pose()
    camera = painter.view.camera
    painter.view.camera = replace(camera, target=(0.1, 0.0, 1.0), distance=0.5 * camera.distance)
    at = pixel(painter, 0.1, -0.15, 1.0)
    painter.press(at)
    painter.release(at)
    written(painter)
    near = shares(file_of(painter), 1) - before
    assert far.max() == pytest.approx(0.5, abs=0.02) and np.count_nonzero(far) > 3
    np.testing.assert_allclose(near, far, atol=0.01)


def test_a_value_is_set_and_taken_from_under_the_pointer(painter: Person) -> None:
    painter.window.menus.run("brush_set")
    painter.view.change_settings(brush=painter.view.settings.brush.with_value(0.3))
    at = pixel(painter, 0.1, -0.15, 1.0)
    painter.drag(at, (at[0] + 5.0, at[1]))
    written(painter)
    assert shares(file_of(painter), 1)[places(file_of(painter))[:, 0] < 0.15].max() == pytest.approx(0.3, abs=0.01)
    painter.view.change_settings(brush=Brush(radius=WIDE))
    painter._mouse(QtCore.QEvent.Type.MouseMove, at, *[QtCore.Qt.MouseButton.NoButton] * 2, None)
    painter.press_keys(QtGui.QKeySequence("Shift+X"))
    brush = painter.view.settings.brush
    assert brush.mode == "set" and 0.2 < brush.value < 0.31
    painter._held = CTRL
    painter.drag(at, (at[0] + 5.0, at[1]))
    painter._held = QtCore.Qt.KeyboardModifier.NoModifier
    written(painter)
    assert shares(file_of(painter), 1)[places(file_of(painter))[:, 0] < 0.15].max() < 0.2


def test_ctrl_f_changes_the_value_and_shift_f_the_strength(painter: Person) -> None:
    painter._mouse(QtCore.QEvent.Type.MouseMove, (200.0, 200.0), *[QtCore.Qt.MouseButton.NoButton] * 2, None)
    for keys, name, x in (("Ctrl+F", "value", 170.0), ("Shift+F", "firmness", 140.0)):
        painter.press_keys(QtGui.QKeySequence(keys))
        painter.move((x, 200.0))
        painter.click((x, 200.0))
        assert getattr(painter.view.settings.brush, name) == pytest.approx(0.5)
    assert painter.view.settings.brush.mode == "set" and painter.view.settings.brush.strength == 0.5


def test_smoothing_without_an_active_bone_smooths_all(painter: Person) -> None:
    before = [shares(file_of(painter), joint) for joint in range(3)]
    painter.session.select((), None)
    painter.view.change_settings(brush=Brush(mode="smooth", radius=0.2, through=True))
    painter.drag(pixel(painter, -0.3, -0.15, 1.0), pixel(painter, 0.3, -0.15, 1.0))
    written(painter)
    assert painter.session.history.undo_label == "Smooth weights of all bones"
    assert painter.session.document.active is None
    changed = [shares(file_of(painter), joint) - own for joint, own in enumerate(before)]
    assert all(np.abs(each).max() > 0.1 for each in changed)


def test_the_skin_is_shown_as_before_when_the_brush_is_put_away(painter: Person) -> None:
    assert painter.view.display.skin == "weights"
    painter.view.pick_tool("select")
    assert painter.view.display.skin == "skin"
    painter.view.pick_tool("brush")
    painter.window.menus.run("skin_both")
    assert painter.view.tool == "select" and painter.view.display.skin == "both"


def test_weights_are_transferred_from_another_figure_of_the_scene(painter: Person, tmp_path: Path) -> None:
    """The other one is the same, but that its left arm moves all: now it does so here, in one step."""
    other = both_arms()
    part = other.meshes[0].primitives[0]
    assert part.weights is not None
    part.weights[:] = 0.0, 1.0, 0.0
    (tmp_path / "other.glb").write_bytes(glb_of(other))
    painter.window.files.add(tmp_path / "other.glb")
    painter.wait_until(lambda: len(painter.session.document.scene.figures) == 2)
    painter.session.edit_figure("tube")
    painter.wait_for_the_pose()
    steps, before = len(painter.session.history.steps), file_of(painter)
    painter.window.files.transfer_weights(4)
    painter.window.replace_bar.button.click()
    painter.wait_until(lambda: not painter.window.files.jobs.reader.doing)
    written(painter)
    np.testing.assert_allclose(shares(file_of(painter), 1), 1.0, atol=1e-6)
    assert len(painter.session.history.steps) == steps + 1
    painter.session.undo()
    assert file_of(painter) == before


def test_a_click_with_alt_takes_the_bone_below(painter: Person) -> None:
    scene = painter.session.document.scene
    painter._held = QtCore.Qt.KeyboardModifier.AltModifier
    painter.click(pixel(painter, -0.6, -0.15, 1.0))
    painter._held = QtCore.Qt.KeyboardModifier.NoModifier
    assert painter.session.document.active == "arm.R"
    assert painter.session.document.scene is scene


def test_saving_waits_for_what_was_just_painted(
    painter: Person, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from PySide6 import QtWidgets

    rig = str(tmp_path / "painted.rig.json")
    monkeypatch.setattr(QtWidgets.QFileDialog, "getSaveFileName", lambda *_given: (rig, ""))
    monkeypatch.setattr(saving, "ask_for_mesh_names", lambda *given: tuple(given[4]))
    before = file_of(painter)
    start, end = stroke(painter)
    painter.press(start)
    painter.move(end)
    painter.release(end)
    painter.window.files.saving.save()
    painter.wait_until(lambda: painter.session.path is not None and not painter.session.unsaved)
    read = pantin.read(tmp_path / "painted.rig.json").figure.source
    assert read is not None and read.file is not None
    assert Path(read.file.path).name == "painted.glb"
    assert (shares(file_of(painter), 1) - shares(before, 1)).max() == pytest.approx(0.5, abs=0.02)


def in_two_skins() -> Content:
    """Return the tube on both arms alone, and a ring far from it on the chest."""
    content = both_arms()
    part = content.meshes[0].primitives[0]
    assert part.joints is not None and part.weights is not None
    part.joints[:] = 0, 1, 0
    part.weights[:] = np.where(part.positions[:, :1] > 0.0, (1.0, 0.0, 0.0), (0.0, 1.0, 0.0))
    ring = Primitive(
        part.positions + np.float32(5.0), part.triangles, part.normals, joints=0 * part.joints, weights=part.weights
    )
    content.meshes.append(Mesh("Other", (ring,)))
    content.nodes.append(Node("Other", mesh=1, skin=1))
    content.skins.append(Skin((0,), content.skins[0].inverse_binds[:1]))
    content.skins[0] = Skin((1, 2), content.skins[0].inverse_binds[1:])
    return content


def test_a_bone_that_is_no_joint_of_the_skin_becomes_one_and_paints(person: Person, tmp_path: Path) -> None:
    """The chest is a joint of another mesh alone; where it is one here it moves nothing until it paints."""
    (tmp_path / "tube.glb").write_bytes(glb_of(in_two_skins()))
    opened(person, tmp_path / "tube.glb")
    person.view.look_from("front")
    person.wait_until(lambda: person.view.camera is person.view.goal)
    person.session.select(("chest",), "chest")
    person.window.menus.run("tool_brush")
    person.view.change_settings(mirror_x=False, brush=Brush(radius=WIDE))
    before, places_before = file_of(person), Skinned((tmp_path / "tube.glb").read_bytes())
    at = pixel(person, 0.1, -0.15, 1.0)
    person.press(at)
    person.release(at)
    person.wait_until(lambda: not person.window.files.jobs.reader.doing and file_of(person) != before)
    person.wait_until(lambda: not person.window.characters.busy)
    person.wait_for_the_pose()
    made = Skinned(Path(file_of(person).path).read_bytes())
    assert made.plain["skins"][0]["joints"] == [1, 2, 0]
    np.testing.assert_allclose(
        made.vertices(made.worlds())["Tube"], places_before.vertices(places_before.worlds())["Tube"], atol=1e-6
    )
    at = pixel(person, 0.1, -0.15, 1.0)  # the strip of bends has come below the view meanwhile
    person.drag(at, (at[0] + 5.0, at[1]))
    written(person)
    assert shares(file_of(person), 2).max() == pytest.approx(0.5, abs=0.02)
    found = Skinned(Path(file_of(person).path).read_bytes())
    np.testing.assert_allclose(
        found.vertices(found.worlds())["Tube"], places_before.vertices(places_before.worlds())["Tube"], atol=1e-6
    )


def test_the_view_stays_as_it_is_when_a_stroke_is_written(painter: Person) -> None:
    """It was framed, and the figure is posed otherwise since: another file of the same skin frames nothing anew."""
    painter.view.frame_all()
    painter.wait_until(lambda: painter.view.camera is painter.view.goal)
    raised = {"arm.R": Transform(rotation=(0.0, 0.0, 0.7, 0.714))}
    painter.session.edit("Pose", lambda document: with_transforms(document, raised))
    painter.wait_for_the_pose()
    camera = painter.view.camera
    start, end = stroke(painter)
    painter.drag(start, end)
    written(painter)
    assert painter.view.goal == camera
