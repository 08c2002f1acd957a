"""Paints a scene with OpenGL 3.3: background, floor, figure, bones, and the overlay on top.

`paint` draws into whatever frame buffer is bound, of any size, and needs no multisampling: edges are smoothed on the
way to the screen, lines have soft sides, and text and marks are drawn by the processor. On software
renderers light and grain of the wood are worked out per vertex.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from pantin.viewport.paint.opengl.bands import Part, around, bands, grown
from pantin.viewport.paint.opengl.depth_map import DepthMap
from pantin.viewport.paint.opengl.floor import Floor
from pantin.viewport.paint.opengl.frame import Frame
from pantin.viewport.paint.opengl.gl import GL
from pantin.viewport.paint.opengl.gl_resources import GlResources
from pantin.viewport.paint.opengl.layers import Attachments, Layers
from pantin.viewport.paint.opengl.light import Cast, Light
from pantin.viewport.paint.opengl.meshes import MeshPainter
from pantin.viewport.paint.opengl.octahedra import Octahedra
from pantin.viewport.paint.opengl.overlay_layer import OverlayLayer
from pantin.viewport.paint.opengl.still_figures import StillFigures, StillPicture
from pantin.viewport.paint.opengl.stroke_layer import StrokeLayer
from pantin.viewport.paint.opengl.tiles import Cover, covered, covered_by_bones
from pantin.viewport.paint.strokes.bone_lines import FEW_BONES
from pantin.viewport.paint.strokes.strokes import FAINT, strokes
from pantin.viewport.scene.key_light import key_light
from pantin.viewport.scene.scene import DrawnFigure, Scene
from pantin.viewport.values.camera import Camera

SOFTWARE = ("llvmpipe", "softpipe", "swiftshader", "software", "basic render")


MOST_ERRORS = 32
"""A lost context answers every question with an error: so many are taken off it at most."""

DETAIL = 0.62
"""Rings and spokes of the figure's parts on software renderers, against those on a graphics card."""


class Painter:
    """Paints scenes in one OpenGL context. Objects are made at the first paint.

    `detail` scales the rings and spokes of the figure's parts, and with `fine` light and grain are computed per pixel;
    without them the renderer decides. With `keeps`, the floor is kept until the camera moves, as a window wants it;
    without, a picture is painted once, and in bands (`bands`), for a window may be painted meanwhile. Pictures of skins
    have at most `longest` texels a side, where that is said.
    """

    def __init__(
        self,
        detail: float | None = None,
        fine: bool | None = None,
        keeps: bool = True,
        longest: int | None = None,
    ) -> None:
        self._detail, self._fine, self._keeps, self._longest = detail, fine, keeps, longest
        self._parts: _Parts | None = None

    @property
    def waits(self) -> bool:
        """Return whether pictures of skins are there that the last frame had no time for: the next one shows more."""
        return self._parts is not None and self._parts.meshes.skins.waits

    def free(self) -> None:
        """Delete all objects. Needs a current context that shares with the one that they were made in."""
        if self._parts is not None:
            self._parts.made.free()
            self._parts = None

    def renew(self) -> None:
        """Delete all objects that still exist: the next paint makes them anew."""
        parts, self._parts = self._parts, None
        forget_errors()
        if parts is not None:
            parts.made.free()
        forget_errors()

    def paint(
        self,
        scene: Scene,
        camera: Camera,
        width: float,
        height: float,
        pixel_ratio: float = 1.0,
        target: int | None = None,
    ) -> None:
        """Paint into the frame buffer `target`, or the bound one; width and height in logical pixels."""
        if target is None:
            target = bound_frame()
        if self._parts is None:
            self._parts = _Parts(self._detail, self._fine, self._keeps, self._longest)
        self._parts.paint(target, scene, camera, width, height, pixel_ratio)


def bound_frame() -> int:
    """The frame buffer that is bound."""
    return GL.integer(GL.GL_DRAW_FRAMEBUFFER_BINDING)


def forget_errors() -> None:
    """Clear error flags that other code has left: the next checked call would raise them as its own."""
    for _ in range(MOST_ERRORS):
        if GL.glGetError() == GL.GL_NO_ERROR:
            break


class _Parts:
    """The painters of floor, meshes, bones, lines and overlay, in one context."""

    def __init__(self, detail: float | None, fine: bool | None, keeps: bool, longest: int | None) -> None:
        self.made = made = GlResources()
        self._in_bands = not keeps
        if fine is None:
            renderer = GL.glGetString(GL.GL_RENDERER).decode(errors="replace").lower()
            fine = not any(name in renderer for name in SOFTWARE)
        self.floor, self.layers = Floor(made, fine, keeps), Layers(made, self._in_bands)
        self.meshes = MeshPainter(made, fine, detail or (1.0 if fine else DETAIL), keeps, longest)
        self._fine, self._maps = fine, dict[int, DepthMap]()
        self.still_figures = StillFigures(made)
        self.octahedra, self.strokes = Octahedra(made), StrokeLayer(made)
        self.overlay = OverlayLayer(made, self._in_bands)

    def paint(self, target: int, scene: Scene, camera: Camera, width: float, height: float, ratio: float) -> None:
        camera = scene.seen_whole(camera)
        _plain_state()
        self.meshes.begin(len(scene.figures))
        matrix = (camera.projection(width, height) @ camera.view()).astype(np.float32)
        lights = self._lights(scene, camera, key_light(camera, scene.display.fixed_light))
        frame = Frame(scene, camera, camera.within(scene.figure.place), matrix, lights, width, height, ratio)
        self.floor.cast(frame)
        still = self._still(frame)
        places = [place for place in range(len(scene.figures)) if still is None or place not in still.places]
        cover = self._cover(frame, places)
        part = frame.whole if still is None else self._touched(frame, places, cover)
        if still is not None:
            cover |= still.cover
            still.copy_to(target)
        hides = _hides(scene)
        if hides or (still is None and scene.terrain is not None):
            drawn = frame.whole
        else:
            drawn = cover.around(*frame.size) if still is None else grown(part, *frame.size)
        self._draw(frame, places, still, drawn)
        self.meshes.free_others(scene.figures)
        self.floor.paint(target, frame, range(len(scene.figures)), self.layers.drawn.depth, part)
        self.layers.compose(self.layers.drawn, cover, frame, part)
        lines = strokes(scene, frame.own, width, height)
        self.strokes.paint(lines, self.layers.drawn.depth, FAINT if hides else 1.0, width, height, ratio)
        self.overlay.paint(scene, frame.own, width, height, ratio)
        _plain_state()

    def _still(self, frame: Frame) -> StillPicture | None:
        """Return the picture of the figures that are still. A picture that is painted once has none."""
        scene = frame.scene
        view = (
            *(frame.camera, frame.size, frame.height, frame.ratio, scene.colours, scene.background),
            *(scene.display.fixed_light, scene.terrain, scene.figure.faded),
        )
        places = self.still_figures.places(scene, view)
        if self._in_bands or self.meshes.skins.waits:
            return None

        def draw(still: StillPicture) -> Cover:
            self._begin(frame, still.drawn)
            self._bodies(frame, places)
            cover = covered([scene.figures[place] for place in places], frame.camera, *frame.size)
            self.floor.paint(still.finished, frame, places, still.drawn.depth, frame.whole)
            self.layers.compose(still.drawn, cover, frame, frame.whole)
            return cover

        return self.still_figures.picture(scene, places, view, frame.size, draw) if places else None

    def _cover(self, frame: Frame, places: Iterable[int]) -> Cover:
        """Return the tiles that the figures in these places of the scene cover, and bones that are solids."""
        cover = covered([frame.scene.figures[place] for place in places], frame.camera, *frame.size)
        return cover | covered_by_bones(frame.scene.bones, frame.own, *frame.size) if _solids(frame.scene) else cover

    def _touched(self, frame: Frame, places: Iterable[int], cover: Cover) -> Part:
        """Return the part of the picture that these tiles, and the shadows of the figures in these places, change."""
        return around([cover.around(*frame.size), *(self.floor.touched(place, frame) for place in places)])

    def _draw(self, frame: Frame, places: Iterable[int], still: StillPicture | None, part: Part) -> None:
        """Draw a part of the figures in these places of the scene, beside those that are still, and of solid bones."""
        self.layers.drawn.begin(*frame.size)
        for _ in bands(part, self._in_bands):
            self._begin(frame, self.layers.drawn) if still is None else self.layers.drawn.copy(still.drawn, part)
            self._bodies(frame, [place for place in places if place > 0])
            self._edited(frame)
            self.meshes.paint_transparent(frame.scene.figures, frame.sight, frame.lights)
            if _solids(frame.scene):
                if frame.scene.in_rest_pose:
                    GL.glClear(GL.GL_DEPTH_BUFFER_BIT)
                self.octahedra.paint(frame.scene, frame.own, frame.width, frame.height, frame.ratio)
        self.layers.end()

    def _begin(self, frame: Frame, drawn: Attachments) -> None:
        """Clear the bound frame buffer, that of `drawn`, but for the depths of the ground."""
        drawn.clear()
        if frame.scene.terrain is not None:
            self.floor.terrain.hide_behind(frame.scene.terrain, frame.matrix)

    def _edited(self, frame: Frame) -> None:
        """Draw the figure that is edited after its ghosts, which other figures and the ground may hide."""
        GL.glEnable(GL.GL_DEPTH_TEST)
        if frame.scene.figure.ghosts:
            self.layers.only_ghost(True)
            self.meshes.paint_ghosts(frame.scene.figure, frame.sight)
            self.layers.only_ghost(False)
        self._bodies(frame, (0,))

    def _bodies(self, frame: Frame, places: Iterable[int]) -> None:
        """Draw the figures in these places of the scene."""
        GL.glEnable(GL.GL_DEPTH_TEST)
        for place in places:
            self.meshes.paint(frame.scene.figures[place], place, frame.sight, frame.lights[place])

    def _lights(self, scene: Scene, camera: Camera, key: NDArray[np.float64]) -> list[Light]:
        """Return the light of each figure. The map of depths of one that needs it is rendered: where graphics are fast
        enough a skin casts the shadow of its triangles, on itself too."""

        def is_mapped(figure: DrawnFigure) -> bool:
            has_skin = self._fine and figure.has_skin and figure.finish != "faint" and bool(figure.shown.any())
            return figure.casts_itself or has_skin

        mapped = {place: figure for place, figure in enumerate(scene.figures) if is_mapped(figure)}
        for place in self._maps.keys() - mapped.keys():
            self._maps.pop(place).free(self.made)
        casts: dict[int, Cast] = {}
        for place, figure in mapped.items():
            if place not in self._maps:
                self._maps[place] = DepthMap(self.made, self._fine)
            casts[place] = self._maps[place].cast(figure, place, self.meshes, camera, key)
        return [Light(each.capsules, each.scale, key, casts.get(place)) for place, each in enumerate(scene.figures)]


def _hides(scene: Scene) -> bool:
    """Return whether the figure hides bones that lie behind its surface."""
    return not (scene.display.in_front or scene.in_rest_pose) and scene.display.figure in ("wood", "clay")


def _solids(scene: Scene) -> bool:
    """Return whether bones are drawn as solids, with or without a figure around them."""
    return scene.solid or (len(scene.bones.rows) > FEW_BONES and scene.display.bones != "sticks")


def _plain_state() -> None:
    """Restore the state that Qt and others expect."""
    for switch in (GL.GL_BLEND, GL.GL_DEPTH_TEST, GL.GL_SCISSOR_TEST, GL.GL_CULL_FACE, GL.GL_STENCIL_TEST):
        GL.glDisable(switch)
    GL.glDepthFunc(GL.GL_LESS)
    GL.glDepthMask(True)
    GL.glColorMask(True, True, True, True)
    GL.glUseProgram(0)
    GL.glBindVertexArray(0)
    GL.glBindBuffer(GL.GL_ARRAY_BUFFER, 0)
    GL.glActiveTexture(GL.GL_TEXTURE0)
