"""Drawing bones: the first press sets a joint or takes one that is there, every further click the tail of a bone.

Each bone is kept by itself and the next one goes on from its tail, until a key or the right button ends it. The tail
snaps; X, Y and Z keep to an axis and digits give the length, as in a move. Extruding draws once, from every joint that
is selected.
"""

from __future__ import annotations

from collections.abc import Generator
from math import degrees

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs.document import Document, End
from pantin.rigs.editing.building.ends import joint, joints_held, select_joints, select_tail
from pantin.rigs.editing.building.extruding import draw as drawn_bone
from pantin.rigs.editing.building.extruding import extrude as extruded
from pantin.rigs.editing.limbs import with_end
from pantin.rigs.editing.selection import select
from pantin.rigs.fields import Vector3
from pantin.rigs.vectors import angle_between
from pantin.viewport.messages import _
from pantin.viewport.picking.picking import Hit
from pantin.viewport.tools.dragging import drag_target
from pantin.viewport.tools.dragging.drag_axes import DragAxes
from pantin.viewport.tools.dragging.drag_hints import BACK, NAVIGATION, NO_SNAP, DragHints, DragState, Hints
from pantin.viewport.tools.dragging.drag_input import DragInput, drag_input
from pantin.viewport.tools.dragging.events import Event, Press, Release
from pantin.viewport.tools.dragging.rest_transforms import place_of
from pantin.viewport.tools.dragging.snapping import Snapped, snapped
from pantin.viewport.tools.tool import MenuEntry, Operation, Placing, Tool
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.lengths import span_in_words, typed_in
from pantin.viewport.values.overlay import Dot, Label, Overlay, Shape, point_of
from pantin.viewport.values.stage import DragResult, Drawn, Look, Preview

Array = NDArray[np.float64]
Drawing = Generator[Preview, Event, DragResult | None]

BESIDE = 0.05
"""Heights of the picture: how far from the origin's depth a view is that looks at a figure standing there."""

SHORTEST = 1.0
"""A bone is not drawn where it would be shorter than this, pixels: a second click in the same place ends drawing."""


def draw(look: Look, press: Press) -> Drawing:
    """Draw bones, beginning at the press: from the joint that is there, else from a new one."""
    ends = press.hit.ends[:1] if press.hit is not None else ()
    return _drawing(_begin(look, press, ends), _("Draw {bones}"), DRAW_ON.name)


def draw_on(look: Look, press: Press) -> Drawing:
    """Draw the next bone, from the joint that is selected."""
    return _drawing(_begin(look, press, joints_held(look.document)[:1]), _("Draw {bones}"), DRAW_ON.name)


def extrude(look: Look, press: Press) -> Drawing:
    """Draw one bone out of every joint that is selected, or out of the tails of the selected bones."""
    return _drawing(_begin(look, press, _extruded_ends(look.document)), _("Extrude {bones}"), "")


def preview_press(look: Look, press: Press) -> Overlay:
    """Return the mark where a press would begin a bone: on the joint that is there, or at a new one and what it snaps
    to.
    """
    if press.hit is not None and press.hit.ends:
        return Overlay(joint=(point_of(press.hit.point),))
    found = first_joint(look, press)
    dot = _dot(found.place)
    if not found.to:
        return Overlay(dots=(dot,))
    label = Label(
        (press.x, press.y), _("Snapped to {places}").format(places=found.to), "accent_text", (16.0, 8.0), strong=False
    )
    return Overlay(dots=(dot,), labels=(label,))


def first_joint(look: Look, press: Press) -> Snapped:
    """Return the place of a new joint at a press: as deep as `_depth` says, or on what it snaps to."""
    free = press.lens.facing(press.x, press.y, _depth(press.lens))
    return snapped(look, press.lens, (press.x, press.y), free, press.settings.snaps_while(press.held))


class _DrawDrag(msgspec.Struct, frozen=True, eq=False):
    """Everything that decides what is drawn: from which ends, at which place the first of them lies."""

    look: Look
    press: Press
    ends: tuple[End, ...]
    input: DragInput

    @property
    def start(self) -> Array:
        """Return the head of the first of the new bones (3,), armature space."""
        return self.input.point

    def after(self, event: Event) -> _DrawDrag:
        """The drag after one more event."""
        return replace(self, input=self.input.after(event, lambda _: 1))

    def tail(self) -> Snapped:
        """Return the tail of the first of the new bones."""
        offset, axes = self.input.offset, self.input.axes
        number = self.input.typed.numbers()
        if number is not None:
            along = offset / max(float(np.linalg.norm(offset)), 1e-12)
            return Snapped(self.start + along * number[0] * typed_in(self.press.settings.lengths).metres)
        snaps = self.press.settings.snaps_while(self.input.held)
        if not axes.free or not snaps:
            return Snapped(self.start + offset)
        apart = frozenset(other for end in self.ends for other in joint(self.look.document.rig, end))
        return snapped(self.look, self.press.lens, self.input.aim, self.start + offset, snaps, apart)

    def long_enough(self, tail: Array) -> bool:
        """Return whether there would be anything to see of the bone."""
        return bool(np.linalg.norm(tail - self.start) > SHORTEST * self.press.lens.pixel(self.start))

    def drawn(self, tail: Array) -> tuple[Document, tuple[str, ...]]:
        """The document with the new bones, whose tails are selected, and their names."""
        document, mirror = self.look.document, self.press.settings.mirror_x
        if not self.ends:
            document = drawn_bone(document, _vector(self.start), _vector(tail), mirror)
            return select_tail(document, str(document.active)), (str(document.active),)
        made, offset = list[str](), tail - self.start
        for end in self.ends:
            place = place_of(document.rig, end) + offset
            document = extruded(document, end.bone, end.end, _vector(place), mirror)
            made.append(str(document.active))
            document = with_end(document, made[-1])
        if any(document.rig.by_name[name].kind != "bone" for name in made):  # a control is moved as a whole
            return select(document, made, made[-1]), tuple(made)
        return select_joints(document, [End(name, "tail") for name in made], made[-1]), tuple(made)

    def preview(self) -> tuple[Preview, tuple[str, ...]]:
        """Return the preview, and the names of the new bones: none where there is nothing to see of them yet."""
        tail = self.tail()
        if not self.long_enough(tail.place):
            return Preview(self.look.document, extras=Drawn(Overlay(dots=(_dot(self.start),)))), ()
        document, names = self.drawn(tail.place)
        overlay = Overlay(
            highlighted=names,
            guides=self.input.guides,
            shapes=(Shape((point_of(self.start), point_of(tail.place)), "accent", 1.5, dash=(4.0, 3.0)),),
            dots=(_dot(self.start), _dot(tail.place)),
            labels=self._labels(tail),
        )
        return Preview(document, extras=Drawn(overlay, self._readout(tail))), names

    def _labels(self, tail: Snapped) -> tuple[Label, ...]:
        """Length and angle beside the pointer, and below it what it snapped to."""
        measured = Label(self.input.pointer, self._measured(tail.place), offset=(16.0, -8.0))
        if not tail.to:
            return (measured,)
        return measured, Label(
            self.input.pointer,
            _("Snapped to {places}").format(places=tail.to),
            "accent_text",
            (16.0, 8.0),
            strong=False,
        )

    def _readout(self, tail: Snapped) -> str:
        lengths = self.press.settings.lengths
        measured = f"{self.input.typed} {typed_in(lengths).name}" if self.input.typed else self._measured(tail.place)
        return f"{measured}  {self.input.axes.name}".rstrip()

    def _measured(self, tail: Array) -> str:
        """The length, and the angle to the bone that it grows from."""
        words = span_in_words(float(np.linalg.norm(tail - self.start)), self.press.settings.lengths)
        bend = self._bend(tail)
        return words if bend is None else f"{words} · {bend:.0f}°"

    def _bend(self, tail: Array) -> float | None:
        """Degrees from the direction of the bone that it grows from; None where it grows from nothing."""
        if not self.ends or self.ends[0].end == "head":
            return None
        bone = self.look.document.rig.by_name[self.ends[0].bone]
        along, on = np.subtract(bone.tail, bone.head), tail - self.start
        return degrees(angle_between(along, on)) if along.any() and on.any() else None


def _drawing(drag: _DrawDrag, label: str, then: str) -> Drawing:
    """The drag until it is kept. Enter ends it; it sets a tail only where a length was typed."""
    while True:
        preview, names = drag.preview()
        event = yield preview
        if isinstance(event, Release):
            if not names or (then and event.by_key and not drag.input.typed):
                return None
            return DragResult(label.format(bones=drag_target.bones_title(names)), preview, then)
        drag = drag.after(event)


def _begin(look: Look, press: Press, ends: tuple[End, ...]) -> _DrawDrag:
    """The drag from these ends, or from a new joint. The pointer drags from where the first joint is seen."""
    place = place_of(look.document.rig, ends[0]) if ends else first_joint(look, press).place
    x, y = press.lens.project(place)[0, :2].tolist()
    return _DrawDrag(look, press, ends, drag_input(press, place, DragAxes(), (x, y)))


def _extruded_ends(document: Document) -> tuple[End, ...]:
    """The joints that bones grow out of: those selected, else the tails that no other selected bone goes on from."""
    if document.ends:
        return joints_held(document)
    rig, chosen = document.rig, set(document.selected)
    goes_on = {bone.parent for bone in rig.bones if bone.name in chosen and bone.connected}
    return tuple(End(name, "tail") for name in document.selected if name not in goes_on)


def _depth(lens: Lens) -> Array:
    """A point (3,) in the plane, facing the camera, in which joints are set: through the camera's target.

    In an orthographic view it goes through the origin where that is about as deep: framing a figure leaves the target
    a little beside it, and what is drawn from the front should have no odd millimetres in its depth.
    """
    camera = lens.camera
    target = np.asarray(camera.target, dtype=np.float64)
    aside = float(camera.axes[2] @ target)
    size = lens.height * lens.pixel(target)
    return target - aside * camera.axes[2] if camera.orthographic and abs(aside) < BESIDE * size else target


def _dot(place: Array) -> Dot:
    return Dot(point_of(place), 4.0, "white", "accent", 2.0)


def _vector(place: Array) -> Vector3:
    x, y, z = place.tolist()
    return (x, y, z)


def _idle_hints(hit: Hit | None) -> Hints:
    begins = _("Draw from {bone}").format(bone=hit.bone) if hit is not None and hit.ends else _("Set the first joint")
    return (("LMB", begins), ("RMB", _("Menu")), NO_SNAP, BACK, *NAVIGATION)


def _drag_hints(stop: str) -> DragHints:
    def hints(state: DragState) -> Hints:
        return (("LMB", _("Set the tail")), ("RMB", stop), NO_SNAP, ("X Y Z", _("Axis")), ("0–9", _("Length")))

    return hints


DRAW = Operation("draw", draw, _drag_hints(_("Stop drawing")), rest_only=True, stepwise=True)

DRAW_ON = Operation("draw on", draw_on, _drag_hints(_("Stop drawing")), rest_only=True, stepwise=True)

EXTRUDE = Operation(
    "extrude",
    extrude,
    _drag_hints(_("Put back")),
    MenuEntry(
        _("Extrude"),
        _("A new bone grows out of each selected joint, to where you click."),
        "extrude",
        ("E",),
        ("Shift+E",),
        search_words=_("add grow bone new"),
    ),
    rest_only=True,
)

TOOL = Tool(
    "draw",
    DRAW,
    MenuEntry(
        _("Draw bones"),
        _("Click where a bone begins, then where each ends; Esc or the right button stops."),
        "bone",
        ("D",),
        search_words=_("tool add pen create new"),
    ),
    rest_only=True,
    placing=Placing(preview_press, _idle_hints, _("Click to draw the first bone")),
)
