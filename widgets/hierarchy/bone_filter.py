"""Which bones the tree lists: those of a filter, those whose name contains what is searched."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from pantin.rigs.rig import Bone
from pantin.rigs.sides import side_of
from pantin.widgets.messages import _

Keep = Callable[[Bone], bool]


class Filter(msgspec.Struct, frozen=True):
    """One entry of the filter menu. `none` stands where it leaves no bone; `by_value` if more than the name decides."""

    title: str
    keep: Keep | None
    none: str = ""
    by_value: bool = False


FILTERS = (
    Filter(_("All bones"), None),
    Filter(_("Body"), lambda bone: bone.kind == "bone", _("The body has no bones.")),
    Filter(_("Handles and poles"), lambda bone: bone.kind != "bone", _("This rig has no handles.")),
    Filter(_("Left"), lambda bone: side_of(bone.name) == "L", _("No bone is on the left by its name.")),
    Filter(_("Right"), lambda bone: side_of(bone.name) == "R", _("No bone is on the right by its name.")),
    Filter(_("Hidden"), lambda bone: bone.hidden, _("No bone is hidden."), by_value=True),
    Filter(_("Locked"), lambda bone: not bone.selectable, _("No bone is locked."), by_value=True),
)


def wanted_by(chosen: Filter, searched: str) -> Keep | None:
    """What a filter and a search leave together; None where that is everything."""
    part, keep = searched.casefold(), chosen.keep
    if not part:
        return keep
    if keep is None:
        return lambda bone: part in bone.name.casefold()
    return lambda bone: part in bone.name.casefold() and keep(bone)
