"""Names of clips, kept poses and collections: each is unique among its kind, not empty and not endless."""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

from pantin.rigs.fields import LONGEST_NAME
from pantin.rigs.wording import quoted


class Sentences(NamedTuple):
    """The sentences about a name that one kind of thing cannot have: it is empty, too long, or another one has it."""

    empty: str
    too_long: str
    """With a place for {longest}."""
    taken: str
    """With a place for {name}."""


def checked_title(title: str, taken: Container[str], sentences: Sentences) -> str:
    """The title without spaces around it. Raises ValueError, in one of the sentences, where it cannot be had."""
    title = title.strip()
    if not title:
        raise ValueError(sentences.empty)
    if len(title) > LONGEST_NAME:
        raise ValueError(sentences.too_long.format(longest=LONGEST_NAME))
    if title in taken:
        raise ValueError(sentences.taken.format(name=quoted(title)))
    return title


def counted_title(title: str, taken: Container[str], first: int = 2) -> str:
    """The title with the first number behind it, from `first` on, that is not taken: "Take 2"."""
    number = first
    while (found := f"{title[: LONGEST_NAME - len(str(number)) - 1]} {number}") in taken:
        number += 1
    return found


def free_title(title: str, taken: Container[str], kind: str = "") -> str:
    """The title itself, or with the first number behind it that is not taken; where it is empty, a `kind` from 1 on."""
    if not title:
        return counted_title(kind, taken, first=1)
    return counted_title(title, taken) if title in taken else title
