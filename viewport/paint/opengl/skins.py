"""Skins of characters: their parts by material, as what the file says of colours, pictures, transparency and outlines.

What hides is drawn first: opaque parts, then those that are cut out, then the outlines of both. What lets something
show through comes after all figures, the farthest first. A surface whose picture has not come is drawn in one colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Literal, NamedTuple

import numpy as np

from pantin.rigs.meshes.materials import Material
from pantin.viewport.paint.opengl.gl import GL
from pantin.viewport.paint.opengl.gl_resources import GlResources
from pantin.viewport.paint.opengl.light import Light
from pantin.viewport.paint.opengl.looks import FIRST_UNIT, SLOTS, Look, Looks, units
from pantin.viewport.paint.opengl.mesh_on_card import INPUTS, Matrix, MeshOnCard, PaletteOnCard
from pantin.viewport.paint.opengl.shader_program import Program
from pantin.viewport.paint.opengl.textures import LONGEST_COARSE, Textures
from pantin.viewport.scene.scene import DrawnFigure
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.colours import Colours, linear
from pantin.viewport.values.mesh import Group, Mesh

AT_ONCE, AT_ONCE_COARSE = 4, 1
"""Textures that are uploaded in one frame of a window, by a graphics card and by a processor."""

LEAST_OUTLINE = 0.75
"""Pixels: a narrower outline is not drawn. Seen from afar it would darken the figure."""

CUT_OFF = 0.5
"""Below which alpha a transparent part neither casts a shadow nor is part of a silhouette."""


class Drawn(NamedTuple):
    """A figure that is drawn, its place in the scene, its palette on the card, and its skins there, by their places
    among the meshes of the figure."""

    figure: DrawnFigure
    place: int
    palette: PaletteOnCard
    skins: Sequence[tuple[int, MeshOnCard]]

    def items(self) -> Iterator[_Item]:
        """Yield the groups that are not hidden."""
        for mesh, card in self.skins:
            for group in card.mesh.groups:
                if group.count and group.part not in self.figure.hidden:
                    material = self.figure.materials.get(group.part, group.material)
                    yield _Item(mesh, card, group, material)

    def bind(self, item: _Item) -> None:
        """Bind the mesh of an item, morphed as this figure is."""
        item.card.bind(self.place, self.figure.morphed.get(item.mesh), self.figure.reweighted.get(item.mesh))

    def influences(self, item: _Item) -> int:
        """Return how many joints carry each vertex of an item."""
        return item.card.influences_with(self.figure.reweighted.get(item.mesh))


class Sight(NamedTuple):
    """The view of figures: the matrix (4, 4) from the world to the picture, the camera, colours, and the width and
    height of the picture, pixels."""

    matrix: Matrix
    camera: Camera
    colours: Colours
    size: tuple[int, int]


class _Item(NamedTuple):
    """A group, the mesh that it is of on the card, the place of that among the meshes of the figure, and the material
    that it has in this one."""

    mesh: int
    card: MeshOnCard
    group: Group
    material: Material


class _Sides(NamedTuple):
    """The sides that are drawn: whether those that run clockwise are in front, and which are left out, if any."""

    turned: bool
    culled: Literal["GL_FRONT", "GL_BACK"] | None


class _Run(NamedTuple):
    """Triangles of one mesh that follow each other and are drawn alike: those of `item`, and of items after it."""

    item: _Item
    as_outline: bool
    sides: _Sides
    triangles: int

    @property
    def end(self) -> int:
        """The first triangle after it."""
        return self.item.group.first + self.triangles

    def goes_on(self, item: _Item, as_outline: bool, sides: _Sides) -> bool:
        """Return whether an item is drawn with it."""
        is_alike = (item.card, as_outline, sides) == (self.item.card, self.as_outline, self.sides)
        return is_alike and item.material is self.item.material and item.group.first == self.end


def _runs(todo: Iterable[tuple[_Item, bool]], figure: DrawnFigure) -> Iterator[_Run]:
    """Yield items, each as its body or its outline, in as few runs as can be: a machine has thousands of parts."""
    is_mirrored = bool(figure.mirrored.any())
    run: _Run | None = None
    for item, as_outline in todo:
        sides = _sides(item, figure if is_mirrored else None, as_outline)
        if run is not None and run.goes_on(item, as_outline, sides):
            run = run._replace(triangles=run.triangles + item.group.count)
            continue
        if run is not None:
            yield run
        run = _Run(item, as_outline, sides, item.group.count)
    if run is not None:
        yield run


class SkinPainter:
    """Paints skins. Without `fine`, normals of pictures, gloss and shadows on themselves are left out, and pictures are
    smaller; so they are where they have at most `longest` texels a side. One that `waits` uploads a few pictures in a
    frame, any other all of them."""

    def __init__(self, made: GlResources, fine: bool, waits: bool, longest: int | None = None) -> None:
        self._made, self._fine = made, fine
        at_once = (AT_ONCE if fine else AT_ONCE_COARSE) if waits else None
        self._textures = Textures(made, longest if fine else LONGEST_COARSE, at_once)
        self._looks = Looks(self._textures, fine)
        self._programs: dict[tuple[int, tuple[str, ...]], Program] = {}

    @property
    def waits(self) -> bool:
        """Return whether pictures are there that were not uploaded in this frame: the next one shows more."""
        return self._textures.waits

    def begin(self) -> None:
        """Begin a frame."""
        self._textures.begin()

    def free_others(self, meshes: set[Mesh]) -> None:
        """Delete what is not of these meshes."""
        self._looks.keep(meshes)

    def paint(self, drawn: Drawn, sight: Sight, light: Light) -> None:
        """Draw what hides of a figure: opaque parts, those that are cut out, and the outlines of both."""
        items = [item for item in drawn.items() if item.material.alpha != "blend"]
        items.sort(key=lambda item: item.material.alpha == "mask")
        outlined = [item for item in items if _has_outline(item, drawn.figure, sight)]
        self._draw(drawn, sight, light, [*((item, False) for item in items), *((item, True) for item in outlined)])

    def paint_transparent(self, drawn: Sequence[Drawn], sight: Sight, lights: Sequence[Light]) -> None:
        """Draw what lets something show through of all figures, the farthest of them first."""
        back = sight.camera.axes[2]
        nearness = [float(np.nan_to_num(each.figure.bounds).mean(axis=0) @ back) for each in drawn]
        for at in np.argsort(nearness, kind="stable").tolist():
            items = [item for item in drawn[at].items() if item.material.alpha == "blend"]
            if items:
                self._blend(drawn[at], sight, lights[drawn[at].place], items)

    def _blend(self, drawn: Drawn, sight: Sight, light: Light, items: list[_Item]) -> None:
        """Draw transparent parts of a figure: those that write depth first, then by their order, the farthest first."""

        def turn(item: _Item) -> tuple[bool, int, float]:
            nearness = float(item.card.centre(item.group, drawn.figure.palette) @ sight.camera.axes[2])
            return not item.material.writes_depth, item.material.order, nearness

        GL.glEnablei(GL.GL_BLEND, 0)
        GL.glBlendFunc(GL.GL_ONE, GL.GL_ONE_MINUS_SRC_ALPHA)
        for item in sorted(items, key=turn):
            GL.glDepthMask(item.material.writes_depth)
            outlined = [(item, True)] if _has_outline(item, drawn.figure, sight) else []
            self._draw(drawn, sight, light, [(item, False), *outlined])
        GL.glDepthMask(True)
        GL.glDisablei(GL.GL_BLEND, 0)

    def paint_flat(self, drawn: Drawn, matrix: Matrix, what: Literal["GHOST", "DEPTH"]) -> None:
        """Draw silhouettes into the mask, or depths alone, in clip coordinates by a matrix (4, 4)."""
        drawn.palette.bind()
        for run in _runs(((item, False) for item in drawn.items()), drawn.figure):
            item = run.item
            look = self._looks.of(item.group, item.material, item.card.mesh, matt=False)
            is_cut = item.material.alpha != "opaque"
            if not look.is_drawn:
                continue
            kept = {"BASE", "COLOURS"} if is_cut else set()
            words = (*(word for word in look.words if word in kept), *(("CUT",) if is_cut else ()), what)
            cutoff = item.material.cutoff if item.material.alpha == "mask" else CUT_OFF
            program = self._program(drawn.influences(item), words)
            program.use(camera=matrix, **(look.uniforms | {"cutoff": float(cutoff)}))
            _bind(look)
            drawn.bind(item)
            item.card.draw_triangles(item.group.first, run.triangles)
        _end()

    def _draw(self, drawn: Drawn, sight: Sight, light: Light, todo: Sequence[tuple[_Item, bool]]) -> None:
        """Draw items, each as its body, or as its outline where that is said."""
        begun: set[Program] = set()
        light.bind()
        drawn.palette.bind()
        for run in _runs(todo, drawn.figure):
            item, as_outline = run.item, run.as_outline
            look = self._looks.of(item.group, item.material, item.card.mesh, drawn.figure.finish == "clay")
            if not look.is_drawn:
                continue
            program = self._program(drawn.influences(item), self._words(look, drawn.figure, light, as_outline))
            if program not in begun:
                program.use(sight.matrix, **_of_scene(drawn, sight, light))
                begun.add(program)
            more = {"wider": drawn.figure.outline_widths(item.material)} if as_outline else {}
            clay = {"base": _clay(look, sight.colours)} if drawn.figure.finish == "clay" else {}
            program.use(**(look.uniforms | more | clay))
            _bind(look)
            drawn.bind(item)
            _cull(run.sides)
            item.card.draw_triangles(item.group.first, run.triangles)
        _end()

    def _words(self, look: Look, figure: DrawnFigure, light: Light, as_outline: bool) -> tuple[str, ...]:
        """Return the words of the program that draws this of a figure, in this light."""
        words = [word for word in look.words if word != "WIDTH" or as_outline]
        if figure.opacity < 1.0:
            words.append("THROUGH")
        if as_outline:
            words.append("OUTLINE")
        if figure.heat:
            words.append("HEAT")
        if not self._fine:
            words.append("CHEAP")
        elif light.cast is not None and "LIT" in words and not as_outline:
            words.append("MAPPED")
        return tuple(words)

    def _program(self, influences: int, words: tuple[str, ...]) -> Program:
        """Return the program for meshes of which so many joints carry each vertex; it is made at its first use."""
        known = self._programs.get((influences, words))
        if known is None:
            defines = [f"INFLUENCES {influences}", *words]
            known = Program(self._made, "skin.vert", "skin.frag", INPUTS, defines=defines)
            known.use(None, palette=0, **units())
            self._programs[influences, words] = known
        return known


def _of_scene(drawn: Drawn, sight: Sight, light: Light) -> dict[str, Any]:
    """Return what all parts of a figure are drawn with."""
    return {
        "eye": sight.camera.eye,
        "figure": float(drawn.place),
        "opacity": drawn.figure.skin_opacity,
        "brightness": sight.colours.brightness,
        "aspect": sight.size[0] / sight.size[1],
        **(light.uniforms() | {"capsules": 0}),  # they lie inside the skin
    }


def _clay(look: Look, colours: Colours) -> Matrix:
    """Return the colour (4,) of a part that is drawn as clay, as transparent as it is."""
    return np.array([*linear(colours.clay), look.uniforms["base"][3]], dtype=np.float32)


def _has_outline(item: _Item, figure: DrawnFigure, sight: Sight) -> bool:
    """Return whether an outline is drawn around a part, and is wide enough to be seen."""
    if figure.finish == "clay":
        return False
    metres, parts, reach = figure.outline_widths(item.material)
    height, depth = sight.size[1], sight.camera.depth_of_target
    if not sight.camera.orthographic:
        parts *= min(reach / max(depth, 1e-9), 1.0)
    pixel = float(sight.camera.pixel(depth, height))
    return metres / pixel >= LEAST_OUTLINE or parts * height >= LEAST_OUTLINE


def _sides(item: _Item, mirrored: DrawnFigure | None, as_outline: bool) -> _Sides:
    """Return the sides of an item that are drawn; of parts whose joints mirror them, those are the other ones.

    `mirrored` is its figure where any of its joints do.
    """
    turned = np.zeros(0, bool) if mirrored is None else mirrored.mirrored[item.card.joints_of[item.group]]
    is_turned, is_mixed = bool(len(turned) and turned.all()), bool(turned.any()) and not turned.all()
    if is_mixed or (item.material.double_sided and not as_outline):
        return _Sides(is_turned, None)
    return _Sides(is_turned, "GL_FRONT" if as_outline else "GL_BACK")


def _cull(sides: _Sides) -> None:
    """Leave out the sides that are not seen."""
    GL.glFrontFace(GL.GL_CW if sides.turned else GL.GL_CCW)
    if sides.culled is None:
        GL.glDisable(GL.GL_CULL_FACE)
    else:
        GL.glEnable(GL.GL_CULL_FACE)
        GL.glCullFace(getattr(GL, sides.culled))


def _bind(look: Look) -> None:
    for unit, texture, sampler in look.bound:
        GL.glActiveTexture(GL.GL_TEXTURE0 + unit)
        GL.glBindTexture(GL.GL_TEXTURE_2D, texture)
        GL.glBindSampler(unit, sampler)


def _end() -> None:
    """Restore the state that others expect."""
    for unit in range(FIRST_UNIT, FIRST_UNIT + len(SLOTS)):
        GL.glBindSampler(unit, 0)
    GL.glActiveTexture(GL.GL_TEXTURE0)
    GL.glBindVertexArray(0)
    GL.glFrontFace(GL.GL_CCW)
    GL.glCullFace(GL.GL_BACK)
    GL.glDisable(GL.GL_CULL_FACE)
