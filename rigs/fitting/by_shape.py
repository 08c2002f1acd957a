"""Parts of a person, by the shape of the skeleton alone: limbs in pairs, mirrored left and right.

Of the pairs of chains that leave the middle, the legs go down to the floor from the lowest root, and the arms are the
longest above them. In each the two longest bones that follow each other are the upper and the lower one. The figure is
taken to stand upright, with left and right along X.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

import numpy as np

from pantin.rigs.anatomy.names import stem_of
from pantin.rigs.anatomy.parts import ARM, FINGERS, LEG, Part
from pantin.rigs.fitting.figure import SIDES, Role, role
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.sides import Side
from pantin.rigs.vectors import Vector

MIDDLE = 0.02
"""Joints this near to the middle are in it; parts of the figure's size, as the next four are."""
ALIKE = 0.04
"""How far a joint may be from its mirror image."""
DOWN = 0.2
"""How far a leg goes down at least."""
FLOOR = 0.15
"""How far above the lowest joint a leg ends at most."""
SURE = 0.02
"""Toes and knees must be before or behind the ankles by more than this part of a leg to outrank names of sides."""
LONG = 0.12
"""How long an arm is at least."""

ENOUGH = frozenset(role(part, side) for part in ("thigh", "shin", "upper_arm", "forearm") for side in SIDES)
"""What a person needs of limbs."""

Pair = tuple[tuple[str, ...], tuple[str, ...]]
"""Two chains that mirror each other, that at +X first."""


def limbs_by_shape(tree: Tree) -> dict[Role, str]:
    """The arms and legs, by role. Where the middle ends is tried out: collarbones may begin in it or beside it."""
    found: dict[Role, str] = {}
    for near in (MIDDLE, 2.0 * MIDDLE, MIDDLE / 2.0):
        limbs = _limbs(tree, near)
        if len(limbs.keys() & ENOUGH) > len(found.keys() & ENOUGH):
            found = limbs
    return found


def _limbs(tree: Tree, near: float) -> dict[Role, str]:
    """The arms and legs, by role, where joints so near to the middle are in it."""
    pairs = _pairs(tree, near)
    legs = _legs(tree, pairs)
    if legs is None:
        return {}
    arms = _arms(tree, [pair for pair in pairs if pair != legs], tree.head(legs[0][0]))
    ahead = _ahead(tree, legs)
    sides = (abs(ahead) < SURE and _named_sides(legs)) or (("L", "R") if ahead >= 0.0 else ("R", "L"))
    found: dict[Role, str] = {}
    for pair, parts in ((legs, LEG), (arms, ARM)):
        for chain, side in zip(pair or (), sides, strict=False):
            found |= _roles(tree, chain, parts, side)
    return found


def _named_sides(pair: Pair) -> tuple[Side, Side] | None:
    """The sides that the names of two chains tell; None where they do not."""
    one, other = (stem_of(chain[0]).side for chain in pair)
    return (one, other) if {one, other} == {"L", "R"} else None


def _pairs(tree: Tree, middle_ends: float = MIDDLE) -> list[Pair]:
    """The chains of at least two bones that leave the middle in mirrored pairs, the one at greater x first.

    Joints are in the middle up to `middle_ends` from it, in parts of the figure's size.
    """
    middle = float(np.mean([tree.head(name)[0] for name in tree.body])) if tree.body else 0.0
    roots = _leaving(tree, middle, middle_ends * tree.size)
    heads = np.array([tree.head(name) for name in roots]).reshape(-1, 3)
    images = heads * (-1.0, 1.0, 1.0) + (2.0 * middle, 0.0, 0.0)
    pairs: list[Pair] = []
    for left, head, image in zip(roots, heads, images, strict=True):
        if head[0] > middle:
            apart = np.linalg.norm(heads - image, axis=1)
            nearest = int(apart.argmin())
            chains = tree.longest(left), tree.longest(roots[nearest])
            if apart[nearest] <= ALIKE * tree.size and min(map(len, chains)) > 1:
                pairs.append(chains)
    return pairs


def _leaving(tree: Tree, middle: float, near: float) -> list[str]:
    """The bones that begin beside the middle, farther than `near` from it in x, metres, on a parent that does not."""
    aside = {name: abs(float(tree.head(name)[0]) - middle) > near for name in tree.body}
    return [name for name in tree.body if aside[name] and not aside.get(tree.rig.by_name[name].parent or "", False)]


def _legs(tree: Tree, pairs: Sequence[Pair]) -> Pair | None:
    """Of the pairs that go far down and end where the figure does, the one that begins lowest: arms may be longer."""
    return min(_standing(tree, pairs), key=lambda pair: float(tree.head(pair[0][0])[2]), default=None)


def _standing(tree: Tree, pairs: Sequence[Pair]) -> list[Pair]:
    """The pairs that go far down and end where the figure does."""
    lowest = min((float(tree.head(name)[2]) for name in tree.body), default=0.0)

    def stands(pair: Pair) -> bool:
        tip = float(tree.tail(pair[0][-1])[2])
        far = float(tree.head(pair[0][0])[2]) - tip > DOWN * tree.size
        return far and tip <= lowest + FLOOR * tree.size

    return [pair for pair in pairs if stands(pair)]


def four_legs_by_shape(tree: Tree) -> dict[Role, str]:
    """Hind legs and forelegs, by role: of two pairs that stand, the hind legs hang nearer to the root."""
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


def _ahead(tree: Tree, legs: Pair) -> float:
    """How far toes and knees are towards -Y, where figures look, before the ankles, in lengths of the legs."""
    ahead, length = 0.0, 0.0
    for chain in legs:
        upper = _upper(tree, chain)
        joints = [*(tree.head(name) for name in chain[upper : upper + 4]), tree.tail(chain[-1])]
        hip, knee, ankle = joints[:3]
        length += float(np.linalg.norm(ankle - hip))
        ahead += float((hip + ankle)[1] / 2 - knee[1])
        if len(joints) > 3:
            ahead += 2.0 * float(ankle[1] - joints[3][1])
    return ahead / length if length > 0.0 else 0.0


def _roles(tree: Tree, chain: Sequence[str], parts: Sequence[Part], side: Side) -> dict[Role, str]:
    """What the bones of one chain are: its two longest neighbours, and what is above and below them."""
    upper = _upper(tree, chain)
    first = 0 if parts is LEG else 1
    found = {}
    for number, part in enumerate(parts):
        at = upper + number - first
        if 0 <= at < len(chain):
            found[role(part, side)] = chain[at]
    return found


def _upper(tree: Tree, chain: Sequence[str]) -> int:
    """The place of the upper bone of a limb."""
    lengths = _lengths(tree, chain)
    last = max(1, len(chain) - 2)
    return max(range(last), key=lambda at: lengths[at] + lengths[at + 1])


def _lengths(tree: Tree, chain: Sequence[str]) -> list[float]:
    places = [*(tree.head(name) for name in chain), tree.tail(chain[-1])]
    return [float(np.linalg.norm(end - begin)) for begin, end in pairwise(places)]


def fingers_by_shape(tree: Tree, hand: str, side: Side) -> dict[Role, str]:
    """The fingers of a hand: the thumb begins nearest to the wrist, the others follow it in a row."""
    chains = [tree.longest(bone.name) for bone in tree.children(hand)]
    chains = [chain for chain in chains if len(chain) > 1]
    if not 2 <= len(chains) <= len(FINGERS):
        return {}
    wrist = tree.head(hand)
    thumb = min(chains, key=lambda chain: float(np.linalg.norm(tree.head(chain[0]) - wrist)))
    row = sorted(chains, key=lambda chain: float(np.linalg.norm(tree.head(chain[0]) - tree.head(thumb[0]))))
    return {
        role(f"{finger}_{number}", side): name
        for finger, chain in zip(FINGERS, row, strict=False)
        for number, name in enumerate(chain[:3], start=1)
    }


def head_by_shape(tree: Tree, chest: str, limbs: Collection[str]) -> tuple[str, ...]:
    """From the lowest bone of the neck to the head: the path up from the chest that no arm hangs on."""
    ways = []
    for child in tree.children(chest):
        below = [child.name, *tree.below(child.name)]
        if limbs and not set(limbs).isdisjoint(below):
            continue
        ways.append(tree.path(child.name, max(below, key=lambda name: float(tree.head(name)[2]))))
    best = max(ways, key=lambda way: float(tree.head(way[-1])[2]), default=())
    if not best or tree.tail(best[-1])[2] <= tree.head(chest)[2]:
        return ()
    return best[: _head_at(tree, best) + 1]


def _head_at(tree: Tree, path: Sequence[str]) -> int:
    """The place of the head: what eyes and hair hang on; else the last, but not a mere end that exporters put there."""
    for at, name in enumerate(path):
        if len(tree.children(name)) > 1:
            return at
    lengths = _lengths(tree, path)
    ends = len(path) > 2 and lengths[-2] > lengths[-3]
    return len(path) - (2 if ends else 1)
