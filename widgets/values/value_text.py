"""Values as text, to copy and paste: as people read them, in the unit of the moment, and as other programs take them.

Triples are three numbers with spaces between; a rotation is its three angles. `axis` picks one of three.
"""

from __future__ import annotations

from collections.abc import Callable
from math import degrees
from typing import Any

from pantin.rigs.fields import Field, FieldKind
from pantin.widgets.values.arithmetic import NotANumber
from pantin.widgets.values.quantity import MINUS, Quantity, quantity_of, words
from pantin.widgets.values.quantity import degrees as in_degrees
from pantin.widgets.values.shared_values import FREE, Axes


class NotAValue(ValueError):
    """The text says nothing that the field could hold; one sentence says why."""


def text_of(field: Field, value: Any, axis: int | None = None) -> str:
    """`value` as text."""
    if axis is not None and field.kind in _ONE_OF_THREE:
        return _ONE_OF_THREE[field.kind][0](field, value[axis])
    return _KINDS[field.kind][0](field, value)


def value_from(field: Field, text: str, axis: int | None = None) -> Any:
    """What an editor of `field` would send for `text`. Raises `NotAValue`."""
    if axis is not None and field.kind in _ONE_OF_THREE:
        return Axes.one(axis, _ONE_OF_THREE[field.kind][1](field, text))
    return _KINDS[field.kind][1](field, text)


def _number(quantity: Quantity, value: float) -> str:
    return quantity.editable(value).replace(MINUS, "-")


def _read_number(quantity: Quantity, text: str) -> float:
    try:
        return quantity.parse(text)
    except NotANumber as problem:
        raise NotAValue("The clipboard holds no number.") from problem


def _three(quantity: Quantity, text: str) -> tuple[float, ...]:
    found = text.replace(";", " ").split()
    if len(found) != 3:
        raise NotAValue("The clipboard does not hold three numbers.")
    return tuple(_read_number(quantity, part) for part in found)


def _plain(field: Field, value: float) -> str:
    return _number(_quantity(field), value)


def _read_plain(field: Field, text: str) -> float:
    return _read_number(_quantity(field), text)


def _triple(field: Field, value: Any) -> str:
    return " ".join(_plain(field, number) for number in value)


def _read_triple(field: Field, text: str) -> Axes:
    return Axes(_three(_quantity(field), text))


def _bound(field: Field, value: float | None) -> str:
    return "free" if value is None else _plain(field, value)


def _read_bound(field: Field, text: str) -> float | None:
    return None if text.strip().casefold() == "free" else _read_plain(field, text)


def _read_bounds(field: Field, text: str) -> Axes:
    found = text.replace(";", " ").split()
    if len(found) != 3:
        raise NotAValue("The clipboard does not hold three numbers.")
    return Axes(tuple(_read_bound(field, part) for part in found))


def _read_switch(_field: Field, text: str) -> bool:
    return bool(_listed({"on": True, "off": False}, text.strip().casefold(), "on or off"))


def _read_choice(field: Field, text: str) -> str:
    known = {words(choice).casefold(): choice for choice in field.choices}
    return str(_listed(known, text.strip().casefold(), "one of the choices"))


def _listed(known: dict[str, Any], text: str, what: str) -> Any:
    if text not in known:
        raise NotAValue(f"The clipboard does not say {what}.")
    return known[text]


def _read_name(field: Field, text: str) -> str | None:
    name = text.strip()
    if "\n" in name or not name:
        raise NotAValue("The clipboard holds no name of a bone.")
    return None if name == "none" and field.optional else name


def _axes(_field: Field, value: Any) -> str:
    return " ".join(letter for letter, on in zip("XYZ", value, strict=True) if on) or "none"


def _read_axes(_field: Field, text: str) -> Axes:
    found = text.upper().split()
    if found != ["NONE"] and not (found and set(found) <= set("XYZ")):
        raise NotAValue("The clipboard names no axes.")
    return Axes(tuple(letter in found for letter in "XYZ"))


def _range(_field: Field, value: Any) -> str:
    return "free" if value is None else " ".join(f"{degrees(end):g}" for end in value)


def _read_range(_field: Field, text: str) -> Any:
    if text.strip().casefold() == "free":
        return None
    found = text.split()
    if len(found) != 2:
        raise NotAValue("The clipboard does not hold a lower and an upper angle.")
    lower, upper = (_read_number(in_degrees(*FREE), part) for part in found)
    return (min(lower, 0.0), max(upper, 0.0))


def _quantity(field: Field) -> Quantity:
    return in_degrees() if field.kind == "quaternion" else quantity_of(field)


Write = Callable[[Field, Any], str]
Read = Callable[[Field, str], Any]

_KINDS: dict[FieldKind, tuple[Write, Read]] = {
    "number": (_plain, _read_plain),
    "count": (_plain, _read_plain),
    "switch": (lambda _field, value: "on" if value else "off", _read_switch),
    "text": (lambda _field, value: value, lambda _field, text: text),
    "bone": (lambda _field, value: value or "none", _read_name),
    "choice": (lambda _field, value: words(value), _read_choice),
    "vector": (_triple, _read_triple),
    "quaternion": (_triple, _read_triple),
    "axes": (_axes, _read_axes),
    "axis_numbers": (_triple, _read_triple),
    "axis_bounds": (lambda field, value: " ".join(_bound(field, number) for number in value), _read_bounds),
    "axis_limits": (
        lambda field, value: "; ".join(_range(field, limit) for limit in value),
        lambda field, text: Axes(_read_ranges(field, text)),
    ),
}

_ONE_OF_THREE: dict[FieldKind, tuple[Write, Read]] = {
    "vector": (_plain, _read_plain),
    "quaternion": (_plain, _read_plain),
    "axis_numbers": (_plain, _read_plain),
    "axis_limits": (_range, _read_range),
    "axis_bounds": (_bound, _read_bound),
}


def _read_ranges(field: Field, text: str) -> tuple[Any, ...]:
    found = text.split(";")
    if len(found) != 3:
        raise NotAValue("The clipboard does not hold three ranges.")
    return tuple(_read_range(field, part) for part in found)
