"""A choice between solvers, by the names that people know them by, each with a line about it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt

from pantin.widgets.controls.choice import Choice
from pantin.widgets.values.exchange import SolverChoice


def solver_choice(solvers: Mapping[Any, SolverChoice]) -> Choice:
    """The list of `solvers`."""
    choice = Choice(tuple(solvers))
    for row, solver in enumerate(solvers.values()):
        choice.setItemText(row, solver.title)
        choice.setItemData(row, solver.help, Qt.ItemDataRole.ToolTipRole)
    return choice
