"""The background and the floor with its grid, its axes and the soft shadow of each figure.

A shadow is painted into a small texture, once per pose, and only over the part of the floor that it can reach.
In a window background and grid are kept until the camera moves, so that a drag costs the shadow alone; in a picture,
which is painted once, keeping them would take two more textures of its size.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from pantin.rigs.ground.surface import surface
from pantin.viewport.paint.opengl.bands import Part, bands
from pantin.viewport.paint.opengl.frame import Frame
from pantin.viewport.paint.opengl.gl import GL
from pantin.viewport.paint.opengl.gl_resources import GlResources
from pantin.viewport.paint.opengl.layers import colour_target
from pantin.viewport.paint.opengl.light import Light
from pantin.viewport.paint.opengl.shader_program import Program
from pantin.viewport.paint.opengl.terrain import TerrainPainter
from pantin.viewport.scene.ground.grid import grid
from pantin.viewport.scene.ground.terrain import Terrain
from pantin.viewport.scene.key_light import key_light
from pantin.viewport.scene.scene import Background
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.colours import Colour, ColourRole, Colours, rgba

Matrix = NDArray[np.float32]
SPOKES = 48
"""Corners of the disc that the grid is drawn on."""

FINE, COARSE, SMALL = 512, 96, 128
"""Side of the shadow's texture, by how fast the graphics are; and that of a small picture at most, where a larger one
would take most of the time."""
SMALL_PICTURE = 256
"""Pixels of the longer side of such a picture: a card."""


MARGIN = 1
"""Device pixels around all that shadows touch, which rounding may reach."""


class Floor:
    """Paints background, grid and shadow. Needs a current context when it is made.

    With `keeps`, what stays while the camera does is kept.
    """

    def __init__(self, made: GlResources, fine: bool, keeps: bool) -> None:
        self._made, self._keeps = made, keeps
        self._background = Program(made, "screen.vert", "background.frag")
        self._floor = Program(made, "floor.vert", "floor.frag")
        self._shadow = Program(made, "screen.vert", "shadow.frag")
        self._mapped_shadow: Program | None = None
        """That of what has no capsules; it is made when something casts one."""
        self._empty = GL.made("glGenVertexArrays")
        self._dark = Program(made, "shadow_on_floor.vert", "shadow_on_floor.frag")
        self._size = self._side = FINE if fine else COARSE
        self.terrain = TerrainPainter(made)
        self._shadows: list[_Shadow] = []
        self._still, self._still_frame = colour_target(made)
        self._still_depth = 0
        """The texture of what is before a terrain; none without one: it takes as much as the other."""
        self._seen: tuple[object, ...] = ()
        self._still_size = (0, 0)

    def cast(self, frame: Frame) -> None:
        """Render the shadow of each figure in a new pose into its texture, where shadows are seen. Leaves another frame
        buffer and viewport bound."""
        lights, terrain, is_seen = frame.lights, frame.scene.terrain, frame.scene.background.shadow
        self._show_side(min(self._size, SMALL) if self._is_small(frame) else self._size)
        while len(self._shadows) < len(lights):
            self._shadows.append(_Shadow(self._made, self._side))
        while len(self._shadows) > len(lights):
            self._shadows.pop().free(self._made)
        for shadow, light in zip(self._shadows, lights, strict=True):
            if is_seen and not shadow.is_of(light, terrain) and shadow.begin(light, terrain):
                self._render(shadow, light, terrain)

    def _is_small(self, frame: Frame) -> bool:
        return not self._keeps and max(frame.width, frame.height) <= SMALL_PICTURE

    def _show_side(self, side: int) -> None:
        """Have shadows of so many texels; those of another size go."""
        if side != self._side:
            self._side = side
            while self._shadows:
                self._shadows.pop().free(self._made)

    def _render(self, shadow: _Shadow, light: Light, terrain: Terrain | None) -> None:
        """Render a shadow into its texture."""
        if terrain is not None:
            self.terrain.measure(terrain, shadow.rectangle)
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, shadow.frame)
        GL.glViewport(0, 0, self._side, self._side)
        GL.glBindVertexArray(self._empty)
        light.bind()
        program = self._shadow if light.cast is None else self._from_map()
        program.use(rectangle=shadow.rectangle, heights=0, uneven=int(terrain is not None), **light.uniforms())
        GL.glDrawArrays(GL.GL_TRIANGLES, 0, 3)

    def _from_map(self) -> Program:
        """Return the program of shadows that are read from a map of depths."""
        if self._mapped_shadow is None:
            self._mapped_shadow = Program(self._made, "screen.vert", "shadow.frag", defines=("MAPPED",))
        return self._mapped_shadow

    def paint(self, target: int, frame: Frame, places: Iterable[int], depth: int, part: Part) -> None:
        """Fill a part of the frame buffer `target`, with the shadows of the figures in these places of the scene.

        `depth` is the texture of what lies before a terrain.
        """
        scene, size = frame.scene, frame.size
        if self._keeps or scene.terrain is not None:  # a terrain needs depth, which `target` may not have
            self._copy_still(target, frame, part)
        else:
            self._paint_still(target, frame)
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, target)
        GL.glViewport(0, 0, *size)
        GL.glDisable(GL.GL_DEPTH_TEST)
        shadows = [self._shadows[place] for place in places if self._shadows[place].is_cast]
        if shadows and scene.background.shadow:
            for _ in self._bands(part):
                self._lay(shadows, frame, depth)

    def touched(self, place: int, frame: Frame) -> Part:
        """Return the part of the picture that the shadow of the figure in a place of the scene can darken."""
        shadow = self._shadows[place]
        if not (shadow.is_cast and frame.scene.background.shadow):
            return 0, 0, 0, 0
        seen = frame.camera.project(shadow.corners(frame.scene.terrain), *frame.size)
        if seen[:, 2].min() <= frame.camera.near:
            return frame.whole
        ends = np.array([seen[:, 0], frame.size[1] - seen[:, 1]])
        left, bottom = np.clip(ends.min(axis=1) - MARGIN, 0, frame.size).astype(int).tolist()
        right, top = np.clip(ends.max(axis=1) + MARGIN, 0, frame.size).astype(int).tolist()
        return left, bottom, right - left, top - bottom

    def _copy_still(self, target: int, frame: Frame, part: Part) -> None:
        """Copy what stays until the camera moves, rendered into a texture of its own where it is another."""
        scene, size = frame.scene, frame.size
        view = (
            *(frame.camera, scene.colours, size, frame.height),
            *(scene.background, scene.terrain, scene.display.fixed_light),
        )
        if view != self._seen:
            self._resize_still(size, scene.terrain is not None)
            self._paint_still(self._still_frame, frame)
            self._seen = view
        GL.glBindFramebuffer(GL.GL_READ_FRAMEBUFFER, self._still_frame)
        GL.glBindFramebuffer(GL.GL_DRAW_FRAMEBUFFER, target)
        for _ in self._bands(part):
            GL.glBlitFramebuffer(0, 0, *size, 0, 0, *size, GL.GL_COLOR_BUFFER_BIT, GL.GL_NEAREST)

    def _resize_still(self, size: tuple[int, int], is_deep: bool) -> None:
        """Make the texture of what stays so large, and one of its depth where that is needed."""
        if (size, is_deep) == (self._still_size, self._still_depth != 0):
            return
        if size != self._still_size:
            GL.glBindTexture(GL.GL_TEXTURE_2D, self._still)
            GL.glTexImage2D(GL.GL_TEXTURE_2D, 0, GL.GL_RGBA8, *size, 0, GL.GL_RGBA, GL.GL_UNSIGNED_BYTE, None)
            self._still_size = size
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, self._still_frame)
        if self._still_depth:
            self._made.delete("texture", self._still_depth)
        self._still_depth = self._depth(size) if is_deep else 0
        GL.glFramebufferTexture2D(GL.GL_FRAMEBUFFER, GL.GL_DEPTH_ATTACHMENT, GL.GL_TEXTURE_2D, self._still_depth, 0)

    def _depth(self, size: tuple[int, int]) -> int:
        """A texture of depths."""
        texture, kind = self._made.texture(), GL.GL_DEPTH_COMPONENT
        GL.glBindTexture(GL.GL_TEXTURE_2D, texture)
        GL.glTexImage2D(GL.GL_TEXTURE_2D, 0, GL.GL_DEPTH_COMPONENT24, *size, 0, kind, GL.GL_UNSIGNED_INT, None)
        return texture

    def _paint_still(self, target: int, frame: Frame) -> None:
        """Render what stays until the camera moves into a frame buffer."""
        scene, camera, matrix = frame.scene, frame.camera, frame.matrix
        GL.glBindFramebuffer(GL.GL_FRAMEBUFFER, target)
        GL.glViewport(0, 0, *frame.size)
        GL.glDisable(GL.GL_DEPTH_TEST)
        for _ in self._bands(frame.whole):
            GL.glDisable(GL.GL_BLEND)
            self._fill(scene.background, scene.colours)
            if scene.terrain is not None:
                self.terrain.paint(
                    scene.terrain, matrix, scene.colours, camera, key_light(camera, scene.display.fixed_light)
                )
            elif scene.background.grid:
                self._grid(camera, matrix, scene.colours, frame.height)

    def _lay(self, shadows: Iterable[_Shadow], frame: Frame, depth: int) -> None:
        """Lay shadows over the floor, or over a terrain where nothing stands before that."""
        scene, matrix = frame.scene, frame.matrix
        GL.glBindVertexArray(self._empty)
        _blend()
        GL.glActiveTexture(GL.GL_TEXTURE0)
        if scene.terrain is None:
            self._dark.use(camera=matrix, shadow=0, shade=scene.colours.shade)
        for shadow in shadows:
            GL.glBindTexture(GL.GL_TEXTURE_2D, shadow.texture)
            if scene.terrain is not None:
                self.terrain.darken(matrix, shadow.rectangle, depth, scene.colours.shade)
            else:
                self._dark.use(rectangle=shadow.rectangle)
                GL.glDrawArrays(GL.GL_TRIANGLE_FAN, 0, 4)

    def _bands(self, part: Part) -> Iterator[None]:
        return bands(part, is_divided=not self._keeps)

    def _fill(self, background: Background, colours: Colours) -> None:
        """Fill the bound frame buffer with the background, one colour, or nothing."""
        if background.fill == "view":
            GL.glBindVertexArray(self._empty)
            self._background.use(middle=rgba(colours.background)[:3], edge=rgba(colours.background_edge)[:3])
            GL.glDrawArrays(GL.GL_TRIANGLES, 0, 3)
        else:
            red, green, blue, alpha = rgba(background.fill or NOTHING).tolist()
            GL.glClearColor(red * alpha, green * alpha, blue * alpha, alpha)
            GL.glClear(GL.GL_COLOR_BUFFER_BIT)

    def _grid(self, camera: Camera, matrix: Matrix, colours: Colours, height: float) -> None:
        """Render the grid over the background."""
        GL.glBindVertexArray(self._empty)
        _blend()
        seen, axes = grid(camera, height), np.eye(3, dtype=np.float32)
        self._floor.use(
            camera=matrix,
            across=axes[seen.across],
            along=axes[seen.along],
            centre=np.array(seen.centre, dtype=np.float32),
            reach=seen.reach,
            cell=seen.cell,
            coarser=seen.coarser,
            line=rgba(colours.floor_line),
            line_x=rgba(colours.role(_AXIS_LINES[seen.across])),
            line_y=rgba(colours.role(_AXIS_LINES[seen.along])),
        )
        GL.glDrawArrays(GL.GL_TRIANGLE_FAN, 0, SPOKES + 2)


class _Shadow:
    """The shadow of one figure: its texture, and the rectangle of the floor, corner and size, that it can darken."""

    def __init__(self, made: GlResources, size: int) -> None:
        self.texture, self.frame = colour_target(made)
        GL.glTexImage2D(GL.GL_TEXTURE_2D, 0, GL.GL_R8, size, size, 0, GL.GL_RED, GL.GL_UNSIGNED_BYTE, None)
        self.rectangle = np.array((0, 0, 1, 1), dtype=np.float32)
        self.is_cast = False
        self._light: Light | None = None
        self._ground: Terrain | None = None

    def is_of(self, light: Light, ground: Terrain | None) -> bool:
        """Return whether it is the shadow in this light on this ground."""
        return self._light is not None and self._light.same(light) and self._ground is ground

    def begin(self, light: Light, ground: Terrain | None) -> bool:
        """Make it the shadow in this light on this ground, yet to be rendered; False where nothing casts one."""
        self._light, self._ground, self.is_cast = light, ground, light.has_shadow
        if self.is_cast:
            self.rectangle = _reached(light, ground)
        return self.is_cast

    def corners(self, ground: Terrain | None) -> NDArray[np.float64]:
        """Return the corners (8, 3) of the box that holds all of the floor, or of this ground, in the rectangle."""
        heights = np.zeros(1) if ground is None else ground.triangles[:, :, 2]
        low, high = self.rectangle[:2].astype(np.float64), (self.rectangle[:2] + self.rectangle[2:]).astype(np.float64)
        ends = zip(low, high, strict=True)
        return np.stack(np.meshgrid(*ends, (heights.min(initial=0.0), heights.max(initial=0.0))), axis=-1).reshape(8, 3)

    def free(self, made: GlResources) -> None:
        """Delete it."""
        made.delete("frame", self.frame)
        made.delete("texture", self.texture)


NOTHING: Colour = (0, 0, 0, 0)
_AXIS_LINES: tuple[ColourRole, ColourRole, ColourRole] = ("floor_x", "floor_y", "floor_z")


def _blend() -> None:
    GL.glEnable(GL.GL_BLEND)
    GL.glBlendFunc(GL.GL_ONE, GL.GL_ONE_MINUS_SRC_ALPHA)


def _reached(light: Light, terrain: Terrain | None) -> NDArray[np.float32]:
    """Corner and size of the floor's rectangle that the shadow can darken, metres."""
    around = np.zeros((0, 3)) if light.cast is None else light.cast.around
    ends = np.concatenate([light.capsules[:, 0:3], light.capsules[:, 4:7], around])
    radii = np.concatenate([light.capsules[:, 3], light.capsules[:, 3], np.zeros(len(around))])[:, None]
    lowest = 0.0 if terrain is None else float(surface(terrain.ground, ends).heights.min())
    above = np.maximum(ends[:, 2:] - lowest, 0.0)
    thrown = ends[:, :2] - light.key[:2] / light.key[2] * above
    spread = 2.0 * radii + 0.2 * above
    low = np.minimum((ends[:, :2] - 4.0 * radii).min(axis=0), (thrown - spread).min(axis=0))
    high = np.maximum((ends[:, :2] + 4.0 * radii).max(axis=0), (thrown + spread).max(axis=0))
    return np.concatenate([low, high - low]).astype(np.float32)
