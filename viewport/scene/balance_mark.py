"""Drawings of balance: the support of the feet, the centre of mass over it, and in words whether that holds."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin

import numpy as np

from pantin.rigs.ground.kinds import Ground
from pantin.rigs.remembered import remembered
from pantin.rigs.rig import Rig
from pantin.solver import Posed
from pantin.solver.edits.balance import Balance, balance, masses
from pantin.viewport.messages import _
from pantin.viewport.scene.annotations import NO_ANNOTATIONS, Annotations
from pantin.viewport.scene.rig_arrays import RigArrays
from pantin.viewport.scene.scene import Floats
from pantin.viewport.values.colours import ColourRole
from pantin.viewport.values.lengths import Lengths, span_in_words
from pantin.viewport.values.overlay import Dot, Label, Shape

DISC = 0.056 / 1.77
"""Radius of the disc under the centre of mass, heights of the figure."""
CORNERS = 32
LIFTED = 0.002


@remembered("bones")
def _masses(rig: Rig) -> Floats:
    return masses(rig)


def balance_mark(rig: Rig, ground: Ground | None, arrays: RigArrays, pose: Posed, lengths: Lengths) -> Annotations:
    """The marks of a rig in a pose; nothing where no foot stands."""
    weights = _masses(rig)
    found = balance(rig, ground, pose.heads, pose.tails, weights)
    if not found.support and not found.held:
        return NO_ANNOTATIONS
    x, y, z = found.centre
    is_borne = found.stands or found.held
    role: ColourRole = "ghost" if is_borne else "miss"
    edge = Shape(tuple((*corner, LIFTED) for corner in found.support), role, 1.5, True, 0.07, 0.9, dash=(4.0, 3.0))
    drop = Shape(((x, y, z), (x, y, LIFTED)), "white", 1.25, opacity=0.75, dash=(1.0, 3.0))
    disc = _disc(found, DISC * arrays.height, role)
    before = (x, y - DISC * arrays.height, LIFTED)
    label = Label(before, in_words(found, lengths), "text" if is_borne else "miss", (0.0, 22.0), "centre")
    return Annotations(
        (*((edge,) if found.support else ()), *disc, drop), (Dot((x, y, z), 2.5, "white", "casing", 1.25),), (label,)
    )


def in_words(found: Balance, lengths: Lengths) -> str:
    """Return in words whether the figure stands, sits or is held, or how far its centre of mass is outside of what
    bears it.
    """
    if found.held:
        return _("Held by pins")
    if found.sits:
        return _("In balance, sitting")
    if found.stands:
        return _("In balance")
    return _("{distance} outside").format(distance=span_in_words(-found.margin, lengths))


def _disc(found: Balance, radius: float, role: ColourRole) -> Iterator[Shape]:
    """A quartered disc; where the figure falls an open one."""
    x, y, _z = found.centre
    if found.stands:
        for first in (0.0, pi / 2, pi, 3 * pi / 2):
            fill: ColourRole = "white" if first in (0.0, pi) else "casing"
            arc = _arc(x, y, radius, first, first + pi / 2)
            yield Shape(((x, y, LIFTED), *arc), fill, 0.0, True, 1.0, casing=0.0)
    yield Shape(_arc(x, y, radius, 0.0, 2 * pi), "white" if found.stands else role, 1.5, True)


def _arc(x: float, y: float, radius: float, first: float, last: float) -> tuple[tuple[float, float, float], ...]:
    turns = np.linspace(first, last, CORNERS // 4 + 1 if last - first < pi else CORNERS + 1).tolist()
    return tuple((x + radius * cos(turn), y + radius * sin(turn), LIFTED) for turn in turns)
