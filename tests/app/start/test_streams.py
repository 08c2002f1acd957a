"""`-` for standard input and output, and what a pipe does not take."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from pantin import rigs
from pantin.resources import FOLDER
from pantin.rigs.formats import ending_of
from pantin.rigs.tracking.points import PARTS
from pantin.solver.edits.tracking.stance import body_of

ARM = FOLDER / "rigs" / "arm.rig.json"
HUMANOID = FOLDER / "rigs" / "humanoid.rig.json"
WORDS = dict(zip(("head", "left_hand", "right_hand", "hips", "left_foot", "right_foot"), PARTS, strict=True))


def pantin(*arguments: object, given: bytes = b"", **variables: str) -> subprocess.CompletedProcess[bytes]:
    environment = {**os.environ, **variables}
    command = [sys.executable, "-m", "pantin", *map(str, arguments)]
    return subprocess.run(command, input=given, capture_output=True, env=environment, timeout=300, check=False)


@pytest.fixture
def greek(tmp_path: Path) -> Path:
    """The arm with a bone's name that few encodings have, and a problem that names it."""
    rig = rigs.read(ARM).rig
    last = msgspec.structs.replace(rig.bones[-1], name="βραχίων")
    lost = rigs.CopyRotation(owner="βραχίων", target=None)
    path = tmp_path / "greek.rig.json"
    rigs.write(rigs.Document.of(rigs.Rig(bones=(*rig.bones[:-1], last), constraints=(lost,))), path)
    return path


def test_a_pipe_that_is_not_utf_8_takes_every_name(greek: Path) -> None:
    done = pantin("evaluate", greek, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "βραχίων" in json.loads(done.stdout)["bones"]
    done = pantin("check", greek, PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"") and b"\\u03b2" in done.stdout


def test_a_dash_reads_and_writes_the_standard_streams(greek: Path) -> None:
    written = pantin("convert", "-", "-", given=greek.read_bytes())
    assert (written.returncode, written.stderr, written.stdout) == (0, b"", greek.read_bytes())
    checked = pantin("check", "-", "--fix", "-", given=greek.read_bytes())
    assert checked.returncode == 0 and json.loads(checked.stdout)["format"] == "pantin.rig"
    assert checked.stderr.startswith(b"standard input: $.constraints[0]")


def test_what_is_wrong_on_standard_input_is_one_line() -> None:
    done = pantin("check", "-", given=b"{")
    assert done.returncode == 1 and done.stderr.startswith(b"pantin: standard input: line 1 column 2: ")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize(
    ("data", "ending"),
    [
        (b"glTF\2\0\0\0", ".glb"),
        (b"\xef\xbb\xbf\nHIERARCHY\n", ".bvh"),
        (b'{"asset": {"version": "2.0"}}', ".gltf"),
        (b'{"format": "pantin.rig", "name": "asset"}', ".rig.json"),
        (b"", ".rig.json"),
    ],
)
def test_contents_without_a_name_tell_their_format(data: bytes, ending: str) -> None:
    assert ending_of(data) == ending


def test_without_a_screen_a_wrong_name_is_not_the_fault_of_the_screen(tmp_path: Path) -> None:
    done = pantin(tmp_path / "nowhere.rig.json", DISPLAY="", WAYLAND_DISPLAY="", QT_QPA_PLATFORM="xcb")
    assert done.returncode == 1 and b"no such file" in done.stderr


def test_the_ending_of_a_pose_may_be_in_capitals(tmp_path: Path) -> None:
    small, large = tmp_path / "a.pose.json", tmp_path / "B.POSE.JSON"
    assert pantin("convert", ARM, small).returncode == pantin("convert", ARM, large).returncode == 0
    assert small.read_bytes() == large.read_bytes()


def test_checking_needs_neither_solver_nor_compiler() -> None:
    code = (
        "import sys; from pantin.app.start.command_line import main\n"
        f"assert main(['check', {str(ARM)!r}]) == 0\n"
        "dear = ('numba', 'llvmlite', 'pantin.solver', 'importlib.metadata', 'tempfile')\n"
        "assert not [name for name in dear if name in sys.modules]"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def made(*arguments: object, out: Path, given: bytes = b"") -> bytes:
    """Return what a command writes to `out`."""
    out.unlink(missing_ok=True)
    done = pantin(*arguments, given=given)
    assert (done.returncode, done.stderr) == (0, b""), done.stderr
    return out.read_bytes()


def test_every_command_that_takes_a_file_takes_a_dash(tmp_path: Path) -> None:
    data, pose, out = ARM.read_bytes(), tmp_path / "bent.pose.json", tmp_path / "out.pose.json"
    bent = made("pose", "-", "--pull", "hand", "0.2", "0", "0.9", "--out", pose, out=pose, given=data)
    assert pantin("evaluate", "-", given=data).stdout == pantin("evaluate", ARM).stdout
    for command in (("convert", ARM, out, "--pose"), ("pose", ARM, "--out", out, "--apply")):
        assert made(*command, "-", out=out, given=bent) == made(*command, pose, out=out)
    done = pantin("pose", "-", "--fk", "nobody", "--out", out, given=data)
    assert done.stderr.startswith(b"pantin: standard input: pose: ")


def test_points_and_a_rig_with_a_clip_are_told_apart_by_what_they_hold(tmp_path: Path) -> None:
    rig, out = tmp_path / "humanoid.rig.json", tmp_path / "out.rig.json"
    body = body_of(rigs.read(HUMANOID).rig).at
    rows = {word: {"ideal": [[*body[part].tolist(), 0, 0, 0, 1]]} for word, part in WORDS.items()}
    points = json.dumps({"fps": 30, "trackers": rows}).encode()
    command = ("track", "-", HUMANOID, "--t-pose", "0", "--out", rig)
    moving = made(*command, out=rig, given=points)
    assert len(rigs.read(rig).figure.clips) == 1
    assert made("track", "-", HUMANOID, "--out", out, out=out, given=moving) == made(
        "track", rig, HUMANOID, "--out", out, out=out
    )


@pytest.mark.parametrize(
    "command",
    [
        ("pose", "-", "--apply", "-", "--out", "-"),
        ("convert", "-", "-", "--pose", "-"),
        ("track", "-", "-", "--out", "-"),
    ],
)
def test_standard_input_is_read_once(command: tuple[str, ...]) -> None:
    done = pantin(*command, given=ARM.read_bytes())
    assert (done.returncode, done.stdout) == (2, b"") and b"standard input can be read once" in done.stderr
