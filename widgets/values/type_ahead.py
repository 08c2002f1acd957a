"""Letters typed in quick succession find a name that begins with them; the same letter again goes on to the next."""

from __future__ import annotations

import time
from collections.abc import Sequence

PAUSE = 1.0
"""Seconds without a letter after which a new word begins."""


class TypeAhead:
    """Remembers what was typed a moment ago."""

    def __init__(self) -> None:
        self._typed = ""
        self._last = 0.0

    @property
    def going_on(self) -> bool:
        """Whether the next letter adds to a word."""
        return bool(self._typed) and time.monotonic() - self._last < PAUSE

    def find(self, letter: str, names: Sequence[str], at: int) -> int | None:
        """The place of the next of the lower-case `names` that begins with what was typed; one stands at `at`."""
        self._typed = self._typed + letter.casefold() if self.going_on else letter.casefold()
        self._last = time.monotonic()
        same = len(set(self._typed)) == 1
        wanted = self._typed[0] if same else self._typed
        first = at + 1 if same else max(at, 0)
        order = (*range(first, len(names)), *range(min(first, len(names))))
        return next((place for place in order if names[place].startswith(wanted)), None)

    def forget(self) -> None:
        """The next letter begins a new word."""
        self._typed = ""
