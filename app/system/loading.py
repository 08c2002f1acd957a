"""While modules are imported: two things that would take a fifth of a start, and serve nobody here."""

from __future__ import annotations

import builtins
import gc


def begin() -> None:
    """Import the window's modules quickly from here on.

    Everything imported now stays: to look through it again and again is in vain. And PySide replaces Python's import by
    one that reads the source of every module, to see whether that wants Qt's names in Python's spelling; none does.
    """
    gc.disable()
    import PySide6.QtCore  # noqa: F401  # loads PySide's import

    builtins.__import__ = getattr(builtins, "__orig_import__", builtins.__import__)


def end() -> None:
    """Collect garbage from here on, where that was put off; what was imported until now is never garbage."""
    if not gc.isenabled():
        gc.freeze()
        gc.enable()
