"""Parts of a person, by the names of bones, with one convention's table first and those of the others after it.

A name counts only where the tree agrees: a forearm hangs on an upper arm, whatever it is called. Of several bones with
the same name, such as a joint and the mesh that hangs on it, the upper one is taken.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from pantin.rigs.anatomy.convention import Convention
from pantin.rigs.anatomy.conventions import CONVENTIONS
from pantin.rigs.anatomy.names import Stem, stem_of, stems_of
from pantin.rigs.anatomy.parts import FINGERS, Part
from pantin.rigs.fitting.assigned import LIMBS, drop_loose_parts
from pantin.rigs.fitting.found_body import PAIRED, SIDES, Role, finger_of_role, phalanges_of, role_of
from pantin.rigs.fitting.tree import Tree

SINGLE: tuple[Part, ...] = ("hips", "head", "jaw")
TWO_SIDED: tuple[Part, ...] = (*PAIRED, "eye")
FEWEST = 4
"""Parts that must be recognised by a convention's names before it is said to be that convention's skeleton."""


def parts_by_name(tree: Tree) -> tuple[dict[Role, str], str]:
    """The bones whose names tell a part, by role, and the title of the convention that fits best."""
    stems = stems_of(tree.names)
    found = [(_by_convention(tree, stems, convention), convention.title) for convention in CONVENTIONS]
    ranked = sorted(found, key=lambda each: (-_besides_fingers(each[0]), -len(each[0])))
    bones, title = ranked[0]
    if _besides_fingers(bones) < FEWEST:
        title = ""
    for others, _title in ranked[1:]:
        bones |= {role: name for role, name in others.items() if role not in bones and name not in bones.values()}
    return _without_loose_parts(tree, bones), title


def _besides_fingers(bones: Mapping[Role, str]) -> int:
    """Return the number of parts that are named besides those of fingers, which many conventions call the same."""
    return sum(not finger_of_role(role) for role in bones)


def _by_convention(tree: Tree, stems: Mapping[str, Stem], convention: Convention) -> dict[Role, str]:
    """The bones whose names tell a part in one convention, by role."""
    table = _table(convention)
    recognised = {name: part for name in tree.names if (part := table.get(stems[name].word)) is not None}
    bones: dict[Role, str] = {}
    for name in sorted(recognised, key=lambda name: (tree.depth(name), -tree.descendant_count(name))):
        part, side = recognised[name], stems[name].side
        if part in (TWO_SIDED if side else SINGLE):
            bones.setdefault(role_of(part, side), name)
    return _without_loose_parts(tree, bones) | _fingers(tree, stems, recognised)


def _fingers(tree: Tree, stems: Mapping[str, Stem], recognised: Mapping[str, Part]) -> dict[Role, str]:
    """Up to three phalanges of each finger, counted from the hand, among the bones that were `recognised` by their
    names.
    """
    phalanges: dict[tuple[str, str], list[str]] = {}
    for name, part in recognised.items():
        phalanges.setdefault((part, stems[name].side), []).append(name)
    bones: dict[Role, str] = {}
    for side in SIDES:
        for finger in FINGERS:
            row = sorted(phalanges.get((finger, side), ()), key=tree.depth)
            bones |= zip(phalanges_of(finger, side), row, strict=False)
    return bones


@cache
def _table(convention: Convention) -> Mapping[str, Part]:
    """The part that each stem of a convention means."""
    return {stem_of(name).word: part for part, names in convention.names.items() for name in names.split()}


def _without_loose_parts(tree: Tree, bones: Mapping[Role, str]) -> dict[Role, str]:
    """Without parts of limbs that do not hang on the part before them."""
    kept = dict(bones)
    for limb in LIMBS:
        drop_loose_parts(tree, kept, limb)
    return kept
