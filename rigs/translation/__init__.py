"""Messages in the language of the user: one catalogue for each room, by gettext.

`catalogue("widgets")` reads `resources/translations/LANGUAGE/LC_MESSAGES/widgets.mo`; each room offers what it needs of
its own in `messages.py`. English is in the source itself, so for it nothing is looked for and nothing is read.

The language is that of the environment, as gettext finds it: the first of LANGUAGE, LC_ALL, LC_MESSAGES and LANG that
is set. PANTIN_TRANSLATIONS names another folder of catalogues, to try a translation before it is installed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from functools import cache

from pantin.resources import FOLDER

Catalogue = tuple[Callable[[str], str], Callable[[str, str, int], str], Callable[[str, str], str]]
"""The functions for a room's messages: gettext, ngettext and pgettext."""


def catalogue(room: str) -> Catalogue:
    """The messages of one room; those of the source where there are none in the language of the user."""
    languages = wanted()
    if not languages:
        return ENGLISH
    from gettext import translation

    folder = os.environ.get("PANTIN_TRANSLATIONS") or FOLDER / "translations"
    found = translation(room, folder, list(languages), fallback=True)
    return found.gettext, found.ngettext, found.pgettext


@cache
def wanted() -> tuple[str, ...]:
    """The languages that come before English, the best first."""
    named = map(os.environ.get, ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"))
    languages = next(filter(None, named), "C").split(":")
    known = [re.split(r"[._@]", name)[0] for name in languages]
    english = (place for place, name in enumerate(known) if name in ("", "C", "POSIX") or name[:2] == "en")
    return tuple(languages[: next(english, len(languages))])


def inside(text: str) -> str:
    """A title as it is inside a sentence: in English without its capitals, elsewhere as it was translated.

    What is written in capitals alone, as IK is, stays so.
    """
    return text if wanted() else " ".join(word if word.isupper() else word.lower() for word in text.split(" "))


def continued(text: str) -> str:
    """A sentence that goes on after a colon: in English with a small letter, elsewhere as it was translated."""
    return text if wanted() else f"{text[:1].lower()}{text[1:]}"


def _same(message: str) -> str:
    return message


def _counted(one: str, many: str, count: int) -> str:
    return one if count == 1 else many


def _in_place(place: str, message: str) -> str:
    return message


ENGLISH: Catalogue = (_same, _counted, _in_place)
"""The messages as they are in the source."""
