"""Numbers typed during a drag: each key changes the text, and the text stands for a number or for none yet.

Where a drag goes along several axes, Tab begins the number of the next one.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace


class Typed(msgspec.Struct, frozen=True):
    """The texts typed so far, and which of them is being typed."""

    texts: tuple[str, ...] = ("",)
    at: int = 0

    def key(self, name: str, most: int) -> Typed:
        """After one more key; `most` numbers can be typed."""
        if name == "tab":
            if not self:
                return self
            at = (self.at + 1) % most
            return Typed(self.texts + ("",) * (at + 1 - len(self.texts)), at)
        texts = (*self.texts[: self.at], typed(self.texts[self.at], name), *self.texts[self.at + 1 :])
        return replace(self, texts=texts)

    def numbers(self, otherwise: float = 0.0) -> tuple[float, ...] | None:
        """The numbers, `otherwise` where only others were typed; None while there is none at all."""
        if not self:
            return None
        found = [number(text) for text in self.texts]
        if all(value is None for value in found):
            return None
        return tuple(otherwise if value is None else value for value in found)

    def __bool__(self) -> bool:
        """Return whether anything was typed."""
        return any(self.texts)

    def __str__(self) -> str:
        """Return the text for the read-out; of several, brackets are round the one that the next key goes to."""
        shown = [text or "0" for text in self.texts]
        if len(shown) > 1:
            shown[self.at] = f"[{self.texts[self.at]}]"
        return "  ".join(shown).replace("-", "\N{MINUS SIGN}")


NOTHING_TYPED = Typed()


def typed(text: str, key: str) -> str:
    """The text after one more key. A minus turns the sign wherever it is typed; other keys leave the text alone."""
    if key == "backspace":
        return text[:-1]
    if key == "-":
        return text[1:] if text.startswith("-") else f"-{text}"
    if key in (".", ","):
        return text if "." in text else f"{text}."
    return text + key if len(key) == 1 and key in "0123456789" else text


def number(text: str) -> float | None:
    """The number that the text stands for; None while there are no digits."""
    return float(text) if any(letter.isdigit() for letter in text) else None
