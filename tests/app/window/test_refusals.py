"""A refusal stands over the view until the next edit succeeds, what a file lacks until the next step is made, and a
failure until it is closed.
"""

from __future__ import annotations

from pathlib import Path

from pantin.rigs.document import Document
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.pose import Transform
from pantin.widgets.character.file_section import FileSection
from tests.app.files.character_window import opened
from tests.app.person import Person

NO_MATERIALS = '"../secret.mtl" lies outside the folder'


def refused(_document: Document) -> Document:
    raise ValueError("Nothing to paste; copy a pose first.")


def turned(document: Document) -> Document:
    return with_transforms(document, {"head": Transform(rotation=(0.0, 0.0, 0.6, 0.8))})


def test_a_refusal_goes_when_the_next_edit_succeeds(person: Person) -> None:
    session, notice = person.session, person.window.notice
    session.edit("Paste", refused)
    assert not notice.isHidden() and notice.label.text() == "Nothing to paste; copy a pose first."
    session.edit("Paste", refused)
    session.preview_edit(turned)
    session.cancel_preview()
    assert not notice.isHidden(), "nothing has succeeded"
    session.edit("Turn", turned)
    assert notice.isHidden()


def test_a_failure_stays_over_the_view_until_it_is_closed(person: Person) -> None:
    session, notice = person.session, person.window.notice
    session.edit("Paste", refused)
    session.warned.emit("dancer.rig.json could not be saved: the disk is full.")
    session.edit("Turn", turned)
    assert not notice.isHidden()
    notice.close_button.click()
    assert notice.isHidden()


def test_what_a_file_lacks_goes_with_the_next_step_and_stays_in_the_properties(person: Person, tmp_path: Path) -> None:
    path = tmp_path / "flag.obj"
    path.write_text("mtllib ../secret.mtl\no flag\nusemtl red\nv 0 0 0\nv 1 0 0\nv 0 2 0\nf 1 2 3\n")
    opened(person, path)
    session, notice = person.session, person.window.notice
    assert not notice.isHidden() and NO_MATERIALS in notice.label.text()
    session.select(("flag",), "flag")
    assert not notice.isHidden(), "no step was made"
    session.edit("Turn", lambda document: with_transforms(document, {"flag": Transform(rotation=(0.0, 0.0, 0.6, 0.8))}))
    assert notice.isHidden()
    person.wait_for_the_pose()
    [section] = person.window.findChildren(FileSection)
    assert section.head._note == "1 thing left out" and NO_MATERIALS in section.left_out.text()


def test_what_is_not_in_any_file_of_a_figure_is_in_the_properties_too(person: Person, tmp_path: Path) -> None:
    path = tmp_path / "walk.bvh"
    path.write_text(
        "HIERARCHY\nROOT hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
        "End Site\n{\nOFFSET 0 1 0\n}\n}\n"
        "MOTION\nFrames: 1\nFrame Time: 0.1\n0 0 much\n"
    )
    opened(person, path)
    assert "The motion was left out" in person.window.notice.label.text()
    [section] = person.window.findChildren(FileSection)
    assert section.isVisibleTo(section.parentWidget()) and "The motion was left out" in section.left_out.text()
    person.window.files.new()
    person.wait_for_the_pose()
    assert person.session.left_out == {}
    properties = person.window.panels.properties
    assert not properties.subject.isVisibleTo(properties)
