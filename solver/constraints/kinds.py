"""The kinds of constraints that move their owner alone, each a module called as the kind is called in files.

A module has the kernel act(m, constraints, k, around), which changes m[OWNER_ROW]; m[TARGET_ROW] is the target. Both
are matrices (16) in the spaces that constraint `k` names; `around` has what is around the figure (`surroundings`). It
returns whether there was anything to change. And it has write(row, constraint), which writes the settings of a
constraint into its row. What kinds there are is in `rigs.constraints`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast

from pantin.rigs.constraints import KINDS, Chained
from pantin.solver.compiling.layout import Table
from pantin.solver.constraints.columns import Row
from pantin.solver.constraints.surroundings import Surroundings

Act = Callable[[Table, Table, int, Surroundings], bool]


class Kind(Protocol):
    """The module of a kind."""

    act: Act
    write: Callable[[Row, Any], None]


FOLDERS = (__package__, *(f"{__package__}.{room}" for room in ("copying", "limiting", "following")))
"""The packages with the modules of kinds."""

NUMBERS: Mapping[type[Any], int] = {
    kind: number for number, kind in enumerate(kind for kind in KINDS if not issubclass(kind, Chained))
}
"""The numbers of kinds in kernels: their place among those that move their owner alone."""


def kind_module(kind: type[Any]) -> Kind:
    """Return the module of a kind. Raises ModuleNotFoundError where there is none."""
    names = [f"{folder}.{kind.__struct_config__.tag}" for folder in FOLDERS]
    found = next((name for name in names if name in sys.modules or find_spec(name)), names[0])
    return cast(Kind, import_module(found))


def kernels(kinds: Iterable[type[Any]]) -> dict[int, Act]:
    """Return the kernel of each kind, by their numbers in this order."""
    return {number: kind_module(kind).act for number, kind in enumerate(kinds)}
