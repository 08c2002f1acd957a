"""The one value that the editor edits: a rig, and what of it is selected."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from pantin.rigs.fields import BoneName
from pantin.rigs.rig import KeptPose, Rig

EndName = Literal["head", "tail"]


class End(NamedTuple):
    """One end of a bone. Where bones are connected, several ends lie on one joint."""

    bone: BoneName
    end: EndName


class Document(msgspec.Struct, frozen=True):
    """A rig with the selection. Camera, layout and tools are not part of it; undo goes back through whole documents.

    `ends` are the joints that were selected while the rest pose is edited: tools then act on these, while what is done
    to bones is done to those `selected`. Without any, tools act on the selected bones whole.
    """

    rig: Rig = Rig()
    selected: tuple[BoneName, ...] = ()
    active: BoneName | None = None
    ends: tuple[End, ...] = ()

    @property
    def poses(self) -> tuple[KeptPose, ...]:
        """The library: poses that are kept with the rig, and saved and undone with it."""
        return self.rig.poses
