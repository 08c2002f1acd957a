"""The structure that a figure is posed by: bones in their rest pose, and the constraints between them.

Poses are kept apart (`pantin.rigs.figure`): a drag replaces the pose sixty times a second and leaves the rig the same
object, so whatever was computed from it stays valid.

Bones hold nothing that could hold them, and Python's garbage collector is set to pass them by: looking
through those of all documents kept is a third of what a drag of twenty thousand joints takes.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Annotated, Any, Literal

import msgspec

from pantin.rigs.collection import Collection
from pantin.rigs.constraints import Constraint
from pantin.rigs.fields import (
    Angle,
    AxisLimits,
    BoneName,
    BoneRef,
    Factor,
    Name,
    Position,
    field,
)
from pantin.rigs.ground import Planting
from pantin.rigs.joint import Joint, Locks
from pantin.rigs.limb import Limb
from pantin.rigs.simulation import Simulation
from pantin.rigs.solvers import SolverName
from pantin.rigs.springs import Springs

BoneKind = Literal["bone", "handle", "pole"]

BoneShape = Literal["auto", "circle", "square", "cube", "sphere", "arrow", "cross", "foot", "hand", "eye"]
"""`auto` draws a bone as a bone, a handle as a ring and a pole as a diamond."""

BoneColour = Literal["auto", "grey", "red", "orange", "yellow", "green", "teal", "blue", "purple", "pink"]
"""`auto` follows what the bone is for."""

InheritScale = Literal["full", "fix_shear", "aligned", "average", "none", "none_legacy"]
"""The scale that a bone inherits from its parent. full: scale and shear; fix_shear: without shear of its own;
aligned: along its own axes as the parent along its, after its pose; average: evenly, by the parent's volume;
none: no scale; none_legacy: no scale, but shear."""


class Bone(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, gc=False):
    """One bone in its rest pose, in armature space: Y runs from head to tail, roll turns X and Z about Y."""

    name: Annotated[Name, field("Name", "Unique within the rig. Sides end in .L and .R.")]
    parent: Annotated[BoneName | None, field("Parent", "The bone that carries this one.", refers_to="bone")] = None
    head: Annotated[Position, field("Head", "Where the bone begins, in armature space.", unit="m", step=0.001)] = (
        0.0,
        0.0,
        0.0,
    )
    tail: Annotated[Position, field("Tail", "Where the bone ends, in armature space.", unit="m", step=0.001)] = (
        0.0,
        0.0,
        1.0,
    )
    roll: Annotated[Angle, field("Roll", "Turn of the bone's X and Z axes about the bone.", unit="rad")] = 0.0
    connected: Annotated[bool, field("Connected", "The head stays on the parent's tail.")] = False
    inherit_rotation: Annotated[bool, field("Inherit rotation", "The bone turns with its parent.")] = True
    inherit_scale: Annotated[
        InheritScale,
        field(
            "Inherit scale",
            "How the bone grows with its parent: fully, even where that makes it oblique; without growing oblique; "
            "along its own axes; evenly, by the parent's volume; or not at all.",
        ),
    ] = "full"
    local_location: Annotated[
        bool, field("Local location", "The bone moves along its own axes at rest; off, along its parent's.")
    ] = True
    kind: Annotated[BoneKind, field("Kind", "A handle or a pole is grabbed to steer others and deforms nothing.")] = (
        "bone"
    )
    joint: Joint = Joint()
    locks: Locks = Locks()
    hidden: Annotated[bool, field("Hidden", "Bone and body are not shown; the bone still acts.")] = False
    selectable: Annotated[bool, field("Selectable", "A click in the view takes the bone.")] = True
    shape: Annotated[BoneShape, field("Shape", "What is drawn in place of the bone.")] = "auto"
    shape_size: Annotated[Factor, field("Shape size", "Size of the shape, 1 is as long as the bone.")] = 1.0
    colour: Annotated[BoneColour, field("Colour", "The colour that the bone is drawn in.")] = "auto"


class Pin(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Keeps the head of a bone in its place while others are pulled, and its rotation too where that is asked for.

    With `on_ground` it holds while the bone stands on the ground, and is released while a pose lifts it: the feet of
    new figures are pinned so, and knees that kneel. What is pulled up raises heels and lifts knees that are.
    """

    bone: Annotated[BoneName, field("Bone", "The bone that stays where it is.", refers_to="bone")]
    rotation: Annotated[bool, field("Rotation", "It keeps its rotation as well as its place.")] = False
    on_ground: Annotated[bool, field("On the ground", "It holds only while the bone stands on the ground.")] = False


class KnownPart(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The bone that a person assigned to a part of the body: fitting follows it whatever names and shape say.

    It belongs to the skeleton, as names do: whatever asks later which bone the forearm is gets the same answer.
    """

    part: Annotated[Name, field("Part", "The part of the body and its side: forearm.L, hips.")]
    bone: Annotated[
        BoneName | None,
        field("Bone", "The bone that is this part; none where the figure has no such part.", refers_to="bone"),
    ] = None


class Rig(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, dict=True):
    """The structure of a figure: bones at rest, constraints and what else changes only while rigging.

    A value: nobody changes its parts, edits make a new one. Constraints of one owner act in the order of the table.
    """

    bones: tuple[Bone, ...] = ()
    constraints: tuple[Constraint, ...] = ()
    collections: tuple[Collection, ...] = ()
    limbs: tuple[Limb, ...] = ()
    pins: tuple[Pin, ...] = ()
    freed: dict[BoneName, AxisLimits] = {}
    """The limits that joints have apart from this pose, for which they are open; by bone. See `holding`."""
    parts: tuple[KnownPart, ...] = ()
    soles: dict[BoneName, tuple[Position, ...]] = {}
    """The points of the mesh that stand on the floor, by the feet and toes that carry them: armature space, at rest."""
    planting: Planting = Planting()
    solver: Annotated[SolverName, field("Solver", "How chains are solved whose own solver is Auto.")] = "auto"
    live_solving: Annotated[bool, field("Live solving", "Off: IK leaves the pose alone until it is solved once.")] = (
        True
    )
    simulation: Simulation = Simulation()
    springs: Springs = Springs()

    @cached_property
    def by_name(self) -> Mapping[str, Bone]:
        """The bones by their names."""
        return {bone.name: bone for bone in self.bones}

    @cached_property
    def rows(self) -> Mapping[str, int]:
        """Return the index of each bone by its name: its row in arrays of poses and of matrices."""
        return {bone.name: row for row, bone in enumerate(self.bones)}

    @cached_property
    def parents_of_bones(self) -> tuple[tuple[str, str], ...]:
        """The bones that are no controls, each with its parent; empty text for a root."""
        return tuple((bone.name, bone.parent or "") for bone in self.bones if bone.kind == "bone")

    @cached_property
    def children(self) -> Mapping[str | None, tuple[Bone, ...]]:
        """The bones under each parent, in the order of the rig; `None` has the roots."""
        found: dict[str | None, list[Bone]] = {None: []}
        for bone in self.bones:
            found.setdefault(bone.parent, []).append(bone)
        return {parent: tuple(bones) for parent, bones in found.items()}

    @cached_property
    def looked_at_in_others(self) -> tuple[BoneRef, ...]:
        """The bones of other figures that count in constraints that are on, each once, in the order of these."""
        named = (ref for each in self.constraints if each.enabled for ref in each.looks_at_others)
        return tuple(dict.fromkeys(named))

    @cached_property
    def names_others(self) -> bool:
        """True where a constraint names a bone of another figure, whether it is on or not."""
        return any(each.of_others for each in self.constraints)

    @cached_property
    def shown(self) -> frozenset[str]:
        """The bones that are seen: all others are not drawn, not picked and not selected.

        A bone that is hidden itself is not seen. Where some collection is solo, only bones of solo collections are;
        otherwise a bone in collections is seen where one of them is not hidden, and a bone in none always.
        """
        own = frozenset(bone.name for bone in self.bones if not bone.hidden)
        if any(group.solo for group in self.collections):
            return own & {name for group in self.collections if group.solo for name in group.bones}
        seen = {name for group in self.collections if not group.hidden for name in group.bones}
        unseen = {name for group in self.collections if group.hidden for name in group.bones}
        return own - (unseen - seen)

    def holding(self, names: Iterable[str]) -> Rig:
        """Return the rig with the limits of bones that are freed for the pose back in their joints; no pose changes."""
        back = {name: self.freed[name] for name in names if name in self.freed}
        if not back:
            return self
        bones = tuple(
            msgspec.structs.replace(bone, joint=msgspec.structs.replace(bone.joint, limit=back[bone.name]))
            if bone.name in back
            else bone
            for bone in self.bones
        )
        freed = {name: limit for name, limit in self.freed.items() if name not in back}
        return msgspec.structs.replace(self, bones=bones, freed=freed)

    def changed(self, **fields: Any) -> Rig:
        """Return the rig with these fields replaced. What was computed from its bones stays while they are the same."""
        made = msgspec.structs.replace(self, **fields)
        if fields.keys().isdisjoint(("bones", "collections")):
            made.__dict__.update(self.__dict__)
        if "constraints" in fields:
            for name in ("looked_at_in_others", "names_others"):
                made.__dict__.pop(name, None)
        return made
