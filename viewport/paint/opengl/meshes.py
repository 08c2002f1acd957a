"""Meshes on the graphics card: each is uploaded once, and posed by a palette that is uploaded once per pose.

Wood is drawn here; parts of a character are handed on to the painter of skins.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import tan
from typing import Literal

import numpy as np

from pantin.viewport.figure import mannequin
from pantin.viewport.paint.opengl.gl import GL
from pantin.viewport.paint.opengl.gl_resources import GlResources
from pantin.viewport.paint.opengl.light import Light
from pantin.viewport.paint.opengl.mesh_on_card import INPUTS, Matrix, MeshOnCard, PaletteOnCard, keep_grain
from pantin.viewport.paint.opengl.shader_program import Program
from pantin.viewport.paint.opengl.skins import Drawn, Sight, SkinPainter
from pantin.viewport.scene.scene import DrawnFigure, Marks
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.colours import linear
from pantin.viewport.values.mesh import Mesh

_Pass = Literal["body", "mapped", "ghost", "depth"]
"""The passes: a body lit with shadows of capsules, or of a map of depths; a silhouette; depths alone."""

FRAGMENTS: dict[_Pass, str] = {
    "body": "figure.frag",
    "mapped": "figure.frag",
    "ghost": "ghost.frag",
    "depth": "depth.frag",
}

CLOSE = 1.5
"""Metres that a picture is high, for a figure of 1.77 m: from here on its parts are drawn in full detail."""


class MeshPainter:
    """Paints figures. With `fine`, light and grain are computed per pixel, otherwise per vertex.

    `detail` scales the number of rings and spokes of the parts; seen from close by, the full number is used. With
    `waits` the pictures of skins are uploaded a few in a frame; they have at most `longest` texels a side, if any.
    """

    def __init__(self, made: GlResources, fine: bool, detail: float, waits: bool, longest: int | None = None) -> None:
        self._made, self._detail, self._fine = made, detail, fine
        self._programs: dict[tuple[int, _Pass], Program] = {}
        self._meshes: dict[Mesh, MeshOnCard] = {}
        self._palettes: list[PaletteOnCard] = []
        self._ghost_palette = PaletteOnCard(made)
        self.skins = SkinPainter(made, fine, waits, longest)
        self._program(1, "body")
        self._program(1, "ghost")
        mannequin.expect(detail, keep_grain)

    def begin(self, count: int) -> None:
        """Begin a frame of so many figures: each has a palette of its own."""
        self.skins.begin()
        while len(self._palettes) < count:
            self._palettes.append(PaletteOnCard(self._made))
        while len(self._palettes) > count:
            self._palettes.pop().free(self._made)

    def paint(self, figure: DrawnFigure, place: int, sight: Sight, light: Light) -> None:
        """Draw what hides of the figure in a place of the scene in its light, into the colour and mask attachments."""
        if not figure.shown.any():
            return
        self._palettes[place].hold(figure)
        colours, matt = sight.colours, figure.finish == "clay"
        wood = (colours.wood, colours.wood_grain, colours.ball, colours.ball_grain)
        clay = (colours.clay, colours.clay, colours.clay_ball, colours.clay_ball)
        for mesh in self._wooden(figure, sight.camera):
            (GL.glDisable if figure.is_mirrored else GL.glEnable)(GL.GL_CULL_FACE)
            light.bind()
            self._program(mesh.influences, "body" if light.cast is None else "mapped").use(
                camera=sight.matrix,
                eye=sight.camera.eye,
                palette=0,
                figure=float(place),
                unit=mesh.unit,
                wood=np.array([linear(colour) for colour in (clay if matt else wood)]),
                polish=0.0 if matt else 1.0,
                opacity=figure.opacity,
                brightness=colours.brightness,
                **light.uniforms(),
            )
            self._draw(mesh, self._palettes[place], figure.shown)
        GL.glDisable(GL.GL_CULL_FACE)
        if figure.has_skin:
            self.skins.paint(self._drawn(figure, place, self._palettes[place]), sight, light)

    def paint_transparent(self, figures: Sequence[DrawnFigure], sight: Sight, lights: Sequence[Light]) -> None:
        """Draw what lets something show through of all figures of the scene."""
        drawn = []
        for place, figure in enumerate(figures):
            if figure.has_skin and figure.shown.any():
                self._palettes[place].hold(figure)
                drawn.append(self._drawn(figure, place, self._palettes[place]))
        self.skins.paint_transparent(drawn, sight, lights)

    def paint_ghosts(self, figure: DrawnFigure, sight: Sight) -> None:
        """Draw the silhouettes of the ghosts of the figure that is edited into the mask."""
        for ghost in figure.ghosts:
            self._ghost_palette.upload(ghost.palette, np.zeros_like(figure.tints))
            for mesh in self._wooden(figure, sight.camera):
                self._program(mesh.influences, "ghost").use(camera=sight.matrix, palette=0)
                self._draw(mesh, self._ghost_palette, ghost.shown)
            if figure.has_skin and ghost.shown.any():
                self.skins.paint_flat(self._drawn(figure, 0, self._ghost_palette), sight.matrix, "GHOST")

    def paint_depth(self, figure: DrawnFigure, place: int, matrix: Matrix, camera: Camera) -> None:
        """Draw the depths of the figure in a place of the scene, in clip coordinates by `matrix` (4, 4), in the detail
        in which the `camera` sees it."""
        self._palettes[place].hold(figure)
        for mesh in self._wooden(figure, camera):
            self._program(mesh.influences, "depth").use(camera=matrix, palette=0)
            self._draw(mesh, self._palettes[place], figure.shown)
        if figure.has_skin:
            self.skins.paint_flat(self._drawn(figure, place, self._palettes[place]), matrix, "DEPTH")

    def free_others(self, figures: Sequence[DrawnFigure]) -> None:
        """Delete the meshes that are none of these figures', in any detail."""
        theirs = {mesh for figure in figures for levels in figure.meshes for mesh in levels.made}
        for mesh in self._meshes.keys() - theirs:
            self._meshes.pop(mesh).free()
        self.skins.free_others(theirs)

    def _wooden(self, figure: DrawnFigure, camera: Camera) -> list[MeshOnCard]:
        """Return the meshes of a figure that have no materials of their own, in the detail that the camera needs."""
        detail = max(self._detail, 1.0) if _is_close(figure, camera) else self._detail
        return [self._on_card(levels.at(detail)) for levels in figure.meshes if not levels.full.groups]

    def _drawn(self, figure: DrawnFigure, place: int, palette: PaletteOnCard) -> Drawn:
        """Return the skins of a figure with a palette that poses them."""
        skins = [(n, self._on_card(each.full)) for n, each in enumerate(figure.meshes) if each.full.groups]
        return Drawn(figure, place, palette, skins)

    @staticmethod
    def _draw(mesh: MeshOnCard, palette: PaletteOnCard, shown: Marks) -> None:
        """Draw the bodies of the shown bones, posed by a palette."""
        palette.bind()
        mesh.bind()
        mesh.draw(shown)
        GL.glBindVertexArray(0)

    def _program(self, influences: int, drawn: _Pass) -> Program:
        """Return the program for meshes of which so many joints carry each vertex; it is made at its first use."""
        known = self._programs.get((influences, drawn))
        if known is None:
            shades = drawn in ("body", "mapped")
            defines = [f"INFLUENCES {influences}"]
            if shades and not self._fine:
                defines.append("CHEAP")
            elif drawn == "mapped":
                defines.append("MAPPED")
            known = Program(self._made, "figure.vert", FRAGMENTS[drawn], INPUTS, defines=defines)
            self._programs[influences, drawn] = known
        return known

    def _on_card(self, mesh: Mesh) -> MeshOnCard:
        """Return a mesh on the card; it is uploaded where it is not there yet."""
        if mesh not in self._meshes:
            self._meshes[mesh] = MeshOnCard(self._made, mesh, grained=not self._fine)
        return self._meshes[mesh]


def _is_close(figure: DrawnFigure, camera: Camera) -> bool:
    """Return whether the camera is so close that rings and spokes of a coarse figure would be seen as edges."""
    return 2 * tan(camera.fov / 2) * camera.distance < CLOSE * figure.scale
