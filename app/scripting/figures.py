"""Figures of a scene: several in one document, each with its rig, its pose and its place."""

from __future__ import annotations

from pantin.app.scripting.usable import public
from pantin.rigs.document import Document
from pantin.rigs.editing import figures
from pantin.rigs.place import Place
from pantin.solver.program.posed import Posed


@public
def add_figure(document: Document, other: Document, place: Place | None = None) -> Document:
    """Return the document with the figures of another one in its scene; the last of them is edited.

    They are at the left of those that are there, or the first of them at `place`. A name that is taken gets a number.
    """
    made = figures.added_beside(document, *other.scene.figures)
    if place is None:
        return made
    first = made.scene.figures[len(made.scene.figures) - len(other.scene.figures)].name
    return figures.put(made.editing(first), place).editing(made.active_figure)


@public
def edit_figure(document: Document, name: str) -> Document:
    """Return the document with the figure of that name edited: every other function is about that one."""
    return figures.edited(document, name)


@public
def remove_figure(document: Document, name: str) -> Document:
    """Return the document without the figure of that name; constraints of others refer to its bones no more.

    What they held stays where it is.
    """
    from pantin.solver.edits.posing.releasing import released

    return released(document, figures.removed(document, figures.edited(document, name).active_figure)).document


@public
def put_figure(document: Document, place: Place) -> Document:
    """Return the document with the figure that is edited at another place in the world."""
    return figures.put(document, place)


@public
def evaluate_figures(document: Document) -> dict[str, Posed]:
    """Return all figures of the scene in their poses, by name, each in its own armature space."""
    from pantin import solver

    return solver.evaluate_figures(document)
