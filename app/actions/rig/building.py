"""Changing the skeleton: dividing, connecting, parents, roll, the other side, dissolving, deleting.

All of it edits the selected bones of the rest pose, while posing too: one need not leave posing to connect two bones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

from msgspec.structs import replace

from pantin.app.actions.action import Action, WhyNot, after, no_figure, nothing_pointed_at, nothing_selected
from pantin.app.messages import _
from pantin.rigs.document import Document
from pantin.rigs.editing.bones import reparent
from pantin.rigs.editing.building.dividing import insert_joint, subdivide
from pantin.rigs.editing.building.joining import connect, disconnect
from pantin.rigs.editing.building.rolling import roll_to, roll_to_bend
from pantin.rigs.editing.mirroring.symmetry import side_lain_on, symmetrize
from pantin.rigs.fields import Vector3
from pantin.rigs.rig import Bone
from pantin.viewport.tools.dragging.drag_target import bones_title

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor

OnBones = Callable[[Document, tuple[str, ...]], Document]
"""A pure edit of the named bones."""


class Facing(NamedTuple):
    """A direction of the world as the figure sees it, its axis, and what turning Z there is called."""

    axis: str
    direction: Vector3
    title: str
    label: str
    """The step of undo, with a place for the bones."""
    within: str
    """The name in the menu of its kind."""


FACINGS: dict[str, Facing] = {
    "front": Facing("−Y", (0.0, -1.0, 0.0), _("Roll Z to front"), _("Roll Z to front: {bones}"), _("Z to front")),
    "back": Facing("+Y", (0.0, 1.0, 0.0), _("Roll Z to back"), _("Roll Z to back: {bones}"), _("Z to back")),
    "left": Facing("+X", (1.0, 0.0, 0.0), _("Roll Z to left"), _("Roll Z to left: {bones}"), _("Z to left")),
    "right": Facing("−X", (-1.0, 0.0, 0.0), _("Roll Z to right"), _("Roll Z to right: {bones}"), _("Z to right")),
    "up": Facing("+Z", (0.0, 0.0, 1.0), _("Roll Z to up"), _("Roll Z to up: {bones}"), _("Z to up")),
    "down": Facing("−Z", (0.0, 0.0, -1.0), _("Roll Z to down"), _("Roll Z to down: {bones}"), _("Z to down")),
}

PARTS = (2, 3, 4, 6, 8)
"""Into how many parts the menu divides bones."""


def does(label: str, edit: OnBones, **places: object) -> Callable[[Editor], None]:
    """Apply the edit to the selected bones, as one step of undo that names them: "Dissolve shin.L"."""

    def run(editor: Editor) -> None:
        names = editor.session.document.selected
        editor.session.edit(label.format(bones=bones_title(names), **places), lambda document: edit(document, names))

    return run


def none_is(is_one: Callable[[Bone], bool], why: str) -> WhyNot:
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
    label = _("Parent {bones} to {parent}").format(bones=bones_title(tuple(names)), parent=active)
    editor.session.edit(label, lambda document: reparent(document, names, active))


@after(no_figure)
def _nobody_to_parent(editor: Editor) -> str:
    document = editor.session.document
    if len(document.selected) > 1 and document.active in document.selected:
        return ""
    return _("Select the bones to be carried, then the one that is to carry them.")


def _roll_to(direction: Vector3) -> OnBones:
    return lambda document, names: roll_to(document, names, direction)


def _roll_to_view(editor: Editor) -> None:
    """Roll until Z points towards the camera, along its viewing direction."""
    x, y, z = editor.view.lens.camera.axes[2].tolist()
    does(_("Roll to view: {bones}"), _roll_to((x, y, z)))(editor)


def _symmetrize(editor: Editor) -> None:
    """Copy to the other side; say so where that changes nothing."""

    def copied(document: Document, names: tuple[str, ...]) -> Document:
        after = symmetrize(document, names)
        if after.scene == document.scene:
            editor.session.notified.emit(_("The other side is the mirror image already."))
        return after

    does(_("Copy to other side: {bones}"), copied)(editor)


def _insert_joint(editor: Editor) -> None:
    """Divide the bone under the pointer where the pointer is."""
    hit, evaluated = editor.view.pointed, editor.session.evaluated
    if hit is None:
        return
    name, row = hit.bone, evaluated.index[hit.bone]
    head, along = evaluated.heads[row], evaluated.tails[row] - evaluated.heads[row]
    at = float((hit.point - head) @ along) / max(float(along @ along), 1e-12)
    editor.session.edit(
        _("Insert joint in {bone}").format(bone=name),
        lambda document: insert_joint(document, name, min(max(at, 0.05), 0.95)),
    )


def _divide(parts: int) -> Action:
    return Action(
        title=_("Divide into {count}").format(count=parts),
        run=does(
            _("Divide into {count}: {bones}"), lambda document, names: subdivide(document, names, parts), count=parts
        ),
        icon="stick",
        help=_("Each selected bone becomes {count} in a row; chains and limbs through it grow.").format(count=parts),
        why_not=nothing_selected,
        words=_("subdivide split cut segments"),
        within=_("Into {count}").format(count=parts),
    )


def _face(facing: str) -> Action:
    axis, direction, title, label, within = FACINGS[facing]
    return Action(
        title=title,
        run=does(label, _roll_to(direction)),
        help=_("Turn the selected bones about themselves until their Z axes face {axis}.").format(axis=axis),
        why_not=nothing_selected,
        words=_("recalculate world global axis {axis} {typed}").format(axis=axis, typed=axis.replace("−", "-")),
        within=within,
    )


def _without_parent(document: Document, names: tuple[str, ...]) -> Document:
    """The bones without a parent, selected whole: what is moved next is a bone that was set free, not its tail."""
    return replace(reparent(document, names, None), ends=())


ACTIONS: dict[str, Action] = {
    **{f"divide_{parts}": _divide(parts) for parts in PARTS},
    "insert_joint": Action(
        title=_("Insert joint"),
        run=_insert_joint,
        keys=("J",),
        icon="joint",
        help=_("Divide the bone under the pointer where the pointer is."),
        why_not=nothing_pointed_at,
        over_figure=True,
        words=_("subdivide split cut"),
    ),
    "connect": Action(
        title=_("Connect to parent"),
        run=does(_("Connect {bones}"), _connect),
        icon="constraint",
        help=_("The selected bones begin where their parents end, and stay there."),
        why_not=none_is(_hangs, _("No selected bone hangs on a parent without being connected to it.")),
        words=_("join attach"),
        within=_("Connect"),
    ),
    "disconnect": Action(
        title=_("Disconnect from parent"),
        run=does(_("Disconnect {bones}"), disconnect),
        help=_("The selected bones can begin anywhere; their parents still carry them."),
        why_not=none_is(lambda bone: bone.connected, _("No selected bone is connected to its parent.")),
        words=_("unconnect un-connect detach"),
        within=_("Disconnect"),
    ),
    "parent": Action(
        title=_("Parent to active"),
        run=_parent_to_active,
        keys=("Ctrl+P",),
        icon="orientation-parent",
        help=_("The bone selected last carries the others; they stay where they are."),
        why_not=_nobody_to_parent,
        industry=("P",),
        over_figure=True,
        words=_("carry hierarchy child"),
        within=_("To active"),
    ),
    "clear_parent": Action(
        title=_("Clear parent"),
        run=does(_("Clear parent of {bones}"), _without_parent),
        keys=("Alt+P",),
        help=_("Nothing carries the selected bones; they stay where they are."),
        why_not=none_is(lambda bone: bone.parent is not None, _("Nothing carries the selected bones.")),
        industry=("Shift+P",),
        over_figure=True,
        words=_("unparent hierarchy"),
        within=_("Clear"),
    ),
    "roll_to_bend": Action(
        title=_("Roll to bend plane"),
        run=does(_("Roll to bend plane: {bones}"), roll_to_bend),
        keys=("Shift+N",),
        icon="rotate",
        help=_("Turn the selected bones about themselves until they bend about their X axes."),
        why_not=nothing_selected,
        over_figure=True,
        words=_("recalculate normals"),
        within=_("To bend plane"),
    ),
    "roll_to_view": Action(
        title=_("Roll to view"),
        run=_roll_to_view,
        help=_("Turn the selected bones about themselves until their Z axes face you."),
        why_not=nothing_selected,
        words=_("recalculate camera"),
        within=_("To view"),
    ),
    **{f"roll_{facing}": _face(facing) for facing in FACINGS},
    "symmetrize": Action(
        title=_("Copy to other side"),
        run=_symmetrize,
        keys=("Ctrl+M",),
        icon="mirror",
        help=_("Make the other side the mirror image of the selected bones, with constraints, limits and limbs."),
        why_not=none_is(_is_aside, _("The selected bones lie in the middle and have no other side.")),
        over_figure=True,
        words=_("symmetrize mirror left right flip"),
    ),
}

DIVIDE = ("divide", *(f"divide_{parts}" for parts in PARTS))
PARENT = ("parent", "clear_parent", None, "connect", "disconnect")
ROLL = (
    "roll_to_bend",
    "roll_to_view",
    None,
    *(f"roll_{facing}" for facing in FACINGS),
)

MENU = (
    "symmetrize",
    (_("Divide"), (*DIVIDE, None, "insert_joint")),
    (_("Parent"), PARENT),
    (_("Set roll"), ROLL),
)
