"""Tests of how often saving a file changes rooms: from the action to the bytes on disk, and until the window shows it
as saved.

A change of room is a call or a return from a function of one top-level room (app, rigs, widgets, viewport, solver) into
one of another; what lies between them (Qt, the standard library) does not count. Both threads are counted: the one that
draws, and the one that writes. Timers are left out: what comes by itself now and then is no part of saving.
"""

from __future__ import annotations

import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

import pytest
from PySide6 import QtCore

from pantin import app as app_room
from pantin import rigs
from pantin.app.window.window import Window
from pantin.rigs.editing.bones import rename
from tests.app.person import Person

ROOMS = {"app", "rigs", "widgets", "viewport", "solver"}
TOP = Path(app_room.__file__).parents[1]
MOST = 40


class Walk:
    """Notes every change of room while it is on, for each thread on its own."""

    def __init__(self) -> None:
        self.changes: Counter[tuple[str, str, str]] = Counter()
        self._at: dict[int, str] = {}

    @contextmanager
    def on(self) -> Iterator[None]:
        """Follow the thread that calls this."""
        sys.setprofile(self._note)
        try:
            yield
        finally:
            sys.setprofile(None)

    def _note(self, frame: FrameType, event: str, _: object) -> None:
        here = frame if event == "call" else _caller(frame) if event == "return" else None
        room = here and room_of(here.f_code)
        if here is None or not room:
            return
        thread = threading.get_ident()
        before = self._at.get(thread, room)
        if room != before:
            self.changes[before, room, frame.f_code.co_qualname] += 1
        self._at[thread] = room


@cache
def room_of(code: CodeType) -> str:
    """The room that a function belongs to; none where it is not Pantin's, or a test's."""
    path = Path(code.co_filename)
    room = path.relative_to(TOP).parts[0] if path.is_relative_to(TOP) else ""
    return room if room in ROOMS else ""


def _caller(frame: FrameType) -> FrameType | None:
    """The function of Pantin that a function returns to."""
    back = frame.f_back
    while back is not None and not room_of(back.f_code):
        back = back.f_back
    return back


@pytest.fixture
def unsaved(person: Person, tmp_path: Path, qtbot) -> Person:
    """Somebody before a figure with a file of its own and a change that is not in it."""
    person.save_to(tmp_path / "figure.rig.json")
    person.session.edit("Rename", lambda document: rename(document, "head", "skull"))
    person.wait_for_the_pose()
    person.look()
    person.wait_until(lambda: person.window.panels.preparation.is_done and _is_at_rest(person.window))
    qtbot.wait(100)
    return person


def _is_at_rest(window: Window) -> bool:
    """Return whether nothing comes to the window by itself any more: poses that are looked for, pictures of them."""
    library, shelf = window.pose_library, window.panels.poses
    return not (library._unread or library._retargeted.looking or shelf.without_picture)


@pytest.fixture
def walk(unsaved: Person, monkeypatch: pytest.MonkeyPatch) -> Walk:
    """A walk that also follows what the thread that writes does."""
    found, worker = Walk(), unsaved.window.files.jobs._writer
    start: Callable[[Callable[[], Any]], None] = worker.start

    def followed(work: Callable[[], Any]) -> None:
        def run() -> None:
            with found.on():
                work()

        start(run)

    monkeypatch.setattr(worker, "start", followed)
    return found


def test_saving_stays_in_few_rooms(unsaved: Person, walk: Walk, qtbot) -> None:
    window, session = unsaved.window, unsaved.session
    with walk.on():
        window.menus.actions["save"].trigger()
    window.files.keep_everything()
    assert rigs.read(session.path) == session.document, "the bytes are on the disk"
    with walk.on():
        QtCore.QCoreApplication.sendPostedEvents()
    assert not session.unsaved and not window.isWindowModified()
    assert walk.changes["app", "rigs", "write"] == 1, "the walk of the thread that writes is counted"
    assert walk.changes.total() <= MOST, walk.changes.most_common()
