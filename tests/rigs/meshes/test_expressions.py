"""Values of expressions as weights of morph targets: rounded, overridden, added up and held, as VRM 1.0 has it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.expressions import Expression, MeshMorphs, MorphBind, of_targets, weights_of


def face(*expressions: Expression, weights: tuple[float, ...] = (0.0, 0.0, 0.0)) -> Character:
    """Return a character of one mesh with three targets at node 4."""
    names = ("0", "1", "2")
    morphs = (MeshMorphs(4, names[: len(weights)], weights),)
    return Character("", (), (), np.zeros((0, 4, 4)), np.eye(4), morphs=morphs, expressions=expressions)


def moving(name: str, target: int, weight: float = 1.0, **more: Any) -> Expression:
    return Expression(name, binds=(MorphBind(4, target, weight),), **more)


def test_two_expressions_that_move_one_target_add_up_to_no_more_than_one() -> None:
    both = face(moving("a", 0, 0.5), moving("b", 0), moving("c", 1))
    assert weights_of(both, {"a": 0.5, "b": 0.25})[4] == (0.5, 0.0, 0.0)
    assert weights_of(both, {"a": 1.0, "b": 0.75, "c": 0.3})[4] == (1.0, 0.3, 0.0)


@pytest.mark.parametrize(("value", "there"), [(0.5, 0.0), (0.51, 1.0), (1.0, 1.0)])
def test_a_binary_expression_is_there_or_not(value: float, there: float) -> None:
    found = weights_of(face(moving("wink", 2, is_binary=True)), {"wink": value})
    assert found.get(4, (0.0, 0.0, 0.0))[2] == there


@pytest.mark.parametrize(
    ("override", "value", "left"), [("none", 0.3, 0.8), ("block", 0.3, 0.0), ("blend", 0.25, 0.6), ("blend", 1.0, 0.0)]
)
def test_an_expression_overrides_the_eyelids_of_presets(override: str, value: float, left: float) -> None:
    named = face(
        moving("Shut", 0, preset="blink"), moving("happy", 1, preset="happy", blink=override), moving("blink", 2)
    )
    found = weights_of(named, {"Shut": 0.8, "happy": value, "blink": 0.5})
    assert found[4] == pytest.approx((left, value, 0.5))  # what is only called so is no preset


def test_a_binary_expression_that_is_weakened_is_not_there() -> None:
    named = face(moving("wink", 0, preset="blinkLeft", is_binary=True), moving("happy", 1, blink="blend"))
    assert weights_of(named, {"wink": 1.0, "happy": 0.1})[4] == (0.0, 0.1, 0.0)


def test_a_binary_expression_blends_as_far_as_it_is_there() -> None:
    named = face(moving("aa", 0, preset="aa"), moving("shout", 1, mouth="blend", is_binary=True))
    assert weights_of(named, {"aa": 1.0, "shout": 0.6})[4] == (0.0, 1.0, 0.0)
    assert weights_of(named, {"aa": 1.0, "shout": 0.4})[4] == (1.0, 0.0, 0.0)


def test_targets_of_one_name_move_together_from_the_weights_of_the_file() -> None:
    meshes = (MeshMorphs(4, ("Smile", "Frown"), (0.25, 0.5)), MeshMorphs(7, ("Blink", "Smile"), (0.0, 0.0)))
    named = Character("", (), (), np.zeros((0, 4, 4)), np.eye(4), morphs=meshes, expressions=of_targets(meshes))
    assert [each.name for each in named.expressions] == ["Smile", "Frown", "Blink"]
    assert weights_of(named, {"Smile": 1.5}) == {4: (1.75, 0.5), 7: (0.0, 1.5)}  # targets of glTF know no bounds
    assert weights_of(named, {"Blink": 0.5, "gone": 1.0}) == {7: (0.5, 0.0)}


def test_targets_that_a_mesh_lacks_move_nothing() -> None:
    assert weights_of(face(moving("a", 9)), {"a": 1.0}) == {}
