"""Curl: a finger that is dragged curls or straightens with the pointer; with Shift all fingers, with Alt they spread.

Hand and arm stay. Every joint of a finger goes towards its place in a fist, or towards straight, by the same part of
what is left, so that a finger keeps its shape. Where Shift or Alt changes, the drag goes on from there. The key that
moves begins it too, for the fingers that are selected.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from math import hypot, tau

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs.document import Document
from pantin.rigs.editing.hands.sliders import curled, sliders_of, spread, thumb_spread, value_of
from pantin.rigs.figure import Figure
from pantin.rigs.fitting.hand_joints import HandJoints, hand_joints
from pantin.rigs.motion.clips_of_bones import forward_kinematics, rows_of_pose
from pantin.rigs.rest import rest_lengths
from pantin.rigs.rig import Rig
from pantin.rigs.tree.traversal import ancestors
from pantin.solver.edits.poses.hands import fingers_as_seen, with_hands
from pantin.viewport.messages import _
from pantin.viewport.picking.picking import Hit
from pantin.viewport.tools.dragging.drag_hints import DragState, Hints, ending
from pantin.viewport.tools.dragging.drag_loop import drag_selected
from pantin.viewport.tools.dragging.events import Event, Held, Move, Press
from pantin.viewport.tools.tool import Operation
from pantin.viewport.values.overlay import Label, Overlay
from pantin.viewport.values.stage import DragResult, Drawn, Look, Preview

Array = NDArray[np.float64]
Pixel = tuple[float, float]

PARTS = np.linspace(-1.0, 1.0, 41)
"""The parts of the way, to straight and to the fist, for which the path of a fingertip is made."""
SNAP = 0.1
"""With Ctrl it goes in steps of this part."""

AWAY = (40.0, 6.0, 2.5, 1.2, 0.6)
"""Distance of an apex from the path, in parts of the path's size."""
STEADY = 0.1
"""The least turn between two points of the path, as seen from an apex, in parts of the mean of all turns."""
SHORTEST = 40.0
"""Pixels. A path that is seen shorter, because it goes along the line of sight, is travelled in so many downwards."""


class PathTravel(msgspec.Struct, frozen=True, eq=False):
    """The places `points` (n, 2) of a path on the screen, pixels, for the numbers `at` (n,), which rise.

    `begin` is the row of the point that is pressed at the pixel `start`.
    """

    points: Array
    at: Array
    begin: int
    start: Pixel

    def number(self, pointer: Pixel) -> float:
        """Return the number at which the point is for a pointer there; at the start, that of the pressed point."""
        place = np.array(pointer) - self.start + self.points[self.begin]
        apex = _apex(self.points)
        if apex is None:
            return self._along(place)
        angles = _angles(self.points, apex)
        middle = self.points.mean(axis=0)
        now = _turn(middle - apex, place - apex)
        turn = np.sign(angles[-1] - angles[0])
        return float(np.interp(turn * now, turn * angles, self.at))

    def _along(self, place: Array) -> float:
        """Return the number by how far the pointer goes in the direction in which the path begins."""
        lengths = np.concatenate(([0.0], np.cumsum(np.hypot(*np.diff(self.points, axis=0).T))))
        way = self.points[-1] - self.points[self.begin]
        farthest = self.points[int(np.argmax(np.hypot(*(self.points - self.points[self.begin]).T)))]
        way = farthest - self.points[self.begin] if np.hypot(*way) < 0.5 * lengths[-1] else way
        short = lengths[-1] < SHORTEST
        direction = np.array((0.0, 1.0)) if short or not way.any() else way / hypot(*way)
        if short:
            lengths = np.linspace(0.0, SHORTEST, len(lengths))
        gone = float((place - self.points[self.begin]) @ direction)
        return float(np.interp(lengths[self.begin] + gone, lengths, self.at))


def curls(look: Look, hit: Hit | None) -> bool:
    """Return whether what was hit is a finger that curls where it is dragged."""
    return hit is not None and not look.in_rest_pose and _finger(look.document.rig, hit.bone) is not None


def curls_selected(look: Look) -> bool:
    """Return whether the selected bones are fingers, of a figure that is posed."""
    document = look.document
    fingers = [_finger(document.rig, name) is not None for name in document.selected]
    return not look.in_rest_pose and bool(fingers) and all(fingers)


def curl(look: Look, press: Press) -> Generator[Preview, Event, DragResult | None]:
    """Curl the finger that was pressed, or without a press the active one, with those of its hand that are selected."""
    return drag_selected(look, press, _begin)


class _Curl(msgspec.Struct, frozen=True, eq=False):
    """The point that is dragged: of a phalanx (3,), in the bone's own axes."""

    look: Look
    press: Press
    joints: HandJoints
    finger: str
    fingers: tuple[str, ...]
    """Those that curl with it without Shift."""
    bone: str
    point: Array

    def posed(self, document: Document, part: float, held: Held) -> Document:
        """Return the document with fingers nearer to the end of their curl or spread by a part, −1 to 1."""
        if held.alt:
            return (thumb_spread if self.finger == "thumb" else spread)(document, self.joints, part)
        return curled(document, self.joints, tuple(self.joints.fingers) if held.shift else self.fingers, part)

    def travel(self, document: Document, start: Pixel, held: Held) -> PathTravel:
        """Return the path on which the pointer takes the point, from a document in which it is pressed at `start`."""
        bone, point = self._followed(document) if held.alt and self.finger != "thumb" else (self.bone, self.point)
        posed = [self.posed(document, float(part), held).figure for part in PARTS]
        places = (_stands(self.look, posed, self.joints.hand.bone, bone) @ (*point, 1.0))[:, :3]
        return PathTravel(self.press.lens.project(places)[:, :2], PARTS, len(PARTS) // 2, start)

    def _followed(self, document: Document) -> tuple[str, Array]:
        """Return the bone that spreads, and its point: the finger's own, or of one that stays the end of another."""
        alone = spread(document, self.joints, 1.0)
        first = {finger: chain[0].bone for finger, chain in self.joints.fingers.items() if finger != "thumb"}
        moved = [
            finger for finger, name in first.items() if alone.figure.transform(name) != document.figure.transform(name)
        ]
        if self.finger in moved or not moved:
            return self.bone, self.point
        last = self.joints.fingers[moved[0]][-1].bone
        return last, _tail(document.rig, last)

    def in_words(self, figure: Figure, held: Held) -> str:
        """Return how far it has come: "Curl 45 %"."""
        name = "spread" if held.alt and self.finger != "thumb" else self.finger
        slider = next((each for each in sliders_of(self.joints) if each == name), None)
        percent = f"{100 * value_of(figure, self.joints, slider):.0f} %".replace("-", "−") if slider else ""
        words = _("Spread {percent}") if held.alt else _("Curl {percent}")
        return words.format(percent=percent).rstrip()

    def label(self, held: Held) -> str:
        """Return what the step of undo is called."""
        if held.alt:
            name = self.bone if self.finger == "thumb" else self.joints.hand.bone
            return _("Spread {bone}").format(bone=name)
        many = held.shift or len(self.fingers) > 1
        return _("Curl {bone}").format(bone=self.joints.hand.bone if many else self.bone)

    def turning(self, held: Held) -> tuple[str, ...]:
        """Return the bones that turn."""
        if held.alt:
            fingers = ("thumb",) if self.finger == "thumb" else tuple(set(self.joints.fingers) - {"thumb"})
            return tuple(self.joints.fingers[finger][0].bone for finger in fingers)
        fingers = tuple(self.joints.fingers) if held.shift else self.fingers
        return tuple(phalanx.bone for finger in fingers for phalanx in self.joints.fingers[finger])


class _CurlDrag(msgspec.Struct, frozen=True, eq=False):
    """Everything that decides how far fingers curl: since Shift and Alt are as they are, from `document`."""

    curl: _Curl
    document: Document
    path: PathTravel
    at: Pixel
    held: Held

    @property
    def label(self) -> str:
        """Return the label of the step of undo."""
        return self.curl.label(self.held)

    def after(self, event: Event) -> _CurlDrag:
        """Return the drag after one more event. The pointer itself counts: Shift does not make it slower here."""
        if not isinstance(event, Move):
            return self
        if (event.held.shift, event.held.alt) == (self.held.shift, self.held.alt):
            return replace(self, at=event.at, held=event.held)
        document = self._posed()
        path = self.curl.travel(document, event.at, event.held)
        return _CurlDrag(self.curl, document, path, event.at, event.held)

    def preview(self) -> Preview:
        """Return what to show."""
        posed, held, look = self._posed(), self.held, self.curl.look
        words = self.curl.in_words(posed.figure, held)
        overlay = Overlay(
            highlighted=self.curl.turning(held),
            ghost=look.evaluated.matrices,
            labels=(Label(self.at, words, offset=(16.0, -8.0)),),
        )
        return Preview(with_hands(look.document, posed), extras=Drawn(overlay, words))

    def _posed(self) -> Document:
        part = self.path.number(self.at)
        part = round(part / SNAP) * SNAP if self.held.ctrl else part
        return self.curl.posed(self.document, part, self.held)


def _begin(look: Look, press: Press, name: str) -> _CurlDrag:
    rig = look.document.rig
    found = _finger(rig, name)
    assert found is not None
    joints, finger = found
    document = fingers_as_seen(look.document, joints.hand)
    others = {its for each in look.document.selected for its in (_finger_in(rig, joints, each),) if its is not None}
    (matrix,) = _stands(look, (document.figure,), joints.hand.bone, name)
    if press.hit is not None:
        point = (np.linalg.inv(matrix) @ (*press.hit.point, 1.0))[:3]
    else:
        point = _tail(rig, name)
    curl = _Curl(look, press, joints, finger, tuple({finger: None} | dict.fromkeys(sorted(others))), name, point)
    start = (press.x, press.y)
    return _CurlDrag(curl, document, curl.travel(document, start, press.held), start, press.held)


def _finger(rig: Rig, name: str) -> tuple[HandJoints, str] | None:
    """Return the hand and the finger that a bone belongs to, or None."""
    for joints in hand_joints(rig):
        finger = _finger_in(rig, joints, name)
        if finger is not None:
            return joints, finger
    return None


def _finger_in(rig: Rig, joints: HandJoints, name: str) -> str | None:
    """Return the finger of a hand that a bone is a phalanx of, or hangs on as the end of its chain; else None."""
    above = {name, *ancestors(rig, name)} if name in rig.by_name else {name}
    phalanges = {phalanx.bone: finger for finger, chain in joints.fingers.items() for phalanx in chain}
    return next((finger for bone, finger in phalanges.items() if bone in above), None)


def _tail(rig: Rig, name: str) -> Array:
    """Return the tail (3,) of a bone, in its own axes."""
    return np.array((0.0, rest_lengths((rig.by_name[name],))[0], 0.0))


def _stands(look: Look, posed: Sequence[Figure], hand: str, name: str) -> Array:
    """Return where a bone of a finger stands (n, 4, 4), armature space, as n rigs pose it on the hand that is seen."""
    rig = look.document.rig
    path = [*reversed(tuple(ancestors(rig, name))), name]
    bones, place = [rig.by_name[each] for each in path], path.index(hand)
    fingers = path[place + 1 :]
    rows = [rows_of_pose(bones, {each: one.transform(each) for each in fingers}) for one in posed]
    stands = forward_kinematics(bones, np.concatenate(rows))
    seen = look.evaluated.matrices[look.evaluated.index[hand]]
    return np.asarray(seen @ np.linalg.inv(stands[:, place]) @ stands[:, -1])


def _hints(state: DragState) -> Hints:
    fingers = (("Shift", _("All fingers")), ("Alt", _("Spread")))
    letter = state.letters.get("move") if state.modal else None
    plainly: Hints = ((letter, _("Move plainly")),) if letter is not None else ()
    return (*ending(state), *fingers, ("Ctrl", _("Snap")), *plainly)


CURL = Operation("curl", curl, _hints, interchangeable=True)


def _apex(points: Array) -> Array | None:
    """Return the place (2,) from which the path is seen to turn one way; None where there is none.

    The farthest is taken: behind an apex the pointer would change from one end of the path to the other.
    """
    ends = points[-1] - points[0]
    size = float(np.ptp(points, axis=0).max())
    if size < SHORTEST / 4:
        return None
    along = ends / hypot(*ends) if hypot(*ends) > 0.1 * size else np.array((1.0, 0.0))
    middle, across = points.mean(axis=0), np.array((-along[1], along[0]))
    for away in AWAY:
        for side in (across, -across):
            apex = middle + side * away * size
            turns = np.diff(_angles(points, apex))
            mean = float(turns.mean())
            least = float(turns.min() if mean > 0.0 else turns.max())
            if mean and least / mean > STEADY:
                return np.asarray(apex)
    return None


def _angles(points: Array, apex: Array) -> Array:
    """Return the directions (n,) in which points are seen from an apex, radians from that of their middle."""
    middle = points.mean(axis=0) - apex
    return np.array([_turn(middle, point - apex) for point in points])


def _turn(before: Array, after: Array) -> float:
    """Return the angle from one direction to another, radians from −π to π."""
    angle = float(np.arctan2(after[1], after[0]) - np.arctan2(before[1], before[0]))
    return (angle + tau / 2) % tau - tau / 2
