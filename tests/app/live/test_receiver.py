"""Datagrams over loopback come out as frames, the newest first; a port in use is said; what is sent is read again."""

from __future__ import annotations

import socket
import threading

import pytest

from pantin.app.live.receiver import NoPort, Receiver
from pantin.app.live.sender import BUNDLE_LARGEST, bundles
from pantin.app.live.vmc import Decoder, Frame
from pantin.rigs.tracking.humanoid import PARENTS, BonePose

BONES = {name: BonePose((0.1, 0.2, 0.3), (0.0, 0.6, 0.0, 0.8)) for name in PARENTS}


def test_what_is_sent_is_received_and_broken_datagrams_are_counted() -> None:
    frames: list[Frame] = []
    come = threading.Event()

    def take(frame: Frame) -> None:
        frames.append(frame)
        if len(frame.bones) == len(BONES):
            come.set()

    receiver = Receiver((0,), take)
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
            to = ("127.0.0.1", receiver.ports[0])
            sender.sendto(b"#bundle\0broken", to)
            for bundle in bundles(BONES, 0.5):
                sender.sendto(bundle, to)
            assert come.wait(5.0)
        assert receiver.told.dropped >= 1 and receiver.told.rate >= 1
    finally:
        receiver.close()
    got = frames[-1].bones["LeftHand"]
    assert got.position == pytest.approx((0.1, 0.2, 0.3)) and got.rotation == pytest.approx((0.0, 0.6, 0.0, 0.8))


def test_a_port_in_use_is_one_sentence_and_its_neighbour_is_given_back() -> None:
    first = Receiver((0,), lambda _frame: None)
    try:
        port = first.ports[0]
        with pytest.raises(NoPort, match=f"^Port {port} is in use$"):
            Receiver((0, port), lambda _frame: None)
        with pytest.raises(NoPort, match="no such address"):
            Receiver((0,), lambda _frame: None, "192.0.2.1")
    finally:
        first.close()
    again = Receiver((port,), lambda _frame: None)
    again.close()


def test_no_bundle_is_larger_than_the_protocol_allows() -> None:
    sent = list(bundles(BONES, 1.0))
    assert max(map(len, sent)) <= BUNDLE_LARGEST
    decoder = Decoder()
    for bundle in sent:
        decoder.take(bundle)
    assert decoder.dropped == 0 and decoder.frame.bones.keys() == BONES.keys() and decoder.frame.loaded
