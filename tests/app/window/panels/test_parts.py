"""The parts of a character in the properties: an eye hides one, and it is gone wherever the figure is seen."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6 import QtCore, QtTest

from pantin import rigs
from pantin.app.files.export import write as export
from pantin.rigs.meshes.character import Character
from pantin.viewport.figure.skin import skin_of
from pantin.viewport.picking.targets import targets
from tests.app.files.character_window import of_colour, opened, red_square
from tests.app.person import Person

ALT = QtCore.Qt.KeyboardModifier.AltModifier
BANNER, SHIELD = 2, 3
"""The nodes of the parts."""


@pytest.fixture
def knight(person: Person, tmp_path: Path) -> Person:
    """A red banner and a blue shield are open and framed."""
    opened(person, red_square(tmp_path / "knight.glb", shield=True))
    person.view.frame_all()
    return person


def press_eye(person: Person, row: int, held=QtCore.Qt.KeyboardModifier.NoModifier) -> None:
    person.look()
    parts = person.window.panels.properties.figure_page.parts.list
    area = parts.visualRect(parts.rows.index(row))
    eye = QtCore.QPoint(area.right() - 20, area.center().y())
    QtTest.QTest.mouseClick(parts.viewport(), QtCore.Qt.MouseButton.LeftButton, held, eye)
    person.wait_for_the_pose()


def hidden(person: Person) -> tuple[int, ...]:
    return person.session.document.figure.hidden_parts


def test_one_click_hides_a_part_another_shows_it_and_undo_goes_back(knight: Person) -> None:
    page = knight.window.panels.properties.figure_page
    assert page.isVisible() and [row.name for row in page.parts.list.rows.rows] == ["banner", "shield"]
    reds, blues = of_colour(knight, 0), of_colour(knight, 2)
    assert reds > 500 and blues > 500
    press_eye(knight, 1)
    assert hidden(knight) == (SHIELD,) and of_colour(knight, 2) == 0 and of_colour(knight, 0) == reds
    assert knight.session.history.labels[-1] == "Hide shield"
    assert page.parts.head._note == "1 of 2 shown"
    press_eye(knight, 1)
    assert hidden(knight) == () and of_colour(knight, 2) == blues
    knight.session.undo()
    knight.wait_for_the_pose()
    assert hidden(knight) == (SHIELD,)


def test_alt_leaves_nothing_but_a_part_and_then_brings_all_back(knight: Person) -> None:
    press_eye(knight, 1, ALT)
    assert hidden(knight) == (BANNER,) and of_colour(knight, 0) == 0 and of_colour(knight, 2) > 500
    press_eye(knight, 1, ALT)
    assert hidden(knight) == ()


def test_keys_hide_a_part_too(knight: Person) -> None:
    parts = knight.window.panels.properties.figure_page.parts.list
    parts.setFocus()
    parts.setCurrentIndex(parts.rows.index(0))
    QtTest.QTest.keyClick(parts, QtCore.Qt.Key.Key_Space)
    assert hidden(knight) == (BANNER,)


def test_a_hidden_part_is_not_framed_and_not_picked(knight: Person) -> None:
    figure, characters = knight.session.document.figure, knight.session.characters
    matrices = knight.session.evaluated.matrices
    both = skin_of(figure, characters).around(matrices)
    press_eye(knight, 1)
    alone = skin_of(knight.session.document.figure, characters).around(matrices)
    assert both[:, 0].max() == pytest.approx(4.0) and alone[:, 0].max() == pytest.approx(1.0)
    blue = targets(knight.session.look()).skin.hit(np.array([3.0, -5.0, 1.0]), np.array([0.0, 1.0, 0.0]))
    red = targets(knight.session.look()).skin.hit(np.array([0.0, -5.0, 1.0]), np.array([0.0, 1.0, 0.0]))
    assert blue is None and red is not None
    knight.session.undo()
    assert targets(knight.session.look()).skin.hit(np.array([3.0, -5.0, 1.0]), np.array([0.0, 1.0, 0.0])) is not None


def test_it_is_kept_in_the_rig_and_left_out_of_the_mesh_that_leaves(knight: Person, tmp_path: Path) -> None:
    press_eye(knight, 1)
    rig, mesh, whole = tmp_path / "knight.rig.json", tmp_path / "knight.obj", tmp_path / "all.obj"
    rigs.write(knight.session.document, rig)
    assert rigs.read(rig).figure.hidden_parts == (SHIELD,)
    export(rigs.read(rig), mesh)
    export(rigs.read(tmp_path / "knight.glb"), whole)
    assert mesh.read_text().count("\no ") == 1 and whole.read_text().count("\no ") == 2


def test_what_all_is_hidden_of_leaves_as_no_mesh(knight: Person, tmp_path: Path) -> None:
    press_eye(knight, 0)
    press_eye(knight, 1)
    with pytest.raises(rigs.Unwritable, match="hidden"):
        export(knight.session.document, tmp_path / "nothing.obj")


def test_the_character_is_the_same_without_what_it_has_not() -> None:
    bare = Character("", (), (), np.eye(4)[None], np.eye(4))
    assert bare.without((1, 2)) is bare


def test_the_view_frames_the_skin_when_it_comes_unless_the_camera_was_moved(person: Person, tmp_path: Path) -> None:
    """The bones stand in the middle; the shield is three metres aside."""
    opened(person, red_square(tmp_path / "wide.glb", "wide", shield=True))
    assert of_colour(person, 2) > 500
    framed = person.view.goal
    person.view.frame_all()
    assert np.allclose(person.view.goal.target, framed.target) and person.view.goal.distance == framed.distance
    person.view.look_from("left")
    moved = person.view.goal
    person.session.characters_changed.emit()
    assert person.view.goal is moved
