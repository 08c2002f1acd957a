"""Which bones the tree lists: those of a filter, those whose name contains what is searched."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from pantin.rigs.rig import Bone
from pantin.rigs.sides import side_of

Keep = Callable[[Bone], bool]


class Filter(msgspec.Struct, frozen=True):
    """One entry of the filter menu. `none` stands where it leaves no bone; `by_value` if more than the name decides."""

    title: str
    keep: Keep | None
    none: str = ""
    by_value: bool = False


FILTERS = (
    Filter("All bones", None),
    Filter("Body", lambda bone: bone.kind == "bone", "The body has no bones."),
    Filter("Handles and poles", lambda bone: bone.kind != "bone", "This rig has no handles."),
    Filter("Left", lambda bone: side_of(bone.name) == "L", "No bone is on the left by its name."),
    Filter("Right", lambda bone: side_of(bone.name) == "R", "No bone is on the right by its name."),
    Filter("Hidden", lambda bone: bone.hidden, "No bone is hidden.", by_value=True),
    Filter("Locked", lambda bone: not bone.selectable, "No bone is locked.", by_value=True),
)


def wanted_by(chosen: Filter, searched: str) -> Keep | None:
    """What a filter and a search leave together; None where that is everything."""
    part, keep = searched.casefold(), chosen.keep
    if not part:
        return keep
    if keep is None:
        return lambda bone: part in bone.name.casefold()
    return lambda bone: part in bone.name.casefold() and keep(bone)
