"""Parts of a long array as tables of their own, without numba's checks.

numba's reshape checks at run time whether the numbers are contiguous. Here they are, so that compiled a table is an
address and a shape (`intrinsics`); docs/decisions/0020 says what that saves. Interpreted it is a view.
"""

from __future__ import annotations

from pantin.solver.compiling.layout import Ints, Numbers, Rows, Table


def part(numbers: Numbers, first: int, rows: int, columns: int) -> Table:
    """The table that begins at index `first`. It shares the numbers."""
    return numbers.reshape(-1)[first : first + rows * columns].reshape(rows, columns)


def part_of_ints(numbers: Ints, first: int, rows: int, columns: int) -> Rows:
    """The table of integers that begins at index `first`. It shares the numbers."""
    return numbers.reshape(-1)[first : first + rows * columns].reshape(rows, columns)
