"""Measures how long edits of large rigs hold up the thread that draws.

Opens the real window with trees of 2,000 and 20,000 bones, whose names have a side, and does with them what people do.
For each edit it takes the longest time that the thread works without looking at events, painting and panels included:
its own processor time, so that other programs do not count. What Symmetrize makes has twice the bones.

| what | must | measured |
|---|---|---|
| 2,000 bones: select all | ≤ 100 ms | 147 ms, NOT MET |
| 2,000 bones: select one | ≤ 100 ms | 83.58 ms |
| 2,000 bones: rename | ≤ 100 ms | 95.65 ms |
| 2,000 bones: undo | ≤ 100 ms | 93.01 ms |
| 2,000 bones: hide | ≤ 100 ms | 96.22 ms |
| 2,000 bones: show all | ≤ 100 ms | 99.65 ms |
| 2,000 bones: open all branches | ≤ 100 ms | 13.99 ms |
| 2,000 bones: search | ≤ 100 ms | 12.55 ms |
| 2,000 bones: end the search | ≤ 100 ms | 17.74 ms |
| 2,000 bones: close all branches | ≤ 100 ms | 5.719 ms |
| 2,000 bones: edit mode | ≤ 100 ms | 83.91 ms |
| 2,000 bones: delete | ≤ 100 ms | 52.78 ms |
| 2,000 bones: undo the deletion | ≤ 100 ms | 46.38 ms |
| 2,000 bones: divide | ≤ 100 ms | 41.57 ms |
| 2,000 bones: undo the division | ≤ 100 ms | 45.05 ms |
| 2,000 bones: roll of all | ≤ 100 ms | 88.5 ms |
| 2,000 bones: symmetrize | ≤ 100 ms | 83.6 ms |
| 2,000 bones: undo the other side | ≤ 100 ms | 40.86 ms |
| 2,000 bones: edit mode left | ≤ 100 ms | 413.4 ms, NOT MET |
| 2,000 bones: fitting | ≤ 100 ms | 117.5 ms, NOT MET |
| 20,000 bones: select all | ≤ 500 ms | 197.1 ms |
| 20,000 bones: select one | ≤ 500 ms | 111.7 ms |
| 20,000 bones: rename | ≤ 500 ms | 236.9 ms |
| 20,000 bones: undo | ≤ 500 ms | 133.5 ms |
| 20,000 bones: hide | ≤ 500 ms | 150.2 ms |
| 20,000 bones: show all | ≤ 500 ms | 178.4 ms |
| 20,000 bones: open all branches | ≤ 500 ms | 193.5 ms |
| 20,000 bones: search | ≤ 500 ms | 97.44 ms |
| 20,000 bones: end the search | ≤ 500 ms | 128.3 ms |
| 20,000 bones: close all branches | ≤ 500 ms | 6.087 ms |
| 20,000 bones: edit mode | ≤ 500 ms | 212.9 ms |
| 20,000 bones: delete | ≤ 500 ms | 213.3 ms |
| 20,000 bones: undo the deletion | ≤ 500 ms | 139.7 ms |
| 20,000 bones: divide | ≤ 500 ms | 209.1 ms |
| 20,000 bones: undo the division | ≤ 500 ms | 139.7 ms |
| 20,000 bones: roll of all | ≤ 500 ms | 354.8 ms |
| 20,000 bones: symmetrize | ≤ 500 ms | 622.9 ms, NOT MET |
| 20,000 bones: undo the other side | ≤ 500 ms | 209.7 ms |
| 20,000 bones: edit mode left | ≤ 500 ms | 220.1 ms |
| 20,000 bones: fitting | ≤ 500 ms | 99.83 ms |

The table is what `python -m tests.bench edits` prints. Debian 12, Python
3.11.7, 2 shared cores, no graphics card (Mesa llvmpipe 15.0.6); PySide6 6.11.3, numpy 2.4.6, numba 0.68.1.
Nothing else ran.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial

from msgspec.structs import replace
from PySide6 import QtCore

from pantin.rigs import Document
from pantin.rigs.editing.bones import rename
from pantin.rigs.figure import Figure
from tests.bench.app.large import tree
from tests.bench.measuring.driving import Driven, opened, ticking
from tests.bench.measuring.kernels import compiled
from tests.bench.measuring.rows import Row

TICK, REST = 4, 0.6
"""Milliseconds between two looks at events, and seconds until panels have followed."""

Edit = Callable[[], object]


@dataclass(frozen=True)
class Counts:
    bones: dict[int, float] = field(default_factory=lambda: {2_000: 100.0, 20_000: 500.0})
    """The bones of each tree, and what an edit of it must take at most, ms."""


FULL, TINY = Counts(), Counts({40: 100.0})


def measure(counts: Counts = FULL) -> Iterator[Row]:
    """The longest stretch of work of each edit, milliseconds."""
    compiled()
    for bones, must in counts.bones.items():
        with opened(Document.of(sided(tree(bones)))) as driven:
            driven.wait(lambda driven=driven: not driven.window.evaluator.compiling)
            for what, edit in _edits(driven):
                took = longest_stretch(driven, edit) * 1000
                yield Row(f"{bones:,} bones: {what}", took, "ms", must)


def sided(figure: Figure) -> Figure:
    """All bones to the left of the middle, by place and by name."""

    def left(name: str | None) -> str | None:
        return None if name is None else f"{name}.L"

    def aside(at: tuple[float, float, float]) -> tuple[float, float, float]:
        return at[0] + 1.0, at[1], at[2]

    rig = replace(
        figure.rig,
        bones=tuple(
            replace(bone, name=f"{bone.name}.L", parent=left(bone.parent), head=aside(bone.head), tail=aside(bone.tail))
            for bone in figure.rig.bones
        ),
    )
    return replace(figure, rig=rig)


def longest_stretch(driven: Driven, edit: Edit) -> float:
    """The longest time that this thread works between two looks at events, seconds, from an edit until all is shown."""
    stretches, last = list[float](), time.thread_time()

    def look() -> None:
        nonlocal last
        now = time.thread_time()
        stretches.append(now - last)
        last = now

    timer: QtCore.QTimer = ticking(TICK, look)
    edit()
    driven.wait(lambda: driven.session.ready and driven.session.settled)
    until = time.perf_counter() + REST
    driven.wait(lambda: time.perf_counter() > until)
    look()
    timer.stop()
    return max(stretches)


def _edits(driven: Driven) -> Iterator[tuple[str, Edit]]:
    """Yield what is done, one after the other: undone again where more comes after it."""
    session, window = driven.session, driven.window
    names = [bone.name for bone in session.document.rig.bones]
    middle, last, bones = names[len(names) // 2], names[-1], window.panels.hierarchy

    def run(action: str) -> Edit:
        return window.menus.actions[action].trigger

    def renamed() -> None:
        session.edit("Rename", lambda document: rename(document, middle, "other.L"))

    yield "select all", run("select_all")
    yield "select one", partial(session.select, (middle,), middle)
    yield "rename", renamed
    yield "undo", session.undo
    yield "hide", run("hide")
    yield "show all", run("show_all")
    yield "open all branches", bones.tree.expandAll
    yield "search", partial(bones.search.setText, "12")
    yield "end the search", bones.search.clear
    yield "close all branches", bones.tree.folds.close_all
    yield "edit mode", run("edit_mode")
    session.select((last,), last)
    yield "delete", run("delete")
    yield "undo the deletion", session.undo
    yield "divide", run("divide_2")
    yield "undo the division", session.undo
    yield "roll of all", partial(_all_and, driven, "roll_up")
    yield "symmetrize", run("symmetrize")
    yield "undo the other side", session.undo
    session.select((last,), last)
    yield "edit mode left", run("edit_mode")
    yield "fitting", run("panel_fitting")


def _all_and(driven: Driven, action: str) -> None:
    """An action on all bones."""
    driven.window.menus.actions["select_all"].trigger()
    driven.window.menus.actions[action].trigger()
