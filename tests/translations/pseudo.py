"""A language that nobody speaks: every message in ⟦ ⟧, so that one sees what is a message and what is not.

Its catalogues are made from what the sources say now, and are found as those of any language are.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from babel.messages.mofile import write_mo

from tests.translations.catalogues import ROOMS, messages_of

LANGUAGE = "qps"
INNERMOST = re.compile(r"⟦[^⟦⟧]*⟧")


def write_catalogues(folder: Path) -> dict[str, str]:
    """The catalogues of the language, in `folder`. Returns the environment in which the program speaks it."""
    into = folder / LANGUAGE / "LC_MESSAGES"
    into.mkdir(parents=True)
    for room in ROOMS:
        catalogue = messages_of(room)
        for message in catalogue:
            if message.id:
                message.string = tuple(map(_said, message.id)) if message.pluralizable else _said(message.id)
        with (into / f"{room}.mo").open("wb") as file:
            write_mo(file, catalogue)
    return {**os.environ, "LANGUAGE": LANGUAGE, "PANTIN_TRANSLATIONS": str(folder)}


def _said(text: str) -> str:
    return f"⟦{text}⟧"


def left_over(text: str) -> str:
    """Return what of a text stands outside every message."""
    while INNERMOST.search(text):
        text = INNERMOST.sub("", text)
    return text
