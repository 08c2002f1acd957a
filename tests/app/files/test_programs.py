"""Files of other programs in the window and at the command line: opened, fitted by one chord, pulled, converted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PySide6 import QtGui

import pantin
from pantin.app.files import reading
from pantin.resources import FOLDER
from pantin.rigs.rest import rest_matrices
from tests.app.actions.counting import Counted, kinds
from tests.app.opening.opening_window import open_file
from tests.app.person import Person
from tests.app.start.command import pantin as run
from tests.dialects.programs import DIALECTS
from tests.readers import places_in


@pytest.mark.parametrize("name", ["Mixamo", "VRM 0", "Unreal", "CMU"])
def test_a_person_is_opened_and_fitted_in_one_chord(name: str, person: Person, tmp_path: Path) -> None:
    one = DIALECTS[name]
    open_file(person, one.written(tmp_path))
    person.wait_until(lambda: set(one.names.values()) == set(person.session.document.rig.by_name))
    person.wait_for_the_pose()
    assert person.session.path is None and not person.window.notice.isVisible()
    person.session.show_frame(None)
    person.wait_for_the_pose()
    before, counted = person.session.evaluated, Counted(person)
    counted.keys("Ctrl+Shift+R")
    person.wait_for_the_pose()
    rig, after = person.session.document.rig, person.session.evaluated
    assert counted.actions == 1 and [limb.kind for limb in rig.limbs].count("limb") == 4
    assert any(limit for bone in rig.bones for limit in bone.joint.limit)
    heads = [after.matrix(name)[:3, 3] for name in before.names]
    assert np.abs(heads - before.heads).max() <= 0.005 * one.unit, "a straight limb is bent by half a degree"
    person.session.undo()
    assert kinds(person) == {"bone": len(one.names), "handle": 0, "pole": 0}


@pytest.mark.parametrize("name", ["Mixamo", "VRM 1", "Blender"])
def test_a_person_is_pulled_by_the_hand(name: str, person: Person, tmp_path: Path) -> None:
    one = DIALECTS[name]
    open_file(person, one.written(tmp_path))
    person.wait_until(lambda: set(one.names.values()) == set(person.session.document.rig.by_name))
    person.session.show_frame(None)
    person.wait_for_the_pose()
    arm, foot = one.names["forearm.L"], one.names["foot.R"]
    before, held = person.tail(arm), person.tail(foot)
    x, y = person.where(arm)
    person.drag((x, y), (x, y - 20), (x, y - 40))
    assert np.linalg.norm(person.tail(arm) - before) > 0.01
    assert person.tail(foot) == pytest.approx(held, abs=1e-9)
    assert person.session.path is None, "a rig is not saved over the character that it came from"


def test_controls_are_fitted_while_the_frame_stays_on_screen(person: Person, tmp_path: Path) -> None:
    one, session, playhead = DIALECTS["CMU"], person.session, person.window.clips.playhead
    session.open(pantin.read(one.written(tmp_path)))
    playhead.go_to(40)
    person.wait_for_the_pose()
    head = session.evaluated.heads[session.evaluated.index["Head"]]
    person.press_keys(QtGui.QKeySequence("Ctrl+Shift+R"))
    person.wait_for_the_pose()
    assert session.document.rig.limbs and session.frame is not None and playhead.is_shown
    assert abs(session.evaluated.heads[session.evaluated.index["Head"]] - head).max() < 0.005 * one.unit


@pytest.mark.parametrize("name", ["Mixamo", "Unreal", "CMU"])
def test_convert_takes_a_whole_motion_a_frame_or_a_pose(name: str, tmp_path: Path) -> None:
    one = DIALECTS[name]
    path, size = one.written(tmp_path), 2e-5 * one.unit
    whole, still, pose, by_pose = (tmp_path / each for each in ("whole.glb", "still.glb", "walk.pose.json", "by.glb"))
    clip = pantin.read(path).figure.clips[0].name
    assert run("convert", path, whole).returncode == 0
    moving = places_in(whole)
    assert run("convert", path, still, "--clip", clip, "--frame", 23).returncode == 0
    assert run("convert", path, pose, "--clip", clip, "--frame", 23).returncode == 0
    assert run("convert", path, by_pose, "--pose", pose).returncode == 0
    for row, joint in enumerate(one.order):
        truth = one.unit * one.places[:, row]
        np.testing.assert_allclose(moving[joint], truth, atol=size, err_msg=joint)
        np.testing.assert_allclose(places_in(still)[joint][0], truth[23], atol=size, err_msg=joint)
        np.testing.assert_allclose(places_in(by_pose)[joint][0], truth[23], atol=10 * size, err_msg=joint)
    assert pantin.read(still).figure.clips == ()


def test_convert_says_what_is_not_there(tmp_path: Path) -> None:
    path, out = DIALECTS["Mixamo"].written(tmp_path), tmp_path / "none.glb"
    for asked, said in (
        (("--clip", "Swim"), 'there is no clip "Swim"; name one of "Walk".'),
        (("--frame", "999"), 'the clip "Walk" has frames from 0 to 63, so no frame 999'),
        (("--pose", "Sit"), 'there is no pose "Sit"'),
    ):
        done = run("convert", path, out, *asked)
        assert done.returncode == 1 and said in done.stderr and not out.exists()


def test_motion_with_z_up_stands_in_what_is_made_of_its_file(tmp_path: Path) -> None:
    """Whoever reads it: the window, a command, a script."""
    path, converted, written = DIALECTS["MakeHuman"].written(tmp_path), tmp_path / "one.glb", tmp_path / "other.glb"
    assert run("convert", path, converted).returncode == 0
    pantin.write(pantin.read(path), written)
    for document in (pantin.read(converted), pantin.read(written), reading.opened(path).document):
        heads = rest_matrices(document.rig.bones)[:, :3, 3]
        assert np.ptp(heads[:, 2]) > 1.5 * np.ptp(heads[:, 1])
    for joint, places in places_in(converted).items():
        np.testing.assert_allclose(places, places_in(written)[joint], atol=1e-4)


@pytest.mark.parametrize("name", ["Mixamo", "Unreal", "Rokoko"])
def test_a_pose_that_comes_with_pantin_is_taken(name: str, tmp_path: Path) -> None:
    one, out = DIALECTS[name], tmp_path / "out.rig.json"
    sitting = FOLDER / "poses" / "humanoid" / "Sit.pose.json"
    done = run("pose", one.written(tmp_path), "--apply", sitting, "--out", out)
    assert (done.returncode, done.stderr) == (0, "")
    posed = pantin.evaluate(pantin.read(out))
    thigh, shin, foot = (posed.matrix(one.names[f"{part}.L"])[:3, 3] for part in ("thigh", "shin", "foot"))
    ahead, down = (shin - thigh) / np.linalg.norm(shin - thigh), (foot - shin) / np.linalg.norm(foot - shin)
    assert ahead[1] < -0.7 and down[2] < -0.7, "thighs lie level, shins hang"
