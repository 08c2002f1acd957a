"""Whoever sends may send anything: names that mean nothing cost nothing, and what is remembered has an end."""

from __future__ import annotations

import socket
import sys
from contextlib import closing

import pytest

from pantin.app.live.receiver import Receiver
from pantin.app.live.seen_points import MOST, SeenPoints
from pantin.app.live.vmc import BLEND, BLENDS_MOST, BONE, NAMES_MOST, TRACKERS, Decoder, Frame
from pantin.rigs.tracking.points import Point
from tests.app.person import Person
from tests.osc import message
from tests.patience import PATIENCE

AT = (0.1, 0.2, 0.3, 0.0, 0.0, 0.0, 1.0)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only there all of 127.0.0.0/8 is this machine")
@pytest.mark.parametrize("address", ["", "  ", "127.0.0.1"])
def test_an_empty_address_listens_to_this_machine_alone(address: str) -> None:
    """127.0.0.2 is another address of it: who listens on all of them hears what is sent there."""
    receiver = Receiver((0,), lambda _frame: None, address)
    with closing(receiver), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        sender.settimeout(PATIENCE)
        sender.connect(("127.0.0.2", receiver.ports[0]))
        with pytest.raises(ConnectionRefusedError):
            sender.send(message("/VMC/Ext/T", 1.0))
            sender.recv(1)


def test_an_address_that_is_emptied_is_this_machine_again(person: Person) -> None:
    section = person.window.panels.late.trackers.source
    section.address.committed.emit("  ")
    assert person.window.live.choices.address == "127.0.0.1"


def test_names_of_no_bone_are_neither_kept_nor_waited_for() -> None:
    decoder = Decoder()
    for number in range(10_000):
        decoder.take(message(BONE, f"bone {number}", *AT))
    assert decoder.came == decoder.heard == set() and decoder.frame == Frame()
    decoder.take(message(BONE, "Head", *AT))
    assert decoder.heard == {(True, "Head")} and set(decoder.frame.bones) == {"Head"}


def test_blend_shapes_and_trackers_have_an_end() -> None:
    """Also where few are put on at a time."""
    decoder = Decoder()
    for number in range(2 * BLENDS_MOST):
        decoder.take(message(BLEND, f"blend {number}", 0.5))
        decoder.take(message("/VMC/Ext/Blend/Apply"))
        decoder.take(message(TRACKERS[0], f"tracker {number}", *AT))
    assert (len(decoder.frame.blends), len(decoder.frame.trackers)) == (BLENDS_MOST, NAMES_MOST)
    assert "blend 0" in decoder.frame.blends and decoder.dropped == 3 * BLENDS_MOST - NAMES_MOST
    assert len(decoder.heard) == NAMES_MOST


def test_points_that_were_seen_long_ago_are_forgotten(person: Person) -> None:
    points, here = SeenPoints(person.session), Point((0.0, 0.0, 1.0), (0.0, 0.0, 0.0, 1.0))
    for number in range(3 * MOST):
        points.see(Frame(trackers={"first": here, str(number): here}))
    assert len(points.came) == MOST and {"first", str(3 * MOST - 1)} <= {*points.came}
    assert not points.is_lost("first") and points.is_lost(str(3 * MOST - 2))
