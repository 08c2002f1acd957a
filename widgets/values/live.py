"""Values that the panel of trackers shows: where motion comes from and goes to, and which point is on which part."""

from __future__ import annotations

from typing import Literal

import msgspec

LiveState = Literal["off", "waiting", "receiving", "failed"]
Comes = Literal["comes", "lost", "never"]
"""Whether a point comes: now, no more, or not since listening began."""
LOOPBACK = "127.0.0.1"
"""This machine alone."""
Follow = Literal["all", "hands"]
LIVE = "live"
"""The key of the source that comes over the network."""
CalibrateBy = Literal["t_pose", "height"]
CountedFrom = Literal["told", "t_pose", "rest"]
"""The reference pose of rotations: told by the figure that is open, a T-pose, or the rest of the sender's."""


class LiveChoices(msgspec.Struct, frozen=True):
    """The choices of the person. Only this machine is listened to and sent to where no other address is named."""

    address: str = LOOPBACK
    trackers_port: int = 39540
    """The port to which senders of trackers send, by the protocol."""
    bones_port: int = 39539
    """The port to which senders of bones send, by the protocol."""
    send_address: str = LOOPBACK
    send_port: int = 39539
    """The port at which programs that draw a figure listen, by the protocol."""
    by: CalibrateBy = "t_pose"
    height: float = 1.75
    """Of the person, metres."""
    follow: Follow = "all"
    """The points of a file or a clip that are followed: all of them, or head and hands alone."""
    counted: CountedFrom = "told"
    """The reference pose of the rotations of bones. VRM 0 is normalised to a T-pose; VRM 1 counts from its rest."""
    parts: dict[str, str] = {}
    """By serial of a point the part that it is on."""


class SourceShown(msgspec.Struct, frozen=True):
    """A source of points, as the list shows it."""

    key: str
    title: str
    state_in_words: str
    """A sentence about how it goes."""
    state: LiveState = "off"
    clips: tuple[str, ...] = ()
    """The choices in it."""
    lacks_skeleton: bool = False
    """Whether it must be said how its points fit."""


class LiveShown(msgspec.Struct, frozen=True):
    """The present state of live motion."""

    choices: LiveChoices = LiveChoices()
    state: LiveState = "off"
    why: str = ""
    """Why nothing can be received, in words."""
    rate: int = 0
    dropped: int = 0
    serials: tuple[str, ...] = ()
    """Of the points that come, and of those that have a part."""
    bones: int = 0
    """The number of bones that come."""
    lost: tuple[str, ...] = ()
    """Serials of points that came and come no more."""
    calibrated: str = ""
    """The result of the last calibration, in one sentence; empty where there is none."""
    counted_from: str = ""
    """The reference pose of the rotations of bones, and how that is known."""
    sending: bool = False
    posing: bool = False
    """Whether the figure follows what comes."""
    recorded: int | None = None
    """Frames so far, while that is recorded."""
    sources: tuple[SourceShown, ...] = ()
    """Those besides what comes over the network."""
    used: str = LIVE
    """The key of the source that is used, and which clip of it."""
    clip: str = ""
    came: tuple[str, ...] = ()
    """Serials of points that came since listening began."""
    selected: tuple[str, ...] = ()
    """Serials of points on bones that are selected."""

    def comes(self, serial: str) -> Comes:
        """Return whether a point comes."""
        return "lost" if serial in self.lost else "comes" if serial in self.came else "never"
