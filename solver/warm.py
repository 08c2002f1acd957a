"""The first start on a machine: the kernels are compiled in processes of their own, and later starts load them.

Processes of their own, because compiling is Python work that would hold the GIL: the window could not move meanwhile.
One for each module with entries, so that two cores share the work.
"""

from __future__ import annotations

import gc
import importlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from solver import compiled

WITH_ENTRIES = {"solver.run": 0.8, "solver.local": 0.2}
"""The modules to compile, and their parts of the work."""

DECLARING = ("solver.constraining", "solver.choose", "solver.stretch")
"""Imported before compiling, so that the number of kernels is known."""

LOWERED = 0.75
"""The part of the work that is done when the last kernel is lowered; then the entries are optimised (`linking`)."""


def ready() -> bool:
    """Whether the kernels have been compiled on this machine, for this version of them."""
    return compiled.mark().exists()


def prepare(report: Callable[[float], None]) -> None:
    """Make the kernels ready to run, compiling them if need be. Blocks; `report` is told how much is done, 0 … 1.

    Raises RuntimeError with the compiler's last words when they cannot be compiled.
    """
    if not ready():
        _compile_elsewhere(report)
    for module in WITH_ENTRIES:
        importlib.import_module(module)
    report(1.0)


def _compile_elsewhere(report: Callable[[float], None]) -> None:
    """One process for each module; what they say is added up."""
    done = dict.fromkeys(WITH_ENTRIES, 0.0)
    last_words = dict.fromkeys(WITH_ENTRIES, "")
    children = {module: _child(module) for module in WITH_ENTRIES}
    changed = threading.Condition()

    def listen(module: str) -> None:
        with children[module] as child:
            assert child.stdout is not None
            for line in child.stdout:
                with changed:
                    last_words[module] = line.strip() or last_words[module]
                    if line.startswith("compiled "):
                        done[module] = float(line.split()[1])
                    changed.notify()
        with changed:
            done[module] = 1.0
            changed.notify()

    listeners = [threading.Thread(target=listen, args=(module,), daemon=True) for module in WITH_ENTRIES]
    for listener in listeners:
        listener.start()
    while any(listener.is_alive() for listener in listeners):
        with changed:
            changed.wait(0.2)
            part = sum(WITH_ENTRIES[module] * done[module] for module in WITH_ENTRIES)
        report(part)
    for module, child in children.items():
        if child.returncode != 0:
            raise RuntimeError(f"The solvers could not be compiled: {last_words[module]}")
    compiled.mark().parent.mkdir(parents=True, exist_ok=True)
    compiled.mark().touch()


def _child(module: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "solver.warm", module],
        cwd=Path(__file__).parent.parent,
        env={**os.environ, "NUMBA_CACHE_DIR": str(compiled.folder())},  # numba reads it when it is first imported
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def _compile_here(module: str) -> None:
    """Compile one module in this process and say after each kernel how much is done."""
    gc.disable()  # the compiler keeps most of its many objects: looking for cycles costs a seventh of the time
    from numba.core import event

    from solver.kernel import KERNELS

    class Listener(event.Listener):
        done = 0

        def on_start(self, _: Any) -> None:
            pass

        def on_end(self, event: Any) -> None:
            if event.data["dispatcher"].py_func.__module__.startswith("solver."):
                self.done += 1
                print(f"compiled {LOWERED * min(self.done / len(KERNELS), 1.0):.3f}", flush=True)

    for declaring in DECLARING:
        importlib.import_module(declaring)
    register: Any = event.register
    register("numba:compile", Listener())
    importlib.import_module(module)


if __name__ == "__main__":
    _compile_here(sys.argv[1])
