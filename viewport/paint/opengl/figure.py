"""The figure on the graphics card: its vertices once per rig, its matrices and tints once per pose."""

from __future__ import annotations

import ctypes
from math import tan

import numpy as np
from numpy.typing import NDArray

from pantin.viewport.figure.mannequin import Mannequin, is_crowd, mannequin
from pantin.viewport.paint.opengl.gl import GL
from pantin.viewport.paint.opengl.gl_resources import GlResources
from pantin.viewport.paint.opengl.light import Light
from pantin.viewport.paint.opengl.shader_program import Program, attribute, upload
from pantin.viewport.paint.opengl.wood import grain
from pantin.viewport.scene.scene import DrawnFigure
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.colours import Colours, linear

Matrix = NDArray[np.float32]
INPUTS = ("position", "normal", "about", "grain")
"""What a vertex is given: about is the row of its bone and whether its wood is darker."""

X_RAY, FAINT = 0.35, 0.2
"""Opacity of the figure that lets its bones show through, and of one that is a backdrop to bones being edited."""

CLOSE = 1.5
"""Metres that a picture is high, for a figure of 1.77 m: from here on its parts are drawn in full detail."""


class WoodenFigure:
    """Paints mannequins. With `fine`, light and grain are computed per pixel, otherwise per vertex.

    Each input has a buffer of its own, and begins at its start: drivers keep what they made of every other offset.

    `detail` scales the number of rings and spokes of the parts; seen from close by, the full number is used.
    """

    def __init__(self, made: GlResources, fine: bool, detail: float) -> None:
        lit_by = "figure.frag" if fine else "figure.vert"
        defines = () if fine else ("CHEAP",)
        self._wood = Program(made, "figure.vert", "figure.frag", INPUTS, light=(lit_by,), defines=defines)
        self._ghost = Program(made, "figure.vert", "ghost.frag", INPUTS, light=("figure.vert",))
        self._array = GL.made("glGenVertexArrays")
        self._inputs, self._triangles = [made.buffer() for _ in INPUTS], made.buffer()
        self._poses, self._pose_texture = made.buffer(), made.texture()
        GL.glBindBuffer(GL.GL_TEXTURE_BUFFER, self._poses)
        GL.glBindTexture(GL.GL_TEXTURE_BUFFER, self._pose_texture)
        GL.glTexBuffer(GL.GL_TEXTURE_BUFFER, GL.GL_RGBA32F, self._poses)
        self._detail, self._fine = detail, fine
        self._shape: Mannequin | None = None
        self._counts = self._firsts = np.zeros(0, dtype=np.int64)

    def paint(self, figure: DrawnFigure, matrix: Matrix, camera: Camera, light: Light, colours: Colours) -> None:
        """Draw the figure into the colour and mask attachments."""
        self._show(figure, camera)
        tints = figure.tints.copy()
        tints[:, 3] += 2.0 * figure.outlines
        self._pose(figure.matrices, tints)
        matt = figure.finish == "clay"
        wood = (colours.wood, colours.wood_grain, colours.ball, colours.ball_grain)
        clay = (colours.clay, colours.clay, colours.clay_ball, colours.clay_ball)
        mirrored = (np.linalg.det(figure.matrices[figure.shown, :, :3]) < 0).any()
        (GL.glDisable if mirrored else GL.glEnable)(GL.GL_CULL_FACE)
        self._wood.use(
            camera=matrix,
            eye=camera.eye,
            bones=0,
            wood=np.array([linear(colour) for colour in (clay if matt else wood)]),
            polish=0.0 if matt else 1.0,
            opacity=opacity_of(figure),
            brightness=colours.brightness,
            **light.uniforms(),
        )
        self._draw(figure.shown)
        GL.glDisable(GL.GL_CULL_FACE)

    def paint_ghost(self, figure: DrawnFigure, matrix: Matrix, camera: Camera, light: Light) -> None:
        """Draw the silhouettes of the ghosts into the mask."""
        for ghost in figure.ghosts:
            self._show(figure, camera)
            self._pose(ghost.matrices, np.zeros_like(figure.tints))
            self._ghost.use(camera=matrix, bones=0, scale=light.scale)
            self._draw(ghost.shown)

    def _draw(self, shown: NDArray[np.bool_]) -> None:
        """Draw the bodies of the shown bones; one call for each run of consecutive ones."""
        GL.glActiveTexture(GL.GL_TEXTURE0)
        GL.glBindTexture(GL.GL_TEXTURE_BUFFER, self._pose_texture)
        GL.glBindVertexArray(self._array)
        counts = np.where(shown, self._counts, 0)
        drawn = np.flatnonzero(counts)
        ends = self._firsts[drawn] + counts[drawn]
        breaks = np.flatnonzero(self._firsts[drawn][1:] != ends[:-1])
        for first, last in zip((0, *(breaks + 1).tolist()), (*breaks.tolist(), len(drawn) - 1), strict=True):
            if last >= first:
                start, end = int(self._firsts[drawn[first]]), int(ends[last])
                GL.glDrawElements(GL.GL_TRIANGLES, end - start, GL.GL_UNSIGNED_INT, ctypes.c_void_p(4 * start))
        GL.glBindVertexArray(0)

    def _show(self, figure: DrawnFigure, camera: Camera) -> None:
        """Make the vertices of this mannequin current, in the detail that the camera needs."""
        detail = max(self._detail, 1.0) if _close(figure, camera) else self._detail
        shape = figure.mannequin if detail == 1.0 else mannequin(figure.rig, detail)
        if shape is self._shape:
            return
        self._counts = 3 * shape.triangle_counts
        self._firsts = np.cumsum(self._counts) - self._counts
        GL.glBindVertexArray(self._array)
        inputs = (shape.vertices, shape.normals, _about(shape), self._grain(figure, shape))
        for location, (buffer, each) in enumerate(zip(self._inputs, inputs, strict=True)):
            upload(GL.GL_ARRAY_BUFFER, buffer, each)
            attribute(location, each.shape[1], each.strides[0], 0)
        upload(GL.GL_ELEMENT_ARRAY_BUFFER, self._triangles, shape.triangles)
        GL.glBindVertexArray(0)
        self._shape = shape

    def _grain(self, figure: DrawnFigure, shape: Mannequin) -> NDArray[np.float32]:
        """The grain (v, 2) of each vertex; none where it is computed per pixel, or where nobody sees it."""
        if self._fine or is_crowd(figure.rig):
            return np.zeros((len(shape.rows), 2), dtype=np.float32)
        return grain(shape.vertices / shape.scale, shape.rows).astype(np.float32)

    def _pose(self, matrices: NDArray[np.float32], tints: NDArray[np.float32]) -> None:
        """Upload the matrices and tints of the bones."""
        texels = np.concatenate([matrices, tints[:, None, :]], axis=1).astype(np.float32)
        upload(GL.GL_TEXTURE_BUFFER, self._poses, texels, GL.GL_STREAM_DRAW)


def _about(shape: Mannequin) -> Matrix:
    """The row of the bone of each vertex, and whether its wood is darker (v, 2)."""
    about = np.empty((len(shape.rows), 2), dtype=np.float32)
    about[:, 0], about[:, 1] = shape.rows, shape.darker
    return about


def opacity_of(figure: DrawnFigure) -> float:
    """The opacity of the figure, 0 to 1."""
    return {"x-ray": X_RAY, "faint": FAINT}.get(figure.finish, 1.0)


def _close(figure: DrawnFigure, camera: Camera) -> bool:
    """Whether the camera is so close that rings and spokes of a coarse figure would be seen as edges."""
    return 2 * tan(camera.fov / 2) * camera.distance < CLOSE * figure.mannequin.scale
