"""Parts of a person, by the shape of the skeleton alone: limbs in pairs, mirrored left and right.

Of the pairs of chains that leave the middle, the legs go down to the floor from the lowest root, and the arms are the
longest above them. In each the two longest bones that follow each other are the upper and the lower one. The figure is
taken to stand upright, with left and right along X, or along Y where more of it is found so.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise, product

import numpy as np

from pantin.rigs.anatomy.names import stem_of
from pantin.rigs.anatomy.parts import ARM, FINGERS, LEG, Part
from pantin.rigs.fitting.body_frame import SURE, ahead_of_ankles
from pantin.rigs.fitting.found_body import SIDES, Role, phalanges_of, role_of
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.sides import Side
from pantin.rigs.vectors import FRONT, Vector

MIDDLE = 0.02
"""Joints this near to the middle are in it, in parts of the figure's size, as the next ones."""
ALIKE = 0.04
"""Largest distance of a joint from its mirror image."""
DOWN = 0.2
"""Least distance that a leg goes down."""
FLOOR = 0.15
"""Largest height of the end of a leg above the lowest joint."""
LONG = 0.12
"""Least length of an arm."""
PHALANGES = 3
"""Bones of a finger: one that has more from the wrist on has one in the palm."""
ONE_PLACE = 1e-4
"""Largest distance between the first joints of fingers that begin in one place."""

QUARTER = np.array(((0.0, -1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0)))
"""Turns a place, a row, by a quarter about Z: (x, y, z) becomes (y, -x, z)."""

ENOUGH = frozenset(role_of(part, side) for part in ("thigh", "shin", "upper_arm", "forearm") for side in SIDES)
"""The long bones of a person's four limbs: a search that finds more of them is the better one."""

Pair = tuple[tuple[str, ...], tuple[str, ...]]
"""Two chains of bones that mirror each other, the one at greater x first."""


def limbs_by_shape(tree: Tree) -> dict[Role, str]:
    """The arms and legs, by role; empty where no legs are found.

    Three widths of the middle are tried, because collarbones may begin in it or beside it.
    """
    found: dict[Role, str] = {}
    for seen, middle in product((tree, _FromTheSide(tree.rig)), (MIDDLE, 2.0 * MIDDLE, MIDDLE / 2.0)):
        if found.keys() >= ENOUGH:
            break
        limbs = _limbs(seen, middle)
        if len(limbs.keys() & ENOUGH) > len(found.keys() & ENOUGH):
            found = limbs
    return found


class _FromTheSide(Tree):
    """The skeleton turned by a quarter about Z: who looks along X looks along -Y, with left and right along X."""

    def seen(self, places: Vector) -> Vector:
        return np.asarray(places @ QUARTER)


def _limbs(tree: Tree, middle_ends: float) -> dict[Role, str]:
    """The arms and legs, by role, where the middle ends `middle_ends` from its plane, in parts of the figure's size."""
    pairs = _pairs(tree, middle_ends)
    legs = _legs(tree, pairs)
    if legs is None:
        return {}
    arms = _arms(tree, [pair for pair in pairs if pair != legs], tree.head(legs[0][0]))
    sides = _sides(tree, legs)
    found: dict[Role, str] = {}
    for pair, parts in ((legs, LEG), (arms, ARM)):
        for chain, side in zip(pair or (), sides, strict=False):
            found |= _roles(tree, chain, parts, side)
    return found


def _sides(tree: Tree, legs: Pair) -> tuple[Side, Side]:
    """The sides of the leg at greater x and of the other one: by toes and knees, by names where these do not tell."""
    ahead = ahead_of_ankles((_leg_joints(tree, chain) for chain in legs), FRONT)
    by_toes: tuple[Side, Side] = ("L", "R") if ahead >= 0.0 else ("R", "L")
    return by_toes if abs(ahead) >= SURE else _named_sides(legs) or by_toes


def _named_sides(pair: Pair) -> tuple[Side, Side] | None:
    """The sides that the names of two chains tell; None where they do not."""
    one, other = (stem_of(chain[0]).side for chain in pair)
    return (one, other) if {one, other} == {"L", "R"} else None


def _pairs(tree: Tree, middle_ends: float = MIDDLE) -> list[Pair]:
    """The chains of at least two bones that leave the middle in mirrored pairs, the one at greater x first.

    Joints are in the middle up to `middle_ends` from it, in parts of the figure's size.
    """
    middle = float(np.mean(tree.heads[:, 0])) if tree.body else 0.0
    roots = _leaving(tree, middle, middle_ends * tree.size)
    heads = np.array([tree.head(name) for name in roots]).reshape(-1, 3)
    images = heads * (-1.0, 1.0, 1.0) + (2.0 * middle, 0.0, 0.0)
    pairs: list[Pair] = []
    for left, head, image in zip(roots, heads, images, strict=True):
        if head[0] > middle:
            apart = np.linalg.norm(heads - image, axis=1)
            nearest = int(apart.argmin())
            if apart[nearest] <= ALIKE * tree.size:
                chains = tree.longest_chain(left), tree.longest_chain(roots[nearest])
                pairs += [chains] if min(map(len, chains)) > 1 else []
    return pairs


def _leaving(tree: Tree, middle: float, near: float) -> list[str]:
    """The bones that begin beside the middle, farther than `near` from it in x, metres, on a parent that does not."""
    aside = dict(zip(tree.body, (np.abs(tree.heads[:, 0] - middle) > near).tolist(), strict=True))
    return [name for name in tree.body if aside[name] and not aside.get(tree.rig.by_name[name].parent or "", False)]


def _legs(tree: Tree, pairs: Sequence[Pair]) -> Pair | None:
    """Of the pairs that go far down and end where the figure does, the one that begins lowest: arms may be longer."""
    return min(_standing(tree, pairs), key=lambda pair: float(tree.head(pair[0][0])[2]), default=None)


def _standing(tree: Tree, pairs: Sequence[Pair]) -> list[Pair]:
    """The pairs that go far down and end where the figure does."""
    lowest = float(tree.heads[:, 2].min()) if tree.body else 0.0

    def stands(pair: Pair) -> bool:
        tip = float(tree.tail(pair[0][-1])[2])
        far = float(tree.head(pair[0][0])[2]) - tip > DOWN * tree.size
        return far and tip <= lowest + FLOOR * tree.size

    return [pair for pair in pairs if stands(pair)]


def four_legs_by_shape(tree: Tree) -> dict[Role, str]:
    """Hind legs and forelegs, by role: of two pairs that stand, the hind legs hang nearer to the root."""
    return _four_legs(tree) or _four_legs(_FromTheSide(tree.rig))


def _four_legs(tree: Tree) -> dict[Role, str]:
    pairs = sorted(_standing(tree, _pairs(tree)), key=lambda pair: tree.depth(pair[0][0]))
    found: dict[Role, str] = {}
    if len(pairs) == 2:
        for pair, parts in zip(pairs, (LEG, ARM), strict=True):
            for chain, side in zip(pair, SIDES, strict=True):
                found |= _roles(tree, chain, parts, side)
    return found


def _arms(tree: Tree, pairs: Sequence[Pair], hip: Vector) -> Pair | None:
    """The longest pair that is rather above the hips than before or behind them, as the legs of animals are."""

    def reach(pair: Pair) -> float:
        return sum(_lengths(tree, pair[0]))

    def is_above(pair: Pair) -> bool:
        _, away, up = tree.head(pair[0][0]) - hip
        return bool(up > abs(away))

    best = max((pair for pair in pairs if is_above(pair)), key=reach, default=None)
    return best if best is not None and reach(best) > LONG * tree.size else None


def _leg_joints(tree: Tree, chain: Sequence[str]) -> list[Vector]:
    """Hip, knee, ankle and, where the chain goes on, the toes; positions (3,)."""
    upper = _upper(tree, chain)
    return [*(tree.head(name) for name in chain[upper : upper + 4]), tree.tail(chain[-1])][:4]


def _roles(tree: Tree, chain: Sequence[str], parts: Sequence[Part], side: Side) -> dict[Role, str]:
    """The bones of one chain by role: its two longest neighbours are the upper and the lower one."""
    upper = _upper(tree, chain)
    first = 0 if parts is LEG else 1
    found = {}
    for number, part in enumerate(parts):
        at = upper + number - first
        if 0 <= at < len(chain):
            found[role_of(part, side)] = chain[at]
    return found


def _upper(tree: Tree, chain: Sequence[str]) -> int:
    """The index of a limb's upper bone in its chain: it and the next one are longer than any other two neighbours."""
    lengths = _lengths(tree, chain)
    last = max(1, len(chain) - 2)
    return max(range(last), key=lambda at: lengths[at] + lengths[at + 1])


def _lengths(tree: Tree, chain: Sequence[str]) -> list[float]:
    places = [*(tree.head(name) for name in chain), tree.tail(chain[-1])]
    return [float(np.linalg.norm(end - begin)) for begin, end in pairwise(places)]


def fingers_by_shape(tree: Tree, hand: str, side: Side) -> dict[Role, str]:
    """The phalanges of a hand's fingers by role: the thumb begins nearest to the wrist, the others follow in a row.

    Where fingers all begin in one place, their next joints tell the same, and bones of the palm are left out.
    """
    chains = [tree.longest_chain(bone.name) for bone in tree.children(hand)]
    chains = [chain for chain in chains if len(chain) > 1]
    if not 2 <= len(chains) <= len(FINGERS):
        return {}
    wrist = tree.head(hand)
    starts = np.array([tree.head(chain[0]) for chain in chains])
    if float(np.ptp(starts, axis=0).max()) < ONE_PLACE * tree.size:
        starts = np.array([tree.head(chain[1]) for chain in chains])
        chains = [chain[1:] if len(chain) > PHALANGES else chain for chain in chains]
    thumb = starts[np.linalg.norm(starts - wrist, axis=1).argmin()]
    row = [chains[at] for at in np.linalg.norm(starts - thumb, axis=1).argsort(kind="stable")]
    found: dict[Role, str] = {}
    for finger, chain in zip(FINGERS, row, strict=False):
        found |= zip(phalanges_of(finger, side), chain, strict=False)
    return found


def head_by_shape(tree: Tree, chest: str, limbs: Collection[str]) -> tuple[str, ...]:
    """From the lowest bone of the neck to the head: the highest path up from the chest that carries none of `limbs`.

    Empty where there is no such path, or it does not lead up.
    """
    paths = []
    for child in tree.children(chest):
        below = [child.name, *tree.below(child.name)]
        if not set(limbs).isdisjoint(below):
            continue
        paths.append(tree.path(child.name, max(below, key=lambda name: float(tree.head(name)[2]))))
    best = max(paths, key=lambda path: float(tree.head(path[-1])[2]), default=())
    if not best or tree.tail(best[-1])[2] <= tree.head(chest)[2]:
        return ()
    return best[: _head_at(tree, best) + 1]


def _head_at(tree: Tree, path: Sequence[str]) -> int:
    """The index of the head: the first bone on which several hang, as eyes and hair do; else the last.

    A last bone that only marks the end of a longer one before it, as exporters add them, is not taken.
    """
    for at, name in enumerate(path):
        if len(tree.children(name)) > 1:
            return at
    lengths = _lengths(tree, path)
    has_end_marker = len(path) > 2 and lengths[-2] > lengths[-3]
    return len(path) - (2 if has_end_marker else 1)
