"""The names that bones of other figures have among the own ones, while a figure is posed."""

from __future__ import annotations

SEPARATOR = "\udfff"
"""Between the name of a figure and that of its bone: half a character, which no name holds that is read or checked."""


def name_of(figure: str, bone: str = "") -> str:
    """Return the name of a bone of another figure among the own ones; of the figure's root without a bone."""
    return f"{figure}{SEPARATOR}{bone}"
