"""What a tooltip says: the field's help, its unit, range and default, and why it cannot be used now."""

from __future__ import annotations

from html import escape

import msgspec
from PySide6.QtWidgets import QWidget

from pantin.rigs.fields import Field
from pantin.widgets.values.quantity import quantity_of, words


def tooltip(field: Field) -> str:
    """The explanation of `field`: title, help, then one line of unit, range and default."""
    lines = [f"<b>{escape(field.title)}</b>", escape(field.help)]
    facts = " · ".join(_facts(field))
    if facts:
        lines.append(facts[:1].upper() + facts[1:])
    return "<br>".join(lines)


def explain(widget: QWidget, text: str) -> None:
    """Give `widget` its explanation, which stays when it is refused and allowed again."""
    _say(widget, "explanation", text)


def remark(widget: QWidget, text: str) -> None:
    """Say something more below the explanation, such as what drives the value now; an empty text takes it back."""
    _say(widget, "remark", text)


def refuse(widget: QWidget, reason: str) -> None:
    """Disable `widget` and say why; an empty reason allows it again."""
    if _say(widget, "refused", reason):
        widget.setEnabled(not reason)


def _say(widget: QWidget, part: str, text: str) -> bool:
    """Set one part of the tooltip; False where it stands there already."""
    if (widget.property(part) or "") == text:
        return False
    widget.setProperty(part, text)
    refused, explanation, remarked = (widget.property(name) or "" for name in ("refused", "explanation", "remark"))
    lines = (f"<b>{escape(refused)}</b>" if refused else "", explanation, escape(remarked))
    widget.setToolTip("<br>".join(line for line in lines if line))
    return True


def _facts(field: Field) -> list[str]:
    found = []
    if field.unit == "m" and field.kind != "number":
        return ["in any unit: 12 cm, 3in"]
    if field.kind in _NUMERIC:
        quantity = quantity_of(field)
        if field.unit == "m":
            found.append("in any unit: 12 cm, 3in")
        elif quantity.unit_name:
            found.append(f"in {quantity.unit_name}")
        if quantity.bounded:
            found.append(f"{quantity.text(quantity.lower)} to {quantity.text(quantity.upper)}")
        elif quantity.lower is not None:
            found.append(f"at least {quantity.text(quantity.lower)}")
    if field.default is not msgspec.NODEFAULT:
        found.append(f"default: {default_text(field)}")
    return found


def default_text(field: Field) -> str:
    """The default of `field` as a person would read it."""
    return _DEFAULT_TEXT[field.kind](field)


def _number(field: Field) -> str:
    quantity = quantity_of(field)
    text = quantity.text(field.default)
    return text + (" " if quantity.suffix.isalpha() else "") + quantity.suffix_for(text)


def _axes(field: Field) -> str:
    on = [axis for axis, is_on in zip("XYZ", field.default, strict=True) if is_on]
    return " ".join(on) or "none"


def _triple(field: Field) -> str:
    return " ".join(quantity_of(field).text(number) for number in field.default)


_NUMERIC = ("number", "count", "vector", "quaternion", "axis_limits", "axis_numbers", "axis_bounds")
_DEFAULT_TEXT = {
    "number": _number,
    "count": _number,
    "switch": lambda field: "on" if field.default else "off",
    "text": lambda field: str(field.default),
    "bone": lambda field: field.default or "none",
    "choice": lambda field: words(field.default),
    "vector": _triple,
    "quaternion": lambda field: "not turned",
    "axes": _axes,
    "axis_limits": lambda field: "free",
    "axis_numbers": _triple,
    "axis_bounds": lambda field: "free",
}
