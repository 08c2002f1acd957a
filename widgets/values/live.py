"""What the panel of trackers shows: where motion comes from and goes to, and which point is on which part."""

from __future__ import annotations

from typing import Literal

import msgspec

LiveState = Literal["off", "waiting", "receiving", "failed"]
CalibrateBy = Literal["t_pose", "height"]
CountedFrom = Literal["told", "t_pose", "rest"]
"""What rotations of bones are counted from: told by the figure that is open, a T-pose, or the rest of the sender's."""


class LiveChoices(msgspec.Struct, frozen=True):
    """What the person chooses. Only this machine is listened to and sent to where no other address is named."""

    address: str = "127.0.0.1"
    trackers_port: int = 39540
    """Where senders of trackers send to, by the protocol."""
    bones_port: int = 39539
    """Where senders of bones send to, by the protocol."""
    send_address: str = "127.0.0.1"
    send_port: int = 39539
    """Where programs that draw a figure listen, by the protocol."""
    by: CalibrateBy = "t_pose"
    height: float = 1.75
    """Of the person, metres."""
    counted: CountedFrom = "told"
    """What the rotations of bones are counted from. VRM 0 is normalised to a T-pose; VRM 1 counts from its rest."""
    parts: dict[str, str] = {}
    """By serial of a point the part that it is on."""


class LiveShown(msgspec.Struct, frozen=True):
    """How live motion goes now."""

    choices: LiveChoices = LiveChoices()
    state: LiveState = "off"
    why: str = ""
    """Why nothing can be received, in words."""
    rate: int = 0
    dropped: int = 0
    serials: tuple[str, ...] = ()
    """Of the points that come, and of those that have a part."""
    bones: int = 0
    """How many bones come."""
    calibrated: bool = False
    sending: bool = False
    posing: bool = False
    """Whether the figure follows what comes."""
    recorded: int | None = None
    """Frames so far, while that is recorded."""
