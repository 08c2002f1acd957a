"""Notifies of changed values: each is compared with the one passed on last."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


class ChangeNotifier:
    """Remembers the last value of each kind. Cheap enough to be called after every mouse move."""

    def __init__(self) -> None:
        self._last: dict[str, object] = {}

    def notify(self, what: str, value: object, to: Callable[[Any], object]) -> bool:
        """Call `to` with the value if it differs from the last one. Returns whether it does."""
        changed = what not in self._last or self._last[what] != value
        if changed:
            self._last[what] = value
            to(value)
        return changed
