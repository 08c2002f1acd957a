"""What the viewport and the program say to each other: what is on screen, what to preview, what to keep.

The viewport changes nothing itself. It asks its stage for a look, sends previews while a drag lasts, and at its end
either says what to keep or asks to put everything back.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from pantin.rigs.document import Document, End
from pantin.solver import Evaluated, Grab
from pantin.viewport.values.overlay import NOTHING, Overlay


@dataclass(frozen=True, slots=True)
class Look:
    """What was on screen at the press: you grab what you saw."""

    document: Document
    evaluated: Evaluated
    in_rest_pose: bool = False
    """Whether the rest pose is on screen and tools change the bones themselves, instead of their pose."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What a drag shows now. Grabs are goals that pull for this moment only and are no part of the document."""

    document: Document
    grabs: tuple[Grab, ...] = ()
    overlay: Overlay = NOTHING
    readout: str = ""
    """The numbers of the drag, one line: "Dx 1.2 cm  Dy 0.0 cm  Dz 3.4 cm"."""
    chain_length: int | None = None
    """The chain length that the drag has come to, to remember for the next one; None where it has none."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What a drag leaves behind: its last preview, as one step of undo under this label.

    Where the preview has grabs, the stage writes the turns that they made into the pose (`solver.edits.auto_ik.bake`).
    """

    label: str
    preview: Preview
    then: str = ""
    """The drag that goes on from here without a button held, by its name; none where it is empty."""


class Stage(Protocol):
    """Who shows and keeps what the viewport makes; the session of the program."""

    @property
    def ready(self) -> bool:
        """Whether there is a solver to pose with; until then nothing can be dragged."""
        ...

    def look(self) -> Look:
        """The document as shown, with its pose."""
        ...

    def preview(self, preview: Preview) -> None:
        """Show this instead of the document, until the next preview, `keep` or `put_back`."""
        ...

    def keep(self, kept: Kept) -> None:
        """Make the last preview the document."""
        ...

    def put_back(self) -> None:
        """Show the document as it was before the first preview."""
        ...

    def select(self, names: tuple[str, ...], active: str | None, ends: tuple[End, ...] = ()) -> None:
        """Select these bones, and these joints, and no others."""
        ...
