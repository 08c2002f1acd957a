"""Receiving: a thread of its own waits for datagrams, decodes them and hands on the newest frame.

Whatever has come by then is decoded before anything is made of it, so a burst of datagrams is one frame, and a slow
figure never falls behind. The rest of a frame that comes in several datagrams is waited for, for a moment. Only this
machine is listened to unless the person names another address.
"""

from __future__ import annotations

import errno
import select
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress

import msgspec

from pantin.app.live.vmc import Decoder, Frame, Named
from pantin.app.messages import _
from pantin.widgets.values.live import LOOPBACK

LARGEST = 65_535
"""Bytes of a datagram."""
BURST = 64
"""Datagrams that are decoded before what they came to is shown: a frame of all bones takes five or six."""
ENDING = 0.5
"""Seconds that are waited at most for a thread that ends: it may be posing a figure."""
LATELY = 1.0
"""Seconds over which the rate is counted, and after which nothing that came is still coming."""
GATHERING = 0.002
"""Seconds that are waited for the rest of a frame: senders of several datagrams a frame send them one after another,
and a body of which one hand is a frame older than the other is nowhere."""
SAME = 0.008
"""Seconds: datagrams that are nearer together belong to one frame, where the rate is counted."""


class Traffic(msgspec.Struct, frozen=True):
    """The rate of receiving: frames a second, and how many messages were dropped."""

    rate: int
    dropped: int


class NoPort(Exception):
    """A port cannot be had; says why in a few words."""


class Receiver:
    """Listens on ports of one address until it is closed. Raises NoPort where one cannot be had.

    An empty address is this machine alone; the system would take it for all of its addresses.
    """

    def __init__(self, ports: Sequence[int], take: Callable[[Frame], None], address: str = LOOPBACK) -> None:
        """`take` is called with each new frame on the thread of the receiver."""
        self._take, self._decoder = take, Decoder()
        self._arrivals: deque[float] = deque(maxlen=1024)
        self._regular: dict[Named, float] = {}
        """When each bone and tracker was heard last, of those that come."""
        self._sockets = _opened(address.strip() or LOOPBACK, ports)
        self._waking, self._woken = socket.socketpair()
        """A pair of sockets: a byte sent into one ends the wait for datagrams at the other."""
        self._ending = False
        self._thread = threading.Thread(target=self._run, name="vmc", daemon=True)
        self._thread.start()

    @property
    def ports(self) -> tuple[int, ...]:
        """The ports that are listened on."""
        return tuple(each.getsockname()[1] for each in self._sockets)

    @property
    def traffic(self) -> Traffic:
        """Return the present rate of receiving."""
        since = time.monotonic() - LATELY
        return Traffic(sum(at > since for at in tuple(self._arrivals)), self._decoder.dropped)

    def close(self) -> None:
        """Stop, and give the ports back."""
        self._ending = True
        self._waking.send(b"\0")
        self._thread.join(ENDING)
        for each in (*self._sockets, self._waking, self._woken):
            each.close()

    def _run(self) -> None:
        while not self._ending:
            if self._gathered() and not self._ending:
                self._count()
                self._take(self._decoder.frame)

    def _gathered(self) -> bool:
        """Take in what has come, and what is still to come of the same frame; whether something moves by it."""
        moved, until = False, 0.0
        wait: float | None = None
        for _datagram in range(BURST):
            ready, _writing, _failing = select.select((*self._sockets, self._woken), (), (), wait)
            if not ready or self._ending:
                break
            for each in ready:
                moved |= self._receive(each)
            until = until or time.monotonic() + GATHERING
            wait = 0.0 if self._is_whole() else max(until - time.monotonic(), 0.0)
        if moved:
            self._look_for_lost()
        return moved

    def _is_whole(self) -> bool:
        """Return whether all that comes frame by frame has come of this one."""
        return self._regular.keys() <= self._decoder.came

    def _look_for_lost(self) -> None:
        """Stop waiting for what was not heard for long: trackers are lost then, and bones once none comes."""
        decoder, now = self._decoder, time.monotonic()
        self._regular |= dict.fromkeys(decoder.heard, now)
        decoder.heard.clear()
        decoder.came.clear()
        lost = [named for named, at in self._regular.items() if now - at > LATELY]
        for named in lost:
            del self._regular[named]
        if serials := {name for is_bone, name in lost if not is_bone}:
            decoder.forget(serials)
        if any(is_bone for is_bone, _name in lost) and not any(is_bone for is_bone, _name in self._regular):
            decoder.forget_bones()

    def _receive(self, source: socket.socket) -> bool:
        """Take a datagram in; whether something moves by it."""
        with suppress(BlockingIOError, ConnectionError):
            return self._decoder.take(source.recv(LARGEST))
        return False

    def _count(self) -> None:
        now = time.monotonic()
        if not self._arrivals or now - self._arrivals[-1] > SAME:
            self._arrivals.append(now)


def _opened(address: str, ports: Sequence[int]) -> list[socket.socket]:
    """A socket for each port. Where one cannot be had, all are given back."""
    found: list[socket.socket] = []
    try:
        for port in dict.fromkeys(ports):
            found.append(socket.socket(socket.AF_INET, socket.SOCK_DGRAM))
            found[-1].setblocking(False)
            _bind(found[-1], address, port)
    except NoPort:
        for each in found:
            each.close()
        raise
    return found


def _bind(to: socket.socket, address: str, port: int) -> None:
    try:
        to.bind((address, port))
    except (OSError, OverflowError, UnicodeError) as problem:
        raise NoPort(_why_not(problem, port)) from None


def _why_not(problem: Exception, port: int) -> str:
    """A few words about a port that cannot be had."""
    if not isinstance(problem, OSError):
        return _("There is no such address on this machine")
    if problem.errno == errno.EADDRINUSE:
        return _("Port {port} is in use").format(port=port)
    if problem.errno == errno.EACCES:
        return _("Port {port} is kept for the system").format(port=port)
    return _("There is no such address on this machine")
