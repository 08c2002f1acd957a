"""The tooltip of a field: title and help, then one line of unit, range and default."""

from __future__ import annotations

import msgspec

from pantin.rigs.fields import Field
from pantin.widgets.controls.plain_text import bold, lines
from pantin.widgets.forms.field_kinds import FIELD_KINDS
from pantin.widgets.messages import _
from pantin.widgets.values.quantity import Quantity, quantity_of
from pantin.widgets.values.units import Lengths

ANY_UNIT = _("in any unit: 12 cm, 3in")


def tooltip(field: Field, lengths: Lengths) -> str:
    """The tooltip of `field`, as Markup; lengths in it are in the unit of `lengths`."""
    facts = " · ".join(_facts(field, quantity_of(field).shown_in(lengths)))
    return lines((bold(field.title), field.help, facts[:1].upper() + facts[1:]))


def _facts(field: Field, quantity: Quantity) -> list[str]:
    if field.unit == "m" and field.kind != "number":
        return [ANY_UNIT]
    kind = FIELD_KINDS[field.kind]
    found = _numeric_facts(field, quantity) if kind.is_numeric else []
    if field.default is not msgspec.NODEFAULT:
        found.append(_("default: {value}").format(value=kind.default_text(field, quantity)))
    return found


def _numeric_facts(field: Field, quantity: Quantity) -> list[str]:
    found = []
    if field.unit == "m":
        found.append(ANY_UNIT)
    elif quantity.unit_name:
        found.append(_("in {unit}").format(unit=quantity.unit_name))
    if quantity.lower is not None and quantity.upper is not None:
        found.append(
            _("{lower} to {upper}").format(lower=quantity.text(quantity.lower), upper=quantity.text(quantity.upper))
        )
    elif quantity.lower is not None:
        found.append(_("at least {lower}").format(lower=quantity.text(quantity.lower)))
    return found
