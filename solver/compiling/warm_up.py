"""The first start on a machine: the entries are compiled in processes of their own, and later starts load them.

Compiling is Python code that holds the GIL, so that the window could not move meanwhile. There is a process for each
module that the program needs to begin, so that two cores share the work. The entry with all solvers comes last: the
process that has compiled `auto` goes on with it, and has most kernels lowered already.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import importlib
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any

from pantin.solver.compiling import cache_folder

WITH_ENTRIES = {"pantin.solver.entries.auto": 0.8, "pantin.solver.entries.local_poses": 0.2}
"""The modules to compile before the program begins, and their parts of the work."""

AFTERWARDS = "pantin.solver.entries.all_solvers"
"""The module with every solver: compiled after `entries.auto`, without anybody waiting for it."""

DECLARING = {
    "pantin.solver.entries.auto": (
        "pantin.solver.entries.steps",
        "pantin.solver.methods.auto",
    ),
    "pantin.solver.entries.local_poses": (),
    AFTERWARDS: ("pantin.solver.entries.auto", "pantin.solver.methods.table"),
}
"""Imported before a module is compiled, so that the number of kernels is known."""

LOWERED = 0.75
"""The part of the work that is done when the last kernel is lowered; optimising the entry is the rest (`linking`)."""

COMPILED = re.compile(r"compiled ([a-z_.]+) ([0-9.]+)")
"""A line of progress: the module, and the part of it that is done."""

FIRST = "complete"
"""The part that the program needs to begin."""

Report = Callable[[float], None]


def ready() -> bool:
    """Whether the entries that the program begins with are compiled on this machine, in this version."""
    return mark(FIRST).exists()


def all_solvers_ready() -> bool:
    """The same for the entry with all solvers."""
    return mark(AFTERWARDS).exists()


def mark(part: str) -> Path:
    """The file that says that this part is compiled from the sources as they lie here.

    numba finds what it has compiled by the path and the modification time of a source. Where the program was installed
    again, these differ: then it is compiled again, in a process of its own and not in the window's.
    """
    sources = cache_folder.kernel_sources()
    place = "\n".join((str(cache_folder.ROOM), *(f"{source.name} {source.stat().st_mtime_ns}" for source in sources)))
    return cache_folder.mark(f"{part}-{hashlib.sha256(place.encode()).hexdigest()[:8]}")


def prepare(report: Report) -> None:
    """Make the entries ready, compiling them if need be. Blocks; `report` is told the part done, 0 … 1.

    Raises RuntimeError with the compiler's last line when they cannot be compiled.
    """
    global _going_on
    if not ready():
        _going_on = _Compiler(("pantin.solver.entries.auto", AFTERWARDS))
        _wait((_going_on, _Compiler(("pantin.solver.entries.local_poses",))), WITH_ENTRIES, report)
        _leave(mark(FIRST))
    for module in WITH_ENTRIES:
        importlib.import_module(module)
    report(1.0)


def prepare_all_solvers(report: Report) -> None:
    """The same for the entry with all solvers."""
    global _going_on
    if not all_solvers_ready():
        if _going_on is None or _going_on.ended:
            _going_on = _Compiler((AFTERWARDS,))
        _wait((_going_on,), {AFTERWARDS: 1.0}, report)
    importlib.import_module(AFTERWARDS)
    report(1.0)


class _Compiler:
    """A process that compiles modules one after the other, and what it has reported so far."""

    def __init__(self, modules: Sequence[str]) -> None:
        self.done = dict.fromkeys(modules, 0.0)
        self.last_words = ""
        self.ended = False
        self.news = threading.Event()
        self._process = _child(modules)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        with self._process as process:
            assert process.stdout is not None
            for line in process.stdout:
                told = COMPILED.fullmatch(line.strip())
                if told and told[1] in self.done:
                    self.done[told[1]] = float(told[2])
                else:
                    self.last_words = line.strip() or self.last_words
                self.news.set()
        self.ended = True
        self.news.set()


_going_on: _Compiler | None = None
"""The process that compiles the entry with all solvers."""


def _wait(compilers: Collection[_Compiler], parts: dict[str, float], report: Report) -> None:
    """Wait until all modules of `parts` are compiled, adding up what the processes report."""
    while True:
        ended = [compiler.ended for compiler in compilers]
        done = {module: part for compiler in compilers for module, part in compiler.done.items()}
        report(sum(part * done[module] for module, part in parts.items()))
        if all(done[module] == 1.0 for module in parts):
            return
        for compiler, has_ended in zip(compilers, ended, strict=True):
            if has_ended and any(compiler.done.get(module, 1.0) < 1.0 for module in parts):
                raise RuntimeError(f"The solvers could not be compiled: {compiler.last_words}")
        next(iter(compilers)).news.wait(0.2)
        next(iter(compilers)).news.clear()


def _leave(file: Path) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch()


def _child(modules: Sequence[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "pantin.solver.compiling.warm_up", *modules],
        env={**os.environ, "NUMBA_CACHE_DIR": str(cache_folder.folder())},  # numba reads it when it is first imported
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def _compile_here(modules: Sequence[str]) -> None:
    """Compile modules in this process, reporting after each kernel."""
    gc.disable()  # the compiler keeps most of its many objects: looking for cycles costs a seventh of the time
    from numba.core import event

    listener = _listener(event.Listener)
    register: Any = event.register
    register("numba:compile", listener)
    for module in modules:
        if module == AFTERWARDS and len(modules) > 1 and hasattr(os, "nice"):
            os.nice(10)  # nobody waits for it
        for declaring in DECLARING[module]:
            importlib.import_module(declaring)
        listener.begin(module)
        importlib.import_module(module)
        if module == AFTERWARDS:
            _leave(mark(AFTERWARDS))
        _say(f"compiled {module} 1")


def _listener(kind: Any) -> Any:
    """Reports each kernel that numba has compiled."""
    from pantin.solver.compiling.kernel import KERNELS

    class Listener(kind):  # type: ignore[misc]
        def __init__(self) -> None:
            self._module, self._known, self._done = "", 0, 0

        def begin(self, module: str) -> None:
            """Count anew, for the kernels that are not compiled yet."""
            self._module, self._left, self._done = module, max(len(KERNELS) - self._known, 1), 0
            self._known = len(KERNELS)

        def on_start(self, _: Any) -> None:
            pass

        def on_end(self, event: Any) -> None:
            if event.data["dispatcher"].py_func.__module__.startswith("pantin.solver."):
                self._done += 1
                _say(f"compiled {self._module} {LOWERED * min(self._done / self._left, 1.0):.3f}")

    return Listener()


def _say(words: str) -> None:
    """Write a line to the process that started this one, if it is still there."""
    with contextlib.suppress(OSError):
        print(words, flush=True)


if __name__ == "__main__":
    _compile_here(sys.argv[1:])
