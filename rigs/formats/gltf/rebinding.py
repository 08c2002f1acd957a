"""A figure's own file whose skins are bound anew: weights from where the bones rest now, and joints for those that were
drawn since.

Joints that were moved at rest stand where their bones do, by new inverse bind matrices (`rest_moved`), and a skin that
was bound in another pose is bound in this one (`bound_at_rest`), so the meshes stay. A joint that is added is bound as
the nearest above it is: at rest both do the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import numpy as np
from msgspec.structs import replace

from pantin.rigs.editing.bound_rest import bones_of_nodes
from pantin.rigs.figure import Figure
from pantin.rigs.formats.gltf.bound_at_rest import bound_at_rest, free_vertices
from pantin.rigs.formats.gltf.meshes import WEIGHTS, character_in, made_in
from pantin.rigs.formats.gltf.node_transforms import FLAT
from pantin.rigs.formats.gltf.node_tree import to_armature
from pantin.rigs.formats.gltf.rest_moved import rest_moved
from pantin.rigs.formats.gltf.reweighting import OtherWeights, reweighted
from pantin.rigs.formats.gltf.rewriting import Rewriting
from pantin.rigs.formats.gltf.whole import Plain, Whole, taken_apart
from pantin.rigs.meshes.character import Character
from pantin.rigs.meshes.weighting.automatic import Progress, no_progress
from pantin.rigs.meshes.weighting.characters import Weighted, weights_at_rest
from pantin.rigs.messages import _
from pantin.rigs.rig import Rig
from pantin.rigs.source import Source, SourceNode
from pantin.rigs.source.worlds import rest_worlds
from pantin.rigs.tree.traversal import parents_first
from pantin.rigs.unusable import Unusable
from pantin.rigs.vectors import three

NO_SKIN = _("its mesh has no skin yet: Rig this mesh or Bind mesh gives it one.")


class BoundAgain(NamedTuple):
    """A file with skins that are bound anew."""

    data: bytes
    source: Source
    """Its nodes and skins; the file that it names is still the one from before."""
    vertices: int
    """Number of vertices with other weights."""


def bound_again(figure: Figure, whole: Whole, most: int = 4, progress: Progress = no_progress) -> BoundAgain:
    """Return the file `whole` of a figure with new weights on its bones as they rest now, `most` for each vertex.

    What the file has beside its skins stays. Raises Unusable where it has no skin, or nothing to bind to, and Fault
    where the file is none of the figure's.
    """
    source = figure.source
    if source is None or not source.skins:
        raise Unusable(NO_SKIN)
    still = np.repeat(np.eye(4)[None], len(figure.rig.bones), axis=0)
    rested = rest_moved(figure, whole, still, figure.rig.by_name)
    source = replace(source, nodes=rested.nodes)
    data = bound_at_rest(taken_apart(rested.data), source)
    character = character_in(data)
    movers = _movers(figure.rig, source, character, whole.plain) - _flat(source)
    weights = weights_at_rest(character, figure.rig, source, movers, most, progress)
    made = Rewriting(taken_apart(data))
    source = replace(source, nodes=_with_drawn(made.plain, source, figure.rig))
    source = _with_joints(made, source, _needed(character, weights, figure.rig))
    data = made.written()
    changes = list(_changes(character_in(data), weights, figure.rig, source))
    again = reweighted(taken_apart(data), changes, WEIGHTS)
    return BoundAgain(again, source, sum(len(change.vertices) for change in changes))


def _flat(source: Source) -> frozenset[str | None]:
    """Return the bones whose nodes are squashed flat at rest: nothing can be bound to them."""
    flat = np.abs(np.linalg.det(rest_worlds(source)[:, :3, :3])) < FLAT
    return frozenset(source.nodes[node].bone for node in np.flatnonzero(flat))


def _movers(rig: Rig, source: Source, character: Character, plain: Plain) -> frozenset[str]:
    """Return the bones that may move the mesh: those that move some of it, and those that were drawn since.

    Of a skin that Pantin made all bones do: one may have lain outside. Joints of other files that move nothing are
    targets of IK, and ends.
    """
    bones = {bone.name for bone in rig.bones if bone.kind == "bone"}
    if WEIGHTS in made_in((plain.get("asset") or {}).get("extras")):
        return frozenset(bones)
    nodes = bones_of_nodes(source)
    found = bones - set(nodes.values())
    for part in character.parts:
        if part.skin is not None and part.joints is not None and part.weights is not None:
            joints = character.skins[part.skin].joints
            used = np.unique(part.joints[part.weights > 0.0]).tolist()
            found |= {nodes[joints[place]] for place in used if joints[place] in nodes}
    return frozenset(found & bones)


def _with_drawn(plain: Plain, source: Source, rig: Rig) -> tuple[SourceNode, ...]:
    """Add nodes for bones that have none, and return all nodes: they stand at their heads, turned as what is above."""
    nodes, turn = list(source.nodes), np.linalg.inv(to_armature(source))
    worlds = dict(enumerate(rest_worlds(source)))
    places = {bone: number for number, bone in bones_of_nodes(source).items()}
    for bone in parents_first(rig):
        if bone.kind != "bone" or bone.name in places:
            continue
        parent = _node_above(rig, bone.name, places)
        above = np.eye(4) if parent is None or abs(np.linalg.det(worlds[parent][:3, :3])) < FLAT else worlds[parent]
        at = (np.linalg.inv(above) @ turn @ np.array([*bone.head, 1.0]))[:3]
        number = places[bone.name] = len(nodes)
        moved = np.eye(4)
        moved[:3, 3] = at
        worlds[number] = above @ moved
        nodes.append(
            SourceNode(
                name=bone.name,
                parent=parent,
                translation=three(at),
                bone=bone.name,
                called=bone.name,
                head=bone.head,
                tail=bone.tail,
                roll=bone.roll,
            )
        )
        plain["nodes"].append({"name": bone.name, "translation": at.tolist()})
        _hang(plain, number, parent)
    return tuple(nodes)


def _node_above(rig: Rig, bone: str, places: Mapping[str, int]) -> int | None:
    above = rig.by_name[bone].parent
    while above is not None and above not in places:
        above = rig.by_name[above].parent if above in rig.by_name else None
    return None if above is None else places[above]


def _hang(plain: Plain, number: int, parent: int | None) -> None:
    """Put a node below another, or into the scene."""
    if parent is not None:
        holder = plain["nodes"][parent]
        holder["children"] = [*holder.get("children", ()), number]
        return
    scenes = plain.get("scenes") or []
    at = plain.get("scene", 0)
    if scenes:
        scene = scenes[at if isinstance(at, int) and 0 <= at < len(scenes) else 0]
        scene["nodes"] = [*scene.get("nodes", ()), number]


def _needed(character: Character, weights: Weighted, rig: Rig) -> dict[int, set[str]]:
    """Return the bones that move something of each skin."""
    found: dict[int, set[str]] = {}
    for place, own in weights.items():
        skin = character.parts[place].skin
        assert skin is not None
        rows = np.unique(own.bones[own.weights > 0.0]).tolist()
        found.setdefault(skin, set()).update(rig.bones[row].name for row in rows)
    return found


def _with_joints(made: Rewriting, source: Source, needed: Mapping[int, set[str]]) -> Source:
    """Add the joints to each skin that it needs and has not; return the source with these."""
    nodes, worlds = bones_of_nodes(source), rest_worlds(source)
    places = {bone: number for number, bone in nodes.items()}
    skins = list(source.skins)
    for skin, bones in needed.items():
        joints = tuple(skins[skin].joints)
        missing = sorted(places[bone] for bone in bones if bone in places and places[bone] not in joints)
        if not missing:
            continue
        binds = [*made.binds(skin)]
        for node in missing:
            like = _joint_above(source, node, joints)
            bind = binds[joints.index(like)]
            if abs(np.linalg.det(worlds[node][:3, :3])) >= FLAT:
                bind = np.linalg.inv(worlds[node]) @ worlds[like] @ bind
            binds.append(bind)
        skins[skin] = replace(skins[skin], joints=(*joints, *missing))
        made.set_skin(skin, skins[skin].joints, np.array(binds))
    return replace(source, skins=tuple(skins))


def _joint_above(source: Source, node: int, joints: Sequence[int]) -> int:
    """Return the nearest joint of a skin above a node; its first where none is."""
    at = source.nodes[node].parent
    while at is not None and at not in joints:
        at = source.nodes[at].parent
    return joints[0] if at is None else at


def _changes(character: Character, weights: Weighted, rig: Rig, source: Source) -> Iterator[OtherWeights]:
    places = {bone: number for number, bone in bones_of_nodes(source).items()}
    for place, own in weights.items():
        part = character.parts[place]
        assert part.skin is not None
        known = {joint: number for number, joint in enumerate(source.skins[part.skin].joints)}
        of_row = np.array([known.get(places.get(bone.name, -1), 0) for bone in rig.bones], np.int64)
        joints = np.where(own.weights > 0.0, of_row[own.bones], 0)
        free = free_vertices(part, source)
        yield OtherWeights(part, free, joints[free], own.weights[free].astype(np.float64))
