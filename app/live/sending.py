"""The figure on screen, sent to other programs whenever it is posed anew."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from struct import pack

from PySide6 import QtCore

from pantin.app.live.vmc import BONE, OK, ROOT, TIME, y_up, y_up_turn
from pantin.app.session.session import Session
from pantin.rigs.rig import Bone
from pantin.rigs.tracking.humanoid import AT_ORIGIN, BonePose
from pantin.solver import Posed, rest_pose
from pantin.solver.edits.tracking.body import Body
from pantin.solver.edits.tracking.bones import bones_of_figure
from pantin.solver.edits.tracking.stance import body_of
from pantin.widgets.values.live import LiveChoices

LOOPBACK = ("127.", "localhost")
"""The beginning of addresses of this machine."""
Address = tuple[str, int]

BUNDLE_LARGEST = 1500
"""Bytes, as the protocol says: what is larger is cut into pieces on its way."""
AT_ONCE = pack(">Q", 1)
LOADED = (1, 3, 0)
"""There is a figure, it is calibrated, and it is not in mixed reality."""


class Sender:
    """Sends to one address."""

    def __init__(self, address: str, port: int) -> None:
        self._to = (address, port)
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._began = time.monotonic()

    def send(self, bones: Mapping[str, BonePose]) -> None:
        """Send a figure. Nobody may be listening: that is not an error."""
        for bundle in bundles(bones, time.monotonic() - self._began):
            with suppress(OSError):
                self._socket.sendto(bundle, self._to)

    def close(self) -> None:
        """Stop sending."""
        self._socket.close()


class Sending(QtCore.QObject):
    """Follows the session while there is somewhere to send to."""

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self._session = session
        self.to: Address | None = None
        self._sender: Sender | None = None
        self._body: Body | None = None
        self._bones: tuple[Bone, ...] = ()
        self._rest = Posed(())

    def left_of(self, choices: LiveChoices) -> tuple[int, ...]:
        """The ports to listen on: one of this machine that is sent to belongs to the program that draws the figure."""
        sent = self.to[1] if self.to is not None and self.to[0].startswith(LOOPBACK) else None
        return tuple(port for port in (choices.trackers_port, choices.bones_port) if port != sent)

    def to_address(self, to: Address | None) -> None:
        """Send there from here on; None stops that."""
        if self._sender is not None:
            self._sender.close()
            self._session.evaluated_changed.disconnect(self._send)
        self.to, self._sender = to, None
        if to is not None:
            self._sender = Sender(*to)
            self._session.evaluated_changed.connect(self._send)
            self._send()

    def _send(self) -> None:
        session = self._session
        if self._sender is None or not session.posed:
            return
        rig = session.shown.rig
        if rig.bones is not self._bones:
            self._bones = rig.bones
            try:
                self._body = body_of(rig)
            except ValueError:
                self._body = None  # a figure that is no person has no bones that others know
            self._rest = rest_pose(rig)
        if self._body is not None:
            self._sender.send(bones_of_figure(self._body, session.evaluated, self._rest))


def bundles(bones: Mapping[str, BonePose], clock: float) -> Iterator[bytes]:
    """The datagrams of a frame: none is larger than the protocol allows."""
    messages = [_message(OK, LOADED), _message(TIME, (clock,)), _message(ROOT, ("root", *_numbers(AT_ORIGIN)))]
    messages += [_message(BONE, (name, *_numbers(pose))) for name, pose in bones.items()]
    waiting: list[bytes] = []
    for each in messages:
        if waiting and sum(len(one) + 4 for one in (*waiting, each)) + 16 > BUNDLE_LARGEST:
            yield _bundle(waiting)
            waiting = []
        waiting.append(each)
    yield _bundle(waiting)


def _numbers(pose: BonePose) -> tuple[float, ...]:
    return (*y_up(pose.position), *y_up_turn(pose.rotation))


def _message(address: str, arguments: Sequence[str | int | float]) -> bytes:
    from pythonosc.osc_message_builder import OscMessageBuilder

    builder = OscMessageBuilder(address)
    for each in arguments:
        builder.add_arg(each)
    return builder.build().dgram


def _bundle(messages: Sequence[bytes]) -> bytes:
    return b"#bundle\0" + AT_ONCE + b"".join(pack(">i", len(each)) + each for each in messages)
