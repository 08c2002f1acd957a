"""Looks and a stage for tests that edit the rest pose."""

from __future__ import annotations

from collections.abc import Callable

from pantin.rigs.document import Document, End
from pantin.rigs.editing.selection import select
from pantin.rigs.rig import Bone, Rig
from pantin.solver import Posed, rest_pose
from pantin.viewport.values.stage import DragResult, Look, Preview


def in_rest_pose(document: Document) -> Look:
    """The look of a document whose rest pose is edited."""
    return Look(document, rest_pose(document.rig), in_rest_pose=True)


def leg() -> Document:
    """A thigh and a shin, connected, and a foot that is not; along Z at x = 0.1."""
    ends = {"thigh": (0.9, 0.5), "shin": (0.5, 0.1), "foot": (0.1, 0.02)}
    above = {"shin": "thigh", "foot": "shin"}
    bones = tuple(
        Bone(
            name=name,
            parent=above.get(name),
            head=(0.1, 0.0, head),
            tail=(0.1, 0.0 if name != "foot" else -0.15, tail),
            connected=name == "shin",
        )
        for name, (head, tail) in ends.items()
    )
    return Document.of(Rig(bones=bones))


class RestPoseStage:
    """A stage that shows the rest pose and records the calls."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.shown: Callable[[Document, Posed, None, bool], None] = lambda *_: None
        self.previews: list[Preview] = []
        self.kept: list[DragResult] = []
        self.cancelled = 0
        self.ready = True

    def tell_unready(self) -> None:
        raise AssertionError("it is ready")

    def look(self) -> Look:
        return in_rest_pose(self.document)

    def put_back_bend(self) -> bool:
        return False

    def preview(self, preview: Preview) -> None:
        self.previews.append(preview)
        self._show(preview.document)

    def keep(self, kept: DragResult) -> None:
        self.kept.append(kept)
        self.document = kept.preview.document
        self._show(self.document)

    def cancel_preview(self) -> None:
        self.cancelled += 1
        self._show(self.document)

    def select(self, names: tuple[str, ...], active: str | None, ends: tuple[End, ...] = ()) -> None:
        self.document = select(self.document, names, active, ends)
        self._show(self.document)

    def _show(self, document: Document) -> None:
        self.shown(document, rest_pose(document.rig), in_rest_pose=True)
