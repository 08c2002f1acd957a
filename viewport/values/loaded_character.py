"""A character that was read from its file, and the one mesh of all its parts.

The palette of a figure has the matrices of its bones first, for the wood, and then those of the skin: an entry for each
joint of each skin, and for each node with a stiff part.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs.figure import Figure
from pantin.rigs.meshes.binding import binding
from pantin.rigs.meshes.character import Character, Part
from pantin.rigs.meshes.materials import Material
from pantin.rigs.meshes.weighting.brush import Weights
from pantin.rigs.rig import Rig
from pantin.viewport.values.mesh import MOST_INFLUENCES, NO_CAPSULES, Group, Levels, Mesh
from pantin.viewport.values.pictures import Pictures

if TYPE_CHECKING:
    from pantin.rigs.meshes.weighting.characters import Body

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]

DEFAULT = Material()
"""That of a part without one, as glTF has it."""

MOST_KEPT = 4
"""Meshes that are kept of one character: while bones are added to a rig each of its numbers of bones needs another."""


class LoadedCharacter:
    """A character that was read from its file, and its pictures as far as they have been decoded."""

    def __init__(self, character: Character, pictures: Pictures) -> None:
        self.character, self.pictures = character, pictures
        self.weights: Weights | None = None
        """Those that are shown in place of its own: they are being painted, or not yet in its file."""
        self._meshes: dict[int, Levels] = {}
        self._bodies: list[Body] = []
        self._others: list[NDArray[np.int64]] = []
        self._sizes: list[float] = []

    def mesh(self, bones: int) -> Levels:
        """Return the mesh of all parts, whose joints are rows of a palette that begins with so many bones."""
        if bones not in self._meshes:
            kept = list(self._meshes.items())[1 - MOST_KEPT :]
            self._meshes = {**dict(kept), bones: Levels.of(_mesh(self, bones))}
        return self._meshes[bones]

    @property
    def body(self) -> Body:
        """Its surface without seams, as its file has it. Raises Unusable where it has too large a one."""
        if not self._bodies:
            from pantin.rigs.meshes.weighting.characters import body_of

            self._bodies.append(body_of(self.character))
        return self._bodies[0]

    @property
    def other_side(self) -> NDArray[np.int64]:
        """For each point of its surface the one that lies there on the other side; -1 for none. Raises as `body`."""
        if not self._others:
            from pantin.rigs.meshes.weighting.mirrored import other_side

            self._others.append(other_side(self.body.surface.points))
        return self._others[0]

    @property
    def size(self) -> float:
        """The longest side of the box around it, as its file has it, metres of the armature space."""
        if not self._sizes:
            from pantin.rigs.meshes.weighting.characters import size_of

            self._sizes.append(size_of(self.character))
        return self._sizes[0]

    @property
    def own_weights(self) -> Weights:
        """Its own weights, of all its vertices."""
        bones = next(iter(self._meshes), 0)
        mesh = self.mesh(bones).full
        shares = np.ones(mesh.joints.shape, np.float32) if mesh.weights is None else mesh.weights
        return Weights(mesh.joints - np.int32(bones), shares)

    def showing(self, weights: Weights | None) -> LoadedCharacter:
        """Return the same character, shown with other weights than its own."""
        found = LoadedCharacter(self.character, self.pictures)
        found._meshes, found.weights = self._meshes, weights
        found._bodies, found._others, found._sizes = self._bodies, self._others, self._sizes
        return found

    def with_weights_of(self, other: Character) -> LoadedCharacter:
        """Return a character that was read from another file, which has other weights than this one and is else the
        same: what was decoded, and the surface, are those of this one.
        """
        kept = ("positions", "normals", "uvs", "colours", "triangles", "targets", "rows")
        parts = tuple(
            replace(theirs, **{name: getattr(own, name) for name in kept})
            for own, theirs in zip(self.character.parts, other.parts, strict=True)
        )
        found = LoadedCharacter(replace(other, parts=parts, pictures=self.character.pictures), self.pictures)
        found._bodies, found._others, found._sizes = self._bodies, self._others, self._sizes
        return found


Characters = Mapping[str, LoadedCharacter]
"""Those that were read, by the digests of their files."""

NO_CHARACTERS: Characters = MappingProxyType({})


def loaded_of(figure: Figure, characters: Characters) -> LoadedCharacter | None:
    """Return the character of a figure; None where it has none, or where its file has not been read."""
    file = None if figure.source is None else figure.source.file
    return None if file is None else characters.get(file.sha256)


def vertices_of(character: Character) -> tuple[slice, ...]:
    """Return the vertices of each part in the mesh of all."""
    ends = np.cumsum([0, *(len(part.positions) for part in character.parts)]).tolist()
    return tuple(map(slice, ends[:-1], ends[1:]))


def boxes_around(character: Character, mesh: Mesh, hidden: frozenset[int]) -> Floats:
    """Return the boxes (n, 2, 3) of the mesh of a character without the parts that are hidden."""
    parts, vertices = character.parts, vertices_of(character)
    shown = [row for row in range(len(parts)) if row not in hidden]
    of_shown = [parts[row] for row in shown], mesh.joints, mesh.weights, [vertices[row] for row in shown]
    return _boxes(*of_shown, len(mesh.boxes))


def _mesh(loaded: LoadedCharacter, bones: int) -> Mesh:
    parts = loaded.character.parts
    still = binding(Rig(), None, loaded.character)
    vertices = vertices_of(loaded.character)
    joints, weights = _influences(parts, still.firsts, bones)
    starts = (at.start for at in vertices)
    return Mesh(
        positions=_joined([part.positions for part in parts], 3),
        normals=_joined([part.normals for part in parts], 3),
        joints=joints,
        weights=weights,
        materials=np.zeros(len(joints), dtype=np.uint8),
        triangles=np.concatenate([part.triangles + at for part, at in zip(parts, starts, strict=True)]).astype(
            np.uint32
        ),
        triangle_counts=None,
        boxes=_boxes(parts, joints, weights, vertices, bones + len(still.rows)),
        capsules=NO_CAPSULES,
        scale=1.0,
        uvs=_uvs(parts),
        colours=_colours(parts),
        groups=_groups(loaded.character),
        pictures=loaded.pictures,
    )


def _joined(arrays: Sequence[Floats32], width: int) -> Floats32:
    return np.concatenate([*arrays, np.empty((0, width), np.float32)]).astype(np.float32)


def _influences(parts: Sequence[Part], firsts: Sequence[int], bones: int) -> tuple[NDArray[np.int32], Floats32 | None]:
    """Return rows of the palette and weights (v, k) of all vertices; no weights where each has one joint alone."""
    width = max((min(part.joints.shape[1], MOST_INFLUENCES) for part in parts if part.joints is not None), default=1)
    rows, shares = list[NDArray[np.int64]](), list[Floats32]()
    for part, first in zip(parts, firsts, strict=True):
        joints, weights = _heaviest(part)
        room = ((0, 0), (0, width - joints.shape[1]))
        rows.append(np.pad(joints, room) + first + bones)
        shares.append(np.pad(weights, room))
    every = np.concatenate(rows).astype(np.int32)
    return every, None if width == 1 else np.concatenate(shares).astype(np.float32)


def _heaviest(part: Part) -> tuple[NDArray[np.int64], Floats32]:
    """Return the joints that do most (v, k), at most MOST_INFLUENCES, and their weights, together 1."""
    if part.joints is None or part.weights is None:
        return np.zeros((len(part.positions), 1), np.int64), np.ones((len(part.positions), 1), np.float32)
    joints, weights = part.joints.astype(np.int64), part.weights
    if joints.shape[1] > MOST_INFLUENCES:
        order = np.argsort(-weights, axis=1, kind="stable")[:, :MOST_INFLUENCES]
        joints, weights = np.take_along_axis(joints, order, axis=1), np.take_along_axis(weights, order, axis=1)
    return joints, (weights / weights.sum(axis=1, keepdims=True)).astype(np.float32)


def _uvs(parts: Sequence[Part]) -> tuple[Floats32, ...]:
    """Return the coordinates (v, 2) of each set; those of parts that lack a set are 0."""
    sets = max((len(part.uvs) for part in parts), default=0)
    return tuple(
        np.concatenate([_one_of(part.uvs, index, np.zeros((len(part.positions), 2), np.float32)) for part in parts])
        for index in range(sets)
    )


def _one_of(uvs: tuple[Floats32, ...], index: int, otherwise: Floats32) -> Floats32:
    return uvs[index] if index < len(uvs) else otherwise


def _colours(parts: Sequence[Part]) -> Floats32 | None:
    """Return the colours (v, 4) of vertices, white where a part has none; None where no part has any."""
    if all(part.colours is None for part in parts):
        return None
    white = (np.ones((len(part.positions), 4), np.float32) for part in parts)
    return np.concatenate(
        [each if part.colours is None else part.colours for part, each in zip(parts, white, strict=True)]
    )


def _groups(character: Character) -> tuple[Group, ...]:
    """Return the material of each part, with its triangles."""
    ends = np.cumsum([0, *(len(part.triangles) for part in character.parts)]).tolist()
    return tuple(
        Group(DEFAULT if part.material is None else character.materials[part.material], first, last - first, row)
        for row, (part, first, last) in enumerate(zip(character.parts, ends, ends[1:], strict=False))
    )


def _boxes(
    parts: Sequence[Part],
    joints: NDArray[np.int32],
    weights: Floats32 | None,
    vertices: Sequence[slice],
    count: int,
) -> Floats:
    """Return the box (count, 2, 3) around what each row of the palette moves, morphed by any one target."""
    found = np.empty((count, 2, 3))
    found[:, 0], found[:, 1] = np.inf, -np.inf
    for part, at in zip(parts, vertices, strict=True):
        low, high = _reached(part)
        for column in range(joints.shape[1]):
            rows = joints[at.start : at.stop, column]
            moves = slice(None) if weights is None else weights[at.start : at.stop, column] > 0.0
            np.minimum.at(found[:, 0], rows[moves], low[moves])
            np.maximum.at(found[:, 1], rows[moves], high[moves])
    found[~np.isfinite(found).all(axis=(1, 2))] = np.nan
    return found


def _reached(part: Part) -> tuple[Floats32, Floats32]:
    """Return the lowest and the highest corner (v, 3) that each vertex comes to by any one morph target."""
    low, high = part.positions.copy(), part.positions.copy()
    if part.targets is not None:
        there = part.positions[part.targets.rows] + part.targets.positions
        np.minimum.at(low, part.targets.rows, there)
        np.maximum.at(high, part.targets.rows, there)
    return low, high
