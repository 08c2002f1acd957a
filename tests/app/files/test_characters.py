"""A character is opened: seen in its skin as soon as its file is read, found again, and never looked for elsewhere."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from PySide6 import QtCore, QtGui

from pantin.app.files.characters import read_at_once
from pantin.app.files.thumbnails import remembered
from pantin.rigs import read, write
from pantin.rigs.document import Document
from pantin.rigs.formats.converted import keeping
from tests.app.files.character_window import of_colour, opened, red_square
from tests.app.person import Person
from tests.rigs.formats.converted.homeless import glb


@pytest.fixture
def poster(tmp_path: Path) -> Path:
    """A red square of two metres on two bones."""
    (tmp_path / "own").mkdir()
    return red_square(tmp_path / "own" / "poster.glb")


def reds(person: Person) -> int:
    """How many pixels of the view are red."""
    return of_colour(person, 0)


def test_an_opened_character_is_seen_in_its_skin(person: Person, poster: Path) -> None:
    opened(person, poster)
    assert person.session.document.figure.source.file.sha256 in person.session.characters
    person.view.frame_all()
    seen = reds(person)
    assert seen > 2_000
    person.view.change_display(skin="wood")
    assert reds(person) == 0
    person.view.change_display(skin="skin")
    assert reds(person) == seen


def test_a_saved_rig_finds_its_character_beside_it_and_where_it_was_opened_before(
    person: Person, poster: Path, tmp_path: Path
) -> None:
    opened(person, poster)
    beside, far = poster.parent / "poster.rig.json", tmp_path / "far" / "poster.rig.json"
    far.parent.mkdir()
    write(person.session.document, beside)
    shutil.copy(beside, far)
    digest = person.session.document.figure.source.file.sha256
    for path in (beside, far):
        person.window.files.new()
        person.wait_for_the_pose()
        opened(person, path)
        assert digest in person.session.characters


def test_a_file_of_another_content_is_not_taken(person: Person, poster: Path) -> None:
    rig = poster.parent / "poster.rig.json"
    document = read(red_square(poster, "never opened"))
    write(document, rig)
    red_square(poster, "another")
    opened(person, rig)
    assert person.session.document.figure.source.file.sha256 == document.figure.source.file.sha256
    assert document.figure.source.file.sha256 not in person.session.characters
    person.view.frame_all()
    assert reds(person) == 0


def test_a_rig_of_a_stranger_names_no_file_outside_its_folder(poster: Path, tmp_path: Path) -> None:
    """The very file lies where the rig says, but not beside the rig, and was never opened here."""
    (tmp_path / "received").mkdir()
    rig = tmp_path / "received" / "poster.rig.json"
    write(read(poster), rig)
    text = rig.read_text()
    for place in ("../own/poster.glb", str(poster).replace("\\", "/")):
        rig.write_text(text.replace('"path": "poster.glb"', f'"path": "{place}"'))
        assert rig.read_text() != text or place in text
        assert read_at_once(read(rig)) == {}


def test_commands_read_a_character_with_its_rig(poster: Path) -> None:
    document = read(poster)
    assert isinstance(document, Document)
    (loaded,) = read_at_once(document).values()
    assert loaded.character.vertices == 4 and loaded.pictures.are_there


def test_textures_have_as_many_pixels_as_the_preferences_say(person: Person, tmp_path: Path) -> None:
    """2,048 at first; what is chosen holds for the character that is open, whose file stays as it is.

    The processor that paints the window takes no more than 1,024.
    """
    image = QtGui.QImage(4096, 16, QtGui.QImage.Format.Format_RGB32)
    image.fill(QtGui.QColor(0, 255, 0))
    assert image.save(str(tmp_path / "wide.png"))
    file = red_square(tmp_path / "poster.glb", images=[{"uri": "wide.png"}], textures=[{"source": 0}])
    before = file.read_bytes()
    opened(person, file)
    digest = person.session.document.figure.source.file.sha256
    for size in (2048, 1024, 4096):
        person.window.preferences.change("interface", "texture_size", str(size))
        person.wait_until(lambda size=size: _widest(person, digest) == size)
    assert file.read_bytes() == before


def _widest(person: Person, digest: str) -> int:
    pictures = person.session.characters[digest].pictures
    return pictures.whole(0)[0].shape[1] if pictures.at(0) is not None else 0


def test_the_list_of_recent_files_shows_the_character(person: Person, tmp_path: Path) -> None:
    path = red_square(tmp_path / "recent.glb", "recent")
    opened(person, path)
    person.view.frame_all()
    person.look()
    person.window.show_start_page()
    QtCore.QThreadPool.globalInstance().waitForDone()
    image = remembered(path).picture.toImage()
    middle = image.pixelColor(image.width() // 2, image.height() // 2)
    assert middle.red() > 180 and middle.green() < 60 and middle.blue() < 60


def test_another_file_of_the_same_size_is_not_taken_even_where_it_is_damaged(poster: Path) -> None:
    document = read(poster)
    data = poster.read_bytes()
    poster.write_bytes(data[:12] + bytes(len(data) - 12))
    assert read_at_once(document) == {}
    poster.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    assert read_at_once(document) == {}
    poster.write_bytes(data)
    assert [each.character.parts[0].node for each in read_at_once(document).values()] == [2]


def test_who_made_a_character_of_another_program_is_said_when_it_opens(person: Person) -> None:
    told: list[str] = []
    person.session.notified.connect(told.append)
    opened(person, keeping.keep(glb(copyright="Ada, CC BY 4.0"), "walker.foreign"))
    assert told.count("Ada, CC BY 4.0") == 1
    person.window.files.pose_as_rest()
    person.wait_until(lambda: not person.window.files.jobs.reader.doing and not person.window.characters.busy)
    assert told.count("Ada, CC BY 4.0") == 1, "its next file is the same character"
