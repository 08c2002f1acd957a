"""The constraint of nodes that VRM 1.0 has (VRMC_node_constraint): a turn, a roll, or a look, from rest.

https://github.com/vrm-c/vrm-specification/tree/master/specification/VRMC_node_constraint-1.0
"""

from __future__ import annotations

from typing import Annotated, Literal, Self

from msgspec.structs import replace

from pantin.rigs.constraints.acting import Acting, Influence, Look, Space, TargetSpace
from pantin.rigs.fields import AnyBone, Quaternion, Vector3, field
from pantin.rigs.messages import _

Takes = Literal["rotation", "roll", "aim"]


class NodeConstraint(Acting, frozen=True, omit_defaults=True, forbid_unknown_fields=True, tag="node_constraint"):
    """The owner is turned from rest as the target is: wholly, about one axis alone, or to look at it.

    How the owner is posed by itself does not count.
    """

    look = Look(
        _("Node constraint"),
        "track",
        "t2",
        _("Turns from rest as a VRM says: with the target, by its roll, or towards it."),
        ("target", "takes", "influence"),
        ("axis", "turn"),
    )

    target: Annotated[AnyBone | None, field("Target", "The bone that is looked at.", refers_to="bone")] = None
    takes: Annotated[
        Takes,
        field("Takes", "The rotation of the target, its roll about an axis, or the direction to it."),
    ] = "rotation"
    axis: Annotated[
        Vector3, field("Axis", "About which it rolls, or which looks at the target: a direction in the owner's axes.")
    ] = (0.0, 1.0, 0.0)
    turn: Annotated[
        Quaternion, field("Axes", "From the axes in which the target is turned to those of the owner.", unit="rad")
    ] = (0.0, 0.0, 0.0, 1.0)
    influence: Influence = 1.0

    @property
    def owner_space(self) -> Space:
        """The space in which the owner is changed: from its rest on its parent."""
        return "local"

    @property
    def target_space(self) -> TargetSpace:
        """The space in which the target is read: its own turn from rest, or where the owner sees it."""
        return "owner" if self.takes == "aim" else "local"

    @property
    def turns_only(self) -> bool:
        """Always."""
        return True

    @property
    def unused(self) -> frozenset[str]:
        """The axis of a whole turn, and the axes of a look."""
        return frozenset({"axis"} if self.takes == "rotation" else {"turn"} if self.takes == "aim" else ())

    def mirrored(self) -> Self:
        """With axis and axes across X."""
        (x, y, z), (i, j, k, w) = self.axis, self.turn
        return replace(self, axis=(0.0 - x, y, z), turn=(i, 0.0 - j, 0.0 - k, w))
