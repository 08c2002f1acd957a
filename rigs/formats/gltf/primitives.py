"""Primitives of glTF meshes as arrays: corners, normals, coordinates, weights and morph targets of one material.

A file from a stranger may be damaged anywhere: what a surface can do without is left out, with a sentence each; where
its corners or its weights are damaged, Fault is raised and the primitive is not drawn. All arrays are read-only where
they lie in the data of the file, which most do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.formats.files import Fault
from pantin.rigs.formats.gltf import draco
from pantin.rigs.formats.gltf.accessors import Accessors, Sparse
from pantin.rigs.formats.gltf.container import Index
from pantin.rigs.meshes.character import Skin, Targets
from pantin.rigs.messages import _, ngettext
from pantin.rigs.wording import quoted

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Rows = NDArray[np.int64]
N = TypeVar("N", bound=np.generic)
Say = Callable[[str], None]

LIST, STRIP, FAN = TRIANGLES = 4, 5, 6
"""How the corners of triangles follow each other. Other modes are points and lines."""

FARTHEST = 1e12
"""Metres: places farther away are no places, and products of larger numbers overflow."""

UNMOVED, UNTURNED = 1e-7, 1e-6
"""A morph target leaves a corner that it moves by less, as a part of the mesh's size, and whose normal by less."""

UNIT = 1e-3
"""By how much a normal may be longer or shorter than 1."""

MOSTLY = 0.75
"""The part of the corners from which on those that no triangle has are not worth taking out."""

MOST_SETS = 8
"""Sets of coordinates, and of four weights, of one surface."""

MOST_TARGETS = 5_000
"""Morph targets of one mesh: faces have a hundred."""

MOST_PAIRS = 20_000_000
"""Distances between corners and joints that are compared, for corners without weights."""


class Primitive(msgspec.Struct, frozen=True):
    """A primitive as the file has it."""

    attributes: dict[str, Index]
    indices: Index | None = None
    mode: int = LIST
    material: Index | None = None
    targets: tuple[dict[str, Index], ...] = ()
    extensions: Any = None
    extras: Any = None


class Shape(NamedTuple):
    """The arrays of a primitive, as those of a part."""

    positions: Floats32
    normals: Floats32
    uvs: tuple[Floats32, ...]
    colours: Floats32 | None
    joints: NDArray[np.uint16] | None
    weights: Floats32 | None
    triangles: NDArray[np.uint32]
    targets: Targets | None
    rows: Rows | None = None


class Reader:
    """The attributes of a primitive: in accessors, or unpacked where Draco packed them. Raises Fault.

    Each has a row for every corner of the file; those of the corners that are `kept` are returned.
    """

    def __init__(self, accessors: Accessors, primitive: Primitive, decoder: draco.Decoder) -> None:
        self._accessors, self._primitive = accessors, primitive
        found = draco.packed(primitive.extensions)
        self._unpacked = None if found is None else decoder.unpacked(found)
        self._kept: Rows | None = None
        self._count: int | None = None

    def has(self, name: str) -> bool:
        """Return whether there is such an attribute."""
        return name in self._primitive.attributes

    def keep(self, rows: Rows | None, count: int) -> None:
        """Return these corners from here on, of `count`; None for all."""
        self._kept, self._count = rows, count

    def floats(self, name: str, kinds: tuple[str, ...]) -> Floats32:
        """Return the numbers (v, width) of an attribute."""
        index = self._primitive.attributes[name]
        values = self._unpacked.attributes.get(name) if self._unpacked else None
        if values is None:
            return self._of_kept(self._accessors.floats(index, kinds))
        return self._of_kept(self._accessors.meant(index, kinds, values))

    def whole(self, name: str, kinds: tuple[str, ...]) -> NDArray[Any]:
        """Return the whole numbers (v, width) of an attribute."""
        values = self._unpacked.attributes.get(name) if self._unpacked else None
        if values is None:
            return self._of_kept(self._accessors.whole(self._primitive.attributes[name], kinds))
        return self._of_kept(values)

    def _of_kept(self, values: NDArray[N]) -> NDArray[N]:
        if self._count is not None and len(values) != self._count:
            what = _("there are {found} for {count} corners; export the file anew.")
            raise Fault("$.meshes", what.format(found=len(values), count=self._count))
        return values if self._kept is None else values[self._kept]

    def corners(self, count: int) -> NDArray[Any]:
        """Return the corners of triangles, as they follow each other (n)."""
        if self._unpacked is not None:
            return self._unpacked.corners
        if self._primitive.indices is None:
            return np.arange(count, dtype=np.uint32)
        return self._accessors.whole(self._primitive.indices, ("SCALAR",))[:, 0]

    def spend(self, numbers: int) -> None:
        """Note that so many numbers are made. Raises Fault where they are too many for one file."""
        self._accessors.spend(numbers, "$.meshes")

    def moved(self, target: Mapping[str, int], name: str) -> Sparse:
        """Return what a morph target does to an attribute of the corners."""
        if name not in target or self._count is None:
            return Sparse(np.empty(0, np.int64), np.empty((0, 3), np.float32))
        found = self._accessors.sparse(target[name], ("VEC3",), self._count)
        if self._kept is None:
            return found
        places = np.minimum(np.searchsorted(self._kept, found.rows), len(self._kept) - 1)
        there = self._kept[places] == found.rows
        return Sparse(places[there], found.values[there])


def shape_of(
    accessors: Accessors,
    primitive: Primitive,
    decoder: draco.Decoder,
    skin: Skin | None,
    name: str,
    say: Say,
    plain: bool = False,
) -> Shape | None:
    """Return the arrays of a primitive that hangs on a skin, or on none.

    None where it has no triangles. What is left out of it is said to `say`. Raises Fault where it cannot be drawn.
    A `plain` one has places, weights and triangles alone.
    """
    if primitive.mode not in TRIANGLES or "POSITION" not in primitive.attributes:
        say(_("Points and lines of the mesh {name} are left out.").format(name=quoted(name)))
        return None
    reader = Reader(accessors, primitive, decoder)
    positions, bad = _positions(reader)
    triangles = _triangles(reader, primitive.mode, len(positions), bad, name, say)
    if not len(triangles):
        return None
    kept, triangles = _used(triangles, len(positions))
    reader.keep(kept, len(positions))
    positions = positions if kept is None else positions[kept]
    reader.spend(3 * (len(positions) + len(triangles)))
    joints, weights = (None, None) if skin is None else _influences(reader, skin, positions, name, say)
    shape = Shape(positions, positions, (), None, joints, weights, triangles, None, kept)
    return shape if plain else _with_looks(reader, shape, primitive.targets, name, say)


def _with_looks(reader: Reader, shape: Shape, targets: tuple[Any, ...], name: str, say: Say) -> Shape:
    """Return a plain shape with its normals, coordinates, colours and morph targets."""
    count = len(shape.positions)
    normals = _normals(reader, shape.positions, shape.triangles, name, say)
    found = shape._replace(
        normals=shape.positions if normals is None else normals,
        uvs=_coordinates(reader, count, name, say),
        colours=_colours(reader, count, name, say),
        targets=_targets(reader, targets, shape.positions, normals is not None, name, say),
    )
    return _with_flat_normals(reader, found) if normals is None else found


# Corners and triangles


def _positions(reader: Reader) -> tuple[Floats32, NDArray[np.bool_] | None]:
    """Return the places (v, 3) of corners, and which have none; None where all have one."""
    found = reader.floats("POSITION", ("VEC3",))
    with np.errstate(invalid="ignore"):
        good = np.abs(found).max(initial=0.0) < FARTHEST
        if good:
            return np.ascontiguousarray(found), None
        bad = np.asarray(~(np.abs(found) < FARTHEST).all(axis=1))
    return np.where(bad[:, None], np.float32(0.0), found), bad


def _triangles(
    reader: Reader, mode: int, count: int, bad: NDArray[np.bool_] | None, name: str, say: Say
) -> NDArray[np.uint32]:
    """Return the corners of each triangle (t, 3), without those that have a corner which is not there."""
    found = in_threes(reader.corners(count), mode)
    if not len(found):
        return np.empty((0, 3), np.uint32)
    lost = 0
    if int(found.max()) >= count or int(found.min()) < 0:
        there = ((found < count) & (found >= 0)).all(axis=1)
        lost, found = lost + int((~there).sum()), found[there]
    if bad is not None:
        there = ~bad[found].any(axis=1)
        lost, found = lost + int((~there).sum()), found[there]
    if lost:
        what = ngettext(
            "{count} triangle of the mesh {name} is left out, because it has a corner that is nowhere.",
            "{count} triangles of the mesh {name} are left out, because they have corners that are nowhere.",
            lost,
        )
        say(what.format(count=lost, name=quoted(name)))
    return np.ascontiguousarray(found, np.uint32)


def in_threes(corners: NDArray[Any], mode: int) -> NDArray[Any]:
    """Return the corners (t, 3) of triangles whose corners follow each other in a list, a strip or a fan."""
    if mode == LIST:
        return corners[: len(corners) // 3 * 3].reshape(-1, 3)
    if len(corners) < 3:
        return corners[:0].reshape(0, 3)
    if mode == FAN:
        return np.stack([corners[1:-1], corners[2:], np.full(len(corners) - 2, corners[0])], axis=1)
    found = np.stack([corners[:-2], corners[1:-1], corners[2:]], axis=1)
    found[1::2, :2] = found[1::2, 1::-1]  # every other triangle of a strip runs the other way
    return found


def _used(triangles: NDArray[np.uint32], count: int) -> tuple[Rows | None, NDArray[np.uint32]]:
    """Return the corners that triangles have, and the triangles (t, 3) by these; None where it is most of them.

    Surfaces of several materials often share all corners in the file.
    """
    used = np.zeros(count, bool)
    used[triangles.ravel()] = True
    rows = np.flatnonzero(used)
    if len(rows) > MOSTLY * count:
        return None, triangles
    places = np.zeros(count, np.uint32)
    places[rows] = np.arange(len(rows), dtype=np.uint32)
    return rows, places[triangles]


# Normals


def _normals(
    reader: Reader, positions: Floats32, triangles: NDArray[np.uint32], name: str, say: Say
) -> Floats32 | None:
    """Return the normals (v, 3) in the file, of unit length; None where it has none."""
    found = _optional(reader, "NORMAL", ("VEC3",), _("normals"), name, say)
    if found is None:
        return None
    with np.errstate(invalid="ignore", over="ignore"):
        lengths = np.sqrt(np.einsum("ij,ij->i", found, found))
        if (np.abs(lengths - 1.0) < UNIT).all():
            return np.ascontiguousarray(found)
        usable = np.isfinite(lengths) & (lengths > 1e-12)
        found = np.where(usable[:, None], found / np.where(usable, lengths, 1.0)[:, None], 0.0).astype(np.float32)
    if not usable.all():
        found[~usable] = smooth_normals(positions, triangles)[~usable]
    return found


def smooth_normals(positions: Floats32, triangles: NDArray[np.uint32]) -> Floats32:
    """Return normals (v, 3) that are the mean of those of the triangles around, by their areas."""
    faces = _face_normals(positions, triangles)
    corners, weights = triangles.ravel(), np.repeat(faces, 3, axis=0)
    found = np.zeros((len(positions), 3))
    for axis in range(3):
        found[:, axis] = np.bincount(corners, weights[:, axis], len(positions))
    return _unit(found)


def _face_normals(positions: Floats32, triangles: NDArray[np.uint32]) -> Floats:
    """Return the normals (t, 3) of triangles, twice as long as they are large."""
    first, second, third = (positions[triangles[:, corner]].astype(np.float64) for corner in range(3))
    return np.asarray(np.cross(second - first, third - first))


def _unit(vectors: Floats) -> Floats32:
    """Return vectors (n, 3) of unit length; upwards where they have none."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    found = np.where(lengths > 0.0, vectors / np.where(lengths > 0.0, lengths, 1.0), (0.0, 1.0, 0.0))
    return found.astype(np.float32)


def _with_flat_normals(reader: Reader, shape: Shape) -> Shape:
    """Return a shape without normals with those of its triangles, as glTF asks: no two share a corner then."""
    index = shape.triangles.ravel()
    arrays = (shape.positions, *shape.uvs, shape.colours, shape.joints, shape.weights)
    reader.spend(len(index) * (3 + sum(each.shape[1] for each in arrays if each is not None)))
    positions = shape.positions[index]
    triangles = np.arange(len(index), dtype=np.uint32).reshape(-1, 3)
    normals = np.repeat(_unit(_face_normals(positions, triangles)), 3, axis=0)
    return Shape(
        positions,
        normals,
        tuple(each[index] for each in shape.uvs),
        None if shape.colours is None else shape.colours[index],
        None if shape.joints is None else shape.joints[index],
        None if shape.weights is None else shape.weights[index],
        triangles,
        None if shape.targets is None else _split_targets(reader, shape, positions, normals, triangles),
        index.astype(np.int64) if shape.rows is None else shape.rows[index],
    )


def _split_targets(
    reader: Reader, shape: Shape, positions: Floats32, normals: Floats32, triangles: NDArray[np.uint32]
) -> Targets:
    """Return the targets of a shape whose triangles were taken apart, with what they do to flat normals."""
    assert shape.targets is not None
    index, made = shape.triangles.ravel(), []
    row_of = np.full(len(shape.positions), -1)
    for first, last in zip(shape.targets.firsts, shape.targets.firsts[1:], strict=False):
        own = shape.targets.rows[first:last]
        row_of[own] = np.arange(first, last)
        faces = np.flatnonzero((row_of[shape.triangles] >= 0).any(axis=1))
        rows = (3 * faces[:, None] + np.arange(3)).ravel()
        reader.spend(7 * len(rows))
        at = row_of[index[rows]]
        deltas = np.where(at[:, None] >= 0, shape.targets.positions[at], np.float32(0.0))
        row_of[own] = -1
        moved = _unit(_face_normals(positions[rows] + deltas, triangles[: len(faces)]))
        made.append((rows, deltas, np.repeat(moved, 3, axis=0) - normals[rows]))
    return _stacked(made)


# What surfaces can do without


def _optional(
    reader: Reader, attribute: str, kinds: tuple[str, ...], what: str, name: str, say: Say
) -> Floats32 | None:
    """Return the numbers (v, width) of an attribute; None where there are none, or where they are damaged."""
    if not reader.has(attribute):
        return None
    try:
        return reader.floats(attribute, kinds)
    except Fault as fault:
        sentence = _("The {what} of the mesh {name} are left out: {why}")
        say(sentence.format(what=what, name=quoted(name), why=fault.what))
        return None


def _coordinates(reader: Reader, count: int, name: str, say: Say) -> tuple[Floats32, ...]:
    """Return the coordinates (v, 2) of each set; those of a set that is not there are 0."""
    sets = [
        _optional(reader, f"TEXCOORD_{number}", ("VEC2",), _("coordinates of pictures"), name, say)
        for number in range(MOST_SETS)
    ]
    while sets and sets[-1] is None:
        sets.pop()
    return tuple(np.zeros((count, 2), np.float32) if each is None else _finite(each) for each in sets)


def _colours(reader: Reader, count: int, name: str, say: Say) -> Floats32 | None:
    """Return the colours (v, 4) of corners, linear; None where they have none."""
    found = _optional(reader, "COLOR_0", ("VEC4", "VEC3"), _("colours"), name, say)
    if found is None or found.shape[1] == 4:
        return None if found is None else _finite(found)
    return _finite(np.concatenate([found, np.ones((count, 1), np.float32)], axis=1))


def _finite(numbers: Floats32) -> Floats32:
    """Return numbers of which those that are not finite are 0."""
    return np.ascontiguousarray(
        numbers if np.isfinite(numbers).all() else np.where(np.isfinite(numbers), numbers, np.float32(0.0))
    )


# Weights


def _influences(
    reader: Reader, skin: Skin, positions: Floats32, name: str, say: Say
) -> tuple[NDArray[np.uint16] | None, Floats32 | None]:
    """Return the joints and weights (v, k) of corners, together 1 each; None where the surface has none.

    More than four are sorted, the heaviest first.
    """
    sets = 0
    while sets < MOST_SETS and reader.has(f"JOINTS_{sets}") and reader.has(f"WEIGHTS_{sets}"):
        sets += 1
    if not sets:
        return None, None
    found = [
        (reader.whole(f"JOINTS_{number}", ("VEC4",)), reader.floats(f"WEIGHTS_{number}", ("VEC4",)))
        for number in range(sets)
    ]
    reader.spend(8 * sets * len(positions))
    joints = np.concatenate([pair[0] for pair in found], axis=1) if sets > 1 else found[0][0]
    weights = np.concatenate([pair[1] for pair in found], axis=1) if sets > 1 else found[0][1].copy()
    weights[~(np.isfinite(weights) & (weights > 0.0))] = 0.0
    outside = (joints < 0) | (joints >= len(skin.joints))
    if outside.any():
        if (weights[outside] > 0.0).any():
            sentence = _("The mesh {name} is moved by joints that its skin does not have; their weights are left out.")
            say(sentence.format(name=quoted(name)))
        weights[outside] = 0.0
        joints = np.where(outside, 0, joints)
    joints, weights = _heaviest_first(joints.astype(np.uint16), weights) if sets > 1 else (joints, weights)
    joints = np.array(joints, np.uint16)
    _normalise(joints, weights, skin, positions, name, say)
    return joints, weights


def _heaviest_first(joints: NDArray[np.uint16], weights: Floats32) -> tuple[NDArray[np.uint16], Floats32]:
    """Return joints and weights (v, k) with the heaviest first, as many as any corner has, at least four."""
    order = np.argsort(-weights, axis=1, kind="stable")
    most = max(int((weights > 0.0).sum(axis=1).max(initial=0)), 4)
    order = order[:, :most]
    return np.take_along_axis(joints, order, axis=1), np.take_along_axis(weights, order, axis=1)


def _normalise(
    joints: NDArray[np.uint16], weights: Floats32, skin: Skin, positions: Floats32, name: str, say: Say
) -> None:
    """Let the weights (v, k) of each corner be 1 together; corners that have none get the nearest joint."""
    with np.errstate(over="ignore", invalid="ignore"):
        sums = weights.sum(axis=1, dtype=np.float64)
        weights /= np.where(sums > 0.0, sums, 1.0)[:, None].astype(np.float32)
    lost = np.flatnonzero(~(sums > 0.0))
    if not len(lost):
        return
    joints[lost] = 0
    joints[lost, 0] = nearest_joints(skin, positions[lost])
    weights[lost] = 0.0
    weights[lost, 0] = 1.0
    what = ngettext(
        "{count} corner of the mesh {name} has no weights; it follows the nearest joint.",
        "{count} corners of the mesh {name} have no weights; they follow the nearest joint.",
        len(lost),
    )
    say(what.format(count=len(lost), name=quoted(name)))


def nearest_joints(skin: Skin, points: Floats32) -> Rows:
    """Return the joint (n) of a skin that is nearest to each point (n, 3) of its mesh at bind."""
    axes = skin.inverse_binds[:, :3, :3]
    whole = np.abs(np.linalg.det(axes)) > 1e-30
    inverse = np.linalg.inv(np.where(whole[:, None, None], axes, np.eye(3)))
    places = -np.einsum("nij,nj->ni", inverse, skin.inverse_binds[:, :3, 3])
    places[~whole] = FARTHEST
    if len(points) * len(places) > MOST_PAIRS:
        points = points.mean(axis=0, keepdims=True)
    found = (
        [int(np.argmin(((places - point) ** 2).sum(axis=1))) for point in points.astype(np.float64)]
        if len(places) > 1000
        else ((points[:, None] - places) ** 2).sum(axis=2).argmin(axis=1)
    )
    return np.asarray(found, np.int64)


# Morph targets


def _targets(
    reader: Reader,
    targets: Sequence[Mapping[str, int]],
    positions: Floats32,
    has_normals: bool,
    name: str,
    say: Say,
) -> Targets | None:
    """Return the morph targets of corners (v, 3); None where there are none."""
    if not targets:
        return None
    if len(targets) > MOST_TARGETS:
        sentence = _("The mesh {name} has {count} morph targets, of which the first {most} are read.")
        say(sentence.format(name=quoted(name), count=len(targets), most=MOST_TARGETS))
    least = UNMOVED * float(np.linalg.norm(np.ptp(positions, axis=0)))
    made = []
    for target in targets[:MOST_TARGETS]:
        try:
            made.append(_target(reader, target, least, has_normals))
        except Fault as fault:
            sentence = _("A morph target of the mesh {name} is left out: {why}")
            say(sentence.format(name=quoted(name), why=fault.what))
            made.append((np.empty(0, np.int64), np.empty((0, 3), np.float32), np.empty((0, 3), np.float32)))
    return _stacked(made)


def _target(
    reader: Reader, target: Mapping[str, int], least: float, has_normals: bool
) -> tuple[Rows, Floats32, Floats32]:
    """Return the rows that a target moves, by how much, and what it adds to their normals."""
    moved = _large(reader.moved(target, "POSITION"), least)
    turned = _large(reader.moved(target if has_normals else {}, "NORMAL"), UNTURNED)
    if np.array_equal(moved.rows, turned.rows):
        return moved.rows, moved.values, turned.values
    rows = np.union1d(moved.rows, turned.rows)
    reader.spend(6 * len(rows))
    positions, normals = np.zeros((2, len(rows), 3), np.float32)
    positions[np.searchsorted(rows, moved.rows)] = moved.values
    normals[np.searchsorted(rows, turned.rows)] = turned.values
    return rows, positions, normals


def _large(found: Sparse, least: float) -> Sparse:
    """Return the rows whose vectors are longer than `least`, and finite."""
    with np.errstate(invalid="ignore", over="ignore"):
        squares = np.einsum("ij,ij->i", found.values, found.values)
        keep = (squares > least * least) & (squares < FARTHEST * FARTHEST)
    return found if keep.all() else Sparse(found.rows[keep], found.values[keep])


def _stacked(made: Sequence[tuple[Rows, Floats32, Floats32]]) -> Targets:
    """Return targets, each given by its rows, and by what it adds to positions and normals."""
    firsts = np.concatenate([[0], np.cumsum([len(rows) for rows, _moved, _turned in made])]).astype(np.int64)
    return Targets(
        firsts,
        np.concatenate([each[0] for each in made]).astype(np.int32),
        np.concatenate([each[1] for each in made]),
        np.concatenate([each[2] for each in made]),
    )
