"""The skins of an FBX file: bones, inverse bind matrices and weights, and what a mesh was moved after it was bound."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.formats.converted.content import Content, Floats, Skin
from pantin.rigs.formats.converted.fbx_nodes import node_at
from pantin.rigs.formats.converted.fbx_objects import array, at, matrix, rows
from pantin.rigs.formats.converted.fbx_scene import Moved, Scene
from pantin.rigs.messages import _
from pantin.rigs.motion.transform_arrays import composed, decomposed
from pantin.rigs.wording import quoted

MOST_WEIGHTS = 20_000_000
"""Vertices times influences of one mesh."""

MOST_INFLUENCES = 32
"""Of one vertex; the largest are taken."""

LEAST = 1e-9
"""Weights that are smaller are none."""

LARGEST = 1e30
"""Numbers of an inverse bind matrix: they are stored as single floats."""

OBLIQUE = 1e-4
"""Shear of a matrix that is said."""

MOVED = 2e-5
"""Parts of the mesh's size: what is moved less was not moved."""


class Bound(NamedTuple):
    """The weights of the vertices of a mesh on the joints of a skin."""

    skins: tuple[int, ...]
    """The skin at each node that has the mesh."""
    joints: NDArray[np.uint16]
    """(v, k)."""
    weights: NDArray[np.float32]
    """(v, k)."""


def bound(scene: Scene, content: Content, mesh: Any) -> Bound | None:
    """Fill in the skins of a mesh, and return how that hangs on them; None where it has none.

    Vertices without weights hang on the node of the mesh, which is a joint of the skin then. Nodes that have the same
    mesh have the same skin, unless that was moved at one of them after it was bound. Raises OverflowError.
    """
    deformers = rows(mesh, "skin_deformers")
    nodes = rows(mesh, "instances")
    if not deformers or not nodes:
        return None
    deformer = deformers[0]
    clusters = [each for each in rows(deformer, "clusters") if at(each, "bone_node") is not None]
    if not clusters:
        return None
    _tell(content, str(nodes[0].name) or str(mesh.name), deformers)
    joints, weights = _influences(content, clusters, int(mesh.num_vertices))
    free = ~(weights > LEAST).any(axis=1)
    if free.any():
        joints[free, 0], weights[free, 0] = len(clusters), 1.0
    if not np.isfinite(weights).all():
        raise ValueError
    known: dict[tuple[int, ...], int] = {}
    skins = []
    for node in nodes:
        bones, binds = _after_bind(scene, content, node, mesh, clusters), [matrix(e.geometry_to_bone) for e in clusters]
        if free.any():
            bones.append(int(node.typed_id))
            binds.append(matrix(node.geometry_to_node))
        if tuple(bones) not in known:
            known[tuple(bones)] = len(content.skins)
            if not (np.abs(np.array(binds)) < LARGEST).all():
                raise ValueError
            content.skins.append(Skin(tuple(bones), np.array(binds), str(deformer.name)))
        skins.append(known[tuple(bones)])
    return Bound(tuple(skins), joints, weights)


def _tell(content: Content, name: str, deformers: list[Any]) -> None:
    method = deformers[0].skinning_method.name
    if method == "DUAL_QUATERNION" or (method == "BLENDED_DQ_LINEAR" and array(deformers[0], "dq_weights").any()):
        sentence = _("{mesh} is skinned by dual quaternions, and is bent linearly here: twisted joints become thinner.")
        content.words.append(sentence.format(mesh=quoted(name)))
    if len(deformers) > 1:
        sentence = _("{mesh} has {count} skins over each other; the first is taken.")
        content.words.append(sentence.format(mesh=quoted(name), count=len(deformers)))


def _influences(content: Content, clusters: list[Any], count: int) -> tuple[NDArray[np.uint16], NDArray[np.float32]]:
    """Return joints and weights (v, k) of the vertices of a mesh, the largest first."""
    if len(clusters) > 2**16 - 2:
        raise OverflowError
    vertices = [array(each, "vertices").astype(np.int64) for each in clusters]
    vertex = np.concatenate(vertices)
    weight = np.concatenate([array(each, "weights") for each in clusters])[: len(vertex)]
    joint = np.repeat(np.arange(len(clusters)), [len(each) for each in vertices])
    if len(weight) != len(vertex) or len(vertex) > MOST_WEIGHTS:
        raise OverflowError
    counts = np.isfinite(weight) & (weight > LEAST) & (vertex < count)
    vertex, weight, joint = vertex[counts], weight[counts], joint[counts]
    order = np.lexsort((joint, -weight, vertex))
    vertex, weight, joint = vertex[order], weight[order], joint[order]
    first = np.searchsorted(vertex, np.arange(count))
    place = np.arange(len(vertex)) - first[vertex]
    most = int(place.max(initial=0)) + 1
    if most > MOST_INFLUENCES:
        sentence = _("Some vertices hang on {count} bones; the {most} with the largest weights are taken.")
        content.words.append(sentence.format(count=most, most=MOST_INFLUENCES))
        near = place < MOST_INFLUENCES
        vertex, weight, joint, place, most = vertex[near], weight[near], joint[near], place[near], MOST_INFLUENCES
    if count * most > MOST_WEIGHTS:
        raise OverflowError
    joints, weights = np.zeros((count, most), np.uint16), np.zeros((count, most), np.float32)
    joints[vertex, place], weights[vertex, place] = joint, weight
    return joints, weights


# What a mesh was moved after it was bound


def _after_bind(scene: Scene, content: Content, node: Any, mesh: Any, clusters: list[Any]) -> list[int]:
    """Return the nodes that move the mesh, one for each cluster: its bones, or a node on each.

    Maya moves a skinned mesh once more by what its node was moved after binding. The vertices are then at A · B · G for
    a bone B and what G takes to that, as if they hung on a node below the bone, which is there at B⁻¹ · A · B.
    """
    bones = [int(at(each, "bone_node").typed_id) for each in clusters]
    cluster = clusters[0]
    at_bind = matrix(cluster.bind_to_world) @ matrix(cluster.mesh_node_to_bone)
    if not _can_be_moved(scene, node, at_bind, mesh):
        return bones
    content.words.append(
        _(
            "{mesh} was moved after it was bound, and is moved as Maya does: each bone has a node more that moves it."
        ).format(mesh=quoted(str(node.name)))
    )
    number, found, is_oblique = int(node.typed_id), [], False
    now = scene.worlds[number] @ np.linalg.inv(at_bind)
    for bone in bones:
        stands = scene.worlds[bone]
        local = np.linalg.inv(stands) @ now @ stands
        straight = decomposed(local)
        is_oblique |= bool(np.abs(composed(straight)[:3, :3] - local[:3, :3]).max() > OBLIQUE)
        found.append(len(content.nodes))
        scene.moved.append(Moved(len(content.nodes), bone, number, at_bind))
        content.nodes.append(node_at(f"{scene.nodes[bone].name} {node.name}", bone, straight))
    if is_oblique:
        content.words.append(
            _("{mesh} was made oblique after it was bound, which no bone can be here; bind it as it lies.").format(
                mesh=quoted(str(node.name))
            )
        )
    return found


def _can_be_moved(scene: Scene, node: Any, at_bind: Floats, mesh: Any) -> bool:
    """Return whether the node of a mesh was moved by itself, now or in a clip, since the mesh was bound, in Maya.

    What hangs below a node that moves, as the whole of a character does, is moved with its bones and not once more.
    Other programs do not move it: MotionBuilder leaves the skin where its bones have it.
    """
    parent = at(node, "parent")
    if not scene.is_of_maya or parent is None or not parent.is_root or np.linalg.matrix_rank(at_bind) < 4:
        return False
    points = array(mesh, "vertices")
    low, high = points.min(axis=0), points.max(axis=0)
    corners = np.array(np.meshgrid(*zip(low, high, strict=True), (1.0,))).reshape(4, -1)
    corners = at_bind @ matrix(node.geometry_to_node) @ corners
    size = np.linalg.norm(corners[:3].max(axis=1) - corners[:3].min(axis=1))
    for world in scene.stands_of(node):
        if np.abs(world @ np.linalg.inv(at_bind) @ corners - corners).max() > MOVED * size:
            return True
    return False


# Bones without weights


def with_all_bones(scene: Scene, content: Content) -> None:
    """Make every bone of the file a joint, and each mesh that a clip moves by its nodes alone.

    They are joints of the first skin. A file without skins has one without a mesh; in one without bones all of its
    nodes are joints.
    """
    parents = [each.parent for each in content.nodes]
    joints = {joint for skin in content.skins for joint in skin.joints}
    more = [number for number, node in enumerate(scene.nodes) if _is_bone(node)]
    for number, node in enumerate(content.nodes):
        above = number
        while node.mesh is not None and node.skin is None and above > 0 and above not in joints:
            if above in scene.moving:
                more.append(number)
                break
            above = parents[above]
    if not joints and not more:
        more = [number for number, node in enumerate(scene.nodes) if number and not _only_looks(node)]
    more = [number for number in dict.fromkeys(more) if number not in joints]
    if not more:
        return
    worlds = _bind_worlds(scene, content)
    first = content.skins[0] if content.skins else Skin((), np.zeros((0, 4, 4)), "skeleton")
    space = np.eye(4)
    if content.skins:
        space = worlds[first.joints[0]] @ first.inverse_binds[0]
    binds = np.array([_inverse(worlds[number]) @ space for number in more])
    whole = Skin((*first.joints, *more), np.concatenate((first.inverse_binds, binds)), first.name)
    content.skins[:1] = [whole]


def _is_bone(node: Any) -> bool:
    """Return whether a node is a bone; one whose scale is at a node of its own has its kind there."""
    helper = at(node, "scale_helper")
    return any(each is not None and each.attrib_type.name == "BONE" for each in (node, helper))


def _only_looks(node: Any) -> bool:
    return node.attrib_type.name in ("CAMERA", "LIGHT", "CAMERA_SWITCHER", "STEREO_CAMERA")


def _bind_worlds(scene: Scene, content: Content) -> list[Floats]:
    """Return where nodes were when the skins were bound (n, 4, 4), in the file's axes; others as they hang on those."""
    known: dict[int, Floats] = {}
    for cluster in rows(scene.loaded, "skin_clusters"):
        bone = at(cluster, "bone_node")
        if bone is not None:
            known.setdefault(int(bone.typed_id), matrix(cluster.bind_to_world))
    found: list[Floats] = []
    for number in range(len(scene.nodes)):
        above = content.nodes[number].parent
        world = known.get(number)
        if world is None or not np.isfinite(world).all():
            world = found[above] @ composed(scene.local(number))[0] if 0 <= above < number else scene.worlds[number]
        found.append(world)
    for each in scene.moved:  # these follow the nodes of the file
        found.append(found[each.bone])
    return found


def _inverse(world: Floats) -> Floats:
    """Return the inverse; of a matrix that has none, no transform at all."""
    try:
        found: Floats = np.asarray(np.linalg.inv(world), np.float64)
    except np.linalg.LinAlgError:
        return np.eye(4)
    return found if np.isfinite(found).all() and np.abs(found).max() < 1e12 else np.eye(4)
