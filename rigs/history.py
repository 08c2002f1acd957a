"""Undo: the documents kept, and where we are among them.

Documents are values that share what they have in common, so a step costs no more than what it changed. A history is a
value too: pushing or undoing makes a new one.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.messages import _

MOST_STEPS = 1000
"""Steps that can be undone. A drag's worth of pose is some 10 kB, so a long day's work stays within some 10 MB."""


class Step(msgspec.Struct, frozen=True):
    """A document and the words for the edit that made it."""

    label: str
    document: Document


class History(msgspec.Struct, frozen=True):
    """All steps kept, oldest first, and the place of the present one."""

    steps: tuple[Step, ...]
    position: int = 0

    @classmethod
    def start(cls, document: Document, label: str = _("Open")) -> History:
        """Return a history that begins with `document`, and with the words for where that came from."""
        return cls((Step(label, document),))

    @property
    def document(self) -> Document:
        """The document as it is now."""
        return self.steps[self.position].document

    @property
    def labels(self) -> tuple[str, ...]:
        """Return the label of each step, oldest first; those behind `position` are undone."""
        return tuple(step.label for step in self.steps)

    def push(self, label: str, document: Document) -> History:
        """Return the history with one more step, the document that the edit `label` made; steps undone before are lost.

        An equal document adds no step. Neither does a change of selection: the step shown takes that over.
        """
        now = self.document
        if document is now or document == now:
            return self
        if document.scene is now.scene or document.scene == now.scene:
            return self._with_selection_of(document)
        kept = (*self.steps[: self.position + 1], Step(label, document))[-1 - MOST_STEPS :]
        return History(kept, len(kept) - 1)

    def amended(self, document: Document) -> History:
        """Return the history in which the present document is another one: no step of undo."""
        step = replace(self.steps[self.position], document=document)
        return replace(self, steps=(*self.steps[: self.position], step, *self.steps[self.position + 1 :]))

    def all_amended(self, change: Callable[[Document], Document]) -> History:
        """Return the history in which every document is what `change` makes of it: no step of undo."""
        steps = tuple(replace(step, document=change(step.document)) for step in self.steps)
        return replace(self, steps=steps)

    def undo(self) -> History:
        """Return the history one step back; at the first one, the same history."""
        return replace(self, position=self.position - 1) if self.can_undo else self

    def redo(self) -> History:
        """Return the history one step forward; at the last one, the same history."""
        return replace(self, position=self.position + 1) if self.can_redo else self

    def go_to(self, position: int) -> History:
        """Return the history at the step `position`, or at the nearest step that exists."""
        return replace(self, position=min(max(position, 0), len(self.steps) - 1))

    @property
    def can_undo(self) -> bool:
        """Return whether there is a step to undo."""
        return self.position > 0

    @property
    def can_redo(self) -> bool:
        """Return whether there is a step to redo."""
        return self.position < len(self.steps) - 1

    @property
    def posed_before(self) -> Document | None:
        """Return the last document before this one in which the edited figure was posed otherwise; None without one."""
        name, pose = self.document.active_figure, self.document.figure.pose
        for step in reversed(self.steps[: self.position]):
            figure = next((each for each in step.document.scene.figures if each.name == name), None)
            if figure is not None and figure.pose is not pose and figure.pose != pose:
                return step.document.editing(name)
        return None

    @property
    def undo_label(self) -> str:
        """Return the label of the step that undo would take back; empty where there is nothing."""
        return self.steps[self.position].label if self.can_undo else ""

    @property
    def redo_label(self) -> str:
        """Return the label of the step that redo would do again; empty where there is nothing."""
        return self.steps[self.position + 1].label if self.can_redo else ""

    def _with_selection_of(self, document: Document) -> History:
        here = replace(self.steps[self.position], document=document)
        return replace(self, steps=(*self.steps[: self.position], here, *self.steps[self.position + 1 :]))
