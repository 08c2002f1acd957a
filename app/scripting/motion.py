"""Motion in scripts: clips retargeted to a figure, and their frames."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pantin.app.files import baking
from pantin.app.scripting.usable import ClipChoice, File, Told, public
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.figure import Figure


@public
def retarget(document: Document, motion: File, told: Told | None = None) -> tuple[Clip, ...]:
    """Return the clips of a file of motion for a figure: by the names of bones, else from person to person.

    `write` takes them, and `add` keeps them in the rig. `told` gets sentences about how they were made to fit and which
    bones were left out. Raises Unusable where there is no motion, or none that fits.
    """
    from pantin.app.clips.imported_motion import imported_motion

    found = imported_motion(Path(motion), document)
    for sentence in filter(None, (found.remarks, found.missing)):
        if told is not None:
            told(sentence)
    return found.clips


@public
def frame(document: Document, number: int, clip: ClipChoice | None = None) -> Document:
    """Return the document in a frame of a clip, counted from 0; of the first clip where none is named."""
    return baking.at_frame(document, _chosen(document.figure, clip), number)


@public
def frames(document: Document, clip: ClipChoice | None = None) -> Iterator[Document]:
    """Return the document in each frame of a clip that is played, one after the other; of the first clip by default."""
    chosen = _chosen(document.figure, clip)
    first, last = chosen.span
    return (baking.at_frame(document, chosen, number) for number in range(first, last + 1))


def _chosen(figure: Figure, clip: Clip | str | None) -> Clip:
    return clip if isinstance(clip, Clip) else baking.clip_named(figure, clip)
