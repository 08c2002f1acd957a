"""The file of a character: lost and found again, what was left out of it, and who made it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6 import QtWidgets

from pantin import rigs
from tests.app.files.character_window import avatar, of_colour, opened, red_square
from tests.app.person import Person
from tests.rigs.formats.gltf.mesh_files import MeshFile


def page(person: Person):
    person.look()
    return person.window.panels.properties.figure_page


@pytest.fixture
def lost(person: Person, tmp_path: Path) -> Path:
    """A rig is open whose character's file was moved; the fixture is where that is now."""
    own = red_square(tmp_path / "own.glb", tmp_path.name)  # no other test has opened the same
    rig = tmp_path / "own.rig.json"
    rigs.write(rigs.read(own), rig)
    moved = tmp_path / "elsewhere" / "moved.glb"
    moved.parent.mkdir()
    own.rename(moved)
    opened(person, rig)
    return moved


def find(person: Person, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Press the button and choose the file."""
    monkeypatch.setattr(QtWidgets.QFileDialog, "getOpenFileName", lambda *_asked: (str(path), ""))
    page(person).file.find_file.click()
    person.wait_until(lambda: not person.window.characters.busy)
    person.wait_for_the_pose()
    person.wait_until(lambda: not person.window.characters.busy)
    person.wait_for_the_pose()


def test_a_lost_file_is_said_and_found_again_in_one_step(
    person: Person, lost: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    section = page(person).file
    assert section.isVisible() and section.is_open() and "own.glb" in section.lost.text()
    assert of_colour(person, 0) == 0 and page(person).parts.isHidden()
    steps = len(person.session.history.labels)
    find(person, lost, monkeypatch)
    person.view.frame_all()
    assert of_colour(person, 0) > 500 and not section.lost.isVisible()
    assert person.session.document.figure.source.file.path == str(lost)
    assert person.session.history.labels[steps:] == ("Find moved.glb",)
    person.session.undo()
    person.wait_for_the_pose()
    assert person.session.document.figure.source.file.path != str(lost)


def test_one_of_other_bones_is_refused_in_one_sentence(
    person: Person, lost: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = []
    person.session.warned.connect(told.append)
    before = person.session.document
    find(person, red_square(lost.parent / "other.glb", "another bone"), monkeypatch)
    assert any("other bones" in said for said in told) and person.session.document is before


def test_another_version_with_the_same_bones_is_taken(
    person: Person, lost: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    find(person, red_square(lost.parent / "newer.glb", lost.parent.parent.name, faces=("Smile",)), monkeypatch)
    assert [each.name for each in page(person).expressions._expressions] == ["Smile"]


def test_the_action_says_why_there_is_nothing_to_find(person: Person, tmp_path: Path) -> None:
    opened(person, red_square(tmp_path / "there.glb"))
    [entry] = [each for each in person.window.dialogs.palette_entries() if each.name == "find_character"]
    assert entry.why_not == "The file of the character is there."


META = {
    "name": "Kite",
    "version": "2",
    "authors": ["Ada", "Ben"],
    "licenseUrl": "https://example.org/licence",
    "creditNotation": "required",
}


def test_who_made_it_and_what_is_allowed_is_said_when_it_opens_and_stays_in_the_properties(
    person: Person, tmp_path: Path
) -> None:
    told = []
    person.session.notified.connect(told.append)
    opened(person, avatar(tmp_path / "kite.vrm", META))
    assert "Kite by Ada, Ben · https://example.org/licence" in told
    about = page(person).about
    facts = dict(about.facts.facts)
    assert facts["Title"] == "Kite" and facts["Author"] == "Ada, Ben" and facts["Version"] == "2"
    assert facts["Credit"] == "required" and about.isVisible()


def test_a_file_that_tells_no_licence_says_so(person: Person, tmp_path: Path) -> None:
    opened(person, red_square(tmp_path / "free.glb", "free"))
    assert page(person).about.head._note == "no licence told" and not page(person).about.body.isVisible()


def test_what_was_left_out_is_said_once_and_stays_readable(person: Person, tmp_path: Path) -> None:
    told, credited = [], []
    person.session.reported.connect(told.append)
    person.session.notified.connect(credited.append)
    asset = {"version": "2.0", "copyright": "Ada, 2026"}
    file = MeshFile({"name": "bone"}, {"mesh": 0, "skin": 0}, {"mesh": 1}, asset=asset)
    all_of_one = {"JOINTS_0": [(0, 0, 0, 0)] * 4, "WEIGHTS_0": [(1, 0, 0, 0)] * 4}
    file.mesh(file.primitive(**all_of_one))
    file.mesh(file.primitive(), file.primitive(corners=(0, 1), mode=1), name="rope")
    file.skin([0])
    opened(person, file.written(tmp_path / "torn.glb"))
    section = page(person).file
    assert section.left_out.text() == 'Points and lines of the mesh "rope" are left out.'
    assert section.head._note == "1 thing left out" and sum("rope" in said for said in told) == 1
    assert credited == ["Ada, 2026"], "whose work it is is said all the same"
