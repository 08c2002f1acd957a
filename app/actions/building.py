"""Changing the skeleton: dividing, connecting, parents, roll, the other side, dissolving, deleting.

All of it edits the selected bones at rest, while posing too: one need not leave posing to connect two bones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from pantin.app.actions.action import Action, WhyNot, no_figure, nothing_pointed_at, nothing_selected
from pantin.rigs.document import Document
from pantin.rigs.editing.bones import reparent
from pantin.rigs.editing.building.dividing import insert_joint, subdivide
from pantin.rigs.editing.building.joining import connect, disconnect
from pantin.rigs.editing.building.removing import delete, dissolve
from pantin.rigs.editing.building.rolling import roll_to, roll_to_bend
from pantin.rigs.editing.mirroring.symmetry import side_lain_on, symmetrize
from pantin.rigs.fields import Vector3
from pantin.rigs.rig import Bone

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor

OnBones = Callable[[Document, tuple[str, ...]], Document]
"""A pure edit of the named bones."""

FACINGS: dict[str, tuple[str, Vector3]] = {
    "front": ("−Y", (0.0, -1.0, 0.0)),
    "back": ("+Y", (0.0, 1.0, 0.0)),
    "left": ("+X", (1.0, 0.0, 0.0)),
    "right": ("−X", (-1.0, 0.0, 0.0)),
    "up": ("+Z", (0.0, 0.0, 1.0)),
    "down": ("−Z", (0.0, 0.0, -1.0)),
}
"""The directions of the world as the figure sees them, and their axes."""

PARTS = (2, 3, 4, 6, 8)
"""Into how many parts the menu divides bones."""


def _does(verb: str, edit: OnBones) -> Callable[[Editor], None]:
    """Apply the edit to the selected bones, as one step of undo that names them: "Dissolve shin.L"."""

    def run(editor: Editor) -> None:
        names = editor.session.document.selected
        editor.session.edit(f"{verb} {_titled(names)}", lambda document: edit(document, names))

    return run


def _titled(names: tuple[str, ...]) -> str:
    return names[0] if len(names) == 1 else f"{len(names)} bones"


def _none(is_one: Callable[[Bone], bool], why: str) -> WhyNot:
    """The reason `why` where `is_one` holds for none of the selected bones."""
    return lambda editor: nothing_selected(editor) or ("" if any(map(is_one, _selected(editor))) else why)


def _selected(editor: Editor) -> Iterable[Bone]:
    document = editor.session.document
    return (document.rig.by_name[name] for name in document.selected)


def _hangs(bone: Bone) -> bool:
    return bone.parent is not None and not bone.connected


def _is_aside(bone: Bone) -> bool:
    return bool(side_lain_on(bone))


def _connect(document: Document, names: tuple[str, ...]) -> Document:
    return connect(document, [name for name in names if _hangs(document.rig.by_name[name])])


def _parent_to_active(editor: Editor) -> None:
    document = editor.session.document
    names, active = [name for name in document.selected if name != document.active], document.active
    label = f"Parent {_titled(tuple(names))} to {active}"
    editor.session.edit(label, lambda document: reparent(document, names, active))


def _nobody_to_parent(editor: Editor) -> str:
    document = editor.session.document
    if no_figure(editor) or (len(document.selected) > 1 and document.active in document.selected):
        return no_figure(editor)
    return "Select the bones to be carried, then the one that is to carry them."


def _not_joined(editor: Editor) -> str:
    """The reason where no selected bone is connected to another one."""
    rig = editor.session.document.rig

    def joined(bone: Bone) -> bool:
        return bone.connected or any(child.connected for child in rig.children.get(bone.name, ()))

    return _none(joined, "No selected bone is connected to another one.")(editor)


def _roll_to(direction: Vector3) -> OnBones:
    return lambda document, names: roll_to(document, names, direction)


def _roll_to_view(editor: Editor) -> None:
    """Roll until Z points towards the camera, along its viewing direction."""
    x, y, z = editor.view.camera.axes[2].tolist()
    _does("Roll to view:", _roll_to((x, y, z)))(editor)


def _symmetrize(editor: Editor) -> None:
    """Copy to the other side; say so where that changes nothing."""

    def copied(document: Document, names: tuple[str, ...]) -> Document:
        after = symmetrize(document, names)
        if after.rig == document.rig:
            editor.session.told.emit("The other side is the mirror image already")
        return after

    _does("Copy to other side:", copied)(editor)


def _insert_joint(editor: Editor) -> None:
    """Divide the bone under the pointer where the pointer is."""
    hit, evaluated = editor.view.pointed, editor.session.evaluated
    if hit is None:
        return
    name, row = hit.bone, evaluated.index[hit.bone]
    head, along = evaluated.heads[row], evaluated.tails[row] - evaluated.heads[row]
    at = float((hit.point - head) @ along) / max(float(along @ along), 1e-12)
    editor.session.edit(
        f"Insert joint in {name}", lambda document: insert_joint(document, name, min(max(at, 0.05), 0.95))
    )


def _divide(parts: int) -> Action:
    return Action(
        f"Divide into {parts}",
        _does(f"Divide into {parts}:", lambda document, names: subdivide(document, names, parts)),
        icon="stick",
        help=f"Each selected bone becomes {parts} in a row; chains and limbs through it grow.",
        why_not=nothing_selected,
        words="subdivide split cut segments",
        within=f"Into {parts}",
    )


def _face(facing: str) -> Action:
    axis, direction = FACINGS[facing]
    return Action(
        f"Roll Z to {facing}",
        _does(f"Roll Z to {facing}:", _roll_to(direction)),
        help=f"Turn the selected bones about themselves until their Z axes face {axis}.",
        why_not=nothing_selected,
        words=f"recalculate world global axis {axis} {axis.replace('−', '-')}",
        within=f"Z to {facing}",
    )


ACTIONS: dict[str, Action] = {
    **{f"divide_{parts}": _divide(parts) for parts in PARTS},
    "insert_joint": Action(
        "Insert joint",
        _insert_joint,
        ("J",),
        "joint",
        "Divide the bone under the pointer where the pointer is.",
        nothing_pointed_at,
        over_figure=True,
        words="subdivide split cut",
    ),
    "connect": Action(
        "Connect to parent",
        _does("Connect", _connect),
        icon="constraint",
        help="The selected bones begin where their parents end, and stay there.",
        why_not=_none(_hangs, "No selected bone hangs on a parent without being connected to it."),
        words="join attach",
        within="Connect",
    ),
    "disconnect": Action(
        "Disconnect from parent",
        _does("Disconnect", disconnect),
        help="The selected bones can begin anywhere; their parents still carry them.",
        why_not=_none(lambda bone: bone.connected, "No selected bone is connected to its parent."),
        words="unconnect un-connect detach",
        within="Disconnect",
    ),
    "parent": Action(
        "Parent to active",
        _parent_to_active,
        ("Ctrl+P",),
        "orientation-parent",
        "The bone selected last carries the others; they stay where they are.",
        _nobody_to_parent,
        industry=("P",),
        over_figure=True,
        words="carry hierarchy child",
        within="To active",
    ),
    "clear_parent": Action(
        "Clear parent",
        _does("Clear parent of", lambda document, names: reparent(document, names, None)),
        ("Alt+P",),
        help="Nothing carries the selected bones; they stay where they are.",
        why_not=_none(lambda bone: bone.parent is not None, "Nothing carries the selected bones."),
        industry=("Shift+P",),
        over_figure=True,
        words="unparent hierarchy",
        within="Clear",
    ),
    "roll_to_bend": Action(
        "Roll to bend plane",
        _does("Roll to bend plane:", roll_to_bend),
        ("Shift+N",),
        "rotate",
        "Turn the selected bones about themselves until they bend about their X axes.",
        nothing_selected,
        over_figure=True,
        words="recalculate normals",
        within="To bend plane",
    ),
    "roll_to_view": Action(
        "Roll to view",
        _roll_to_view,
        help="Turn the selected bones about themselves until their Z axes face you.",
        why_not=nothing_selected,
        words="recalculate camera",
        within="To view",
    ),
    **{f"roll_{facing}": _face(facing) for facing in FACINGS},
    "symmetrize": Action(
        "Copy to other side",
        _symmetrize,
        ("Ctrl+M",),
        "mirror",
        "Make the other side the mirror image of the selected bones, with constraints, limits and limbs.",
        _none(_is_aside, "The selected bones lie in the middle and have no other side."),
        over_figure=True,
        words="symmetrize mirror left right flip",
    ),
    "dissolve": Action(
        "Dissolve",
        _does("Dissolve", dissolve),
        ("Ctrl+X",),
        help="Take the selected bones out and join their neighbours.",
        why_not=_not_joined,
        over_figure=True,
        words="merge remove joint",
    ),
    "delete": Action(
        "Delete bones",
        _does("Delete", delete),
        ("X", "Del"),
        "trash",
        "Take the selected bones out, with all that is tied to them. What they carried stays in its place.",
        nothing_selected,
        industry=("Del",),
        over_figure=True,
        words="remove erase",
    ),
}

DIVIDE = tuple(f"divide_{parts}" for parts in PARTS)
PARENT = ("parent", "clear_parent", None, "connect", "disconnect")
ROLL = (
    "roll_to_bend",
    "roll_to_view",
    None,
    *(f"roll_{facing}" for facing in FACINGS),
)

MENU = (
    "symmetrize",
    None,
    ("Divide", DIVIDE),
    "insert_joint",
    ("Parent", PARENT),
    ("Set roll", ROLL),
    None,
    "dissolve",
    "delete",
)
