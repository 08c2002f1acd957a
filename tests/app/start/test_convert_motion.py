"""`pantin convert` with motion: a frame, a clip, a pose, and what a format cannot hold."""

from __future__ import annotations

from pathlib import Path

from pantin import rigs
from tests.app.start.command import pantin
from tests.rigs.formats.bvh_text import GOOD


def test_a_damaged_motion_is_left_out_and_said(tmp_path: Path) -> None:
    path, out = tmp_path / "walk.bvh", tmp_path / "walk.rig.json"
    path.write_text(GOOD.replace("Frames: 1", "Frames: 2", 1))
    done = pantin("convert", path, out)
    assert done.returncode == 0 and len(rigs.read(out).rig.bones) == 2
    assert done.stderr.startswith(f"pantin: {path}: The motion was left out: line 17: 2 frames of 9 numbers are")
    checked = pantin("check", path)
    assert checked.returncode == 1 and checked.stderr.splitlines() == done.stderr.splitlines()
