"""The figures of a scene: their meshes and palettes, tints and outlines, and ghosts of the one that is edited."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, NamedTuple

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs.document import Document
from pantin.rigs.figure import Figure
from pantin.rigs.remembered import make_room, remembered
from pantin.rigs.rig import Rig
from pantin.solver import Posed
from pantin.solver.gaze import looking
from pantin.viewport.figure.mannequin import levels
from pantin.viewport.figure.skin import Skin, materials_of_parts, morphs_of, skin_of, with_skin
from pantin.viewport.scene.posed_rig import PosedRig
from pantin.viewport.scene.rig_arrays import RigArrays, rig_arrays
from pantin.viewport.scene.scene import (
    ACTIVE,
    HIGHLIGHTED,
    HOVERED,
    NOT_MORPHED,
    NOT_PAINTED,
    NOT_REWEIGHTED,
    SELECTED,
    Backdrop,
    Display,
    DrawnFigure,
    FigureStyle,
    Flags,
    Floats,
    Ghost,
    Marks,
    Morphed,
    SkinStyle,
)
from pantin.viewport.values.colours import STAIN, Colours, linear
from pantin.viewport.values.loaded_character import Characters
from pantin.viewport.values.mesh import Levels, Mesh, Weighted
from pantin.viewport.values.overlay import Overlay
from pantin.viewport.values.place import place_of, placed, posed_others, size_of

UNDER_POINTER = 0.3
"""The part of the stain that a skin takes under the pointer, 0 to 1: less than where its bone is selected."""

STILL = 1e-6
"""A bone that is not farther than this from its ghost has none, metres for a figure of 1.77 m."""


class _Bodies(NamedTuple):
    """The meshes of a figure, and which rows of their palette are drawn; `rows` are the bones that these follow."""

    meshes: tuple[Levels, ...]
    shown: Marks
    rows: NDArray[np.intp]
    skin: Skin | None

    @property
    def hidden(self) -> frozenset[int]:
        """Return the parts of the skin that are not drawn."""
        return frozenset() if self.skin is None else self.skin.hidden

    def palette(self, place: Floats, matrices: Floats) -> NDArray[np.float32]:
        """Return the palette (p, 3, 4) in the world, given the bones (n, 4, 4) in the armature space."""
        every = matrices if self.skin is None else with_skin(self.skin, np.asarray(matrices))
        return _palette(placed(place, every))

    def tints(self, colours: Colours, marks: Flags) -> NDArray[np.float32]:
        """Return the stain of each row (p, 4), and how much of it it takes.

        A skin takes some under the pointer as well: its joints have no edges that could be outlined.
        """
        found = np.zeros((len(self.rows), 4), dtype=np.float32)
        bones, held = len(marks), self.rows >= 0
        found[held] = _tints(colours, marks)[self.rows[held]]
        over = held[bones:] & (marks[self.rows[bones:]] & HOVERED > 0) if bones else held[bones:]
        found[bones:, 3][over] = np.maximum(found[bones:, 3][over], UNDER_POINTER)
        return found

    def shares(self, marks: Flags) -> NDArray[np.float32]:
        """Return the tint of each row (p, 4) by which skins show what the active bone moves: its own rows alone."""
        found = np.zeros((len(self.rows), 4), dtype=np.float32)
        held = self.rows >= 0
        found[held, 3] = marks[self.rows[held]] & ACTIVE > 0
        return found

    def outlines(self, marks: Flags) -> Flags:
        """Return which rows (p,) are outlined: bodies of wood alone."""
        found = np.zeros(len(self.rows), dtype=np.uint8)
        found[: len(marks)] = _outlines(marks)
        return found


def figure(
    posed: PosedRig,
    overlay: Overlay,
    colours: Colours,
    display: Display,
    compared: Posed | None,
    of: Figure,
    characters: Characters,
) -> DrawnFigure:
    """Return the figure `of` a posed rig in the colours of its marks; faded beside a `compared` pose."""
    wood, marks, place, of = levels(posed.rig), posed.marks, place_of(of), _looking(of, posed.pose)
    bodies = _bodies(of, posed.rig, wood, posed.arrays, display, characters)
    palette = bodies.palette(place, posed.matrices)
    heat = display.skin == "weights" and bodies.skin is not None
    scale = wood.full.scale * size_of(place)
    return DrawnFigure(
        name=of.name,
        meshes=bodies.meshes,
        place=place,
        scale=scale,
        finish="clay" if heat else _finish(display.figure),
        faded=compared is not None,
        shown=bodies.shown,
        palette=palette,
        tints=bodies.shares(marks) if heat else bodies.tints(colours, marks),
        outlines=bodies.outlines(marks) if compared is None else np.ones(len(bodies.shown), dtype=np.uint8),
        ghosts=_ghosts(palette, bodies, overlay, compared, place, STILL * scale),
        capsules=_capsules(wood.full, placed(place, posed.matrices), _shown(posed.arrays, display.figure)),
        morphed=_morphed(bodies),
        reweighted=_reweighted(bodies),
        hidden=bodies.hidden,
        materials=NOT_PAINTED if bodies.skin is None else materials_of_parts(bodies.skin),
        sheer=display.skin == "both",
        heat=heat,
    )


def faint_figure(backdrop: Backdrop, display: Display, of: Figure, characters: Characters) -> DrawnFigure:
    """Return the figure as a backdrop while the rest pose is edited: as last built, in one colour, without shadows."""
    return _unmarked(
        looking(of, np.asarray(backdrop.matrices)),
        backdrop.rig,
        np.asarray(backdrop.matrices),
        display,
        True,
        characters,
    )


def other_figures(
    document: Document,
    others: Mapping[str, Posed],
    display: Display,
    over: str | None,
    faint: bool,
    characters: Characters,
) -> tuple[DrawnFigure, ...]:
    """Return the figures of a scene that are not edited, those of them that have a pose in `others`, by name.

    The one that is called `over` is outlined whole: it is under the pointer. One of which nothing changes is the very
    same object as at the frame before. They are backdrops, too, where the edited one is `faint`.
    """
    make_room(len(document.scene.figures))
    return tuple(
        _other(each, pose, display.figure, display.skin, faint, each.name == over, characters)
        for each, pose in posed_others(document, others)
    )


@remembered()
def _other(
    figure: Figure,
    pose: Posed,
    style: FigureStyle,
    skin: SkinStyle,
    faint: bool,
    hovered: bool,
    characters: Characters,
) -> DrawnFigure:
    """Return a figure that is not edited."""
    drawn = _unmarked(
        _looking(figure, pose), figure.rig, pose.matrices, Display(figure=style, skin=skin), faint, characters
    )
    return replace(drawn, outlines=np.full_like(drawn.outlines, 2)) if hovered else drawn


def _looking(figure: Figure, pose: Posed) -> Figure:
    """Return a figure with the expressions by which its eyes look in a pose."""
    return looking(figure, np.asarray(pose.matrices), pose.others)


def _unmarked(
    figure: Figure, rig: Rig, matrices: Floats, display: Display, faint: bool, characters: Characters
) -> DrawnFigure:
    """Return a figure of which no bone is marked; a faint one is a backdrop and casts no shadow."""
    wood, place, arrays = levels(rig), place_of(figure), rig_arrays(rig)
    bodies = _bodies(figure, rig, wood, arrays, display, characters)
    count = len(bodies.shown)
    casting = _shown(arrays, display.figure)
    return DrawnFigure(
        name=figure.name,
        meshes=bodies.meshes,
        place=place,
        scale=wood.full.scale * size_of(place),
        finish="faint" if faint else _finish(display.figure),
        faded=False,
        shown=bodies.shown,
        palette=bodies.palette(place, matrices),
        tints=np.zeros((count, 4), dtype=np.float32),
        outlines=np.zeros(count, dtype=np.uint8),
        ghosts=(),
        capsules=np.zeros((0, 8), dtype=np.float32)
        if faint
        else _capsules(wood.full, placed(place, matrices), casting),
        morphed=_morphed(bodies),
        reweighted=_reweighted(bodies),
        hidden=bodies.hidden,
        materials=NOT_PAINTED if bodies.skin is None else materials_of_parts(bodies.skin),
        sheer=display.skin == "both",
    )


def _bodies(
    figure: Figure, rig: Rig, wood: Levels, arrays: RigArrays, display: Display, characters: Characters
) -> _Bodies:
    """Return what is drawn of a figure: wood, or its skin where it has one and that is wanted, or both."""
    skin = None if display.skin == "wood" else skin_of(msgspec.structs.replace(figure, rig=rig), characters)
    wooden = _shown(arrays, display.figure)
    own = np.arange(len(wooden))
    if skin is None:
        return _Bodies((wood,), wooden, own, None)
    both = display.skin == "both"
    skinned = np.full(len(skin.bound.rows), display.figure != "off")
    shown = np.concatenate([wooden if both else np.zeros_like(wooden), skinned])
    meshes = (wood, skin.mesh) if both else (skin.mesh,)
    return _Bodies(meshes, shown, np.concatenate([own, skin.bound.rows]), skin)


def _morphed(bodies: _Bodies) -> Morphed:
    """Return the positions and normals of the skin, where morph targets move it."""
    found = None if bodies.skin is None else morphs_of(bodies.skin)
    return NOT_MORPHED if found is None else {len(bodies.meshes) - 1: found}


def _reweighted(bodies: _Bodies) -> Mapping[int, Weighted]:
    """Return what moves the skin in place of its own weights."""
    found = None if bodies.skin is None else bodies.skin.reweighted
    return NOT_REWEIGHTED if found is None else {len(bodies.meshes) - 1: found}


def _finish(style: FigureStyle) -> Literal["wood", "clay", "x-ray"]:
    return "wood" if style == "off" else style


def _palette(matrices: Floats) -> NDArray[np.float32]:
    """Return the palette (n, 3, 4) of the wooden figure: the matrices (n, 4, 4) of its bones in the world."""
    return np.asarray(matrices)[:, :3].astype(np.float32)


def _shown(arrays: RigArrays, style: FigureStyle) -> Marks:
    """The bones (n,) whose bodies are drawn."""
    return np.zeros_like(arrays.hidden) if style == "off" else ~arrays.hidden


def _tints(colours: Colours, marks: Flags) -> NDArray[np.float32]:
    """The stain of each bone and how much of it it takes (n, 4)."""
    amounts = np.array([_tint(colours, mark) for mark in range(16)], dtype=np.float32)
    tints = np.empty((len(marks), 4), dtype=np.float32)
    tints[:, :3] = linear(STAIN)
    tints[:, 3] = amounts[marks]
    return tints


def _tint(colours: Colours, mark: int) -> float:
    """Return the part of the stain that a bone with these marks takes, 0 to 1."""
    if mark & HIGHLIGHTED:
        return colours.highlight
    if mark & ACTIVE:
        return colours.highlight * 0.9
    if mark & SELECTED:
        return colours.highlight * 0.75
    return 0.0


def _outlines(marks: Flags) -> Flags:
    """Per bone (n,): 1 outlined as part of the highlighted chain, 2 as hovered, 0 not."""
    return np.where(marks & HIGHLIGHTED, 1, np.where(marks & HOVERED, 2, 0)).astype(np.uint8)


def _ghosts(
    palette: NDArray[np.float32],
    bodies: _Bodies,
    overlay: Overlay,
    compared: Posed | None,
    place: Floats,
    still: float,
) -> tuple[Ghost, ...]:
    """The ghosts of the figure: the other solver's pose, or else the pose before a drag, and more."""
    before = () if overlay.ghost is None else (overlay.ghost,)
    others = (*before, *overlay.ghosts) if compared is None else (compared.matrices,)
    found, shown = [], bodies.shown
    bones = len(palette) - (0 if bodies.skin is None else len(bodies.skin.bound.rows))
    for other in others:
        if len(other) == bones:
            theirs = bodies.palette(place, np.asarray(other))
            moved = np.abs(theirs - palette).max(axis=(1, 2), initial=0.0) > still
            if compared is not None:
                found.append(Ghost(theirs, shown if moved.any() else moved, "right", clear=False))
            else:
                found.append(Ghost(theirs, shown & moved, "ghost", clear=True))
    return tuple(found)


def _capsules(wood: Mesh, matrices: Floats, shown: Marks) -> NDArray[np.float32]:
    """The stand-ins that cast shadows (c, 8), of the bodies that are drawn."""
    carried = wood.capsules.some(shown[wood.capsules.rows]).carried(matrices)
    found = np.empty((len(carried.rows), 8), dtype=np.float32)
    found[:, 0:3], found[:, 3] = carried.starts, carried.radii
    found[:, 4:7], found[:, 7] = carried.ends, carried.rows
    return found
