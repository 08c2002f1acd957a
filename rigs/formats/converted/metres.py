"""Content whose root scales all to metres, in metres itself.

Files in centimetres become nodes below one with the scale 0.01. Some programs, Blender's importer of glTF among them,
put a mesh that hangs on a bone of such a skeleton in a wrong place: they do not scale where it hangs.
"""

from __future__ import annotations

from msgspec.structs import replace

from pantin.rigs.formats.converted.content import Animation, Content, Mesh, Node, Primitive, Skin, Target, Track

ONE = (1.0, 1.0, 1.0)


def put_in_metres(content: Content) -> None:
    """Give the scale of the roots to what hangs on them, so that everything stays where it is.

    Nothing is changed where roots differ, are scaled unevenly, or move by their scale.
    """
    roots = {number for number, node in enumerate(content.nodes) if node.parent == -1}
    scales = {content.nodes[number].scale for number in roots}
    tracks = (track for each in content.animations for track in each.tracks)
    moves = any(track.node in roots and track.path == "scale" for track in tracks)
    if len(scales) != 1 or moves or any(content.nodes[number].matrix is not None for number in roots):
        return
    ((size, *others),) = scales
    if size <= 0.0 or size == 1.0 or others != [size, size]:
        return
    content.nodes = [_node(node, size) for node in content.nodes]
    content.meshes = [_mesh(mesh, size) for mesh in content.meshes]
    content.skins = [_skin(skin, size) for skin in content.skins]
    content.animations = [_animation(each, roots, size) for each in content.animations]


def _node(node: Node, size: float) -> Node:
    if node.parent == -1:
        return replace(node, scale=ONE)
    if node.matrix is not None:
        matrix = node.matrix.copy()
        matrix[:3, 3] *= size
        return replace(node, matrix=matrix)
    x, y, z = node.translation
    return replace(node, translation=(size * x, size * y, size * z))


def _mesh(mesh: Mesh, size: float) -> Mesh:
    return replace(mesh, primitives=tuple(_primitive(each, size) for each in mesh.primitives))


def _primitive(part: Primitive, size: float) -> Primitive:
    targets = tuple(_target(each, size) for each in part.targets)
    return replace(part, positions=part.positions * part.positions.dtype.type(size), targets=targets)


def _target(target: Target, size: float) -> Target:
    return replace(target, positions=target.positions * target.positions.dtype.type(size))


def _skin(skin: Skin, size: float) -> Skin:
    binds = skin.inverse_binds.copy()
    binds[:, :3, 3] *= size
    return replace(skin, inverse_binds=binds)


def _animation(animation: Animation, roots: set[int], size: float) -> Animation:
    def scaled(track: Track) -> Track:
        is_place = track.path == "translation" and track.node not in roots
        return replace(track, values=track.values * size) if is_place else track

    return replace(animation, tracks=tuple(scaled(each) for each in animation.tracks))
