"""The springs of a VRM, as it has them in 1.0 (`VRMC_springBone`, with extended colliders) and before.

https://github.com/vrm-c/vrm-specification/tree/master/specification/VRMC_springBone-1.0
https://github.com/vrm-c/vrm-specification/tree/master/specification/0.0
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from pantin.rigs.fields import Vector3
from pantin.rigs.formats.gltf.container import Gltf
from pantin.rigs.formats.gltf.joints import Skeleton
from pantin.rigs.formats.gltf.lenient import as_number, as_numbers, as_object, as_place, as_rows, as_text, within
from pantin.rigs.motion.transform_arrays import Floats
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Rig
from pantin.rigs.springs import Collider, ColliderGroup, Spring, SpringJoint, Springs
from pantin.rigs.vectors import three

MOST_COLLIDERS = 2000
MOST_PAIRS = 100_000
"""Joints times the colliders that each of them minds."""

LAST_LENGTH = 0.07
"""Metres that a joint is long which ends a chain before 1.0."""

NO_SPRINGS = Springs()


class FileSprings(NamedTuple):
    """The springs of a file, and where they stand in it."""

    springs: Springs = NO_SPRINGS
    chains: Sequence[int] = ()
    """The place of each chain in the list of springs, or before 1.0 of groups of bones."""
    roots: Sequence[int] = ()
    """Before 1.0 the node on which each chain hangs, as that group names it."""
    groups: Mapping[str, int] = MappingProxyType({})
    """The place of each group of colliders, by its name."""


class _Nodes(NamedTuple):
    """The nodes that became bones."""

    bones: Mapping[int, str]
    """The bone of each."""
    frames: Mapping[int, Floats]
    """What takes a point from the axes of each to those of its bone (4, 4)."""
    turn: Floats
    """From the file's axes to armature space (3, 3)."""
    children: Sequence[Sequence[int]]

    def place(self, node: int, point: tuple[float, ...]) -> Vector3:
        """Return a point in the axes of a bone."""
        return three(self.frames[node][:3, :3] @ point + self.frames[node][:3, 3])

    def way(self, node: int, direction: tuple[float, ...]) -> Vector3:
        """Return a direction in the axes of a bone."""
        found = np.linalg.inv(self.frames[node][:3, :3]).T @ direction
        return three(found / (np.linalg.norm(found) or 1.0))


def springs_of(gltf: Gltf, skeleton: Skeleton, rig: Rig) -> FileSprings:
    """Return the springs that a file describes; what names nothing in it is left out."""
    new, old = within(gltf.extensions, "VRMC_springBone"), within(gltf.extensions, "VRM", "secondaryAnimation")
    if not isinstance(new, dict) and not isinstance(old, dict):
        return FileSprings()
    rests = rest_matrices(rig.bones)
    turn = np.eye(4)
    turn[:3, :3] = skeleton.turn
    with np.errstate(all="ignore"):
        frames = np.linalg.inv(rests) @ turn @ skeleton.worlds
    sound = np.isfinite(frames).all(axis=(1, 2)) & (np.abs(np.linalg.det(frames[:, :3, :3])) > 1e-30)
    kept = [row for row in range(len(frames)) if sound[row]]
    nodes = _Nodes(
        {skeleton.nodes[row]: rig.bones[row].name for row in kept},
        {skeleton.nodes[row]: frames[row] for row in kept},
        skeleton.turn,
        [node.children for node in gltf.nodes],
    )
    return _new_springs(new, nodes) if isinstance(new, dict) else _old_springs(as_object(old), nodes)


# VRM 1.0


def _new_springs(plain: Mapping[str, Any], nodes: _Nodes) -> FileSprings:
    colliders = [_new_collider(as_object(each), nodes) for each in as_rows(plain.get("colliders"))[:MOST_COLLIDERS]]
    groups, places = _Groups(), dict[int, str]()
    for place, each in enumerate(as_rows(plain.get("colliderGroups"))[:MOST_COLLIDERS]):
        group = as_object(each)
        rows = (as_place(row, len(colliders)) for row in as_rows(group.get("colliders")))
        found = [collider for row in rows if row is not None and (collider := colliders[row]) is not None]
        places[place] = groups.add(as_text(group.get("name")) or f"colliders_{place}", found)
    seen, chains, there = set[str](), list[Spring](), list[int]()
    for place, each in enumerate(as_rows(plain.get("springs"))):
        spring = as_object(each)
        *chain, last = [as_object(joint) for joint in as_rows(spring.get("joints"))] or [{}]
        joints = _fresh([_new_joint(joint, nodes) for joint in chain if _node(joint, nodes) is not None], seen)
        if joints:
            there.append(place)
            end = _node(last, nodes)
            named = [places[row] for row in as_rows(spring.get("colliderGroups")) if type(row) is int and row in places]
            centre = spring.get("center")
            chains.append(
                Spring(
                    name=as_text(spring.get("name"))[:200] or f"spring_{place}",
                    joints=joints,
                    end=None if end is None else nodes.bones[end],
                    colliders=groups.within(named, len(joints)),
                    centre=nodes.bones.get(centre) if type(centre) is int else None,
                    of_file=True,
                )
            )
    springs = Springs(chains=tuple(chains), colliders=groups.used(chains))
    return FileSprings(springs, there, (), {name: place for place, name in places.items()})


def _node(plain: Mapping[str, Any], nodes: _Nodes) -> int | None:
    node = plain.get("node")
    return node if type(node) is int and node in nodes.bones else None


def _new_joint(plain: Mapping[str, Any], nodes: _Nodes) -> SpringJoint:
    return _joint(
        nodes.bones[plain["node"]],
        plain,
        "stiffness",
        three(nodes.turn @ as_numbers(plain.get("gravityDir"), (0.0, -1.0, 0.0))),
    )


def _joint(bone: str, plain: Mapping[str, Any], stiffness: str, direction: Vector3) -> SpringJoint:
    """Return a joint with what the file says of it, or as the standard has it."""
    size = float(np.linalg.norm(direction))
    return SpringJoint(
        bone=bone,
        stiffness=max(as_number(plain.get(stiffness), 1.0), 0.0),
        drag=min(max(as_number(plain.get("dragForce"), 0.4), 0.0), 1.0),
        gravity=min(max(as_number(plain.get("gravityPower"), 0.0), 0.0) * size, 1e6),
        direction=three(np.array(direction) / size + 0.0) if size > 0.0 else (0.0, 0.0, -1.0),
        radius=max(as_number(plain.get("hitRadius"), 0.0), 0.0),
    )


def _new_collider(plain: Mapping[str, Any], nodes: _Nodes) -> Collider | None:
    """Return a collider; of an extended one, what that says."""
    node = _node(plain, nodes)
    if node is None:
        return None
    extended = within(plain, "extensions", "VRMC_springBone_extended_collider", "shape")
    shape = as_object(extended) or as_object(plain.get("shape"))
    for kind in ("sphere", "capsule", "plane"):
        if isinstance(found := shape.get(kind), dict) and (kind != "plane" or extended is not None):
            offset = as_numbers(found.get("offset"), (0.0, 0.0, 0.0))
            return Collider(
                bone=nodes.bones[node],
                shape=kind,
                offset=nodes.place(node, offset),
                tail=nodes.place(node, as_numbers(found.get("tail"), (0.0, 0.0, 0.0)))
                if kind == "capsule"
                else (0.0, 0.0, 0.0),
                normal=nodes.way(node, as_numbers(found.get("normal"), (0.0, 0.0, 1.0)))
                if kind == "plane"
                else (0.0, 0.0, 1.0),
                radius=max(as_number(found.get("radius"), 0.0), 0.0),
                inside=extended is not None and found.get("inside") is True,
            )
    return None


# Before 1.0


def _old_springs(plain: Mapping[str, Any], nodes: _Nodes) -> FileSprings:
    groups, places = _Groups(), dict[int, str]()
    for place, each in enumerate(as_rows(plain.get("colliderGroups"))[:MOST_COLLIDERS]):
        places[place] = groups.add(f"colliders_{place}", list(_old_colliders(as_object(each), nodes)))
    seen, chains, rows, tops = set[str](), list[Spring](), list[int](), list[int]()
    for place, each in enumerate(as_rows(plain.get("boneGroups"))):
        group = as_object(each)
        named = [places[row] for row in as_rows(group.get("colliderGroups")) if type(row) is int and row in places]
        pull = as_object(group.get("gravityDir"))
        way = (0.0, -1.0, 0.0) if not pull else tuple(as_number(pull.get(axis), 0.0) for axis in "xyz")
        direction, centre = three(nodes.turn @ way), group.get("center")
        for root in as_rows(group.get("bones")):
            for chain in _chains_below(root, nodes) if type(root) is int else ():
                made = [_joint(nodes.bones[node], group, "stiffiness", direction) for node in chain]
                joints = _fresh(made, seen)
                if joints:
                    rows.append(place)
                    tops.append(root)
                    chains.append(
                        Spring(
                            name=as_text(group.get("comment"))[:200] or f"spring_{place}",
                            joints=joints,
                            end_length=None if nodes.children[chain[-1]] else LAST_LENGTH,
                            colliders=groups.within(named, len(joints)),
                            centre=nodes.bones.get(centre) if type(centre) is int else None,
                            of_file=True,
                        )
                    )
    found = Springs(chains=tuple(chains), colliders=groups.used(chains))
    return FileSprings(found, rows, tops, {name: place for place, name in places.items()})


def _old_colliders(plain: Mapping[str, Any], nodes: _Nodes) -> Iterator[Collider]:
    """Yield the spheres of a group; their depth is the other way round in these files."""
    if (node := _node(plain, nodes)) is not None:
        for each in map(as_object, as_rows(plain.get("colliders"))[:MOST_COLLIDERS]):
            at = as_object(each.get("offset"))
            x, y, z = (as_number(at.get(axis), 0.0) for axis in "xyz")
            radius = max(as_number(each.get("radius"), 0.0), 0.0)
            yield Collider(bone=nodes.bones[node], offset=nodes.place(node, (x, y, -z)), radius=radius)


def _chains_below(root: int, nodes: _Nodes) -> Iterator[list[int]]:
    """Yield the chains that a root and all below it make: each goes on with the first of its children."""
    roots = [root]
    while roots:
        chain, node = list[int](), roots.pop()
        while node in nodes.bones:
            chain.append(node)
            below = [child for child in nodes.children[node] if child in nodes.bones]
            roots.extend(reversed(below[1:]))
            if not below:
                break
            node = below[0]
        if chain:
            yield chain


# Both


def _fresh(joints: Sequence[SpringJoint], seen: set[str]) -> tuple[SpringJoint, ...]:
    """Return the joints whose bones no chain before has: each bone swings once."""
    found = list[SpringJoint]()
    for joint in joints:
        if joint.bone not in seen:
            seen.add(joint.bone)
            found.append(joint)
    return tuple(found)


class _Groups:
    """The groups of colliders, by names of their own, and how many more joints may mind them."""

    def __init__(self) -> None:
        self._groups: dict[str, ColliderGroup] = {}
        self._colliders, self._pairs = MOST_COLLIDERS, MOST_PAIRS

    def add(self, name: str, colliders: Sequence[Collider]) -> str:
        """Add a group and return its name."""
        name = name[:180]
        unique = name if name not in self._groups else f"{name}_{len(self._groups)}"
        kept = tuple(islice(colliders, self._colliders))
        self._colliders -= len(kept)
        self._groups[unique] = ColliderGroup(unique, kept)
        return unique

    def within(self, names: Sequence[str], joints: int) -> tuple[str, ...]:
        """Return those of the groups that so many joints can mind."""
        found = list[str]()
        for name in dict.fromkeys(names):
            pairs = joints * len(self._groups[name].colliders)
            if 0 < pairs <= self._pairs:
                self._pairs -= pairs
                found.append(name)
        return tuple(found)

    def used(self, chains: Sequence[Spring]) -> tuple[ColliderGroup, ...]:
        """Return the groups that chains name."""
        named = {name for each in chains for name in each.colliders}
        return tuple(group for name, group in self._groups.items() if name in named)
