"""A number in a field that is too narrow for it: the sign is never what is cut."""

from __future__ import annotations

import pytest

from pantin.rigs.fields import field_named
from pantin.rigs.rig import Bone
from pantin.widgets.numbers.number_face import Face, Style, _fitting
from pantin.widgets.theme import theme
from pantin.widgets.values.quantity import quantity_of


@pytest.mark.parametrize("width", [20, 26, 32, 38, 44, 60])
@pytest.mark.parametrize(("unit", "axis"), [("", 0), ("°", None)])
def test_a_negative_number_keeps_its_sign(qapp, width: int, unit: str, axis: int | None) -> None:
    quantity = quantity_of(field_named(Bone, "head"))
    text = quantity.text_with(-1234.567, quantity.decimals)
    face = Face(-1234.567, text, "", *[True, *[False] * 7])
    shown = _fitting(Style(quantity, axis), face, unit, width, 400)
    assert shown[0] == text[0] and shown[0] not in "0123456789"
    assert theme.metrics().horizontalAdvance(shown) <= width
