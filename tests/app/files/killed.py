"""A Pantin that edits and saves a file until it is killed; it says on its output what it begins and what it kept.

Drags are made as the view makes them, a preview at a time; the rest pose is edited, so that no solver is needed. The
first bone is called after the number of the last change.

`killed FILE` is the real window. `killed FOLDER COUNT` has all but a window, and is quick: it forks processes that work
in folders of their own. Each has one beside it that kills it, wherever it is just then: every other one by SIGKILL, the
others by SIGTERM.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest import mock

from PySide6 import QtCore, QtWidgets

from pantin import rigs
from pantin.app.files import recovery
from pantin.app.files.files import Files
from pantin.app.session.evaluator import Evaluator
from pantin.app.session.session import Session
from pantin.app.session.settings import Settings
from pantin.app.start import start
from pantin.rigs.document import Document
from pantin.rigs.editing.bones import rename
from pantin.viewport.values.stage import DragResult, Preview
from tests.rigs.samples import leg

PACE = 15
"""Milliseconds between two movements of the hand."""
WAYS = (signal.SIGKILL, signal.SIGTERM)
"""How they are killed, in turn."""
AT_ONCE = 6
"""Processes without a window that work at the same time: each mostly waits for the hand."""
FILE, CACHE, SAID = "leg.rig.json", "cache", "said"
"""What lies in the folder of a process: its file, the folder of its unsaved work, and what it said."""

Say = Callable[[str, int], None]


def work(session: Session, files: Files, say: Say) -> Iterator[None]:
    """Drag and drag, and save each fourth time."""

    def named(name: str) -> Preview:
        document = session.document
        return Preview(rename(document, document.rig.bones[0].name, name))

    yield
    session.edit_rest(True)
    number = 0
    while True:
        number += 1
        for step in range(3):
            session.preview(named(f"drag {number} {step}"))
            if step == 0:
                say("began", number)
            yield
        session.keep(DragResult("Drag", named(f"kept {number}")))
        say("kept", number)
        yield
        if number % 4 == 0:
            files.saving.save()
            say("saving", number)
            yield


def at_a_pace(doing: Iterator[None], parent: QtCore.QObject) -> None:
    """Do one thing after the other for as long as the process lives."""
    timer = QtCore.QTimer(parent, interval=PACE)
    timer.timeout.connect(lambda: next(doing))
    timer.start()


class Driven(start.Window):
    """The window, and somebody who never stops."""

    def __init__(self) -> None:
        super().__init__()
        mock.patch.object(self.evaluator, "start").start()  # nothing is to be posed
        at_a_pace(work(self.session, self.files, lambda what, number: print(what, number, flush=True)), self)


def without_a_window(folder: Path, chance: random.Random, die_in: Callable[[float], None]) -> None:
    """A session and its files, and somebody who never stops until `die_in` some seconds is over."""
    app = QtWidgets.QApplication([])
    start.let_signals_in(app)
    top = QtWidgets.QWidget()
    session = Session(Evaluator(top), top)
    files = Files(session, Settings(), top)
    files.opened(folder / FILE, rigs.opened(folder / FILE))
    left = chance.randint(2, 16)
    with (folder / SAID).open("w") as said:

        def say(what: str, number: int) -> None:
            nonlocal left
            print(what, number, file=said, flush=True)
            left -= 1
            if left == 0:
                die_in(chance.uniform(0.0, 0.02))

        at_a_pace(work(session, files, say), top)
        app.exec()
        files.keep_everything()  # as the program does where a signal ends it


def fork(folder: Path, seed: int) -> None:
    """Begin a process that works in this folder, and the one that kills it."""
    folder.mkdir()
    rigs.write(Document.of(leg()), folder / FILE)
    if not os.fork():
        die_in = killer(WAYS[seed % len(WAYS)])
        os.environ.update(PANTIN_CACHE_DIR=str(folder / CACHE), QT_QPA_PLATFORM="offscreen")
        without_a_window(folder, random.Random(seed), die_in)
        os._exit(0)


def killer(way: signal.Signals) -> Callable[[float], None]:
    """Begin a process that kills this one, so many seconds after it is told to."""
    victim, (told, tell) = os.getpid(), os.pipe()
    if not os.fork():
        os.close(tell)
        if words := os.read(told, 64):
            time.sleep(float(words))
            os.kill(victim, way)
        os._exit(0)
    os.close(told)

    def die_in(seconds: float) -> None:
        os.write(tell, repr(seconds).encode())

    return die_in


def kill_many(top: Path, count: int) -> None:
    """So many processes, in folders of their numbers, begun and killed. Raises SystemExit where one ended otherwise."""
    rename(Document.of(leg()), leg().rig.bones[0].name, "warm")  # what is found out once about the models, they inherit
    ended = []
    for seed in range(count):
        if seed >= AT_ONCE:
            ended.append(os.wait()[1])
        fork(top / str(seed), seed)
    ended += [os.wait()[1] for _ in range(min(count, AT_ONCE))]
    if ended.count(signal.SIGKILL) != (count + 1) // 2 or ended.count(0) != count // 2:  # SIGTERM is told, and obeyed
        sys.exit(f"Ended otherwise: {ended}")


if __name__ == "__main__":
    place = Path(sys.argv[1])
    recovery.MOMENT = -1  # wait as long as writing takes: on a busy machine that is more than a person would wait
    if len(sys.argv) > 2:
        kill_many(place, int(sys.argv[2]))
    else:
        mock.patch.object(start, "Window", Driven).start()
        sys.exit(start.edit(rigs.opened(place), place))
