"""Files of points and clips of other figures drive the open one: each is a source with a sentence, and makes a clip."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pantin import read, write
from pantin.app.live.driving import DrivenFigure, FrameDriver
from pantin.app.live.fit import rests_of
from pantin.app.live.sources import THIS_RIG, opened
from pantin.app.live.vmc import Frame
from pantin.resources import FOLDER
from pantin.rigs import Document
from pantin.rigs.clip import Clip
from pantin.rigs.source import Source
from pantin.rigs.source.values import SourceNode
from pantin.rigs.tracking.humanoid import BonePose
from pantin.widgets.values.live import LIVE, CountedFrom, LiveChoices
from tests.app.actions.cases.tracking import t_pose
from tests.app.person import Person
from tests.bench.measuring.driving import wait_until

TURNED = (0.0, 0.0, 0.6, 0.8)
STILL = (0.0, 0.0, 0.0, 1.0)


@pytest.fixture
def files(person: Person):
    """The sources of a window with the sample figure, and its panel in sight."""
    person.window.docks.bring("trackers")
    yield person.window.live.files
    person.window.live.files.choose(LIVE)


def nodding(name: str = "humanoid") -> Document:
    """A sample figure with a clip of three frames."""
    document = read(FOLDER / "rigs" / f"{name}.rig.json")
    frames = np.tile(np.array((0.0, 0, 0, *STILL, 1, 1, 1)), (3, 1, 1))
    frames[:, 0, 3:7] = [(np.sin(turn), 0.0, 0.0, np.cos(turn)) for turn in (0.0, 0.1, 0.2)]
    return document.with_figure(replace(document.figure, clips=(Clip.of("nod", 30.0, ["head"], frames),)))


def points_file(folder: Path, person: Person) -> Path:
    rows = {
        word: {"ideal": [[*t_pose(person)[part].position, *STILL]] * 3}
        for word, part in (("head", "head"), ("left_hand", "hand.L"), ("right_hand", "hand.R"), ("hips", "hips"))
    }
    (folder / "wave.json").write_text(json.dumps({"fps": 30, "trackers": rows}))
    return folder / "wave.json"


def test_every_source_has_a_row_with_a_sentence(person: Person, files, tmp_path: Path) -> None:
    panel = person.window.panels.late.trackers
    files.take(points_file(tmp_path, person), LiveChoices(), make=False)
    wait_until(lambda: files.chosen.endswith("wave.json"))
    assert [row.words() for row in panel.source.rows if row.isVisible()] == [
        "4 points, 3 frames at 30 Hz. Say how they fit."
    ]
    assert panel.source.by.isVisible() and not panel.source.address.isVisible() and not panel.calibration.isVisible()
    assert not person.session.document.figure.clips, "it is a source, and nothing is made of it yet"
    panel.source.live.click()
    assert files.chosen == LIVE and panel.source.address.isVisible() and panel.calibration.isVisible()


def test_a_source_makes_a_clip_and_may_follow_head_and_hands_alone(person: Person, files, tmp_path: Path) -> None:
    choices = LiveChoices(follow="hands")
    files.take(points_file(tmp_path, person), choices)
    wait_until(lambda: bool(person.session.document.figure.clips))
    assert person.window.clips.playhead.clip.name == "wave", "it is shown at once"
    wait_until(lambda: len(person.window.points.marks) == 3)


def test_a_clip_of_another_figure_drives_this_one(person: Person, files, tmp_path: Path) -> None:
    path = tmp_path / "nodding.rig.json"
    write(nodding(), path)
    files.take(path, LiveChoices())
    wait_until(lambda: bool(person.session.document.figure.clips))
    (clip,) = person.session.document.figure.clips
    assert (clip.name, clip.count) == ("nod", 3)
    row = clip.frames[2, clip.bones.index("head"), 3:7]
    assert row[0] > 0.1, "neck and head share the nod"
    assert files.shown[0].key == THIS_RIG and files.shown[0].clips == ("nod",), "and is a source of its own"


def test_what_gives_no_points_of_a_person_is_said_in_a_sentence(tmp_path: Path) -> None:
    write(nodding("quadruped"), tmp_path / "dog.rig.json")
    with pytest.raises(ValueError, match=r"dog\.rig\.json: Tracked points move a person"):
        opened(tmp_path / "dog.rig.json")
    with pytest.raises(ValueError, match="holds no motion"):
        opened(FOLDER / "rigs" / "humanoid.rig.json")


def test_rotations_are_told_to_be_counted_from_the_rest_of_the_open_figure() -> None:
    """A figure from a file whose nodes rest turned, and a stream that sends these rotations as they are."""
    document = read(FOLDER / "rigs" / "humanoid.rig.json")
    nodes = tuple(SourceNode(bone.name, bone=bone.name, rotation=TURNED) for bone in document.rig.bones)
    document = document.with_figure(replace(document.figure, source=Source(nodes)))
    rests = rests_of(document.figure)
    assert rests is not None and rests["LeftHand"] == (0.0, -0.6, 0.0, 0.8)
    at_rest = {name: BonePose((0.0, 0.0, 0.9 * (name == "Hips")), rest) for name, rest in rests.items()}
    plain = {name: BonePose(bone.position, STILL) for name, bone in at_rest.items()}
    cases: tuple[tuple[CountedFrom, dict[str, BonePose], bool], ...] = (
        ("told", at_rest, True),
        ("told", plain, False),
        ("rest", plain, True),
        ("t_pose", at_rest, False),
    )
    for counted, bones, expected in cases:
        driving = FrameDriver()
        driving.figure = DrivenFigure(document, rests=rests, counted=counted)
        posed = driving.pose(Frame(bones=bones), 0.0)
        straight = FrameDriver()
        straight.figure = DrivenFigure(document)
        stands = straight.pose(Frame(bones=plain), 0.0)
        assert posed is not None and stands is not None
        is_straight = np.allclose(
            posed.figure.transform("head").rotation, stands.figure.transform("head").rotation, atol=1e-6
        )
        assert is_straight == ((bones is at_rest) == expected)
