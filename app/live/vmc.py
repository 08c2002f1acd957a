"""VMC messages decoded: bones and trackers in Pantin's axes, newest first; what does not fit is dropped and counted.

VMC sends the numbers of Unity: left-handed, Y up, Z forward, metres. Pantin has Z up, and a figure faces -Y.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from math import isfinite, sqrt
from typing import Any, TypeGuard, cast

import msgspec

from pantin.app.live.osc import Message, decoded_datagram
from pantin.rigs.fields import Quaternion, Vector3
from pantin.rigs.tracking.humanoid import AT_ORIGIN, PARENTS, BonePose
from pantin.rigs.tracking.points import Point

FARTHEST = 1000.0
"""Metres: nobody is tracked so far away; such numbers are broken."""
SHORTEST = 1e-3
"""A quaternion shorter than this is none."""
NAMES_MOST, BLENDS_MOST, NAME_LONGEST = 64, 256, 128
"""Of trackers, of blend shapes, and of the letters of a name: what sends more is no person."""

BONE, ROOT = "/VMC/Ext/Bone/Pos", "/VMC/Ext/Root/Pos"
TRACKERS = ("/VMC/Ext/Hmd/Pos", "/VMC/Ext/Con/Pos", "/VMC/Ext/Tra/Pos")
BLEND, APPLY, OK, TIME = "/VMC/Ext/Blend/Val", "/VMC/Ext/Blend/Apply", "/VMC/Ext/OK", "/VMC/Ext/T"


Named = tuple[bool, str]
"""Whether it is a bone, and its name or serial."""


class Frame(msgspec.Struct, frozen=True):
    """All that is known of a sender now."""

    root: BonePose = AT_ORIGIN
    bones: Mapping[str, BonePose] = {}
    """By their humanoid names, each in the axes of the one above it, from a T-pose."""
    trackers: Mapping[str, Point] = {}
    """By serial."""
    blends: Mapping[str, float] = {}
    """Blend shapes as they were last put on: values of expressions, by name."""
    loaded: bool = False
    """Whether the sender says that it has a figure."""
    clock: float = 0.0
    """The sender's own, seconds."""


class Decoder:
    """Takes datagrams in, and holds the frame that they come to. For one thread."""

    def __init__(self) -> None:
        self.frame = Frame()
        self.dropped = 0
        """Datagrams, or messages in them, that were broken."""
        self.received = 0
        """Messages that counted."""
        self.came: set[Named] = set()
        """The parts of the current frame that have come: one that comes a second time begins the next frame."""
        self.heard: set[Named] = set()
        """All that has come since the listener emptied it."""
        self._waiting: dict[str, float] = {}

    def take(self, datagram: bytes) -> bool:
        """Take a datagram in; whether bones or trackers came with it."""
        parts = decoded_datagram(datagram, TAKEN)
        self.dropped += parts.broken
        before = self.frame
        bones, trackers = dict(before.bones), dict(before.trackers)
        for message in parts.messages:
            if TAKEN[message.address](self, message, bones, trackers):
                self.received += 1
                self._note(message)
            else:
                self.dropped += 1
        moved = bones != before.bones or trackers != before.trackers or self.frame.root != before.root
        if moved:
            self.frame = msgspec.structs.replace(self.frame, bones=bones, trackers=trackers)
        return any(message.address in MOVING for message in parts.messages)

    def forget(self, serials: Collection[str]) -> None:
        """These trackers are lost: they are not in the frame until they come again."""
        kept = {serial: point for serial, point in self.frame.trackers.items() if serial not in serials}
        self.frame = msgspec.structs.replace(self.frame, trackers=kept)

    def forget_bones(self) -> None:
        """Nobody sends bones any longer: none is in the frame until one comes again."""
        self.frame = msgspec.structs.replace(self.frame, bones={})

    def _note(self, message: Message) -> None:
        """A bone that there is, or a tracker, has come: other names would be waited for, and kept."""
        if message.address in NAMED and (message.address != BONE or message.arguments[0] in PARENTS):
            named = (message.address == BONE, str(message.arguments[0]))
            if named in self.came:
                self.came.clear()
            self.came.add(named)
            self.heard.add(named)

    def _bone(self, message: Message, bones: dict[str, BonePose], _trackers: object) -> bool:
        placed = _placed(message)
        if placed is None:
            return False
        name, pose = placed
        if name in PARENTS:
            bones[name] = pose
        return True

    def _root(self, message: Message, _bones: object, _trackers: object) -> bool:
        placed = _placed(message)
        if placed is not None:
            self.frame = msgspec.structs.replace(self.frame, root=placed[1])
        return placed is not None

    def _tracker(self, message: Message, _bones: object, trackers: dict[str, Point]) -> bool:
        placed = _placed(message)
        if placed is None or (placed[0] not in trackers and len(trackers) >= NAMES_MOST):
            return False
        trackers[placed[0]] = Point(placed[1].position, placed[1].rotation)
        return True

    def _blend(self, message: Message, _bones: object, _trackers: object) -> bool:
        match message.arguments:
            case (str(name), value, *_more) if _is_number(value) and 0 < len(name) <= NAME_LONGEST:
                known = self.frame.blends.keys() | self._waiting.keys()
                if name in known or len(known) < BLENDS_MOST:
                    self._waiting[name] = value
                    return True
        return False

    def _apply(self, _message: Message, _bones: object, _trackers: object) -> bool:
        self.frame = msgspec.structs.replace(self.frame, blends={**self.frame.blends, **self._waiting})
        self._waiting.clear()
        return True

    def _ok(self, message: Message, _bones: object, _trackers: object) -> bool:
        match message.arguments:
            case (int(loaded), *_more) if type(loaded) is int:
                self.frame = msgspec.structs.replace(self.frame, loaded=bool(loaded))
                return True
        return False

    def _time(self, message: Message, _bones: object, _trackers: object) -> bool:
        match message.arguments:
            case (clock, *_more) if _is_number(clock):
                self.frame = msgspec.structs.replace(self.frame, clock=float(clock))
                return True
        return False


Take = Callable[[Decoder, Message, dict[str, BonePose], dict[str, Point]], bool]
TAKEN: Mapping[str, Take] = {
    BONE: Decoder._bone,
    ROOT: Decoder._root,
    **dict.fromkeys(TRACKERS, Decoder._tracker),
    BLEND: Decoder._blend,
    APPLY: Decoder._apply,
    OK: Decoder._ok,
    TIME: Decoder._time,
}
NAMED = frozenset((BONE, *TRACKERS))
MOVING = NAMED | {ROOT}


def _is_number(value: object) -> TypeGuard[float]:
    """Return whether a value is a number: some programs send zeros and ones as whole numbers."""
    return type(value) in (float, int) and isfinite(cast(float, value))


def _placed(message: Message) -> tuple[str, BonePose] | None:
    """The name, place and rotation that begin a message, in Pantin's axes; None where these are broken."""
    if len(message.arguments) < 8:
        return None
    name, *sent = message.arguments[:8]
    if not isinstance(name, str) or not 0 < len(name) <= NAME_LONGEST:
        return None
    if not all(_is_number(number) for number in sent):
        return None
    if max(map(abs, sent[:3])) > FARTHEST:
        return None
    x, y, z, w = sent[3:]
    length = sqrt(x * x + y * y + z * z + w * w)
    if not SHORTEST < length < 1.0 / SHORTEST:
        return None
    return name, BonePose(z_up(sent[:3]), z_up_turn((x / length, y / length, z / length, w / length)))


def z_up(p: Any) -> Vector3:
    """A place in Unity's axes in those of Pantin."""
    return (-p[0], -p[2], p[1])


def z_up_turn(q: Quaternion) -> Quaternion:
    """A rotation in Unity's axes in those of Pantin."""
    return (q[0], q[2], -q[1], q[3])


def y_up(p: Any) -> Vector3:
    """A place in Pantin's axes in those of Unity."""
    return (-p[0], p[2], -p[1])


def y_up_turn(q: Quaternion) -> Quaternion:
    """A rotation in Pantin's axes in those of Unity."""
    return (q[0], -q[2], q[1], q[3])
