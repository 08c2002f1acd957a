"""The bones that the panel of properties is about: the active one, and every other that is selected."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from pantin.rigs.document import Document
from pantin.rigs.figure import Figure
from pantin.rigs.ground.kinds import Ground
from pantin.rigs.pose import Transform
from pantin.rigs.rig import Bone, Rig
from pantin.widgets.messages import ngettext


class Chosen(msgspec.Struct, frozen=True):
    """Names of bones of a figure, the active one first."""

    figure: Figure
    names: tuple[str, ...]
    ground: Ground | None = None
    """The ground under the figure, in its armature space."""

    @property
    def rig(self) -> Rig:
        """The rig of the figure."""
        return self.figure.rig

    @property
    def active(self) -> Bone:
        """The bone whose values are first."""
        return self.rig.by_name[self.names[0]]

    @property
    def bones(self) -> tuple[Bone, ...]:
        """The bones, the active one first."""
        return tuple(self.rig.by_name[name] for name in self.names)

    @property
    def transforms(self) -> tuple[Transform, ...]:
        """Return their transforms."""
        return tuple(self.figure.transform(name) for name in self.names)

    @property
    def who(self) -> str:
        """The bone's name, or how many they are: for the words of an undo step."""
        many = ngettext("{count} bone", "{count} bones", len(self.names)).format(count=len(self.names))
        return self.names[0] if len(self.names) == 1 else many

    def same_bones(self, other: Chosen | None) -> bool:
        """Return whether `other` are the very same bones of the rest pose, however they are posed."""
        return (
            other is not None
            and self.names == other.names
            and (self.rig.bones is other.rig.bones or all(a is b for a, b in zip(self.bones, other.bones, strict=True)))
        )


def still_there(names: Iterable[str], document: Document) -> tuple[str, ...]:
    """Those of the bones that `document` has: while a value is scrubbed others may go, by undo for one."""
    return tuple(name for name in names if name in document.rig.by_name)


NOBODY = Chosen(Figure(rig=Rig(bones=(Bone(name="-"),))), ("-",))
"""The subject of a section before it was shown any bone."""


def chosen_of(document: Document) -> Chosen | None:
    """The bones that `document` has selected; None where none is active."""
    rig, active = document.rig, document.active
    if active is None or active not in rig.by_name:
        return None
    others = tuple(name for name in document.selected if name != active and name in rig.by_name)
    return Chosen(document.figure, (active, *others), document.ground)
