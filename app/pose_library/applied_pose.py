"""The pose of the library that was applied last, and whether the figure still stands in it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from pantin.rigs import Transform

Pose = Mapping[str, Transform]


class AppliedPose(NamedTuple):
    """The key of the pose, and the pose of the document before and after; nothing where none was applied."""

    key: str = ""
    before: Pose | None = None
    after: Pose | None = None

    def standing(self, now: Pose) -> tuple[bool, bool]:
        """Whether a figure that stands so now stands in the pose, and whether it stood in it and was changed since."""
        return now == self.after, bool(self.key) and now not in (self.before, self.after)
