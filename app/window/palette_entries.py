"""What the palette finds: every action with its place, its keys and why it is out of reach; and the bones by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.app.actions import ACTIONS
from pantin.app.keyboard.keymap import Keymap, places, shown
from pantin.widgets.finding.palette import PaletteEntry

if TYPE_CHECKING:
    from pantin.app.window.window import Window

BONE = "bone "
"""What the names of entries that select a bone begin with."""


def entries(window: Window, keymap: Keymap) -> tuple[PaletteEntry, ...]:
    """Everything that can be found now."""
    actions = (_action(window, name, place, keymap) for name, place in places())
    bones = () if window.starting else (_bone(bone.name) for bone in window.session.document.rig.bones)
    return (*actions, *bones)


def _action(window: Window, name: str, place: str, keymap: Keymap) -> PaletteEntry:
    action = ACTIONS[name]
    return PaletteEntry(
        name=name,
        title=action.title,
        place=place,
        keys=tuple(shown(key) for key in keymap.keys(name)),
        icon=action.icon,
        why_not=window.menus.why_not(name),
        checked=action.checked(window) if action.checked else None,
        words=action.words,
    )


def _bone(name: str) -> PaletteEntry:
    return PaletteEntry(
        name=f"{BONE}{name}", title=name, place="Bone", keys=(), icon="bone", why_not="", checked=None, words="select"
    )


def run(window: Window, picked: str) -> None:
    """Do what was found."""
    if picked.startswith(BONE):
        bone = picked.removeprefix(BONE)
        window.session.select((bone,), bone)
    else:
        window.menus.actions[picked].trigger()
