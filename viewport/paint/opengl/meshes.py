"""Meshes on the graphics card: each is uploaded once, and posed by a palette that is uploaded once per pose.

The palette lies in a texture buffer, four texels a joint: three rows of its matrix and its tint. It has no limit that a
skeleton comes near to, and serves colours, mask and depth alike, from which outlines are made as well.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from math import tan
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from pantin.viewport.paint.opengl.gl import GL
from pantin.viewport.paint.opengl.gl_resources import GlResources
from pantin.viewport.paint.opengl.light import Light
from pantin.viewport.paint.opengl.shader_program import Program, attribute, upload
from pantin.viewport.paint.opengl.wood import grain
from pantin.viewport.scene.scene import DrawnFigure
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.colours import Colours, linear
from pantin.viewport.values.mesh import Levels, Mesh

Matrix = NDArray[np.float32]
INPUTS = ("position", "normal", "about", "grain", "joints", "weights", "more_joints", "more_weights")
"""The attributes of a vertex: `about` is its main joint and its material. The last four are used where several joints
move a vertex."""

_Pass = Literal["body", "mapped", "ghost", "depth"]
"""The passes: a body lit with shadows of capsules, or of a map of depths; a silhouette; depths alone."""

FRAGMENTS: dict[_Pass, str] = {
    "body": "figure.frag",
    "mapped": "figure.frag",
    "ghost": "ghost.frag",
    "depth": "depth.frag",
}

AT_ONCE = 4
"""Joints, or weights, in one input of a vertex."""

X_RAY, FAINT = 0.35, 0.2
"""Opacity of the figure that lets its bones show through, and of one that is a backdrop to bones being edited."""

CLOSE = 1.5
"""Metres that a picture is high, for a figure of 1.77 m: from here on its parts are drawn in full detail."""


class MeshPainter:
    """Paints figures. With `fine`, light and grain are computed per pixel, otherwise per vertex.

    `detail` scales the number of rings and spokes of the parts; seen from close by, the full number is used.
    """

    def __init__(self, made: GlResources, fine: bool, detail: float) -> None:
        self._made, self._detail, self._fine = made, detail, fine
        self._programs: dict[tuple[int, _Pass], Program] = {}
        self._meshes: dict[Mesh, _MeshOnCard] = {}
        self._palettes: list[_PaletteOnCard] = []
        self._ghost_palette = _PaletteOnCard(made)
        self._program(1, "body")
        self._program(1, "ghost")

    def begin(self, count: int) -> None:
        """Begin a frame of so many figures: each has a palette of its own."""
        while len(self._palettes) < count:
            self._palettes.append(_PaletteOnCard(self._made))
        while len(self._palettes) > count:
            self._palettes.pop().free(self._made)

    def paint(
        self, figure: DrawnFigure, place: int, matrix: Matrix, camera: Camera, light: Light, colours: Colours
    ) -> None:
        """Draw the figure in a place of the scene in its light into the colour and mask attachments."""
        if not figure.shown.any():
            return
        self._palettes[place].hold(figure)
        matt = figure.finish == "clay"
        wood = (colours.wood, colours.wood_grain, colours.ball, colours.ball_grain)
        clay = (colours.clay, colours.clay, colours.clay_ball, colours.clay_ball)
        (GL.glDisable if figure.is_mirrored else GL.glEnable)(GL.GL_CULL_FACE)
        light.bind()
        for levels in figure.meshes:
            mesh = self._on_card(levels, figure, camera)
            self._program(mesh.influences, "body" if light.cast is None else "mapped").use(
                camera=matrix,
                eye=camera.eye,
                palette=0,
                figure=float(place),
                unit=mesh.unit,
                wood=np.array([linear(colour) for colour in (clay if matt else wood)]),
                polish=0.0 if matt else 1.0,
                opacity=opacity_of(figure),
                brightness=colours.brightness,
                **light.uniforms(),
            )
            mesh.draw(self._palettes[place].texture, figure.shown)
        GL.glDisable(GL.GL_CULL_FACE)

    def paint_ghosts(self, figure: DrawnFigure, matrix: Matrix, camera: Camera) -> None:
        """Draw the silhouettes of the ghosts of a figure into the mask."""
        for ghost in figure.ghosts:
            self._ghost_palette.upload(ghost.palette, np.zeros_like(figure.tints))
            for levels in figure.meshes:
                mesh = self._on_card(levels, figure, camera)
                self._program(mesh.influences, "ghost").use(camera=matrix, palette=0)
                mesh.draw(self._ghost_palette.texture, ghost.shown)

    def paint_depth(self, figure: DrawnFigure, place: int, matrix: Matrix, camera: Camera) -> None:
        """Draw the depths of the figure in a place of the scene, in clip coordinates by `matrix` (4, 4), in the detail
        in which the `camera` sees it."""
        self._palettes[place].hold(figure)
        for levels in figure.meshes:
            mesh = self._on_card(levels, figure, camera)
            self._program(mesh.influences, "depth").use(camera=matrix, palette=0)
            mesh.draw(self._palettes[place].texture, figure.shown)

    def free_others(self, figures: Sequence[DrawnFigure]) -> None:
        """Delete the meshes that are none of these figures', in any detail."""
        theirs = {mesh for figure in figures for levels in figure.meshes for mesh in levels.made}
        for mesh in self._meshes.keys() - theirs:
            self._meshes.pop(mesh).free(self._made)

    def _program(self, influences: int, drawn: _Pass) -> Program:
        """Return the program for meshes of which so many joints carry each vertex; it is made at its first use."""
        known = self._programs.get((influences, drawn))
        if known is None:
            shades = drawn in ("body", "mapped")
            lit_by = "figure.frag" if self._fine and shades else "figure.vert"
            defines = [f"INFLUENCES {influences}"]
            if shades and not self._fine:
                defines.append("CHEAP")
            elif drawn == "mapped":
                defines.append("MAPPED")
            known = Program(self._made, "figure.vert", FRAGMENTS[drawn], INPUTS, light=(lit_by,), defines=defines)
            self._programs[influences, drawn] = known
        return known

    def _on_card(self, levels: Levels, figure: DrawnFigure, camera: Camera) -> _MeshOnCard:
        """Return a mesh in the detail that the camera needs; it is uploaded where it is not there yet."""
        mesh = levels.at(max(self._detail, 1.0) if _is_close(figure, camera) else self._detail)
        if mesh not in self._meshes:
            self._meshes[mesh] = _MeshOnCard(self._made, mesh, grained=not self._fine)
        return self._meshes[mesh]


class _PaletteOnCard:
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

    def free(self, made: GlResources) -> None:
        """Delete it."""
        made.delete("texture", self.texture)
        made.delete("buffer", self._buffer)


class _MeshOnCard:
    """The vertices and triangles of one mesh.

    Each input has a buffer of its own, and begins at its start: drivers keep what they made of every other offset.
    With `grained`, the grain is computed here, once per vertex.
    """

    def __init__(self, made: GlResources, mesh: Mesh, grained: bool) -> None:
        joints, weights = _by_four(mesh)
        self.influences = 1 if weights is None else joints.shape[1]
        self._counts = None if mesh.triangle_counts is None else 3 * mesh.triangle_counts
        self._firsts = np.zeros(0, np.int64) if self._counts is None else np.cumsum(self._counts) - self._counts
        self._whole = mesh.triangles.size
        self.unit = mesh.scale
        self._array = GL.made("glGenVertexArrays")
        GL.glBindVertexArray(self._array)
        inputs = [mesh.positions, mesh.normals, _about(mesh), _grain(mesh, grained)]
        if weights is not None:
            for first in range(0, self.influences, AT_ONCE):
                inputs += [each[:, first : first + AT_ONCE] for each in (joints, weights)]
        self._buffers = [made.buffer() for _ in range(len(inputs) + 1)]
        for location, (buffer, each) in enumerate(zip(self._buffers, inputs, strict=False)):
            upload(GL.GL_ARRAY_BUFFER, buffer, each)
            attribute(location, each.shape[1], 4 * each.shape[1], 0)
        upload(GL.GL_ELEMENT_ARRAY_BUFFER, self._buffers[-1], mesh.triangles)
        GL.glBindVertexArray(0)

    def draw(self, palette: int, shown: NDArray[np.bool_]) -> None:
        """Draw the bodies of the shown bones, posed by a texture; one call for each run of consecutive ones."""
        GL.glActiveTexture(GL.GL_TEXTURE0)
        GL.glBindTexture(GL.GL_TEXTURE_BUFFER, palette)
        GL.glBindVertexArray(self._array)
        for start, end in self._runs(shown):
            GL.glDrawElements(GL.GL_TRIANGLES, end - start, GL.GL_UNSIGNED_INT, ctypes.c_void_p(4 * start))
        GL.glBindVertexArray(0)

    def free(self, made: GlResources) -> None:
        """Delete it. Its context has to be current, not one that shares with it: vertex arrays are not shared."""
        GL.delete("glDeleteVertexArrays", self._array)
        for buffer in self._buffers:
            made.delete("buffer", buffer)

    def _runs(self, shown: NDArray[np.bool_]) -> list[tuple[int, int]]:
        """Return the first index and the one after the last of each run of triangles to draw."""
        if self._counts is None:
            return [(0, self._whole)] if self._whole else []
        counts = np.where(shown, self._counts, 0)
        drawn = np.flatnonzero(counts)
        if not len(drawn):
            return []
        firsts, ends = self._firsts[drawn], self._firsts[drawn] + counts[drawn]
        breaks = np.flatnonzero(firsts[1:] != ends[:-1])
        starts = firsts[np.concatenate([[0], breaks + 1])].tolist()
        return list(zip(starts, ends[np.concatenate([breaks, [len(drawn) - 1]])].tolist(), strict=True))


def _by_four(mesh: Mesh) -> tuple[Matrix, Matrix | None]:
    """Return joints and weights (v, 4) or (v, 8), filled up with joints that do nothing; no weights of one joint."""
    if mesh.weights is None:
        return mesh.joints.astype(np.float32), None
    count = mesh.joints.shape[1]
    room = ((0, 0), (0, -count % AT_ONCE))
    joints, weights = (np.pad(each, room).astype(np.float32) for each in (mesh.joints, mesh.weights))
    return joints, weights


def _about(mesh: Mesh) -> Matrix:
    """Return the joint that carries most of each vertex, and what it is made of (v, 2)."""
    return np.stack([mesh.main_joints, mesh.materials], axis=1).astype(np.float32)


def _grain(mesh: Mesh, grained: bool) -> Matrix:
    """Return the grain (v, 2) of each vertex; none where it is computed per pixel, or where nobody sees it."""
    if not grained or mesh.plain:
        return np.zeros((len(mesh.positions), 2), dtype=np.float32)
    return grain(mesh.positions / mesh.scale, mesh.main_joints).astype(np.float32)


def opacity_of(figure: DrawnFigure) -> float:
    """Return the opacity of the figure, 0 to 1."""
    return {"x-ray": X_RAY, "faint": FAINT}.get(figure.finish, 1.0)


def _is_close(figure: DrawnFigure, camera: Camera) -> bool:
    """Return whether the camera is so close that rings and spokes of a coarse figure would be seen as edges."""
    return 2 * tan(camera.fov / 2) * camera.distance < CLOSE * figure.scale
