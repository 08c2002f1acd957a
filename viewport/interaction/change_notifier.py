"""Passes values on when they change: each is compared with the one that was passed on last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class ChangeNotifier:
    """The last value of each kind. Cheap enough to be asked after every move of the mouse."""

    def __init__(self) -> None:
        self._last: dict[str, object] = {}

    def notify(self, what: str, value: object, to: Callable[[Any], object]) -> None:
        """Hand on a value if it is another than last time."""
        if what not in self._last or self._last[what] != value:
            self._last[what] = value
            to(value)
