"""`pantin retarget`: a folder of motion is brought onto a rig, file by file."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import numpy as np
import pytest

import pantin as library
from pantin.rigs.formats import clip_file
from pantin.rigs.formats.bvh import read as read_bvh
from pantin.rigs.formats.gltf import read as read_gltf
from tests.app.start.command import pantin


@pytest.fixture
def rig(tmp_path: Path) -> Path:
    path = tmp_path / "figure.glb"
    library.write(library.edited(library.figure("humanoid", height=1.5), constraints=(), poses=()), path, [])
    return path


@pytest.fixture
def motion(tmp_path: Path) -> Path:
    """A folder with two motions of a biped, each of its left forearm."""
    folder = tmp_path / "motion"
    folder.mkdir()
    bare = library.edited(library.figure("biped"), constraints=())
    for name, count in (("nod", 3), ("wave", 4)):
        rows = np.tile((0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0), (count, 1, 1))
        rows[-1, 0, 3:7] = library.rotation(x=0.5)
        library.write(library.add(bare, library.Clip.of(name, 25.0, ["forearm.L"], rows)), folder / f"{name}.bvh")
    (folder / "notes.txt").write_text("No motion.")
    return folder


def bent(document: library.Document) -> float:
    """Return how far the left forearm turns from the first frame to the last, radians."""
    first, *_others, last = (library.evaluate(each).matrix("forearm.L")[:3, :3] for each in library.frames(document))
    return float(np.arccos((np.trace(first.T @ last) - 1.0) / 2.0))


def test_a_folder_of_motion_is_retargeted_and_said_file_by_file(rig: Path, motion: Path, tmp_path: Path) -> None:
    out = tmp_path / "made" / "here"
    done = pantin("retarget", motion, "--onto", rig, "--out", out)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.split() == [str(out / "nod.glb"), str(out / "wave.glb")]
    for name, count in (("nod", 3), ("wave", 4)):
        document = read_gltf(out / f"{name}.glb")
        (clip,) = document.figure.clips
        assert (clip.count, clip.rate) == (count, 25.0)
        assert bent(document) == pytest.approx(0.5, abs=1e-4)


@pytest.mark.parametrize("ending", [".bvh", ".clip.json", ".rig.json"])
def test_the_ending_is_chosen(ending: str, rig: Path, motion: Path, tmp_path: Path) -> None:
    done = pantin("retarget", motion / "wave.bvh", "--onto", rig, "--out", tmp_path / "out", "--as", ending)
    path = tmp_path / "out" / f"wave{ending}"
    assert done.returncode == 0 and done.stdout.split() == [str(path)]
    clips = {
        ".bvh": lambda: read_bvh(path).figure.clips,
        ".clip.json": lambda: clip_file.clips(path),
        ".rig.json": lambda: library.read(path).figure.clips,
    }[ending]()
    assert [clip.count for clip in clips] == [4]


def test_what_cannot_be_retargeted_is_said_and_the_others_are(rig: Path, motion: Path, tmp_path: Path) -> None:
    (motion / "broken.bvh").write_text("HIERARCHY\n")
    done = pantin("retarget", motion, "--onto", rig, "--out", tmp_path / "out")
    first, last = done.stderr.splitlines()
    assert done.returncode == 1
    assert first.startswith(f"pantin: {motion / 'broken.bvh'}: ")
    assert last == "pantin: 1 of 3 files could not be retargeted."
    assert {path.name for path in (tmp_path / "out").iterdir()} == {"nod.glb", "wave.glb"}


def test_joints_that_motion_turns_beyond_their_limits_are_said_as_in_the_window(motion: Path, tmp_path: Path) -> None:
    """Of the limbs of the figure; a shin that is bent forwards is shown by its bones."""
    bare = library.edited(library.figure("biped"), constraints=())
    rows = np.tile((0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0), (2, 1, 1))
    rows[-1, 0, 3:7] = library.rotation(x=0.8)
    library.write(library.add(bare, library.Clip.of("back", 25.0, ["shin.L"], rows)), motion / "back.bvh")
    library.write(library.figure("humanoid"), tmp_path / "figure.rig.json")
    done = pantin("retarget", motion / "back.bvh", "--onto", tmp_path / "figure.rig.json", "--out", tmp_path / "out")
    assert done.returncode == 0 and (tmp_path / "out" / "back.glb").exists()
    (said,) = done.stderr.splitlines()
    assert said.startswith(f"pantin: {motion / 'back.bvh'}: It turns ")
    assert '"shin.L" beyond what these joints allow' in said


def test_files_of_one_name_do_not_replace_each_other(rig: Path, motion: Path, tmp_path: Path) -> None:
    done = pantin("retarget", motion / "nod.bvh", motion / "nod.bvh", "--onto", rig, "--out", tmp_path / "out")
    assert [Path(line).name for line in done.stdout.splitlines()] == ["nod.glb", "nod 2.glb"]


def test_a_folder_without_motion_is_wrong_usage(rig: Path, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = pantin("retarget", tmp_path / "empty", "--onto", rig, "--out", tmp_path / "out")
    assert done.returncode == 2 and "no file of motion in the folder" in done.stderr
    assert not (tmp_path / "out").exists()


def test_a_terminal_is_shown_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    from pantin.app.start.retarget_command import Bar

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    terminal, printed = Terminal(), io.StringIO()
    monkeypatch.setattr(sys, "stderr", terminal)
    bar = Bar(2)
    bar.show("walk.bvh")
    bar.say("walk.glb", printed)
    bar.show("run.bvh")
    bar.end()
    shown = terminal.getvalue()
    assert "1/2 walk.bvh" in shown and f"[{'#' * 15}{'.' * 15}] 2/2 run.bvh" in shown
    assert printed.getvalue() == "walk.glb\n"
    assert shown.endswith("\r"), "the bar is taken away"


@pytest.mark.parametrize("read", ["as the figure", "in the folder", "by a link"])
def test_no_file_that_is_read_is_written_over(read: str, rig: Path, motion: Path, tmp_path: Path) -> None:
    """Neither the figure itself, nor motion that lies where the files are to go, nor what a link there leads to."""
    there, clips = motion / "wave.glb", [motion / "nod.bvh", motion / "wave.bvh"]
    if read == "by a link":
        (motion / "linked.glb").write_bytes(rig.read_bytes())
        there.symlink_to(motion / "linked.glb")
    else:
        there.write_bytes(rig.read_bytes())
    files = {"as the figure": clips, "in the folder": [motion], "by a link": [*clips, motion / "linked.glb"]}[read]
    before = {path: path.read_bytes() for path in motion.iterdir()}
    done = pantin("retarget", *files, "--onto", there if read == "as the figure" else rig, "--out", motion)
    assert done.returncode == 2
    assert f"{motion / 'wave.glb'} is read, and would be written over" in done.stderr
    assert {path: path.read_bytes() for path in motion.iterdir()} == before


def test_what_the_file_cannot_hold_is_said(rig: Path, motion: Path, tmp_path: Path) -> None:
    large, path = tmp_path / "large.rig.json", tmp_path / "out" / "nod.bvh"
    limit = library.LimitScale(owner="head", lower=(1.5, 1.5, 1.5), upper=(1.5, 1.5, 1.5))
    library.write(library.add(library.read(rig), limit), large)
    done = pantin("retarget", motion / "nod.bvh", "--onto", large, "--out", path.parent, "--as", ".bvh")
    assert (done.returncode, done.stdout) == (0, f"{path}\n")
    assert done.stderr.startswith(f"pantin: {path}: BVH holds no scale: ")
