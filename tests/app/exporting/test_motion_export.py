"""The sheet of motion, in the real window: what is chosen leaves, is read back, and only then called exported."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6 import QtCore, QtWidgets

from pantin.app.exporting.motion_export import MotionExport
from pantin.app.files import export as export_module
from pantin.app.files import saving
from pantin.rigs import Unwritable, formats
from pantin.rigs.document import Document
from pantin.rigs.formats import obj
from pantin.rigs.pose import KeptPose, Transform
from pantin.rigs.templates import TEMPLATES
from pantin.widgets.controls.scroll import WholeColumn
from tests.app.clips.nods import nodding_arm
from tests.app.person import Person
from tests.readers.skinned import Skinned
from tests.rigs.formats.characters import character, opened
from tests.rigs.formats.gltf.mesh_files import FACING, MeshFile
from tests.rigs.samples import plain

Qt = QtCore.Qt


@pytest.fixture
def export(person: Person, tmp_path: Path) -> MotionExport:
    person.session.open(Document.of(nodding_arm().figure))
    person.window.menus.run("export")
    [found] = person.window.findChildren(MotionExport)
    assert found.sheet.isVisible()
    choose(found, folder=str(tmp_path), name="arm", what="pose", format="glb")
    return found


def choose(export: MotionExport, **changes: object) -> None:
    export.sheet.changed.emit(replace(export.choices, **changes))


def exported(export: MotionExport, qtbot) -> Path:
    qtbot.keyClick(export.sheet, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: export.sheet.table.result.state in ("done", "failed"))
    return export.path


def test_a_pose_leaves_alone_and_a_clip_as_it_is_cut(export: MotionExport, qtbot) -> None:
    assert "Clips" in export.sheet.left_out.text() and "Constraints" in export.sheet.left_out.text()
    assert not formats.read(exported(export, qtbot)).figure.clips
    choose(export, what="clip", clip="shake", format="bvh")
    assert export.sheet.table.result.state == "none"
    choose(export, first=1)
    (cut,) = formats.clips_of(exported(export, qtbot))
    assert cut.count == 2
    result = export.sheet.table.result
    assert result.state == "done" and all(fact.good for fact in result.facts) and "2 frames" in result.note
    choose(export, format="json")
    (clip,) = formats.clips_of(exported(export, qtbot))
    assert clip.name == "shake" and export.path.name == "arm.clip.json"
    export.sheet.put_away()


def test_the_sheet_is_as_high_as_what_it_shows(export: MotionExport) -> None:
    """What is left out is read without scrolling, of a clip too, before the file is written."""
    [area] = export.sheet.findChildren(WholeColumn)
    for what, format in (("pose", "glb"), ("clip", "glb"), ("clip", "bvh"), ("clip", "json"), ("pose", "glb")):
        choose(export, what=what, clip="shake", format=format)
        QtWidgets.QApplication.processEvents()
        assert area.verticalScrollBar().maximum() == 0, (what, format)
        assert area.widget().height() == area.widget().layout().totalHeightForWidth(area.width()), "and no higher"
        assert export.sheet.left_out.visibleRegion().boundingRect().height() == export.sheet.left_out.height()
    export.sheet.put_away()


def test_all_clips_leave_in_one_file_that_can_hold_them(export: MotionExport, qtbot) -> None:
    choose(export, what="clip", clip="", format="bvh")
    assert export.choices.format == "glb" and not export.sheet.cards["bvh"].isEnabled()
    assert [clip.name for clip in formats.clips_of(exported(export, qtbot))] == ["nod", "shake"]
    export.sheet.put_away()


def test_a_file_that_is_there_is_kept_unless_it_may_be_replaced(
    export: MotionExport, qtbot, monkeypatch: pytest.MonkeyPatch
) -> None:
    export.path.write_text("precious")
    agreed: list[bool] = [False]
    monkeypatch.setattr(saving, "ask_to_replace", lambda *_: agreed[0])
    qtbot.keyClick(export.sheet, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: export.sheet.table.result.state == "none")
    assert export.path.read_text() == "precious"
    agreed[0] = True
    assert exported(export, qtbot).read_bytes().startswith(b"glTF")
    export.sheet.put_away()


def test_what_fails_is_said_in_the_sheet(export: MotionExport, qtbot, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise Unwritable(export.path, "file", "it was not written, because hips was read back 0.25 m away")

    monkeypatch.setattr(export_module, "_write_baked", fail)
    exported(export, qtbot)
    assert export.sheet.table.result.state == "failed" and "0.25 m" in export.sheet.table.result.line
    assert not export.path.exists()
    export.sheet.put_away()


def test_the_file_that_was_opened_is_not_offered_to_be_replaced(export: MotionExport, qtbot, tmp_path: Path) -> None:
    """What was exported before is: it is exported anew after every change."""
    export.sheet.put_away()
    export._files.saving.folder = tmp_path
    export._session.saved(export._session.document, tmp_path / "leg.glb")
    (tmp_path / "leg.glb").write_bytes(b"the file that was opened")
    export.open()
    assert export.choices.name == "leg 2"
    export.open()
    assert exported(export, qtbot).name == "leg 2.glb"
    export.open()
    assert export.choices.name == "leg 2"
    export.sheet.put_away()


def test_a_name_is_free_when_no_file_has_it_with_the_ending_that_is_written(
    export: MotionExport, qtbot, tmp_path: Path
) -> None:
    export.sheet.put_away()
    export._files.saving.folder = tmp_path
    export._session.saved(export._session.document, tmp_path / "walk.bvh")
    (tmp_path / "walk.bvh").write_text("the file that was opened")
    export.open()
    choose(export, what="clip", clip="shake", format="glb")
    assert export.path.name == "walk.glb"
    choose(export, format="bvh")
    assert exported(export, qtbot).name == "walk 2.bvh"
    choose(export, format="glb", name="stroll")
    choose(export, format="bvh")
    assert export.path.name == "stroll.bvh", "a name that was typed is kept"
    export.sheet.put_away()


def test_the_mesh_of_a_character_leaves_in_its_pose(export: MotionExport, person: Person, qtbot, tmp_path) -> None:
    assert not export.sheet.cards["obj"].isEnabled()  # wood has no mesh
    file = MeshFile({"name": "body", "mesh": 0})
    file.mesh(file.primitive(NORMAL=FACING))
    document = formats.read(file.written(tmp_path / "body.glb"))
    person.session.open(document.posed({"body": Transform(location=(0.0, 2.0, 0.0))}))
    qtbot.waitUntil(lambda: person.session.as_seen.figure.name == "body")
    choose(export, format="obj")
    assert export.sheet.cards["obj"].isEnabled() and export.path.suffix == ".obj"
    out = exported(export, qtbot)
    assert export.sheet.table.result.line == "Exported and compared"
    points, _triangles = obj.points_in(out)
    [fact] = export.sheet.table.result.facts
    assert export.sheet.table.result.state == "done" and (fact.value, fact.good) == ("4 of 4", True)
    assert np.abs(np.ptp(points, axis=0) - (1.0, 1.0, 0.0)).max() < 1e-6
    assert abs(np.linalg.norm(points[0]) - 2.0) < 1e-6
    export.sheet.put_away()


BENT = Transform(rotation=(0.6, 0.0, 0.0, 0.8))


@pytest.fixture
def with_poses(export: MotionExport) -> MotionExport:
    """The sheet over the arm, which keeps three poses."""
    export.sheet.put_away()
    session = export._session
    bone = session.document.rig.bones[0].name
    poses = tuple(KeptPose(name, {bone: BENT}) for name in ("Sit", "Stand", "Wave"))
    session.open(session.document.with_figure(replace(session.document.figure, poses=poses)))
    export.open()
    return export


def test_several_poses_leave_as_clips(with_poses: MotionExport, qtbot, tmp_path: Path) -> None:
    """Those without a mark stay behind; a key takes the mark."""
    sheet = with_poses.sheet
    sheet.kinds["poses"].trigger()
    choose(with_poses, folder=str(tmp_path), name="poses")
    assert sheet.poses.isVisible() and not sheet.cards["bvh"].isEnabled() and "3 poses" in sheet.holds.text()
    sheet.poses.setCurrentRow(1)
    qtbot.keyClick(sheet.poses, Qt.Key.Key_Space)
    assert with_poses.choices.without == ("Stand",) and "2 poses" in sheet.holds.text()
    found = formats.read(exported(with_poses, qtbot)).figure.clips
    assert [(clip.name, clip.count) for clip in found] == [("Sit", 1), ("Wave", 1)]
    assert sheet.table.result.state == "done" and all(fact.good for fact in sheet.table.result.facts)
    choose(with_poses, without=("Sit", "Stand", "Wave"))
    qtbot.keyClick(sheet, Qt.Key.Key_Return)
    assert sheet.table.result.state == "failed" and "mark" in sheet.table.result.line
    sheet.put_away()


def test_without_poses_they_cannot_be_chosen(export: MotionExport) -> None:
    assert not export.sheet.kinds["poses"].isEnabled()
    export.sheet.put_away()


def test_a_person_leaves_as_motion_for_any_avatar(person: Person, qtbot, tmp_path: Path) -> None:
    """What is none says why it cannot."""
    person.session.open(Document.of(nodding_arm().figure))
    person.window.menus.run("export")
    [export] = person.window.findChildren(MotionExport)
    assert not export.sheet.cards["vrma"].isEnabled() and "no person" in export.sheet.cards["vrma"].toolTip()
    export.sheet.put_away()
    person.session.open(plain(TEMPLATES["humanoid"]()))
    person.window.menus.run("export")
    choose(export, folder=str(tmp_path), name="person", what="pose", format="vrma")
    assert "hair" in export.sheet.left_out.text()
    path = exported(export, qtbot)
    result = export.sheet.table.result
    assert result.state == "done" and all(fact.good for fact in result.facts), result
    assert path.name == "person.vrma" and len(formats.read(path).figure.clips) == 1
    export.sheet.put_away()


def test_a_character_that_was_opened_before_leaves_from_a_rig_elsewhere(person: Person, qtbot, tmp_path: Path) -> None:
    """Its rig is kept in another folder, and names it without its place."""
    (tmp_path / "bought").mkdir()
    (tmp_path / "mine").mkdir()
    figure = opened(tmp_path / "bought", character({"VRM": {"humanoid": {"humanBones": []}}}), "fighter.vrm")
    formats.write(Document.of(figure), tmp_path / "mine" / "fighter.rig.json")
    again = formats.read(tmp_path / "mine" / "fighter.rig.json")
    source = again.figure.source
    assert source is not None and source.file is not None and not Path(source.file.path).exists()
    person.window.files._settings.remember_character(source.file.sha256, tmp_path / "bought" / "fighter.vrm")
    person.session.open(again, tmp_path / "mine" / "fighter.rig.json")
    person.window.menus.run("export")
    [export] = person.window.findChildren(MotionExport)
    assert export.sheet.cards["vrm"].isEnabled()
    choose(export, folder=str(tmp_path), name="out", what="pose", format="vrm")
    path = exported(export, qtbot)
    assert export.sheet.table.result.state == "done", export.sheet.table.result
    before, after = (Skinned(each.read_bytes()) for each in (tmp_path / "bought" / "fighter.vrm", path))
    assert after.plain["meshes"] == before.plain["meshes"] and after.data == before.data
    export.sheet.put_away()
