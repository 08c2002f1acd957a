"""Faults by which bones are no tree: a name twice, a parent that is not there, a circle of parents.

Files are rejected for it when they are read. A document that a script has put together raises when it is evaluated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pantin.rigs.messages import _
from pantin.rigs.rig import Bone
from pantin.rigs.wording import quoted


class NoTree(ValueError):
    """Bones that carry each other in no order: where in the document, and what to do."""


def check_tree(bones: Sequence[Bone]) -> None:
    """Raise NoTree, in one sentence, where the bones are no trees."""
    if found := fault_among(bones):
        where, what = found
        raise NoTree(f"{where}: {what}")


def fault_among(bones: Sequence[Bone]) -> tuple[str, str] | None:
    """The place and the sentence of the first fault; None where the bones are trees."""
    return _name_twice(bones) or _wrong_parent(bones)


def _name_twice(bones: Sequence[Bone]) -> tuple[str, str] | None:
    first: dict[str, int] = {}
    for index, bone in enumerate(bones):
        if first.setdefault(bone.name, index) != index:
            what = _("{bone} is also the name of bone {first}; rename one of the two.").format(
                bone=quoted(bone.name), first=first[bone.name]
            )
            return f"$.bones[{index}].name", what
    return None


def _wrong_parent(bones: Sequence[Bone]) -> tuple[str, str] | None:
    place = {bone.name: index for index, bone in enumerate(bones)}
    rooted: set[str] = set()
    for bone in bones:
        path: dict[str, None] = {}
        at: Bone | None = bone
        while at is not None and at.name not in rooted:
            if at.name in path:
                return _circle(list(path)[list(path).index(at.name) :], place)
            path[at.name] = None
            if at.parent is not None and at.parent not in place:
                what = _("the rig has no bone {parent}; correct the name or add the bone.").format(
                    parent=quoted(at.parent)
                )
                return f"$.bones[{place[at.name]}].parent", what
            at = bones[place[at.parent]] if at.parent is not None else None
        rooted.update(path)
    return None


def _circle(names: list[str], place: Mapping[str, int]) -> tuple[str, str]:
    shown = [quoted(name) for name in names[:6]] + (["…"] if len(names) > 6 else []) + [quoted(names[0])]
    circle = shown[0]
    for above in shown[1:]:
        circle = _("{bone} under {parent}").format(bone=circle, parent=above)
    what = _("the bones carry each other in a circle, {bones}; give one of them another parent.").format(bones=circle)
    return f"$.bones[{place[names[0]]}].parent", what
