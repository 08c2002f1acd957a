"""The first start: whether kernels are compiled is known by a mark that changes whenever the kernels do."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import pytest

from pantin.rigs import isolated
from pantin.solver import evaluate
from pantin.solver.compiling import cache_folder, numba_compiler, warm_up
from pantin.solver.compiling.kernel import SHARING
from tests.solver.sample_chains import chain, reaching

TOP = Path(__file__).parents[3]

BESIDE_DONE = "; ".join(f"print('compiled {module} 1')" for module in warm_up.BESIDE)
"""What the process says that compiles everything else that the program needs to begin."""


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of compiled kernels that is empty, and a copy of the sources that may be edited."""
    room = tmp_path / "solver"
    shutil.copytree(TOP / "solver", room, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(cache_folder, "_user_cache", lambda: tmp_path / "cache")
    monkeypatch.setattr(cache_folder, "ROOM", room)
    cache_folder.digest.cache_clear()
    yield room
    cache_folder.digest.cache_clear()


def marks() -> tuple[Path, Path]:
    cache_folder.digest.cache_clear()
    return cache_folder.folder(), cache_folder.mark_of("pantin.solver.entries.auto")


def test_the_mark_is_another_when_a_kernel_is(elsewhere) -> None:
    folder, mark = marks()
    assert marks() == (folder, mark)
    source = elsewhere / "maths" / "joint_coordinates.py"
    source.write_text(source.read_text(encoding="utf-8") + "\n# another\n", encoding="utf-8")
    assert marks()[0] != folder
    assert marks()[1] != mark
    assert marks()[1].parent == marks()[0]


def test_the_mark_stays_when_only_the_python_around_the_kernels_changes(elsewhere) -> None:
    before = marks()
    for source in sorted(around(elsewhere)):
        source.write_text('"""Another."""\n', encoding="utf-8")
    assert marks() == before


def around(room: Path) -> set[Path]:
    """The modules of the solver that hold no kernel."""
    kernels = [room / folder for folder in cache_folder.KERNEL_ROOMS]
    return {source for source in room.rglob("*.py") if not any(source.is_relative_to(folder) for folder in kernels)}


def test_no_kernel_uses_what_stands_around_them() -> None:
    room = TOP / "solver"
    beside = frozenset(around(room))
    names = {".".join(("pantin", *source.relative_to(TOP).with_suffix("").parts)) for source in beside}
    for source in sorted(room.rglob("*.py")):
        named = set()
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom):
                named |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        if source not in beside:
            assert not named & names, source
        else:
            assert not named & {f"pantin.solver.compiling.kernel.{name}" for name in ("kernel", "entry")}, source


def test_a_folder_that_somebody_chose_is_kept_and_the_mark_in_it_still_changes(
    elsewhere, monkeypatch, tmp_path
) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "chosen"))
    folder, mark = marks()
    assert folder == tmp_path / "chosen"
    (elsewhere / "maths" / "more.py").write_text('"""More."""\n', encoding="utf-8")
    assert marks()[0] == folder
    assert marks()[1] != mark


def leave_marks() -> Path:
    """As if all that is needed first were compiled. Returns one of the marks."""
    found = [cache_folder.mark_of(module) for module in warm_up.WITH_ENTRIES]
    for mark in found:
        mark.parent.mkdir(parents=True, exist_ok=True)
        mark.touch()
    return found[0]


def test_ready_when_the_marks_are_there(elsewhere) -> None:
    assert not warm_up.ready()
    mark = leave_marks()
    assert warm_up.ready() and not warm_up.all_solvers_ready()
    mark.unlink()
    assert not warm_up.ready()


def test_kernels_that_were_installed_anew_or_elsewhere_are_ready(elsewhere, monkeypatch, tmp_path) -> None:
    leave_marks()
    os.utime(elsewhere / "maths" / "joint_coordinates.py", (1.0, 1.0))
    assert warm_up.ready()
    monkeypatch.setattr(cache_folder, "ROOM", elsewhere.rename(tmp_path / "other"))
    cache_folder.digest.cache_clear()
    assert warm_up.ready()


def test_another_processor_has_a_folder_of_its_own(elsewhere, monkeypatch) -> None:
    mark = leave_marks()
    monkeypatch.setattr(cache_folder, "_processor", lambda: "another")
    cache_folder.digest.cache_clear()
    assert cache_folder.folder() != mark.parent and not warm_up.ready()


def test_prepare_where_all_is_ready_says_so_once(elsewhere, monkeypatch) -> None:
    leave_marks()
    monkeypatch.setattr(warm_up, "load", lambda module: None)
    told: list[float] = []
    warm_up.prepare(told.append)
    assert told == [1.0]


def test_kernels_that_do_not_compile_are_told_in_one_sentence(elsewhere, saying) -> None:
    """The compiler's last words, whatever it wrote before."""
    saying["pantin.solver.entries.local_poses"] = BESIDE_DONE
    saying["pantin.solver.entries.auto"] = (
        "print('compiled pantin.solver.entries.auto 0.250'); print('a long story'); raise SystemExit('no room left')"
    )
    told: list[float] = []
    with pytest.raises(RuntimeError, match=r"^Poses are solved .*: no room left\.$"):
        warm_up.prepare(told.append)
    assert all(0.0 <= part <= 1.0 for part in told)
    assert told == sorted(told)


def test_a_compiler_that_is_killed_is_told_in_a_whole_sentence(elsewhere, saying) -> None:
    saying["pantin.solver.entries.local_poses"] = BESIDE_DONE
    saying["pantin.solver.entries.auto"] = (
        "import os, signal; print('compiled pantin.solver.entries.auto 0.600', flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)"
    )
    with pytest.raises(RuntimeError, match=r"^Poses are solved .*: the compiler was ended\.$"):
        warm_up.prepare(lambda part: None)


@pytest.fixture
def saying(monkeypatch) -> Iterator[dict[str, str]]:
    """Instead of compiling, each process runs what stands here for the first of its modules."""
    scripts: dict[str, str] = {}

    def speaking(_module: str, modules: Sequence[str], environment: Mapping[str, str]) -> subprocess.Popen[str]:
        both = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
        return subprocess.Popen([sys.executable, "-u", "-c", scripts[modules[0]]], text=True, **both)

    monkeypatch.setattr(isolated, "child", speaking)
    monkeypatch.setattr(warm_up, "_going_on", None)
    monkeypatch.setattr(warm_up, "load", lambda module: None)
    yield scripts
    if warm_up._going_on is not None:
        while not warm_up._going_on.ended:
            warm_up._going_on.news.wait(0.1)


def test_nobody_waits_for_the_solvers_that_come_last(saying, elsewhere, tmp_path) -> None:
    """The program begins when the first part is there; the process goes on, and is waited for when it is needed."""
    gate = tmp_path / "gate"
    saying["pantin.solver.entries.local_poses"] = BESIDE_DONE
    saying["pantin.solver.entries.auto"] = (
        "import time, pathlib; print('compiled pantin.solver.entries.auto 1', flush=True)\n"
        f"while not pathlib.Path({str(gate)!r}).exists(): time.sleep(0.01)\n"
        "print('compiled pantin.solver.entries.all_solvers 1', flush=True)"
    )
    told: list[float] = []
    warm_up.prepare(told.append)
    assert warm_up._going_on is not None and not warm_up._going_on.ended
    gate.touch()
    warm_up.prepare_all_solvers(told.append)
    assert told[-1] == 1.0


def test_what_is_compiled_takes_over_before_the_rest_is(saying, elsewhere, tmp_path, monkeypatch) -> None:
    gate, loaded = tmp_path / "gate", []

    def load(module: str) -> None:
        loaded.append(module)
        if set(loaded) >= set(warm_up.BESIDE):
            gate.touch()

    monkeypatch.setattr(warm_up, "load", load)
    saying["pantin.solver.entries.local_poses"] = BESIDE_DONE
    saying["pantin.solver.entries.auto"] = (
        "import time, pathlib\n"
        f"while not pathlib.Path({str(gate)!r}).exists(): time.sleep(0.01)\n"
        "print('compiled pantin.solver.entries.auto 1', flush=True)"
    )
    warm_up.prepare(lambda part: None)
    assert loaded[2] == "pantin.solver.entries.auto"


def test_what_comes_last_is_compiled_where_it_was_cut_short(saying, elsewhere) -> None:
    """By a process that looks first whether the entry is there whose kernels it calls."""
    saying["pantin.solver.entries.auto"] = (
        "print('compiled pantin.solver.entries.all_solvers 0.5'); print('compiled pantin.solver.entries.all_solvers 1')"
    )
    told: list[float] = []
    warm_up.prepare_all_solvers(told.append)
    assert told == sorted(told) and told[-1] == 1.0


def test_what_is_compiled_already_is_not_compiled_again(saying, elsewhere) -> None:
    """The process may have come to its end just before it is asked for."""
    saying["pantin.solver.entries.auto"] = "print('compiled pantin.solver.entries.all_solvers 1')"
    going_on = warm_up._start_compiling()
    while not going_on.ended:
        going_on.news.wait(0.1)
    warm_up.prepare_all_solvers(lambda part: None)
    assert warm_up._going_on is going_on


def test_what_comes_last_may_fail_as_well(saying, elsewhere) -> None:
    saying["pantin.solver.entries.auto"] = "raise SystemExit('no room left')"
    with pytest.raises(RuntimeError, match="no room left"):
        warm_up.prepare_all_solvers(lambda part: None)


@pytest.mark.parametrize("module", SHARING[1:])
def test_whose_kernels_an_entry_calls_is_loaded_before_it(module: str, monkeypatch) -> None:
    """What it calls would not be found otherwise, and the process would end."""
    loaded: list[str] = []
    monkeypatch.setattr(numba_compiler, "load", lambda function, signature: loaded.append(function.__module__))
    monkeypatch.setattr(numba_compiler, "unchecked", lambda compiled: compiled)
    monkeypatch.setattr(cache_folder, "is_sound", lambda mark: True)
    for entry in (*warm_up.entries_of(SHARING[0]), *warm_up.entries_of(module)):
        monkeypatch.setattr(entry, "compiled", None)
    warm_up.load(module)
    assert loaded == [SHARING[0], module]


def test_importing_the_solver_does_not_import_the_compiler() -> None:
    """It is imported when the first document is evaluated, after the window has been painted."""
    modules = "pantin.solver, pantin.solver.edits.auto_ik, pantin.solver.compiling.warm_up"
    asked = f"import sys, {modules}; print('numba' in sys.modules)"
    answer = subprocess.run([sys.executable, "-c", asked], cwd=TOP, capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "False"


def test_a_wrong_type_is_an_error_not_another_compile() -> None:
    evaluate(reaching(chain(2), (0.5, 0.0, 1.0)))
    from pantin.solver.entries.local_poses import clamp_poses

    with pytest.raises(TypeError):
        clamp_poses([[1.0]], [[1.0]])


def test_the_compiler_writes_to_where_the_kernels_are_loaded_from(monkeypatch) -> None:
    """numba looks for its folder when it is first imported, which in the child is before any kernel is."""
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    given: list[Mapping[str, str]] = []
    monkeypatch.setattr(isolated, "child", lambda module, modules, environment: given.append(environment))
    warm_up._child(("pantin.solver.entries.auto",))
    assert given[0]["NUMBA_CACHE_DIR"] == str(cache_folder.folder())
