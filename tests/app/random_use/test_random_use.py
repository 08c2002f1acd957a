"""Somebody does a few things of any kind in the window, and nothing goes wrong.

`python -m tests.app.random_use` goes on for long, and looks at gaps and memory as well.
"""

from __future__ import annotations

from tests.app.random_use.watched import used

A_FEW = 3


def test_nothing_goes_wrong_whatever_is_done(qapp, warm_solver: None) -> None:
    seen = used(seed=4, seconds=60.0, most=A_FEW)
    assert seen.errors == []
    assert seen.doings >= A_FEW
