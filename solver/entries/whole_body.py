"""The whole-body solve as an entry: called from `edits.pulling`."""

from __future__ import annotations

from pantin.solver.compiling.kernel import entry
from pantin.solver.compiling.layout import Numbers, Table
from pantin.solver.whole_body.solve import solve


@entry("void(f8[:,::1],f8[:,::1],f8[::1],f8[::1])")
def run(bones: Table, goals: Table, settings: Numbers, figures: Numbers) -> None:
    """Turn `bones`, and move the root, until `goals` are met; `figures` tells how well they are."""
    solve(bones, goals, settings, figures)
