"""Weights that somebody made or painted are not replaced before that was asked; those that Pantin made are."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from pantin.rigs.formats.converted.glb import glb_of
from tests.app.files.character_window import opened
from tests.app.files.painted_tube import both_arms, file_of, painter, shares, stroke, written
from tests.app.person import Person

__all__ = ["painter"]


def bound_again(person: Person) -> None:
    """Bind again was asked for and is done."""
    before = file_of(person)
    person.window.menus.run("bind_again")
    if person.window.replace_bar.isVisible():
        person.window.replace_bar.button.click()
    person.wait_until(lambda: file_of(person) != before and not person.window.characters.busy)
    person.wait_for_the_pose()


def test_bind_again_asks_before_it_replaces_the_weights_of_a_file(person: Person, tmp_path: Path) -> None:
    (tmp_path / "tube.glb").write_bytes(glb_of(both_arms()))
    opened(person, tmp_path / "tube.glb")
    bar, before, scene = person.window.replace_bar, file_of(person), person.session.document.scene
    person.window.menus.run("bind_again")
    assert bar.isVisible() and "weights of its file" in bar.label.text()
    assert person.session.document.scene is scene and not person.window.files.jobs.reader.doing
    bar.close_button.click()
    assert not bar.isVisible() and person.session.document.scene is scene
    bound_again(person)
    assert not bar.isVisible() and file_of(person) != before
    person.session.undo()
    person.wait_for_the_pose()
    assert file_of(person) == before and person.session.document.scene == scene


def test_weights_that_pantin_made_are_made_again_at_once_until_some_are_painted(painter: Person) -> None:
    bar = painter.window.replace_bar
    bound_again(painter)
    made = shares(file_of(painter), 1)
    painter.window.menus.run("bind_again")
    assert not bar.isVisible()
    painter.wait_until(lambda: not painter.window.files.jobs.reader.doing)
    painter.wait_until(lambda: not painter.window.characters.busy)
    painter.wait_for_the_pose()
    np.testing.assert_allclose(shares(file_of(painter), 1), made, atol=1e-6)  # the same mesh and bones
    painter.session.select(("arm.L",), "arm.L")
    painter.drag(*stroke(painter))
    painter.window.menus.run("bind_again")  # what is painted is written first
    painter.wait_until(lambda: bar.isVisible())
    assert "were painted" in bar.label.text() and not painter.session.painted.is_waiting
    written(painter)
    painted = file_of(painter)
    assert np.abs(shares(painted, 1) - made).max() > 0.1
    bar.button.click()
    painter.wait_until(lambda: file_of(painter) != painted)
    np.testing.assert_allclose(shares(file_of(painter), 1), made, atol=1e-6)


def test_the_question_goes_with_the_step_that_it_is_about(painter: Person) -> None:
    painter.window.menus.run("bind_again")
    assert painter.window.replace_bar.isVisible()
    painter.drag(*stroke(painter))
    written(painter)
    assert not painter.window.replace_bar.isVisible()
