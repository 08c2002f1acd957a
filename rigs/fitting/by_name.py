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
from pantin.rigs.anatomy.parts import ARM, FINGERS, LEG, Part
from pantin.rigs.fitting.figure import PAIRED, SIDES, Role, role
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.sides import Side

SINGLE: tuple[Part, ...] = ("hips", "head", "jaw")
TWO_SIDED: tuple[Part, ...] = (*PAIRED, "eye")
FEWEST = 4
"""Parts that must be told by a convention's names before it is said to be that convention's skeleton."""


def by_name(tree: Tree) -> tuple[dict[Role, str], str]:
    """The bones whose names tell a part, by role, and the title of the convention that fits best."""
    stems = stems_of(tree.names)
    found = [(_by_convention(tree, stems, convention), convention.title) for convention in CONVENTIONS]
    ranked = sorted(found, key=lambda each: (-_core(each[0]), -len(each[0])))
    bones, title = ranked[0]
    if _core(bones) < FEWEST:
        title = ""
    for others, _ in ranked[1:]:
        bones |= {each: name for each, name in others.items() if each not in bones and name not in bones.values()}
    return _in_order(tree, bones), title


def _core(bones: Mapping[Role, str]) -> int:
    """How many parts are named besides those of fingers, which many conventions call the same."""
    return sum(each.partition("_")[0] not in FINGERS for each in bones)


def _by_convention(tree: Tree, stems: Mapping[str, Stem], convention: Convention) -> dict[Role, str]:
    table = _table(convention)
    depth = {name: tree.depth(name) for name in tree.names}
    bones: dict[Role, str] = {}
    for name in sorted(tree.names, key=lambda each: (depth[each], -tree.carried(each))):
        part = table.get(stems[name].word)
        if part is None:
            continue
        if (part in SINGLE and not stems[name].side) or (part in TWO_SIDED and stems[name].side):
            bones.setdefault(role(part, stems[name].side), name)
    return _in_order(tree, bones) | _fingers(tree, stems, table, depth)


def _fingers(
    tree: Tree, stems: Mapping[str, Stem], table: Mapping[str, Part], depth: Mapping[str, int]
) -> dict[Role, str]:
    """Up to three phalanges of each finger, counted from the hand."""
    bones: dict[Role, str] = {}
    for side in SIDES:
        for finger in FINGERS:
            phalanges = [
                name for name in tree.names if table.get(stems[name].word) == finger and stems[name].side == side
            ]
            for number, name in enumerate(sorted(phalanges, key=lambda each: depth[each])[:3], start=1):
                bones[role(f"{finger}_{number}", side)] = name
    return bones


@cache
def _table(convention: Convention) -> Mapping[str, Part]:
    """The part that each stem of a convention means."""
    return {stem_of(name).word: part for part, names in convention.names.items() for name in names.split()}


def _in_order(tree: Tree, bones: Mapping[Role, str]) -> dict[Role, str]:
    """Without parts of limbs that do not hang on the part before them."""
    kept = dict(bones)
    for side in SIDES:
        for limb in (ARM, LEG):
            _drop_loose(tree, kept, limb, side)
    return kept


def _drop_loose(tree: Tree, kept: dict[Role, str], limb: tuple[Part, ...], side: Side) -> None:
    before: str | None = None
    for part in limb:
        name = kept.get(role(part, side))
        if name is None:
            continue
        if before is not None and not tree.is_below(name, before):
            del kept[role(part, side)]
        else:
            before = name
