"""Picking of figures: which figure of a scene is under a pixel, and which bone of it.

Of the figure that is edited everything can be hit; its controls lie over all figures. Of the others their bones can be,
by the same rules. The nearest one wins, but for a bone that the pointer only is close to.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
import numpy as np

from pantin.rigs.document import Document
from pantin.viewport.picking.picking import REACH, ControlsFound, Hit, pick, touches
from pantin.viewport.picking.targets import Targets, targets
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.place import in_world, place_of, posed_others, size_of
from pantin.viewport.values.stage import Look


class FigureHit(NamedTuple):
    """The name of a figure, what was hit of it, in its armature space, and the distance from the camera, metres of the
    world."""

    figure: str
    hit: Hit
    depth: float

    @property
    def bone(self) -> tuple[str, str]:
        """The names of the figure and of its bone."""
        return self.figure, self.hit.bone


def pick_other(look: Look, lens: Lens, x: float, y: float, own: Hit | None) -> FigureHit | None:
    """Return the hit of a figure that is not edited, where one is under a pixel before what was hit of the edited one.

    `own` is that hit, as `picking.pick` or `hands.taken` found it; it and the `lens` are of the armature space of that
    figure. None where the edited figure is hit, or nothing is.
    """
    if own is not None and not _is_bone(look, own):
        return None
    others = list(_others(look, lens, x, y))
    if others and own is not None:
        depth = own.depth * size_of(place_of(look.document.figure))
        touched = touches(targets(look), lens, x, y)
        others = [each for each in others if each[1] and not (touched and depth <= each[0].depth)]
    return min(others, key=lambda each: (not each[1], each[0].depth))[0] if others else None


def _others(look: Look, lens: Lens, x: float, y: float) -> Iterator[tuple[FigureHit, bool]]:
    """Yield what is hit of each other figure, and whether the pointer touches it or only is close to it."""
    if look.in_rest_pose:
        return
    document = look.document
    world = in_world(document.figure, lens)
    for figure, pose in posed_others(document, look.others):
        theirs = Look(_editing(document, figure.name), pose, characters=look.characters)
        place = place_of(figure)
        found, seen = targets(theirs), world.within(place)
        hit = pick(found, seen, x, y, _no_controls(found)) if _is_near(found, seen, x, y) else None
        if hit is not None:
            yield FigureHit(figure.name, hit, hit.depth * size_of(place)), touches(found, seen, x, y)


def _is_near(found: Targets, lens: Lens, x: float, y: float) -> bool:
    """Return whether a pixel may be within reach of any bone: the line of sight passes the sphere around them."""
    middle, radius = found.around
    origin, direction = lens.ray(x, y)
    aside = np.linalg.norm(np.cross(middle - origin, direction))
    return bool(aside <= radius + REACH * lens.pixel(middle))


def _editing(document: Document, name: str) -> Document:
    """Return the document with another figure edited, and nothing selected."""
    return msgspec.structs.replace(document, active_figure=name, selected=(), active=None, ends=())


def _no_controls(found: Targets) -> ControlsFound:
    """Controls of other figures are not drawn, and not hit."""
    return ControlsFound(np.zeros(len(found.names), dtype=np.bool_), hidden=False)


def _is_bone(look: Look, hit: Hit) -> bool:
    """Return whether the hit is on the body of the edited figure, not on one of its controls."""
    return bool(np.isin(look.document.rig.rows[hit.bone], targets(look).capsules.rows))
