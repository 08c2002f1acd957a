"""Compiled entries are made in processes of their own, and take over from the interpreted ones as soon as they load.

Compiling is Python code that holds the GIL, so that the window could not move meanwhile. There is a process for each
module that the program needs to begin, so that two cores share the work. The entry with all solvers comes last: the
process that has compiled `auto` goes on with it, and has most kernels lowered already.

Whoever shows a window calls `prepare` and `prepare_all_solvers` on a thread. Everybody else need not do anything:
`consider` does the same in passing, when what was spent on interpreting makes it worth while.
"""

from __future__ import annotations

import gc
import importlib
import os
import re
import subprocess
import sys
import threading
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, cast

from pantin.rigs import isolated
from pantin.solver.compiling import cache_folder, progress
from pantin.solver.compiling.background_import import importing_numba
from pantin.solver.compiling.cache_folder import mark_of
from pantin.solver.compiling.kernel import IS_PLAIN, SHARING, WORTH_LOADING, Entry, NumbaCompiler, begin_compiling
from pantin.solver.messages import _

BESIDE = ("pantin.solver.entries.local_poses", "pantin.solver.entries.whole_body")
"""The modules that a second process compiles."""

WITH_ENTRIES = dict(zip(("pantin.solver.entries.auto", *BESIDE), (0.7, 0.1, 0.2), strict=True))
"""The modules to compile first, and their parts of the work."""

AFTERWARDS = "pantin.solver.entries.all_solvers"
"""The module with every solver: compiled after `entries.auto`. `when_used` knows two more."""

DECLARING = {
    "pantin.solver.entries.auto": ("pantin.solver.entries.steps", "pantin.solver.methods.auto"),
    "pantin.solver.entries.local_poses": (),
    "pantin.solver.entries.whole_body": ("pantin.solver.whole_body.solve",),
    AFTERWARDS: ("pantin.solver.entries.auto", "pantin.solver.methods.table"),
    "pantin.solver.entries.springs": (),
    "pantin.solver.entries.simulation": ("pantin.solver.entries.auto", "pantin.solver.simulation.group"),
}
"""Imported before a module is compiled, so that the number of kernels is known. A test may compile others."""

COMPILED = re.compile(r"compiled ([a-z_.]+) ([0-9.]+)")
"""A line of progress: the module, and the part of it that is done."""

COMPILE_AFTER = 4.0
"""Seconds that an entry runs interpreted before compiling it in the background is worth while."""

Report = Callable[[float], None]


def ready() -> bool:
    """Return whether the entries that every program needs are compiled on this machine, in this version."""
    return all(mark_of(module).exists() for module in WITH_ENTRIES)


def all_solvers_ready() -> bool:
    """Return whether the entry with all solvers is compiled on this machine, in this version."""
    return mark_of(AFTERWARDS).exists()


def prepare(report: Report) -> None:
    """Let the compiled entries take over, making them if need be. Blocks; `report` is called with the part done, 0 … 1.

    Raises RuntimeError with one sentence where there are none to be had: all runs interpreted then.
    """
    take_over(WITH_ENTRIES, _compile_first, report)


def prepare_all_solvers(report: Report) -> None:
    """Let the compiled entry with all solvers take over, as `prepare` does those that every program needs."""
    take_over({AFTERWARDS: 1.0}, _compile_afterwards, report)


def take_over(modules: dict[str, float], compile_them: Callable[[Report], None], report: Report) -> None:
    """Load modules, compiling them first if they are not there, and anew if they are damaged."""
    if not (all(mark_of(module).exists() for module in modules) and _loaded(modules)):
        compile_them(report)
        if not _loaded(modules):
            raise RuntimeError(cache_folder.solved_slowly(_("what was compiled cannot be loaded")))
    report(1.0)


def bring_in(module: str) -> None:
    """Let the compiled entries of a module take over, which are there; nothing changes where they cannot be loaded."""
    with suppress(RuntimeError):
        _loaded([module])


def _loaded(modules: Collection[str]) -> bool:
    """Load the entries of modules. False where one is damaged, or of another processor: it is removed then."""
    for module in modules:
        try:
            with _one_at_a_time, importing_numba():
                load(module)
        except ImportError as problem:
            why = _("numba cannot be imported ({problem})").format(problem=problem)
            raise RuntimeError(cache_folder.solved_slowly(why)) from problem
        except Exception:  # whatever comes of reading a damaged file
            cache_folder.remove(mark_of(module))
            return False
    return True


def load(module: str) -> None:
    """Let the compiled entries of a module take over. Raises what numba raises, LookupError where they are damaged."""
    if module in SHARING[1:]:
        load(SHARING[0])
    waiting = [entry for entry in entries_of(module) if entry.compiled is None]
    if waiting and not cache_folder.is_sound(mark_of(module)):
        raise LookupError(f"The compiled entries of {module} are damaged.")
    for entry in waiting:
        numba = numba_compiler()
        compiled = numba.load(entry.function, entry.signature)
        entry.unchecked = numba.unchecked(compiled)
        entry.compiled = compiled


def numba_compiler() -> NumbaCompiler:
    """Import numba, and return the module that compiles and loads by it: without our changes where IS_PLAIN says so."""
    name = "plain_numba" if IS_PLAIN else "numba_compiler"
    found: Any = importlib.import_module(f"pantin.solver.compiling.{name}")
    return cast("NumbaCompiler", found)


def entries_of(module: str) -> list[Entry]:
    """The entries that a module declares."""
    return [value for value in vars(importlib.import_module(module)).values() if isinstance(value, Entry)]


def consider(entry: Entry, expected: float) -> None:
    """Before an evaluation that may take `expected` seconds interpreted: bring in the compiled entry where that pays.

    It is loaded when as much was spent on interpreting as loading takes: never twice what would have been best.
    """
    global is_left_alone
    module = entry.function.__module__
    if is_left_alone and loads_what_is_there and expected > WORTH_LOADING and mark_of(module).exists():
        with suppress(RuntimeError):  # whoever prepares the entries says what is wrong with them
            _loaded([module])
    if is_left_alone or entry.seconds + expected < _look_at.get(entry, WORTH_LOADING):
        return
    _look_at[entry] = entry.seconds + WORTH_LOADING
    if mark_of(module).exists():
        try:
            _loaded([module])
        except RuntimeError:
            is_left_alone = True
    elif entry.seconds > COMPILE_AFTER and (_going_on is None or _going_on.ended):
        is_left_alone = _going_on is not None
        _start_compiling(BESIDE)


def leave_alone() -> None:
    """Compile nothing in `consider`: a window calls `prepare` and `prepare_all_solvers` on a thread of its own.

    What is compiled already is loaded before an evaluation that may take longer than loading.
    """
    global is_left_alone, loads_what_is_there
    is_left_alone = loads_what_is_there = True


is_left_alone = False
loads_what_is_there = False
_one_at_a_time = threading.Lock()
"""Held while entries are loaded: a window's worker and the thread that prepares may both be at it."""
_look_at: dict[Entry, float] = {}
"""When to consider an entry again, in seconds that it has run interpreted."""


def _start_compiling(others: Sequence[str] = ()) -> Compiler:
    """Start the process that compiles `auto`, then the entry with all solvers, then the `others`."""
    global _going_on
    _going_on = Compiler(("pantin.solver.entries.auto", AFTERWARDS, *others))
    return _going_on


def _compile_first(report: Report) -> None:
    """Compile what every program needs, in two processes."""
    wait((_start_compiling(), Compiler(BESIDE)), WITH_ENTRIES, report)


def _compile_afterwards(report: Report) -> None:
    """Wait for the process that goes on with all solvers; start one where there is none, or it failed."""
    global _going_on
    if _going_on is None or (_going_on.ended and _going_on.done[AFTERWARDS] < 1.0):
        _going_on = Compiler((SHARING[0], AFTERWARDS))
    wait((_going_on,), {AFTERWARDS: 1.0}, report)


class Compiler:
    """A process that compiles modules one after the other, and what it has reported so far."""

    def __init__(self, modules: Sequence[str]) -> None:
        self.done = dict.fromkeys(modules, 0.0)
        self.last_words = ""
        self.ended = False
        self.news = threading.Event()
        self._process = _child(modules)
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        """Keep what the process says, line by line, until it ends; what is no progress may tell why it failed."""
        with self._process as process:
            assert process.stdout is not None
            for line in process.stdout:
                found = COMPILED.fullmatch(line.strip())
                if found and found[1] in self.done:
                    self.done[found[1]] = float(found[2])
                else:
                    self.last_words = line.strip() or self.last_words
                self.news.set()
        self.ended = True
        self.news.set()


_going_on: Compiler | None = None
"""The process that compiles the entry with all solvers."""


def wait(compilers: Collection[Compiler], parts: dict[str, float], report: Report) -> None:
    """Wait until all modules of `parts` are compiled, adding up what the processes report.

    Each takes over as soon as it is there: the whole body, which is pulled most, long before the others.
    """
    waiting = set(parts)
    while True:
        ended = [compiler.ended for compiler in compilers]
        done = {module: part for compiler in compilers for module, part in compiler.done.items()}
        report(sum(part * done[module] for module, part in parts.items()))
        for module in [module for module in waiting if done[module] == 1.0]:
            waiting.remove(module)
            _loaded([module])
        if not waiting:
            return
        for compiler, has_ended in zip(compilers, ended, strict=True):
            if has_ended and any(compiler.done.get(module, 1.0) < 1.0 for module in parts):
                raise RuntimeError(cache_folder.solved_slowly(compiler.last_words or _("the compiler was ended")))
        next(iter(compilers)).news.wait(0.2)
        next(iter(compilers)).news.clear()


def _child(modules: Sequence[str]) -> subprocess.Popen[str]:
    """Start a process that compiles modules one by one and tells of it line by line."""
    cache = {"NUMBA_CACHE_DIR": str(cache_folder.folder().absolute())}  # wherever this process looks for them
    return isolated.child("pantin.solver.compiling.warm_up", modules, cache)


def compile_here(modules: Sequence[str]) -> None:
    """Compile modules in this process, reporting after each kernel. Ends it with a sentence where that fails.

    Where another process is at one of them, this one waits and takes what that made.
    """
    if why := cache_folder.why_not_writable():
        raise SystemExit(why)
    for module in modules:
        with cache_folder.alone(module):
            if not cache_folder.is_sound(mark_of(module)):
                _compile_alone(module)
        progress.say(f"compiled {module} 1")


def _compile_alone(module: str) -> None:
    """Compile a module while no other process does, and leave its mark."""
    listener = _begun()
    for declaring in DECLARING.get(module, ()):
        importlib.import_module(declaring)
    listener.begin(module)
    try:
        files = [file for entry in entries_of(module) for file in numba_compiler().files(entry.function)]
        cache_folder.leave_mark(mark_of(module), files)
    except OSError as problem:
        raise SystemExit(cache_folder.not_written(problem)) from problem


@cache
def _begun() -> Any:
    """Let this process compile. Returns what reports its progress."""
    gc.disable()  # the compiler keeps most of its many objects: looking for cycles costs a seventh of the time
    os.environ["NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING"] = "1"  # it colours each try of a type that fails, unseen
    from numba.core import event

    begin_compiling(numba_compiler())
    listener = progress.listener(event.Listener)
    register: Any = event.register
    register("numba:compile", listener)
    return listener


if __name__ == "__main__":
    from pantin.solver.compiling import warm_up  # this file is another module when it is run, without what it declares

    if hasattr(os, "nice"):
        os.nice(19)  # nobody waits for it: meanwhile the same runs interpreted
    warm_up.compile_here(sys.argv[1:])
