"""`pantin` as people call it from a shell: what it prints, what it leaves behind, and its exit status."""

from __future__ import annotations

import errno
import json
import math
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace
from PySide6 import QtGui

from pantin import rigs
from pantin.app.files.picture import write_picture
from pantin.app.start import command_line
from pantin.app.start.command_line import main
from pantin.resources import FOLDER
from pantin.rigs import Bone, Clip, CopyRotation, Rig, Transform
from pantin.rigs.editing.figures import added_beside
from pantin.rigs.figure import Figure
from pantin.rigs.problems import problems_of
from tests.app.start.command import pantin, started
from tests.patience import PATIENCE
from tests.viewport.pictures import picture

TOP = Path(__file__).parents[3]
ARM = FOLDER / "rigs" / "arm.rig.json"
PNG = b"\x89PNG\r\n\x1a\n"


@pytest.fixture
def broken(tmp_path: Path) -> Path:
    """A rig whose second bone names a parent that is not there."""
    plain = json.loads(ARM.read_text("utf-8"))
    plain["figures"][0]["rig"]["bones"][1]["parent"] = "nobody"
    path = tmp_path / "broken.rig.json"
    path.write_text(json.dumps(plain), "utf-8")
    return path


def test_evaluate_prints_bones_goals_and_problems() -> None:
    done = started("evaluate", ARM)
    assert (done.returncode, done.stderr) == (0, "")
    printed = json.loads(done.stdout)
    assert list(printed) == ["bones", "goals", "problems"]
    rig = rigs.read(ARM).rig
    assert list(printed["bones"]) == [bone.name for bone in rig.bones]
    for bone in printed["bones"].values():
        assert list(bone) == ["matrix", "head", "tail"]
        assert (len(bone["matrix"]), len(bone["head"]), len(bone["tail"])) == (16, 3, 3)
        assert bone["matrix"][3:12:4] == bone["head"], "row-major: the last column is the head"
    assert printed["goals"]
    for goal in printed["goals"]:
        assert list(goal) == ["owner", "constraint", "residual", "reached", "iterations"]


def test_evaluate_writes_what_it_would_print(tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    done = pantin("evaluate", ARM, "--out", out)
    assert (done.returncode, done.stdout) == (0, "")
    assert out.read_text("utf-8") == pantin("evaluate", ARM).stdout


@pytest.mark.parametrize("command", ["evaluate", "convert", "check"])
def test_what_needs_no_window_loads_no_qt(command: str, tmp_path: Path) -> None:
    out = {"evaluate": [], "convert": [str(tmp_path / "copy.rig.json")], "check": []}[command]
    code = (
        "import sys; from pantin.app.start.command_line import main\n"
        f"assert main({[command, str(ARM), *out]!r}) == 0\n"
        "assert not [name for name in sys.modules if name.partition('.')[0] in ('PySide6', 'OpenGL', 'pyqtgraph')]"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=TOP, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_check_loads_nothing_that_takes_time_for_nothing() -> None:
    """Each of these takes 5 to 20 ms of a command that takes 300."""
    needless = (
        *("secrets", "hashlib", "random", "tempfile", "subprocess", "asyncio", "numpy.ma", "numba"),
        *("pantin.rigs.formats.bvh.reading", "pantin.rigs.formats.gltf.reading", "pantin.rigs.fitting"),
    )
    code = (
        "import sys; before = set(sys.modules); from pantin.app.start.command_line import main\n"
        f"assert main({['check', str(ARM)]!r}) == 0\n"
        f"found = set({needless!r}) & set(sys.modules) - before; assert not found, found"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=TOP, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_convert_goes_by_the_endings(tmp_path: Path) -> None:
    copy, pose = tmp_path / "copy.rig.json", tmp_path / "arm.pose.json"
    assert pantin("convert", ARM, copy).returncode == 0
    assert rigs.read(copy) == rigs.read(ARM)
    assert pantin("convert", ARM, pose).returncode == 0
    assert json.loads(pose.read_text("utf-8"))["format"] == "pantin.pose"


def test_a_rig_without_bones_is_checked_and_drawn(tmp_path: Path) -> None:
    rigs.write(rigs.Document(), tmp_path / "new.rig.json")
    assert "0 bones" in pantin("check", tmp_path / "new.rig.json").stdout
    assert started("render", tmp_path / "new.rig.json", tmp_path / "new.png", "--size", "64x64").returncode == 0


def test_render_draws_a_picture_of_the_size_asked_for(tmp_path: Path) -> None:
    out = tmp_path / "arm.png"
    done = started("render", ARM, out, "--size", "320x200")
    assert (done.returncode, done.stderr) == (0, "")
    data = out.read_bytes()
    assert data.startswith(PNG)
    assert (int.from_bytes(data[16:20]), int.from_bytes(data[20:24])) == (320, 200)


def test_render_draws_the_figure_on_the_ground_that_is_asked_for(tmp_path: Path) -> None:
    clear, blue, steered = (tmp_path / f"{name}.png" for name in ("clear", "blue", "steered"))
    small = ("--size", "120x90")
    assert started("render", ARM, clear, *small, "--background", "none").returncode == 0
    assert started("render", ARM, blue, *small, "--background", "#102030").returncode == 0
    assert started("render", ARM, steered, *small, "--background", "#102030", "--controls").returncode == 0
    assert QtGui.QImage(str(clear)).pixelColor(0, 0).alpha() == 0
    corner = QtGui.QImage(str(blue)).pixelColor(0, 0)
    assert (corner.red(), corner.green(), corner.blue(), corner.alpha()) == (0x10, 0x20, 0x30, 255)
    purple = [_purple(QtGui.QImage(str(path))) for path in (blue, steered)]
    assert purple[0] == 0 < purple[1], "the handle's ring is drawn where controls are asked for"


def test_without_a_screen_render_draws_the_same_picture(tmp_path: Path) -> None:
    found = []
    for screen in (True, False):
        out = tmp_path / f"{screen}.png"
        done = started("render", ARM, out, "--size", "320x240", "--controls", screen=screen)
        assert (done.returncode, done.stderr) == (0, "")
        found.append(picture(QtGui.QImage(str(out))))
    assert found[0].std() > 5.0 and np.abs(found[0] - found[1]).max() <= 2


def _purple(image: QtGui.QImage) -> int:
    colours = [image.pixelColor(x, y) for x in range(image.width()) for y in range(image.height())]
    return sum(colour.blue() > 150 and colour.blue() > colour.green() + 25 for colour in colours)


def limping(tmp_path: Path) -> Path:
    """The arm asks for more bones than there are, and for a bone that is not there."""
    plain = json.loads(ARM.read_text("utf-8"))
    [ik] = [one for one in plain["figures"][0]["rig"]["constraints"] if one["type"] == "ik"]
    ik["chain_length"] = 99
    plain["figures"][0]["rig"]["constraints"].append(
        {"type": "copy_rotation", "owner": ik["owner"], "target": "nobody"}
    )
    path = tmp_path / "limping.rig.json"
    path.write_text(json.dumps(plain), "utf-8")
    return path


def test_check_says_what_would_mend_it(tmp_path: Path) -> None:
    done = pantin("check", limping(tmp_path))
    assert done.returncode == 1
    error, warning = done.stdout.splitlines()
    assert error.endswith("Fix: Clear the target.") and " bones; " in warning and " Fix: Use " in warning
    assert done.stderr.rstrip().endswith("2 problems, 1 of them an error.") and done.stderr.count("\n") == 1


def test_check_prints_the_problems_as_json(tmp_path: Path) -> None:
    done = pantin("check", limping(tmp_path), "--json")
    found = json.loads(done.stdout)
    assert done.returncode == 1 and found["bones"] == 5
    assert [each["severity"] for each in found["problems"]] == ["error", "warning"]
    assert [each["fix"] for each in found["problems"]] == ["Clear the target", "Use 2 bones"]
    sound = json.loads(pantin("check", ARM, "--json").stdout)
    assert sound["problems"] == [] and sound["file"] == str(ARM)


def test_evaluate_takes_a_frame_of_a_clip(tmp_path: Path) -> None:
    """The upper arm turns about its own X, from the first to the last frame by 1 radian."""
    turns = [(0.0, 0.0, 0.0, math.sin(half), 0.0, 0.0, math.cos(half), 1.0, 1.0, 1.0) for half in (0.0, 0.25, 0.5)]
    bone = Bone("arm", head=(0.0, 0.0, 0.0), tail=(0.0, 0.5, 0.0))
    clip = Clip.of("Raise", 30.0, ["arm"], np.array(turns)[:, None])
    path = tmp_path / "raised.rig.json"
    rigs.write(rigs.Document.of(Figure(rig=Rig(bones=(bone,)), clips=(clip,))), path)
    for asked, angle in (([], 0.0), (["--frame", 2], 1.0), (["--frame", 1, "--clip", "Raise"], 0.5)):
        tail = json.loads(pantin("evaluate", path, *asked).stdout)["bones"]["arm"]["tail"]
        assert tail == pytest.approx([0.0, 0.5 * math.cos(angle), 0.5 * math.sin(angle)], abs=1e-6)
    done = pantin("evaluate", path, "--frame", 3)
    assert done.returncode == 1 and "has frames from 0 to 2" in done.stderr


def test_check_writes_the_mended_rig(tmp_path: Path) -> None:
    mended = tmp_path / "mended.rig.json"
    done = pantin("check", limping(tmp_path), "--fix", mended)
    assert done.returncode == 0 and "has no target, so it rests; choose one." in done.stdout
    assert [problem.kind for problem in problems_of(rigs.read(mended).rig)] == ["no_target"]


def test_check_counts_what_is_sound() -> None:
    done = pantin("check", ARM)
    assert done.returncode == 0
    assert done.stdout.startswith(f"{ARM}: ")
    assert done.stdout.rstrip().endswith("no problems")


@pytest.mark.parametrize("arguments", [["evaluate"], ["check"], ["render", "out.png"], ["convert", "out.rig.json"]])
def test_a_bad_file_is_one_line(arguments: list[str], broken: Path, tmp_path: Path) -> None:
    command, out = arguments[:1], arguments[1:]
    done = pantin(*command, broken, *(tmp_path / name for name in out))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith(f"pantin: {broken}: $.figures[0].rig.bones[1].parent: ")
    assert done.stderr.count("\n") == 1
    assert not any((tmp_path / name).exists() for name in out)


def test_a_file_that_is_not_there_is_one_line(tmp_path: Path) -> None:
    done = pantin("evaluate", tmp_path / "nowhere.rig.json")
    assert done.returncode == 1
    assert done.stderr.startswith(f"pantin: {tmp_path / 'nowhere.rig.json'}: ")
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ["evaluate"],
        ["evaluate", ARM, "--loud"],
        ["convert", ARM],
        ["render", ARM, "arm.png", "--size", "wide"],
        ["render", ARM, "arm.png", "--size", "0x10"],
        ["render", ARM, "arm.jpeg"],
        ["render", ARM, "arm.png", "--background", "sky"],
        [ARM, ARM],
        ["--loud"],
    ],
)
def test_wrong_usage_is_exit_status_2(arguments: list[object]) -> None:
    done = pantin(*arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert "usage: pantin" in done.stderr


def test_a_word_that_is_no_command_is_told_with_the_commands() -> None:
    done = pantin("rendr", ARM, "arm.png")
    assert done.returncode == 2
    assert '"rendr" is no command and no file; the commands are evaluate, convert, render' in done.stderr


def test_without_a_screen_and_without_other_programs_the_main_job_is_done_all_the_same(tmp_path: Path) -> None:
    done = started(screen=False, folder=tmp_path, path=str(tmp_path))
    assert done.returncode == 0, done.stderr
    folder = tmp_path / "pantin-demo"
    for name in ("reach.rig.json", "reach.pose.json", "reach.png"):
        assert (folder / name).is_file()
        assert str(folder / name) in done.stdout
    before, after = rigs.read(FOLDER / "rigs" / "humanoid.rig.json"), rigs.read(folder / "reach.rig.json")
    assert before.figure.pose.bones != after.figure.pose.bones
    assert before.rig.bones == after.rig.bones


def test_without_a_screen_a_window_is_rejected_in_a_sentence() -> None:
    done = started(ARM, screen=False)
    assert done.returncode == 1
    assert done.stderr.startswith("pantin: There is no screen here")
    assert done.stderr.count("\n") == 1


def test_a_damaged_file_without_a_screen_is_to_blame_itself(tmp_path: Path) -> None:
    (damaged := tmp_path / "damaged.rig.json").write_bytes(ARM.read_bytes()[:100])
    done = started(damaged, screen=False)
    assert done.returncode == 1
    assert done.stderr.startswith(f"pantin: {damaged}: line ") and done.stderr.count("\n") == 1


def test_a_window_opens_on_a_damaged_file_and_says_why_it_shows_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    """Who clicks on a file reads nothing that is printed; what was unsaved of it may still be there."""
    shown: list[tuple[None, Path, None, str]] = []
    monkeypatch.setattr("pantin.app.system.screen.missing", lambda: "")
    monkeypatch.setattr("pantin.app.start.start.edit", lambda *given: shown.append(given) or 0)
    for leaves_traces in (command_line._end_at_once_when_interrupted, command_line.loading.begin):
        monkeypatch.setattr(f"{leaves_traces.__module__}.{leaves_traces.__name__}", lambda: None)
    (damaged := tmp_path / "damaged.rig.json").write_bytes(ARM.read_bytes()[:100])
    assert main([str(damaged)]) == 0
    [(document, path, _held, left_out)] = shown
    assert document is None and path == damaged
    assert f"pantin: {left_out}\n" == capsys.readouterr().err and "cut off" in left_out
    assert main([str(tmp_path / "missing.rig.json")]) == 1 and len(shown) == 1


def no_room(*_: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def test_a_full_disk_leaves_what_evaluate_wrote_before(tmp_path: Path, monkeypatch, capsys) -> None:
    out = tmp_path / "out.json"
    out.write_text("{}")
    monkeypatch.setattr(os, "fsync", no_room)
    assert main(["evaluate", str(ARM), "--out", str(out)]) == 1
    assert "out.json: file: the disk is full" in capsys.readouterr().err
    assert out.read_text() == "{}" and list(tmp_path.iterdir()) == [out]


def test_a_full_disk_leaves_the_old_picture(tmp_path: Path, monkeypatch) -> None:
    out = tmp_path / "arm.png"
    out.write_bytes(PNG)
    monkeypatch.setattr(os, "fsync", no_room)
    with pytest.raises(rigs.FileProblem, match="the disk is full"):
        write_picture(QtGui.QImage(8, 8, QtGui.QImage.Format.Format_RGB888), out)
    assert out.read_bytes() == PNG and list(tmp_path.iterdir()) == [out]


HERE_IS_GONE = "import os, sys; os.rmdir(os.getcwd()); os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("check", ARM), ""),
        (("check", "arm.rig.json"), "pantin: arm.rig.json: file: there is no such file or folder; check the path.\n"),
        (("convert", ARM, "arm.glb"), "pantin: arm.glb: file: there is no such file or folder; check the path.\n"),
    ],
)
def test_in_a_folder_that_is_deleted_files_elsewhere_are_read(
    given: tuple[object, ...], said: str, tmp_path: Path
) -> None:
    folder = tmp_path / "gone"
    folder.mkdir()
    command = [sys.executable, "-c", HERE_IS_GONE, "-m", "pantin", *map(str, given)]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert (done.returncode, done.stderr) == (1 if said else 0, said)


@pytest.fixture
def both(tmp_path: Path) -> Path:
    """A scene of the arm and another one, which is bent."""
    first = rigs.read(ARM)
    bent = first.posed({"upper_arm": Transform(rotation=(0.5, 0.0, 0.0, 0.75**0.5))})
    rigs.write(added_beside(first, replace(bent.figure, name="Bent")), tmp_path / "both.scene.json")
    return tmp_path / "both.scene.json"


def test_a_command_is_about_the_figure_that_is_named(both: Path, tmp_path: Path) -> None:
    found = [json.loads(pantin("evaluate", both, *asked).stdout) for asked in ((), ("--figure", "Bent"))]
    assert found[0] != found[1] and found[0] == json.loads(pantin("evaluate", ARM).stdout)
    done = pantin("convert", both, tmp_path / "bent.glb", "--figure", "Bent")
    assert done.returncode == 0 and (tmp_path / "bent.glb").exists()
    wrong = pantin("evaluate", both, "--figure", "Nobody")
    assert wrong.returncode == 1 and wrong.stderr.count("\n") == 1
    assert 'figures: The scene has no figure "Nobody"; its figures are' in wrong.stderr


def test_check_looks_at_all_figures(both: Path) -> None:
    document = rigs.read(both).editing("Bent")
    wrong = document.with_rig(document.rig.changed(constraints=(CopyRotation(owner="upper_arm", target="nobody"),)))
    rigs.write(wrong, both)
    done = pantin("check", both)
    assert done.returncode == 1 and f"{both}: Bent: $.constraints[0].target" in done.stdout
    told = json.loads(pantin("check", both, "--json").stdout)
    assert [problem["figure"] for problem in told["problems"]] == ["Bent"] * len(told["problems"])
