"""What a drag takes hold of: the bones it acts on, the point it turns or moves them by, the axes it may follow."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from rigs.document import Document
from rigs.selection import select
from viewport.events import Press
from viewport.stage import Look

Array = NDArray[np.float64]

WORLD = np.eye(3)


def taken(document: Document, press: Press) -> Document:
    """The document with the pressed bone active; it is selected alone unless it was selected already."""
    if press.hit is None:
        return document
    bone = press.hit.bone
    return select(document, document.selected if bone in document.selected else (bone,), bone)


def lead(document: Document) -> str | None:
    """The bone that a gizmo stands on: the active one, else the last that was selected."""
    if document.active in document.selected:
        return document.active
    return document.selected[-1] if document.selected else None


def pulled_by_tail(document: Document, name: str) -> bool:
    """Whether moving this bone means pulling its tail: its head hangs on its parent's tail."""
    bone = document.rig.by_name[name]
    return bone.connected and bone.parent is not None


def head(look: Look, name: str) -> Array:
    """Where a bone begins, armature space."""
    return np.asarray(look.evaluated.heads[look.evaluated.index[name]])


def tail(look: Look, name: str) -> Array:
    """Where a bone ends, armature space."""
    return np.asarray(look.evaluated.tails[look.evaluated.index[name]])


def moving_point(look: Look, name: str) -> Array:
    """The point that a move gizmo stands on."""
    return tail(look, name) if pulled_by_tail(look.document, name) else head(look, name)


def axes_of(look: Look, name: str) -> Array:
    """A bone's own X, Y and Z as rows of unit length, armature space."""
    columns = np.asarray(look.evaluated.matrices[look.evaluated.index[name]])[:3, :3]
    lengths = np.maximum(np.linalg.norm(columns, axis=0), 1e-12)
    return np.asarray(columns / lengths).T


def title(names: tuple[str, ...]) -> str:
    """What a label calls these bones: "hand.L", "3 bones"."""
    return names[0] if len(names) == 1 else f"{len(names)} bones"
