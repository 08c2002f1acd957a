"""The entries of simulations and of springs are compiled when they are first used: no start of the program waits."""

from __future__ import annotations

from pantin.solver.compiling import warm_up
from pantin.solver.compiling.cache_folder import mark_of
from pantin.solver.compiling.kernel import SHARING, WORTH_LOADING, Entry

SIMULATION = "pantin.solver.entries.simulation"
SPRINGS = "pantin.solver.entries.springs"
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


def prepare_springs(report: warm_up.Report) -> None:
    """Let the compiled entry of springs take over, making it if need be: as `prepare` does."""
    warm_up.take_over(
        {SPRINGS: 1.0}, lambda report: warm_up.wait((warm_up.Compiler((SPRINGS,)),), {SPRINGS: 1.0}, report), report
    )


def consider_springs(entry: Entry) -> None:
    """Do the same for the entry of springs, which shares no kernels: a process compiles it in seconds."""
    global _springs_going_on
    is_left_alone = warm_up.is_left_alone and not warm_up.loads_what_is_there
    if is_left_alone or entry.compiled or entry.seconds < WORTH_LOADING:
        return
    if mark_of(SPRINGS).exists():
        warm_up.bring_in(SPRINGS)
    elif entry.seconds > warm_up.COMPILE_AFTER / 4.0 and _springs_going_on is None:
        _springs_going_on = warm_up.Compiler((SPRINGS,))


_going_on: warm_up.Compiler | None = None
"""The process that compiles simulations."""
_springs_going_on: warm_up.Compiler | None = None
"""The process that compiles springs."""


def _compile(report: warm_up.Report) -> None:
    """Compile it, or wait for the process that is at it."""
    global _going_on
    if _going_on is None or _going_on.ended:
        _going_on = warm_up.Compiler(MODULES)
    warm_up.wait((_going_on,), {SIMULATION: 1.0}, report)
