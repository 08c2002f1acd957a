"""Constraints that cannot do what they are there for: those that look nowhere, limit the wrong way round, or move what
cannot move.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import degrees

from pantin.rigs.constraints import (
    AboveGround,
    Armature,
    Chained,
    ChildOf,
    Constraint,
    CopyTransforms,
    Ik,
    Ranged,
    SplineIk,
    StretchTo,
    Transformation,
)
from pantin.rigs.constraints.tracking import Undefinable
from pantin.rigs.fields import field_named
from pantin.rigs.messages import _
from pantin.rigs.problems.problem import Change, Fix, Problem, sentence_for
from pantin.rigs.rig import Rig
from pantin.rigs.translation import inside
from pantin.rigs.tree.chains import acts, chain_bones
from pantin.rigs.wording import quoted


def no_target(rig: Rig) -> Iterator[Problem]:
    """Constraints that rest because they have no target. An IK without one waits to be dragged."""
    for index, constraint in _active(rig):
        if constraint.needs_target and not isinstance(constraint, Ik | SplineIk) and not constraint.aims:
            text = _("The {constraint} on {owner} has no target, so it rests; choose one.").format(
                constraint=title_of(constraint), owner=quoted(constraint.owner)
            )
            field = "targets" if isinstance(constraint, Armature) else "target"
            yield Problem("no_target", "warning", (constraint.owner,), text, f"$.constraints[{index}].{field}")


def no_weight(rig: Rig) -> Iterator[Problem]:
    """Armatures none of whose targets weighs anything."""
    for index, constraint in _active(rig):
        if (
            isinstance(constraint, Armature)
            and constraint.targets
            and not any(target.weight for target in constraint.targets)
        ):
            text = _("None of the targets of the {constraint} on {owner} has a weight, so it rests; give one.").format(
                constraint=title_of(constraint), owner=quoted(constraint.owner)
            )
            yield Problem("no_weight", "warning", (constraint.owner,), text, f"$.constraints[{index}].targets")


def no_range(rig: Rig) -> Iterator[Problem]:
    """Transformations whose ranges go from a number to the same one, as those of a new one do."""
    for index, constraint in _active(rig):
        if isinstance(constraint, Transformation) and constraint.target is not None and constraint.changes_nothing:
            text = _(
                "The {constraint} on {owner} changes nothing; let what it reads and what it writes end elsewhere than "
                "they begin, on one axis at least."
            ).format(constraint=title_of(constraint), owner=quoted(constraint.owner))
            where = f"$.constraints[{index}].read_{constraint.read}_to"
            yield Problem("no_range", "warning", (constraint.owner,), text, where)


def same_axes(rig: Rig) -> Iterator[Problem]:
    """Constraints that would have one axis in two directions."""
    for index, constraint in _active(rig):
        if isinstance(constraint, Undefinable) and constraint.is_undefined:
            title = field_named(type(constraint), constraint.second).title
            text = _(
                "The {constraint} on {owner} has {axis} as its axis and as its {field}, so it leaves the bone as it "
                "is; choose another one."
            ).format(
                constraint=title_of(constraint),
                owner=quoted(constraint.owner),
                axis=constraint.axis[-1].upper(),
                field=inside(title),
            )
            where = f"$.constraints[{index}].{constraint.second}"
            other = next(axis for axis in "zyx" if axis != constraint.axis[-1])
            fix = Fix(
                _("Use {value}").format(value=other.upper()),
                (Change("constraints", index, constraint.second, other),),
            )
            yield Problem("same_axes", "error", (constraint.owner,), text, where, fix)


def no_curve(rig: Rig) -> Iterator[Problem]:
    """Chains that are to follow a curve and have too few points for one."""
    for index, constraint in _active(rig):
        if isinstance(constraint, SplineIk) and not constraint.is_curve:
            sentence = (
                _("The {constraint} on {owner} rests: with free handles a curve needs three bones for each point.")
                if constraint.handles == "free"
                else _("The {constraint} on {owner} rests: a curve needs two points at least.")
            )
            text = sentence.format(constraint=title_of(constraint), owner=quoted(constraint.owner))
            yield Problem("no_curve", "warning", (constraint.owner,), text, f"$.constraints[{index}].points")


def no_space_bone(rig: Rig) -> Iterator[Problem]:
    """Constraints in the space of a bone that nobody has named: they count in armature space."""
    for index, constraint in _active(rig):
        if getattr(constraint, "space_bone", "") is None and "space_bone" not in constraint.unused:
            text = _(
                "The {constraint} on {owner} counts in the space of a bone, and none is named; choose one."
            ).format(constraint=title_of(constraint), owner=quoted(constraint.owner))
            yield Problem("no_space_bone", "warning", (constraint.owner,), text, f"$.constraints[{index}].space_bone")


def reversed_limits(rig: Rig) -> Iterator[Problem]:
    """Limits that end before they begin."""
    for index, constraint in _active(rig):
        if not isinstance(constraint, Ranged):
            continue
        for axis, (least, most) in enumerate(zip(constraint.lower, constraint.upper, strict=True)):
            if least is not None and most is not None and least > most:
                text = _(
                    "The {constraint} on {owner} is reversed on {axis}, from {upper} down to {lower}, "
                    "so that axis is left free."
                ).format(
                    constraint=title_of(constraint),
                    owner=quoted(constraint.owner),
                    axis="XYZ"[axis],
                    upper=_figure(constraint, least),
                    lower=_figure(constraint, most),
                )
                where = f"$.constraints[{index}].lower[{axis}]"
                fix = Fix(_("Swap the two"), _swapped(index, constraint, axis))
                yield Problem("reversed_limit", "error", (constraint.owner,), text, where, fix)


def _swapped(index: int, limit: Ranged, axis: int) -> tuple[Change, ...]:
    lower, upper = list(limit.lower), list(limit.upper)
    lower[axis], upper[axis] = upper[axis], lower[axis]
    return Change("constraints", index, "lower", tuple(lower)), Change("constraints", index, "upper", tuple(upper))


def held_heads(rig: Rig) -> Iterator[Problem]:
    """Constraints that move the head of a bone which hangs on its parent's tail."""
    for index, constraint in _active(rig):
        bone = rig.by_name.get(constraint.owner)
        if bone is not None and bone.connected and bone.parent is not None and constraint.moves_only:
            text = _("The {constraint} on {bone} cannot move it, because the bone is connected to {parent}.").format(
                constraint=title_of(constraint), bone=quoted(bone.name), parent=quoted(bone.parent)
            )
            fix = Fix(_("Disconnect it"), (Change("bones", rig.bones.index(bone), "connected", False),))
            yield Problem("connected", "warning", (bone.name,), text, f"$.constraints[{index}]", fix)


def overwritten(rig: Rig) -> Iterator[Problem]:
    """Constraints that turn bones which IK turns afterwards, whatever they did."""
    turned = {name: each for each in _full_iks(rig) for name in chain_bones(rig, each)}
    for index, constraint in _active(rig):
        ik = turned.get(constraint.owner)
        if ik is None or not acts(rig, constraint) or not (constraint.turns_only or isinstance(constraint, TURNING)):
            continue
        title, owner = title_of(constraint), quoted(constraint.owner)
        if constraint.turns_only:
            text = _("The {constraint} on {owner} does nothing, because the {ik} of {end} turns that bone after it.")
            fix = Fix(_("Turn it off"), (Change("constraints", index, "enabled", False),))
        else:
            text = _(
                "The {constraint} on {owner} does not turn it, because the {ik} of {end} does so after it; take the "
                "bone out of the chain, or turn one of the two off."
            )
            fix = None
        text = text.format(constraint=title, owner=owner, ik=title_of(ik), end=quoted(ik.owner))
        yield Problem("overwritten", "warning", (constraint.owner,), text, f"$.constraints[{index}]", fix)


TURNING = CopyTransforms | ChildOf | Armature | StretchTo
"""Constraints that turn their owner and do more than that."""


def _full_iks(rig: Rig) -> Iterator[Ik | SplineIk]:
    """The IK constraints that leave nothing of how the bones of their chains were turned before."""
    for _index, each in _active(rig):
        solved = isinstance(each, Ik) and rig.live_solving and each.blend >= 1.0
        if acts(rig, each) and (solved or (isinstance(each, SplineIk) and each.influence >= 1.0)):
            assert isinstance(each, Ik | SplineIk)
            yield each


def same_goals(rig: Rig) -> Iterator[Problem]:
    """IK constraints of one bone that reach for one target."""
    first: dict[tuple[str, str, bool], int] = {}
    for index, ik in _active(rig):
        if not isinstance(ik, Ik) or ik.own_target is None or not acts(rig, ik):
            continue
        before = first.setdefault((ik.owner, ik.own_target, ik.use_tail), index)
        if before == index:
            continue
        alike = ik == rig.constraints[before]
        fix = Fix(_("Turn the second off"), (Change("constraints", index, "enabled", False),)) if alike else None
        text = sentence_for(
            fix,
            _("Two IK constraints of {owner} reach for {target}, and are the same."),
            _("Two IK constraints of {owner} reach for {target} with other settings; turn one of them off."),
        ).format(owner=quoted(ik.owner), target=quoted(ik.target))
        yield Problem("same_goal", "warning", (ik.owner, ik.own_target), text, f"$.constraints[{index}]", fix)


def turned_anyway(rig: Rig) -> Iterator[Problem]:
    """Bones within chains of IK that are to turn out of the ground."""
    for index, constraint in _active(rig):
        if isinstance(constraint, AboveGround) and acts(rig, constraint):
            goals = (each for _index, each in _active(rig) if isinstance(each, Chained) and acts(rig, each))
            end = next((chain[0] for each in goals if constraint.owner in (chain := chain_bones(rig, each))), None)
            if end not in (None, constraint.owner) and rig.live_solving:
                text = _(
                    "The {constraint} on {owner} cannot turn it, because IK does; put one on {end}, where the chain "
                    "ends."
                ).format(constraint=title_of(constraint), owner=quoted(constraint.owner), end=quoted(str(end)))
                fix = Fix(_("Move it there"), (Change("constraints", index, "owner", end),))
                yield Problem("turned_by_ik", "warning", (constraint.owner,), text, f"$.constraints[{index}]", fix)


def title_of(constraint: Constraint) -> str:
    """Return the name of a constraint's kind within a sentence; in quotes where that is no noun."""
    look = constraint.look
    return inside(look.title) if look.is_noun else look.named


def _active(rig: Rig) -> Iterator[tuple[int, Constraint]]:
    return ((index, constraint) for index, constraint in enumerate(rig.constraints) if constraint.enabled)


def _figure(constraint: Constraint, number: float) -> str:
    """A limit as people read it."""
    unit = field_named(type(constraint), "lower").unit
    if unit == "rad":
        return f"{degrees(number):.4g}°"
    return _("{length:.4g} cm").format(length=number * 100) if unit == "m" else f"{number:.4g}"
