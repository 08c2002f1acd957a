"""The clips of a document as edits: they are added, named, trimmed, looped, paced and removed; any frame poses bones.

A frame holds how each bone that has a track is posed. Bones without one stay as the document poses them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from pantin.rigs import rotations as rot
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.editing.titles import Sentences, checked_title, free_title
from pantin.rigs.messages import _
from pantin.rigs.pose import Transform
from pantin.rigs.wording import quoted

SENTENCES = Sentences(
    _("A clip needs a name."),
    _("Give the clip a shorter name: {longest} characters are the most."),
    _("Another clip is called {name} already; choose another name."),
)

ClipEdit = Callable[[Document, str], Document]
"""An edit of the clip of a name."""


def clip_named(document: Document, name: str) -> Clip:
    """The clip of that name. Raises ValueError where there is none."""
    for each in document.figure.clips:
        if each.name == name:
            return each
    raise ValueError(_("The rig has no clip {name}.").format(name=quoted(name)))


def free_name(document: Document, wanted: str = "") -> str:
    """`wanted`, or a number behind it that no other clip has: "Take 1" where nothing is wanted."""
    return free_title(wanted, {each.name for each in document.figure.clips}, _("Take"))


def added(document: Document, clip: Clip) -> Document:
    """Keep a clip behind the others. Raises ValueError where its name is taken or empty."""
    clip = replace(clip, name=_free(document, clip.name))
    return _with(document, (*document.figure.clips, clip))


def added_to(document: Document, figure: str, clip: Clip) -> Document:
    """Keep a clip behind the others of a figure of that name, whichever is edited; what is edited stays."""
    made = added(document.editing(figure), clip)
    return made if figure == document.active_figure else replace(document, scene=made.scene)


def added_under_free_name(document: Document, clip: Clip) -> Document:
    """Keep a clip behind the others, with a number behind its name where that is taken."""
    return added(document, replace(clip, name=free_name(document, clip.name)))


def renamed(document: Document, name: str, new: str) -> Document:
    """Give a clip another name. Raises ValueError where it is taken or empty."""
    old = clip_named(document, name)
    return document if new.strip() == name else _changed(document, old, replace(old, name=_free(document, new)))


def removed(document: Document, name: str) -> Document:
    """Take a clip out of the rig. Raises ValueError."""
    one = clip_named(document, name)
    return _with(document, tuple(each for each in document.figure.clips if each is not one))


def trimmed(document: Document, name: str, first: int, last: int) -> Document:
    """Play a clip from one frame to another, both included, in whichever order; all frames stay. Raises ValueError.

    An open end stays open: what is the clip's own end is not stored.
    """
    old = clip_named(document, name)
    end = old.count - 1
    first, last = (min(max(at, 0), end) for at in sorted((first, last)))
    return _changed(document, old, replace(old, first=first, last=None if last == end else last))


def looped(document: Document, name: str, loop: bool) -> Document:
    """Let a clip go on from its first frame after its last, or end there. Raises ValueError."""
    old = clip_named(document, name)
    return _changed(document, old, replace(old, loop=loop))


def paced(document: Document, name: str, rate: float) -> Document:
    """Play a clip at so many frames a second; its frames stay. Raises ValueError."""
    old = clip_named(document, name)
    return _changed(document, old, replace(old, rate=rate))


def replaced(document: Document, name: str, clip: Clip) -> Document:
    """Put a clip of the same name, with other frames, where one was. Raises ValueError."""
    old = clip_named(document, name)
    return _with(document, tuple(clip if each is old else each for each in document.figure.clips))


def rows_at(clip: Clip, frames: Sequence[int] | slice) -> NDArray[np.float64]:
    """Return how frames pose the bones that have a track, rows (f, n, 10), their rotations of length 1.

    A frame that the clip does not have is the nearest that it has. A rotation of zeros does not turn.
    """
    chosen = frames if isinstance(frames, slice) else np.clip(np.asarray(frames, np.intp), 0, clip.count - 1)
    rows = clip.frames_at(chosen).astype(np.float64)
    turns = rows[..., 3:7]
    lengths = np.linalg.norm(turns, axis=-1, keepdims=True)
    unit = turns / np.maximum(lengths, rot.SHORTEST_QUATERNION)
    rows[..., 3:7] = np.where(lengths > rot.SHORTEST_QUATERNION, unit, (0.0, 0.0, 0.0, 1.0))
    return rows


def pose_at(clip: Clip, frame: int) -> dict[str, Transform]:
    """Return how a frame poses each bone that has a track; the nearest frame where the clip has no such one."""
    return {
        bone: Transform((x, y, z), (i, j, k, w), (wide, long, deep))
        for bone, (x, y, z, i, j, k, w, wide, long, deep) in zip(
            clip.tracks, rows_at(clip, (frame,))[0].tolist(), strict=True
        )
    }


def expressions_at(clip: Clip, frame: int) -> dict[str, float]:
    """Return the values of expressions in a frame; in the nearest where the clip has no such one."""
    at = min(max(frame, 0), clip.count - 1)
    return {name: float(track.array[at, 0]) for name, track in clip.expressions.items()}


def _free(document: Document, name: str) -> str:
    """The name without spaces around it. Raises ValueError where it is empty, too long or taken."""
    return checked_title(name, {each.name for each in document.figure.clips}, SENTENCES)


def _changed(document: Document, old: Clip, new: Clip) -> Document:
    if new == old:
        return document
    return _with(document, tuple(new if each is old else each for each in document.figure.clips))


def _with(document: Document, clips: tuple[Clip, ...]) -> Document:
    return document.with_figure(replace(document.figure, clips=clips))
