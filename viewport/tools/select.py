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
from pantin.viewport.tools.dragging.selection_areas import in_box, in_lasso
from pantin.viewport.tools.tool import Operation
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.overlay import Overlay, Shape
from pantin.viewport.values.stage import DragResult, Drawn, Look, Preview

Pixel = tuple[float, float]
Area = Callable[[NDArray[np.float64], Sequence[Pixel]], NDArray[np.bool_]]

NO_JOINTS = joints(Rig())
"""What can be aimed at of joints while bones are posed."""

STEP = 4.0
"""A lasso goes on to the pointer once that is so many pixels away from its end."""


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
    return _selecting(_Drag(look, press, in_box, (press.x, press.y), press.held))


def lasso(look: Look, press: Press) -> Generator[Preview, Event, DragResult | None]:
    """Select what a line drawn around it meets. The Ctrl that began it takes nothing away until it is let go."""
    drag = _Drag(look, press, in_lasso, (press.x, press.y), press.held, stale_ctrl=press.held.ctrl)
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


def _selecting(drag: _Drag) -> Generator[Preview, Event, DragResult | None]:
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


class _Drag(msgspec.Struct, frozen=True, eq=False):
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
        """Whether what lies inside leaves the selection."""
        return self.held.ctrl and not self.stale_ctrl

    def after(self, event: Event) -> _Drag:
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


BOX = Operation("box", box, _area_hints(_("Drag: box selection")), waiting=aiming)

LASSO = Operation("lasso", lasso, _area_hints(_("Drag: lasso selection")), waiting=aiming)
