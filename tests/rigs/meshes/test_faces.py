"""Expressions in the order of their presets, found by name, and those of both sides."""

from __future__ import annotations

from pantin.rigs.meshes.expressions import Expression
from pantin.rigs.meshes.faces import in_order, matching, partners, weakened_by

FACE = (
    Expression("Grin"),
    Expression("A", preset="aa"),
    Expression("Blink_L", preset="blinkLeft"),
    Expression("Blink_R", preset="blinkRight"),
    Expression("LookLeft", preset="lookLeft"),
    Expression("LookRight", preset="lookRight"),
    Expression("Joy", preset="happy", blink="block", mouth="blend"),
)


def test_presets_come_first_and_others_stay_in_the_order_of_the_file() -> None:
    names = [each.name for each in in_order((*FACE, Expression("Arch")))]
    assert names == ["Joy", "Blink_L", "Blink_R", "LookLeft", "LookRight", "A", "Grin", "Arch"]


def test_names_and_presets_are_searched() -> None:
    assert [each.name for each in matching(FACE, "happy")] == ["Joy"]
    assert [each.name for each in matching(FACE, "LEFT")] == ["Blink_L", "LookLeft"]
    assert matching(FACE, "none") == ()


def test_sides_are_partners_but_for_where_one_looks() -> None:
    assert partners(FACE) == {"Blink_L": "Blink_R", "Blink_R": "Blink_L"}
    assert partners((Expression("eyeLeft"),)) == {}


def test_what_weakens_another_is_told_while_it_is_there() -> None:
    blink, mouth, grin = FACE[2], FACE[1], FACE[0]
    assert weakened_by(blink, FACE, {"Joy": 0.5}) == ("Joy",) == weakened_by(mouth, FACE, {"Joy": 0.5})
    assert weakened_by(blink, FACE, {"Joy": 0.0}) == () == weakened_by(grin, FACE, {"Joy": 1.0})
