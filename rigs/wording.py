"""Names as they stand in the sentences that people read."""

from __future__ import annotations

LONGEST = 60
"""Characters of a name that a sentence shows. No more are looked at: a broken file may hold a megabyte of them."""


def quoted(name: object) -> str:
    """A name as it stands in a sentence: in quotes, on one line, not endless."""
    whole = str(name)
    text = "".join(letter if letter.isprintable() else "?" for letter in whole[:LONGEST])
    return f'"{text if len(whole) <= LONGEST else text[:-1] + "…"}"'
