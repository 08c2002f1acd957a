"""A pose of the library says what stands: its feet are pinned to the ground, and no pin of another pose holds it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from pantin import rigs
from pantin.app.actions import ACTIONS
from pantin.app.pose_library.folders import read_folder
from pantin.rigs import Pin
from pantin.rigs.editing.bones import rename
from pantin.rigs.editing.pins import pinned
from pantin.rigs.editing.poses import library
from pantin.rigs.formats import pose
from pantin.solver.edits.pulling.pull import pull
from tests.app.person import Person
from tests.app.pose_library.cards import PICTURE, TURNED, card

FEET = (Pin("foot.L", rotation=True, on_ground=True), Pin("foot.R", rotation=True, on_ground=True))


def pins(person: Person) -> tuple[Pin, ...]:
    return person.session.document.rig.pins


def put_on(person: Person, name: str) -> None:
    """Click the card of a pose."""
    person.press(PICTURE, card(person, name))
    person.release(PICTURE, card(person, name))
    person.wait_for_the_pose()


def unpin_all(person: Person) -> None:
    ACTIONS["unpin_all"].run(person.window)
    person.wait_for_the_pose()


def told(person: Person) -> list[str]:
    said: list[str] = []
    person.session.notified.connect(said.append)
    return said


def test_unpin_all_leaves_what_stands_and_a_second_time_takes_it(shelf: Person) -> None:
    said = told(shelf)
    shelf.session.edit("Pin", lambda document: pinned(document, ("hand.L",), rotation=False))
    assert pins(shelf) == (*FEET, Pin("hand.L"))
    unpin_all(shelf)
    assert pins(shelf) == FEET and "stays pinned" in said[-1]
    unpin_all(shelf)
    assert pins(shelf) == ()
    for _ in range(2):
        shelf.session.undo()
    assert pins(shelf) == (*FEET, Pin("hand.L"))


def test_where_only_feet_are_pinned_the_first_time_says_so(shelf: Person) -> None:
    said = told(shelf)
    unpin_all(shelf)
    assert pins(shelf) == FEET and "once more" in said[-1]
    shelf.session.edit("Pin", lambda document: pinned(document, ("hand.L",), rotation=False))
    unpin_all(shelf)
    assert pins(shelf) == FEET, "it is another first time: something was pinned since"


def test_standing_feet_come_back_with_a_pose(shelf: Person) -> None:
    for _ in range(2):
        unpin_all(shelf)
    assert pins(shelf) == ()
    put_on(shelf, "Stand")
    assert pins(shelf) == FEET
    shelf.session.undo()
    assert pins(shelf) == ()


def test_a_foot_in_the_air_is_not_pinned(shelf: Person) -> None:
    """Which one that is is seen from how high the feet are."""
    for _ in range(2):
        unpin_all(shelf)
    put_on(shelf, "Kick")
    seen = shelf.session.evaluated
    heights = {foot: seen.heads[seen.index[foot], 2] for foot in ("foot.L", "foot.R")}
    down, up = sorted(heights, key=heights.__getitem__)
    assert heights[up] > heights[down] + 0.2
    assert [pin.bone for pin in pins(shelf)] == [down]


def test_a_hand_pinned_for_one_pose_does_not_nail_the_next(shelf: Person) -> None:
    """The hips are pulled afterwards: the hand goes along."""
    said = told(shelf)
    shelf.session.edit("Pin", lambda document: pinned(document, ("hand.L",), rotation=False))
    put_on(shelf, "Stand")
    assert pins(shelf) == FEET
    assert said[-1].startswith("Stand took the pins of") and "hand.L" in said[-1]
    before = shelf.session.evaluated.heads[shelf.session.evaluated.index["hand.L"]]
    hips = shelf.session.evaluated.heads[shelf.session.evaluated.index["hips"]]
    shelf.session.edit("Pull", lambda document: pull(document, {"hips": tuple((hips - (0.0, 0.0, 0.15)).tolist())}))
    shelf.wait_for_the_pose()
    after = shelf.session.evaluated.heads[shelf.session.evaluated.index["hand.L"]]
    assert np.linalg.norm(after - before) > 0.1


def test_one_switch_keeps_pins_as_they_are_and_the_cards_show_it(shelf: Person) -> None:
    shelf.session.edit("Pin", lambda document: pinned(document, ("hand.L",), rotation=False))
    before = pins(shelf)
    assert card(shelf, "Stand").entry.pins and "Pins the feet" in card(shelf, "Stand").toolTip()
    shelf.window.panels.poses.head.pins.click()
    shelf.wait_for_the_pose()
    assert not card(shelf, "Stand").entry.pins
    put_on(shelf, "Stand")
    assert pins(shelf) == before
    shelf.window.panels.poses.head.pins.click()
    put_on(shelf, "Bow")
    assert pins(shelf) == FEET


def test_a_pose_of_fingers_leaves_all_pins_alone(shelf: Person) -> None:
    shelf.session.edit("Pin", lambda document: pinned(document, ("hand.L",), rotation=True))
    shelf.session.select(("index_1.L", "index_2.L"), "index_1.L")
    shelf.wait_for_the_pose()
    shelf.window.panels.poses.head.selected_only.setChecked(True)
    put_on(shelf, "Cheer")
    assert pins(shelf) == (*FEET, Pin("hand.L", rotation=True))


def test_a_pose_that_is_saved_says_what_it_stands_on(shelf: Person) -> None:
    """Also on hands, as who crawls; flipped it stands on the other one. The next pose leaves the hand free."""
    crawls = Pin("hand.L", rotation=True, on_ground=True)
    shelf.session.edit("Pin", lambda document: pinned(document, ("hand.L",), rotation=True, on_ground=True))
    shelf.window.pose_library.save()
    shelf.wait_for_the_pose()
    name = shelf.session.document.figure.poses[-1].name
    assert shelf.session.document.figure.poses[-1].stands == ("foot.L", "foot.R", "hand.L")
    put_on(shelf, "Stand")
    assert pins(shelf) == FEET
    put_on(shelf, name)
    assert pins(shelf) == (*FEET, crawls)
    put_on(shelf, "Bow")
    shelf.window.pose_library.apply(f"document/{name}", flipped=True)
    shelf.wait_for_the_pose()
    assert {pin.bone for pin in pins(shelf)} == {"foot.L", "foot.R", "hand.R"}


def test_what_a_pose_stands_on_is_kept_in_files_and_follows_names(shelf: Person, tmp_path: Path) -> None:
    document = library.saved(shelf.session.document, "Mine", {"hips": TURNED}, stands=("foot.L",))
    rigs.write(document, tmp_path / "rig.rig.json")
    assert rigs.read(tmp_path / "rig.rig.json").figure.poses[-1].stands == ("foot.L",)
    assert rename(document, "foot.L", "sole").figure.poses[-1].stands == ("sole",)
    pose.write_pose("Rig", {"hips": TURNED}, tmp_path / "mine.pose.json", stands=("foot.L",))
    assert json.loads((tmp_path / "mine.pose.json").read_bytes())["stands"] == ["foot.L"]
    assert read_folder(tmp_path).poses[0].stands == ("foot.L",)
