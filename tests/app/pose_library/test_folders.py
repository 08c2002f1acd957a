"""Folders of poses: what can be read is shown, of the rest one sentence tells."""

from __future__ import annotations

from pathlib import Path

import numpy as np
from msgspec.structs import replace

from pantin.app.pose_library.folders import SHIPPED, Folder, folders_for, read_folder
from pantin.app.pose_library.shipped_person import person_of
from pantin.rigs import Rig, Transform
from pantin.rigs.editing.bones import rename
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.editing.poses import library
from pantin.rigs.figure import Figure
from pantin.rigs.formats import pose
from pantin.rigs.motion.person import person_in
from pantin.rigs.templates import TEMPLATES
from pantin.widgets.poses.card_rows import COMING
from tests.app.person import Person

BENT = Transform(rotation=(0.6, 0.0, 0.0, 0.8))


def test_good_poses_are_read_with_their_names_and_tags(tmp_path: Path) -> None:
    pose.write_pose("Rig", {"head": BENT}, tmp_path / "Look down.pose.json", ("Head", "Talk"))
    (tmp_path / "notes.txt").write_text("no pose")
    (folder,) = [read_folder(tmp_path)]
    assert [(kept.name, kept.tags, kept.pose) for kept in folder.poses] == [
        ("Look down", ("Head", "Talk"), {"head": BENT})
    ]
    assert folder.problem == ""


def test_bad_files_are_one_sentence_and_the_others_are_shown(tmp_path: Path) -> None:
    pose.write_pose("Rig", {"head": BENT}, tmp_path / "good.pose.json")
    head = '{"format": "pantin.pose", "version": 1, "rig": "Rig", "pose": '
    (tmp_path / "a.pose.json").write_text(head + '{"head": {"location": [NaN, 0, 0]}}}')
    one = read_folder(tmp_path)
    assert [kept.name for kept in one.poses] == ["good"]
    assert "a.pose.json" in one.problem and one.problem.count("\n") == 0
    (tmp_path / "b.pose.json").write_bytes(b"\x00\xff no JSON")
    (tmp_path / "c.pose.json").write_text(head + '{"head": {"rotation": [0, 0, 0, 0]}}}')
    (tmp_path / "d.pose.json").mkdir()
    found = read_folder(tmp_path)
    assert [kept.name for kept in found.poses] == ["good"]
    assert found.problem == f"{one.problem} 3 more files are no poses."


def test_a_folder_that_is_gone_is_told(tmp_path: Path) -> None:
    assert "gone" in read_folder(tmp_path / "gone").problem


def test_a_name_stands_before_a_longer_one(tmp_path: Path) -> None:
    for name in ("Sit on the floor", "Sit"):
        pose.write_pose("Rig", {"head": BENT}, tmp_path / f"{name}.pose.json")
    assert [kept.name for kept in read_folder(tmp_path).poses] == ["Sit", "Sit on the floor"]


def test_what_fits_a_figure_is_asked_once_for_it_and_not_at_each_edit(person: Person, qtbot, monkeypatch) -> None:
    shelf = person.window.pose_library
    shelf.read_folders()
    qtbot.waitUntil(lambda: len(shelf._folders) == len(SHIPPED) and not shelf._reader.doing)
    asked: list[object] = []
    fits = library.fits
    monkeypatch.setattr(library, "fits", lambda *given: asked.append(given) or fits(*given))
    person.session.edit("Pose", lambda document: with_transforms(document, {"chest": BENT}))
    assert not asked
    person.session.edit("Rename", lambda document: rename(document, "head", "skull"))
    assert len(asked) == len(person.window.panels.poses.cards) > 0


def test_before_folders_are_read_nobody_says_that_there_are_no_poses(person: Person, qtbot, monkeypatch) -> None:
    shelf, shown = person.window.pose_library, person.window.panels.poses
    monkeypatch.setattr(shelf, "_folders", {})
    shelf.refresh()
    assert not shown.entries and shown.words == COMING
    shelf.read_folders()
    qtbot.waitUntil(lambda: not shelf._unread)
    assert shown.entries


def bowed(rig: Rig) -> Rig:
    """A person whose trunk lies level over standing legs, as on four feet: all but the legs turned a quarter ahead."""
    hips = np.array(rig.by_name["hips"].head)
    forward = np.array(((1.0, 0.0, 0.0), (0.0, 0.0, -1.0), (0.0, 1.0, 0.0)))
    legs = ("thigh", "shin", "foot", "toe", "heel")

    def turned(point: tuple[float, float, float]) -> tuple[float, ...]:
        return tuple(hips + forward @ (np.array(point) - hips))

    return Rig(
        bones=tuple(
            bone if bone.name.startswith(legs) else replace(bone, head=turned(bone.head), tail=turned(bone.tail))
            for bone in rig.bones
            if bone.kind == "bone"
        )
    )


def test_who_goes_on_four_feet_or_has_no_arms_is_not_offered_the_poses_of_people() -> None:
    rig = TEMPLATES["humanoid"]()
    alone = Rig(bones=tuple(replace(bone, connected=False) for bone in rig.bones if bone.kind == "bone"))
    assert person_of(Figure(rig=alone)) is not None
    level = bowed(alone)
    assert level.by_name["head"].head[2] < rig.by_name["chest"].head[2] and person_in(Figure(rig=level)) is not None
    assert person_of(Figure(rig=level)) is None
    arms = ("upper_arm", "forearm", "hand", "shoulder", "thumb", "index", "middle", "ring", "little")
    armless = Rig(bones=tuple(bone for bone in alone.bones if not bone.name.startswith(arms)))
    assert person_in(Figure(rig=armless)) is not None and person_of(Figure(rig=armless)) is None


def test_birds_are_not_offered_the_poses_of_people_but_all_others(tmp_path: Path) -> None:
    folders = [*(Folder(path) for path in SHIPPED), Folder(tmp_path)]
    assert folders_for(TEMPLATES["bird"](), folders) == folders[-1:]
    assert folders_for(TEMPLATES["biped"](), folders) == folders
