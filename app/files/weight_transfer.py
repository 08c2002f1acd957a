"""Weights of the edited figure's skin, taken from the skin of another figure."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pantin.app.messages import _
from pantin.rigs.document import Document
from pantin.rigs.figure import Figure
from pantin.rigs.formats.files import Fault, Unreadable
from pantin.rigs.meshes.weighting.brush import Weights
from pantin.rigs.wording import quoted
from pantin.viewport.values.loaded_character import LoadedCharacter


class NewWeights(NamedTuple):
    """Weights of all vertices, and what is told of them."""

    weights: Weights
    said: str


def other_with_skin(document: Document) -> Figure | None:
    """Return the first figure that is not edited and has a skin; None where there is none."""
    others = (each for each in document.scene.figures if each.name != document.active_figure)
    return next((each for each in others if each.source is not None and each.source.skins), None)


def new_weights(
    figure: Figure, loaded: LoadedCharacter, other: Figure, most: int, progress: Callable[[float], None]
) -> NewWeights:
    """Return weights of the character of a figure, taken from the skin of another. Raises ValueError, one sentence."""
    from pantin.rigs.bodies.transferring import on_the_skin, rest_points, transferred
    from pantin.rigs.formats.converted.binding import contents_of
    from pantin.rigs.formats.gltf.meshes import character_in

    try:
        theirs = character_in(contents_of(other))
    except Fault as fault:
        raise Unreadable(other.name, fault.where, fault.what) from None
    points = rest_points(figure, loaded.character)
    found = transferred(points, figure.rig, other, theirs, most, progress)
    before = loaded.weights or loaded.own_weights
    said = _("The skin has the weights of {figure}, transferred by Pantin.").format(figure=quoted(other.name))
    return NewWeights(on_the_skin(figure, loaded.character, before, found.influences), f"{said} {found.report}".strip())
