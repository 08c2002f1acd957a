"""A figure's own file written again, with what changed of it: meshes, pictures and whatever else is there survive.

The JSON of the file is kept and little in it replaced: of nodes that are bones what left its value, of skins the
inverse bind matrices of joints that rest elsewhere now, and the animations of clips that changed. Data is added behind
that of the file. Bones that were deleted stay as nodes, since skins hang on them; those that were added are nodes
behind all others and move no skin.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace

from pantin.rigs.clip import Clip
from pantin.rigs.figure import Figure
from pantin.rigs.formats.files import Fault
from pantin.rigs.formats.gltf.accessors import Accessors
from pantin.rigs.formats.gltf.animations import WEIGHTS, bones_at, joint_worlds
from pantin.rigs.formats.gltf.binds import inverse_binds
from pantin.rigs.formats.gltf.container import Node
from pantin.rigs.formats.gltf.expression_tracks import SAME as SAME_WEIGHT
from pantin.rigs.formats.gltf.expressions import FileFace, face_of
from pantin.rigs.formats.gltf.joints import noted_as_no_bones
from pantin.rigs.formats.gltf.node_transforms import FLAT, nodes_at, own_transform
from pantin.rigs.formats.gltf.node_tree import NodeTree, node_tree
from pantin.rigs.formats.gltf.reading import Content, content_of
from pantin.rigs.formats.gltf.sampling import at_times
from pantin.rigs.formats.gltf.spring_writing import put_springs, with_ends
from pantin.rigs.formats.gltf.springs import FileSprings, springs_of
from pantin.rigs.formats.gltf.whole import Plain, Whole, put_together, start_of_added, whole_of
from pantin.rigs.formats.gltf.writing import (
    PATHS,
    USUAL,
    BinaryPart,
    animation,
    below_uneven,
    squashed,
    transforms,
)
from pantin.rigs.formats.opening import Reading
from pantin.rigs.formats.own_file import name_of
from pantin.rigs.meshes.expressions import strengths, weights_of
from pantin.rigs.messages import _
from pantin.rigs.motion.baked import BakedClip, BakedFigure, WrittenFile
from pantin.rigs.motion.clips_of_bones import forward_kinematics
from pantin.rigs.motion.transform_arrays import Floats, decomposed
from pantin.rigs.rest import rest_matrices
from pantin.rigs.rig import Bone
from pantin.rigs.source import Source
from pantin.rigs.source.worlds import locals_of, parents_first, rest_worlds
from pantin.rigs.wording import listed, quoted

SAME = 1e-6
"""Parts of the figure's size, and of axes, by which frames may differ and show the same."""

DRAWN = 1e-5
"""Parts of its axes by which a bone may be drawn otherwise than its node stands: less is rounding."""

VRM = ("VRM", "VRMC_vrm")


class _Patch(NamedTuple):
    """A figure, its file, and what both have in common."""

    baked: BakedFigure
    source: Source
    whole: Whole
    content: Content
    """What the file holds as it is read: the figure as it was opened."""
    accessors: Accessors
    tree: NodeTree
    """The nodes of the file in their order, then those that are added."""
    nodes: list[Node]
    """How these stand in the pose."""
    pose: Floats
    """The same, (n, 10)."""
    face: FileFace
    ends: int
    """Number of the last nodes that are ends of chains with springs."""

    @property
    def own(self) -> int:
        """Return the number of nodes of the file itself."""
        return len(self.source.nodes)

    @property
    def moved(self) -> set[tuple[int, str]]:
        """The nodes of the file that stand elsewhere in the pose, each with what of it moved."""
        return {
            (number, path)
            for number, node in enumerate(self.content.gltf.nodes)
            for path, columns, _kind in PATHS
            if not np.array_equal(own_transform(node)[columns], own_transform(self.nodes[number])[columns])
        }


class _Motion(NamedTuple):
    """A clip that is written, and what the file has of it."""

    clip: BakedClip
    place: int | None
    """Its place among the clips that were read of the file; None where the file has none such."""
    is_kept: bool
    """Whether the file's animation shows it."""


def patched(baked: BakedFigure, as_vrm: bool = False) -> WrittenFile | None:
    """Return the figure's own file with what changed; None where it is not there.

    Raises Fault where it was changed since it was opened, where it would be too large, and where it is to be one
    `as_vrm` and is none.
    """
    source = baked.figure.source
    whole = None if source is None or source.file is None else whole_of(source.file)
    if source is None or whole is None:
        return None
    if as_vrm and not any(name in whole.plain.get("extensions", {}) for name in VRM):
        raise Fault(_("file"), _("the file that the figure came from is no VRM; choose a name that ends in .glb."))
    patch = _begun(baked, source, whole)
    plain = copy.deepcopy(whole.plain)
    data = BinaryPart(len(plain.get("bufferViews", ())), len(plain.get("accessors", ())), start_of_added(whole))
    _patch_skins(patch, plain, data)
    motions = _motions(patch)
    sheared, moving = _patch_animations(patch, motions, plain, data)
    _patch_nodes(patch, plain, moving)
    _patch_weights(patch, plain)
    _patch_scenes(patch, plain)
    for key, rows in data.tables().items():
        if key != "buffers":
            plain[key] = [*plain.get(key, ()), *rows]
    along = put_springs(plain, patch.tree, baked.rig, baked.springs, *_springs_of_file(patch))
    undrawn, hung = _undrawn(patch, motions), _hung_with_shear(patch)
    return WrittenFile(
        data=put_together(whole, plain, data.bytes),
        rows=(rows := _rows(patch)[1]),
        changed=sheared | undrawn | hung,
        below_uneven=(sheared & below_uneven(patch.tree)) | undrawn,
        unbound=squashed(patch.tree) | _unbound(patch, rows),
        binds=_binds(patch),
        words=(*whole.words, *_unpainted(patch), *_sheared_words(patch, hung), *along),
    )


def _begun(baked: BakedFigure, source: Source, whole: Whole) -> _Patch:
    """Return the figure beside its file. Raises Fault where they do not fit together."""
    data = whole.as_it_lies or put_together(whole, whole.plain, b"")
    content = _content(data, source)
    tree = _with_places_for_meshes(_tree(baked.figure, content), content, source)
    bare = len(tree.parents)
    tree = with_ends(tree, baked.rig, baked.springs)
    pose = transforms(tree, replace(baked, clips=()))[0]
    accessors = Accessors(content.gltf, BytesIO(data), len(data), Path())
    nodes, face = nodes_at(tree, pose), face_of(content.gltf)
    return _Patch(baked, source, whole, content, accessors, tree, nodes, pose, face, len(tree.parents) - bare)


def _content(data: bytes, source: Source) -> Content:
    """Return what the file holds, read as the figure was. Raises Fault where the nodes of the figure are others."""
    rested = any(node.rest is not None for node in source.nodes)
    for rest_from in ("nodes", "bind") if rested else ("nodes",):
        how = Reading(partly=True, rest_from=rest_from, stood_up=source.stood_up)
        found = content_of("", BytesIO(data), len(data), how)
        theirs = found.figure.source
        if theirs is None or [node.parent for node in theirs.nodes] != [node.parent for node in source.nodes]:
            break
        if [node.rest for node in theirs.nodes] == [node.rest for node in source.nodes]:
            return found
    name = quoted(name_of(source.file)) if source.file else ""
    raise Fault(_("file"), _("its nodes are not those of {file}; open that again.").format(file=name))


def _tree(figure: Figure, content: Content) -> NodeTree:
    return node_tree(figure, [node.children for node in content.gltf.nodes])


# What hangs on bones that rest elsewhere


def _with_places_for_meshes(tree: NodeTree, content: Content, source: Source) -> NodeTree:
    """Return the tree in which meshes on bones that rest elsewhere stay: they hang there by other transforms.

    A mesh that is no skin and lies on the node of such a bone gets a node of its own below that.
    """
    nodes, worlds = content.gltf.nodes, rest_worlds(source)
    edited = set(_edited(tree, worlds))
    if not edited:
        return tree
    originals, rests = list(tree.originals), np.array(tree.rests)
    for number in tree.order:
        parent = tree.parents[number]
        if number < len(nodes) and parent in edited and _carries_mesh(nodes, number) and tree.bone_rows[number] == -1:
            rests[number] = worlds[number]
            originals[number] = _below(rests[parent], worlds[number])
    return _with_own_nodes(replace(tree, originals=originals, rests=rests), content, worlds, edited)


def _edited(tree: NodeTree, worlds: Floats) -> Iterator[int]:
    """Yield the nodes of bones that rest elsewhere than in the file, where nodes rest at `worlds` (n, 4, 4)."""
    for number, world in enumerate(worlds):
        if tree.bone_rows[number] != -1 and _is_elsewhere(tree.rests[number], world):
            yield number


def _is_elsewhere(rest: Floats, world: Floats) -> bool:
    return bool(np.abs(rest - world).max() > 1e-9 * max(1.0, float(np.abs(world).max())))


def _hung_with_shear(patch: _Patch) -> frozenset[int]:
    """The rows of bones that rest elsewhere now, on which meshes would have to hang with shear to stay."""
    tree, worlds = patch.tree, rest_worlds(patch.source)
    edited, found = set(_edited(tree, worlds)), set[int]()
    for number, parent in enumerate(tree.parents):
        if parent in edited and tree.bone_rows[number] == -1:
            stands = tree.rests[parent] @ locals_of([tree.originals[number]])[0]
            if np.abs(stands - tree.rests[number]).max() > DRAWN * max(1.0, float(np.abs(tree.rests[number]).max())):
                found.add(tree.bone_rows[parent])
    return frozenset(found - {-1})


def _sheared_words(patch: _Patch, rows: frozenset[int]) -> tuple[str, ...]:
    """Return what is said of meshes that do not stay on bones in these rows."""
    if not rows:
        return ()
    bones = listed([patch.baked.rig.bones[row].name for row in sorted(rows)])
    sentence = _("{bones} rest elsewhere than in the file, and glTF holds no shear: meshes on them are not as seen.")
    return (sentence.format(bones=bones),)


def _carries_mesh(nodes: Sequence[Node], number: int) -> bool:
    """Return whether a mesh that is no skin hangs on a node of the file, or below it."""
    todo = [number]
    while todo:
        node = nodes[todo.pop()]
        if node.mesh is not None and node.skin is None:
            return True
        todo += node.children
    return False


def _below(rest: Floats, world: Floats) -> Node:
    """Return a node that stands at `world` below one at `rest`, both (4, 4); at its place if that is squashed flat."""
    if abs(np.linalg.det(rest[:3, :3])) < FLAT:
        return Node()
    return _node_of(decomposed(np.linalg.inv(rest) @ world))


def _node_of(transform: Floats) -> Node:
    numbers = transform.tolist()
    return Node(translation=tuple(numbers[:3]), rotation=tuple(numbers[3:7]), scale=tuple(numbers[7:]))


def _with_own_nodes(tree: NodeTree, content: Content, worlds: Floats, edited: set[int]) -> NodeTree:
    """Return the tree with a node for each mesh that is no skin and lies on one of the `edited` nodes."""
    nodes = content.gltf.nodes
    holders = [number for number in sorted(edited) if nodes[number].mesh is not None and nodes[number].skin is None]
    children = [*tree.children, *([] for _holder in holders)]
    for number, holder in enumerate(holders, start=len(tree.parents)):
        children[holder] = [*children[holder], number]
    parents, more = [*tree.parents, *holders], len(holders)
    return replace(
        tree,
        names=[*tree.names, *(tree.names[holder] for holder in holders)],
        parents=parents,
        children=children,
        order=parents_first(parents, children),
        bone_rows=[*tree.bone_rows, *[-1] * more],
        source_indices=[*tree.source_indices, *[-1] * more],
        originals=[*tree.originals, *(_below(tree.rests[holder], worlds[holder]) for holder in holders)],
        rests=np.concatenate([tree.rests, worlds[holders]]),
    )


# Springs


def _springs_of_file(patch: _Patch) -> tuple[FileSprings, dict[str, str]]:
    """Return the springs that the file has, and the names of bones now, by those that it gives them."""
    if not patch.whole.plain.get("extensions"):
        return FileSprings(), {}
    content, bones = patch.content, patch.baked.rig.bones
    rows = [patch.tree.bone_rows[node] for node in content.skeleton.nodes]
    read = zip(content.figure.rig.bones, rows, strict=True)
    names = {bone.name: bones[row].name for bone, row in read if row != -1}
    return springs_of(content.gltf, content.skeleton, content.figure.rig), names


# Weights of morph targets


def _patch_weights(patch: _Patch, plain: Plain) -> None:
    """Say how far morph targets are there, where expressions of the pose move them."""
    for node, weights in weights_of(patch.face, patch.baked.figure.pose.expressions).items():
        plain["nodes"][node]["weights"] = list(weights)


def _unpainted(patch: _Patch) -> tuple[str, ...]:
    """Return what is said of expressions of the pose that change colours or textures, which weights cannot hold."""
    there = strengths(patch.face.expressions, patch.baked.figure.pose.expressions)
    painted = [each.name for each in patch.face.expressions if there.get(each.name) and (each.colours or each.uvs)]
    if not painted:
        return ()
    sentence = _("What {expressions} does to colours and textures is not in it; only its shape is.")
    return (sentence.format(expressions=listed(painted)),)


def _add_weights(patch: _Patch, motion: _Motion, plain: Plain, data: BinaryPart) -> None:
    """Add to an animation what expressions do in its frames, where it is not what the pose does.

    What its forerunner in the file moves as no expressions do goes on as it is, and what steps there steps.
    """
    clip, posed = motion.clip, patch.baked.figure.pose.expressions
    beside = _beside_expressions(patch, motion)
    if not clip.expressions and not beside:
        return
    before = {} if motion.place is None else patch.content.animations[motion.place].weights
    frames = [weights_of(patch.face, {**posed, **clip.expressions_at(place)}) for place in range(len(clip.matrices))]
    still = weights_of(patch.face, posed)
    for mesh in patch.face.morphs:
        own = still.get(mesh.node, mesh.weights)
        rows = np.array([each.get(mesh.node, mesh.weights) for each in frames]) + beside.get(mesh.node, 0.0)
        if not np.array_equal(rows, np.broadcast_to(own, rows.shape)):
            output = data.add(rows.ravel(), "SCALAR")
            target = {"node": mesh.node, "path": WEIGHTS}
            plain["channels"].append({"sampler": len(plain["samplers"]), "target": target})
            steps = mesh.node in before and before[mesh.node].interpolation == "STEP"
            times, way = plain["samplers"][0]["input"], "STEP" if steps else "LINEAR"
            plain["samplers"].append({"input": times, "output": output, "interpolation": way})


def _beside_expressions(patch: _Patch, motion: _Motion) -> dict[int, Floats]:
    """Return what the animation of the file moves targets by beside its expressions, in the frames of a clip.

    By the nodes of meshes (f, targets); those of which expressions do all are left out.
    """
    if motion.place is None or not patch.content.animations[motion.place].weights:
        return {}
    was, keys = patch.content.figure.clips[motion.place], patch.content.animations[motion.place].weights
    if was.rate != motion.clip.rate:
        return {}
    places = np.minimum(motion.clip.first + np.arange(len(motion.clip.matrices)), was.count - 1).tolist()
    values = {name: track.array[:, 0] for name, track in was.expressions.items()}
    told = [weights_of(patch.face, {name: float(each[at]) for name, each in values.items()}) for at in places]
    found: dict[int, Floats] = {}
    for mesh in patch.face.morphs:
        if mesh.node not in keys or keys[mesh.node].values.shape[1] != len(mesh.names):
            continue
        rows = at_times(keys[mesh.node], motion.clip.seconds, False)
        off = rows - np.array([each.get(mesh.node, mesh.weights) for each in told])
        off[:, np.abs(off).max(axis=0) <= SAME_WEIGHT] = 0.0
        if off.any():
            found[mesh.node] = off
    return found


def _keeps_face(patch: _Patch, motion: _Motion) -> bool:
    """Return whether the weights of an animation of the file are those of the clip that takes its place."""
    if motion.place is None:
        return False
    was, clip = patch.content.figure.clips[motion.place], motion.clip
    first, last = was.span
    same_frames = (clip.rate, clip.first, len(clip.matrices)) == (was.rate, first, last + 1 - first)
    return same_frames and _has_face(patch, clip, was)


def _has_face(patch: _Patch, clip: BakedClip, was: Clip) -> bool:
    """Return whether an animation of the file has the expressions of a clip, and the pose adds none to them."""
    first, last = was.span
    theirs = {name: track.array[first : last + 1, 0] for name, track in was.expressions.items()}
    if clip.expressions.keys() != theirs.keys():
        return False
    if theirs and patch.baked.figure.pose.expressions:
        return False
    return all(np.array_equal(clip.expressions[name].astype(np.float32), theirs[name]) for name in theirs)


# Nodes


def _patch_nodes(patch: _Patch, plain: Plain, moving: set[int]) -> None:
    """Say how the nodes stand, what they are called and what hangs on what. Those that move may have no matrix."""
    tree, before = patch.tree, patch.content.gltf.nodes
    nodes: list[Plain] = plain["nodes"]
    nodes += [{"name": name} if name else {} for name in tree.names[patch.own :]]
    for number, node in enumerate(nodes):
        was = before[number] if number < patch.own else Node()
        if number < patch.own and _is_renamed(patch, number):
            node["name"] = tree.names[number]
        if tuple(tree.children[number]) != was.children:
            node["children"] = tree.children[number]
        if not tree.children[number]:
            node.pop("children", None)
        _patch_transform(node, was, patch.nodes[number], patch.pose[number], number in moving)
    for number in range(patch.own, len(nodes) - patch.ends):
        if tree.bone_rows[number] == -1 and tree.parents[number] != -1:
            _hand_over_mesh(nodes[tree.parents[number]], nodes[number])


def _is_renamed(patch: _Patch, number: int) -> bool:
    node = patch.source.nodes[number]
    return node.bone is not None and node.bone != node.called


def _hand_over_mesh(holder: Plain, node: Plain) -> None:
    for key in ("mesh", "weights"):
        if key in holder:
            node[key] = holder.pop(key)


def _patch_transform(plain: Plain, was: Node, node: Node, pose: Floats, moves: bool) -> None:
    """Say in the JSON of a node how it stands, where that is not what it `was`."""
    before, now = own_transform(was), own_transform(node) if node.matrix is None else pose
    if was.matrix is not None:
        if not moves and node.matrix is not None:
            return
        plain.pop("matrix", None)
        plain |= {path: now[columns].tolist() for path, columns, _kind in PATHS if now[columns].tolist() != USUAL[path]}
        return
    for path, columns, _kind in PATHS:
        if not np.array_equal(before[columns], now[columns]):
            nearer = -1.0 if path == "rotation" and before[columns] @ now[columns] < 0.0 else 1.0
            plain[path] = (nearer * now[columns]).tolist()


def _patch_scenes(patch: _Patch, plain: Plain) -> None:
    """Say which nodes hang on nothing: in the scene that is shown those that did not before."""
    before = {child for node in patch.content.gltf.nodes for child in node.children}
    below = {child for children in patch.tree.children for child in children}
    gone = below - before
    new = [number for number in range(len(patch.tree.parents)) if number not in below]
    new = [number for number in new if number in before or number >= patch.own]
    scenes = plain.get("scenes")
    if not (gone or new) or not isinstance(scenes, list):
        return
    shown = plain.get("scene", 0)
    for place, scene in enumerate(scenes):
        if not isinstance(scene, dict) or not isinstance(scene.get("nodes", []), list):
            continue
        roots = [root for root in scene.get("nodes", []) if root not in gone] + (new if place == shown else [])
        if roots != scene.get("nodes", []):
            scene["nodes"] = roots
        if not roots:
            scene.pop("nodes", None)


# Skins


def _patch_skins(patch: _Patch, plain: Plain, data: BinaryPart) -> None:
    """Give each skin on joints that rest elsewhere now inverse bind matrices with which its mesh stays."""
    worlds, rests = rest_worlds(patch.source), patch.tree.rests
    for number, skin in enumerate(patch.content.gltf.skins):
        joints = list(skin.joints)
        moved = [
            row
            for row, joint in enumerate(joints)
            if _is_elsewhere(rests[joint], worlds[joint]) and abs(np.linalg.det(rests[joint, :3, :3])) >= FLAT
        ]
        if not moved:
            continue
        binds = inverse_binds(patch.accessors, skin)
        at = [joints[row] for row in moved]
        binds[moved] = np.linalg.inv(rests[at]) @ worlds[at] @ binds[moved]
        binds[moved, 3] = (0.0, 0.0, 0.0, 1.0)  # glTF asks for it to the bit
        plain["skins"][number]["inverseBindMatrices"] = data.add(binds.transpose(0, 2, 1).reshape(-1, 16), "MAT4")


def _rows(patch: _Patch) -> tuple[list[int], Any]:
    """The nodes of the joints in the order in which a reader finds them, and the rows of their bones."""
    joints = {joint for skin in patch.content.gltf.skins for joint in skin.joints}
    stiff = noted_as_no_bones(patch.content.gltf)
    nodes = [number for number in patch.tree.order if (number in joints if joints else number not in stiff)]
    return nodes, np.array([patch.tree.bone_rows[number] for number in nodes], np.intp)


def _binds(patch: _Patch) -> Floats:
    """Return what puts what is bound to each joint where it rests in the file (n, 4, 4), armature space.

    That is of the first skin that has it; without skins what lies on a node stays with it.
    """
    nodes, _bones = _rows(patch)
    found = np.array(patch.tree.rests[nodes])
    known: dict[int, Floats] = {}
    for skin in patch.content.gltf.skins:
        for joint, bind in zip(skin.joints, inverse_binds(patch.accessors, skin), strict=True):
            known.setdefault(joint, bind)
    worlds = rest_worlds(patch.source)
    for row, number in enumerate(nodes):
        if number in known:
            found[row] = worlds[number] @ known[number]
    return np.asarray(patch.tree.to_armature @ found @ patch.tree.to_armature.T)


def _unbound(patch: _Patch, rows: Any) -> frozenset[int]:
    """The rows of the bones to which the file binds nothing: what it puts there is squashed flat."""
    flat = np.abs(np.linalg.det(_binds(patch)[:, :3, :3])) < 1e-18
    return frozenset(row for row, is_flat in zip(rows.tolist(), flat.tolist(), strict=True) if is_flat and row != -1)


# Animations


def _patch_animations(
    patch: _Patch, motions: Sequence[_Motion], plain: Plain, data: BinaryPart
) -> tuple[frozenset[int], set[int]]:
    """Put the clips in place of the animations of the file: those that it shows as they are.

    Returns the rows of bones that lose their shear, and the nodes that move in what is written.
    """
    written = [motion for motion in motions if not motion.is_kept]
    baked = replace(patch.baked, clips=tuple(motion.clip for motion in written))
    _pose, frames, sheared = transforms(patch.tree, baked)
    before: list[Plain] = plain.get("animations", [])
    made, moving, left = list[Plain](), set[int](), iter(frames)
    for motion in motions:
        theirs = {} if motion.place is None else before[patch.content.animations[motion.place].index]
        if motion.place is None or not motion.is_kept:
            new = animation(patch.baked.figure, motion.clip, patch.tree, patch.nodes, next(left), data)
            keeps_face = _keeps_face(patch, motion)
            if not keeps_face:
                _add_weights(patch, motion, new, data)
            moving |= {each["target"]["node"] for each in new["channels"] if each["target"]["path"] != WEIGHTS}
            made.append(new if motion.place is None else _with_the_rest(patch, motion, theirs, new, keeps_face))
        else:
            is_renamed = motion.clip.name != patch.content.figure.clips[motion.place].name
            made.append({**theirs, "name": motion.clip.name} if is_renamed else theirs)
    read = {each.index for each in patch.content.animations}
    made += [each for index, each in enumerate(before) if index not in read]
    if made:
        plain["animations"] = made
    else:
        plain.pop("animations", None)
    return sheared, moving


def _with_the_rest(patch: _Patch, motion: _Motion, before: Plain, new: Plain, keeps_face: bool) -> Plain:
    """Return an animation with what else its forerunner in the file had: extras, and channels that move no node."""
    assert motion.place is not None
    was = patch.content.figure.clips[motion.place]
    name = {} if motion.clip.name != was.name else {key: before[key] for key in ("name",) if key in before}
    named = {key: value for key, value in new.items() if key != "name" or not name}
    found = {**before, **named, **name}
    if motion.clip.rate != was.rate:
        return found
    paths = [*(path for path, _columns, _kind in PATHS), *(() if keeps_face else (WEIGHTS,))]
    for channel in before["channels"]:
        if channel["target"].get("path") not in paths or "node" not in channel["target"]:
            found["channels"].append({**channel, "sampler": len(found["samplers"])})
            found["samplers"].append(before["samplers"][channel["sampler"]])
    return found


def _motions(patch: _Patch) -> list[_Motion]:
    """Return the clips, each with what the file has of it: by its name, or else what shows the same."""
    theirs = [clip.name for clip in patch.content.figure.clips]
    ours = {clip.name for clip in patch.baked.clips}
    free = [place for place, name in enumerate(theirs) if name not in ours]
    comparison = _Comparison.of(patch)
    found = []
    for clip in patch.baked.clips:
        place = theirs.index(clip.name) if clip.name in theirs else None
        if place is None:
            place = next((each for each in free if comparison.is_shown(clip, each)), None)
            if place is not None:
                free.remove(place)
        found.append(_Motion(clip, place, place is not None and comparison.is_shown(clip, place)))
    return found


class _Comparison(NamedTuple):
    """Clips held against the animations of the file."""

    patch: _Patch
    is_rebuilt: bool
    """Whether nodes hang elsewhere, or rest elsewhere, than in the file."""
    moved: set[tuple[int, str]]
    rows: list[int]
    """The row of the bone that each bone of the file is; -1 where it is gone."""
    as_read: bool
    """Whether the bones are those of the file, and nothing but their clips moves them."""
    size: float

    @classmethod
    def of(cls, patch: _Patch) -> _Comparison:
        """Return what compares clips with the animations of the figure's file."""
        source, tree, rig = patch.source, patch.tree, patch.baked.rig
        bare = len(tree.parents) - patch.ends
        top = tree.parents.index(-1, patch.own) if source.stood_up else -1
        parents = [top if node.parent is None else node.parent for node in source.nodes]
        is_rebuilt = tree.parents[: patch.own] != parents or any(_edited(tree, rest_worlds(source)))
        is_rebuilt |= any(tree.bone_rows[number] == -1 and number != top for number in range(patch.own, bare))
        rows = [tree.bone_rows[node] for node in patch.content.skeleton.nodes]
        read = patch.content.figure.rig.bones
        names = {bone.name: rig.bones[row].name for bone, row in zip(read, rows, strict=True) if row != -1}
        as_read = (
            not rig.constraints
            and not rig.springs.acting
            and all(
                row != -1 and _is_same_bone(bone, rig.bones[row], names) for bone, row in zip(read, rows, strict=True)
            )
        )
        size = float(np.ptp(tree.rests[:, :3, 3], axis=0).max(initial=0.0))
        return cls(patch, is_rebuilt, patch.moved, rows, as_read, size)

    def is_shown(self, clip: BakedClip, place: int) -> bool:
        """Return whether the file's animation shows the clip, frame by frame."""
        was, keys = self.patch.content.figure.clips[place], self.patch.content.animations[place].keys
        first, last = was.span
        if self.is_rebuilt or (clip.rate, clip.first, len(clip.matrices)) != (was.rate, first, last + 1 - first):
            return False
        if any(path not in keys.get(node, {}) for node, path in self.moved):
            return False  # what the pose has moved stands there in the animation too
        gone = [node for node in keys if self.patch.source.nodes[node].gone]
        if not _has_face(self.patch, clip, was):
            return False
        return not gone and self._stand_still(clip) and (self._is_as_read(clip, was) or self._looks_alike(clip, was))

    def _stand_still(self, clip: BakedClip) -> bool:
        """Return whether bones that were added stand still below their parents."""
        tree, rests = self.patch.tree, rest_matrices(self.patch.baked.rig.bones)
        for number in range(self.patch.own, len(tree.parents)):
            row, parent = tree.bone_rows[number], tree.parents[number]
            if row == -1:
                continue  # the node that turns all upright
            above = tree.bone_rows[parent] if parent != -1 else -1
            stands = (
                clip.matrices[:, row] if above == -1 else np.linalg.inv(clip.matrices[:, above]) @ clip.matrices[:, row]
            )
            rest = rests[row] if above == -1 else np.linalg.inv(rests[above]) @ rests[row]
            if np.abs(stands - rest).max(initial=0.0) > SAME * max(1.0, self.size):
                return False
        return True

    def _is_as_read(self, clip: BakedClip, was: Clip) -> bool:
        """Return whether the clip has the tracks that were read."""
        now = next((each for each in self.patch.baked.figure.clips if each.name == clip.name), None)
        if not self.as_read or now is None or now.held.keys() != was.held.keys():
            return False
        bones, read = self.patch.baked.rig.bones, self.patch.content.figure.rig.bones
        theirs = {bones[row].name: was.tracks[bone.name] for bone, row in zip(read, self.rows, strict=True)}
        return {name: now.tracks[name] for name in theirs if name in now.tracks} == theirs

    def _looks_alike(self, clip: BakedClip, was: Clip) -> bool:
        """Return whether the bones stand in the frames of the clip as they do in those that were read."""
        first, last = was.span
        bones = self.patch.content.figure.rig.bones
        frames = was.frames_at(np.arange(first, last + 1)).astype(np.float64)
        read = forward_kinematics(bones, frames)
        there = [place for place, row in enumerate(self.rows) if row != -1]
        ours, theirs = clip.matrices[:, [self.rows[place] for place in there]], read[:, there]
        off = np.abs(ours - theirs)
        return bool(
            (off[..., :3, :3].max(initial=0.0) <= SAME) and (off[..., :3, 3].max(initial=0.0) <= SAME * self.size)
        )


def _is_same_bone(read: Bone, bone: Bone, names: Mapping[str, str]) -> bool:
    """Return whether a bone is still as it was read; `names` are those of bones now, by those when they were read."""
    parent = None if read.parent is None else names.get(read.parent)
    return replace(read, name=bone.name, parent=parent) == bone


def _undrawn(patch: _Patch, motions: Sequence[_Motion]) -> frozenset[int]:
    """The rows of bones that stand with shear in animations of the file, which is not drawn: below uneven scale."""
    content, found = patch.content, set[int]()
    rows = [patch.tree.bone_rows[node] for node in content.skeleton.nodes]
    there = [place for place, row in enumerate(rows) if row != -1]
    for motion in motions:
        if motion.is_kept and motion.place is not None:
            keys = content.animations[motion.place].keys
            worlds = joint_worlds(content.gltf.nodes, content.skeleton, keys, motion.clip.seconds)
            stand = bones_at(content.skeleton, content.figure.rig.bones, worlds)[:, there]
            drawn = motion.clip.matrices[:, [rows[place] for place in there]]
            off = np.abs(stand - drawn)[..., :3, :3].max(axis=(0, 2, 3), initial=0.0)
            found |= {rows[there[k]] for k in np.flatnonzero(off > DRAWN).tolist()}
    return frozenset(found)
