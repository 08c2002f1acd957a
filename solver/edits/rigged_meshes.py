"""A mesh without skin becomes a figure that can be posed: it gets a skeleton, weights and controls."""

from __future__ import annotations

from msgspec.structs import replace

from pantin.rigs.bodies.body_points import BodyPoints
from pantin.rigs.bodies.drawing import placed_in
from pantin.rigs.bodies.frame import Body
from pantin.rigs.document import Document
from pantin.rigs.figure import Figure
from pantin.rigs.formats.converted.binding import bound_figure
from pantin.solver.edits.limbs.person_controls import rig_person
from pantin.solver.messages import _, ngettext


def rigged(figure: Figure, body: Body, points: BodyPoints) -> tuple[Figure, str]:
    """Return a figure whose mesh hangs on the skeleton of a person now, with controls, and what was made in words.

    `points` (armature space) are those of the `body` in its mesh. Its new file is kept. Raises Unusable, Fault, and
    ValueError in one sentence, where the points cannot be those of a person or the file is not there.
    """
    placed = placed_in(body, points)
    skeleton = Figure(name=figure.name, rig=placed.rig, place=figure.place)
    bound = bound_figure(figure, skeleton)
    made, _report = rig_person(Document.of(bound))
    count = len(placed.rig.bones)
    words = ngettext("A skeleton of {count} bone", "A skeleton of {count} bones", count).format(count=count)
    if placed.fingers:
        hands = ngettext("with {count} finger", "with {count} fingers", placed.fingers)
        words = f"{words} {hands.format(count=placed.fingers)}"
    sentence = _("{skeleton}, weights and controls were made by Pantin; the layout Rig moves its joints.")
    return replace(made.figure, name=figure.name), sentence.format(skeleton=words)
