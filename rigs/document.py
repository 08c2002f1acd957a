"""The one value that the editor edits: a rig, and what of it is selected."""

from __future__ import annotations

import msgspec

from rigs.fields import BoneName
from rigs.rig import Rig


class Document(msgspec.Struct, frozen=True):
    """A rig with the selection. Camera, layout and tools are not part of it; undo goes back through whole documents."""

    rig: Rig = Rig()
    selected: tuple[BoneName, ...] = ()
    active: BoneName | None = None
