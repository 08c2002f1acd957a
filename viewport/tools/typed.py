"""Numbers typed during a drag: each key changes the text, and the text stands for a number or for none yet."""

from __future__ import annotations


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
