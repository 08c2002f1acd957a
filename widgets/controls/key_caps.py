"""Keys as people read them: a cap for each key, a glyph for each button of the mouse.

A combination is written as in a menu, "Ctrl+Shift+Z", or with spaces, "Shift MMB".
"""

from __future__ import annotations

from PySide6.QtGui import QPainter

from pantin.widgets.theme import drawing
from pantin.widgets.theme.theme import Theme

GAP = 4
MICE = {"LMB": "left", "MMB": "middle", "RMB": "right", "Wheel": "wheel"}
"""Names of mouse buttons; any other part of a combination is a key."""

ABOVE = dict(zip('~!@#$%^&*()_+{}|:"<>?', "`1234567890-=[]\\;',./", strict=True))
"""The signs that Shift makes of others, as most keyboards have them."""

_SHORT = {
    "Return": "Enter",
    "Escape": "Esc",
    "Del": "Delete",
    "Ins": "Insert",
    "PgUp": "Page up",
    "PgDown": "Page down",
    "PageUp": "Page up",
    "PageDown": "Page down",
    "Left": "←",
    "Right": "→",
    "Up": "↑",
    "Down": "↓",
}


def parts(keys: str) -> tuple[str, ...]:
    """The caps of a combination: "Ctrl++" is Ctrl and +."""
    found = []
    for piece in keys.split():
        names = piece.split("+") if len(piece) > 1 else [piece]
        if piece.endswith("++"):
            names = [*piece[:-2].split("+"), "+"]
        found += [_SHORT.get(name, name) for name in names if name]
    return tuple(found)


def same_key(keys: str) -> str:
    """A combination by what is pressed for it: a sign that is above another is that one with Shift.

    Qt tells either, as the keyboard has it: "{" and "Shift+[" are one key on most.
    """
    *held, key = parts(keys) or ("",)
    if key not in ABOVE or "Num" in held:
        return keys
    return "+".join(dict.fromkeys([*held, "Shift", ABOVE[key]]))


def width(keys: str) -> float:
    """Return the width of a combination, pixels."""
    widths = [drawing.mouse_width(MICE[part]) if part in MICE else drawing.cap_width(part) for part in parts(keys)]
    return sum(widths) + GAP * max(0, len(widths) - 1)


def paint(painter: QPainter, x: float, y: float, keys: str, theme: Theme) -> float:
    """Paint a combination, 16 px high, with its corner at (x, y). Returns where it ends."""
    for part in parts(keys):
        if part in MICE:
            drawing.mouse(painter, x, y, MICE[part], theme)
            x += drawing.mouse_width(MICE[part]) + GAP
        else:
            x += drawing.key_cap(painter, x, y, part, theme) + GAP
    return x - GAP


def text(keys: str) -> str:
    """A combination in running text."""
    return " ".join(parts(keys))
