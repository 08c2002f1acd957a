"""Names are text. Qt guesses in tooltips and labels whether a text is HTML; here it never has to.

What people and files call things may look like marks, as `<img src=…>` does. So whatever a tooltip says goes through
`plain`; only texts that are `Markup`, in which every name was escaped, are drawn with their marks. Labels show plain
text by the style, unless they ask for marks. In menus one ampersand would underline a letter (`in_menu`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape

from PySide6.QtGui import QAction, Qt


class Markup(str):
    """A text with marks of HTML, made by the program; every name in it was escaped."""

    __slots__ = ()


def plain(text: str) -> str:
    """Return what to give to Qt, for a tooltip, so that it shows the text as it is; of Markup, with its marks."""
    if isinstance(text, Markup) or not Qt.mightBeRichText(text):
        return text
    return f"<span>{_marked(text)}</span>"


def lines(parts: Iterable[str]) -> str:
    """Return parts below each other, those that are empty left out; Markup where one of them is."""
    found = [part for part in parts if part]
    if any(isinstance(part, Markup) for part in found):
        return Markup("<br>".join(map(_marked, found)))
    return "\n".join(found)


def bold(text: str) -> Markup:
    """Return a text in bold."""
    return Markup(f"<b>{escape(text)}</b>")


def _marked(text: str) -> str:
    """Return a text with marks that show it as it is, if it has none of its own."""
    return text if isinstance(text, Markup) else escape(text).replace("\n", "<br>")


def in_menu(text: str) -> str:
    """Return a text for an entry of a menu, or a button, that shows its ampersands."""
    return text.replace("&", "&&")


def words_of(action: QAction) -> str:
    """Return what an entry of a menu says, without the ampersands that mark a letter."""
    return re.sub(r"&(.)", r"\1", action.text())


def tell(action: QAction, text: str) -> None:
    """Give an action its tooltip; `tooltip_of` is the same text, for what shows the action elsewhere."""
    action.setProperty("hint", text)
    action.setToolTip(plain(text))


def tooltip_of(action: QAction) -> str:
    """Return the text that `tell` gave to an action; else what it is called."""
    return action.property("hint") or action.toolTip()
