"""The catalogues of messages, one for each room, collected from the sources with Babel.

Translators begin from `resources/translations/ROOM.pot`, which `python -m tests.translations.catalogues` writes. They
have no dates and no lines, so that they change only where messages do.
"""

from __future__ import annotations

import io
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from babel.messages import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import write_po

from tests import sources

TOP = Path(__file__).parent.parent.parent
ROOMS = ("rigs", "solver", "viewport", "widgets", "app")
FOLDER = TOP / "resources" / "translations"

CALLS: dict[str, Any] = {"_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
TITLES, HELPS = {"field": (1,)}, {"field": (2,)}
"""Title and help of the fields of rigs: files and schema have them in English, forms in the language of the user."""

HEAD = """# Messages of {room}/. Written by `python -m tests.translations.catalogues`.
msgid ""
msgstr ""
"Project-Id-Version: Pantin\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=INTEGER; plural=EXPRESSION;\\n"

"""


def messages_of(room: str) -> Catalog:
    """All messages of a room, with the files that they stand in."""
    return deepcopy(_messages_of(room))


@cache
def _messages_of(room: str) -> Catalog:
    catalogue = Catalog(project="Pantin", domain=room)
    for path in sorted((TOP / room).rglob("*.py")):
        for calls in _calls_in(sources.text_of(path), room):
            for _line, message, _comments, context in extract_from_file("python", path, calls):
                catalogue.add(message, locations=[(path.relative_to(TOP).as_posix(), 0)], context=context)
    return catalogue


def _calls_in(source: str, room: str) -> tuple[dict[str, Any], ...]:
    """Return what to look for in a file, and how often: Babel takes as long for a file that has no message."""
    if room == "rigs" and "field(" in source:
        return {**CALLS, **TITLES}, HELPS
    return (CALLS,) if any(f"{name}(" in source for name in CALLS) else ()


def text_of(room: str) -> str:
    """A catalogue as it is checked in."""
    written = io.BytesIO()
    write_po(written, messages_of(room), width=120, omit_header=True, sort_output=True, include_lineno=False)
    return HEAD.format(room=room) + written.getvalue().decode()


def main(folder: Path = FOLDER) -> None:
    """Write every catalogue into `folder`."""
    folder.mkdir(parents=True, exist_ok=True)
    for room in ROOMS:
        (folder / f"{room}.pot").write_text(text_of(room), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
