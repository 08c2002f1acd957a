"""Select: click a bone to select it alone, with Shift or Ctrl to add it or leave it out, on nothing to select none.

A box or a lasso selects what lies in it: with Shift beside what was selected, with Ctrl it takes away from that.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs.document import Document, End
from pantin.rigs.editing.building.ends import ends_held, joints_held, joints_toggled, select_joints
from pantin.rigs.editing.selection import none, select
from pantin.rigs.rig import Rig
from pantin.viewport.messages import _, ngettext
from pantin.viewport.picking.joints import joints
from pantin.viewport.picking.targets import targets
from pantin.viewport.tools.dragging.drag_hints import DragHints, DragState, Hints
from pantin.viewport.tools.dragging.events import Event, Held, Move, Press, Release
from pantin.viewport.tools.tool import Operation
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.overlay import Overlay, Shape
from pantin.viewport.values.stage import DragResult, Drawn, Look, Preview

Pixel = tuple[float, float]
Area = Callable[[NDArray[np.float64], Sequence[Pixel]], NDArray[np.bool_]]

NO_JOINTS = joints(Rig())
"""The joints that can be aimed at while bones are posed."""

STEP = 4.0
"""A lasso goes on to the pointer once that is so many pixels away from its end."""

Array = NDArray[np.float64]
Flags = NDArray[np.bool_]


def clicked(document: Document, press: Press) -> Document:
    """The document with what a click selects.

    With Shift or Ctrl a bone joins the selection and becomes active; the active one leaves it. So does a joint.
    """
    extends = press.held.shift or press.held.ctrl
    if press.hit is None:
        return document if extends else none(document)
    bone, ends = press.hit.bone, press.hit.ends
    if ends:
        return joints_toggled(document, ends) if extends else select_joints(document, ends, bone)
    if not extends:
        return select(document, (bone,), bone)
    if document.ends:
        return joints_toggled(document, (End(bone, "head"), End(bone, "tail")))
    others = tuple(name for name in document.selected if name != bone)
    if bone in document.selected and bone == document.active:
        return select(document, others, others[-1] if others else None)
    return select(document, (*others, bone), bone)


def box(look: Look, press: Press) -> Generator[Preview, Event, DragResult | None]:
    """Select what a box from the press to the pointer meets."""
    return _selecting(_SelectDrag(look, press, in_box, (press.x, press.y), press.held))


def lasso(look: Look, press: Press) -> Generator[Preview, Event, DragResult | None]:
    """Select what a line drawn around it meets. The Ctrl that began it takes nothing away until it is let go."""
    drag = _SelectDrag(look, press, in_lasso, (press.x, press.y), press.held, stale_ctrl=press.held.ctrl)
    return _selecting(replace(drag, line=((press.x, press.y),)))


def aiming(look: Look, press: Press) -> Generator[Preview, Event, DragResult | None]:
    """Lines through the pointer, until a press begins a box or a lasso where they cross."""
    at = (press.x, press.y)
    while True:
        event = yield Preview(look.document, extras=Drawn(Overlay(shapes=_cross(at, press.lens))))
        if isinstance(event, Release):
            return None
        at = event.at if isinstance(event, Move) else at


def _cross(at: Pixel, lens: Lens) -> tuple[Shape, ...]:
    ends = (((0.0, at[1]), (lens.width, at[1])), ((at[0], 0.0), (at[0], lens.height)))
    return tuple(Shape(line, "text_dim", 1.0, dash=(4.0, 4.0)) for line in ends)


def _selecting(drag: _SelectDrag) -> Generator[Preview, Event, DragResult | None]:
    segments, names = targets(drag.look).segments(drag.press.lens)
    found = joints(drag.look.document.rig) if drag.look.in_rest_pose else NO_JOINTS
    places = np.repeat(found.seen(drag.press.lens)[:, None], 2, axis=1)
    document = drag.look.document
    while True:
        inside = [names[row] for row in np.flatnonzero(drag.area(segments, drag.outline))]
        ends = [end for row in np.flatnonzero(drag.area(places, drag.outline)) for end in found.ends[row]]
        document = _unless_same(document, drag.chosen_joints(ends) if ends else drag.chosen(inside))
        preview = Preview(document, extras=Drawn(drag.overlay(), _counted(document)))
        event = yield preview
        if isinstance(event, Release):
            return DragResult(_("Select"), preview)
        drag = drag.after(event)


class _SelectDrag(msgspec.Struct, frozen=True, eq=False):
    """Everything that decides what an area selects."""

    look: Look
    press: Press
    area: Area
    at: Pixel
    held: Held
    line: tuple[Pixel, ...] = ()
    """Of a lasso, where the pointer has been."""
    stale_ctrl: bool = False

    @property
    def outline(self) -> tuple[Pixel, ...]:
        """The corners of the area, pixels."""
        if self.line:
            return (*self.line, self.at)
        (x, y), (u, v) = (self.press.x, self.press.y), self.at
        return ((x, y), (u, y), (u, v), (x, v))

    @property
    def takes_away(self) -> bool:
        """Return whether what lies inside leaves the selection."""
        return self.held.ctrl and not self.stale_ctrl

    def after(self, event: Event) -> _SelectDrag:
        """The drag after one more event."""
        if not isinstance(event, Move):
            return self
        stale = self.stale_ctrl and event.held.ctrl
        line = self.line
        if line and np.hypot(event.at[0] - line[-1][0], event.at[1] - line[-1][1]) >= STEP:
            line = (*line, event.at)
        return replace(self, at=event.at, held=event.held, line=line, stale_ctrl=stale)

    def chosen(self, inside: list[str]) -> Document:
        """The document with what lies inside selected, added or taken away."""
        document = self.look.document
        before = document.selected
        if self.takes_away:
            left = set(inside)
            return select(document, (name for name in before if name not in left))
        return select(document, (*before, *inside) if self.held.shift else inside)

    def chosen_joints(self, inside: list[End]) -> Document:
        """The same for joints."""
        document = self.look.document
        before = ends_held(document)
        if self.takes_away:
            left = set(inside)
            return select_joints(document, [end for end in before if end not in left])
        return select_joints(document, (*before, *inside) if self.held.shift else inside)

    def overlay(self) -> Overlay:
        """The area; dashed where it takes away."""
        dash = (4.0, 3.0) if self.takes_away else ()
        return Overlay(shapes=(Shape(self.outline, "accent", 1.0, closed=True, fill=0.1, dash=dash),))


def _unless_same(before: Document, after: Document) -> Document:
    """The same object as long as nothing else is selected, so that nothing has to be shown anew."""
    same = (before.selected, before.active, before.ends) == (after.selected, after.active, after.ends)
    return before if same else after


def _counted(document: Document) -> str:
    if document.ends:
        held = len(joints_held(document))
        return ngettext("{count} joint selected", "{count} joints selected", held).format(count=held)
    count = len(document.selected)
    return ngettext("{count} bone selected", "{count} bones selected", count).format(count=count)


def _area_hints(drag: str) -> DragHints:
    def hints(state: DragState) -> Hints:
        keys = (("Shift", _("Add")), ("Ctrl", _("Take away")))
        if state.modal:
            return (("LMB", drag), *keys, ("Esc", _("Not now")))
        if state.held.ctrl:
            release = _("Release: take away")
        else:
            release = _("Release: add") if state.held.shift else _("Release: select")
        return (("LMB", release), *keys, ("Esc", _("Put back")))

    return hints


BOX = Operation("box", box, _area_hints(_("Drag: box selection")), waiting=aiming, while_bent=True)

LASSO = Operation("lasso", lasso, _area_hints(_("Drag: lasso selection")), waiting=aiming, while_bent=True)


def in_box(segments: Array, corners: Sequence[Pixel]) -> Flags:
    """Return which segments (n, 2, 2) meet the box around `corners`. What lies behind the eye, nan, meets nothing.

    Each segment is cut to the box, one side after the other (Liang and Barsky, 1984); what is left meets it.
    """
    low, high = np.min(corners, axis=0), np.max(corners, axis=0)
    start, along = segments[:, 0], segments[:, 1] - segments[:, 0]
    still = np.abs(along) < 1e-12
    outside = (still & ((start < low) | (start > high))).any(axis=1)
    steps = np.where(still, 1.0, along)
    first, second = (low - start) / steps, (high - start) / steps
    enters = np.where(still, 0.0, np.minimum(first, second)).max(axis=1)
    leaves = np.where(still, 1.0, np.maximum(first, second)).min(axis=1)
    return np.asarray(~outside & (np.maximum(enters, 0.0) <= np.minimum(leaves, 1.0)))


def in_lasso(segments: Array, line: Sequence[Pixel]) -> Flags:
    """Return which segments (n, 2, 2) lie in, or cross, the area inside a closed line."""
    found = in_box(segments, line)
    near = np.flatnonzero(found)
    corners = np.asarray(line, dtype=np.float64)
    starts, ends = segments[near, 0], segments[near, 1]
    found[near] = _surrounded(starts, corners) | _crossing(starts, ends, corners)
    return found


def _surrounded(points: Array, corners: Array) -> Flags:
    """Return which points (n, 2) a closed line surrounds: a ray to the right crosses it an odd number of times."""
    following = np.roll(corners, -1, axis=0)
    above = corners[:, 1] > points[:, 1, None]
    crossed = above != np.roll(above, -1, axis=1)
    left = _left_of(corners, following, points)
    rising = following[:, 1] > corners[:, 1]
    return np.asarray((crossed & (left == rising)).sum(axis=1) % 2 == 1)


def _crossing(starts: Array, ends: Array, corners: Array) -> Flags:
    """Return which segments cross an edge of a closed line: the ends of each lie on different sides of the other."""
    following = np.roll(corners, -1, axis=0)
    apart = _left_of(corners, following, starts) != _left_of(corners, following, ends)
    sides = _left_of(starts, ends, corners).T
    return np.asarray((apart & (sides != np.roll(sides, -1, axis=1))).any(axis=1))


def _left_of(starts: Array, ends: Array, points: Array) -> Flags:
    """Return which points (n, 2) lie on the one side of each of the lines from `starts` to `ends` (m, 2): (n, m)."""
    along = ends - starts
    across = np.stack([-along[:, 1], along[:, 0]])
    return np.asarray(points @ across > (starts * across.T).sum(axis=1))
