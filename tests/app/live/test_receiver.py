"""Datagrams over loopback come out as frames, the newest first; a port in use is said; what is sent is read again."""

from __future__ import annotations

import socket
import threading
import time
from contextlib import closing

import pytest

from pantin.app.live.receiver import NoPort, Receiver
from pantin.app.live.sending import BUNDLE_LARGEST, bundles
from pantin.app.live.vmc import Decoder, Frame
from pantin.rigs.tracking.humanoid import PARENTS, BonePose
from tests.osc import message
from tests.patience import PATIENCE

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
            assert come.wait(PATIENCE)
        assert receiver.traffic.dropped >= 1 and receiver.traffic.rate >= 1
    finally:
        receiver.close()
    got = frames[-1].bones["LeftHand"]
    assert got.position == pytest.approx((0.1, 0.2, 0.3)) and got.rotation == pytest.approx((0.0, 0.6, 0.0, 0.8))


def test_listening_ends_at_once_though_nothing_comes(monkeypatch) -> None:
    monkeypatch.setattr("pantin.app.live.receiver.ENDING", None)
    receiver = Receiver((0,), lambda _frame: None)
    ending = threading.Thread(target=receiver.close, daemon=True)
    ending.start()
    ending.join(30.0)
    assert not ending.is_alive()


def test_a_frame_in_several_datagrams_is_one_body(monkeypatch) -> None:
    """Six trackers that are sent one after another are taken together, and no body is made of two frames."""
    monkeypatch.setattr("pantin.app.live.receiver.GATHERING", 1.0)  # however busy the machine is
    frames: list[Frame] = []
    receiver = Receiver((0,), frames.append)
    with closing(receiver), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        for number in range(4):
            for serial in range(6):
                sender.sendto(tracker(f"LHR-{serial}", float(number)), ("127.0.0.1", receiver.ports[0]))
            wait_for(lambda number=number: frames and places(frames[-1]) == {-float(number)})
        whole = [frame for frame in frames if len(frame.trackers) == 6]
    assert all(len(places(frame)) == 1 for frame in whole[1:]), "a mixture of two frames was handed on"


def test_a_tracker_that_comes_no_more_is_lost_and_comes_again(monkeypatch) -> None:
    monkeypatch.setattr("pantin.app.live.receiver.LATELY", 0.05)
    frames: list[Frame] = []
    receiver = Receiver((0,), frames.append)
    with closing(receiver), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        to = ("127.0.0.1", receiver.ports[0])
        sender.sendto(tracker("HMD", 0.0), to)
        sender.sendto(tracker("LHR", 0.0), to)
        wait_for(lambda: frames and len(frames[-1].trackers) == 2)
        wait_for(lambda: sender.sendto(tracker("HMD", 1.0), to) and frames[-1].trackers.keys() == {"HMD"})
        sender.sendto(tracker("LHR", 0.0), to)
        wait_for(lambda: frames[-1].trackers.keys() == {"HMD", "LHR"})


def test_bones_that_nobody_sends_any_longer_are_gone_while_trackers_come(monkeypatch) -> None:
    """They pose nothing then, and no T-pose is told by them."""
    monkeypatch.setattr("pantin.app.live.receiver.LATELY", 0.05)
    frames: list[Frame] = []
    receiver = Receiver((0,), frames.append)
    with closing(receiver), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        to = ("127.0.0.1", receiver.ports[0])
        for bundle in bundles(BONES, 0.0):
            sender.sendto(bundle, to)
        wait_for(lambda: frames and len(frames[-1].bones) == len(BONES))
        wait_for(lambda: sender.sendto(tracker("LHR-1", 1.0), to) and frames[-1].trackers and not frames[-1].bones)


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


def tracker(serial: str, x: float) -> bytes:
    return message("/VMC/Ext/Tra/Pos", serial, x, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0)


def places(frame: Frame) -> set[float]:
    return {point.position[0] for point in frame.trackers.values()}


def wait_for(until) -> None:
    latest = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < latest, "nothing came"
        time.sleep(0.01)


def test_no_bundle_is_larger_than_the_protocol_allows() -> None:
    sent = list(bundles(BONES, 1.0))
    assert max(map(len, sent)) <= BUNDLE_LARGEST
    decoder = Decoder()
    for bundle in sent:
        decoder.take(bundle)
    assert decoder.dropped == 0 and decoder.frame.bones.keys() == BONES.keys() and decoder.frame.loaded
