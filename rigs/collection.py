"""Collections: named groups of bones that are shown, hidden and made solo together."""

from __future__ import annotations

from typing import Annotated

import msgspec

from pantin.rigs.fields import BoneName, Name, field


class Collection(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A named group of bones. A bone may be in several; it is shown where one of them is."""

    name: Annotated[Name, field("Name", "What the collection is called.")]
    bones: tuple[BoneName, ...] = ()
    hidden: Annotated[bool, field("Hidden", "The bones are not shown; they still act.")] = False
    solo: Annotated[bool, field("Solo", "Only the bones of solo collections are shown.")] = False
