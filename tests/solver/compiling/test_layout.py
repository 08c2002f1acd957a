"""The names of the columns: each stands for one number only."""

from __future__ import annotations

import ast
import inspect
from collections import Counter

from pantin.solver.compiling import layout


def test_no_name_is_given_twice() -> None:
    """A name bound again would silently move a column of another table."""
    bound: Counter[str] = Counter()
    for node in ast.parse(inspect.getsource(layout)).body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                bound.update(name.id for name in ast.walk(target) if isinstance(name, ast.Name))
    assert [name for name, count in bound.items() if count > 1] == []
