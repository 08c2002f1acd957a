"""Evaluating interpreted where the compiled entries are loaded, and the other way round."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator

from pantin.solver.compiling import warm_up, when_used
from pantin.solver.compiling.kernel import Entry

MODULES = (*warm_up.WITH_ENTRIES, warm_up.AFTERWARDS, when_used.SIMULATION, when_used.SPRINGS)


def all_entries() -> list[Entry]:
    """Every entry of the program."""
    return [entry for module in MODULES for entry in warm_up.entries_of(module)]


@contextlib.contextmanager
def interpreting() -> Iterator[None]:
    """As before the compiled entries have been loaded, and nobody looks for them."""
    before = [(entry, entry.compiled) for entry in all_entries()]
    told = warm_up.is_left_alone, warm_up.loads_what_is_there
    warm_up.is_left_alone, warm_up.loads_what_is_there = True, False
    for entry, _ in before:
        entry.compiled = None
    try:
        yield
    finally:
        warm_up.is_left_alone, warm_up.loads_what_is_there = told
        for entry, compiled in before:
            entry.compiled = compiled
