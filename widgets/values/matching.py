"""Fuzzy matching of titles against a few typed letters: "fs" is Frame selected, "und" is Undo.

A title that is typed whole comes first; the dots at its end need not be typed. Beginnings of words come before letters
inside words, and those before letters that are spread over the title.
"""

from __future__ import annotations

from functools import lru_cache

import msgspec

_WHOLE, _PREFIX, _WORDS, _INSIDE, _INITIALS, _NAMED_ELSEWHERE, _SPREAD, _ELSEWHERE = range(8)


class Match(msgspec.Struct, frozen=True):
    """The quality of a match: the lower the `rank` the better; `places` are the letters that were found."""

    rank: int
    places: tuple[int, ...] = ()

    @property
    def is_whole(self) -> bool:
        """Return whether the title is just what was typed."""
        return self.rank == _WHOLE


def match(typed: str, title: str, elsewhere: str = "") -> Match | None:
    """Return the match of `title` with what was typed; whole words that stand `elsewhere` count more than letters that
    are spread, and letters found only there least. None where it does not.
    """
    wanted, found = typed.casefold().split(), title.casefold()
    if not wanted:
        return Match(_PREFIX)
    return _in_words(wanted, found) or _in_letters(wanted, found, elsewhere.casefold())


def _in_words(wanted: list[str], found: str) -> Match | None:
    """A title that begins with what is wanted, or has a word that begins with each wanted word."""
    line = " ".join(wanted)
    if found.startswith(line):
        is_whole = line.removesuffix("…") == found.removesuffix("…")
        return Match(_WHOLE if is_whole else _PREFIX, tuple(range(len(line))))
    places = _beginnings(wanted, found, _starts(found))
    return Match(_WORDS, places) if places else None


def _in_letters(wanted: list[str], found: str, elsewhere: str) -> Match | None:
    """A title that has the wanted letters together, as its initials or spread, or words that are elsewhere."""
    letters, starts = "".join(wanted), _starts(found)
    at = found.find(letters)
    if at >= 0:
        return Match(_INSIDE, tuple(range(at, at + len(letters))))
    at = "".join(found[start] for start in starts).find(letters)
    if len(letters) > 1 and at >= 0:
        return Match(_INITIALS, tuple(starts[at : at + len(letters)]))
    words = elsewhere.split()
    if all(word in words for word in wanted):
        return Match(_NAMED_ELSEWHERE)
    places = _spread(letters, found)
    if places and found[places[0]] == letters[0] and places[0] in starts:
        return Match(_SPREAD, places)
    other = f"{found} {elsewhere}"
    return Match(_ELSEWHERE) if all(word in other for word in wanted) else None


@lru_cache(maxsize=4096)
def _starts(found: str) -> tuple[int, ...]:
    """Return the places where words begin."""
    return tuple(at for at, letter in enumerate(found) if letter.isalnum() and (at == 0 or not found[at - 1].isalnum()))


def _beginnings(wanted: list[str], found: str, starts: tuple[int, ...]) -> tuple[int, ...]:
    """Return the places where each wanted word begins a word of its own; nothing where one does not."""
    free = list(starts)
    places: list[int] = []
    for word in wanted:
        start = next((start for start in free if found.startswith(word, start)), None)
        if start is None:
            return ()
        free.remove(start)
        places += range(start, start + len(word))
    return tuple(sorted(places))


def _spread(letters: str, found: str) -> tuple[int, ...]:
    """Return the places where the letters follow one another with others between; nothing where they do not."""
    places, at = [], 0
    for letter in letters:
        at = found.find(letter, at)
        if at < 0:
            return ()
        places.append(at)
        at += 1
    return tuple(places)
