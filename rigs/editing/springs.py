"""Edits of springs: put on chains of bones, changed, switched and taken away."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace

from pantin.rigs.anatomy.names import words_of
from pantin.rigs.document import Document
from pantin.rigs.pose import Transform
from pantin.rigs.rest import rest_height, rest_lengths
from pantin.rigs.rig import Rig
from pantin.rigs.sides import mirrored_name
from pantin.rigs.springs import Spring, SpringJoint, Springs

PERSON = 1.6
"""Metres: the height for which stiffness and gravity are numbers as VRM files have them."""

SMALL, LARGE = 0.3, 3.0
"""Metres: figures between these are taken to be in metres, as VRM has it. Others have a unit of their own."""

NEARNESS = 0.1
"""The distance that joints keep from colliders, as a part of the mean length of their bones."""


class Character(NamedTuple):
    """The values that a kind of thing swings with."""

    stiffness: float
    gravity: float
    drag: float


HAIR = Character(1.0, 0.2, 0.4)
"""Keeps its cut, sinks a little, and stops after a swing or two."""
CLOTH = Character(0.4, 0.6, 0.5)
"""Hangs more than it stands."""
TAIL = Character(1.5, 0.0, 0.3)
"""Is held up by its animal: no gravity, or it would sag."""
ANTENNA = Character(3.0, 0.0, 0.15)
"""Stiff, and quivers for long."""

KINDS: Mapping[str, Character] = {
    **dict.fromkeys(("hair", "bang", "fringe", "ponytail", "braid", "lock", "beard", "mane"), HAIR),
    **dict.fromkeys(("skirt", "dress", "cape", "cloak", "sleeve", "scarf", "ribbon", "coat", "cloth", "robe"), CLOTH),
    **dict.fromkeys(("tail", "trunk", "tentacle"), TAIL),
    **dict.fromkeys(("antenna", "feeler", "ear", "spring", "wire", "horn"), ANTENNA),
}
"""What bones are by a word of their names; all others swing as hair."""


def kind_of(names: Iterable[str]) -> Character:
    """Return how bones swing by the first word of their names that says it."""
    words = [word for name in names for word in words_of(name)]
    found = (KINDS.get(word) or KINDS.get(word.removesuffix("s")) for word in words)
    return next((each for each in found if each is not None), HAIR)


def put_springs(document: Document, names: Collection[str], mirrored: bool = False) -> Document:
    """Put springs on chains of bones: on those `names`, or on all below where a single bone of a chain is named.

    Bones that swing already begin anew. With `mirrored` the bones of the other side get the same. Raises ValueError
    where no bone is named that can swing.
    """
    rig = document.rig
    wanted = _on_both_sides(rig, names) if mirrored else tuple(names)
    chains = tuple(_chains(rig, [name for name in wanted if name in rig.by_name and rig.by_name[name].kind == "bone"]))
    springs = without(rig.springs, {name for chain in chains for name in chain})
    groups = tuple(group.name for group in springs.colliders)
    unit = springs.unit if springs.chains else _unit(rig)
    made = tuple(_spring(rig, chain, groups) for chain in chains)
    return _with(document, replace(springs, on=True, unit=unit, chains=(*springs.chains, *made)))


def take_springs(document: Document, names: Collection[str], mirrored: bool = False) -> Document:
    """Take the chains of these bones away, with `mirrored` those of the other side too."""
    springs = document.rig.springs
    wanted = set(_on_both_sides(document.rig, names) if mirrored else names)
    kept = tuple(each for each in springs.chains if wanted.isdisjoint(joint.bone for joint in each.joints))
    return document if len(kept) == len(springs.chains) else _with(document, replace(springs, chains=kept))


def switched(document: Document, on: bool) -> Document:
    """Switch all springs on or off."""
    return _with(document, replace(document.rig.springs, on=on))


def chain_switched(document: Document, place: int, on: bool, mirrored: bool = False) -> Document:
    """Switch the chain at a place on or off."""
    return _changed(document, place, mirrored, lambda chain: replace(chain, on=on))


def chain_set(document: Document, place: int, values: Mapping[str, Any], mirrored: bool = False) -> Document:
    """Give all joints of the chain at a place these values, by field."""

    def change(chain: Spring) -> Spring:
        return replace(chain, joints=tuple(replace(joint, **values) for joint in chain.joints))

    return _changed(document, place, mirrored, change)


def without(springs: Springs, names: Collection[str]) -> Springs:
    """Return the springs, of which these bones are no joints."""
    if not springs.chains:
        return springs
    return replace(springs, chains=tuple(part for each in springs.chains for part in _parts(each, names)))


def _parts(chain: Spring, gone: Collection[str]) -> Iterator[Spring]:
    """Yield what is left of a chain without some bones: each part ends where the next bone begins."""
    if not any(joint.bone in gone for joint in chain.joints):
        yield chain
        return
    part = list[SpringJoint]()
    for joint in chain.joints:
        if joint.bone not in gone:
            part.append(joint)
        elif part:
            yield replace(chain, joints=tuple(part), end=joint.bone, end_length=None)
            part = []
    if part:
        yield replace(chain, joints=tuple(part))


def with_images(springs: Springs, images: Mapping[str, str]) -> Springs:
    """Return the springs with those of images as their bones have them: of chains all of whose bones have one."""
    made = [_image(each, images) for each in springs.chains if {joint.bone for joint in each.joints} <= images.keys()]
    owned = {joint.bone for each in made for joint in each.joints}
    kept = tuple(each for each in springs.chains if owned.isdisjoint(joint.bone for joint in each.joints))
    return replace(springs, chains=(*kept, *made)) if made else springs


def _image(chain: Spring, images: Mapping[str, str]) -> Spring:
    """Return the chain of the other side."""
    joints = tuple(
        replace(joint, bone=images[joint.bone], direction=_across(joint.direction)) for joint in chain.joints
    )
    end = None if chain.end is None else images.get(chain.end, mirrored_name(chain.end))
    name = mirrored_name(chain.name)
    name = joints[0].bone if name == chain.name else name
    return replace(chain, name=name, joints=joints, end=end, of_file=False)


def _across(direction: tuple[float, float, float]) -> tuple[float, float, float]:
    x, y, z = direction
    return (0.0 - x, y, z)


def _changed(document: Document, place: int, mirrored: bool, change: Any) -> Document:
    springs = document.rig.springs
    if not 0 <= place < len(springs.chains):
        return document
    chain = springs.chains[place]
    others = {mirrored_name(joint.bone) for joint in chain.joints} if mirrored else set()
    chains = tuple(
        change(each) if each is chain or not others.isdisjoint(joint.bone for joint in each.joints) else each
        for each in springs.chains
    )
    return _with(document, replace(springs, chains=chains))


def _with(document: Document, springs: Springs) -> Document:
    return document.with_rig(document.rig.changed(springs=springs))


def _on_both_sides(rig: Rig, names: Iterable[str]) -> tuple[str, ...]:
    both = (each for name in names for each in (name, mirrored_name(name)))
    return tuple(dict.fromkeys(each for each in both if each in rig.by_name))


def _chains(rig: Rig, names: Collection[str]) -> Iterator[tuple[str, ...]]:
    """Yield the chains of bones that are to swing, each from its root; a fork begins further ones."""
    named = set(names)
    if not named:
        return
    roots = [name for name in names if rig.by_name[name].parent not in named]
    alone = {name for name in roots if not any(child.name in named for child in rig.children.get(name, ()))}
    for root in roots:
        todo = [root]
        while todo:
            chain, name = list[str](), todo.pop()
            while True:
                chain.append(name)
                below = [each.name for each in rig.children.get(name, ()) if each.kind == "bone"]
                below = below if root in alone else [each for each in below if each in named]
                if not below:
                    break
                name = below[0]
                todo.extend(reversed(below[1:]))
            yield tuple(chain)


def _spring(rig: Rig, chain: tuple[str, ...], groups: tuple[str, ...]) -> Spring:
    """Return the spring of a chain of bones, by what their names say."""
    how = kind_of(chain)
    bones = [rig.by_name[name] for name in chain]
    radius = round(NEARNESS * float(np.mean(rest_lengths(bones))), 6)
    joints = tuple(
        SpringJoint(name, stiffness=how.stiffness, gravity=how.gravity, drag=how.drag, radius=radius) for name in chain
    )
    return Spring(name=chain[0], joints=joints, colliders=groups)


def _unit(rig: Rig) -> float:
    """Return the unit of a figure's springs: a metre, or for figures that are in none what a metre is to a person."""
    height = rest_height(rig.bones)
    return 1.0 if SMALL <= height <= LARGE or height <= 0.0 else height / PERSON


def left_to_readers(document: Document, of_file: bool = False) -> Document:
    """Return the document whose springs are off, with `of_file` those of its own file alone: who reads it lets them
    swing.

    Their bones rest on their parents then, as such readers take them to: how they are posed by themselves does not
    count while springs act.
    """
    springs = document.rig.springs
    left = [each for each in springs.acting if each.of_file or not of_file]
    if not left:
        return document
    chains = tuple(replace(each, on=each.on and each not in left) for each in springs.chains)
    swinging = {joint.bone for each in left for joint in each.joints}
    pose = {
        name: replace(at, rotation=Transform().rotation) if name in swinging else at
        for name, at in document.figure.pose.bones.items()
    }
    return _with(document, replace(springs, chains=chains)).posed(pose)
