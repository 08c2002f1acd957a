"""The meshes of an FBX file as primitives: a vertex for each corner that differs, triangles, skins and blend shapes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs.formats.converted.content import Content, Floats, Mesh, Primitive, Target
from pantin.rigs.formats.converted.fbx_objects import array, at, matrix, rows
from pantin.rigs.formats.converted.fbx_scene import Scene
from pantin.rigs.formats.converted.fbx_shapes import Shape, shapes_of
from pantin.rigs.formats.converted.fbx_skins import Bound, bound, with_all_bones
from pantin.rigs.formats.converted.fbx_surfaces import Surfaces
from pantin.rigs.formats.converted.triangles import triangulated
from pantin.rigs.messages import _

Ints = NDArray[np.int64]

MOST_CORNERS = 12_000_000
"""Of all meshes of a file, each as often as it is there."""

MOST_UVS = 4

LARGEST = 1e6
"""Numbers of normals and places in pictures; points may be as far as nodes."""

WHITE = 0.99
"""Colours from here on."""


class Corners(NamedTuple):
    """The corners of a mesh, and what each of them has of its own."""

    vertex: Ints
    """(c,)."""
    normals: Floats | None
    """(c, 3)."""
    uvs: tuple[Floats, ...]
    """(c, 2) each, from the lower left."""
    same: Ints
    """(c,): equal where corners have all in common, and rising with their vertices."""


def meshes_in(scene: Scene, content: Content, surfaces: Surfaces) -> dict[int, list[Shape]]:
    """Fill in meshes and skins, and hang them on their nodes; returns the blend shapes of the mesh of each node.

    Raises OverflowError, and ValueError for numbers without end.
    """
    room, coloured = MOST_CORNERS, False
    made: dict[tuple[int, bytes, tuple[int | None, ...]], int] = {}
    shaped: dict[int, list[Shape]] = {}
    for mesh in rows(scene.loaded, "meshes"):
        instances = rows(mesh, "instances")
        room -= max(len(instances), 1) * (int(mesh.num_indices) + int(mesh.num_vertices))
        if room < 0:
            raise OverflowError
        if not int(mesh.num_triangles):
            continue
        coloured = coloured or _is_coloured(mesh)
        corners, skin = _corners(mesh), bound(scene, content, mesh)
        shapes = shapes_of(content, mesh)
        for place, node in enumerate(instances):
            number = int(node.typed_id)
            geometry = np.eye(4) if skin is not None else matrix(node.geometry_to_node)
            materials = [surfaces.materials.get(int(each.typed_id)) for each in rows(node, "materials")]
            key = (
                int(mesh.typed_id),
                *np.frombuffer(geometry.tobytes(), np.int64),
                *(-1 if m is None else m for m in materials),
            )
            if key not in made:
                made[key] = len(content.meshes)
                name = str(mesh.name) or str(node.name)
                content.meshes.append(_mesh(name, mesh, corners, geometry, materials, skin, shapes))
            content.nodes[number] = _with_mesh(content, number, made[key], skin.skins[place] if skin else None)
            if shapes:
                shaped[number] = shapes
    if coloured:
        content.words.append(_("Colours of vertices are left out; the materials have theirs."))
    with_all_bones(scene, content)
    return shaped


def _with_mesh(content: Content, number: int, mesh: int, skin: int | None) -> Any:
    return replace(content.nodes[number], mesh=mesh, skin=skin)


def _is_coloured(mesh: Any) -> bool:
    """Return whether vertices have colours, and not all white."""
    colours = at(mesh, "vertex_color")
    return bool(colours.exists) and bool((array(colours, "values")[:, :3] < WHITE).any())


def _corners(mesh: Any) -> Corners:
    vertex = array(mesh, "vertex_indices").astype(np.int64)
    if len(vertex) and int(vertex.max()) >= int(mesh.num_vertices):
        raise ValueError
    same = [vertex]
    normals = None
    if at(mesh, "vertex_normal").exists:
        values, index = _attribute(at(mesh, "vertex_normal"), len(vertex))
        normals = values[index]
        same.append(_numbered(values)[index])
    uvs = []
    for each in rows(mesh, "uv_sets")[:MOST_UVS]:
        values, index = _attribute(at(each, "vertex_uv"), len(vertex))
        uvs.append(values[index])
        same.append(_numbered(values)[index])
    return Corners(vertex, normals, tuple(uvs), _joined(same))


def _attribute(attribute: Any, count: int) -> tuple[Floats, Ints]:
    """Return values (n, width) and which of them each corner has (count,). Raises ValueError."""
    values, index = array(attribute, "values"), array(attribute, "indices").astype(np.int64)
    if len(index) != count or (count and int(index.max()) >= len(values)):
        raise ValueError
    return np.clip(np.nan_to_num(values, nan=0.0, posinf=0.0, neginf=0.0), -LARGEST, LARGEST), index


def _numbered(values: Floats) -> Ints:
    """Return a number for each row (n, width) that is the same where rows are."""
    rounded = np.ascontiguousarray(values, np.float32) + np.float32(0.0)
    whole = rounded.view(np.dtype((np.void, rounded.dtype.itemsize * rounded.shape[1]))).ravel()
    return np.unique(whole, return_inverse=True)[1].astype(np.int64)


def _joined(columns: Sequence[Ints]) -> Ints:
    """Return a number for each row of all columns, the same where rows are, and rising with the first column."""
    found = columns[0]
    for column in columns[1:]:
        found = np.unique(found * (int(column.max(initial=0)) + 1) + column, return_inverse=True)[1].astype(np.int64)
    return found


def _mesh(
    name: str,
    mesh: Any,
    corners: Corners,
    geometry: Floats,
    materials: Sequence[int | None],
    skin: Bound | None,
    shapes: Sequence[Shape],
) -> Mesh:
    points = array(mesh, "vertices")
    if not np.isfinite(points).all() or np.abs(points).max(initial=0.0) > 1e12:
        raise ValueError
    faces = array(mesh, "faces").astype(np.int64).reshape(-1, 2)
    holes = array(mesh, "face_hole")
    shown = ~holes if len(holes) == len(faces) else np.ones(len(faces), np.bool_)
    faces = np.where(shown[:, None], faces, 0)
    if len(faces) and int((faces[:, 0] + faces[:, 1]).max()) > len(corners.vertex):
        raise ValueError
    triangles, owner = triangulated(points[corners.vertex], faces[:, 0], faces[:, 1])
    of_face = array(mesh, "face_material").astype(np.int64)
    of_face = of_face[owner] if len(of_face) == len(faces) else np.zeros(len(owner), np.int64)
    placed = Placed(points @ geometry[:3, :3].T + geometry[:3, 3], geometry, corners, skin, shapes)
    primitives = [
        placed.primitive(triangles[of_face == number], materials[number] if number < len(materials) else None)
        for number in np.unique(of_face).tolist()
    ]
    weights = tuple(each.weight(float(each.channel.weight)) for each in shapes)
    return Mesh(name, tuple(primitives), tuple(each.name for each in shapes), weights)


class Placed(NamedTuple):
    """A mesh where it is on its node: what primitives of it are made of."""

    points: Floats
    """(v, 3), on the node."""
    geometry: Floats
    """(4, 4), what took them there."""
    corners: Corners
    skin: Bound | None
    shapes: Sequence[Shape]

    def primitive(self, triangles: Ints, material: int | None) -> Primitive:
        """Return these triangles (t, 3) of corners."""
        _same, picked, places = np.unique(self.corners.same[triangles], return_index=True, return_inverse=True)
        corner = triangles.ravel()[picked]
        vertex = self.corners.vertex[corner]
        normals = None if self.corners.normals is None else self.corners.normals[corner] @ self._of_normals
        uvs = tuple((each[corner] * (1.0, -1.0) + (0.0, 1.0)).astype(np.float32) for each in self.corners.uvs)
        faces = places.reshape(-1, 3).astype(np.uint32)
        mirrored = np.linalg.det(self.geometry[:3, :3]) < 0.0
        return Primitive(
            self.points[vertex].astype(np.float32),
            faces[:, ::-1].copy() if mirrored else faces,
            None if normals is None else normals.astype(np.float32),
            uvs,
            joints=None if self.skin is None else self.skin.joints[vertex],
            weights=None if self.skin is None else self.skin.weights[vertex],
            material=material,
            targets=tuple(self._targets(vertex)),
        )

    @property
    def _of_normals(self) -> Floats:
        """Return the matrix that normals, as rows, are multiplied by."""
        linear = self.geometry[:3, :3]
        return np.asarray(np.eye(3) if np.array_equal(linear, np.eye(3)) else np.linalg.pinv(linear), np.float64)

    def _targets(self, vertex: Ints) -> Iterator[Target]:
        for shape in self.shapes:
            moves = np.zeros((len(self.points), 3))
            moves[shape.vertices] = shape.moves @ self.geometry[:3, :3].T
            turns = None
            if shape.normals is not None:
                turned = np.zeros((len(self.points), 3))
                turned[shape.vertices] = shape.normals @ self._of_normals
                turns = turned[vertex].astype(np.float32)
            yield Target(moves[vertex].astype(np.float32), turns)
