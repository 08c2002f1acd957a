"""The character as a person, as its file says: how its eyes look, who made it, and what may be done with it."""

from __future__ import annotations

from typing import Literal

import msgspec

Vector3 = tuple[float, float, float]

LookBy = Literal["bones", "expressions"]


class LookRange(msgspec.Struct, frozen=True):
    """The range of eyes in one direction: in proportion up to an angle, or by a curve, and no farther."""

    most: float
    """The angle to what is looked at, radians, from which on they follow no farther."""
    scale: float
    """What they do there: radians of an eye, or the value of an expression."""
    curve: tuple[float, ...] = ()
    """What part of that they do on the way there, both from 0 to 1, where it is not in proportion: keys of four numbers
    each, the part of the angle, what is done, and the slopes before and after."""


class LookAt(msgspec.Struct, frozen=True):
    """The way in which the eyes of a character look at something."""

    by: LookBy
    inner: LookRange
    """Towards the nose."""
    outer: LookRange
    """Away from the nose; of expressions the one range of both sides."""
    down: LookRange
    up: LookRange
    offset: Vector3 = (0.0, 0.0, 0.0)
    """The middle between the eyes from the head bone, metres in the axes of the file: its left, up, front."""


class Meta(msgspec.Struct, frozen=True):
    """The makers of a character, and what they allow."""

    title: str = ""
    authors: tuple[str, ...] = ()
    version: str = ""
    licence: tuple[str, ...] = ()
    """Whole lines about the licence: its name, and where its text is."""
    uses: tuple[tuple[str, str], ...] = ()
    """What is allowed and what is not: a use, and what the file says of it, as sentences for people."""
    thumbnail: int | None = None
    """The place of a picture of it among the pictures."""
    asks_credit: bool = False
    """True where its makers are to be named wherever it is shown."""
    forbids: tuple[str, ...] = ()
    """The uses that are forbidden, in two words each, the weightiest first."""
