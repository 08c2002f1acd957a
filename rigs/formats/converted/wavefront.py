"""Wavefront OBJ: its objects become meshes with their names, with the materials and pictures that lie beside.

They hang on one node, the one bone of the figure: a file tells no joints. Where it has no objects, its groups are
taken. Faces of more than three corners are cut into triangles inside of them. A file tells neither its unit nor which
way is up: metres and Y up are what most programs write.
Source: Wavefront, Advanced Visualizer Manual, appendices B1 and MTL (1992).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.document import Document
from pantin.rigs.formats.converted.content import Content, Mesh, Node, Primitive
from pantin.rigs.formats.converted.glb import glb_of
from pantin.rigs.formats.converted.opacity import noted
from pantin.rigs.formats.converted.opening import opened_as_gltf
from pantin.rigs.formats.converted.srgb import to_linear
from pantin.rigs.formats.converted.wavefront_lines import Floats, Integers, Lines
from pantin.rigs.formats.converted.wavefront_materials import MOST_MATERIALS, Materials
from pantin.rigs.formats.files import Fault, FilePath, Unreadable, read_bytes
from pantin.rigs.formats.gltf.joints import NO_BONES
from pantin.rigs.formats.gltf.meshes import MOST_PARTS
from pantin.rigs.formats.opening import Reading
from pantin.rigs.formats.skeleton import usable
from pantin.rigs.messages import _
from pantin.rigs.wording import quoted

MOST_APART = MOST_PARTS - MOST_MATERIALS - 1
"""Parts, an object's triangles of one material each, that are kept apart: those of the objects behind are one mesh."""

MOST_NAMED = 10_000
"""Materials that faces may name; others are none."""


def read(path: FilePath, how: Reading | None = None) -> Document:
    """Return the meshes in a file as a figure of one bone. Raises Unreadable."""
    return opened_as_gltf(path, how or Reading(), _glb)


def _glb(path: Path) -> bytes:
    try:
        return glb_of(content_of(read_bytes(path), path))
    except Fault as fault:
        raise Unreadable(path, fault.where, fault.what) from None


def content_of(data: bytes, path: Path) -> Content:
    """Return what a file holds, with what it names beside it. Raises Fault where it has no faces, or a bad number."""
    lines = Lines(data)
    materials = Materials(path, lines.libraries)
    content = Content(facts=[_("OBJ tells no unit: it was read as metres, Y up.")])
    corners, face = lines.triangles()
    if not len(corners):
        raise Fault(_("file"), _("it has no triangles; export the mesh with its faces."))
    objects, material = lines.objects(MOST_APART), _materials_of(lines, face, materials)
    object_, together = _kept_apart(objects.numbers[face], material)
    found: dict[int, list[Primitive]] = {}
    for key, rows in _by_part(object_, material):
        found.setdefault(key.object, []).append(_primitive(lines, corners[rows], key.material))
    names = {number: usable(name) for number, name in enumerate(objects.names[:together])}
    meshes = [Mesh(names.get(number, "") or path.stem, tuple(parts)) for number, parts in found.items()]
    content.meshes, content.nodes = meshes, _nodes(meshes, path.stem, lines.has_objects)
    if together is not None:
        content.words.append(_too_many(len(meshes) - 1, path.stem))
    if len(meshes) > 1:
        content.notes[NO_BONES] = list(range(1, len(content.nodes)))
    content.notes |= noted(materials.opacities())
    content.materials, content.pictures = materials.made, materials.pictures.kept
    content.words += [*materials.words, *materials.pictures.words]
    return content


def _nodes(meshes: list[Mesh], stem: str, are_objects: bool) -> list[Node]:
    """Return a node for each mesh below one for all, which is that of the mesh where it is alone."""
    if len(meshes) == 1:
        return [Node(meshes[0].name if are_objects else stem, mesh=0)]
    return [Node(stem), *(Node(mesh.name, 0, mesh=number) for number, mesh in enumerate(meshes))]


# What belongs together


def _materials_of(lines: Lines, face: Integers, materials: Materials) -> Integers:
    """Return the place of the material (t,) of triangles, by their faces; -1 for none."""
    names, of_face = lines.materials(MOST_NAMED)
    used = np.unique(of_face[face]).tolist()
    numbers = np.full(len(names) + 1, -1)
    for place in used:
        number = materials.number(names[place]) if place < len(names) else None
        numbers[place] = -1 if number is None else number
    return np.asarray(numbers[of_face[face]], np.int64)


def _kept_apart(object_: Integers, material: Integers) -> tuple[Integers, int | None]:
    """Return the objects (t,) of triangles with those that would be too many together as one behind the others, and
    the number of that; None where there are none.
    """
    pairs = np.unique(np.column_stack([object_, material]), axis=0)[:, 0]
    if len(pairs) <= MOST_APART and (object_ < MOST_APART).all():
        return object_, None
    first = int(pairs[min(MOST_APART, len(pairs) - 1)])
    if first == pairs[-1] < MOST_APART:
        return object_, None  # the last object, which has many materials
    return np.minimum(object_, first), first


class _Key(NamedTuple):
    """The object and the material of a part."""

    object: int
    material: int | None


def _by_part(object_: Integers, material: Integers) -> Iterator[tuple[_Key, Integers]]:
    """Yield the rows of the triangles of each part, in the order of objects and materials."""
    order = np.lexsort((material, object_))
    keys = np.column_stack([object_, material])[order]
    firsts = np.flatnonzero(np.append(True, (keys[1:] != keys[:-1]).any(axis=1)))
    for first, rows in zip(firsts.tolist(), np.split(order, firsts[1:]), strict=True):
        number, surface = keys[first].tolist()
        yield _Key(number, None if surface < 0 else surface), rows


def _too_many(kept: int, name: str) -> str:
    """Return a sentence about the objects that were put together; none is kept apart where the first is too large."""
    some = _("It has too many objects: the first {count} are parts of their own, and the others are one, {name}.")
    none = _("It has too many objects and materials: all of it is one part, {name}.")
    return (some if kept else none).format(count=kept, name=quoted(name))


# Triangles


def _primitive(lines: Lines, corners: Integers, material: int | None) -> Primitive:
    """Return triangles (t, 3, 3) with a vertex for each corner that differs from the others."""
    flat = corners.reshape(-1, 3)
    vertices, triangles = _unique(flat)
    point, coordinate, normal = vertices.T
    has_uvs, has_normals = bool((coordinate >= 0).all()), bool((normal >= 0).all())
    uvs = lines.coordinates[coordinate] * (1.0, -1.0) + (0.0, 1.0) if has_uvs else None
    coloured = lines.points.shape[1] >= 6
    return Primitive(
        positions=lines.points[point, :3].astype(np.float32),
        triangles=triangles.reshape(-1, 3).astype(np.uint32),
        normals=lines.normals[normal].astype(np.float32) if has_normals else None,
        uvs=() if uvs is None else (uvs.astype(np.float32),),
        colours=_with_alpha(lines.points[point, 3:6]) if coloured else None,
        material=material,
    )


def _unique(corners: Integers) -> tuple[Integers, Integers]:
    """Return the corners (v, 3) that differ, in the order of their points, and the place of each corner (c) there."""
    point, coordinate, normal = (column - column.min() for column in corners.T)
    if float(point.max() + 1) * float(coordinate.max() + 1) * float(normal.max() + 1) < 2**62:  # one number for three
        whole = (point * (coordinate.max() + 1) + coordinate) * (normal.max() + 1) + normal
        _found, first, places = np.unique(whole, return_index=True, return_inverse=True)
        return corners[first], places
    vertices, places = np.unique(corners, axis=0, return_inverse=True)
    return vertices, places


def _with_alpha(colours: Floats) -> NDArray[np.float32]:
    """Return colours (v, 4), linear, of those that are written beside points, as sRGB."""
    return np.column_stack([to_linear(np.clip(colours, 0.0, 1.0)), np.ones(len(colours))]).astype(np.float32)
