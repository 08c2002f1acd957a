"""The pull of a body that is under way, and the last one for as long as its pose is the document's."""

from __future__ import annotations

from pantin.rigs.figure import Figure
from pantin.solver.edits.pulling.pull import BodyPull
from pantin.viewport.values.stage import Preview


class LastPull:
    """Remembers one pull; undo and redo find it again with the figure that it made."""

    def __init__(self) -> None:
        self._pull: BodyPull | None = None
        self._made: Figure | None = None

    def keep(self, preview: Preview, made: Figure) -> None:
        """A drag was kept; `made` is what it came to."""
        if preview.pull is not None:
            self._pull, self._made = preview.pull.pull, made

    def shown(self, preview: Preview | None, kept: Figure) -> BodyPull | None:
        """The pull that what is on screen came from; None for what anything else made."""
        if preview is not None:
            return preview.pull.pull if preview.pull is not None else None
        return self._pull if self._made is kept else None
