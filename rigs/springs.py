"""Springs: chains of bones that fall back to their rest after the body has moved, and hang where gravity pulls them.

They are those of VRM (https://github.com/vrm-c/vrm-specification/tree/master/specification/VRMC_springBone-1.0): each
joint swings about its head, is drawn back to where it rests on its parent, pulled by gravity, pushed out of colliders.
How its bone is posed by itself does not count, so a pose that was taken from what is seen is seen the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Literal

import msgspec

from pantin.rigs.fields import BoneName, Factor, Length, Name, Position, Vector3, Weight, field

ColliderShape = Literal["sphere", "capsule", "plane"]

STRONGEST = 1e6
"""Stiffness and gravity that are larger are mistakes."""

Strength = Annotated[float, msgspec.Meta(ge=0.0, le=STRONGEST, extra={"unit": "", "step": 0.01})]

DOWN: Vector3 = (0.0, 0.0, -1.0)


class SpringJoint(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A bone that swings about its head."""

    bone: Annotated[BoneName, field("Bone", "The bone that swings.", refers_to="bone")]
    stiffness: Annotated[
        Strength, field("Stiffness", "How strongly the bone is drawn back to where it rests on its parent.")
    ] = 1.0
    drag: Annotated[
        Weight, field("Drag", "How much of its speed the bone loses in each step of a sixtieth of a second.")
    ] = 0.4
    gravity: Annotated[Strength, field("Gravity", "How strongly the bone is pulled, beside its stiffness.")] = 0.0
    direction: Annotated[Vector3, field("Gravity direction", "Where it is pulled to, in armature space.")] = DOWN
    radius: Annotated[
        Length, field("Radius", "The distance that the end of the bone keeps from colliders.", unit="m", step=0.001)
    ] = 0.0


class Spring(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A chain of joints, from the root to the tip: each ends where the next one begins."""

    name: Annotated[Name, field("Name", "What the chain is called.")] = "Springs"
    joints: tuple[SpringJoint, ...] = ()
    end: Annotated[
        BoneName | None,
        field("End", "The bone at whose head the last joint ends; none: at its own tail.", refers_to="bone"),
    ] = None
    end_length: Annotated[
        Length | None, field("End length", "How long the last joint is; none: as its bone.", unit="m", step=0.001)
    ] = None
    colliders: tuple[Name, ...] = ()
    """The groups of colliders that it does not enter."""
    centre: Annotated[
        BoneName | None,
        field("Centre", "The bone whose own motion does not stir the chain; none: all motion does.", refers_to="bone"),
    ] = None
    on: Annotated[bool, field("On", "Off: the bones of this chain are as they are posed.")] = True
    of_file: Annotated[bool, field("Of the file", "The file of the figure has this chain itself.")] = False


class Collider(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A body that joints do not enter, or do not leave: a sphere, a capsule, or the side of a plane, on a bone."""

    bone: Annotated[BoneName, field("Bone", "The bone that carries the collider.", refers_to="bone")]
    shape: Annotated[ColliderShape, field("Shape", "What the collider is.")] = "sphere"
    offset: Annotated[
        Position, field("Offset", "Its place from the head of the bone, in the bone's axes.", unit="m", step=0.001)
    ] = (0.0, 0.0, 0.0)
    tail: Annotated[
        Position, field("Tail", "Where a capsule ends, from the head of the bone.", unit="m", step=0.001)
    ] = (0.0, 0.0, 0.0)
    normal: Annotated[Vector3, field("Normal", "The side of a plane that joints keep to, in the bone's axes.")] = (
        0.0,
        0.0,
        1.0,
    )
    radius: Annotated[Length, field("Radius", "How large it is.", unit="m", step=0.001)] = 0.0
    inside: Annotated[bool, field("Inside", "Joints are kept within it, not out of it.")] = False


class ColliderGroup(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Colliders that chains name together."""

    name: Name
    colliders: tuple[Collider, ...] = ()


class Springs(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """All springs of a rig, with one switch."""

    on: Annotated[bool, field("Springs", "Off: all bones are as they are posed.")] = True
    chains: tuple[Spring, ...] = ()
    colliders: tuple[ColliderGroup, ...] = ()
    unit: Annotated[
        Factor,
        field("Unit", "The length for which stiffness and gravity are meant; 1 is a metre.", unit="m", step=0.01),
    ] = 1.0

    @property
    def acting(self) -> tuple[Spring, ...]:
        """The chains that move bones."""
        return tuple(each for each in self.chains if each.on and each.joints) if self.on else ()

    @property
    def bones(self) -> tuple[str, ...]:
        """The bones that swing, each once."""
        return tuple(dict.fromkeys(joint.bone for spring in self.chains for joint in spring.joints))


NO_SPRINGS = Springs()


def mapped(springs: Springs, joint: Callable[[SpringJoint], SpringJoint]) -> Springs:
    """Return the springs with each joint as a function makes it."""
    chains = tuple(
        msgspec.structs.replace(each, joints=tuple(joint(one) for one in each.joints)) for each in springs.chains
    )
    return msgspec.structs.replace(springs, chains=chains)


def scaled(springs: Springs, factor: float) -> Springs:
    """Return the springs of a figure that is so many times as large: it hangs and swings as before."""
    if springs == NO_SPRINGS:
        return springs
    chains = tuple(
        msgspec.structs.replace(each, end_length=None if each.end_length is None else factor * each.end_length)
        for each in springs.chains
    )
    groups = tuple(
        msgspec.structs.replace(group, colliders=tuple(_scaled_collider(each, factor) for each in group.colliders))
        for group in springs.colliders
    )
    made = msgspec.structs.replace(springs, chains=chains, colliders=groups, unit=factor * springs.unit)
    return mapped(made, lambda joint: msgspec.structs.replace(joint, radius=factor * joint.radius))


def _scaled_collider(collider: Collider, factor: float) -> Collider:
    return msgspec.structs.replace(
        collider,
        offset=_times(collider.offset, factor),
        tail=_times(collider.tail, factor),
        radius=factor * collider.radius,
    )


def _times(place: Vector3, factor: float) -> Vector3:
    x, y, z = place
    return (factor * x, factor * y, factor * z)


def named(springs: Springs) -> Iterator[str]:
    """Yield every bone that springs name."""
    for each in springs.chains:
        yield from (joint.bone for joint in each.joints)
        yield from (name for name in (each.end, each.centre) if name is not None)
    for group in springs.colliders:
        yield from (collider.bone for collider in group.colliders)
