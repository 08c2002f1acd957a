"""Names that tell the wrong sides: bones called left on the right of a body, as its toes tell which way it looks."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.rigs.messages import _
from pantin.rigs.problems.problem import Fix, Problem
from pantin.rigs.rig import Rig
from pantin.rigs.sides import mirrored_name, side_of

FEWEST = 4
"""Limb bones whose names tell a side; of a body of which fewer do nothing is said."""

MOST = 1000
"""Bones of a figure: larger rigs are no body, and would take long to look at."""


def swapped_sides(rig: Rig) -> Iterator[Problem]:
    """A body whose names tell left and right the other way round than its front does; the fix swaps the names."""
    if len(rig.bones) > MOST or sum(bool(side_of(bone.name)) for bone in rig.bones) < FEWEST:
        return
    names = _wrongly_named(rig)
    if not names:
        return
    text = _("The names of this body tell left and right the other way round than its toes do.")
    yield Problem("swapped_sides", "warning", names, text, "$.bones", Fix(_("Swap left and right"), (), _swaps(rig)))


def _wrongly_named(rig: Rig) -> tuple[str, ...]:
    """Return the limb bones of a body all of whose names tell the other side, () where one does not or no toes tell."""
    # loaded here because it takes time, which whoever reads a rig without such names does without
    from pantin.rigs.fitting.body_frame import tells_the_other_side
    from pantin.rigs.fitting.found_body import PAIRED, part_of_role, side_of_role
    from pantin.rigs.fitting.recognition import figure_in, with_sides_swapped

    body = figure_in(rig)
    bones = {role: name for role, name in body.bones.items() if part_of_role(role) in PAIRED}
    sided = [(name, side_of(name), side_of_role(role)) for role, name in bones.items() if side_of(name)]
    if len(sided) < FEWEST or any(by_name == by_body for _name, by_name, by_body in sided):
        return ()
    if not tells_the_other_side(rig, with_sides_swapped(body)):
        return ()  # found by shape, which may take an animal for a person
    return tuple(name for name, _by_name, _by_body in sided)


def _swaps(rig: Rig) -> tuple[tuple[str, str], ...]:
    """The names that tell a side, each with the same on the other side."""
    return tuple((bone.name, mirrored_name(bone.name)) for bone in rig.bones if side_of(bone.name))
