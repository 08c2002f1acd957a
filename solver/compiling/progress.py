"""Progress of the process that compiles, sent to the one that started it: a line for each kernel."""

from __future__ import annotations

import contextlib
from typing import Any

from pantin.solver.compiling.kernel import KERNELS

LOWERED = 0.6
"""The part of the work that is done when the last kernel is lowered; optimising the entry is the rest (`linking`)."""


def listener(kind: Any) -> Any:
    """Reports each kernel that numba has compiled."""

    class Listener(kind):  # type: ignore[misc]  # numba has no types
        def __init__(self) -> None:
            self._module, self._known, self._done = "", 0, 0

        def begin(self, module: str) -> None:
            """Count anew, for the kernels that are not compiled yet."""
            self._module, self._left, self._done = module, max(len(KERNELS) - self._known, 1), 0
            self._known = len(KERNELS)

        def on_start(self, _: Any) -> None:
            """Nothing: numba asks that there be one."""

        def on_end(self, event: Any) -> None:
            """Say how far the module is, where it was a kernel that numba has compiled."""
            if event.data["dispatcher"].py_func.__module__.startswith("pantin.solver."):
                self._done += 1
                say(f"compiled {self._module} {LOWERED * min(self._done / self._left, 1.0):.3f}")

    return Listener()


def say(words: str) -> None:
    """Write a line to the process that started this one, if it is still there."""
    with contextlib.suppress(OSError):
        print(words, flush=True)
