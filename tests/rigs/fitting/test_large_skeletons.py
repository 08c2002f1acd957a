"""Looking for a body in a skeleton of very many bones looks at no bone for longer than it must."""

from __future__ import annotations

from unittest.mock import patch

from pantin.rigs.fitting.by_name import parts_by_name
from pantin.rigs.fitting.by_shape import limbs_by_shape
from pantin.rigs.fitting.recognition import figure_in
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.rig import Bone, Rig
from tests.rigs.skeletons import chain_of, person, row_of


def test_bones_whose_names_tell_nothing_are_not_sorted_for_any_convention() -> None:
    tree = Tree(row_of(100))
    with patch.object(Tree, "depth", wraps=tree.depth) as depth:
        assert parts_by_name(tree)[0] == {}
    assert not depth.called


def test_chains_without_a_mirrored_one_are_not_followed() -> None:
    root = Bone(name="root")
    places = [(x, 0.0, z + float(n)) for x, z in ((60.0, 0.0), (-60.0, 100.0)) for n in range(20)]
    others = (
        Bone(name=f"branch_{n}", parent="root", head=at, tail=(2 * at[0], 0.0, at[2])) for n, at in enumerate(places)
    )
    tree = Tree(Rig(bones=(root, *others)))
    with patch.object(Tree, "longest_chain", wraps=tree.longest_chain) as chain:
        assert limbs_by_shape(tree) == {}
    assert not chain.called


def test_places_of_a_whole_skeleton_are_read_once() -> None:
    tree = Tree(chain_of(200))
    with patch.object(Tree, "head", wraps=tree.head) as head:
        limbs_by_shape(tree)
    assert head.call_count < len(tree.names)


def test_a_person_among_many_other_bones_is_found() -> None:
    alone = figure_in(person()).bones
    assert alone and figure_in(Rig(bones=(*person().bones, *row_of(300, x=5.0).bones))).bones == alone
