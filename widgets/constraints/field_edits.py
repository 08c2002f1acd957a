"""The edits of a constraint's fields, by its place in the rig: what a card sends out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from pantin.rigs.document import Document
from pantin.rigs.editing import constrain
from pantin.widgets.values.exchange import Edit
from pantin.widgets.values.shared_values import applied


def naming(index: int, field: str, name: str) -> Edit:
    """A bone in a field that names one, or among those of a field that names several."""
    return lambda document: constrain.replace(document, index, document.rig.constraints[index].with_bone(field, name))


def changing(index: int, changes: Mapping[str, Any]) -> Edit:
    """Other values in fields, by their names; a constraint that is gone is left so."""

    def edit(document: Document) -> Document:
        if index >= len(document.rig.constraints):  # undone while a value of it was scrubbed
            return document
        constraint = document.rig.constraints[index]
        values = {field: applied(value, getattr(constraint, field)) for field, value in changes.items()}
        return constrain.replace(document, index, msgspec.structs.replace(constraint, **values))

    return edit
