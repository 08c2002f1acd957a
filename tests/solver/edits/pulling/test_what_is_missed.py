"""Tests of what a pull of a handle, a pole or the ring moves, and what is said of what it does not reach."""

from __future__ import annotations

import numpy as np
import pytest

import pantin
from pantin import rigs, solver
from pantin.resources import FOLDER
from pantin.rigs import Document
from pantin.rigs.rest import rest_height

WAY = np.array((0.02, -0.03, 0.03))
SHIPPED = {name: rigs.read(FOLDER / "rigs" / f"{name}.rig.json") for name in ("humanoid", "bird", "quadruped", "biped")}


def head(document: Document, bone: str) -> np.ndarray:
    evaluated = solver.evaluate(document)
    return np.array(evaluated.heads[evaluated.index[bone]])


@pytest.mark.parametrize("name", SHIPPED)
def test_each_bone_handle_pole_and_ring_comes_or_it_is_said_why_not(name: str) -> None:
    document = SHIPPED[name]
    for bone in document.rig.bones:
        said: list[str] = []
        target = head(document, bone.name) + WAY
        pulled = pantin.pull(document, {bone.name: target}, told=said.append)
        missed = np.linalg.norm(head(pulled, bone.name) - target)
        assert missed < 0.003 * rest_height(document.rig.bones) or f'"{bone.name}"' in said[0], bone.name
        if bone.kind != "bone":
            assert missed < 1e-3, bone.name


def test_the_handle_of_a_standing_foot_takes_the_foot_along() -> None:
    figure = SHIPPED["humanoid"]
    way = np.array((0.05, -0.2, 0.15))
    pulled = pantin.pull(figure, {"foot_ik.L": head(figure, "foot_ik.L") + way})
    assert head(pulled, "foot.L") == pytest.approx(head(figure, "foot.L") + way, abs=2e-3)
    assert head(pulled, "foot.R") == pytest.approx(head(figure, "foot.R"), abs=1e-4)


def test_what_is_missed_is_one_sentence_with_how_far_and_where() -> None:
    figure, said = SHIPPED["humanoid"], list[str]()
    pulled = pantin.pull(figure, {"hand.L": (0.5, 0.0, 5.0), "hand.R": head(figure, "hand.R")}, told=said.append)
    place = head(pulled, "hand.L")
    missed = np.linalg.norm(place - (0.5, 0.0, 5.0))
    assert said[0].startswith(f'"hand.L" comes no nearer than {missed:.3g} m')
    assert f"({place[0]:.3f}, {place[1]:.3f}, {place[2]:.3f})" in said[0]


def test_toes_of_a_standing_foot_say_which_pin_holds_them() -> None:
    figure, said = SHIPPED["humanoid"], list[str]()
    pantin.pull(figure, {"toe.L": head(figure, "toe.L") + WAY}, told=said.append)
    assert said == ['"toe.L" stays 0.0469 m from where it was pulled to: the pin of "foot.L" holds it.']
