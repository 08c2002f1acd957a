"""Going up and down the tree of bones: ancestors, roots, descendants, and which of several bones carry the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pantin.rigs.rig import Bone, Rig


def ancestors(rig: Rig, name: str) -> Iterator[str]:
    """The bones that carry a bone, from its parent up to the root."""
    parent = rig.by_name[name].parent
    while parent is not None:
        yield parent
        parent = rig.by_name[parent].parent


def root_of(rig: Rig, name: str) -> str:
    """The root of the tree that a bone is in; the bone itself where nothing carries it."""
    for above in ancestors(rig, name):
        name = above
    return name


def depth_of(rig: Rig, name: str) -> int:
    """Return the number of bones from the parent of a bone to the root."""
    return sum(1 for _ in ancestors(rig, name))


def with_descendants(rig: Rig, names: Iterable[str]) -> tuple[str, ...]:
    """Those of `names` that the rig has, and all that hangs on them, each before what it carries."""
    found, waiting = dict[str, None](), [name for name in reversed(tuple(names)) if name in rig.by_name]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = None
            waiting += [bone.name for bone in reversed(rig.children.get(name, ()))]
    return tuple(found)


def parents_first(rig: Rig) -> tuple[Bone, ...]:
    """The bones of the rig, each after its parent."""
    roots = (bone.name for bone in rig.children.get(None, ()))
    return tuple(rig.by_name[name] for name in with_descendants(rig, roots))


def topmost(rig: Rig, names: Iterable[str]) -> tuple[str, ...]:
    """Those of `names` without an ancestor among the others, in the order of the rig: moving these moves all."""
    chosen = set(names)
    return tuple(
        bone.name for bone in rig.bones if bone.name in chosen and chosen.isdisjoint(ancestors(rig, bone.name))
    )


def hangs(rig: Rig, name: str) -> bool:
    """Return whether a bone is connected to its parent's tail and cannot leave it."""
    bone = rig.by_name[name]
    return bone.connected and bone.parent is not None
