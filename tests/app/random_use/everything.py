"""All that a window makes when it is first asked for, done once: cards, rows, icons and pictures, which then stay."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from pantin import rigs
from pantin.app.actions import ACTIONS
from pantin.app.docks.panels import PANELS
from pantin.app.window.window import Window
from pantin.resources import FOLDER
from pantin.rigs import Document
from pantin.rigs.constraints import KINDS

Doing = Iterator[None]

RIGS = tuple(sorted((FOLDER / "rigs").glob("*.rig.json")))


def everything(
    window: Window,
    files: Sequence[Path],
    open_file: Callable[[Path], Doing],
    act: Callable[[str], Doing],
    rest: Callable[[], Doing],
) -> Doing:
    """Each of the files; each action, where there are bones; what panels show of each bone and kind of constraint."""
    for path in files:
        yield from open_file(path)
    figure = rigs.read(FOLDER / "rigs" / "humanoid.rig.json")
    for name in ACTIONS:
        if not window.session.document.rig.bones:
            window.session.open(figure)
        yield from act(name)
        yield
    for panel in PANELS:
        window.session.open(figure)
        window.docks.bring(panel)
        yield from rest()
    window.docks.bring("properties")
    for document in (*map(rigs.read, RIGS), _with_all_constraints(figure)):
        window.session.open(document)
        for bone in document.rig.bones:
            window.session.select((bone.name,), bone.name)
            yield


def _with_all_constraints(document: Document) -> Document:
    """The document with a constraint of each kind, switched off, on its first bone."""
    owner = document.rig.bones[0].name
    added = tuple(kind(owner=owner, enabled=False) for kind in KINDS)
    return document.with_rig(document.rig.changed(constraints=(*document.rig.constraints, *added)))
