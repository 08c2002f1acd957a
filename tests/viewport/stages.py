"""Looks and a stage for the tests of the viewport; the stage solves at once and records the calls."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from pantin import solver
from pantin.rigs.document import Document, End
from pantin.rigs.editing.selection import select
from pantin.rigs.templates import humanoid
from pantin.solver import Evaluated
from pantin.solver.edits import auto_ik
from pantin.viewport.picking.picking import Hit
from pantin.viewport.values.camera import Camera, Lens
from pantin.viewport.values.stage import DragResult, Look, Preview

WIDTH, HEIGHT = 886.0, 682.0
LENS = Lens(Camera(), WIDTH, HEIGHT)


def look_at(document: Document) -> Look:
    """A document in the pose that the solver gives it."""
    return Look(document, solver.evaluate(document))


def standing() -> Look:
    """The sample figure in the rest pose."""
    return look_at(Document.of(humanoid.rig()))


def seen_at(look: Look, name: str, part: float = 0.5, lens: Lens = LENS) -> tuple[float, float]:
    """The pixel in which a place along a bone is seen."""
    row = look.evaluated.index[name]
    place = look.evaluated.heads[row] * (1 - part) + look.evaluated.tails[row] * part
    x, y, _ = lens.project(place)[0]
    return float(x), float(y)


def hit_on(look: Look, name: str, part: float = 0.5) -> Hit:
    """A bone grabbed at a place along it."""
    row = look.evaluated.index[name]
    place = look.evaluated.heads[row] * (1 - part) + look.evaluated.tails[row] * part
    return Hit(name, place, float(np.linalg.norm(place - LENS.camera.eye)))


class RecordingStage:
    """A stage that solves at once and records the calls. `shown` is called with every pose."""

    def __init__(self, document: Document) -> None:
        self.shown: Callable[[Document, Evaluated], None] = lambda document, evaluated: None
        self.begin(document)

    def begin(self, document: Document) -> None:
        """With another document; nothing was done to it yet."""
        self.document = document
        self.evaluated = solver.evaluate(document)
        self.previews: list[Preview] = []
        self.kept: list[DragResult] = []
        self.cancelled = 0
        self.ready = True
        self.told_unready = False

    def tell_unready(self) -> None:
        self.told_unready = True

    def look(self) -> Look:
        return Look(self.document, self.evaluated)

    def put_back_bend(self) -> bool:
        return False

    def preview(self, preview: Preview) -> None:
        self.previews.append(preview)
        self._show(preview.document, preview.grabs)

    def keep(self, kept: DragResult) -> None:
        self.kept.append(kept)
        self.document = kept.preview.document
        if kept.preview.grabs:
            self.document = auto_ik.bake(self.document, kept.preview.grabs, self.evaluated)
        self.show()

    def cancel_preview(self) -> None:
        self.cancelled += 1
        self.show()

    def select(self, names: tuple[str, ...], active: str | None, ends: tuple[End, ...] = ()) -> None:
        self.document = select(self.document, names, active, ends)
        self.show()

    def edit_figure(self, name: str, bone: str | None = None) -> None:
        document = self.document.editing(name)
        self.document = select(document, (bone,) if bone else (), bone)
        self.evaluated = solver.evaluate(self.document)
        self.show()

    def show(self) -> None:
        self._show(self.document, ())

    def _show(self, document: Document, grabs: tuple) -> None:
        self.evaluated = solver.evaluate(document, grabs)
        self.shown(document, self.evaluated)
