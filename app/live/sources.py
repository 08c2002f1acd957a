"""Sources of points besides what comes live: files of tracked points, and clips of this figure and of other files."""

from __future__ import annotations

from pathlib import Path

import msgspec
from msgspec.structs import replace

from pantin.app.files import reading
from pantin.app.messages import _, ngettext
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.tracking.points import PARTS, Calibration, Motion, TrackedPart
from pantin.solver.edits.tracking import calibration
from pantin.solver.edits.tracking.stance import body_of
from pantin.widgets.values.live import Follow, LiveChoices, SourceShown

FOLLOWED: dict[Follow, tuple[TrackedPart, ...]] = {"all": PARTS, "hands": PARTS[:3]}
"""The parts whose points are followed."""
THIS_RIG = "rig"
"""The key of the clips of the figure that is open."""


class PointSource(msgspec.Struct, frozen=True, eq=False):
    """Something that points can be had of: a motion of points as it is, or a document with clips."""

    key: str
    title: str
    motion: Motion | None = None
    document: Document | None = None

    @property
    def clips(self) -> tuple[str, ...]:
        """Return the clips that can be chosen between; none in a file of points."""
        return tuple(clip.name for clip in self.document.figure.clips) if self.document else ()

    @property
    def shown(self) -> SourceShown:
        """Return what the panel shows of it."""
        return SourceShown(self.key, self.title, self._state_in_words(), "receiving", self.clips, self.lacks_skeleton)

    @property
    def lacks_skeleton(self) -> bool:
        """Return whether nothing tells how its points fit a figure."""
        return self.motion is not None and self.motion.source is None

    def points(self, clip: str, follow: Follow) -> Motion:
        """Its points, those of a clip by its name, on the parts that are followed. Raises ValueError for no person."""
        parts = FOLLOWED[follow]
        if self.motion is not None:
            frames = tuple({part: at for part, at in points.items() if part in parts} for points in self.motion.frames)
            return replace(self.motion, frames=frames)
        from pantin.solver.edits.tracking.sources import motion_of

        assert self.document is not None
        chosen = next((each for each in self.document.figure.clips if each.name == clip), self.document.figure.clips[0])
        return motion_of(self.document, chosen, parts)

    def _state_in_words(self) -> str:
        if self.motion is None:
            count = len(self.clips)
            clips = ngettext("{count} clip", "{count} clips", count).format(count=count)
            return _("{clips}: six points of one drive the figure.").format(clips=clips)
        count, points = len(self.motion.frames), len(self.motion.frames[0])
        frames = ngettext("{count} frame", "{count} frames", count).format(count=count)
        worn = ngettext("{count} point", "{count} points", points).format(count=points)
        words = (
            _("{points}, {frames} at {rate} Hz. Say how they fit.")
            if self.lacks_skeleton
            else _("{points}, {frames} at {rate} Hz, and their skeleton.")
        )
        return words.format(points=worn, frames=frames, rate=f"{self.motion.rate:g}")


def opened(path: Path) -> PointSource:
    """The source in a file. Raises ValueError, in one sentence, where there are no points and no motion of a person."""
    from pantin.rigs.formats import native, trackers

    if path.name.lower().endswith(".json") and not native.is_named_so(path):
        return PointSource(str(path), path.name, motion=trackers.read(path))
    document = reading.opened(path).document
    if not document.figure.clips:
        raise ValueError(_("{file} holds no motion; choose a file with animation.").format(file=path.name))
    try:
        body_of(document.rig)
    except ValueError as problem:
        raise ValueError(_("{file}: {why}").format(file=path.name, why=problem)) from None
    return PointSource(str(path), path.name, document=document)


def of_rig(document: Document) -> PointSource | None:
    """The clips of the figure that is open; None where it has none."""
    return PointSource(THIS_RIG, _("Clips of this figure"), document=document) if document.figure.clips else None


def fitted(document: Document, motion: Motion, choices: LiveChoices) -> Calibration:
    """Return the fit of points to a figure: by their skeleton, or as is chosen. Raises ValueError, in one sentence."""
    body = body_of(document.rig)
    if motion.source is not None:
        return calibration.by_skeleton(body, motion)
    if choices.by == "t_pose":
        return calibration.by_t_pose(body, motion.frames[0])
    return calibration.by_height(body, choices.height, motion.frames)


def clip_of(
    document: Document, source: PointSource, clip: str, choices: LiveChoices
) -> tuple[Clip, Motion, Calibration]:
    """A clip of the document's rig that follows a source, with its points. Raises ValueError, in one sentence."""
    from pantin.solver.edits.tracking.track import tracked_clip

    motion = source.points(clip, choices.follow)
    fits = fitted(document, motion, choices)
    return tracked_clip(document, fits, motion), motion, fits
