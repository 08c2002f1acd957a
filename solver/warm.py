"""The first start on a machine: the kernels are compiled in a process of their own, and later starts load them.

A process of its own, because compiling is Python work that would hold the GIL: the window could not move meanwhile.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from solver import compiled


def ready() -> bool:
    """Whether the kernels have been compiled on this machine, for this version of them."""
    return compiled.mark().exists()


def prepare(report: Callable[[float], None]) -> None:
    """Make the kernels ready to run, compiling them if need be. Blocks; `report` is told how much is done, 0 … 1.

    Raises RuntimeError with the compiler's last words when they cannot be compiled.
    """
    if not ready():
        _compile_elsewhere(report)
    import solver.local
    import solver.run  # noqa: F401  (importing loads the machine code)

    report(1.0)


def _compile_elsewhere(report: Callable[[float], None]) -> None:
    command = [sys.executable, "-m", "solver.warm"]
    room = Path(__file__).parent.parent
    with subprocess.Popen(
        command, cwd=room, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as child:
        last = ""
        assert child.stdout is not None
        for line in child.stdout:
            last = line.strip() or last
            if last.startswith("compiled "):
                report(float(last.split()[1]))
    if child.returncode != 0:
        raise RuntimeError(f"the solvers could not be compiled: {last}")


def _compile_here() -> None:
    """Compile everything in this process and say after each kernel how much is done."""
    from numba.core import event

    from solver.kernel import KERNELS

    class Listener(event.Listener):  # type: ignore[misc]
        done = 0

        def on_start(self, _: Any) -> None:
            pass

        def on_end(self, event: Any) -> None:
            if event.data["dispatcher"].py_func.__module__.startswith("solver."):
                self.done += 1
                print(f"compiled {min(self.done / (len(KERNELS) + ENTRIES), 1.0):.3f}", flush=True)

    event.register("numba:compile", Listener())
    import solver.copying
    import solver.seek
    import solver.two_bone  # noqa: F401  (declares the kernels, so that their number is known)

    import solver.local  # noqa: F401  isort: skip
    import solver.run  # noqa: F401  isort: skip

    compiled.mark().parent.mkdir(parents=True, exist_ok=True)
    compiled.mark().touch()


ENTRIES = 3
"""Compiled besides the kernels: the entries that Python calls."""


if __name__ == "__main__":
    _compile_here()
