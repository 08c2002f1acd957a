"""Names as they stand in the sentences that people read."""

from __future__ import annotations


def quoted(name: object) -> str:
    """A name as it stands in a sentence: in quotes, on one line, not endless."""
    text = "".join(letter if letter.isprintable() else "?" for letter in str(name))
    return f'"{text if len(text) <= 60 else text[:59] + "…"}"'
