"""Selecting joints: which ends of bones tools take hold of while the rest pose is edited.

A joint is taken as a whole, with every end that lies on it. Beside the joints the bones are selected that lie between
them; where there are none, those that end there: so that panels and actions always know the bones to act on.
"""

from __future__ import annotations

from collections.abc import Iterable

from pantin.rigs.document import Document, End
from pantin.rigs.editing.building.joints import joint_of
from pantin.rigs.editing.selection import select
from pantin.rigs.rig import Rig


def joint(rig: Rig, end: End) -> tuple[End, ...]:
    """All ends on the joint of this one; the tail, where there is one, is first."""
    return tuple(End(*other) for other in joint_of(rig, end.bone, end.end))


def ends_held(document: Document) -> tuple[End, ...]:
    """Return the ends that tools take hold of: the selected joints, or both ends of every selected bone."""
    known = document.rig.by_name
    if document.ends:
        return tuple(end for end in document.ends if end.bone in known)
    return tuple(End(name, end) for name in document.selected if name in known for end in ("head", "tail"))


def joints_held(document: Document) -> tuple[End, ...]:
    """The same with one end for each joint: that of the tail, where there is one."""
    return tuple(dict.fromkeys(joint(document.rig, end)[0] for end in ends_held(document)))


def single_joint_held(document: Document) -> End | None:
    """The one joint that tools take hold of; None where they hold several, or none. Looks at no more than it must."""
    held = iter(ends_held(document))
    first = next(held, None)
    if first is None:
        return None
    on_joint = joint(document.rig, first)
    return on_joint[0] if all(end in on_joint for end in held) else None


def select_joints(document: Document, ends: Iterable[End], active: str | None = None) -> Document:
    """The joints of these ends selected, and no others; with them the bones between them, or that end there."""
    rig = document.rig
    taken = tuple(dict.fromkeys(other for end in ends if end.bone in rig.by_name for other in joint(rig, end)))
    heads, tails = ({end.bone for end in taken if end.end == which} for which in ("head", "tail"))
    bones = [bone.name for bone in rig.bones if bone.name in heads and bone.name in tails]
    bones = bones or list(dict.fromkeys(joint(rig, end)[0].bone for end in taken))
    return select(document, bones, active if active in bones else None, taken)


def select_tail(document: Document, bone: str) -> Document:
    """The bone selected, and of it the joint that it ends in: what is drawn next goes on from there."""
    return select(document, (bone,), bone, joint(document.rig, End(bone, "tail")))


def joints_toggled(document: Document, ends: Iterable[End]) -> Document:
    """The joint of these ends beside what was selected; taken out where it was selected already."""
    given, before = tuple(ends), ends_held(document)
    if document.ends and set(given) <= set(before):
        return select_joints(document, [end for end in before if end not in set(given)])
    return select_joints(document, (*before, *given), given[0].bone if given else None)
