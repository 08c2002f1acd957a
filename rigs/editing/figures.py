"""Edits of a scene: figures are added, removed, named, put somewhere, and one of them is edited."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.editing.naming import free_name
from pantin.rigs.figure import Figure
from pantin.rigs.messages import _
from pantin.rigs.place import Floats, Place
from pantin.rigs.rest import rest_height
from pantin.rigs.scene import Scene
from pantin.rigs.wording import listed, quoted

UNNAMED = "\udfff"
"""Behind the names of figures until they get their own: half a character, which no checked name holds."""

BESIDE = 0.75
"""Distance of a new figure from the last one, in the larger of their heights: people with hanging arms do not touch."""


def added(document: Document, *figures: Figure) -> Document:
    """Return the document with more figures, the last of which is edited; each gets a name that no other figure has.

    Where they refer to each other, they do so under their new names.
    """
    taken = [each.name for each in document.scene.figures]
    names: dict[str, str] = {}
    for each in figures:
        names[each.name] = free_name(each.name, taken)
        taken.append(names[each.name])
    scene = Scene(figures)
    for each in figures:
        scene = scene.with_figure(each.name, replace(scene.figure(each.name), name=f"{each.name}{UNNAMED}"))
    for each in figures:
        scene = scene.with_figure(
            f"{each.name}{UNNAMED}", replace(scene.figures[figures.index(each)], name=names[each.name])
        )
    whole = replace(document.scene, figures=(*document.scene.figures, *scene.figures))
    return Document(whole, scene.figures[-1].name)


def added_beside(document: Document, *figures: Figure) -> Document:
    """Return the document with more figures, which are at the left of those that are there; the last is edited.

    They keep their sizes and their places to each other, and the first is turned as the edited one is. In a scene
    without bones they take the place of what is there.
    """
    if not any(each.rig.bones for each in document.scene.figures):
        return Document(replace(document.scene, figures=figures), figures[-1].name)
    here, first = document.figure.place, figures[0].place
    height = max(rest_height(each.rig.bones) * each.place.size for each in (*document.scene.figures, *figures))
    most = max(_along(each.place, here) for each in document.scene.figures)
    left, (x, y, z) = _left(here), here.location
    aside = most + BESIDE * height - _along(here, here)
    there = Place((x + aside * float(left[0]), y + aside * float(left[1]), z), here.heading)
    shift = there.of(replace(Place(), location=tuple(-part for part in first.location)))
    return added(document, *(replace(each, place=shift.of(each.place)) for each in figures))


def _left(place: Place) -> Floats:
    """Return the direction (3,) to the left of a figure, in world space."""
    return np.asarray(place.matrix[:3, 0] / place.size)


def _along(place: Place, here: Place) -> float:
    """Return how far a place is to the left in the direction of `here`, metres."""
    return float(np.array(place.location) @ _left(here))


def removed(document: Document, name: str) -> Document:
    """Return the document without the figure of that name; no other refers to its bones any more.

    Raises ValueError, in one sentence, for the only figure of a scene, and where the scene has none of that name.
    """
    scene = document.scene
    if len(scene.figures) < 2:
        raise ValueError(_("{figure} is the only figure; add another one first.").format(figure=quoted(name)))
    edited(document, name)
    left = tuple(each for each in scene.following(name, None).figures if each.name != name)
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
