"""No module that lies in the current folder is run, whatever it is named like: people keep files of others there."""

from __future__ import annotations

import json
import os
import re
import stat
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from pantin.resources import FOLDER
from pantin.rigs import isolated
from tests.patience import PATIENCE

TOP = Path(__file__).parents[2]
ARM = FOLDER / "rigs" / "arm.rig.json"
MODULE = "pantin.solver.entries.local_poses"

OURS = ("numpy", "msgspec", "numba", "llvmlite", "PySide6", "shiboken6", "pyqtgraph", "OpenGL", "pythonosc")
"""What Pantin needs."""
THEIRS = ("yaml", "scipy", "matplotlib", "cupy", "h5py", "colorcet", "OpenGL_accelerate", "tbb", "intel_openmp")
"""What those look for, and do without."""
AT_START = ("sitecustomize", "usercustomize", "app", "solver", "rigs", "widgets", "viewport", "resources")

COMPILING = f"""
import sys
from pantin.solver.compiling import warm_up
sys.path.insert(0, sys.argv[1])
compiler = warm_up.Compiler(({MODULE!r},))
while not compiler.ended and not compiler.done[{MODULE!r}]:
    compiler.news.wait()
    compiler.news.clear()
print(compiler.done[{MODULE!r}] > 0.0, compiler.last_words)
compiler._process.kill()
"""
"""Starts the process that compiles, and ends it when it has compiled the first kernel: it has imported all by then."""


@pytest.fixture
def planted(tmp_path: Path) -> Path:
    """A folder with a rig, and modules named like all others, which say so when they are run."""
    folder = tmp_path / "downloads"
    folder.mkdir()
    (folder / ARM.name).write_bytes(ARM.read_bytes())
    (folder / ".numba_config.yaml").write_text("disable_jit: 1")
    text = f"open({str(tmp_path / 'ran')!r}, 'a').write(__name__ + '\\n')\nraise ImportError(__name__)\n"
    for name in {*sys.stdlib_module_names, *OURS, *THEIRS, *AT_START} - {*sys.builtin_module_names}:
        (folder / f"{name}.py").write_text(text)
    return folder


def ran(planted: Path) -> list[str]:
    """The modules of the folder that were run."""
    told = planted.parent / "ran"
    return told.read_text().split() if told.exists() else []


def run(planted: Path, *command: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run Python there; nothing is compiled yet."""
    cold = {"NUMBA_CACHE_DIR": str(planted.parent / "kernels"), "PYTHONPATH": ""}
    given = {"env": {**os.environ, **cold, **more}, "cwd": planted, "timeout": PATIENCE}
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, check=False, **given)


@pytest.mark.parametrize("program", [["-m", "pantin"], [f"{sysconfig.get_path('scripts')}/pantin"]])
@pytest.mark.parametrize("command", ["evaluate", "check"])
def test_the_program_runs_nothing_that_lies_beside_the_rig(program: list[str], command: str, planted: Path) -> None:
    done = run(planted, *program, command, ARM.name)
    assert ran(planted) == [] and (done.returncode, done.stderr) == (0, "")
    assert "upper_arm" in json.loads(done.stdout)["bones"] if command == "evaluate" else done.stdout


def test_an_empty_entry_of_the_search_path_is_left_out_too(planted: Path) -> None:
    """As `PYTHONPATH=$PYTHONPATH:somewhere` leaves one; Python itself then finds its own modules there first."""
    for path in planted.glob("*.py"):
        if path.stem in (*sys.stdlib_module_names, "sitecustomize", "usercustomize"):
            path.unlink()
    done = run(planted, "-m", "pantin", "check", ARM.name, PYTHONPATH=f"{os.pathsep}{planted.parent}")
    assert ran(planted) == [] and (done.returncode, done.stderr) == (0, "")


def test_the_compiling_process_runs_nothing_that_lies_there(planted: Path) -> None:
    """Nor where whoever starts it looks for modules there itself."""
    done = run(planted, "-P", "-c", COMPILING, str(planted))
    assert ran(planted) == []
    assert (done.stdout, done.stderr) == ("True \n", "")


def test_every_process_is_started_by_what_isolates_it() -> None:
    """A new one goes through `isolated`; the other starts no Python: the installer of packages."""
    starting = re.compile(
        r"\b(subprocess\.(?!Popen\[|PIPE|DEVNULL|STDOUT)\w+|os\.(system|popen|exec\w*|spawn\w*)|multiprocessing|QProcess)\b"
    )
    rooms = ("app", "resources", "rigs", "solver", "viewport", "widgets")
    files = (path for room in rooms for path in (TOP / room).rglob("*.py"))
    found = {path.relative_to(TOP).as_posix() for path in files if starting.search(path.read_text(encoding="utf-8"))}
    assert found == {"rigs/isolated.py", "app/system/system_packages.py"}


def test_what_a_process_reads_late_is_there_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It begins to read only after it was looked at once, and what it reads fits into no pipe."""
    python = tmp_path / "python"
    python.write_text("#!/bin/sh\nsleep 0.3\nexec cat\n")
    python.chmod(python.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr("sys.executable", str(python))
    monkeypatch.setattr(isolated, "WATCHED", 29.9)
    data = bytes(range(256)) * 8192
    assert isolated.run("pantin.rigs", [], {}, data, 30.0) == data
