"""Tests of choosing how large a figure is, its front and its rest: guessed from its body; each choice is an edit."""

from __future__ import annotations

from math import pi
from pathlib import Path

import numpy as np
import pytest

from pantin.rigs import Document, read
from pantin.rigs.editing.building.scaling import scaled
from pantin.rigs.editing.building.standing_choices import (
    QUARTER,
    Choices,
    choices_of,
    doubts_of,
    guessed,
    may_be_raised,
    stands_as,
)
from pantin.rigs.editing.building.upright import stood_up
from pantin.rigs.editing.standing import resized, turned_round
from pantin.rigs.figure import Figure
from pantin.rigs.formats import gltf
from pantin.rigs.meshes.measures import measured_bones
from pantin.rigs.rig import Rig
from tests.cases import case
from tests.rigs.bodies.capsules import person as body
from tests.rigs.bodies.capsules import written
from tests.rigs.skeletons import heading_to, person, turned


def of_file(rig: Rig, folder: Path, size: float = 1.0) -> Document:
    """Return the figure as it is read from a GLB of it."""
    path = folder / "figure.glb"
    path.write_bytes(gltf.written(gltf_baked(scaled(Document.of(rig), size))).data)
    return read(path)


def gltf_baked(document: Document):
    from pantin.rigs.motion.baked import BakedFigure
    from pantin.rigs.rest import rest_matrices

    return BakedFigure(document.figure, rest_matrices(document.rig.bones), ())


def likely(figure: Figure, unit: float = 1.0) -> Choices:
    return guessed(figure, measured_bones(figure.rig), unit)


@pytest.mark.parametrize(
    ("size", "unit", "guess"),
    (
        (1.0, 1.0, 1.0),
        (100.0, 1.0, 0.01),
        (1000.0, 1.0, 0.001),
        (10.0, 1.0, 0.1),
        (1 / 0.0254, 1.0, 0.0254),
        (0.01, 0.01, 100.0),
    ),
)
def test_the_unit_of_a_person_is_guessed(size: float, unit: float, guess: float) -> None:
    """The last: numbers in metres in a file that says centimetres."""
    figure = scaled(Document.of(person(fingers=False)), size).figure
    assert doubts_of(figure, measured_bones(figure.rig)).size == (size != 1.0)
    assert likely(figure, unit).size == pytest.approx(guess)


def test_a_person_in_no_usual_unit_becomes_as_tall_as_one() -> None:
    figure = scaled(Document.of(person(fingers=False)), 5.6 / 1.0 * 3).figure
    height = measured_bones(figure.rig).height
    assert likely(figure).size * height == pytest.approx(1.7)


@pytest.mark.parametrize(("degrees", "heading"), ((0, 0.0), (180, pi), (90, -QUARTER), (-90, QUARTER)))
def test_a_body_is_turned_to_the_front(degrees: float, heading: float) -> None:
    rig = heading_to(person(fingers=False), degrees)
    figure = Document.of(rig).figure
    assert doubts_of(figure, measured_bones(rig)).front == (degrees != 0)
    assert likely(figure).heading == pytest.approx(heading)
    made = stands_as(Document.of(rig), likely(figure), {})
    head, toe = (np.array(made.rig.by_name[name].head) for name in ("head", "foot.L"))
    ahead = made.figure.place.matrix[:3, :3] @ (np.array(made.rig.by_name["foot.L"].tail) - toe)
    assert ahead[1] < 0.0 and head[2] > toe[2], "its toes are ahead"


def test_nothing_is_doubtful_of_a_robot_or_of_a_figure_that_was_corrected() -> None:
    giant = scaled(Document.of(heading_to(person(fingers=False), 180.0)), 100.0)
    corrected = stands_as(giant, likely(giant.figure), {})
    assert not doubts_of(corrected.figure, measured_bones(corrected.rig)).any
    chain = Document.of(Rig(bones=person(fingers=False).bones[:2]))
    assert not doubts_of(chain.figure, measured_bones(chain.rig)).any


def test_each_choice_is_the_edit_that_there_is_for_it() -> None:
    document = Document.of(person(fingers=False))
    assert stands_as(document, Choices(size=0.01), {}) == resized(document, 0.01)
    assert stands_as(document, Choices(heading=pi), {}) == turned_round(document)
    assert stands_as(document, choices_of(document.figure), {}) is document


def test_a_choice_counts_from_the_file_however_often_it_is_made() -> None:
    document = Document.of(person(fingers=False))
    once = stands_as(document, Choices(0.01, pi), {})
    again = stands_as(once, Choices(0.01, pi), {})
    back = stands_as(again, Choices(), {})
    assert again is once and back.figure.place.size == pytest.approx(1.0)
    assert back.figure.place.heading == pytest.approx(0.0, abs=1e-12)


def test_who_lies_is_stood_up_and_laid_down_again(tmp_path: Path) -> None:
    lying = of_file(turned(person(fingers=False)), tmp_path)
    assert doubts_of(lying.figure, measured_bones(lying.rig)).up and may_be_raised(lying.figure)
    choices = likely(lying.figure)
    assert choices.z_up and choices.heading == pytest.approx(0.0)
    standing = stands_as(lying, choices, {})
    assert standing == stood_up(lying)
    back = stands_as(standing, Choices(), {})
    assert back.figure.source is not None and not back.figure.source.stood_up
    for node, before in zip(back.figure.source.nodes, lying.figure.source.nodes, strict=True):
        np.testing.assert_allclose((node.head, node.tail), (before.head, before.tail), atol=1e-9)
    for bone, before in zip(back.rig.bones, lying.rig.bones, strict=True):
        np.testing.assert_allclose((bone.head, bone.tail), (before.head, before.tail), atol=1e-9)


def test_a_mesh_without_bones_may_be_turned_and_leaves_as_its_file_has_it(tmp_path: Path) -> None:
    document = read(written(tmp_path / "body.glb", body()[0]))
    made = stands_as(document, Choices(z_up=True), {})
    assert made.figure.source is not None and made.figure.source.stood_up


def test_the_other_rest_of_a_file_is_taken_with_size_and_front() -> None:
    path = case("gltf-saved-in-a-pose.gltf")
    nodes = read(path)
    bind = read(path, rest_from="bind")
    made = stands_as(nodes, Choices(2.0, pi, rest="bind"), {"bind": bind.figure})
    assert made.rig.bones == bind.rig.bones and choices_of(made.figure) == Choices(
        2.0, made.figure.place.heading, rest="bind"
    )
    assert stands_as(nodes, Choices(rest="bind"), {}) is nodes, "there is no such reading"
