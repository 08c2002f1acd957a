"""Sending the posed figure to other programs, as a performer does: its bones in bundles, by UDP."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from struct import pack

from pantin.app.live.vmc import BONE, OK, ROOT, TIME, y_up, y_up_turn
from pantin.rigs.tracking.humanoid import AT_ORIGIN, BonePose

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
