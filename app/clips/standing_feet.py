"""The times at which the feet of a clip stand: found once for each clip on each skeleton, on a thread of its own."""

from __future__ import annotations

from collections.abc import Callable

from PySide6 import QtCore

from pantin.app.system.background import BackgroundJobs
from pantin.rigs.clip import Clip
from pantin.rigs.figure import Figure
from pantin.solver.edits.walking.contacts import contacts
from pantin.solver.edits.walking.feet import feet_of
from pantin.widgets.time.lanes import Lane
from pantin.widgets.values.name_space import shared_of

LONGEST = 20_000
"""Frames. What is longer is looked through for too long, and its lanes could not be read."""


class StandingFeet(QtCore.QObject):
    """Finds the lanes of one clip at a time."""

    found = QtCore.Signal(tuple)
    """The lanes of the clip that was asked about last."""

    def __init__(self, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._reader = BackgroundJobs(self, one_thread=True)
        self._looked_at: tuple[object, ...] = (None, None, None)
        """The bones, the tracks and the rate that were looked through last."""

    def look(self, figure: Figure, clip: Clip | None) -> None:
        """Look through a clip of a figure, unless that was done last; None has no lanes."""
        asked = (None, None, None) if clip is None else (figure.rig.bones, clip.tracks, clip.rate)
        if all(one is other for one, other in zip(asked, self._looked_at, strict=True)):
            return
        self._looked_at = asked
        self._reader.cancel()
        self.found.emit(())
        if clip is not None and clip.count <= LONGEST:
            self._reader.start(clip.name, lambda: self._looked(figure, clip))

    def _looked(self, figure: Figure, clip: Clip) -> Callable[[], None]:
        try:
            lanes = lanes_of(figure, clip)
        except ValueError:  # the frames are damaged, which is said where they are played
            lanes = ()
        return lambda: self.found.emit(lanes)


def lanes_of(figure: Figure, clip: Clip) -> tuple[Lane, ...]:
    """Return when each foot of a figure stands, by the bones that have tracks; none where no foot is moved by its leg.

    Names leave out what nearly all of the figure begin and end with.
    """
    feet = feet_of(figure, clip) if clip.count >= 2 else ()
    spans, shared = [contacts(foot.ball, clip.rate, foot.leg) for foot in feet], shared_of(figure.rig)
    return tuple(
        Lane(shared.short(foot.bone), tuple((each.first, each.last) for each in found))
        for foot, found in zip(feet, spans, strict=True)
    )
