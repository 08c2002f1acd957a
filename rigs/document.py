"""The one value that the editor edits: a scene, and what of it is selected."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

import msgspec

from pantin.rigs import references
from pantin.rigs.fields import BoneName, Name
from pantin.rigs.figure import Figure
from pantin.rigs.ground import Ground, to_armature
from pantin.rigs.pose import Transform
from pantin.rigs.rig import Rig
from pantin.rigs.scene import Scene

EndName = Literal["head", "tail"]


class End(NamedTuple):
    """One end of a bone. Where bones are connected, several ends lie on one joint."""

    bone: BoneName
    end: EndName


class Selection(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The selected bones and joints of a figure, as a document holds them."""

    selected: tuple[BoneName, ...] = ()
    active: BoneName | None = None
    ends: tuple[End, ...] = ()


class Document(msgspec.Struct, frozen=True):
    """A scene, the figure of it that is edited, and the selection, which is of that figure.

    Camera, layout and tools are not part of it; undo goes back through whole documents. `ends` are the joints that were
    selected while the rest pose is edited: tools then act on these, while what is done to bones is done to those
    `selected`. Without any, tools act on the selected bones whole.
    """

    scene: Scene = Scene((Figure(),))
    active_figure: Name = Figure().name
    """The name of the figure that is edited."""
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
        return cls(Scene((whole,)), whole.name, selected, active, ends)

    @classmethod
    def in_scene(cls, scene: Scene) -> Document:
        """Return the document of a scene, whose first figure is edited. Raises IndexError where it has none."""
        return cls(scene, scene.figures[0].name)

    def editing(self, name: str) -> Document:
        """Return the document with the figure of that name edited, nothing of it selected; the same where it is.

        Raises KeyError where the scene has none.
        """
        if name == self.active_figure:
            return self
        return Document(self.scene, self.scene.figure(name).name)

    @property
    def figure(self) -> Figure:
        """The figure that is edited."""
        return self.scene.figure(self.active_figure)

    @property
    def rig(self) -> Rig:
        """The rig of the figure that is edited."""
        return self.figure.rig

    @property
    def ground(self) -> Ground | None:
        """Return the ground under the edited figure, in its armature space; None is the floor of the picture."""
        return to_armature(self.scene.ground, self.figure.place)

    def on_ground(self, ground: Ground | None) -> Document:
        """Return the document whose figures stand on other ground, in world space."""
        return msgspec.structs.replace(self, scene=msgspec.structs.replace(self.scene, ground=ground))

    @property
    def selection(self) -> Selection:
        """Return the selected bones, the active bone and the selected ends of the edited figure."""
        return Selection(self.selected, self.active, self.ends)

    def selecting(self, selection: Selection) -> Document:
        """Return the document with something else selected."""
        return msgspec.structs.replace(self, selected=selection.selected, active=selection.active, ends=selection.ends)

    def with_rig(self, rig: Rig) -> Document:
        """Return the document with another rig of the figure that is edited."""
        return self.with_figure(msgspec.structs.replace(self.figure, rig=rig))

    def with_figure(self, figure: Figure) -> Document:
        """Return the document with another figure in place of the one that is edited; what is selected stays."""
        if figure is self.figure:
            return self
        scene = self.scene.with_figure(self.active_figure, figure)
        return msgspec.structs.replace(self, scene=scene, active_figure=figure.name)

    def posed(self, bones: dict[BoneName, Transform]) -> Document:
        """Return the document with the figure that is edited in the pose that has these transforms, by bone."""
        return self.with_figure(self.figure.posed(bones))

    def renaming(self, names: Mapping[str, str | None]) -> Document:
        """Return the document with bones of the figure that is edited renamed wherever they are named.

        Constraints of other figures follow. A bone whose new name is None is named no more.
        """
        figure = references.follow(self.figure, names)
        scene = self.scene.with_figure(self.active_figure, figure).following(self.active_figure, names)
        return msgspec.structs.replace(self, scene=scene).selecting(references.follow(self.selection, names))
