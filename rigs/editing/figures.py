"""Edits of a scene: figures are added, removed, named, put somewhere, and one of them is edited."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.editing.naming import free_name
from pantin.rigs.figure import Figure
from pantin.rigs.messages import _
from pantin.rigs.place import Place
from pantin.rigs.rest import rest_height
from pantin.rigs.wording import listed, quoted

BESIDE = 0.75
"""How far a figure is put beside the last one, in the larger of their heights: people with hanging arms stand clear."""


def added(document: Document, figure: Figure) -> Document:
    """Return the document with one more figure, which is edited; it gets a name that no other figure has."""
    taken = {each.name for each in document.scene.figures}
    named = replace(figure, name=free_name(figure.name, taken))
    scene = replace(document.scene, figures=(*document.scene.figures, named))
    return Document(scene, named.name)


def added_beside(document: Document, figure: Figure) -> Document:
    """Return the document with one more figure, which stands at the left of those that are there and is edited.

    In a scene without bones it takes the place of what is there. It looks where the edited figure looks.
    """
    if not any(each.rig.bones for each in document.scene.figures):
        return Document.in_scene(replace(document.scene, figures=(figure,)))
    here = document.figure.place
    height = max(rest_height(each.rig.bones) * each.place.size for each in (*document.scene.figures, figure))
    most = max(_along(each.place, here) for each in document.scene.figures)
    aside = most + BESIDE * height - _along(here, here)
    x, y, _z = (np.array(here.location) + aside * _left(here)).tolist()
    return added(document, replace(figure, place=Place((x, y, here.location[2]), here.heading)))


def _left(place: Place) -> np.ndarray:
    """Return the direction (3,) to the left of a figure, in world space."""
    return np.asarray(place.matrix[:3, 0] / place.size)


def _along(place: Place, here: Place) -> float:
    """Return how far a place is to the left in the direction of `here`, metres."""
    return float(np.array(place.location) @ _left(here))


def removed(document: Document, name: str) -> Document:
    """Return the document without the figure of that name; no other looks at its bones any more.

    Raises ValueError, in one sentence, for the only figure of a scene.
    """
    scene = document.scene
    if len(scene.figures) < 2:
        raise ValueError(_("{figure} is the only figure; add another one first.").format(figure=quoted(name)))
    gone: dict[str, str | None] = {bone.name: None for bone in scene.figure(name).rig.bones}
    left = tuple(each for each in scene.following(name, gone).figures if each.name != name)
    kept = replace(scene, figures=left)
    if name != document.active_figure:
        return replace(document, scene=kept)
    return Document.in_scene(kept)


def edited(document: Document, name: str) -> Document:
    """Return the document with the figure of that name edited. Raises ValueError, in one sentence, without one."""
    names = [figure.name for figure in document.scene.figures]
    if name not in names:
        sentence = _("The scene has no figure {name}; its figures are {names}.")
        raise ValueError(sentence.format(name=quoted(name), names=listed(names)))
    return document.editing(name)


def named(document: Document, name: str) -> Document:
    """Return the document whose edited figure has another name; constraints of others follow.

    Raises ValueError, in one sentence, for a name that another figure has.
    """
    if any(each.name == name for each in document.scene.figures if each.name != document.active_figure):
        raise ValueError(_("Another figure is called {name} already; choose another name.").format(name=quoted(name)))
    return document.with_figure(replace(document.figure, name=name))


def put(document: Document, place: Place) -> Document:
    """Return the document whose edited figure is at a place."""
    return document.with_figure(replace(document.figure, place=place))
