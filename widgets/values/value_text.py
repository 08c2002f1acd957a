"""Values as text, to copy and paste: as people read them, in the unit that is shown, and as other programs take them.

Triples are three numbers with spaces between; a rotation is its three angles.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from math import degrees
from typing import Any

import msgspec

from pantin.rigs.fields import AnyBone, BoneRef, Field
from pantin.rigs.wording import APART, bone_label
from pantin.widgets.messages import _
from pantin.widgets.values.arithmetic import NotANumber
from pantin.widgets.values.quantity import MINUS, Quantity, words
from pantin.widgets.values.quantity import degrees as in_degrees
from pantin.widgets.values.shared_values import FREE, AxisEdit

QUOTE = '"'


class NotAValue(ValueError):
    """The text says nothing that the field could hold; one sentence says why."""


Write = Callable[[Quantity, Any], str]
Read = Callable[[Field, Quantity, str], Any]


class ValueText(msgspec.Struct, frozen=True):
    """The text of values of one kind; `read` gives what an editor sends and raises `NotAValue`."""

    write: Write
    read: Read


def _number(quantity: Quantity, value: float) -> str:
    return quantity.editable(value).replace(MINUS, "-")


def _read_number(quantity: Quantity, text: str) -> float:
    try:
        return quantity.parse(text)
    except NotANumber as problem:
        raise NotAValue(_("The clipboard holds no number.")) from problem


def _three(quantity: Quantity, text: str) -> tuple[float, ...]:
    found = text.replace(";", " ").split()
    if len(found) != 3:
        raise NotAValue(_("The clipboard does not hold three numbers."))
    return tuple(_read_number(quantity, part) for part in found)


def _read_plain(_field: Field, quantity: Quantity, text: str) -> float:
    return _read_number(quantity, text)


def _triple(quantity: Quantity, value: Any) -> str:
    return " ".join(_number(quantity, number) for number in value)


def _read_triple(_field: Field, quantity: Quantity, text: str) -> AxisEdit:
    return AxisEdit(_three(quantity, text))


def _bound(quantity: Quantity, value: float | None) -> str:
    return "free" if value is None else _number(quantity, value)


def _read_bound(_field: Field, quantity: Quantity, text: str) -> float | None:
    return None if text.strip().casefold() == "free" else _read_number(quantity, text)


def _bounds(quantity: Quantity, value: Any) -> str:
    return " ".join(_bound(quantity, number) for number in value)


def _read_bounds(field: Field, quantity: Quantity, text: str) -> AxisEdit:
    found = text.replace(";", " ").split()
    if len(found) != 3:
        raise NotAValue(_("The clipboard does not hold three numbers."))
    return AxisEdit(tuple(_read_bound(field, quantity, part) for part in found))


def _read_switch(_field: Field, _quantity: Quantity, text: str) -> bool:
    return bool(
        _listed({"on": True, "off": False}, text.strip().casefold(), _("The clipboard does not say on or off."))
    )


def _read_choice(field: Field, _quantity: Quantity, text: str) -> str:
    known = {words(choice).casefold(): choice for choice in field.choices}
    return str(_listed(known, text.strip().casefold(), _("The clipboard does not say one of the choices.")))


def _listed(known: dict[str, Any], text: str, otherwise: str) -> Any:
    if text not in known:
        raise NotAValue(otherwise)
    return known[text]


def _read_name(field: Field, _quantity: Quantity, text: str) -> AnyBone | None:
    name = text.strip()
    if "\n" in name or not name:
        raise NotAValue(_("The clipboard holds no name of a bone."))
    if field.of_others and APART in name:
        figure, _apart, bone = name.partition(APART)
        return BoneRef(bone, figure)
    return None if name == "none" and field.optional else name


def names_text(names: Sequence[str]) -> str:
    """Names one after the other; one that holds a comma is in quotes."""
    return ", ".join(f'"{name.replace(QUOTE, 2 * QUOTE)}"' if {",", QUOTE} & {*name} else name for name in names)


def names_in(text: str) -> tuple[str, ...]:
    """The names that `names_text` has put one after the other."""
    found = next(csv.reader([text.strip()], skipinitialspace=True), [])
    return tuple(name.strip() for name in found if name.strip())


def _read_names(_field: Field, _quantity: Quantity, text: str) -> tuple[str, ...]:
    if "\n" in text.strip():
        raise NotAValue(_("The clipboard holds no names of bones."))
    return names_in(text)


def _axes(_quantity: Quantity, value: Any) -> str:
    return " ".join(letter for letter, on in zip("XYZ", value, strict=True) if on) or "none"


def _read_axes(_field: Field, _quantity: Quantity, text: str) -> AxisEdit:
    found = text.upper().split()
    if found != ["NONE"] and not (found and set(found) <= set("XYZ")):
        raise NotAValue(_("The clipboard names no axes."))
    return AxisEdit(tuple(letter in found for letter in "XYZ"))


def _range(_quantity: Quantity, value: Any) -> str:
    return "free" if value is None else " ".join(f"{degrees(end):g}" for end in value)


def _read_range(_field: Field, _quantity: Quantity, text: str) -> Any:
    if text.strip().casefold() == "free":
        return None
    found = text.split()
    if len(found) != 2:
        raise NotAValue(_("The clipboard does not hold a lower and an upper angle."))
    lower, upper = (_read_number(in_degrees(*FREE), part) for part in found)
    return (min(lower, 0.0), max(upper, 0.0))


def _ranges(quantity: Quantity, value: Any) -> str:
    return "; ".join(_range(quantity, limit) for limit in value)


def _read_ranges(field: Field, quantity: Quantity, text: str) -> AxisEdit:
    found = text.split(";")
    if len(found) != 3:
        raise NotAValue(_("The clipboard does not hold three ranges."))
    return AxisEdit(tuple(_read_range(field, quantity, part) for part in found))


NUMBER = ValueText(_number, _read_plain)
SWITCH = ValueText(lambda _quantity, value: "on" if value else "off", _read_switch)
TEXT = ValueText(lambda _quantity, value: str(value), lambda _field, _quantity, text: text)
BONE = ValueText(lambda _quantity, value: bone_label(value) if value else "none", _read_name)
BONES = ValueText(lambda _quantity, value: names_text(value), _read_names)
CHOICE = ValueText(lambda _quantity, value: words(value), _read_choice)
TRIPLE = ValueText(_triple, _read_triple)
AXES = ValueText(_axes, _read_axes)
BOUND = ValueText(_bound, _read_bound)
"""One end of a range, which may be open."""
BOUNDS = ValueText(_bounds, _read_bounds)
RANGE = ValueText(_range, _read_range)
"""The limits of one axis: two angles, or free."""
RANGES = ValueText(_ranges, _read_ranges)
