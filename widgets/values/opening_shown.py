"""Values that the sheet of a character shows: questions and their answers, what was found, a picture with marks."""

from __future__ import annotations

from typing import Literal

import msgspec

RowName = Literal["size", "up", "front", "rest"]

Spot = tuple[float, float]
"""A place in a picture: parts of its width from the left, and of its height from the top."""


class Answer(msgspec.Struct, frozen=True):
    """One answer of a question."""

    name: str
    title: str
    remark: str
    """Its effect, in a few words."""
    chosen: bool = False
    why_not: str = ""
    """The reason why it cannot be chosen; empty where it can."""


class Question(msgspec.Struct, frozen=True):
    """A question, with what was found about it; without answers nothing can be chosen."""

    words: str = ""
    doubtful: bool = False
    answers: tuple[Answer, ...] = ()


class Mark(msgspec.Struct, frozen=True):
    """A few words with a sign: all is well, something is to be known, or something is not allowed."""

    words: str
    sign: Literal["good", "doubt", "forbidden", "credit"] = "good"


class Marks(msgspec.Struct, frozen=True):
    """The marks over a picture of a figure."""

    low: Spot | None = None
    high: Spot | None = None
    """The ends of the rule beside it."""
    height: str = ""
    """The height, in words."""
    front: tuple[Spot, Spot] | None = None
    """The arrow to the front, on the floor."""
    bones: tuple[tuple[Spot, Spot], ...] = ()
    joints: tuple[tuple[Spot, bool], ...] = ()
    """The joints that were found, each with whether it is doubtful."""
    hands: tuple[tuple[Spot, Literal["L", "R"]], ...] = ()


class OpeningShown(msgspec.Struct, frozen=True):
    """All that the sheet says of a character, but for its pictures."""

    title: str = ""
    note: str = ""
    """Its file: name, format and size."""
    accept: str = ""
    """The word on the button that accepts."""
    accept_tip: str = ""
    size: Question = Question()
    height: float | None = None
    """The height in metres that was chosen by itself; None where a unit was."""
    up: Question = Question()
    front: Question = Question()
    rest: Question = Question()
    fit: str = ""
    fit_marks: tuple[Mark, ...] = ()
    licence: str = ""
    author: str = ""
    licence_marks: tuple[Mark, ...] = ()
    result: str = ""
    left_out: tuple[str, ...] = ()
    """A sentence for each thing that was left out."""
    counts: tuple[str, ...] = ()
    asks_when_unsure: bool = True
