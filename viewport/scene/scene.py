"""The scene to paint, without the camera: meshes with their palettes, bones as arrays, all else as shapes.

`viewport.scene.scene_builder` makes it. Arrays have one row per bone; whatever needs a camera (sizes in pixels, what
lies in front) is left to the painting. Figures are given in the world, all else in the armature space of the first.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Literal

import msgspec
import numpy as np
from numpy.typing import NDArray

from pantin.rigs.meshes.materials import Material
from pantin.rigs.rig import Rig
from pantin.viewport.scene.face import Face
from pantin.viewport.scene.ground.terrain import Terrain
from pantin.viewport.scene.outlines import Outline
from pantin.viewport.scene.pins import PinMark
from pantin.viewport.values.camera import Camera
from pantin.viewport.values.colours import Colour, ColourRole, Colours
from pantin.viewport.values.mesh import Floats32, Levels, Weighted, bounds
from pantin.viewport.values.overlay import Dot, Label, Overlay, Shape
from pantin.viewport.values.place import size_of

Floats = NDArray[np.float64]
Flags = NDArray[np.uint8]
Marks = NDArray[np.bool_]
ShownLimits = Literal["none", "active", "selected"]
"""The bones whose joint limits are drawn."""

HIGHLIGHTED, SELECTED, ACTIVE, HOVERED = 1, 2, 4, 8
"""Marks of a bone. They add up."""

WIDTH, WIDEST = 0.10, 0.04
"""Half width of a bone's octahedron: against its length, and at most, metres for a figure of 1.77 m."""


FigureStyle = Literal["wood", "clay", "x-ray", "off"]
SkinStyle = Literal["skin", "wood", "both", "weights"]


class Display(msgspec.Struct, frozen=True):
    """The display of figure and bones."""

    bones: Literal["octahedra", "sticks", "wire"] = "octahedra"
    in_front: bool = True
    """Whether bones lie in front of the figure; otherwise they shine through it faintly where it hides them."""
    figure: FigureStyle = "wood"
    skin: SkinStyle = "skin"
    """The display of a figure that has a skin: that, the wooden figure in its place, the skin sheer over it, or the
    weights of the active bone on the skin."""
    names: bool = False
    axes: bool = False
    limits: ShownLimits = "active"
    """The bones whose joint limits are drawn."""
    relations: bool = False
    """Whether what constraints tie to the selected bones is always drawn, not only under the pointer."""
    controls: Literal["needed", "always"] = "needed"
    """When handles, poles and bones are drawn: of the limb that is hovered, selected or pulled, or all of them."""
    alone: bool = False
    """Whether the figure is shown alone, without any control."""
    balance: bool = False
    """Whether the centre of mass is marked on the floor, with what supports it."""
    last_step: bool = False
    """Whether the figure is outlined as it was before the last step that posed it."""
    fixed_light: bool = False
    """Whether the key light is fixed to the world. It follows the camera, as nobody should have to search for the side
    from which a pose can be read."""
    frames: bool = False
    """Whether the figure is outlined in frames beside the one that is shown, with the way of the active bone's end."""


DISPLAY = Display()
"""Bones in front, and of the controls only what is needed: twenty handles over a figure hide its pose."""


class Backdrop(msgspec.Struct, frozen=True, eq=False):
    """The figure behind bones that are edited: the rig that it was built from, and its matrices (n, 4, 4)."""

    rig: Rig
    matrices: Floats


class Bones(msgspec.Struct, frozen=True, eq=False):
    """Bones to draw. Matrices (n, 3, 4) take the unit octahedron (half width 1, length 1) to the bone.

    `driven` marks those that an IK chain turns.
    """

    rows: NDArray[np.intp]
    matrices: NDArray[np.float32]
    colours: NDArray[np.uint8]
    flags: Flags
    driven: Marks
    heads: Floats
    tails: Floats


class Control(msgspec.Struct, frozen=True, eq=False):
    """A handle, a pole, or a bone with a shape of its own: an outline in axes (4, 4) that are at its head."""

    name: str
    shape: Outline
    axes: Floats
    radius: float
    role: ColourRole
    flags: int
    beside: tuple[Floats, float] | None = None
    """Place (3,) and radius of the control that it is seen no larger than."""


class Ghost(msgspec.Struct, frozen=True, eq=False):
    """Another pose of the figure, in outline: its palette (n, 3, 4), and which bodies are drawn.

    `clear` keeps it away from the figure; otherwise it lies over it.
    """

    palette: NDArray[np.float32]
    shown: Marks
    role: ColourRole
    clear: bool


ENDLESS = 1e9
"""Metres: what a shader is told for a reach without an end."""

X_RAY, FAINT = 0.35, 0.2
"""Opacity of the figure that lets its bones show through, and of one that is a backdrop to bones being edited."""

Morphed = Mapping[int, tuple[Floats32, Floats32]]
"""Positions and normals (v, 3) that meshes have in place of their own, by their place among those of the figure."""

NOT_MORPHED: Morphed = MappingProxyType({})
NOT_REWEIGHTED: Mapping[int, Weighted] = MappingProxyType({})
NOT_PAINTED: Mapping[int, Material] = MappingProxyType({})


class DrawnFigure(msgspec.Struct, frozen=True, eq=False, dict=True):
    """Meshes in a pose: the palette (n, 3, 4) takes their joints to the world, tints (n, 4) are RGB 0 to 1, and amount.

    The joints of wood are the bones of its rig. A figure with a skin has further rows behind them, of the joints of the
    skin and of parts without any; tints, outlines and what is shown are by these rows.
    It is the same object as long as nothing of it changes: what painters make of it is kept by it.
    """

    name: str
    meshes: tuple[Levels, ...]
    """All are posed by the one palette."""
    place: Floats
    """(4, 4): from the armature space of the figure to the world. It is part of the palette already."""
    scale: float
    """Size of the figure in the world, against a person of 1.77 m."""
    finish: Literal["wood", "clay", "x-ray", "faint"]
    faded: bool
    """Whether the figure steps back behind the lines of two solvers."""
    shown: Marks
    """The rows of the palette whose bodies are drawn: (n,)."""
    palette: NDArray[np.float32]
    tints: NDArray[np.float32]
    outlines: Flags
    """Per bone: 1 outlined as part of the highlighted chain, 2 as hovered, 0 not."""
    ghosts: tuple[Ghost, ...]
    """Drawn as one, in the role of the first."""
    capsules: NDArray[np.float32]
    """Stand-ins that cast shadows (c, 8): start, radius, end, row of the bone; in the world."""
    morphed: Morphed = NOT_MORPHED
    """Arrays are uploaded where they are other objects than before."""
    reweighted: Mapping[int, Weighted] = NOT_REWEIGHTED
    """Influences on the vertices of meshes in place of their own, by the place of each among the meshes."""
    materials: Mapping[int, Material] = NOT_PAINTED
    """By the parts of skins that expressions change, their materials."""
    hidden: frozenset[int] = frozenset()
    """The parts of skins that are not drawn."""
    sheer: bool = False
    """Whether skins are translucent, so that the wood in them is seen."""
    heat: bool = False
    """Whether skins show in colours, from none to all, how much of them the tinted rows move."""

    @cached_property
    def mirrored(self) -> Marks:
        """The rows (n,) of the palette that turn inside out what they carry."""
        return np.asarray(np.linalg.det(self.palette[:, :, :3]) < 0)

    @property
    def is_mirrored(self) -> bool:
        """Return whether any shown bone turns its body inside out."""
        return bool(self.mirrored[self.shown].any())

    @cached_property
    def has_skin(self) -> bool:
        """Return whether any of its meshes has materials of its own."""
        return any(each.full.groups for each in self.meshes)

    @cached_property
    def is_blended(self) -> bool:
        """Return whether any material of its skin lets others show through."""
        return any(group.material.alpha == "blend" for each in self.meshes for group in each.full.groups)

    def outline_widths(self, material: Material) -> tuple[float, float, float]:
        """Return how wide the outline of a part of it is: metres in the world, and parts of the height of the view, up
        to a depth in metres beyond which it becomes narrower as all does.
        """
        toon = material.toon
        if material.kind != "toon" or toon is None or toon.outline == "none":
            return 0.0, 0.0, 0.0
        width, size = max(toon.outline_width, 0.0), size_of(self.place)
        reach = min(toon.outline_reach * size, ENDLESS)
        return (width * size, 0.0, 0.0) if toon.outline == "world" else (0.0, width, reach)

    @property
    def opacity(self) -> float:
        """Return its opacity, 0 to 1."""
        return {"x-ray": X_RAY, "faint": FAINT}.get(self.finish, 1.0)

    @property
    def skin_opacity(self) -> float:
        """Return the opacity of its skins, 0 to 1."""
        return min(self.opacity, X_RAY) if self.sheer else self.opacity

    @cached_property
    def casts_itself(self) -> bool:
        """Return whether its shadow is that of its triangles: capsules do not stand for it. A backdrop casts none."""
        return self.finish != "faint" and bool(self.shown.any()) and any(each.full.casts_itself for each in self.meshes)

    @cached_property
    def bounds(self) -> Floats:
        """The lower and the upper corner (2, 3) of the box around all that is shown, in the world; nan around nothing.

        It is found from the boxes of the joints, whatever number of vertices there is.
        """
        found = []
        for mesh in self.meshes:
            boxes = mesh.full.boxes
            drawn = np.flatnonzero(self.shown[: len(boxes)] & ~np.isnan(boxes[:, 0, 0]))
            found.append(bounds(boxes[drawn], self.palette[drawn]))
        return np.stack([np.fmin.reduce([low for low, _ in found]), np.fmax.reduce([high for _, high in found])])


class Background(msgspec.Struct, frozen=True):
    """The background: what lies behind the figure and under it."""

    fill: Colour | Literal["view"] | None = "view"
    """One colour, the background of the view, or nothing: the picture is transparent there."""
    grid: bool = True
    shadow: bool = True

    @property
    def transparent(self) -> bool:
        """Return whether anything shows through."""
        return self.fill is None or (self.fill != "view" and self.fill[3] < 255)


VIEW_BACKGROUND = Background()
"""The background of the view, with the grid of the floor."""


class Scene(msgspec.Struct, frozen=True, eq=False):
    """Everything to paint, without the camera. The first of the figures is the one that is edited, whose bones and
    controls are drawn; `names` has the name of every bone of its rig, by row."""

    figures: tuple[DrawnFigure, ...]
    bones: Bones
    names: tuple[str, ...]
    controls: tuple[Control, ...]
    lines: tuple[Shape, ...]
    labels: tuple[Label, ...]
    dots: tuple[Dot, ...]
    """At the ends of lines and the joints of chains, over the lines and under marked joints."""
    limits: tuple[Dot, ...]
    """A mark at every joint that has come to a limit, of bones that IK turns or people hold."""
    overlay: Overlay
    colours: Colours
    display: Display
    in_rest_pose: bool = False
    """Whether the rest pose is edited: the figure is a faint backdrop, bones are solid and lie before it."""
    pins: tuple[PinMark, ...] = ()
    """A push-pin at every bone that stays where it is."""
    joints: tuple[Dot, ...] = ()
    """The joints that are selected or under the pointer while the rest pose is edited."""
    background: Background = VIEW_BACKGROUND
    face: Face | None = None
    """Place of the head while a drag has its read-out beside the pointer, which keeps clear of it."""
    terrain: Terrain | None = None
    """The ground of the rig, where it has one that is not hidden; it lies in place of the grid of the floor."""

    @property
    def figure(self) -> DrawnFigure:
        """The figure that is edited."""
        return self.figures[0]

    def seen_whole(self, camera: Camera) -> Camera:
        """Return the camera with its far plane behind all figures."""
        bounds = np.concatenate([figure.bounds for figure in self.figures])
        return camera.reaching(bounds[np.isfinite(bounds[:, 0])])

    @property
    def solid(self) -> bool:
        """Return whether bones are solids of their own: no figure is there that they are in, or it is a backdrop."""
        return are_solid(self.display, self.in_rest_pose)


def are_solid(display: Display, in_rest_pose: bool) -> bool:
    """Return whether bones are drawn as solids of their own: octahedra with no figure around them but a faint
    backdrop.
    """
    return display.bones == "octahedra" and (in_rest_pose or display.figure == "off")
