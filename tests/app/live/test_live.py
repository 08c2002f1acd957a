"""Live motion in the window: it poses what is shown, writes nothing by itself, and is kept, recorded and sent."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.app.live.vmc import Decoder
from pantin.rigs.tracking.points import Point
from pantin.rigs.vectors import three
from pantin.widgets.values.live import LiveChoices
from tests.app.actions.cases.tracking import (
    calibratable,
    followed,
    listening,
    send_bones,
    send_points,
    stopped,
    t_pose,
)
from tests.app.person import Person
from tests.bench.measuring.driving import wait_until


@pytest.fixture
def live(person: Person):
    """The live motion of a window with the sample figure, stopped afterwards."""
    yield person.window.live
    stopped(person)


def head(person: Person) -> np.ndarray:
    return np.array(person.session.evaluated.matrix("head")[:3, 3])


def test_points_in_a_t_pose_are_told_apart_and_move_the_figure(person: Person, live) -> None:
    calibratable(person)
    live.calibrate()
    assert set(live.choices.parts.values()) == set(t_pose(person)), "who wears what is told by the T-pose"
    before, kept = head(person), person.session.document
    lower = {
        part: Point(three(np.array(point.position) - (0, 0, 0.1 * (part[0] != "f"))))
        for part, point in t_pose(person).items()
    }
    send_points(person, lower)
    wait_until(lambda: live.posing and head(person)[2] < before[2] - 0.09)
    assert person.session.document is kept, "it is shown, and nothing is written"
    live.stop()
    wait_until(lambda: np.allclose(head(person), before, atol=1e-6))


def test_what_is_shown_is_kept_as_one_step_and_recorded_as_a_clip(person: Person, live) -> None:
    followed(person)
    steps = len(person.session.history.labels)
    live.keep()
    assert len(person.session.history.labels) == steps + 1
    assert person.session.document.figure.transform("spine").rotation != (0.0, 0.0, 0.0, 1.0)
    live.record()
    wait_until(lambda: send_bones(person) or (live.shown.recorded or 0) >= 3)  # while one is posed the newest wins
    live.record()
    (clip,) = person.session.document.figure.clips
    assert clip.name == "Take 1" and clip.count >= 2 and "hips" in clip.bones


def test_a_port_in_use_is_said_in_the_panel(person: Person, live) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        person.window.docks.bring("trackers")
        said: list[str] = []
        person.session.warned.connect(said.append)
        live.choose(LiveChoices(trackers_port=port, bones_port=0))
        live.start()
        assert said == [f"Port {port} is in use: choose another, or end the program that has it."]
        assert person.window.panels.late.trackers.line == f"Port {port} is in use"
        assert person.window.notice.isVisible()
    assert not live.receiving
    live.start()
    assert live.receiving and not person.window.notice.isVisible(), "the port is free, and nobody says otherwise"


def test_the_panel_tells_how_receiving_goes_and_where_points_are(person: Person, live) -> None:
    panel = person.window.panels.late.trackers
    person.window.docks.bring("trackers")
    listening(person)
    assert panel.line == "Waiting on 0"
    calibratable(person)
    points = t_pose(person)
    wait_until(
        lambda: send_points(person, points) or panel.line.startswith("Receiving ")
    )  # what came a second ago is past
    wait_until(lambda: len(panel.rows) == len(points))
    row = panel.rows[0]
    row.part.committed.emit("hips")
    assert live.choices.parts == {row.serial: "hips"}
    wait_until(lambda: panel.points.head._note == "1 of 6")


def test_the_posed_figure_is_sent(person: Person, live) -> None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as marionette:
        marionette.bind(("127.0.0.1", 0))
        marionette.settimeout(5.0)
        wait_until(lambda: person.session.posed)
        live.choose(LiveChoices(trackers_port=0, bones_port=0, send_port=marionette.getsockname()[1]))
        live.send(True)
        decoder = Decoder()
        while len(decoder.frame.bones) < 20:
            decoder.take(marionette.recv(65_535))
    assert decoder.dropped == 0
    np.testing.assert_allclose(
        decoder.frame.bones["Hips"].position, person.session.evaluated.matrix("hips")[:3, 3], atol=1e-6
    )


def test_what_is_sent_to_a_program_here_does_not_come_back(person: Person, live) -> None:
    """The port of the program that draws the figure is left to it, and listened on again afterwards."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    live.choose(LiveChoices(trackers_port=0, bones_port=port, send_port=port))
    live.start()
    assert len(live.ports) == 2
    live.send(True)
    assert live.receiving and len(live.ports) == 1 and port not in live.ports
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as marionette:
        marionette.bind(("127.0.0.1", port))
    live.send(False)
    assert port in live.ports


def test_a_lost_point_is_listed_as_long_as_it_is_on_a_part(person: Person, live, monkeypatch) -> None:
    listening(person)
    points = t_pose(person)
    send_points(person, {part: points[part] for part in ("head", "hips")})
    wait_until(lambda: set(live.shown.serials) == {"LHR-head", "LHR-hips"})
    monkeypatch.setattr("pantin.app.live.receiver.LATELY", 0.05)
    live.choose(replace(live.choices, parts={"LHR-head": "head"}))
    wait_until(lambda: send_points(person, {"hand.L": points["hand.L"]}) or live.shown.lost == ("LHR-head",))
    assert set(live.shown.serials) == {"LHR-hand.L", "LHR-head"}, "the other one that is lost was on no part"


def test_a_file_of_points_becomes_a_clip_and_one_that_is_none_is_said(person: Person, live, tmp_path: Path) -> None:
    rows = {
        word: {"ideal": [[*t_pose(person)[part].position, 0.0, 0.0, 0.0, 1.0]] * 3}
        for word, part in (("head", "head"), ("left_hand", "hand.L"), ("right_hand", "hand.R"))
    }
    (tmp_path / "wave.json").write_text(json.dumps({"fps": 30, "trackers": rows}))
    (tmp_path / "other.json").write_text("{}")
    said: list[str] = []
    person.session.warned.connect(said.append)
    live.files.take(tmp_path / "other.json", live.choices)
    live.files.take(tmp_path / "wave.json", live.choices)
    wait_until(lambda: bool(person.session.document.figure.clips))
    (clip,) = person.session.document.figure.clips
    assert (clip.name, clip.count) == ("wave", 3)
    assert len(said) == 1 and "there are no trackers" in said[0]
    live.files.take(tmp_path / "wave.json", live.choices)
    wait_until(lambda: len(person.session.document.figure.clips) == 2)
    assert person.session.document.figure.clips[1].name == "wave 2"


def test_each_calibration_says_what_it_did(person: Person, live) -> None:
    panel = person.window.panels.late.trackers
    person.window.docks.bring("trackers")
    calibratable(person)
    wait_until(lambda: send_points(person, t_pose(person)) or panel.proportions.isEnabled())
    panel.height_.committed.emit(1.6)
    panel.proportions.click()
    assert panel.did.text().startswith("By proportions: points on the joints of a person of 1.60 m;")
    person.window.session.warned.emit("Stand in a T-pose.")
    panel.t_pose.click()
    assert panel.did.text().startswith("By a T-pose: 6 points of a person of ")
    assert person.window.notice.isHidden()  # what was said before is no longer so


def test_bones_are_calibrated_by_a_t_pose_and_the_panel_says_what_they_are_counted_from(person: Person, live) -> None:
    panel = person.window.panels.late.trackers
    person.window.docks.bring("trackers")
    followed(person)
    wait_until(panel.bones.isVisible)
    assert panel.counted_from.text() == "They are counted from a T-pose."
    panel.counted.committed.emit("rest")
    assert "is not known" in panel.counted_from.text()
    wait_until(lambda: send_bones(person) or panel.t_pose.isEnabled())
    panel.t_pose.click()
    assert panel.counted_from.text() == "They are counted from the T-pose that was calibrated."


def test_the_view_goes_with_a_figure_that_walks_out_of_it_live(person: Person, live) -> None:
    calibratable(person)
    live.calibrate()
    before = np.array(person.window.view.camera.target)
    gone = {part: Point(three(np.add(point.position, (8.0, 0.0, 0.0)))) for part, point in t_pose(person).items()}
    send_points(person, gone)
    wait_until(lambda: live.posing and person.window.view.camera.target[0] > before[0] + 2.0)
