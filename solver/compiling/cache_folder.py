"""The folder of compiled entries, in the user's cache: one for each version of the kernels and each processor.

numba checks a cached function against its own source file only. The folder's name therefore contains a hash of all
kernels and of what they are built from, so that a stale one is never run. The Python code around them may change, and
so may the place where the program is installed: an update that leaves the kernels alone compiles nothing.

A mark says that an entry is compiled; in it are the checksums of the entry's files, so that a damaged one is never run
either. What is loaded is run, so that nothing is taken from a folder that others may write (`trust`).
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from pantin.rigs.solvers import SOLVERS
from pantin.solver.compiling.kernel import IS_PLAIN
from pantin.solver.compiling.trust import is_own, is_private
from pantin.solver.messages import _

if sys.platform != "win32":
    import fcntl

ROOM = Path(__file__).parents[1]
KERNEL_ROOMS = (
    "chains",
    "compiling",
    "constraints",
    "entries",
    "groups",
    "least_squares",
    "maths",
    "methods",
    "simulation",
    "springs",
    "whole_body",
)
"""The folders of `solver` whose modules, and those of their sub-rooms, are compiled or define what is."""
AROUND = ("cache_folder.py", "progress.py", "trust.py", "warm_up.py", "when_used.py")
"""The modules of `compiling` that shape no kernel."""
PRIVATE = 0o700
"""The mode of a folder of kernels: what lies there is run."""


def folder() -> Path:
    """Return NUMBA_CACHE_DIR where it is set and nobody else may write there, else a folder of Pantin's own."""
    chosen = _chosen()
    return chosen if chosen is not None and is_private(chosen) else _user_cache() / "pantin" / f"kernels-{digest()}"


def _chosen() -> Path | None:
    """Return the folder that NUMBA_CACHE_DIR names."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    return Path(chosen).absolute() if chosen else None


def refused() -> str:
    """Return one sentence where kernels are not kept in the folder that NUMBA_CACHE_DIR names, else nothing."""
    chosen = _chosen()
    if chosen is None or is_private(chosen):
        return ""
    said = _(
        "Compiled kernels are kept in {folder}, because others may write into {chosen}, which NUMBA_CACHE_DIR names."
    )
    return said.format(folder=folder(), chosen=chosen)


def mark_of(module: str) -> Path:
    """The file whose existence says that this module is compiled."""
    return folder() / f"{module.rpartition('.')[2]}-{digest()}"


def leave_mark(mark: Path, files: Sequence[Path]) -> None:
    """Say that a part is compiled, and that it lies in these files. Raises OSError."""
    mark.parent.mkdir(parents=True, exist_ok=True, mode=PRIVATE)
    with tempfile.NamedTemporaryFile("w", dir=mark.parent, delete=False, encoding="utf-8") as written:
        json.dump({str(file.relative_to(mark.parent)): _checksum(file) for file in files}, written)
    Path(written.name).replace(mark)


def is_sound(mark: Path) -> bool:
    """Return whether the files of a part are as they were written."""
    known = _known(mark)
    with suppress(OSError):
        files = [mark, *(mark.parent / name for name in known)]
        return bool(known) and all(map(is_own, files)) and list(map(_checksum, files[1:])) == list(known.values())
    return False


@contextmanager
def alone(module: str) -> Iterator[None]:
    """Wait until no other process compiles this module, and keep others waiting meanwhile.

    A process that ends, however it does, lets go. On Windows, and on a disk without locks, nobody waits.
    """
    mark = mark_of(module)
    with mark.with_name(f"{mark.name}.lock").open("w") as lock:
        if sys.platform != "win32":
            with suppress(OSError):
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def remove(mark: Path) -> None:
    """Remove a part, as far as that is allowed: it will be compiled anew. Nothing where others may write."""
    if not is_private(mark.parent):
        return
    for file in (mark, *(mark.parent / name for name in _known(mark))):
        with suppress(OSError):
            file.unlink()


def why_not_writable() -> str:
    """Return why nothing can be kept in the folder, or nothing."""
    try:
        folder().mkdir(parents=True, exist_ok=True, mode=PRIVATE)
        tempfile.TemporaryFile(dir=folder()).close()
    except OSError as problem:
        return not_written(problem)
    if not is_private(folder()):
        return _("others may write into the folder {folder}; take that right from them").format(folder=folder())
    return ""


def solved_slowly(why: str) -> str:
    """Return a sentence about the lack of compiled kernels: its consequence, and its reason."""
    return _("Poses are solved without compiled kernels, more slowly, until the next start: {why}.").format(why=why)


def not_written(problem: OSError) -> str:
    """That nothing can be kept in the folder, and why."""
    return _("the folder {folder} cannot be written ({problem})").format(folder=folder(), problem=problem.strerror)


def _known(mark: Path) -> dict[str, str]:
    """The checksums of the files of a part by their names, as its mark has them; nothing where there is none.

    Nothing is read either where others may have left the mark.
    """
    if not is_private(mark.parent):
        return {}
    with suppress(OSError, ValueError):
        known = json.loads(mark.read_text(encoding="utf-8"))
        return known if isinstance(known, dict) else {}
    return {}


def _checksum(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()


@cache
def digest() -> str:
    """A hash of all kernels and of what they are built from and for."""
    built_from = (sys.version, _version("numba"), _version("numpy"), _processor(), *SOLVERS, *["plain"] * IS_PLAIN)
    digest = hashlib.sha256(" ".join(built_from).encode())
    for source in kernel_sources():
        digest.update(source.read_bytes())
    return digest.hexdigest()[:16]


def _version(library: str) -> str:
    """The version that is installed. Read without importing, which would take longer than a whole evaluation."""
    try:
        return version(library)
    except PackageNotFoundError:
        return "none"


def _processor() -> str:
    """Return a text that identifies the processor as far as machine code is concerned."""
    with suppress(OSError):
        first = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace").partition("\n\n")[0].splitlines()
        kept = [line for line in first if line.partition(":")[0].strip() in ("model name", "flags", "Features")]
        return " ".join((platform.machine(), *kept))
    return f"{platform.machine()} {platform.processor()}"


def kernel_sources() -> list[Path]:
    """The files that kernels are compiled from, in a fixed order."""
    found = (source for room in KERNEL_ROOMS for source in (ROOM / room).rglob("*.py"))
    return sorted(source for source in found if source.name not in AROUND)


def _user_cache() -> Path:
    """Return the folder in which programs of this user keep what they can make anew."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
