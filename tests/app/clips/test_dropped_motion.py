"""A VRM animation that is dropped or opened while a character is open moves that, as a clip, in one step."""

from __future__ import annotations

from pathlib import Path

import pytest

from pantin.app.files.dropping import sorted_out
from pantin.rigs.formats import gltf
from tests.app.clips.humanoids import avatar, motion_of
from tests.app.person import Person


@pytest.fixture
def dance(person: Person, tmp_path: Path, qtbot) -> Path:
    """A VRM animation of four frames, while an avatar is open."""
    document = avatar(tmp_path)
    humanoid, motion = motion_of(document)
    (tmp_path / "dance.vrma").write_bytes(gltf.written_vrma(humanoid, (motion,), {}))
    openings = person.session.openings
    person.window.files.open(tmp_path / "avatar.vrm")
    qtbot.waitUntil(lambda: person.session.openings > openings)
    return tmp_path / "dance.vrma"


def test_dropped_motion_is_a_clip_of_the_character_and_one_step(person: Person, dance: Path, qtbot) -> None:
    session = person.session
    before = session.document.scene
    what = sorted_out([dance])
    assert next(iter(what.choices(session.document.figure.name))) == "move"
    person.window.files.drop(what, "move")
    qtbot.waitUntil(lambda: bool(session.document.figure.clips))
    assert session.history.undo_label == "Import dance.vrma"
    assert [clip.name for clip in session.document.figure.clips] == ["dance"]
    playhead = person.window.clips.playhead
    assert playhead.clip is not None and playhead.clip.name == "dance" and playhead.frame == 0
    assert set(session.document.rig.by_name) == set(before.figures[0].rig.by_name)
    session.undo()
    assert session.document.scene == before


def test_a_vrm_animation_is_applied_to_an_open_character_as_a_pose_is(person: Person, dance: Path, qtbot) -> None:
    openings = person.session.openings
    person.window.files.open(dance)
    qtbot.waitUntil(lambda: bool(person.session.document.figure.clips))
    assert person.session.openings == openings and person.session.document.figure.name == "avatar"


def test_dropped_on_the_part_that_opens_it_is_a_figure_of_its_own(person: Person, dance: Path, qtbot) -> None:
    openings = person.session.openings
    person.window.files.drop(sorted_out([dance]), "open")
    qtbot.waitUntil(lambda: person.session.openings > openings)
    assert person.session.document.figure.name == "dance"
    person.window.files.open(dance)  # what is open is no character: its file holds motion alone
    qtbot.waitUntil(lambda: person.session.openings > openings + 1)


def test_motion_that_is_dropped_with_a_character_is_for_that(person: Person, dance: Path, qtbot) -> None:
    openings = person.session.openings
    person.window.files.drop(sorted_out([dance, dance.with_name("avatar.vrm")]))
    qtbot.waitUntil(lambda: bool(person.session.document.figure.clips))
    assert person.session.openings > openings and person.session.document.figure.name == "avatar"
