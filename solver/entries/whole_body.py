"""The whole-body solve as an entry: called from `edits.pulling`."""

from __future__ import annotations

from pantin.solver.compiling.kernel import entry
from pantin.solver.compiling.layout import Numbers, Table
from pantin.solver.whole_body.solve import solve


@entry("void(f8[:,::1],f8[:,::1],f8[::1],f8[::1])")
def run(bones: Table, goals: Table, settings: Numbers, figures: Numbers) -> None:
    """Turn `bones`, and move the root, until `goals` are met; `figures` tells how well they are.

    Reads FREE, LINK, LOWER, COORDS, UPPER, WORLD, HEAD, PARENT, CARRIED, BASE, COST, START, AXES, DRAWN and TRUNK of
    `bones` (n, BONE_WIDTH); OFFSET, TARGET, GOAL_BONE, TARGET_ROTATION, HAS_ROTATION, PINNED, PIVOT, ABOUT_PIVOT, BEGIN
    and NOW of `goals` (g, GOAL_WIDTH); and `settings` (SETTINGS,). Writes COORDS, LOCAL, WORLD, HEAD and AXES of
    `bones`; BEGIN and NOW of `goals`; and `figures` (FIGURES,).
    """
    solve(bones, goals, settings, figures)
