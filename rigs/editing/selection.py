"""The selection. A change of selection is an edit like any other, but no step of its own in the history."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from pantin.rigs.document import Document, End
from pantin.rigs.rig import Rig
from pantin.rigs.sides import mirrored_name


def select(document: Document, names: Iterable[str], active: str | None = None, ends: Iterable[End] = ()) -> Document:
    """Select exactly these bones, in that order, without repeats; unknown names are left out.

    The active bone is `active`; where that is not given it stays if it is still selected, else it is the last of them.
    Of joints exactly `ends` are selected.
    """
    known = document.rig.by_name
    chosen = tuple(dict.fromkeys(name for name in names if name in known))
    joints = tuple(dict.fromkeys(end for end in ends if end.bone in known))
    if active is None or active not in known:
        active = document.active if document.active in chosen else (chosen[-1] if chosen else None)
    if chosen == document.selected and active == document.active and joints == document.ends:
        return document
    return msgspec.structs.replace(document, selected=chosen, active=active, ends=joints)


def toggled(document: Document, name: str) -> Document:
    """Add a bone as the active one, or take it away where it is selected; then the last of the others is active."""
    others = tuple(other for other in document.selected if other != name)
    if len(others) < len(document.selected):
        return select(document, others, others[-1] if others else None)
    return select(document, (*others, name), name)


def every(document: Document) -> Document:
    """Select every bone that can be selected."""
    return select(document, selectable(document.rig), document.active)


def none(document: Document) -> Document:
    """Deselect all."""
    return msgspec.structs.replace(document, selected=(), active=None, ends=())


def inverted(document: Document) -> Document:
    """Select what can be selected and was not."""
    before = set(document.selected)
    return select(document, (name for name in selectable(document.rig) if name not in before))


def parents(document: Document, extend: bool = False) -> Document:
    """Select the parents of the selected bones instead, or with `extend` as well. Roots stay selected."""
    rig = document.rig
    above = {name: rig.by_name[name].parent or name for name in document.selected}
    return _stepped(document, (above[name] for name in document.selected), above.get(document.active or ""), extend)


def children(document: Document, extend: bool = False) -> Document:
    """Select the first child of each selected bone instead, or with `extend` as well. Tips stay selected."""
    below = {name: _first_child(document.rig, name) for name in document.selected}
    return _stepped(document, (below[name] for name in document.selected), below.get(document.active or ""), extend)


def linked(document: Document, names: Iterable[str]) -> Document:
    """Everything that parents connect with the bones `names`, beside what was selected."""
    rig, found, waiting = document.rig, set[str](), list(names)
    while waiting:
        name = waiting.pop()
        if name in found or name not in rig.by_name:
            continue
        found.add(name)
        parent = rig.by_name[name].parent
        waiting += [bone.name for bone in rig.children.get(name, ())] + ([parent] if parent else [])
    before = set(document.selected)
    return select(document, (name for name in selectable(rig) if name in found or name in before), document.active)


def mirrored(document: Document, extend: bool = False) -> Document:
    """The same bones on the other side, by their names. Bones without a side, or without a partner, stay."""
    known = document.rig.by_name
    other = {name: mirrored_name(name) if mirrored_name(name) in known else name for name in document.selected}
    return _stepped(document, (other[name] for name in document.selected), other.get(document.active or ""), extend)


def selectable(rig: Rig) -> tuple[str, ...]:
    """The bones that are shown and may be clicked, in the order of the rig."""
    return tuple(bone.name for bone in rig.bones if bone.selectable and bone.name in rig.shown)


def _stepped(document: Document, names: Iterable[str], active: str | None, extend: bool) -> Document:
    return select(document, (*document.selected, *names) if extend else names, active)


def _first_child(rig: Rig, name: str) -> str:
    """A connected child before others, a bone of the body before handles; the bone itself where it has no child."""
    below = sorted(rig.children.get(name, ()), key=lambda bone: (not bone.connected, bone.kind != "bone"))
    return below[0].name if below else name
