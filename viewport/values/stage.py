"""Values that the viewport and the program exchange: what is on screen, previews of a drag, and its result.

The viewport changes nothing itself. It asks its stage for a look, sends previews while a drag lasts, and at its end
either has the result kept or cancels the preview.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

import msgspec

from pantin.rigs.document import Document, End
from pantin.rigs.meshes.weighting.brush import Weights
from pantin.solver import Grab, Posed
from pantin.solver.edits.pulling.pull import PullTo
from pantin.viewport.values.brush import Brush
from pantin.viewport.values.loaded_character import NO_CHARACTERS, Characters
from pantin.viewport.values.overlay import NOTHING, Overlay
from pantin.viewport.values.place import NO_OTHERS
from pantin.viewport.values.reach import Reaching


class Look(msgspec.Struct, frozen=True):
    """The document and pose on screen. A drag computes every preview from the look at its press."""

    document: Document
    evaluated: Posed
    in_rest_pose: bool = False
    """Whether the rest pose is on screen and tools change the bones themselves, instead of their pose."""
    before: Document | None = None
    """The document before the last step that posed the figure; None where there is none."""
    others: Mapping[str, Posed] = NO_OTHERS
    """The poses of the figures that are not edited, by their names."""
    characters: Characters = NO_CHARACTERS
    """The characters whose files have been read."""


class Moved(NamedTuple):
    """The result of moving: a document, and what pulls at it for this moment."""

    document: Document
    grabs: tuple[Grab, ...] = ()
    pull: PullTo | None = None


class Extras(Protocol):
    """Overlay and read-out of a drag. They are asked for when the drag is shown, so they may be made then."""

    @property
    def overlay(self) -> Overlay:
        """Return the overlay of the figure."""
        ...

    @property
    def readout(self) -> str:
        """The numbers of the drag, one line: "Dx 1.2 cm  Dy 0.0 cm  Dz 3.4 cm"."""
        ...


class Drawn(msgspec.Struct, frozen=True, eq=False):
    """Overlay and read-out that are made already."""

    overlay: Overlay = NOTHING
    readout: str = ""


NO_EXTRAS = Drawn()


class Preview(msgspec.Struct, frozen=True, eq=False):
    """The state that a drag shows now. Grabs are goals that pull for this moment only and are no part of the document.

    With a `pull` the document that is shown is the one that the pull comes to.
    """

    document: Document
    grabs: tuple[Grab, ...] = ()
    extras: Extras = NO_EXTRAS
    reaching: Reaching | None = None
    """The reach of Auto IK, to be remembered for the next drag; None where that cannot be chosen."""
    pull: PullTo | None = None
    weights: Weights | None = None
    """Weights of the skin of the edited figure that are painted; where they are kept the document stays, and the file
    of the figure becomes another one."""
    joins: str = ""
    """The bone that is to be a joint of all skins of the edited figure; where it is kept no more is."""
    brush: Brush | None = None
    """The brush that the drag leads to; where it is kept no more is."""

    @property
    def overlay(self) -> Overlay:
        """Return the overlay of the figure."""
        return self.extras.overlay

    @property
    def readout(self) -> str:
        """The numbers of the drag, one line."""
        return self.extras.readout


class DragResult(msgspec.Struct, frozen=True):
    """The result of a finished drag: its last preview, as one step of undo under this label.

    Where the preview has grabs, the stage writes the rotations that they led to into the pose: see
    `solver.edits.auto_ik.bake`.
    """

    label: str
    preview: Preview
    then: str = ""
    """The drag that goes on from here without a button held, by its name; none where it is empty."""


class Stage(Protocol):
    """The receiver of the viewport's previews and results; in the program, the session."""

    @property
    def ready(self) -> bool:
        """Return whether there is a solver to pose with; until then nothing can be dragged."""
        ...

    def tell_unready(self) -> None:
        """Say that nothing can be dragged yet: somebody has tried."""
        ...

    def look(self) -> Look:
        """The document as shown, with its pose."""
        ...

    def put_back_bend(self) -> bool:
        """Show the figure as it is posed instead of a bend that is only looked at; return whether it was bent."""
        ...

    def preview(self, preview: Preview) -> None:
        """Show this instead of the document, until the next preview, `keep` or `cancel_preview`."""
        ...

    def keep(self, kept: DragResult) -> None:
        """Make the last preview the document."""
        ...

    def cancel_preview(self) -> None:
        """Show the document as it was before the first preview."""
        ...

    def select(self, names: tuple[str, ...], active: str | None, ends: tuple[End, ...] = ()) -> None:
        """Select these bones, and these joints, and no others."""
        ...

    def edit_figure(self, name: str, bone: str | None = None) -> None:
        """Edit another figure of the scene, with this bone of it selected."""
        ...
