"""OSC messages as other programs send them, by a library of other people."""

from __future__ import annotations

from collections.abc import Sequence

from pythonosc.osc_bundle_builder import IMMEDIATELY, OscBundleBuilder
from pythonosc.osc_message import OscMessage
from pythonosc.osc_message_builder import OscMessageBuilder


def message(address: str, *arguments: object) -> bytes:
    """Return the datagram of one message."""
    return _built(address, *arguments).dgram


def bundle(messages: Sequence[tuple[object, ...]]) -> bytes:
    """Return the datagram of several messages, each an address and what follows it."""
    builder = OscBundleBuilder(IMMEDIATELY)
    for address, *arguments in messages:
        builder.add_content(_built(str(address), *arguments))
    return builder.build().dgram


def _built(address: str, *arguments: object) -> OscMessage:
    builder = OscMessageBuilder(address)
    for each in arguments:
        builder.add_arg(each)
    return builder.build()
