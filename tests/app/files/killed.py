"""A Pantin that edits and saves a file until it is killed; it says on its output what it begins and what it kept.

Drags are made as the view makes them, a preview at a time; the rest pose is edited, so that no solver is needed. The
first bone is called after the number of the last change. `killed FILE` is the real window. `killed` alone has all but a
window, and is quick: it reads from its input where to work and forks for each a process that does.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

from PySide6 import QtCore, QtWidgets

from pantin import rigs
from pantin.app.files.files import Files
from pantin.app.session.evaluator import Evaluator
from pantin.app.session.session import Session
from pantin.app.session.settings import Settings
from pantin.app.start import start
from pantin.rigs.document import Document
from pantin.rigs.editing.bones import rename
from pantin.viewport.values.stage import DragResult, Preview

PACE = 15
"""Milliseconds between two movements of the hand: drags are ten times as short as a person's."""


def work(session: Session, files: Files) -> Iterator[None]:
    """Drag and drag, and save each fourth time."""

    def named(name: str) -> Document:
        document = session.document
        return rename(document, document.rig.bones[0].name, name)

    yield
    session.edit_rest(True)
    number = 0
    while True:
        number += 1
        for step in range(3):
            session.preview(Preview(named(f"drag {number} {step}")))
            if step == 0:
                say("began", number)
            yield
        session.keep(DragResult("Drag", Preview(named(f"kept {number}"))))
        say("kept", number)
        yield
        if number % 4 == 0:
            files.save()
            say("saving", number)
            yield


def say(what: str, number: int) -> None:
    print(what, number, flush=True)


class Driven(start.Window):
    """The window, and somebody who never stops."""

    def __init__(self) -> None:
        super().__init__()
        self.evaluator.start = lambda: None  # type: ignore[method-assign]
        self._doing = work(self.session, self.files)
        timer = QtCore.QTimer(self, interval=PACE)
        timer.timeout.connect(lambda: next(self._doing))
        timer.start()


def without_a_window(path: Path) -> None:
    """A session and its files, and somebody who never stops."""
    app = QtWidgets.QApplication([])
    top = QtWidgets.QWidget()
    session = Session(Evaluator(top), top)
    files = Files(session, Settings(), top)
    session.open(rigs.read(path), path)
    doing = work(session, files)
    timer = QtCore.QTimer(top, interval=PACE)
    timer.timeout.connect(lambda: next(doing))
    timer.start()
    app.exec()


def serve() -> None:
    """For each line of the input, a file and a cache folder, one process; its number is said, and when it has ended."""
    for line in sys.stdin:
        path, cache = line.split()
        if child := os.fork():
            say("process", child)
            os.waitpid(child, 0)
            say("ended", child)
        else:
            os.environ.update(PANTIN_CACHE_DIR=cache, QT_QPA_PLATFORM="offscreen")
            without_a_window(Path(path))
            os._exit(0)


if __name__ == "__main__":
    if len(sys.argv) == 1:
        serve()
    else:
        file = Path(sys.argv[1])
        start.Window = Driven  # type: ignore[misc]
        sys.exit(start.edit(rigs.read(file), file))
