"""`pantin pose`: a figure takes a pose, in part, flipped, and is written as a rig or as a pose."""

from __future__ import annotations

from pathlib import Path

import pantin
from pantin.app.pose_library.shipped_person import fitted
from pantin.resources import FOLDER
from pantin.rigs.formats.pose import read_pose
from pantin.rigs.motion.retarget import FEWEST
from tests.app.start.command import pantin as run
from tests.others.samples import SAMPLES


def test_a_shipped_pose_is_retargeted_to_a_person_with_other_names(tmp_path: Path) -> None:
    man, out = SAMPLES / "glb" / "CesiumMan.glb", tmp_path / "out.rig.json"
    sitting = FOLDER / "poses" / "humanoid" / "Sit.pose.json"
    done = run("pose", man, "--apply", sitting, "--out", out)
    assert (done.returncode, done.stderr) == (0, "")
    document = pantin.read(man)
    pose = fitted(document.figure, read_pose(sitting).pose)
    assert pose.keys() <= document.rig.by_name.keys() and len(pose) >= FEWEST
    assert pantin.read(out).figure.pose.bones == pantin.mixed(document, pose, 1.0).figure.pose.bones
