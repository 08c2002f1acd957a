"""Entries of the palette: actions with their menus, keys and why they cannot be done; constraints; poses; bones."""

from __future__ import annotations

from collections.abc import Iterator

from pantin.app.actions import ACTIONS
from pantin.app.actions.action import posing_only
from pantin.app.actions.editor import Editor
from pantin.app.actions.other_programs import NAMES
from pantin.app.actions.pose.expressing import character_shown, keep_expressions
from pantin.app.actions.rig import constraining
from pantin.app.keyboard.keymap import Keymap, places, shown
from pantin.app.messages import _
from pantin.rigs.constraints import KINDS, Constraint
from pantin.rigs.meshes.faces import in_order
from pantin.widgets.finding.palette import PaletteEntry
from pantin.widgets.poses.pose_entry import PoseEntry

MOST = 500
"""Expressions that are listed at the most."""

BONE = "bone "
"""The beginning of the names of entries that select a bone."""
POSE = "pose "
"""The beginning of the names of entries that apply a pose of the shelf."""
EXPRESSION = "expression "
"""The beginning of the names of entries that set an expression of the character, or put it back."""
ADD = "add "
"""The beginning of the names of entries that add a constraint to the active bone."""


def entries(editor: Editor, keymap: Keymap) -> tuple[PaletteEntry, ...]:
    """Everything that can be found now."""
    actions = (_action(editor, name, place, keymap) for name, place in places())
    if editor.starting:
        return tuple(actions)
    why_not = ACTIONS["add_constraint"].why_not(editor)
    constraints = (_constraint(kind, why_not) for kind in KINDS)
    poses = (_pose(entry, posing_only(editor)) for entry in editor.pose_library.shelf.entries)
    faces = _expressions(editor)
    return (*actions, *constraints, *poses, *faces, *(_bone(bone.name) for bone in editor.session.document.rig.bones))


def pick(editor: Editor, entry: str) -> bool:
    """Select the bone, apply the pose or add the constraint of the entry of this name; False for that of an action."""
    if bone := bone_of(entry):
        editor.session.select((bone,), bone)
    elif entry.startswith(POSE):
        editor.pose_library.apply(entry.removeprefix(POSE))
    elif entry.startswith(EXPRESSION):
        name = entry.removeprefix(EXPRESSION)
        is_there = bool(editor.session.document.figure.pose.expressions.get(name))
        keep_expressions(editor.session, {name: 0.0 if is_there else 1.0})
    elif entry.startswith(ADD):
        named = {kind.__name__: kind for kind in KINDS}
        constraining.add(editor, named[entry.removeprefix(ADD)])
    else:
        return False
    return True


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
        words=f"{action.words} {NAMES.get(name, '')}",
    )


def _constraint(kind: type[Constraint], why_not: str) -> PaletteEntry:
    look = kind.look
    return PaletteEntry(
        name=f"{ADD}{kind.__name__}",
        title=_("Add constraint: {constraint}").format(constraint=look.title),
        place=_("Rig"),
        keys=(),
        icon=look.icon,
        why_not=why_not,
        checked=None,
        words=f"{look.help} {NAMES.get(ADD + kind.__name__, '')}",
    )


def _pose(entry: PoseEntry, why_not: str) -> PaletteEntry:
    return PaletteEntry(
        name=f"{POSE}{entry.key}",
        title=_("Apply pose: {pose}").format(pose=entry.name),
        place=_("Poses"),
        keys=(),
        icon="library",
        why_not=why_not,
        checked=None,
        words=f"{_('blend library')} {' '.join(entry.tags)}",
    )


def _expressions(editor: Editor) -> Iterator[PaletteEntry]:
    """Yield an entry for each expression of the character: it is set to 100 %, or put back where it is there."""
    character, why_not = character_shown(editor.session), posing_only(editor)
    values = editor.session.document.figure.pose.expressions
    for each in () if character is None else in_order(character.expressions)[:MOST]:
        yield PaletteEntry(
            name=f"{EXPRESSION}{each.name}",
            title=_("Expression: {expression}").format(expression=each.name),
            place=_("Face"),
            keys=(),
            icon="pose",
            why_not=why_not,
            checked=bool(values.get(each.name)),
            words=f"{_('face morph shape key blend shape smile')} {each.preset or ''}",
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
