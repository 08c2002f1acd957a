"""The menu at the pointer, over a bone or beside the figure: which entries it has, and its title."""

from __future__ import annotations

from PySide6 import QtCore

from pantin.app.actions import AT_BONE, AT_BONE_AT_REST, BESIDE_BONES, BESIDE_BONES_AT_REST, Entry
from pantin.app.messages import _
from pantin.app.session.session import Session
from pantin.app.window.menus import Menus
from pantin.rigs.rig import Rig
from pantin.rigs.tree.chains import connected_chain


def open_at(place: QtCore.QPoint, bone: str | None, session: Session, menus: Menus) -> None:
    """Open the menu: for a bone, which is selected first, or for the view."""
    if bone is not None and bone not in session.document.selected:
        session.select((bone,), bone)
    entries, title = contents(session.document.rig, bone, session.editing)
    menus.pop_up(entries, title).popup(place)


def contents(rig: Rig, bone: str | None, editing: bool) -> tuple[tuple[Entry, ...], str]:
    """Entries and title over a bone, or beside all bones; `editing` says that the rest pose is edited."""
    if bone is None:
        return BESIDE_BONES_AT_REST if editing else BESIDE_BONES, ""
    return AT_BONE_AT_REST if editing else AT_BONE, _title(rig, bone, editing)


def _title(rig: Rig, bone: str, editing: bool) -> str:
    """The bone's name; while the rest pose is edited, for the last bone of a chain also the length of the chain."""
    length = len(connected_chain(rig, bone, 0))
    is_last = not any(child.connected for child in rig.children.get(bone, ()))
    if editing and is_last and length > 1:
        return _("{bone} · end of a chain of {count}").format(bone=bone, count=length)
    return bone
