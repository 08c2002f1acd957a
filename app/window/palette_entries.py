"""What the palette lists: every action with its menu, its keys and why it cannot be done; and the bones by name."""

from __future__ import annotations

from pantin.app.actions import ACTIONS
from pantin.app.actions.editor import Editor
from pantin.app.keyboard.keymap import Keymap, places, shown
from pantin.app.messages import _
from pantin.widgets.finding.palette import PaletteEntry

BONE = "bone "
"""What the names of entries that select a bone begin with."""


def entries(editor: Editor, keymap: Keymap) -> tuple[PaletteEntry, ...]:
    """Everything that can be found now."""
    actions = (_action(editor, name, place, keymap) for name, place in places())
    bones = () if editor.starting else (_bone(bone.name) for bone in editor.session.document.rig.bones)
    return (*actions, *bones)


def bone_of(entry: str) -> str | None:
    """The bone that the entry of this name selects; None for the entry of an action."""
    return entry.removeprefix(BONE) if entry.startswith(BONE) else None


def _action(editor: Editor, name: str, place: str, keymap: Keymap) -> PaletteEntry:
    action = ACTIONS[name]
    return PaletteEntry(
        name=name,
        title=action.title,
        place=place,
        keys=tuple(shown(key) for key in keymap.keys(name)),
        icon=action.icon,
        why_not=action.why_not(editor),
        checked=action.checked(editor) if action.checked else None,
        words=action.words,
    )


def _bone(name: str) -> PaletteEntry:
    return PaletteEntry(
        name=f"{BONE}{name}",
        title=name,
        place=_("Bone"),
        keys=(),
        icon="bone",
        why_not="",
        checked=None,
        words=_("select"),
    )
