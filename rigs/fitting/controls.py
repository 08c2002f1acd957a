"""The controls that a body gets: handles and poles for arms and legs, for back and hips, for the head and for the eyes.

A hand by itself gets a handle for each finger. The plans are those of `rigs.limb_kinds`, made for the bones that were
found rather than for what is selected.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from pantin.rigs.anatomy.names import is_control
from pantin.rigs.anatomy.parts import BACKBONE
from pantin.rigs.anatomy.words import part_of
from pantin.rigs.fields import Vector3
from pantin.rigs.fitting.bending import ARM, LEG, way_of_bend
from pantin.rigs.fitting.body_frame import frame_of
from pantin.rigs.fitting.found_body import (
    SIDES,
    FoundBody,
    finger_of_role,
    is_first_phalanx,
    phalanges_of,
    role_of,
    side_of_role,
)
from pantin.rigs.fitting.recognition import figure_in
from pantin.rigs.fitting.tree import Tree
from pantin.rigs.limb_kinds import aim, finger, limb, spine
from pantin.rigs.limb_kinds import head as head_kind
from pantin.rigs.limb_kinds.chain import LimbChain
from pantin.rigs.limb_kinds.plan import Plan
from pantin.rigs.messages import _
from pantin.rigs.rig import Rig
from pantin.rigs.sides import Side
from pantin.rigs.vectors import three
from pantin.rigs.wording import listed, quoted

MakePlan = Callable[[Rig], Plan]
"""A plan for the rig as it is when those before it have been carried out."""
FEWEST = 3
"""Arms and legs that must be there before it is a person."""


class BodyLimb(NamedTuple):
    """An arm or leg of a body: its bones, what makes its controls, and whether a sole is at its end."""

    chain: LimbChain
    plan: MakePlan
    stands: bool


def controls_of(rig: Rig, body: FoundBody, title: str) -> tuple[MakePlan, ...]:
    """Return what makes the controls of a body, in order.

    Raises ValueError where none is recognised, with the `title` of the figure.
    """
    if body.kind == "hand":
        return tuple(_fingers(rig, body))
    limbs = tuple(_limbs(rig, body))
    if len(limbs) < FEWEST:
        if loose := loose_parts(rig):
            sentence = _(
                "No person was found in {rig}, because {bones} hang on nothing; give them parents first: only {count} "
                "of four limbs can be told."
            )
            raise ValueError(sentence.format(rig=quoted(title), bones=listed(loose), count=len(limbs)))
        raise ValueError(
            _(
                "No person was found in {rig}: only {count} of four limbs can be told; select a hand or "
                "foot and make its limb by itself."
            ).format(rig=quoted(title), count=len(limbs))
        )
    return (*_trunk(rig, body), *(limb.plan for limb in limbs), *_head(body), *_eyes(rig, body))


def loose_parts(rig: Rig) -> tuple[str, ...]:
    """The first bones of the parts that hang on nothing, beside the trunk by its name, or else the largest part.

    Controls do not count.
    """
    roots = [bone.name for bone in rig.children.get(None, ()) if bone.kind == "bone" and not is_control(bone.name)]
    tree = Tree(rig)
    sizes = {name: 1 + len(tree.below(name)) for name in roots}
    trunk = [name for name in roots if part_of(name) in ("hips", *BACKBONE)]
    body = max(trunk or roots, key=lambda name: sizes[name], default=None)
    return tuple(name for name in roots if name != body and (sizes[name] > 1 or part_of(name) is not None))


def limb_of(rig: Rig, bone: str) -> BodyLimb | None:
    """The arm or leg to which a bone belongs, toes to their leg; None where there is no body, or it is in no limb."""
    body = figure_in(rig)
    limbs = tuple(_limbs(rig, body)) if body.kind != "hand" else ()
    if len(limbs) < FEWEST:
        return None
    toes = {body.bones.get(role_of("foot", side)): body.bones.get(role_of("toe", side)) for side in SIDES}
    return next((limb for limb in limbs if bone in (*limb.chain.all, toes.get(limb.chain.end))), None)


def _fingers(rig: Rig, body: FoundBody) -> Iterator[MakePlan]:
    """A handle for each finger that hangs together."""
    tree = Tree(rig)
    for first in filter(is_first_phalanx, body.bones):
        phalanges = phalanges_of(finger_of_role(first), side_of_role(first))
        top, tip = body.bones[first], [body.bones[role] for role in phalanges if role in body.bones][-1]
        if tree.is_below(tip, top):
            yield _finger(LimbChain(tree.path(top, tip)))


def _finger(chain: LimbChain) -> MakePlan:
    return lambda rig: finger.plan(rig, chain)


def ends_of(rig: Rig, body: FoundBody) -> tuple[str, ...]:
    """The feet, four of an animal, which take the rotation of their handles so that soles stay flat."""
    legs = (LEG, ARM) if body.kind == "quadruped" else (LEG,)
    chains = (_chain(Tree(rig), body, *parts, side) for parts in legs for side in SIDES)
    return tuple(chain.end for chain in chains if chain is not None and chain.end is not None)


def leftover_controls(tree: Tree, body: FoundBody) -> tuple[str, ...]:
    """Bones outside the body whose names say that they were its controls where the file was made: handIK, kneePole."""
    hips, parts = body.bones.get("hips"), {*body.bones.values(), *body.spine, *body.neck}
    if hips is None:
        return ()
    return tuple(
        name
        for name in tree.names
        if is_control(name) and not tree.is_below(name, hips) and parts.isdisjoint((name, *tree.below(name)))
    )


def _limbs(rig: Rig, body: FoundBody) -> Iterator[BodyLimb]:
    """Knees bend forward and elbows back, where they do not rest bent so far that this decides.

    The chest holds hands, but not those that an animal stands on.
    """
    tree = Tree(rig)
    chest = body.spine[-1] if body.spine else None
    on_all_fours = body.kind == "quadruped"
    for parts, parent in ((LEG, None), (ARM, chest)):
        for side in SIDES:
            chain = _chain(tree, body, *parts, side)
            if chain is not None:
                plan = _limb(chain, *way_of_bend(tree, body, parts, side), parent, on_all_fours)
                yield BodyLimb(chain, plan, stands=on_all_fours or parts == LEG)


def _limb(chain: LimbChain, way: Vector3, even_if_bent: bool, parent: str | None, stands: bool) -> MakePlan:
    return lambda rig: limb.plan(rig, chain, way, parent, even_if_bent, stands)


def _chain(tree: Tree, body: FoundBody, upper: str, lower: str, end: str, side: Side) -> LimbChain | None:
    """The bones of a limb from its upper one to the one above its end; without a hand or foot, to the lower one."""
    first, last, held = (body.bones.get(role_of(part, side)) for part in (upper, lower, end))
    if first is None or last is None:
        return None
    if held is None:
        return LimbChain(tree.path(first, last))
    return LimbChain(tree.path(first, held)[:-1], held)


def _trunk(rig: Rig, body: FoundBody) -> Iterator[MakePlan]:
    """Hips and chest, where bones lie between them."""
    tree, hips = Tree(rig), body.bones.get("hips")
    if hips is None or len(body.spine) < 2 or not tree.is_below(body.spine[-1], hips):
        return
    chain = LimbChain(tree.path(hips, body.spine[-1]))
    yield lambda rig: spine.plan(rig, chain)


def _head(body: FoundBody) -> Iterator[MakePlan]:
    head, neck = body.bones.get("head"), body.neck
    if head is not None:
        chest = body.spine[-1] if body.spine else None
        yield lambda rig: head_kind.plan(rig, head, neck, _parent_of_controls(rig, chest))


def _parent_of_controls(rig: Rig, chest: str | None) -> str | None:
    """Return the parent of the handle of the head: the handle of the chest, else the chest."""
    return next((each.controls[0] for each in rig.limbs if each.kind == "spine" and each.name == chest), chest)


def _eyes(rig: Rig, body: FoundBody) -> Iterator[MakePlan]:
    """Yield the controls that the eyes look at, one or both, straight ahead as the body stands."""
    eyes = tuple(body.bones[role] for side in SIDES if (role := role_of("eye", side)) in body.bones)
    if eyes:
        ahead = three(frame_of(rig, body).forward)
        yield lambda rig: aim.plan(rig, LimbChain(eyes), ahead)
