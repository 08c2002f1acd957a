"""`pantin check` on rigs that do something else than they say: each is a problem, and its fix takes it away."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import pantin as library
from tests.app.start.command import pantin
from tests.cases import case


@pytest.mark.parametrize(
    ("name", "kind"),
    [("pole-behind-no-problem", "pole_behind"), ("copy-under-ik-is-silent", "overwritten")],
)
def test_what_was_silent_is_said_with_its_fix(name: str, kind: str, tmp_path: Path) -> None:
    path, mended = case(f"{name}.rig.json"), tmp_path / "mended.rig.json"
    done = pantin("check", path)
    assert done.returncode == 0 and " Fix: " in done.stdout and done.stdout.count("\n") == 1
    assert [each["kind"] for each in json.loads(pantin("check", path, "--json").stdout)["problems"]] == [kind]
    assert pantin("check", path, "--fix", mended).stdout.endswith("no problems\n")


def test_a_pole_that_is_moved_to_the_front_leaves_the_chain_as_it_rests(tmp_path: Path) -> None:
    mended = tmp_path / "mended.rig.json"
    pantin("check", case("pole-behind-no-problem.rig.json"), "--fix", mended)
    before, stands = (library.read(path) for path in (case("pole-behind-no-problem.rig.json"), mended))
    joint = library.evaluate(stands).heads[1]
    assert np.abs(joint - before.rig.bones[1].head).max() < 1e-9
    assert library.evaluate(before).heads[1][1] > 0.1, "before it was mended it turned over"


def leg(thigh: library.Joint, shin: library.Joint) -> library.Document:
    """A leg that bends forward, with a pole that asks it to turn outwards by 45°."""
    made = library.add(
        library.Document(),
        library.Bone("thigh", head=(0.0, 0.0, 1.0), tail=(0.0, -0.1, 0.5), joint=thigh),
        library.Bone("shin", parent="thigh", connected=True, head=(0.0, -0.1, 0.5), tail=(0.0, 0.0, 0.0), joint=shin),
        library.Bone("handle", kind="handle", head=(0.0, 0.0, 0.0), tail=(0.0, 0.2, 0.0)),
        library.Bone("pole", kind="pole", head=(0.0, -1.0, 0.5), tail=(0.0, -1.2, 0.5)),
        library.Ik(owner="shin", target="handle", pole="pole", chain_length=2),
    )
    return library.place(made, "pole", (1.0, -1.0, 0.5))


def test_a_pole_that_limits_keep_the_bend_from_is_said_though_the_goal_is_reached(tmp_path: Path) -> None:
    """Hip and knee are hinges, whose plane does not turn outwards."""
    path, hinge = tmp_path / "leg.rig.json", library.Joint(lock=(False, True, True))
    library.write(leg(hinge, hinge), path)
    found = json.loads(pantin("check", path, "--json").stdout)["problems"]
    (goal,) = library.evaluate(library.read(path)).goals
    assert goal.reached and abs(goal.pole_residual - np.arctan2(1.0, 1.0)) < 1e-6
    assert [(each["kind"], each["bones"]) for each in found] == [("missed_pole", ["pole", "shin"])]
    assert "bends 45° beside its pole" in found[0]["text"]


def test_a_free_chain_turns_to_its_pole(tmp_path: Path) -> None:
    path = tmp_path / "leg.rig.json"
    library.write(leg(library.Joint(), library.Joint()), path)
    assert json.loads(pantin("check", path, "--json").stdout)["problems"] == []
