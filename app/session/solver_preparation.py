"""Preparation of the solver: brought into memory as it is written, then compiled, once on each machine.

Nothing of it is imported before the first paint.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import Event

Report = Callable[[float], None]
"""Takes how far it is, 0 to 1; what it raises stops the work."""

_expected = Event()
"""Set from when the solver runs interpreted until it is compiled, or cannot be."""


def is_compiler_expected() -> bool:
    """Return whether the compiled solver is on its way."""
    return _expected.is_set()


def import_solver() -> None:
    """Bring the solver into memory, as it is written: it runs interpreted."""
    from pantin.solver.compiling import warm_up
    from pantin.solver.entries import all_solvers, auto, local_poses

    assert all_solvers and auto and local_poses
    warm_up.leave_alone()
    _expected.set()


def compile_solver(report: Report) -> None:
    """Have the solver compiled, or load what was compiled before; it takes over by itself. Raises RuntimeError."""
    try:
        _compile(report)
    finally:
        _expected.clear()


def _compile(report: Report) -> None:
    """Compile or load the entries that every program needs, then those with all solvers.

    Raises RuntimeError at the end, too, where they are not kept in the folder that was chosen for them.
    """
    from pantin.solver.compiling import cache_folder, warm_up

    if not warm_up.ready():
        report(0.0)
    warm_up.prepare(report)
    if warm_up.all_solvers_ready():
        warm_up.prepare_all_solvers(lambda part: None)
    else:
        warm_up.prepare_all_solvers(lambda part: report(1.0))  # nobody waits for it: only whether to stop is asked
    if said := cache_folder.refused():
        raise RuntimeError(said)


def compile_simulation(report: Report) -> None:
    """The same for what simulations need."""
    from pantin.solver.compiling import when_used

    when_used.prepare(lambda part: report(1.0))  # nobody waits for it
