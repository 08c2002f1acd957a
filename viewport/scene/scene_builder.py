"""Builds the scene to paint from a document, its evaluated pose and the overlay of a tool."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import dist

from msgspec.structs import replace

from pantin.rigs.document import Document, End
from pantin.rigs.fields import BoneRef
from pantin.rigs.figure import Figure
from pantin.rigs.scene import has_bone
from pantin.solver import Posed
from pantin.viewport.figure.mannequin import levels
from pantin.viewport.figure.skin import skin_of
from pantin.viewport.scene.annotations import NO_ANNOTATIONS, Annotations
from pantin.viewport.scene.balance_mark import balance_mark
from pantin.viewport.scene.bone_builder import bones, controls, limit_dots
from pantin.viewport.scene.constraint_lines import constraint_lines
from pantin.viewport.scene.face import face_of
from pantin.viewport.scene.figure_builder import faint_figure, figure, other_figures
from pantin.viewport.scene.goal_marks import goal_marks
from pantin.viewport.scene.ground.planted_rings import planted_rings
from pantin.viewport.scene.ground.terrain import terrain
from pantin.viewport.scene.pins import pin_marks
from pantin.viewport.scene.posed_rig import PosedRig, posed_rig
from pantin.viewport.scene.relations import relation_lines
from pantin.viewport.scene.scene import DISPLAY, Backdrop, Display, DrawnFigure, Floats, Scene, are_solid
from pantin.viewport.values.colours import DARK, Colours
from pantin.viewport.values.lengths import Lengths
from pantin.viewport.values.loaded_character import NO_CHARACTERS, Characters
from pantin.viewport.values.overlay import NOTHING, Dot, Overlay
from pantin.viewport.values.place import NO_OTHERS

MOST_JOINED = 1_000
"""Of more selected bones than this the ends are not marked: they are in the accent, and two dots for each of them would
take longer than all the rest of a frame."""


def scene(
    document: Document,
    evaluated: Posed,
    overlay: Overlay = NOTHING,
    colours: Colours = DARK,
    hovered: str | None = None,
    display: Display = DISPLAY,
    compared: Posed | None = None,
    lengths: Lengths = "auto",
    backdrop: Backdrop | None = None,
    related: tuple[int, ...] = (),
    others: Mapping[str, Posed] = NO_OTHERS,
    characters: Characters = NO_CHARACTERS,
) -> Scene:
    """Return what to paint for a document in its pose, `others` in theirs by name, with the skins of `characters`.

    `hovered` is the bone under the pointer, `compared` the pose that another solver found, `lengths` the unit of
    labels, `related` the places of constraints whose relations are drawn as well. Before a `backdrop` bones are edited.
    """
    editing = backdrop is not None
    in_skin = display.skin != "wood" and skin_of(document.figure, characters) is not None
    posed = posed_rig(document, evaluated, overlay, display, hovered or overlay.hovered, editing, in_skin)
    body = _edited(document.figure, posed, overlay, colours, display, compared, backdrop, characters)
    notes = Annotations(tuple(constraint_lines(posed))) + goal_marks(posed, compared, overlay.highlighted, lengths)
    notes += _relations(document, posed, _related_bones(document, overlay, display, posed.hovered), related)
    seen = Scene(
        figures=(body, *other_figures(document, others, display, overlay.hovered_figure, editing, characters)),
        bones=bones(posed, colours, are_solid(display, editing), levels(posed.rig).full.scale),
        names=posed.arrays.names,
        controls=controls(posed),
        lines=notes.lines,
        labels=notes.labels,
        dots=notes.dots,
        limits=tuple(limit_dots(posed)),
        overlay=overlay,
        colours=colours,
        display=display,
    )
    return _at_rest(seen, document, overlay) if editing else _in_pose(seen, posed, document, lengths)


def _edited(
    edited: Figure,
    posed: PosedRig,
    overlay: Overlay,
    colours: Colours,
    display: Display,
    compared: Posed | None,
    backdrop: Backdrop | None,
    characters: Characters,
) -> DrawnFigure:
    """Return the figure that is edited: in its pose, or as a backdrop to its bones."""
    if backdrop is not None:
        return faint_figure(backdrop, display, edited, characters)
    return figure(posed, overlay, colours, display, compared, edited, characters)


def _related_bones(document: Document, overlay: Overlay, display: Display, under: str | None) -> tuple[str, ...]:
    """The bones whose relations are drawn: the one under the pointer, and the selected ones where they are shown."""
    hovered = (under,) if under and overlay.relations else ()
    return (*hovered, *document.selected) if display.relations else hovered


def _relations(
    document: Document, posed: PosedRig, bones: tuple[str, ...], constraints: tuple[int, ...]
) -> Annotations:
    """Return the lines of these constraints and of all that these bones have part in, to bones of others too."""
    others = _others_looked_at(document, posed.pose)
    return relation_lines(posed.rig, posed.matrices, bones, constraints, others)


def _others_looked_at(document: Document, evaluated: Posed) -> dict[BoneRef, tuple[Floats, float]]:
    """Return matrix (4, 4) and length of each bone of another figure that constraints look at, where it is posed."""
    scene = document.scene
    there = {ref: matrix for ref, matrix in evaluated.others.items() if has_bone(scene, ref)}
    bones = {ref: scene.figure(ref.figure).rig.by_name[ref.bone] for ref in there}
    return {ref: (matrix, dist(bones[ref].head, bones[ref].tail)) for ref, matrix in there.items()}


def _at_rest(seen: Scene, document: Document, overlay: Overlay) -> Scene:
    """The scene with what only bones edited at rest have: their joints."""
    return replace(seen, in_rest_pose=True, joints=tuple(_joints(document, overlay)))


def _joints(document: Document, overlay: Overlay) -> Iterator[Dot]:
    """Both ends of the selected bones, or else the selected joints, in the accent; and the joint under the pointer."""
    by_name = document.rig.by_name
    ends = [end for end in document.ends if end.bone in by_name]
    if not ends:
        selected = [name for name in document.selected if name in by_name and by_name[name].kind == "bone"]
        if len(selected) <= MOST_JOINED:
            ends = [end for name in selected for end in (End(name, "head"), End(name, "tail"))]
    for place in dict.fromkeys(getattr(by_name[end.bone], end.end) for end in ends):
        yield Dot(place, 4.0, "accent", "white", 1.5)
    for place in overlay.joint:
        yield Dot(place, 5.5, "white", "casing", 2.0, filled=False)


def _in_pose(seen: Scene, posed: PosedRig, document: Document, lengths: Lengths) -> Scene:
    """The scene with what only a posed figure has: its ground and pins, planted feet, balance, its face."""
    rig, arrays, matrices, ground = posed.rig, posed.arrays, posed.matrices, document.ground
    planted = planted_rings(rig, ground, matrices)
    balance = balance_mark(rig, ground, arrays, posed.pose, lengths) if seen.display.balance else NO_ANNOTATIONS
    return replace(
        seen,
        lines=(*seen.lines, *balance.lines, *planted.values()),
        labels=(*seen.labels, *balance.labels),
        dots=(*seen.dots, *balance.dots),
        face=face_of(rig, arrays, matrices) if seen.overlay.bubble is not None else None,
        pins=pin_marks(rig, ground, arrays, posed.pose, seen.overlay.pin, planted),
        terrain=terrain(document.scene.ground, document.figure, arrays.height),
    )
