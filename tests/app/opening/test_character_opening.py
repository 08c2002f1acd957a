"""The sheet of a character, in the real window: it comes in doubt, and what is open stays until it is accepted."""

from __future__ import annotations

import re
import struct
from math import pi
from pathlib import Path

import numpy as np
import pytest
from PySide6 import QtCore, QtTest

from pantin.app.files import export
from pantin.rigs.document import Document
from pantin.rigs.editing.building.scaling import scaled
from pantin.rigs.rig import Rig
from tests.app.files.character_window import avatar, opened, red_square
from tests.app.opening.opening_window import chosen, opened_as_chosen, painted, sheet_of, sheets
from tests.app.person import Person
from tests.rigs.bodies.capsules import person as body
from tests.rigs.bodies.capsules import written
from tests.rigs.skeletons import heading_to, turned
from tests.rigs.skeletons import person as skeleton

Key = QtCore.Qt.Key


def file_of(rig: Rig, path: Path, size: float = 1.0) -> Path:
    """Write a skeleton, so many times as large, to a file of another program."""
    export.write(scaled(Document.of(rig), size), path)
    return path


def stl_in_millimetres(path: Path) -> Path:
    """Write a person of 1.75 m as programs that print have it."""
    points, triangles = body(0.3)[0]
    corners = 1000.0 * points[triangles]
    rows = np.zeros(len(corners), dtype=[("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("more", "<u2")])
    rows["corners"] = corners
    path.write_bytes(bytes(80) + struct.pack("<I", len(corners)) + rows.tobytes())
    return path


def test_who_is_sure_is_open_at_once_and_a_line_says_how_it_stands(person: Person, tmp_path: Path) -> None:
    opened(person, file_of(skeleton(fingers=False), tmp_path / "sure.glb"))
    assert not sheets(person)
    bar = person.window.standing_bar
    assert bar.isVisible() and re.fullmatch(r"1\.\d\d m, faces front, bind pose", bar.label.text())
    person.session.select((person.session.document.rig.bones[0].name,), None)
    assert bar.isVisible(), "nothing was done yet"
    person.session.edit("Stay", lambda document: scaled(document, 1.01))
    assert not bar.isVisible()


def test_a_giant_waits_in_its_likely_unit_and_what_is_open_stays(person: Person, tmp_path: Path) -> None:
    before, openings = person.session.document, person.session.openings
    path = file_of(skeleton(fingers=False), tmp_path / "giant.bvh", 100.0)
    person.window.files.open(path)
    sheet = sheet_of(person)
    assert chosen(sheet, "size") == "Centimetres" and sheet.hints[0] == ("Enter", "Open")
    QtTest.QTest.keyClick(sheet.accept, Key.Key_Escape)
    assert not sheets(person) and person.session.document is before and person.session.openings == openings
    person.window.files.open(path)
    sheet_of(person)
    opened_as_chosen(person)
    assert person.session.document.figure.place.size == pytest.approx(0.01) and not person.session.unsaved
    assert re.match(r"1\.\d\d m, faces front", person.window.standing_bar.label.text())


def test_each_answer_is_one_press_of_a_key_and_is_seen(person: Person, tmp_path: Path) -> None:
    person.window.files.open(file_of(heading_to(skeleton(fingers=False), 180.0), tmp_path / "back.glb"))
    sheet = painted(person)
    assert chosen(sheet, "front") == "To −Z", "its back was ahead, so it is turned round"
    before = sheet.picture.picture.toImage()
    QtTest.QTest.keyClick(sheet.accept, Key.Key_F)
    assert chosen(sheet, "front") == "To +Z"
    person.wait_until(lambda: painted(person).picture.picture.toImage() != before)
    QtTest.QTest.keyClick(sheet.accept, Key.Key_F)
    QtTest.QTest.keyClick(sheet.accept, Key.Key_S)
    assert (chosen(sheet, "front"), chosen(sheet, "size")) == ("To −Z", "Centimetres")
    opened_as_chosen(person)
    place = person.session.document.figure.place
    assert abs(place.heading) == pytest.approx(pi) and place.size == pytest.approx(0.01)


def test_who_lies_is_stood_up_with_its_height(person: Person, tmp_path: Path) -> None:
    person.window.files.open(file_of(turned(skeleton(fingers=False)), tmp_path / "lying.glb"))
    sheet = painted(person)
    assert chosen(sheet, "up") == "Z up" and re.fullmatch(r"1\.\d\d m", sheet.picture.marks.height)
    low, high = sheet.picture.marks.low, sheet.picture.marks.high
    assert low is not None and high is not None and high[1] < low[1] - 0.5, "it stands in the picture"
    opened_as_chosen(person)
    assert person.session.document.rig.by_name["head"].head[2] > 1.4


def test_a_scan_in_millimetres_is_a_person_in_its_skin_at_once(person: Person, tmp_path: Path) -> None:
    person.window.files.open(stl_in_millimetres(tmp_path / "scan.stl"))
    sheet = painted(person)
    assert chosen(sheet, "size") == "Millimetres" and chosen(sheet, "up") == "Z up"
    characters = person.window.characters
    opened_as_chosen(person)
    figure = person.session.document.figure
    assert figure.place.size == pytest.approx(0.001) and figure.source.file.sha256 in person.session.characters
    measures = characters.measures_of(figure)
    assert measures is not None and measures.height * figure.place.size == pytest.approx(1.75, abs=0.02)


def test_a_mesh_that_tells_nothing_is_asked_what_is_up_and_changed_by_one_step(person: Person, tmp_path: Path) -> None:
    import trimesh

    trimesh.creation.box((0.8, 1.7, 1.6)).export(tmp_path / "scan.ply")
    person.window.files.open(tmp_path / "scan.ply")
    sheet = painted(person)
    assert chosen(sheet, "up") == "Z up" and "nothing in this one tells" in sheet._rows[1].head.words
    sheet.answers["up"].cards["y"].click()
    person.wait_until(lambda: painted(person).picture.marks.height == "1.70 m")
    opened_as_chosen(person)

    def height() -> float:
        measures = person.window.characters.measures_of(person.session.document.figure)
        return 0.0 if measures is None else measures.height

    person.wait_until(lambda: height() == pytest.approx(1.7, abs=1e-4))
    before = person.session.document
    person.window.menus.run("how_it_stands")
    assert chosen(sheet_of(person), "up") == "Y up"
    sheet.answers["up"].cards["z"].click()
    opened_as_chosen(person)
    person.wait_until(lambda: height() == pytest.approx(1.6, abs=1e-4))
    person.window.menus.run("undo")
    assert person.session.document.scene == before.scene


def test_a_height_is_typed(person: Person, tmp_path: Path) -> None:
    person.window.files.open(file_of(skeleton(fingers=False), tmp_path / "giant.glb", 100.0))
    sheet = sheet_of(person)
    sheet.answers["size"].cards["tall"].click()
    assert sheet.height_field.isVisible()
    sheet.height_field.committed.emit(2.0)
    opened_as_chosen(person)
    figure = person.session.document.figure
    assert person.window.characters.measures_of(figure).height * figure.place.size == pytest.approx(2.0)


def test_the_picture_is_turned_by_a_drag(person: Person, tmp_path: Path) -> None:
    person.window.files.open(file_of(skeleton(fingers=False), tmp_path / "giant.glb", 100.0))
    sheet = painted(person)
    front, image = sheet.picture.marks.front, sheet.picture.picture.toImage()
    person.drag((100.0, 200.0), (140.0, 200.0), (180.0, 200.0), on=sheet.picture)
    person.wait_until(lambda: sheet.picture.marks.front != front)
    painted(person)
    assert sheet.picture.picture.toImage() != image
    assert len(sheet.picture.marks.joints) >= 15 and {side for _spot, side in sheet.picture.marks.hands} == {"L", "R"}


def test_each_character_is_asked_about_where_that_is_wished(person: Person, tmp_path: Path) -> None:
    path = avatar(tmp_path / "avatar.vrm", {"name": "Avatar", "authors": ["Ada"], "licenseUrl": "https://example.org"})
    person.window.preferences.change("interface", "ask_only_when_unsure", False)
    person.window.files.open(path)
    sheet = painted(person)
    assert sheet.result.result == "Everything is read, nothing left out" and "4 points" in sheet.result.counts
    marks = {mark.words: mark.sign for mark in sheet.licence_marks.marks}
    assert marks["No sale"] == "forbidden" and marks["Credit needed"] == "credit"
    sheet.unsure.click()
    assert person.window.settings.preferences.interface.ask_only_when_unsure
    opened_as_chosen(person)
    opened(person, path)
    assert not sheets(person)


def test_the_menu_asks_about_a_character_that_is_sure(person: Person, tmp_path: Path, monkeypatch) -> None:
    path = red_square(tmp_path / "poster.glb")
    monkeypatch.setattr("PySide6.QtWidgets.QFileDialog.getOpenFileName", lambda *_: (str(path), ""))
    person.window.menus.run("open_character")
    sheet = sheet_of(person)
    assert chosen(sheet, "size") == "Metres"
    sheet.close_button.click()
    assert person.session.document.figure.name != "poster"


def test_a_figure_in_doubt_is_added_as_it_is_chosen(person: Person, tmp_path: Path) -> None:
    person.window.files.add(file_of(skeleton(fingers=False), tmp_path / "giant.glb", 100.0))
    assert sheet_of(person).accept.text() == "&Add"
    opened_as_chosen(person)
    _first, second = person.session.document.scene.figures
    assert second.place.size == pytest.approx(0.01) and abs(second.place.location[0]) > 0.5
    person.window.menus.run("undo")
    assert len(person.session.document.scene.figures) == 1


def test_change_is_one_step_of_undo_and_nothing_without_a_change(person: Person, tmp_path: Path) -> None:
    opened(person, red_square(tmp_path / "poster.glb"))
    before = person.session.document
    person.window.standing_bar.button.click()
    sheet_of(person)
    opened_as_chosen(person)
    assert person.session.document is before
    person.window.menus.run("how_it_stands")
    sheet = sheet_of(person)
    for key in (Key.Key_S, Key.Key_F):
        QtTest.QTest.keyClick(sheet.accept, key)
    opened_as_chosen(person)
    place = person.session.document.figure.place
    assert place.size == pytest.approx(0.01) and abs(place.heading) == pytest.approx(pi)
    person.window.menus.run("undo")
    assert person.session.document.scene == before.scene


def test_a_mesh_without_bones_says_so(person: Person, tmp_path: Path) -> None:
    opened(person, written(tmp_path / "figure.glb", body(0.3)[0]))
    person.window.menus.run("how_it_stands")
    sheet = painted(person)
    assert "Rig this mesh" in sheet._fit.head.words and sheet.picture.marks.joints == ()
    sheet.put_away()


def test_a_file_with_two_rests_shows_both(person: Person, tmp_path: Path) -> None:
    from tests.cases import case

    person.window.preferences.change("interface", "ask_only_when_unsure", False)
    person.window.files.open(case("gltf-saved-in-a-pose.gltf"))
    sheet = painted(person)
    cards = sheet.answers["rest"].cards
    assert set(cards) == {"nodes", "bind"} and chosen(sheet, "rest") == "The file's pose"
    QtTest.QTest.keyClick(sheet.accept, Key.Key_R)
    opened_as_chosen(person)
    assert person.window.files.rested_from == "bind"
    person.window.menus.run("bind_rest")
    person.wait_until(lambda: person.window.files.rested_from == "nodes")
