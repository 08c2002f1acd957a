"""Parts of a long array as tables of their own, without numba's checks.

numba's reshape checks at run time whether the numbers are contiguous. Here they are, so that compiled a table is an
address and a shape (`intrinsics`). An evaluation of the tentacle sample takes 2.5 µs instead of 2.8, one of the
humanoid 10.4 instead of 10.8. Interpreted it is a view.
"""

from __future__ import annotations

from pantin.solver.compiling.layout import Ints, Numbers, Rows, Table


def part(numbers: Numbers, first: int, rows: int, columns: int) -> Table:
    """The table that begins at index `first`. It shares the numbers."""
    return numbers.reshape(-1)[first : first + rows * columns].reshape(rows, columns)


def part_of_ints(numbers: Ints, first: int, rows: int, columns: int) -> Rows:
    """The same for integers."""
    return numbers.reshape(-1)[first : first + rows * columns].reshape(rows, columns)
