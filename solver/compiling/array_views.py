"""Parts of a long array as tables of their own, without numba's checks.

numba's reshape checks at run time whether the numbers are contiguous. Here they are, so that compiled a table is an
address and a shape (`intrinsics`); docs/decisions/0020 says what that saves. Interpreted it is a view.
"""

from __future__ import annotations

from pantin.solver.compiling.layout import Ints, Numbers, Rows, Table


def part(numbers: Numbers, first: int, rows: int, columns: int) -> Table:
    """Return the table (k, width) of rows that begins at index `first` of its numbers (m,). It shares the numbers."""
    return numbers.reshape(-1)[first : first + rows * columns].reshape(rows, columns)


def part_of_ints(numbers: Ints, first: int, rows: int, columns: int) -> Rows:
    """Return the table (k, width) of integers that begins at index `first` of `numbers` (m,). It shares the numbers."""
    return numbers.reshape(-1)[first : first + rows * columns].reshape(rows, columns)
