"""Rotate: drag a ring of the gizmo or a bone, or turn with the keyboard. X, Y and Z choose an axis, digits the angle.

Without an axis the line of sight is the axis; inside the rings, and after a second R, a trackball turns about both
directions of the picture. A bone that copies its rotation from a handle turns with the handle, so that turns instead.
Bones of an IK limb turn as in FK, and handle and pole go along.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from math import hypot, radians, tau
from typing import NamedTuple

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs import rotations as rot
from pantin.rigs.document import Document
from pantin.rigs.fields import Quaternion
from pantin.rigs.joint_angles import angles_of, roll_of
from pantin.rigs.vectors import four
from pantin.solver.edits.limbs.limb_drags import LimbRotation
from pantin.viewport.messages import _
from pantin.viewport.picking.gizmo import ROLES, TRACKBALL
from pantin.viewport.tools.dragging import drag_axes, drag_overlay, drag_target, rest_transforms
from pantin.viewport.tools.dragging.drag_hints import transform_hints
from pantin.viewport.tools.dragging.drag_input import DragInput, drag_input
from pantin.viewport.tools.dragging.drag_loop import drag_selected
from pantin.viewport.tools.dragging.events import Event, Held, Key, Press
from pantin.viewport.tools.dragging.ring_angle import ALONG, drawn_out, edge_on, swept
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


class _Turn(NamedTuple):
    """The result of a turn: the document, what is drawn of it, and the read-out."""

    document: Document
    extras: Overlay
    words: str


class _RotateDrag(msgspec.Struct, frozen=True, eq=False):
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
    """The turns of the pointer round the axis. Only the read-out shows them: a whole turn is none to the pose."""

    @property
    def label(self) -> str:
        """Return the label of the step of undo."""
        return _("Rotate {bones}").format(bones=drag_target.title(self.look.document))

    def after(self, event: Event) -> _RotateDrag:
        """The drag after one more event, with its turns counted.

        About another axis the count begins anew; for a trackball and along the edge of a ring there is none.
        """
        after = self._changed(event)
        now, before = after.input.axes, self.input.axes
        same = (now.axis, now.orientation) == (before.axis, before.orientation)
        if after.trackball or not same or edge_on(self.press.lens, self.input.point, after._axis()):
            return replace(after, turns=0)
        return replace(after, turns=self.turns + round((self._swept() - after._swept()) / tau))

    def _changed(self, event: Event) -> _RotateDrag:
        input_ = self.input.after(_unshifted(event), lambda axes: 2 if self.trackball and axes.free else 1)
        if isinstance(event, Key) and event.name == "again":
            free = replace(input_.axes, axis=None, normal=None)
            input_ = replace(input_, axes=free, typed=NOTHING_TYPED)
            return replace(self, input=input_, trackball=not self.trackball)
        return replace(self, input=input_, trackball=self.trackball and input_.axes.free)

    def preview(self) -> Preview:
        """Return the preview."""
        turn = self._by_trackball() if self.trackball else self._about_axis()
        why_still = (Label(self.input.aim, self.still, "limit", (16.0, 24.0)),) if self.still else ()
        overlay = Overlay(
            ghost=self.look.evaluated.matrices,
            guides=(*self.input.guides, _spoke(self.press.lens, self.input.point, self.input.aim)),
            shapes=turn.extras.shapes,
            labels=(*turn.extras.labels, *why_still),
        )
        words = (turn.words, self._joint_in_words(turn.document), self.still)
        return Preview(turn.document, extras=Drawn(overlay, "  ·  ".join(filter(None, words))))

    def _joint_in_words(self, document: Document) -> str:
        """Return how far the one joint that turns is bent, twisted, swayed; empty of several, of handles, at rest."""
        name = next(iter(self.turners)) if len(self.turners) == 1 else ""
        roll = roll_of(document.rig.by_name[name]) if name and not self.look.in_rest_pose else None
        if roll is None:
            return ""
        angles = angles_of(document.figure.transform(name).rotation, roll)
        bend, twist, sway = map(drag_overlay.angle_in_words, angles)
        return _("bend {bend}, twist {twist}, sway {sway}").format(bend=bend, twist=twist, sway=sway)

    def _about_axis(self) -> _Turn:
        """The turn about an axis: that of each bone, or one for all."""
        input_, axis, angle = self.input, self._axis(), self._angle()
        if input_.axes.each and not self.look.in_rest_pose:
            document = self._posed(
                four(rot.quaternion_about(np.eye(3)[input_.axes.axis or 0], angle)), self._own_axes()
            )
        else:
            document = self._posed(four(rot.quaternion_about(axis, angle)))
        role = "accent" if input_.axes.axis is None else ROLES[input_.axes.axis]
        whole = angle if input_.typed else angle + tau * self.turns
        arc = drag_overlay.rotation_arc(self.press.lens, input_.point, axis, input_.start, whole, role)
        shown = f"{input_.typed}°" if input_.typed else drag_overlay.angle_in_words(whole)
        about = input_.axes.turning or _("about the line of sight")
        return _Turn(document, arc, _("Rotate {angle} {axes}").format(angle=shown, axes=about))

    def _own_axes(self) -> Mapping[str, Array]:
        """For each bone that turns, the axes (3, 3) of the selected one that turns by it."""
        orientation, lens = self.input.axes.orientation, self.press.lens
        return {
            turner: drag_target.orientation_axes(self.look, name, orientation, lens)
            for turner, name in self.turners.items()
        }

    def _by_trackball(self) -> _Turn:
        """The turn of a trackball: about the right and the up of the picture."""
        angles = self._trackball_angles()
        size = hypot(*angles)
        across, up, _near = self.press.lens.camera.axes
        axis = (angles[0] * across + angles[1] * up) / size if size > 1e-12 else across
        words = "  ".join(map(drag_overlay.angle_in_words, angles))
        extras = Overlay(labels=(Label(self.input.aim, words, offset=(16.0, -8.0)),))
        document = self._posed(four(rot.quaternion_about(axis, size)))
        return _Turn(document, extras, _("Trackball {angles}").format(angles=words))

    def _trackball_angles(self) -> Array:
        """The angles (2,) about the right and the up of the picture, radians."""
        typed = self.input.typed.numbers()
        if typed is not None:
            return np.radians((*typed, 0.0)[:2])
        down, right = self.input.aim[1] - self.press.y, self.input.aim[0] - self.press.x
        angles = np.array((down, right)) / ALONG
        return np.round(angles / self._step()) * self._step() if self.input.held.ctrl else angles

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
        """Return the angle that the pointer asks for, but for whole turns."""
        lens, pivot, axis = self.press.lens, self.input.point, self._axis()
        angle = swept(lens, pivot, axis, self.input.start, self.input.aim)
        if not self.is_lever or self.input.axes.axis is None:
            return angle
        joint = self.look.document.rig.by_name[next(iter(self.turners.values()))].joint
        limit = joint.limit[self.input.axes.axis]
        return angle + drawn_out(lens, pivot, axis, self.input.start, self.input.aim, limit)

    def _step(self) -> float:
        return FINE_SNAP if self.input.held.shift else SNAP


def _spoke(lens: Lens, pivot: Array, aim: Pixel) -> Shape:
    """A dashed line from the pivot to the pointer."""
    x, y = lens.project(pivot)[0, :2].tolist()
    return Shape(((x, y), aim), "text_dim", 1.0, dash=(4.0, 3.0))


def _unshifted(event: Event) -> Event:
    """Return the event without Shift: a turn has an axis and no plane."""
    return replace(event, held=Held()) if isinstance(event, Key) else event


def _begin(look: Look, press: Press, name: str) -> _RotateDrag:
    turners, reasons = _turners(look)
    pivot = drag_target.pivot_point(look, name, press.settings.pivot)
    about = None if press.settings.pivot == "individual" else pivot
    return _RotateDrag(
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
