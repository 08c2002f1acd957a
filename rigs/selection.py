"""What is selected. A change of selection is an edit like any other, but no step of its own in the history."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rigs.document import Document


def select(document: Document, names: Iterable[str], active: str | None = None) -> Document:
    """Exactly the bones `names` selected, in that order, without repeats; names that the rig lacks are left out.

    The active bone is `active`; where that is not given it stays if it is still selected, else it is the last of them.
    """
    known = document.rig.by_name
    chosen = tuple(dict.fromkeys(name for name in names if name in known))
    if active is None or active not in known:
        active = document.active if document.active in chosen else (chosen[-1] if chosen else None)
    if chosen == document.selected and active == document.active:
        return document
    return msgspec.structs.replace(document, selected=chosen, active=active)
