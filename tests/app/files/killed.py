"""A Pantin that edits and saves a file until it is killed; it says on its output what it begins and what it kept.

Drags are made as the view makes them, a preview at a time; the rest pose is edited, so that no solver is needed. The
first bone is called after the number of the last change.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from PySide6 import QtCore

from pantin import rigs
from pantin.app.start import start
from pantin.rigs.document import Document
from pantin.rigs.editing.bones import rename
from pantin.viewport.values.stage import DragResult, Preview

PACE = 15
"""Milliseconds between two movements of the hand."""


class Driven(start.Window):
    """The window, and somebody who never stops."""

    def __init__(self) -> None:
        super().__init__()
        self.evaluator.start = lambda: None  # type: ignore[method-assign]
        self._doing = self._work()
        timer = QtCore.QTimer(self, interval=PACE)
        timer.timeout.connect(lambda: next(self._doing))
        timer.start()

    def _work(self) -> Iterator[None]:
        yield
        self.session.edit_rest(True)
        number = 0
        while True:
            number += 1
            for step in range(3):
                self.session.preview(Preview(self._named(f"drag {number} {step}")))
                if step == 0:
                    say("began", number)
                yield
            self.session.keep(DragResult("Drag", Preview(self._named(f"kept {number}"))))
            say("kept", number)
            yield
            if number % 4 == 0:
                self.files.save()
                say("saving", number)
                yield

    def _named(self, name: str) -> Document:
        document = self.session.document
        return rename(document, document.rig.bones[0].name, name)


def say(what: str, number: int) -> None:
    print(what, number, flush=True)


if __name__ == "__main__":
    file = Path(sys.argv[1])
    start.Window = Driven  # type: ignore[misc]
    sys.exit(start.edit(rigs.read(file), file))
