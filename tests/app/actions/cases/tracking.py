"""Cases of the actions: motion that comes from other programs, over this machine's own network."""

from __future__ import annotations

import socket

from pantin.app.live.sending import bundles
from pantin.app.live.vmc import y_up, y_up_turn
from pantin.rigs.tracking.humanoid import BonePose
from pantin.rigs.tracking.points import PARTS, Point
from pantin.rigs.vectors import three
from pantin.solver.edits.tracking.stance import body_of
from pantin.widgets.values.live import LiveChoices
from tests.app.actions.cases.case import Case
from tests.app.person import Person
from tests.bench.measuring.driving import wait_until

STILL = (0.0, 0.0, 0.0, 1.0)
BONES = {"Hips": BonePose((0.0, 0.0, 0.8), STILL), "Spine": BonePose((0.0, 0.0, 0.1), (0.6, 0.0, 0.0, 0.8))}
"""Somebody who bows."""


def listening(person: Person) -> None:
    """Receiving on ports that are free."""
    live = person.window.live
    live.stop()
    live.send(False)
    live.choose(LiveChoices(trackers_port=0, bones_port=0, send_port=9))
    live.start()
    assert live.receiving, live.shown.why


def send_bones(person: Person) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        for bundle in bundles(BONES, 0.0):
            sender.sendto(bundle, ("127.0.0.1", person.window.live.ports[0]))


def send_points(person: Person, points: dict[str, Point]) -> None:
    from tests.osc import message

    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        for serial, point in points.items():
            tracker = (f"LHR-{serial}", *y_up(point.position), *y_up_turn(point.rotation))
            sender.sendto(message("/VMC/Ext/Tra/Pos", *tracker), ("127.0.0.1", person.window.live.ports[0]))


def t_pose(person: Person) -> dict[str, Point]:
    at = body_of(person.session.document.rig).at
    return {part: Point(three(at[part])) for part in PARTS}


def followed(person: Person) -> None:
    """A figure that follows bones that come."""
    listening(person)
    wait_until(lambda: person.session.posed)
    send_bones(person)
    wait_until(lambda: person.window.live.posing)


def calibratable(person: Person) -> None:
    """Points of somebody in a T-pose come."""
    listening(person)
    send_points(person, t_pose(person))
    wait_until(lambda: len(person.window.live.shown.serials) == len(PARTS))


def stopped(person: Person) -> None:
    person.window.live.stop()
    person.window.live.send(False)
    person.window.live.choose(LiveChoices(trackers_port=0, bones_port=0, send_port=9))


CASES: dict[str, Case] = {
    "receive_motion": Case(lambda person: person.window.live.receiving, stopped),
    "calibrate_points": Case(lambda person: person.window.live.shown.calibrated, calibratable),
    "record_motion": Case(lambda person: person.window.live.recording, followed),
    "keep_tracked_pose": Case(lambda person: person.session.history.labels[-1] == "Keep the tracked pose", followed),
    "track_file": Case(lambda person: bool(person.asked)),
    "send_motion": Case(lambda person: person.window.live.sending, stopped),
}
