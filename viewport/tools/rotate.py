"""Rotate: drag a ring of the gizmo or a bone, or turn with the keyboard. X, Y and Z choose an axis, digits the angle.

Without an axis the line of sight is the axis; inside the rings, and after a second R, a trackball turns about both
directions of the picture. A bone that copies its rotation from a handle turns with the handle, so that turns instead.
Bones of an IK limb turn as in FK, and handle and pole go along.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from math import atan2, hypot, radians, tau

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs.document import Document
from pantin.rigs.fields import Quaternion
from pantin.rigs.vectors import cross, quaternion_about
from pantin.solver.edits.limbs.limb_drags import LimbRotation
from pantin.viewport.messages import _
from pantin.viewport.picking.gizmo import ROLES, TRACKBALL
from pantin.viewport.tools.dragging import drag_axes, drag_overlay, drag_target, rest_transforms
from pantin.viewport.tools.dragging.drag_hints import transform_hints
from pantin.viewport.tools.dragging.drag_input import DragInput, drag_input
from pantin.viewport.tools.dragging.drag_loop import drag_selected
from pantin.viewport.tools.dragging.events import Event, Held, Key, Press
from pantin.viewport.tools.dragging.rotation_sources import rotation_sources
from pantin.viewport.tools.dragging.typed_number import NOTHING_TYPED
from pantin.viewport.tools.tool import TRANSFORM_WORDS, MenuEntry, Operation, Tool
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.overlay import Label, Overlay, Shape
from pantin.viewport.values.stage import DragResult, Drawn, Look, Preview

Array = NDArray[np.float64]
Pixel = tuple[float, float]

SNAP, FINE_SNAP = radians(5), radians(1)
"""Ctrl turns in steps of this angle, with Shift of the smaller one."""

ALONG = 74.0
"""Where a ring is seen from its edge, and for the trackball, so many pixels turn by one radian."""


def rotate(look: Look, press: Press) -> Generator[Preview, Event, DragResult | None]:
    """Turn what was pressed, or what is selected."""
    return drag_selected(look, press, _begin)


def lever(look: Look, press: Press) -> Generator[Preview, Event, DragResult | None]:
    """Turn what was pressed about the one axis that it has: round the pivot, or along the line from there.

    Whoever drags such a control straight up wants it to go to where it goes farther.
    """
    return drag_selected(look, press, lambda look, press, name: replace(_begin(look, press, name), is_lever=True))


def trackball(look: Look, press: Press) -> Generator[Preview, Event, DragResult | None]:
    """Turn what is selected about the right and the up axis of the picture at once."""
    return rotate(look, replace(press, part=TRACKBALL))


class _Drag(msgspec.Struct, frozen=True, eq=False):
    """Everything that decides what a rotation shows. The point of the input is the pivot."""

    look: Look
    press: Press
    turners: Mapping[str, str]
    """The bones that turn, each with the selected one whose axes it turns about."""
    still: str
    """Why nothing is seen to turn; empty where it is."""
    rotation: LimbRotation | None
    """None while the rest pose is edited."""
    input: DragInput
    trackball: bool
    is_lever: bool = False
    turns: int = 0
    """How often the pointer has gone round the axis. Only the read-out knows: a whole turn is none to the pose."""

    @property
    def label(self) -> str:
        """What the step of undo is called."""
        return _("Rotate {bones}").format(bones=drag_target.title(self.look.document))

    def after(self, event: Event) -> _Drag:
        """The drag after one more event, with its turns counted.

        About another axis the count begins anew; for a trackball and along the edge of a ring there is none.
        """
        after = self._changed(event)
        now, before = after.input.axes, self.input.axes
        same = (now.axis, now.orientation) == (before.axis, before.orientation)
        if after.trackball or not same or edge_on(self.press.lens, self.input.point, after._axis()):
            return replace(after, turns=0)
        return replace(after, turns=self.turns + round((self._swept() - after._swept()) / tau))

    def _changed(self, event: Event) -> _Drag:
        input_ = self.input.after(_unshifted(event), lambda axes: 2 if self.trackball and axes.free else 1)
        if isinstance(event, Key) and event.name == "again":
            free = replace(input_.axes, axis=None, normal=None)
            input_ = replace(input_, axes=free, typed=NOTHING_TYPED)
            return replace(self, input=input_, trackball=not self.trackball)
        return replace(self, input=input_, trackball=self.trackball and input_.axes.free)

    def preview(self) -> Preview:
        """What to show."""
        document, beside, words = self._rolled() if self.trackball else self._turned()
        why_still = (Label(self.input.aim, self.still, "limit", (16.0, 24.0)),) if self.still else ()
        overlay = Overlay(
            ghost=self.look.evaluated.matrices,
            guides=(*self.input.guides, _spoke(self.press.lens, self.input.point, self.input.aim)),
            shapes=beside.shapes,
            labels=(*beside.labels, *why_still),
        )
        return Preview(document, beside=Drawn(overlay, "  ·  ".join(filter(None, (words, self.still)))))

    def _turned(self) -> tuple[Document, Overlay, str]:
        axis = self._axis()
        angle = self._angle()
        if self.input.axes.each and not self.look.in_rest_pose:
            axes = {
                turner: drag_target.orientation_axes(self.look, name, self.input.axes.orientation, self.press.lens)
                for turner, name in self.turners.items()
            }
            document = self._posed(quaternion_about(np.eye(3)[self.input.axes.axis or 0], angle), axes)
        else:
            document = self._posed(quaternion_about(axis, angle))
        role = "accent" if self.input.axes.axis is None else ROLES[self.input.axes.axis]
        whole = angle if self.input.typed else angle + tau * self.turns
        beside = drag_overlay.rotation_arc(self.press.lens, self.input.point, axis, self.input.start, whole, role)
        shown = f"{self.input.typed}°" if self.input.typed else drag_overlay.angle_in_words(whole)
        about = self.input.axes.turning or _("about the line of sight")
        return document, beside, _("Rotate {angle} {axes}").format(angle=shown, axes=about)

    def _rolled(self) -> tuple[Document, Overlay, str]:
        """The turn of a trackball: about the right and the up of the picture."""
        down, right = self.input.aim[1] - self.press.y, self.input.aim[0] - self.press.x
        typed = self.input.typed.numbers()
        angles = np.array((down, right)) / ALONG if typed is None else np.radians((*typed, 0.0)[:2])
        if typed is None and self.input.held.ctrl:
            angles = np.round(angles / self._step()) * self._step()
        size = hypot(*angles)
        across, up, _near = self.press.lens.camera.axes
        axis = (angles[0] * across + angles[1] * up) / size if size > 1e-12 else across
        words = "  ".join(map(drag_overlay.angle_in_words, angles))
        beside = Overlay(labels=(Label(self.input.aim, words, offset=(16.0, -8.0)),))
        return self._posed(quaternion_about(axis, size)), beside, _("Trackball {angles}").format(angles=words)

    def _posed(self, by: Quaternion, axes: Mapping[str, Array] | None = None) -> Document:
        if self.rotation is None:
            return rest_transforms.turned(self.look.document, by, self.press.settings.pivot)
        return self.rotation.by(by, axes)

    def _axis(self) -> Array:
        if self.input.axes.axis is not None:
            return np.asarray(self.input.axes.rows[self.input.axes.axis])
        towards = self.press.lens.camera.eye - self.input.point
        return np.asarray(towards / np.linalg.norm(towards))

    def _angle(self) -> float:
        typed = self.input.typed.numbers()
        if typed is not None:
            return radians(typed[0])
        angle = self._swept()
        return round(angle / self._step()) * self._step() if self.input.held.ctrl else angle

    def _swept(self) -> float:
        """What the pointer asks for, but for whole turns."""
        angle = swept(self.press.lens, self.input.point, self._axis(), self.input.start, self.input.aim)
        return angle + self._drawn_out() if self.is_lever and self.input.axes.axis is not None else angle

    def _drawn_out(self) -> float:
        """What the pointer asks for that goes from the pivot or towards it: up is the way of the wider limit."""
        if edge_on(self.press.lens, self.input.point, self._axis()):
            return 0.0
        pivot = self.press.lens.project(self.input.point)[0, :2]
        far = [float(np.linalg.norm(np.subtract(at, pivot))) for at in (self.input.start, self.input.aim)]
        upwards = 1.0 if self.input.start[1] <= pivot[1] else -1.0
        joint = self.look.document.rig.by_name[next(iter(self.turners.values()))].joint
        lower, upper = joint.limit[self.input.axes.axis or 0] or (0.0, 0.0)
        return upwards * (far[1] - far[0]) / ALONG * (1.0 if upper >= -lower else -1.0)

    def _step(self) -> float:
        return FINE_SNAP if self.input.held.shift else SNAP


def edge_on(lens: Lens, pivot: Array, axis: Array) -> bool:
    """Whether the ring about an axis is seen from its edge, so that there is nothing to go round."""
    towards = lens.camera.eye - pivot
    return bool(abs(axis @ towards) < 0.15 * np.linalg.norm(towards))


def swept(lens: Lens, pivot: Array, axis: Array, start: Pixel, now: Pixel) -> float:
    """The angle about an axis between two pixels, radians: -180° to 180°, or along a ring seen from its edge."""
    if edge_on(lens, pivot, axis):
        return _swept_edge_on(lens, pivot, axis, start, now)
    before, after = lens.on_plane(*start, pivot, axis), lens.on_plane(*now, pivot, axis)
    if before is None or after is None:
        return 0.0
    before, after = before - pivot, after - pivot
    return atan2(float(cross(before, after) @ axis), float(before @ after))


def _swept_edge_on(lens: Lens, pivot: Array, axis: Array, start: Pixel, now: Pixel) -> float:
    """A ring seen from its edge is a line: the front of it follows the pointer along that line."""
    front = cross(axis, lens.camera.eye - pivot)
    front /= np.linalg.norm(front)
    ends = lens.project([pivot, pivot + front * lens.pixel(pivot)])[:, :2]
    return float((np.subtract(now, start)) @ (ends[1] - ends[0])) / ALONG


def _spoke(lens: Lens, pivot: Array, aim: Pixel) -> Shape:
    """A dashed line from the pivot to the pointer."""
    x, y = lens.project(pivot)[0, :2].tolist()
    return Shape(((x, y), aim), "text_dim", 1.0, dash=(4.0, 3.0))


def _unshifted(event: Event) -> Event:
    """What turns has an axis and no plane: Shift makes no difference to it."""
    return replace(event, held=Held()) if isinstance(event, Key) else event


def _begin(look: Look, press: Press, name: str) -> _Drag:
    turners, reasons = _turners(look)
    pivot = drag_target.pivot_point(look, name, press.settings.pivot)
    about = None if press.settings.pivot == "individual" else pivot
    return _Drag(
        look,
        press,
        turners,
        rotation=None if look.in_rest_pose else LimbRotation(look.document, look.evaluated, turners.keys(), about),
        still=reasons[0] if reasons and all(reasons) else "",
        input=drag_input(press, pivot, drag_axes.begin(look, name, press)),
        trackball=press.part == TRACKBALL,
    )


def _turners(look: Look) -> tuple[dict[str, str], list[str]]:
    """The bones whose pose turns, each with the selected one that turns by it, and why that may not show."""
    if look.in_rest_pose:
        return {}, []
    sources = rotation_sources(look.document.rig, look.evaluated)
    turners: dict[str, str] = {}
    for selected in look.document.selected:
        turners.setdefault(sources.bone_to_turn(selected), selected)
    return turners, [sources.why_still(turner) for turner in turners]


ROTATE = Operation(
    "rotate",
    rotate,
    transform_hints(_("Snap 5°"), _("Snap 1°"), _("Degrees"), again=("rotate", _("Trackball"))),
    MenuEntry(
        _("Rotate"),
        _("The selected bones turn with the pointer until you click."),
        "rotate",
        ("R",),
        industry=(),
        search_words=TRANSFORM_WORDS,
    ),
    interchangeable=True,
    repeats="rotate",
)

TRACKBALL_ROTATE = Operation(
    "trackball",
    trackball,
    transform_hints(_("Snap 5°"), _("Snap 1°"), _("Degrees")),
    MenuEntry(
        _("Trackball"),
        _("Turn freely, like a ball under the hand. R twice does the same."),
        "trackball",
        ("Shift+T",),
        industry=(),
        search_words=TRANSFORM_WORDS,
    ),
    interchangeable=True,
    repeats="rotate",
)

TOOL = Tool(
    "rotate",
    ROTATE,
    MenuEntry(
        _("Rotate tool"), _("Rings turn the selected bones."), "rotate", ("Shift+R",), ("E",), within=_("Rotate")
    ),
    gizmo="rotate",
    over_bone=_("turn the bone"),
    gizmo_snap=_("Snap 5°"),
)
