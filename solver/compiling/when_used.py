"""The entry of simulations is compiled when it is first used: no start of the program waits for it."""

from __future__ import annotations

from pantin.solver.compiling import warm_up
from pantin.solver.compiling.cache_folder import mark_of
from pantin.solver.compiling.kernel import SHARING, WORTH_LOADING, Entry

SIMULATION = "pantin.solver.entries.simulation"
MODULES = (SHARING[0], SIMULATION)
"""The entries that a process compiles for it: the one whose kernels it shares first, where that is not there yet."""


def ready() -> bool:
    """Return whether it is compiled on this machine, in this version."""
    return mark_of(SIMULATION).exists()


def prepare(report: warm_up.Report) -> None:
    """Let the compiled entry take over, making it if need be: as `warm_up.prepare` does, and raises what that does."""
    warm_up.take_over({SIMULATION: 1.0}, _compile, report)


def consider(entry: Entry) -> None:
    """Before a frame: bring in the compiled entry where so much was spent on interpreting that it pays."""
    global _going_on
    if warm_up.is_left_alone or entry.compiled or entry.seconds < WORTH_LOADING:
        return
    if ready():
        warm_up.consider(entry, 0.0)
    elif entry.seconds > warm_up.COMPILE_AFTER and _going_on is None:
        _going_on = warm_up.Compiler(MODULES)


_going_on: warm_up.Compiler | None = None
"""The process that compiles it."""


def _compile(report: warm_up.Report) -> None:
    """Compile it, or wait for the process that is at it."""
    global _going_on
    if _going_on is None or _going_on.ended:
        _going_on = warm_up.Compiler(MODULES)
    warm_up.wait((_going_on,), {SIMULATION: 1.0}, report)
