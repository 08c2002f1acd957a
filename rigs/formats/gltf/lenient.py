"""Values of files that may be anything: whatever is there, a value of the kind that is wanted comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

Plain = dict[str, Any]

LARGEST_NUMBER = 1e6
"""Factors that are larger are mistakes."""


def as_object(plain: object) -> Plain:
    """Return an object of the file, empty where it is none."""
    return plain if isinstance(plain, dict) else {}


def within(plain: object, *path: str) -> Any:
    """Return what stands on a path in objects in each other; None where there is nothing."""
    for key in path:
        plain = plain.get(key) if isinstance(plain, dict) else None
    return plain


def as_rows(plain: object) -> Sequence[Any]:
    """Return a list of the file, empty where it is none."""
    return plain if isinstance(plain, list) else ()


def as_text(plain: object) -> str:
    """Return a text that can be written, without halves of characters; empty where it is none."""
    return plain.encode(errors="replace").decode() if isinstance(plain, str) else ""


def as_place(plain: object, count: int) -> int | None:
    """Return a place among so many; None where it is none."""
    return plain if type(plain) is int and 0 <= plain < count else None


def as_number(plain: object, default: float) -> float:
    """Return a number; the default where it is none, or too large for anything."""
    if isinstance(plain, (int, float)) and abs(plain) <= LARGEST_NUMBER:
        return float(plain)
    return default


def as_numbers(plain: object, default: tuple[float, ...]) -> tuple[float, ...]:
    """Return as many numbers as there are defaults."""
    found = plain if isinstance(plain, list) else []
    return tuple(as_number(found[place] if place < len(found) else None, each) for place, each in enumerate(default))


def linear(value: float) -> float:
    """Return the linear value of an sRGB one (IEC 61966-2-1)."""
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
