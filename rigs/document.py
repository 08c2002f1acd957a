"""The one value that the editor edits: a figure, and what of it is selected."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec

from pantin.rigs.fields import BoneName
from pantin.rigs.figure import Figure
from pantin.rigs.pose import Transform
from pantin.rigs.rig import Rig

EndName = Literal["head", "tail"]


class End(NamedTuple):
    """One end of a bone. Where bones are connected, several ends lie on one joint."""

    bone: BoneName
    end: EndName


class Document(msgspec.Struct, frozen=True):
    """A figure with the selection. Camera, layout and tools are not part of it; undo goes back through whole documents.

    `ends` are the joints that were selected while the rest pose is edited: tools then act on these, while what is done
    to bones is done to those `selected`. Without any, tools act on the selected bones whole.
    """

    figure: Figure = Figure()
    selected: tuple[BoneName, ...] = ()
    active: BoneName | None = None
    ends: tuple[End, ...] = ()

    @classmethod
    def of(
        cls,
        figure: Figure | Rig,
        *,
        selected: tuple[BoneName, ...] = (),
        active: BoneName | None = None,
        ends: tuple[End, ...] = (),
    ) -> Document:
        """Return the document of one figure; a rig alone becomes a figure at rest."""
        whole = figure if isinstance(figure, Figure) else Figure(rig=figure)
        return cls(whole, selected, active, ends)

    @property
    def rig(self) -> Rig:
        """The rig of the figure."""
        return self.figure.rig

    def with_rig(self, rig: Rig) -> Document:
        """Return the document with another rig of the figure."""
        return self.with_figure(msgspec.structs.replace(self.figure, rig=rig))

    def with_figure(self, figure: Figure) -> Document:
        """Return the document with another figure; what is selected stays."""
        return msgspec.structs.replace(self, figure=figure)

    def posed(self, bones: dict[BoneName, Transform]) -> Document:
        """Return the document with the figure in the pose that has these transforms, by bone."""
        return self.with_figure(self.figure.posed(bones))
