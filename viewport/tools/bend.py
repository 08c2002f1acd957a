"""Bend: a straight chain is about to become a limb, and a click says to which side it bends.

The limb is previewed dashed while the pointer moves about the joint.
"""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from pantin.rigs.limb_kinds.bending import POLE_AWAY, length_of
from pantin.rigs.limb_kinds.chain import limb_chains_of
from pantin.rigs.rest import rest_matrices
from pantin.rigs.vectors import cross
from pantin.solver.edits.controls.pole_places import points_in
from pantin.solver.edits.limbs.limbs import make
from pantin.viewport.messages import _
from pantin.viewport.tools.dragging.drag_hints import NAVIGATION, DragState, Hints
from pantin.viewport.tools.dragging.events import Event, Move, Press, Release
from pantin.viewport.tools.tool import Operation
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.overlay import Label, Overlay, Shape, point_of
from pantin.viewport.values.stage import DragResult, Drawn, Look, Preview

Vector = np.ndarray
SHOWN = 0.15
"""Distance of the previewed joint from the straight chain, in parts of its length: more than will be, to be seen."""

DASH = (4.0, 3.0)


def bend(look: Look, press: Press) -> Generator[Preview, Event, DragResult | None]:
    """Follow the pointer until the side is clicked."""
    runs = limb_chains_of(look.document.rig, look.document.selected)
    points = points_in(look.evaluated, runs[0].bones)
    at = (press.x, press.y)
    while True:
        direction = _direction(press.lens, points, at)
        overlay = _overlay(points, direction, at)
        event = yield Preview(look.document, extras=Drawn(overlay, _("Click the side it bends to")))
        if event == Release():
            made, _notes = make(look.document, "limb", _at_rest(look, runs[0].bones[0], direction))
            return DragResult(_("Make IK limb {bone}").format(bone=runs[0].last), Preview(made))
        at = event.at if isinstance(event, Move) else at


def _direction(lens: Lens, points: Vector, at: tuple[float, float]) -> Vector:
    """From the middle of the chain towards the pointer, orthogonal to the chain (3,), armature space."""
    middle = points[len(points) // 2]
    line = (points[-1] - points[0]) / np.linalg.norm(points[-1] - points[0])
    away = np.asarray(lens.facing(*at, middle)) - middle
    across = away - (away @ line) * line
    size = float(np.linalg.norm(across))
    return across / size if size > 1e-9 else cross(line, np.eye(3)[int(np.argmin(np.abs(line)))])


def _at_rest(look: Look, root: str, direction: Vector) -> tuple[float, float, float]:
    """The same direction as the root of the chain has it in the rest pose."""
    rig = look.document.rig
    row = look.evaluated.index[root]
    turned = np.linalg.inv(look.evaluated.matrix(root)[:3, :3]) @ direction
    x, y, z = (rest_matrices(rig.bones)[row, :3, :3] @ turned).tolist()
    return (x, y, z)


def _overlay(points: Vector, direction: Vector, at: tuple[float, float]) -> Overlay:
    middle, length = points[len(points) // 2], length_of(points)
    joint, pole = middle + SHOWN * length * direction, middle + POLE_AWAY * length * direction
    chain = tuple(map(point_of, (points[0], joint, points[-1])))
    return Overlay(
        shapes=(
            Shape(chain, "accent", 1.5, dash=DASH),
            Shape((point_of(joint), point_of(pole)), "pole", 1.0, dash=DASH),
        ),
        labels=(Label(at, _("Click the side it bends to"), offset=(16.0, 20.0)),),
    )


def _hints(state: DragState) -> Hints:
    return (("LMB", _("Bend to this side")), ("RMB", _("Not now")), *NAVIGATION)


BEND = Operation("bend", bend, _hints)
