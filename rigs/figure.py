"""One body of a scene: its rig, its pose, and the poses and clips that are kept with it.

They lie side by side because they change at their own rates: a drag replaces the pose sixty times a second and leaves
the rig, the library and the clips the same objects.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from pantin.rigs.clip import Clip
from pantin.rigs.fields import BoneName, Name, field
from pantin.rigs.place import Place
from pantin.rigs.pose import REST, KeptPose, Pose, Transform
from pantin.rigs.rig import Rig
from pantin.rigs.source import Source


class Figure(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One body. A value: nobody changes its parts, edits make a new one."""

    name: Annotated[Name, field("Name", "What the figure is called.")] = "Untitled"
    rig: Rig = Rig()
    pose: Pose = Pose()
    poses: tuple[KeptPose, ...] = ()
    clips: tuple[Clip, ...] = ()
    source: Source | None = None
    """The nodes of the file that the figure was read from, where that has more to it than bones."""
    place: Place = Place()
    """Its place in the world."""
    hidden_parts: Annotated[
        tuple[Annotated[int, msgspec.Meta(ge=0)], ...],
        field("Hidden parts", "The meshes of its character that are not shown, by the places of their nodes."),
    ] = ()

    def transform(self, name: str) -> Transform:
        """Return how the bone `name` is posed."""
        return self.pose.bones.get(name, REST)

    def posed(self, bones: dict[BoneName, Transform]) -> Figure:
        """Return the figure in the pose that has these transforms, by bone; its expressions stay."""
        return msgspec.structs.replace(self, pose=msgspec.structs.replace(self.pose, bones=bones))
