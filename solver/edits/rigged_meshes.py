"""A mesh without skin becomes a figure that can be posed: it gets a skeleton, weights and controls."""

from __future__ import annotations

from contextlib import suppress

from msgspec.structs import replace

from pantin.rigs.bodies import body_points
from pantin.rigs.bodies.body_points import BodyPoints
from pantin.rigs.bodies.drawing import placed_in
from pantin.rigs.bodies.frame import Body
from pantin.rigs.bodies.mesh import Mesh
from pantin.rigs.bodies.placing import KINDS, PERSON, Placed, kind_of
from pantin.rigs.document import Document
from pantin.rigs.editing.bound_rest import moved_since_bound
from pantin.rigs.figure import Figure
from pantin.rigs.formats.converted.binding import bound_figure
from pantin.rigs.formats.gltf import rebinding
from pantin.rigs.formats.gltf.meshes import character_in
from pantin.rigs.formats.gltf.whole import Whole
from pantin.rigs.meshes.soles import soles_of
from pantin.rigs.rig import Rig
from pantin.solver.edits.limbs.person_controls import fit_again, rig_person
from pantin.solver.messages import _, ngettext

MADE = _("{skeleton}, weights and controls were made by Pantin; the layout Rig moves its joints.")
WITHOUT_CONTROLS = _("{skeleton} and weights were made by Pantin; the layout Rig moves its joints.")


def rigged(figure: Figure, body: Body, points: BodyPoints) -> tuple[Figure, str]:
    """Return a figure whose mesh hangs on the skeleton of a person now, with controls, and what was made in words.

    `points` (armature space) are those of the `body` in its mesh. Its new file is kept. Raises Unusable, Fault, and
    ValueError in one sentence, where the points cannot be those of a person or the file is not there.
    """
    placed = placed_in(body, points)
    count = len(placed.rig.bones)
    words = ngettext("A skeleton of {count} bone", "A skeleton of {count} bones", count).format(count=count)
    if placed.fingers:
        hands = ngettext("with {count} finger", "with {count} fingers", placed.fingers)
        words = f"{words} {hands.format(count=placed.fingers)}"
    made, _report = rig_person(Document.of(_on(figure, placed.rig)))
    return replace(made.figure, name=figure.name), MADE.format(skeleton=words)


def rigged_as(figure: Figure, placed: Placed) -> tuple[Figure, str]:
    """Return a figure whose mesh hangs on a template that was placed in it, and what was made in words.

    An animal or a hand gets controls. Its new file is kept. Raises Unusable and Fault.
    """
    made = _on(figure, placed.rig)
    count = len(placed.rig.bones)
    words = ngettext("A skeleton of {count} bone", "A skeleton of {count} bones", count).format(count=count)
    try:
        made = rig_person(Document.of(made))[0].figure
    except ValueError:  # neither an animal nor a hand: it is pulled by its bones
        sentence = WITHOUT_CONTROLS.format(skeleton=words)
    else:
        sentence = MADE.format(skeleton=words)
    return replace(made, name=figure.name), f"{placed.words} {sentence}"


def rigged_by_shape(figure: Figure, mesh: Mesh, kind: str | None, turned: bool = False) -> tuple[Figure, str]:
    """Return a figure whose mesh hangs on what was found in it, and what was made in words.

    Its `kind` is that of a person, one of KINDS, or told by its shape. `turned`: it looks the other way than is found.
    Raises as `rigged`.
    """
    kind = kind_of(*mesh) if kind is None else kind
    if kind != PERSON:
        return rigged_as(figure, KINDS[kind].place(*mesh, turned))
    body, points = body_points.found(*mesh)
    if turned:
        body, points = body_points.turned_round(body, points)
    return rigged(figure, body, points)


def bound_again(document: Document, whole: Whole) -> tuple[Document, rebinding.BoundAgain]:
    """Return the document whose figure is bound anew to its bones as they rest, and what its own file becomes.

    Where joints of limbs were moved, their controls are fitted anew. Raises Unusable and Fault.
    """
    figure = document.figure
    moved = moved_since_bound(figure)
    found = rebinding.bound_again(figure, whole)
    soles = soles_of(figure.rig, found.source, character_in(found.data)) or figure.rig.soles
    made = document.with_figure(replace(figure, source=found.source, rig=figure.rig.changed(soles=soles)))
    if any(not moved.isdisjoint(limb.bones) for limb in made.rig.limbs):
        with suppress(ValueError):  # no body that is known: its controls are made limb by limb
            made, _report = fit_again(made)
    return made, found


def _on(figure: Figure, rig: Rig) -> Figure:
    """Return a figure whose mesh hangs on the bones of a rig."""
    return bound_figure(figure, Figure(name=figure.name, rig=rig, place=figure.place))
