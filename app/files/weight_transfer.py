"""Weights of the edited figure's skin, taken from the skin of another figure. They come in another file of the figure.

A skin that was bound in another pose is bound as it rests first, so that it rests with other weights where it did.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from msgspec.structs import replace

from pantin.app.files.remaking import NOWHERE, Remade, remade
from pantin.app.messages import _
from pantin.rigs.document import Document
from pantin.rigs.figure import Figure
from pantin.rigs.formats.files import Fault, Unreadable
from pantin.rigs.meshes.character import Character
from pantin.rigs.source import Source
from pantin.rigs.wording import quoted

if TYPE_CHECKING:
    from pantin.rigs.formats.gltf.whole import Whole

Progress = Callable[[float], None]


def other_with_skin(document: Document) -> Figure | None:
    """Return the first figure that is not edited and has a skin; None where there is none."""
    others = (each for each in document.scene.figures if each.name != document.active_figure)
    return next((each for each in others if each.source is not None and each.source.skins), None)


def with_weights_of(
    document: Document,
    place: Path | None = None,
    known: Mapping[str, str] = NOWHERE,
    *,
    other: Callable[[], Figure],
    most: int = 4,
    progress: Progress = lambda _part: None,
) -> Remade:
    """Return the document whose edited figure has the weights of the skin of another. Raises ValueError, one sentence,
    and as `remaking.pose_as_rest`.
    """
    from pantin.rigs.formats.gltf.meshes import character_in
    from pantin.rigs.meshes.soles import soles_of

    def make(before: Document, whole: Whole | None) -> tuple[Document, bytes | None, tuple[str, ...]]:
        figure, source = before.figure, before.figure.source
        if whole is None or source is None:
            raise Unreadable(figure.name, _("mesh"), _("the figure has no skin."))
        made, said = _reweighted(figure, source, whole, other(), most, progress)
        told.append(said)
        soles = soles_of(figure.rig, source, character_in(made)) or figure.rig.soles
        rig = figure.rig.changed(soles=soles) if figure.rig.soles else figure.rig
        return before.with_figure(replace(figure, rig=rig)), made, ()

    told: list[str] = []
    return remade(document, make, place, known)._replace(said=" ".join(told))


def _reweighted(
    figure: Figure, source: Source, whole: Whole, other: Figure, most: int, progress: Progress
) -> tuple[bytes, str]:
    """Return the file of a figure with the weights of another, and what is told of them."""
    from pantin.rigs.bodies.transferring import on_the_skin, rest_points, transferred
    from pantin.rigs.formats.gltf.bound_at_rest import bound_at_rest, free_vertices
    from pantin.rigs.formats.gltf.meshes import character_in
    from pantin.rigs.formats.gltf.reweighting import OtherWeights, reweighted
    from pantin.rigs.formats.gltf.whole import taken_apart

    theirs = _character_of(other)
    data = bound_at_rest(whole, source)
    own = character_in(data)
    found = transferred(rest_points(figure, own), figure.rig, other, theirs, most, progress)
    changes = list[OtherWeights]()
    for place, weights in on_the_skin(figure, own, found.influences).items():
        free = free_vertices(own.parts[place], source)
        joints, shares = weights.bones[free].astype(np.int64), weights.weights[free].astype(np.float64)
        changes.append(OtherWeights(own.parts[place], free, joints, shares))
    said = _("The skin has the weights of {figure}, transferred by Pantin.").format(figure=quoted(other.name))
    return reweighted(taken_apart(data), changes), f"{said} {found.report}".strip()


def _character_of(figure: Figure) -> Character:
    """Return the character in the file of a figure. Raises Unusable and Unreadable."""
    from pantin.rigs.formats.converted.binding import contents_of
    from pantin.rigs.formats.gltf.meshes import character_in

    try:
        return character_in(contents_of(figure))
    except Fault as fault:
        raise Unreadable(figure.name, fault.where, fault.what) from None
