"""Height, front and rest of a character as measured on its skin, and changed by one click."""

from __future__ import annotations

from math import pi
from pathlib import Path

import numpy as np
import pytest

from tests.app.files.character_window import opened, red_square
from tests.app.opening.opening_window import opened_as_read
from tests.app.person import Person
from tests.cases import case
from tests.dialects.body import about, z_up
from tests.dialects.glb import Armature, written
from tests.dialects.programs import DIALECTS
from tests.rigs.formats.gltf.mesh_files import MeshFile


def section(person: Person):
    person.look()
    found = person.window.panels.properties.figure_page.standing
    found.show_open(True)
    return found


def place(person: Person):
    return person.session.document.figure.place


def test_the_height_is_that_of_the_skin_and_not_of_bones(person: Person, tmp_path: Path) -> None:
    """The upper corners of the square hang on a joint one metre up, by no inverse bind matrix: they are at three."""
    opened(person, red_square(tmp_path / "tall.glb", str(tmp_path)))
    assert dict(section(person).facts.facts)["Height"] == "3.00 m, measured on its skin"
    digest = person.session.document.figure.source.file.sha256
    assert person.session.measures[digest].height == pytest.approx(3.0)


def test_one_click_makes_it_another_unit_or_as_tall_as_a_person_or_turns_it_round(
    person: Person, tmp_path: Path
) -> None:
    opened(person, red_square(tmp_path / "units.glb", str(tmp_path)))
    panel = section(person)
    panel.smaller.click()
    assert place(person).size == pytest.approx(0.01)
    person.wait_for_the_pose()
    assert dict(panel.facts.facts)["Height"] == "3 cm, measured on its skin"
    panel.larger.click()
    assert place(person).size == pytest.approx(1.0)
    panel.person.click()
    assert place(person).size == pytest.approx(1.7 / 3.0)
    panel.turn.click()
    assert abs(place(person).heading) == pytest.approx(pi)
    person.wait_for_the_pose()
    assert "1.70 m" in panel.head._note
    for _step in range(4):
        person.session.undo()
    assert place(person).size == 1.0 and place(person).heading == 0.0


def test_a_giant_is_asked_about_when_it_opens(person: Person, tmp_path: Path) -> None:
    file = MeshFile({"name": str(tmp_path)}, {"mesh": 0, "skin": 0})
    both = {"JOINTS_0": [(0, 0, 0, 0)] * 4, "WEIGHTS_0": [(1, 0, 0, 0)] * 4}
    file.mesh(file.primitive(((0, 0, 0), (10, 0, 0), (10, 150, 0), (0, 150, 0)), **both))
    file.skin([0])
    opened_as_read(person, file.written(tmp_path / "giant.glb"), size="1.0")
    assert "150 m" in section(person).head._note
    opened_as_read(person, tmp_path / "giant.glb")
    assert "1.50 m" in section(person).head._note


def test_a_person_who_lies_stands_up_by_one_click_and_back_by_undo(person: Person, tmp_path: Path) -> None:
    """The file's author left Z up where glTF asks for Y: the front of the body is down, and its soles are behind."""
    one, armature = DIALECTS["Blender"], Armature()
    armature.facing = about("x", np.pi / 2.0)
    (tmp_path / "lying.glb").write_bytes(written(one.body, None, one.names, armature))
    opened_as_read(person, tmp_path / "lying.glb", up="y")
    panel = section(person)
    assert panel.stand.isVisible() and "lies on its front" in panel.head._note
    panel.stand.click()
    person.wait_for_the_pose()
    heads = {bone.name: bone.head for bone in person.session.document.rig.bones}
    for part, place in zip(one.body.parts, z_up(one.body.places), strict=True):
        np.testing.assert_allclose(heads[one.names[part]], place, atol=1e-5)
    assert not panel.stand.isVisible() and "faces front" in panel.head._note
    person.session.undo()
    person.wait_for_the_pose()
    assert panel.stand.isVisible()


def test_either_pose_of_the_file_is_the_rest_by_one_click_and_undo_goes_back(person: Person) -> None:
    opened(person, case("gltf-saved-in-a-pose.gltf"))
    bound = (0.0, 0.0, 1.0)
    assert person.session.document.rig.by_name["b"].head != pytest.approx(bound, abs=1e-6)
    person.by_palette("Rest in the bind pose")
    person.wait_until(lambda: person.window.files.rested_from == "bind")
    assert person.session.document.rig.by_name["b"].head == pytest.approx(bound, abs=1e-6)
    person.session.undo()
    assert person.window.files.rested_from == "nodes"


def test_the_subject_is_switched_and_a_character_of_another_file_is_seen_first(person: Person, tmp_path: Path) -> None:
    opened(person, red_square(tmp_path / "one.glb", "one"))
    properties = person.window.panels.properties
    person.look()
    person.session.select(("upper",), "upper")
    person.wait_for_the_pose()
    bone, figure = properties.subject.segments.segments
    assert properties.subject.isVisible() and properties.figure_page.isVisible() and bone.text() == "upper"
    bone.click()
    person.wait_for_the_pose()
    assert properties.transform.isVisible() and not properties.figure_page.isVisible()
    assert properties.head.title() == "upper"
    figure.click()
    person.wait_for_the_pose()
    assert properties.figure_page.isVisible() and properties.head.title() == "one"
    bone.click()
    opened(person, red_square(tmp_path / "two.glb", "two"))
    assert properties.figure_page.isVisible()
