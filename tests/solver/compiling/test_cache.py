"""A cache of compiled kernels that is damaged, foreign, full or read-only: posing goes on, and it is made anew."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pantin.solver import evaluate
from pantin.solver.compiling import cache_folder, warm_up
from tests.solver.compiling.both_ways import interpreting
from tests.solver.sample_chains import chain, reaching

TOP = Path(__file__).parents[3]
MODULE = "pantin.solver.entries.local_poses"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, warm_solver) -> Iterator[Path]:
    """A copy of the compiled kernels that may be damaged, from which nothing is loaded yet."""
    known = cache_folder.folder()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    shutil.copytree(known, tmp_path / "cache")
    with interpreting():
        yield tmp_path / "cache"


def is_compiled() -> bool:
    return all(entry.compiled for entry in warm_up.entries_of(MODULE))


def poses() -> bool:
    evaluated = evaluate(reaching(chain(3), (0.5, 0.2, 1.1)))
    return bool(evaluated.goals[0].reached) and not evaluated.limits_hit


def files(cache: Path, ending: str) -> list[Path]:
    return [*cache.glob(f"local_poses.*{ending}")]


def cut_off(cache: Path) -> None:
    for file in files(cache, ".nbc"):
        file.write_bytes(file.read_bytes()[:100])


def emptied(cache: Path) -> None:
    for file in files(cache, ".nbi"):
        file.write_bytes(b"")


def changed(cache: Path) -> None:
    """One byte of machine code: it would be run."""
    for file in files(cache, ".nbc"):
        code = bytearray(file.read_bytes())
        code[len(code) // 2] ^= 1
        file.write_bytes(code)


def missing(cache: Path) -> None:
    for file in files(cache, ".nbc"):
        file.unlink()


def without_checksums(cache: Path) -> None:
    cache_folder.mark_of(MODULE).write_text("")


def test_what_is_sound_is_loaded(cache: Path) -> None:
    warm_up.load(MODULE)
    assert is_compiled() and poses()


def test_what_is_loaded_is_machine_code_alone(cache: Path) -> None:
    """numba keeps the code in front of that as well: four times as much on disk, and 43 MB of every window."""
    assert warm_up._loaded([MODULE])
    for entry in warm_up.entries_of(MODULE):
        (loaded,) = entry.compiled.overloads.values()
        assert loaded.library._shared_module is None
        assert not [*loaded.library._final_module.functions]


def test_what_another_installation_of_the_same_sources_compiled_is_loaded(cache: Path, tmp_path) -> None:
    """And not compiled once more: an update that leaves the kernels alone poses at once."""
    for part in ("rigs", "solver", "__init__.py"):
        copy = shutil.copytree if (TOP / part).is_dir() else shutil.copyfile
        (tmp_path / "pantin").mkdir(exist_ok=True)
        copy(TOP / part, tmp_path / "pantin" / part)
    load = (
        f"import pantin; from pantin.solver.compiling import warm_up; warm_up.load({MODULE!r}); print(pantin.__file__)"
    )
    child = subprocess.run(
        [sys.executable, "-c", load],
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert child.stdout == f"{tmp_path / 'pantin' / '__init__.py'}\n"


def test_reading_needs_no_writing(cache: Path, monkeypatch) -> None:
    """From a folder that is read-only: numba would look for another place, beside the sources."""

    def read_only(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("tempfile.TemporaryFile", read_only)
    monkeypatch.setattr("os.makedirs", read_only)
    warm_up.load(MODULE)
    assert is_compiled()


@pytest.mark.parametrize("damage", [cut_off, emptied, changed, missing, without_checksums])
def test_what_is_damaged_is_made_anew(cache: Path, damage: Callable[[Path], None], tmp_path, monkeypatch) -> None:
    shutil.copytree(cache, tmp_path / "sound")
    damage(cache)
    assert poses()

    def compile_anew(report: warm_up.Report) -> None:
        assert not cache_folder.mark_of(MODULE).exists(), "what was damaged is removed"
        shutil.copytree(tmp_path / "sound", cache, dirs_exist_ok=True)

    monkeypatch.setattr(warm_up, "_compile_first", compile_anew)
    warm_up.prepare(lambda part: None)
    assert is_compiled() and poses()


def test_what_stays_damaged_is_told_in_one_sentence_and_posing_goes_on(cache: Path, monkeypatch) -> None:
    cut_off(cache)
    monkeypatch.setattr(warm_up, "_compile_first", lambda report: None)
    with pytest.raises(RuntimeError, match=r"^Poses are solved .*: what was compiled cannot be loaded\.$"):
        warm_up.prepare(lambda part: None)
    assert not is_compiled() and poses()


def test_what_is_of_another_processor_is_not_run(cache: Path, monkeypatch) -> None:
    """Where the folder is shared: numba finds nothing for this one."""
    from pantin.solver.compiling import numba_compiler

    codegen = numba_compiler.numba.core.registry.cpu_target.target_context.codegen()
    monkeypatch.setattr(codegen, "magic_tuple", lambda: ("another", "processor"))
    with pytest.raises(LookupError):
        warm_up.load(MODULE)
    assert not warm_up._loaded([MODULE]) and not cache_folder.mark_of(MODULE).exists()
    assert poses()


def test_a_folder_that_cannot_be_written_is_told_in_one_sentence(tmp_path: Path) -> None:
    """And nothing is compiled in vain, or written anywhere else."""
    (tmp_path / "file").touch()
    child = subprocess.run(
        [sys.executable, "-m", "pantin.solver.compiling.warm_up", MODULE],
        env={**os.environ, "NUMBA_CACHE_DIR": str(tmp_path / "file" / "cache")},
        capture_output=True,
        text=True,
        check=False,
    )
    assert child.returncode == 1 and not child.stdout
    assert child.stderr == f"the folder {tmp_path / 'file' / 'cache'} cannot be written (Not a directory)\n"
    assert not [*(TOP / "solver").rglob("*.nb[ic]")]


@pytest.mark.skipif(sys.platform == "win32", reason="nobody waits there")
def test_what_one_process_compiles_another_waits_for_and_takes(tmp_path: Path, monkeypatch) -> None:
    """Two programs that are started at once, or the workers of these tests, compile once."""
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    with cache_folder.alone(MODULE):
        other = warm_up.Compiler((MODULE,))
        assert not other.news.wait(1.0), "it waits"
        (tmp_path / "compiled").touch()
        cache_folder.leave_mark(cache_folder.mark_of(MODULE), [tmp_path / "compiled"])
    warm_up.wait((other,), {MODULE: 1.0}, lambda part: None)
    assert other.done == {MODULE: 1.0} and not list(tmp_path.rglob("*.nbc"))


def test_a_full_disk_is_told_in_one_sentence(tmp_path: Path, monkeypatch) -> None:
    def full(module: str) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    for name, instead in (("entries_of", full), ("begin_compiling", id), ("gc", warm_up.threading)):
        monkeypatch.setattr(warm_up, name, instead)
    monkeypatch.setattr(warm_up.threading, "disable", lambda: None, raising=False)
    with pytest.raises(SystemExit, match=r"cannot be written \(No space left on device\)"):
        warm_up.compile_here([MODULE])
