"""The pull of a body that is under way, and the last one for as long as its pose is the document's."""

from __future__ import annotations

from pantin.rigs.scene import Scene
from pantin.solver.edits.pulling.pull import BodyPull
from pantin.viewport.values.stage import Preview


class LastPull:
    """Remembers one pull; undo and redo find it again with the scene that it made."""

    def __init__(self) -> None:
        self._pull: BodyPull | None = None
        self._made: Scene | None = None

    def keep(self, preview: Preview, made: Scene) -> None:
        """A drag was kept; `made` is what it came to."""
        if preview.pull is not None:
            self._pull, self._made = preview.pull.pull, made

    def shown(self, preview: Preview | None, kept: Scene) -> BodyPull | None:
        """The pull that what is on screen came from; None for what anything else made."""
        if preview is not None:
            return preview.pull.pull if preview.pull is not None else None
        return self._pull if self._made is kept else None
