"""The poses that come with Pantin, retargeted to a person whose bones have other names, on a thread of its own.

That there is a person is known long before: until then the poses are expected.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6 import QtCore

from pantin.app.pose_library import shipped_person
from pantin.app.system.background import BackgroundJobs
from pantin.rigs.figure import Figure
from pantin.rigs.pose import KeptPose


class RetargetedPoses(QtCore.QObject):
    """Retargets poses to one figure at a time."""

    found = QtCore.Signal()
    """Emitted when the poses that were asked for last are there, or expected."""

    def __init__(self, parent: QtCore.QObject) -> None:
        super().__init__(parent)
        self._reader = BackgroundJobs(self, one_thread=True)
        self.looking = False
        """Whether poses are being made for the figure that was asked for last."""
        self._of: tuple[object, ...] = ()
        self._poses: dict[str, KeptPose] = {}
        self.expected: frozenset[str] = frozenset()
        """The keys of poses that are being made for a person; some may be of no use there."""

    def onto(self, figure: Figure, wanted: Mapping[str, KeptPose]) -> Mapping[str, KeptPose]:
        """Those of the wanted poses, by key, that are known to be of use on a rig; the others are looked for."""
        of = (figure.rig.bones, figure.rig.parts, *wanted.values())
        if len(of) != len(self._of) or any(one is not other for one, other in zip(of, self._of, strict=True)):
            self._of, self._poses, self.expected = of, {}, frozenset()
            self._reader.cancel()
            self.looking = bool(wanted)
            if wanted:
                self._reader.start(figure.name, lambda: self._expected_on(figure, wanted))
                self._reader.start(figure.name, lambda: self._looked(figure, wanted))
        return self._poses

    def _expected_on(self, figure: Figure, wanted: Mapping[str, KeptPose]) -> Callable[[], None]:
        expected = frozenset() if shipped_person.person_of(figure) is None else frozenset(wanted)
        return lambda: self._expect(expected)

    def _expect(self, expected: frozenset[str]) -> None:
        self.expected = expected
        self.found.emit()

    def _looked(self, figure: Figure, wanted: Mapping[str, KeptPose]) -> Callable[[], None]:
        made = zip(wanted, shipped_person.retargeted(figure, wanted.values()), strict=True)
        found = {key: kept for key, kept in made if kept is not None}
        return lambda: self._take(found)

    def _take(self, found: dict[str, KeptPose]) -> None:
        self._poses, self.looking, self.expected = found, False, frozenset()
        self.found.emit()
