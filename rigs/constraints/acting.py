"""The fields that constraints share: an owner that is moved, a switch, and the spaces that things are read and changed
in.

What the program asks of every kind is declared here and answered by the kind itself: how it is shown, what it does in
the mirror, whether it moves nothing but the head of its owner.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Annotated, Any, ClassVar, Literal, Self

import msgspec

from pantin.rigs.fields import AnyBone, AxisSwitches, BoneName, BoneRef, Weight, field, own_bone
from pantin.rigs.wording import quoted

Space = Literal["pose", "local", "local_with_parent", "custom"]
"""pose: armature space. local: relative to parent and rest pose. local_with_parent: relative to the rest pose. custom:
relative to another bone as it is."""
TargetSpace = Literal["pose", "local", "local_with_parent", "local_owner", "owner", "custom"]
"""local_owner: as local, along the owner's axes at rest: what the target does, the owner does in the same direction.
owner: where the target stands, read in the space in which the owner is changed."""
SpaceBone = Annotated[AnyBone | None, field("Space bone", "The bone whose space a custom space is.", refers_to="bone")]

Mix = Literal["replace", "add", "before", "after"]
EulerOrder = Literal["xyz", "xzy", "yxz", "yzx", "zxy", "zyx"]
Order = Annotated[
    EulerOrder, field("Euler order", "In which order the angles turn. The axis that matters most stands last.")
]
Side = Literal["inside", "outside", "surface"]
Influence = Annotated[Weight, field("Influence", "0 leaves the owner as it is, 1 acts fully.")]
UNBOUNDED = (None, None, None)
ROLES = ("target", "pole", "space_bone")
"""The fields that may name a bone of another figure."""
ALL_AXES: AxisSwitches = (True, True, True)
NO_AXES: AxisSwitches = (False, False, False)


def _no_reasons(_constraint: Any) -> Mapping[str, str]:
    return {}


def _no_fields(_constraint: Any) -> frozenset[str]:
    return frozenset()


class Look(msgspec.Struct, frozen=True):
    """The look of a kind: its name, icon and colour, what it does in one sentence, its fields in their order.

    `rare` fields follow behind More, and so do those that are named in neither. `begins` draws a line above it in the
    menu of what can be added.
    """

    title: str
    icon: str
    token: str
    help: str
    usual: tuple[str, ...]
    rare: tuple[str, ...] = ()
    begins: bool = False
    reasons: Callable[[Any], Mapping[str, str]] = _no_reasons
    """The fields of a constraint that have no effect now, each with the reason."""
    left_out: Callable[[Any], frozenset[str]] = _no_fields
    """The fields of a constraint that do not apply to its present settings and are not shown."""

    commands: tuple[str, ...] = ()
    """The commands of a constraint beside setting its fields: see `COMMANDS` in `widgets.constraints.card`."""
    is_noun: bool = True
    """Whether its title can be in a sentence as it is; "Child of" is in quotes."""

    @property
    def named(self) -> str:
        """The title as a name within a sentence."""
        return self.title if self.is_noun else quoted(self.title)

    @property
    def order(self) -> tuple[str, ...]:
        """All fields."""
        return (*self.usual, *self.rare)


SPACES = ("owner_space", "target_space", "space_bone")


class Acting(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """The fields of every constraint: the bone that it moves, and whether it acts."""

    look: ClassVar[Look]
    needs_target: ClassVar[bool] = True
    """Whether it does nothing without a target."""

    owner: BoneName
    enabled: Annotated[bool, field("Active", "Off leaves the bone as posed.")] = True

    @property
    def moves_only(self) -> bool:
        """Return whether it does nothing but move the head of its owner, which a connected bone leaves where it is."""
        return False

    @property
    def turns_only(self) -> bool:
        """Return whether it does nothing but turn its owner, which IK then turns otherwise."""
        return False

    @property
    def own_target(self) -> str | None:
        """Return the name of its target where that is a bone of the own figure."""
        return own_bone(getattr(self, "target", None))

    @property
    def own_pole(self) -> str | None:
        """Return the name of its pole where that is a bone of the own figure."""
        return own_bone(getattr(self, "pole", None))

    @property
    def of_others(self) -> tuple[BoneRef, ...]:
        """Return the bones of other figures that it names, whether they count now or not."""
        named = (getattr(self, role, None) for role in ROLES)
        return tuple(each for each in named if isinstance(each, BoneRef))

    @property
    def looks_at_others(self) -> tuple[BoneRef, ...]:
        """Return the bones of other figures that count as its fields are set now."""
        named = (getattr(self, role, None) for role in ROLES if role not in self.unused)
        return tuple(each for each in named if isinstance(each, BoneRef))

    @property
    def aims(self) -> bool:
        """Return whether it names a target, of its own figure or of another; a pole is none."""
        return bool(self.looks_at) or isinstance(getattr(self, "target", None), BoneRef)

    @property
    def looks_at(self) -> tuple[str, ...]:
        """Return the bones of the own figure that it refers to, as far as they are named; a pole is none of them."""
        return () if self.own_target is None else (self.own_target,)

    def with_bone(self, role: str, name: AnyBone | None) -> Self:
        """The constraint with a bone in the field `role`; without one for None."""
        return msgspec.structs.replace(self, **{role: name})

    @property
    def named(self) -> tuple[str, ...]:
        """Return every bone of the own figure that it names beside its owner, whether that counts now or not."""
        others = (own_bone(getattr(self, role, None)) for role in ROLES)
        return tuple(dict.fromkeys(name for name in (*self.looks_at, *others) if name is not None))

    @property
    def unused(self) -> frozenset[str]:
        """The fields that say nothing, as the others are set now."""
        return frozenset()

    def mirrored(self) -> Self:
        """The constraint that does across X = 0 what this one does here; it names the same bones."""
        return self


class Between(Acting, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A target and an owner, each in a space of its own."""

    target: Annotated[AnyBone | None, field("Target", "The bone that is looked at.", refers_to="bone")] = None
    owner_space: Annotated[Space, field("Owner space", "The space in which the owner is changed.")] = "pose"
    target_space: Annotated[TargetSpace, field("Target space", "The space in which the target is read.")] = "pose"
    space_bone: SpaceBone = None
    influence: Influence = 1.0

    @property
    def looks_at(self) -> tuple[str, ...]:
        """Return the target, and the bone whose space counts."""
        named = () if self.own_target is None else (self.own_target,)
        if self.needs_target and self.target is None:
            return ()
        space_bone = own_bone(self.space_bone)
        return named if space_bone is None or self.unused else (*named, space_bone)

    @property
    def unused(self) -> frozenset[str]:
        """The bone of the space, where no space is a bone's."""
        return frozenset() if "custom" in (self.owner_space, self.target_space) else frozenset({"space_bone"})
