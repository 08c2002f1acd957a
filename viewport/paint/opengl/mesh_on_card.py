"""Vertices, triangles and palettes on the graphics card.

The palette lies in a texture buffer, four texels a joint: three rows of its matrix and its tint. It has no limit that a
skeleton comes near to, and serves colours, mask and depth alike, from which outlines are made as well.
"""

from __future__ import annotations

import ctypes
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.remembered import remembered
from pantin.viewport.paint.opengl.gl import GL
from pantin.viewport.paint.opengl.gl_resources import GlResources
from pantin.viewport.paint.opengl.shader_program import attribute, upload
from pantin.viewport.paint.opengl.wood import grain
from pantin.viewport.scene.scene import DrawnFigure
from pantin.viewport.values.mesh import Floats32, Group, Mesh, Weighted

Matrix = NDArray[np.float32]
INPUTS = (
    *("position", "normal", "about", "grain", "joints", "weights", "more_joints", "more_weights"),
    *("coordinates", "more_coordinates", "tone"),
)
"""What a vertex is given: about is the joint that carries most of it, and what it is made of. Grain is that of wood;
the next four are there for vertices that several joints carry, the last three for skins."""

AT_ONCE = 4
"""Joints, or weights, in one input of a vertex."""

Morph = tuple[Floats32, Floats32]
"""Positions and normals (v, 3) in place of those of a mesh."""


class PaletteOnCard:
    """The matrices and the tints of one figure in a texture buffer."""

    def __init__(self, made: GlResources) -> None:
        self._buffer, self.texture = made.buffer(), made.texture()
        self._held: DrawnFigure | None = None
        GL.glBindBuffer(GL.GL_TEXTURE_BUFFER, self._buffer)
        GL.glBindTexture(GL.GL_TEXTURE_BUFFER, self.texture)
        GL.glTexBuffer(GL.GL_TEXTURE_BUFFER, GL.GL_RGBA32F, self._buffer)

    def hold(self, figure: DrawnFigure) -> None:
        """Have the palette of this figure on the card; that of the very same figure is there already."""
        if figure is not self._held:
            tints = figure.tints.copy()
            tints[:, 3] += 2.0 * figure.outlines
            self.upload(figure.palette, tints)
            self._held = figure

    def upload(self, matrices: Matrix, tints: Matrix) -> None:
        """Upload matrices (n, 3, 4) and tints (n, 4)."""
        texels = np.concatenate([matrices, tints[:, None, :]], axis=1).astype(np.float32)
        upload(GL.GL_TEXTURE_BUFFER, self._buffer, texels, GL.GL_STREAM_DRAW)

    def bind(self) -> None:
        """Bind it to the first texture unit."""
        GL.glActiveTexture(GL.GL_TEXTURE0)
        GL.glBindTexture(GL.GL_TEXTURE_BUFFER, self.texture)

    def free(self, made: GlResources) -> None:
        """Delete it."""
        made.delete("texture", self.texture)
        made.delete("buffer", self._buffer)


class MeshOnCard:
    """The vertices and triangles of one mesh.

    Each input has a buffer of its own, and begins at its start: drivers keep what they made of every other offset.
    With `grained`, the grain is computed here, once per vertex. A figure whose mesh is morphed has positions and
    normals of its own, by its place in the scene.
    """

    def __init__(self, made: GlResources, mesh: Mesh, grained: bool) -> None:
        joints, weights = _by_four(mesh.joints, mesh.weights)
        self._made, self.mesh = made, mesh
        self.influences = max(weights.shape[1], 1)
        self._counts = None if mesh.triangle_counts is None else 3 * mesh.triangle_counts
        self._firsts = np.zeros(0, np.int64) if self._counts is None else np.cumsum(self._counts) - self._counts
        self.unit = mesh.scale
        inputs = {"position": mesh.positions, "normal": mesh.normals, "about": _about(mesh)}
        inputs |= _surface_inputs(mesh) if mesh.groups else {"grain": _grain(mesh, grained)}
        inputs |= _inputs_of_weights(joints, weights)
        self._buffers = {name: (made.buffer(), each.shape[1]) for name, each in inputs.items()}
        for name, each in inputs.items():
            upload(GL.GL_ARRAY_BUFFER, self._buffers[name][0], each)
        self._triangles = made.buffer()
        self._array = self._vertex_array({})
        upload(GL.GL_ELEMENT_ARRAY_BUFFER, self._triangles, mesh.triangles)
        self._others: dict[int, _OthersOnCard] = {}

    def bind(self, place: int | None = None, morph: Morph | None = None, weighted: Weighted | None = None) -> None:
        """Bind it for drawing, morphed and weighted for the figure in a place of the scene."""
        known = self._others.get(place) if place is not None else None
        if (morph is None and weighted is None) or place is None:
            if known is not None and place is not None:
                self._others.pop(place).free(self._made)
            GL.glBindVertexArray(self._array)
            return
        arrays = _other_inputs(morph, weighted)
        if known is None or known.sizes != {name: each.shape[1] for name, (_of, each) in arrays.items()}:
            if known is not None:
                known.free(self._made)
            known = self._others[place] = _OthersOnCard(self._made, arrays)
            known.array = self._vertex_array(
                {name: (buffer, known.sizes[name]) for name, buffer in known.buffers.items()}
            )
        known.hold(arrays)
        GL.glBindVertexArray(known.array)

    def influences_with(self, weighted: Weighted | None) -> int:
        """Return how many joints carry each vertex, by its own weights or by others."""
        return self.influences if weighted is None else -(-int(weighted.joints.shape[1]) // AT_ONCE) * AT_ONCE

    def draw(self, shown: NDArray[np.bool_]) -> None:
        """Draw the bodies of the shown bones; one call for each run of consecutive ones."""
        for start, end in self._runs(shown):
            self._elements(start, end - start)

    def draw_triangles(self, first: int, count: int) -> None:
        """Draw so many triangles from the first on: those of one material."""
        self._elements(3 * first, 3 * count)

    @cached_property
    def joints_of(self) -> dict[Group, NDArray[np.intp]]:
        """The joints that carry most of the vertices of each group."""
        main, mesh = self.mesh.main_joints, self.mesh
        return {group: np.flatnonzero(np.bincount(main[_vertices(mesh, group)])) for group in mesh.groups}

    def centre(self, group: Group, palette: Matrix) -> NDArray[np.float64]:
        """Return the mean (3,) of the vertices of a group as a palette (n, 3, 4) poses them."""
        rows, sums = self._sums[group]
        return np.asarray(np.einsum("nij,nj->i", palette[rows].astype(np.float64), sums))

    @cached_property
    def _sums(self) -> dict[Group, tuple[NDArray[np.int64], NDArray[np.float64]]]:
        """The joints (k,) that carry a transparent group, and what they are multiplied by (k, 4) for its mean."""
        return {group: _mean(self.mesh, group) for group in self.mesh.groups if group.material.alpha == "blend"}

    def free(self) -> None:
        """Delete it. Its context has to be current, not one that shares with it: vertex arrays are not shared."""
        GL.delete("glDeleteVertexArrays", self._array)
        for others in self._others.values():
            others.free(self._made)
        for buffer, _size in self._buffers.values():
            self._made.delete("buffer", buffer)
        self._made.delete("buffer", self._triangles)

    def _vertex_array(self, instead: dict[str, tuple[int, int]]) -> int:
        """Return a vertex array of its inputs, some of them in other buffers, with so many numbers for a vertex."""
        array = GL.made("glGenVertexArrays")
        GL.glBindVertexArray(array)
        for name, (buffer, size) in (self._buffers | instead).items():
            GL.glBindBuffer(GL.GL_ARRAY_BUFFER, buffer)
            attribute(INPUTS.index(name), size, 4 * size, 0)
        GL.glBindBuffer(GL.GL_ELEMENT_ARRAY_BUFFER, self._triangles)
        return array

    @staticmethod
    def _elements(start: int, count: int) -> None:
        GL.glDrawElements(GL.GL_TRIANGLES, count, GL.GL_UNSIGNED_INT, ctypes.c_void_p(4 * start))

    def _runs(self, shown: NDArray[np.bool_]) -> list[tuple[int, int]]:
        """Return the first index and the one after the last of each run of triangles to draw."""
        if self._counts is None:
            return [(0, self.mesh.triangles.size)] if self.mesh.triangles.size else []
        counts = np.where(shown[: len(self._counts)], self._counts, 0)  # joints of skins come behind the bones
        drawn = np.flatnonzero(counts)
        if not len(drawn):
            return []
        firsts, ends = self._firsts[drawn], self._firsts[drawn] + counts[drawn]
        breaks = np.flatnonzero(firsts[1:] != ends[:-1])
        starts = firsts[np.concatenate([[0], breaks + 1])].tolist()
        return list(zip(starts, ends[np.concatenate([breaks, [len(drawn) - 1]])].tolist(), strict=True))


_Inputs = dict[str, tuple[object, Matrix]]
"""Arrays by the names of inputs, each with the object that tells whether it is another one."""


def _other_inputs(morph: Morph | None, weighted: Weighted | None) -> _Inputs:
    """Return what is in place of the inputs of a mesh."""
    found: _Inputs = {} if morph is None else {"position": (morph[0], morph[0]), "normal": (morph[1], morph[1])}
    if weighted is not None:
        found |= {name: (weighted, each) for name, each in _weights_of(weighted).items()}
    return found


@remembered()
def _weights_of(weighted: Weighted) -> dict[str, Matrix]:
    """Return inputs of four joints and four weights each."""
    return _inputs_of_weights(*_by_four(weighted.joints, weighted.weights))


class _OthersOnCard:
    """Positions, normals, joints and weights of one figure in place of those of a mesh."""

    def __init__(self, made: GlResources, inputs: _Inputs) -> None:
        self.buffers = {name: made.buffer() for name in inputs}
        self.sizes = {name: each.shape[1] for name, (_of, each) in inputs.items()}
        self.array = 0
        self._held: dict[str, object] = {}

    def hold(self, inputs: _Inputs) -> None:
        """Have these arrays on the card; the very same ones are there already."""
        for name, (of, data) in inputs.items():
            if of is not self._held.get(name):
                upload(GL.GL_ARRAY_BUFFER, self.buffers[name], data, GL.GL_DYNAMIC_DRAW)
                self._held[name] = of

    def free(self, made: GlResources) -> None:
        """Delete it."""
        GL.delete("glDeleteVertexArrays", self.array)
        for buffer in self.buffers.values():
            made.delete("buffer", buffer)


def _by_four(joints: NDArray[np.int32], weights: Floats32 | None) -> tuple[Matrix, Matrix]:
    """Return joints and weights (v, 4) or (v, 8), filled up with joints that do nothing; no weights of one joint."""
    if weights is None:
        return joints.astype(np.float32), np.zeros((len(joints), 0), np.float32)
    room = ((0, 0), (0, -joints.shape[1] % AT_ONCE))
    return np.pad(joints, room).astype(np.float32), np.pad(weights, room).astype(np.float32)


def _inputs_of_weights(joints: Matrix, weights: Matrix) -> dict[str, Matrix]:
    """Return inputs of four joints and four weights each; none without weights."""
    found = dict[str, Matrix]()
    for first, prefix in zip(range(0, weights.shape[1], AT_ONCE), ("", "more_"), strict=False):
        part = slice(first, first + AT_ONCE)
        found |= {f"{prefix}joints": joints[:, part], f"{prefix}weights": weights[:, part]}
    return found


def _about(mesh: Mesh) -> Matrix:
    """Return the joint that carries most of each vertex, and what it is made of (v, 2)."""
    return np.stack([mesh.main_joints, mesh.materials], axis=1).astype(np.float32)


def _grain(mesh: Mesh, grained: bool) -> Matrix:
    """Return the grain (v, 2) of each vertex; none where it is computed per pixel, or where nobody sees it."""
    return _grain_of(mesh) if grained and not mesh.plain else np.zeros((len(mesh.positions), 2), dtype=np.float32)


def keep_grain(mesh: Mesh) -> None:
    """Work out the grain of a wooden mesh beforehand: it takes as long as a frame."""
    _grain(mesh, grained=True)


@remembered()
def _grain_of(mesh: Mesh) -> Matrix:
    return grain(mesh.positions / mesh.scale, mesh.main_joints).astype(np.float32)


def _surface_inputs(mesh: Mesh) -> dict[str, Matrix]:
    """Return coordinates of textures, two sets in an input, and colours, as far as a skin has them."""
    sets = [each.astype(np.float32) for each in mesh.uvs[: 2 * 2]]
    inputs = {}
    for name in ("coordinates", "more_coordinates"):
        two, sets = sets[:2], sets[2:]
        if two:
            inputs[name] = np.concatenate([*two, *([np.zeros_like(two[0])] * (2 - len(two)))], axis=1)
    if mesh.colours is not None:
        inputs["tone"] = mesh.colours.astype(np.float32)
    return inputs


def _vertices(mesh: Mesh, group: Group) -> NDArray[np.intp]:
    """Return the vertices of a group, each once."""
    has = np.zeros(len(mesh.positions), np.bool_)
    has[mesh.triangles[group.first : group.first + group.count]] = True
    return np.flatnonzero(has)


def _mean(mesh: Mesh, group: Group) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the joints (k,) that carry a group, and the sums (k, 4) of what each carries, as parts of their mean.

    The mean of posed vertices is a sum over joints: of each matrix times the vertices that it carries, by weight.
    """
    vertices = _vertices(mesh, group)
    places = np.concatenate([mesh.positions[vertices], np.ones((len(vertices), 1))], axis=1, dtype=np.float64)
    joints = mesh.joints[vertices]
    weights = np.ones(joints.shape) if mesh.weights is None else mesh.weights[vertices].astype(np.float64)
    rows, index = np.unique(joints, return_inverse=True)
    flat = index.reshape(-1)
    shares = (weights[:, :, None] * places[:, None, :]).reshape(-1, 4) / max(len(vertices), 1)
    sums = np.stack([np.bincount(flat, shares[:, axis], len(rows)) for axis in range(4)], axis=1)
    return rows.astype(np.int64), sums.astype(np.float64)
