"""Tests of what is read and typed: arithmetic, quantities, tooltips, angles."""

from __future__ import annotations

from contextlib import suppress
from math import pi, radians
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.rigs.constraints import Constraint
from pantin.rigs.euler import bend_twist_sway, euler_near, quaternion_from_euler
from pantin.rigs.fields import Field, fields_of
from pantin.rigs.joint import Joint
from pantin.rigs.pose import Transform
from pantin.rigs.rig import Bone, Rig
from pantin.widgets.forms.field_tooltip import tooltip
from pantin.widgets.numbers.number_field import NumberField
from pantin.widgets.theme import drawing, theme
from pantin.widgets.theme.appearance import appearance
from pantin.widgets.values.arithmetic import NotANumber, evaluate
from pantin.widgets.values.quantity import (
    degrees,
    length_text,
    lengths,
    positions,
    quantity_of,
    residual_text,
)
from pantin.widgets.values.units import Lengths, lengths_in

AUTO = Lengths()
MODELS = (Bone, Joint, Transform, Rig, *get_args(Constraint))
FIELDS = [(model, field) for model in MODELS for field in fields_of(model)]
angles = st.floats(-6.0, 6.0)


def test_arithmetic() -> None:
    cases = {
        "1+2*3": 7,
        "(1+2)*3": 9,
        "-(2)": -2,
        "--2": 2,
        "2--1": 3,
        "6/4": 1.5,
        "1e3": 1000,
        ".5": 0.5,
        "2×3": 6,
    }
    wrong = {text: evaluate(text, {}) for text, value in cases.items() if evaluate(text, {}) != pytest.approx(value)}
    assert not wrong


def test_what_is_not_arithmetic_is_rejected_in_a_sentence() -> None:
    texts = ["", "1 2", "1+", "*2", "(1", "1)", "1/0", "x", "1e999", "2**3", "1;2"]
    assert not [text for text in texts if not _rejection(text).endswith(".")]


def _rejection(text: str) -> str:
    """Why a text is no number, empty where it is one."""
    try:
        evaluate(text, {})
    except NotANumber as rejection:
        return str(rejection)
    return ""


@given(st.text(max_size=30))
def test_any_text_is_a_number_or_is_rejected(text: str) -> None:
    with suppress(NotANumber):
        assert isinstance(evaluate(text, {"m": 1.0}), float)


@given(st.floats(-10, 10))
def test_what_is_shown_for_editing_reads_back(value: float) -> None:
    for quantity in (degrees(), positions()):
        assert quantity.parse(quantity.editable(value)) == pytest.approx(value, abs=1e-5)


@given(angles, angles, angles)
def test_euler_angles_come_back(x: float, y: float, z: float) -> None:
    rotation = quaternion_from_euler((x, y, z))
    again = quaternion_from_euler(euler_near(rotation))
    assert abs(sum(a * b for a, b in zip(rotation, again, strict=True))) == pytest.approx(1.0, abs=1e-9)


@given(angles, st.floats(-1.5, 1.5), angles)
def test_the_angles_shown_are_kept_where_they_fit(x: float, y: float, z: float) -> None:
    shown = (x, y, z)
    assert euler_near(quaternion_from_euler(shown), shown) == pytest.approx(shown, abs=1e-6)


@pytest.mark.parametrize("y", [pi / 2, -pi / 2])
def test_angles_do_not_jump_at_the_pole(y: float) -> None:
    shown = (0.4, y, -0.7)
    assert euler_near(quaternion_from_euler(shown), shown) == pytest.approx(shown, abs=1e-6)


def test_angles_go_on_beyond_half_a_turn() -> None:
    near = (radians(179), 0.0, 0.0)
    assert euler_near(quaternion_from_euler((radians(181), 0.0, 0.0)), near)[0] == pytest.approx(radians(181))


@given(st.floats(-1.5, 1.5), st.floats(-1.5, 1.5), st.floats(-1.5, 1.5))
def test_a_joint_of_single_turns_reads_them(x: float, y: float, z: float) -> None:
    assert bend_twist_sway(quaternion_from_euler((x, 0, 0))) == pytest.approx((x, 0, 0), abs=1e-9)
    assert bend_twist_sway(quaternion_from_euler((0, y, 0))) == pytest.approx((0, y, 0), abs=1e-9)
    assert bend_twist_sway(quaternion_from_euler((0, 0, z))) == pytest.approx((0, 0, z), abs=1e-9)


def test_every_declared_field_explains_itself() -> None:
    wrong = [
        f"{model.__name__}.{field.name}: {tooltip(field, AUTO)}" for model, field in FIELDS if not _explained(field)
    ]
    assert not wrong, "\n".join(wrong)


def _explained(field: Field) -> bool:
    text = tooltip(field, AUTO)
    told = [field.title in text, field.help.split("<")[0] in text.replace("&#x27;", "'")]
    if field.unit == "rad" and field.kind != "quaternion":
        told.append("degrees" in text)
    if field.kind in ("number", "count"):
        told.append("default" in text and quantity_of(field).text(field.lower) in text)
    return all(told)


def test_lengths_are_read_in_the_unit_chosen() -> None:
    found = {
        unit: (
            positions().shown_in(lengths_in(unit)).text(0.3),
            length_text(0.3, lengths_in(unit)),
            residual_text(0.00025, lengths_in(unit)),
        )
        for unit in ("auto", "m", "cm", "mm", "in")
    }
    assert found == {
        "auto": ("0.300", "30.0 cm", "0.25 mm"),
        "m": ("0.300", "0.300 m", "0.25 mm"),
        "cm": ("30.0", "30.0 cm", "0.25 mm"),
        "mm": ("300.0", "300.0 mm", "0.25 mm"),
        "in": ("11.81", "11.81 in", "0.010 in"),
    }


def test_any_unit_can_be_typed() -> None:
    typed = {"12 cm": 0.12, "3in": 0.0762, "1' + 6\"": 0.4572, "2m - 5mm": 1.995}
    wrong = [
        (text, unit)
        for text, metres in typed.items()
        for unit in ("auto", "m", "cm", "mm", "in")
        for quantity in (positions(), lengths())
        if quantity.shown_in(lengths_in(unit)).parse(text) != pytest.approx(metres)
    ]
    assert not wrong


@pytest.fixture
def in_unit(qapp):
    """Lengths are shown in another unit, until the test is over."""
    yield appearance().show_lengths_in
    appearance().show_lengths_in("auto")


def test_fields_on_screen_follow_the_unit(shown, in_unit) -> None:
    field = NumberField(lengths())
    shown(field, 80, 24)
    field.show_value(0.254)
    assert field.text() == "25.4"
    in_unit("in")
    assert field.text() == "10.00" and field.value() == 0.254


def test_small_distances_keep_their_digits() -> None:
    assert residual_text(0.127, AUTO) == "127 mm" and residual_text(0.00002, AUTO) == "0.02 mm"


def test_lengths_are_centimetres_until_ten_metres() -> None:
    assert length_text(0.15, AUTO) == "15.0 cm"
    assert length_text(12.5, AUTO) == "12.50 m"


def test_long_names_of_bones_are_told_apart_by_their_ends(qapp) -> None:
    names = [f"mixamorig:LeftHandIndexFingerProximal_twist_{number}" for number in (1, 2)]
    shown = [drawing.fitting_name(name, 120) for name in names]
    assert shown[0] != shown[1] and all("…" in name for name in shown)
    assert all(theme.metrics().horizontalAdvance(name) <= 120 for name in shown)
