"""Builds the scene to paint from a document, its evaluated pose and the overlay of a tool."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from msgspec.structs import replace

from pantin.rigs.document import Document, End
from pantin.rigs.rig import Rig
from pantin.viewport.scene.balance_mark import BalanceMark, balance_mark
from pantin.viewport.scene.bone_builder import bone_marks, bones, controls
from pantin.viewport.scene.constraint_lines import (
    Rows,
    chain_lines,
    limit_dots,
    misses,
    pole_lines,
    tracking_lines,
)
from pantin.viewport.scene.face import face_of
from pantin.viewport.scene.figure_builder import faint_figure, figure
from pantin.viewport.scene.needed_controls import Needed, needed
from pantin.viewport.scene.pins import pin_marks
from pantin.viewport.scene.planted_rings import planted_rings
from pantin.viewport.scene.relations import drawn
from pantin.viewport.scene.rig_arrays import ConstraintArrays, RigArrays, constraint_arrays, rig_arrays
from pantin.viewport.scene.scene import DISPLAY, Backdrop, Display, Flags, Floats, Marks, Scene, are_solid
from pantin.viewport.scene.terrain import terrain
from pantin.viewport.values.colours import DARK, Colours
from pantin.viewport.values.lengths import Lengths
from pantin.viewport.values.overlay import NOTHING, Dot, Label, Overlay, Shape
from pantin.viewport.values.pose import Pose


def scene(
    document: Document,
    evaluated: Pose,
    overlay: Overlay = NOTHING,
    colours: Colours = DARK,
    hovered: str | None = None,
    display: Display = DISPLAY,
    compared: Pose | None = None,
    lengths: Lengths = "auto",
    backdrop: Backdrop | None = None,
    related: tuple[int, ...] = (),
) -> Scene:
    """What to paint for a document in its evaluated pose.

    `hovered` is the bone under the pointer, `compared` the pose that another solver found, `lengths` the unit of
    labels, `related` the places of constraints whose relations are drawn as well. Before a `backdrop` bones are edited.
    """
    rig, editing, under = document.rig, backdrop is not None, hovered or overlay.hovered
    known, tied = rig_arrays(rig, editing), constraint_arrays(rig, editing)
    marks = bone_marks(document, known, overlay, under)
    matrices = np.asarray(evaluated.matrices, dtype=np.float64).reshape(-1, 4, 4)
    body = faint_figure(backdrop, display) if backdrop else None
    body = body or figure(rig, known, matrices, marks, overlay, colours, display, compared)
    drawn_now, solid = needed(rig, marks, display, editing), are_solid(display, editing)
    lines, labels = _lines(known, tied, matrices, evaluated, overlay, compared, lengths, drawn_now.controls)
    relations = drawn(rig, matrices, _related_bones(document, overlay, display, under), related)
    found = Scene(
        figure=body,
        bones=bones(known, tied, matrices, marks, colours, solid, body.mannequin.scale, drawn_now.bones),
        names=known.names,
        controls=controls(tied, matrices, marks, drawn_now.controls),
        lines=(*lines, *relations.lines),
        labels=(*labels, *relations.labels),
        tied=relations.dots,
        limits=tuple(limit_dots(known, _limited(tied, marks, drawn_now), matrices, evaluated)),
        overlay=overlay,
        colours=colours,
        display=display,
    )
    return _edited(found, document, overlay) if editing else _posed(found, rig, known, matrices, lengths)


def _limited(tied: ConstraintArrays, marks: Flags, drawn_now: Needed) -> Rows:
    """The rows of bones whose limits are shown: those that are drawn and driven, and those that are marked."""
    return np.flatnonzero((tied.driven & drawn_now.bones) | (marks > 0))


def _edited(seen: Scene, document: Document, overlay: Overlay) -> Scene:
    """What is seen while the bones are edited at rest: their joints as well."""
    return replace(seen, in_rest_pose=True, joints=tuple(_joints(document, overlay)))


def _posed(seen: Scene, rig: Rig, known: RigArrays, matrices: Floats, lengths: Lengths) -> Scene:
    """The scene with what there is of a posed figure alone: its ground and pins, planted feet, balance, its face."""
    planted = planted_rings(rig, matrices)
    balanced = balance_mark(rig, known, matrices, lengths) if seen.display.balance else BalanceMark()
    return replace(
        seen,
        lines=(*seen.lines, *balanced.lines, *planted.values()),
        labels=(*seen.labels, *balanced.labels),
        tied=(*seen.tied, *balanced.dots),
        face=face_of(rig, known, matrices) if seen.overlay.bubble is not None else None,
        pins=pin_marks(rig, known, matrices, seen.overlay.pin, planted),
        terrain=terrain(rig, known.height),
    )


def _related_bones(document: Document, overlay: Overlay, display: Display, under: str | None) -> tuple[str, ...]:
    """The bones whose relations are drawn: the one under the pointer, and the selected ones where they are shown."""
    hovered = (under,) if under and overlay.relations else ()
    return (*hovered, *document.selected) if display.relations else hovered


def _joints(document: Document, overlay: Overlay) -> Iterator[Dot]:
    """Both ends of the selected bones, the selected joints in the accent, and the joint under the pointer."""
    known = document.rig.by_name
    own = {end: None for end in document.ends if end.bone in known}
    for name in document.selected if not own else ():
        if name in known and known[name].kind == "bone":
            own |= dict.fromkeys((End(name, "head"), End(name, "tail")))
    for place in {getattr(known[end.bone], end.end): None for end in own}:
        yield Dot(place, 4.0, "accent", "white", 1.5)
    for place in overlay.joint:
        yield Dot(place, 5.5, "white", "casing", 2.0, filled=False)


def _lines(
    known: RigArrays,
    tied: ConstraintArrays,
    matrices: Floats,
    evaluated: Pose,
    overlay: Overlay,
    compared: Pose | None,
    lengths: Lengths,
    shown: Marks,
) -> tuple[tuple[Shape, ...], tuple[Label, ...]]:
    """Lines to poles, tracked points and missed goals, and along the chains of two solvers; with labels.

    Poles and tracked points have a line where they are `shown` (n,).
    """
    lines = [*pole_lines(known, tied, matrices, shown), *tracking_lines(known, tied, matrices, shown)]
    if compared is not None:
        lines += chain_lines(known, tied, evaluated, compared, overlay.highlighted)
        missed = misses(known, tied, compared, "right", lengths)
        lines, labels = [*lines, *missed.lines], [*missed.labels]
    else:
        labels = []
    missed = misses(known, tied, evaluated, "miss" if compared is None else "accent_text", lengths)
    return (*lines, *missed.lines), (*labels, *missed.labels)
