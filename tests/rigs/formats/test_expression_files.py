"""Expressions in Pantin's own files: what has none is written as before, what has some comes back."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs import Bone, Rig, read, write
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.figure import Figure
from pantin.rigs.formats import FileProblem
from pantin.rigs.pose import KeptPose, Transform
from pantin.solver.edits.expressions import set_expression

BENT = Transform(rotation=(0.6, 0.0, 0.0, 0.8))
STILL = Clip.of("walk", 30.0, ["a"], np.tile((0, 0, 0, 0, 0, 0, 1, 1, 1, 1), (3, 1, 1)))
SMILES = STILL.with_expressions({"Smile": np.array((0.0, 0.5, 1.0))})


def smiling() -> Figure:
    kept = (KeptPose("grin", {"a": BENT}, expressions={"Smile": 1.0}),)
    return set_expression(Figure(rig=Rig((Bone("a"),)), poses=kept, clips=(SMILES,)), "Blink_L", 0.25)


def test_expressions_of_a_pose_a_kept_pose_and_a_clip_are_saved(tmp_path: Path) -> None:
    path = tmp_path / "smiling.rig.json"
    write(Document.of(smiling()), path)
    found = read(path).figure
    assert found == smiling()
    assert found.clips[0].expressions["Smile"].array[:, 0].tolist() == [0.0, 0.5, 1.0]
    plain = json.loads(path.read_text())["figures"][0]
    assert plain["pose"] == {"expressions": {"Blink_L": 0.25}}
    assert plain["poses"][0]["expressions"] == {"Smile": 1.0}


def test_a_file_without_expressions_has_no_word_of_them(tmp_path: Path) -> None:
    path = tmp_path / "plain.rig.json"
    figure = set_expression(set_expression(smiling(), "Blink_L", 0.0), "Smile", 0.0)
    assert figure.pose.expressions == {}
    write(Document.of(replace(figure, poses=(), clips=(STILL,))), path)
    assert "expressions" not in path.read_text()


def test_values_of_a_clip_that_are_too_few_are_one_sentence(tmp_path: Path) -> None:
    path = tmp_path / "short.rig.json"
    write(Document.of(smiling()), path)
    plain = json.loads(path.read_text())
    two = STILL.with_frames(STILL.frames[:2]).with_expressions({"Smile": np.zeros(2)})
    write(Document.of(replace(smiling(), clips=(two,))), tmp_path / "two.rig.json")
    other = json.loads((tmp_path / "two.rig.json").read_text())
    plain["figures"][0]["clips"][0]["expressions"] = other["figures"][0]["clips"][0]["expressions"]
    path.write_text(json.dumps(plain))
    with pytest.raises(FileProblem, match="frames are damaged"):
        read(path)
