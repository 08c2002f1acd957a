"""docs/scripting.md: each script on the page does what the page says, on files that are made here."""

from __future__ import annotations

import csv
import re
import typing
from pathlib import Path

import msgspec
import numpy as np
import pytest

import pantin
from pantin.rigs.constraints import KINDS
from pantin.rigs.formats.gltf import read as read_gltf
from tests.cases import case

TOP = Path(__file__).parents[1]
PAGE = (TOP / "docs" / "scripting.md").read_text("utf-8")
MIXAMO = case("person-mixamo-names.rig.json")
LEFT = "mixamorig:LeftHand"


def run(title: str) -> dict[str, typing.Any]:
    """Run the script under a title, in the current folder; returns its names."""
    (script,) = re.findall(rf"^## {re.escape(title)}\n\n```python\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE)
    names: dict[str, typing.Any] = {}
    exec(compile(script, title, "exec"), names)
    return names


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def mixamo() -> pantin.Document:
    """A person without controls, whose bones are called as Mixamo's."""
    document = pantin.read(MIXAMO)
    for bone in document.rig.bones:
        document = pantin.edited(document, bone.name, name=f"mixamorig:{bone.name}")
    return document


def waving(document: pantin.Document, name: str, frames: int, height: float) -> pantin.Document:
    """The figure with a motion in which its left upper arm is turned up to `height`, radians."""
    rows = np.tile((0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0), (frames, 1, 1))
    for number, row in enumerate(rows):
        row[0, 3:7] = pantin.rotation(x=height * number / (frames - 1))
    return pantin.add(document, pantin.Clip.of(name, 30.0, [name_of(document)], rows))


def name_of(document: pantin.Document) -> str:
    """The left upper arm."""
    return next(bone.name for bone in document.rig.bones if bone.name in ("upper_arm.L", "mixamorig:LeftArm"))


def test_a_folder_of_motion_is_retargeted(tmp_path: Path) -> None:
    pantin.write(mixamo(), "figure.glb", [])
    (tmp_path / "motion").mkdir()
    source = pantin.figure("biped")
    for name, frames, height in (("nod", 5, 0.4), ("wave", 9, 1.2)):
        bare = pantin.edited(source, constraints=())
        pantin.write(waving(bare, name, frames, height), f"motion/{name}.bvh")
    run("Retarget a folder of motion onto a figure")
    found = {path.stem: read_gltf(path) for path in sorted((tmp_path / "retargeted").iterdir())}
    assert {name: [clip.count for clip in each.figure.clips] for name, each in found.items()} == {
        "nod": [5],
        "wave": [9],
    }
    for name, height in (("nod", 0.4), ("wave", 1.2)):
        first, last = (
            pantin.evaluate(pantin.frame(found[name], n)) for n in (0, found[name].figure.clips[0].count - 1)
        )
        before, after = (each.matrix("mixamorig:LeftArm")[:3, :3] for each in (first, last))
        angle = np.arccos((np.trace(before.T @ after) - 1.0) / 2.0)
        assert abs(angle - height) < 1e-4


def test_a_mixamo_skeleton_gets_ik_and_is_pulled(tmp_path: Path) -> None:
    pantin.write(mixamo(), "mixamo.glb", [])
    made = run("IK on a Mixamo skeleton, and a pull")
    stood, stands = pantin.evaluate(made["figure"]), made["hand"]
    assert np.abs(stands.heads[stands.index[LEFT]] - (0.4, -0.6, 1.5)).max() < 2e-3
    held = stands.index["mixamorig:RightHand"]
    assert np.abs(stands.heads[held] - stood.heads[held]).max() < 1e-3
    again = read_gltf(tmp_path / "reaching.glb")
    shown = pantin.evaluate(again)
    assert np.abs(shown.heads[shown.index[LEFT]] - stands.heads[stands.index[LEFT]]).max() < 1e-5
    assert pantin.read("reaching.rig.json") == made["pulled"]


def test_the_reach_of_an_arm_is_a_ring() -> None:
    bones = (
        pantin.Bone("upper", head=(0.0, 0.0, 0.0), tail=(0.4, 0.02, 0.0)),
        pantin.Bone("lower", parent="upper", connected=True, head=(0.4, 0.02, 0.0), tail=(0.7, 0.0, 0.0)),
        pantin.Bone("hand", parent="lower", connected=True, head=(0.7, 0.0, 0.0), tail=(0.8, 0.0, 0.0)),
    )
    pantin.write(pantin.add(pantin.Document(), *bones), "arm.glb")
    run("The reach of an arm")
    with Path("reach.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 17 * 17
    longest, shortest = np.hypot(0.4, 0.02) + np.hypot(0.3, 0.02), np.hypot(0.4, 0.02) - np.hypot(0.3, 0.02)
    for row in rows:
        far = np.hypot(float(row["x"]), float(row["z"]))
        missed = max(far - longest, shortest - far, 0.0)
        assert (row["reached"] == "True") == (missed < 1e-4)
        assert abs(float(row["missed by"]) - missed) < 2e-3


def test_a_hundred_poses_are_written(tmp_path: Path) -> None:
    figure = run("A hundred poses")["figure"]
    written = sorted((tmp_path / "poses").iterdir())
    assert len(written) >= 100
    whole = pantin.read_pose(tmp_path / "poses" / "Cheer 100%.pose.json")
    assert not whole.part and whole.pose.keys() == figure.rig.by_name.keys()
    cheering = pantin.evaluate(pantin.mixed(figure, pantin.poses(figure)["Cheer"]))
    bare = pantin.evaluate(pantin.posed(pantin.edited(figure, constraints=()), whole.pose))
    assert np.abs(cheering.matrices - bare.matrices).max() < 1e-9


def test_constraints_are_added_and_edited() -> None:
    pantin.write(pantin.figure("humanoid"), "figure.rig.json")
    figure = run("Add a constraint")["figure"]
    *_others, track, copy = figure.rig.constraints
    assert (track.owner, track.target, copy.owner, copy.influence) == ("head", "lamp", "wrist.R", 0.25)
    assert figure.rig.by_name["forearm.R"].joint.limit[0] == pytest.approx((-2.6179938, 0.0))
    stands = pantin.evaluate(figure)
    looks = stands.matrix("head")[:3, 2]
    to_lamp = stands.heads[stands.index["lamp"]] - stands.heads[stands.index["head"]]
    assert looks @ to_lamp / np.linalg.norm(to_lamp) > 1.0 - 1e-9
    assert pantin.read("constrained.rig.json") == figure


def test_the_page_names_all_that_there_is_and_nothing_else() -> None:
    table = PAGE[PAGE.index("## All names") :]
    named = {word for row in table.splitlines() if row.startswith("| ") for word in re.findall(r"`(\w+)`", row)}
    fields = {"names", "index", "matrices", "heads", "tails", "goals"}
    assert named - fields == set(pantin.__all__) - {
        "BesideFile",
        "Constraint",
        "SourceFile",
        "SourceNode",
        "SourceSkin",
        "SourceTrack",
    }


def test_every_kind_of_constraint_and_value_of_a_rig_is_there() -> None:
    kinds = {kind.__name__ for kind in KINDS}
    assert kinds <= set(pantin.__all__)
    found: set[type] = set()
    values_in(pantin.Document, found)
    others = {value for value in found if not value.__name__.startswith("_")}
    exported = {getattr(pantin, name) for name in pantin.__all__}
    assert {value.__name__ for value in others - exported} == set()


def values_in(hint: typing.Any, found: set[type]) -> None:
    """All structs and named tuples that a type may hold."""
    if isinstance(hint, type) and issubclass(hint, (msgspec.Struct, tuple)) and hint not in found and hint is not tuple:
        found.add(hint)
        hints = typing.get_type_hints(hint, include_extras=True)
        for name in getattr(hint, "__struct_fields__", hints):
            values_in(hints[name], found)
    for inner in typing.get_args(hint):
        values_in(inner, found)


def test_nothing_is_loaded_before_it_is_used() -> None:
    import subprocess
    import sys

    code = "import sys, pantin; print([name for name in sys.modules if name.startswith('pantin.')])"
    done = subprocess.run([sys.executable, "-P", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
