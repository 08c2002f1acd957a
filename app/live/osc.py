"""OSC datagrams taken apart: a message, or a bundle of messages and bundles. What is broken is left out and counted.

Time tags are not waited for: motion is shown when it comes.
"""

from __future__ import annotations

from collections.abc import Collection
from importlib.util import find_spec
from struct import error as StructError
from struct import unpack_from
from typing import Any, NamedTuple

BUNDLE = b"#bundle\0"
DEEPEST = 8
"""Bundles in bundles: senders nest them once, if at all."""
MOST = 4096
"""Parts of one datagram: the largest that UDP carries holds a quarter as many messages."""
KNOWN_TYPES = frozenset("ifsbhdtTFN")


class Message(NamedTuple):
    """An address and what is sent to it."""

    address: str
    arguments: tuple[Any, ...]


class DecodedDatagram(NamedTuple):
    """The messages of a datagram in their order, and how many parts of it were broken."""

    messages: tuple[Message, ...]
    broken: int


def is_installed() -> bool:
    """Return whether OSC can be read and written: it is an extra."""
    return find_spec("pythonosc") is not None


def decoded_datagram(datagram: bytes, addresses: Collection[str]) -> DecodedDatagram:
    """The messages to these addresses. Others are nobody's fault: they are passed over."""
    found: list[Message] = []
    broken, seen = 0, 0
    waiting = [(datagram, 0)]
    while waiting:
        part, depth = waiting.pop()
        seen += 1
        if seen > MOST or depth > DEEPEST:
            return DecodedDatagram(tuple(found), broken + 1)
        if part.startswith(BUNDLE):
            inside, whole = _inside(part)
            broken += not whole
            waiting.extend((each, depth + 1) for each in reversed(inside))
            continue
        address = part[: max(part.find(b"\0"), 0)].decode("ascii", "replace")
        if not address.startswith("/"):
            broken += 1
        elif address in addresses:
            message = _message(part, address)
            found.extend((message,) if message else ())
            broken += message is None
    return DecodedDatagram(tuple(found), broken)


def _inside(bundle: bytes) -> tuple[list[bytes], bool]:
    """The elements of a bundle up to the first whose size is wrong, and whether there is none such."""
    found: list[bytes] = []
    at = len(BUNDLE) + 8
    while at < len(bundle):
        if at + 4 > len(bundle):
            return found, False
        (size,) = unpack_from(">i", bundle, at)
        if size <= 0 or size % 4 or at + 4 + size > len(bundle):
            return found, False
        found.append(bundle[at + 4 : at + 4 + size])
        at += 4 + size
    return found, at == len(bundle)


def _message(part: bytes, address: str) -> Message | None:
    """A message with its arguments; None where it is cut off, or says nothing of their types."""
    from pythonosc.osc_message import OscMessage, ParseError

    tags = (len(address) // 4 + 1) * 4
    end = part.find(b"\0", tags)
    if part[tags : tags + 1] != b"," or end < 0 or not KNOWN_TYPES.issuperset(part[tags + 1 : end].decode("latin-1")):
        return None
    try:
        return Message(address, tuple(OscMessage(part).params))
    except (ParseError, ValueError, IndexError, OverflowError, StructError):
        return None
