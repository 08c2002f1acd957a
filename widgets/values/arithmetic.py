"""Reads what people type into a number field: `12`, `45deg`, `2cm + 10 mm`, `(90 - 12.5) / 2`, `pi rad`.

The grammar is a calculator's: + − * / and brackets, `pi`, and units behind a number or a bracket. Nothing is executed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping

from pantin.widgets.messages import _

_TOKEN = re.compile(r"\s*(?:(\d+(?:[.,]\d*)?(?:[eE][+-]?\d+)?|[.,]\d+(?:[eE][+-]?\d+)?)|([^\W\d_]+|°|\"|')|(.))")
_SIGNS = str.maketrans({"−": "-", "–": "-", "×": "*", "·": "*", "÷": "/"})


class NotANumber(ValueError):
    """The error that what was typed is not a number; the text says why in one sentence."""


def evaluate(text: str, units: Mapping[str, float]) -> float:
    """The number that `text` means. `units` says how much one of each unit is; a number without one counts plainly.

    Raises NotANumber.
    """
    reader = _Reader(text.strip().translate(_SIGNS), units)
    found = reader.sum()
    reader.end()
    if not math.isfinite(found):
        raise NotANumber(_("The number is too large."))
    return found


class _Reader:
    """A recursive descent over the tokens of one line."""

    def __init__(self, text: str, units: Mapping[str, float]) -> None:
        self.tokens = [match.groups() for match in _TOKEN.finditer(text) if match.group().strip()]
        self.place = 0
        self.units = units

    def sum(self) -> float:
        found = self.product()
        while sign := self.take("+", "-"):
            part = self.product()
            found = found + part if sign == "+" else found - part
        return found

    def product(self) -> float:
        found = self.signed()
        while sign := self.take("*", "/"):
            part = self.signed()
            if sign == "/" and part == 0.0:
                raise NotANumber(_("Nothing can be divided by zero."))
            found = found * part if sign == "*" else found / part
        return found

    def signed(self) -> float:
        sign = 1.0
        while found := self.take("+", "-"):
            sign = -sign if found == "-" else sign
        return sign * self.with_unit(self.primary())

    def primary(self) -> float:
        number, word, sign = self.peek()
        self.place += 1
        if number:
            return float(number.replace(",", "."))
        if word.lower() == "pi" or word == "π":
            return math.pi
        if sign == "(":
            found = self.sum()
            if not self.take(")"):
                raise NotANumber(_("A bracket is not closed."))
            return found
        raise NotANumber(
            _("“{word}” is not a number.").format(word=word or sign) if word or sign else _("A number is missing.")
        )

    def with_unit(self, number: float) -> float:
        word = self.peek()[1]
        if not word:
            return number
        if word.lower() not in self.units:
            raise NotANumber(_("“{word}” is not a unit here.").format(word=word))
        self.place += 1
        return number * self.units[word.lower()]

    def peek(self) -> tuple[str, str, str]:
        found = self.tokens[self.place] if self.place < len(self.tokens) else ("", "", "")
        return found[0] or "", found[1] or "", found[2] or ""

    def take(self, *signs: str) -> str:
        sign = self.peek()[2]
        if sign and sign in signs:
            self.place += 1
            return sign
        return ""

    def end(self) -> None:
        rest = "".join(self.peek())
        if rest:
            raise NotANumber(_("“{rest}” does not belong here.").format(rest=rest))
