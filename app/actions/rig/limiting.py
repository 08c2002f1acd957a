"""Joint limits: hinges, ball joints, human ranges, limits taken from the pose, and none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from pantin.app.actions.action import Action, after, not_ready, nothing_selected, posing_only
from pantin.app.messages import _
from pantin.rigs.document import Document
from pantin.rigs.editing.hinges import make_hinges
from pantin.rigs.editing.joint_limits import (
    TURNED,
    clear_limits,
    freed,
    held_again,
    limit_from_pose,
    make_balls,
    mirrored_to_partners,
    partners,
    with_joints,
)
from pantin.rigs.euler import bend_twist_sway
from pantin.rigs.fields import Vector3
from pantin.rigs.fitting import figure_in
from pantin.rigs.fitting.limits.human_limits import human_limits
from pantin.rigs.rig import Rig
from pantin.solver.edits.posing import posing
from pantin.viewport.figure.anatomy import roles_of
from pantin.viewport.tools.dragging.drag_target import bones_title

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor

FRONT, BACK, DOWN = (0.0, -1.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, -1.0)
AT_REST = _("The selected bones stand at rest; turn them to where they should stop.")
BENDS: dict[str, Vector3] = {
    "shin": BACK,
    "forearm": FRONT,
    "thigh": FRONT,
    "upper_arm": FRONT,
    "finger": DOWN,
    "spine": FRONT,
    "chest": FRONT,
    "neck": FRONT,
    "head": FRONT,
    "jaw": DOWN,
}
"""The direction in which the tail of a part of the body moves when its joint bends, for limbs that rest straight."""


def _joints(editor: Editor) -> tuple[str, ...]:
    """The selected bones that have a joint; with Mirror X also their partners on the other side."""
    document = editor.session.document
    names = tuple(name for name in document.selected if document.rig.by_name[name].kind == "bone")
    both = partners(document.rig, names).values() if editor.view.settings.mirror_x else ()
    return (*names, *both)


@after(nothing_selected)
def _no_joint(editor: Editor) -> str:
    return "" if _joints(editor) else _("Handles and poles have no joint to limit; select a bone.")


@after(_no_joint)
def _no_limits(editor: Editor) -> str:
    by_name = editor.session.document.rig.by_name
    bound = any(by_name[name].joint.limited for name in _joints(editor))
    return "" if bound else _("The selected bones turn freely already.")


def _free_limits(editor: Editor) -> None:
    """Free the limits of the selected joints for this pose; where some of them are free, hold these again."""
    names, free = _joints(editor), _free(editor)
    if free:
        _edit(editor, _("Hold limits of {bones} again"), free, lambda document: held_again(document, free))
    else:
        _edit(editor, _("Free limits of {bones} for this pose"), names, lambda document: freed(document, names))


def _free(editor: Editor) -> tuple[str, ...]:
    """The selected joints whose limits are freed for this pose."""
    return tuple(name for name in _joints(editor) if name in editor.session.document.rig.freed)


@after(posing_only, _no_joint)
def _nothing_to_free(editor: Editor) -> str:
    by_name = editor.session.document.rig.by_name
    ranges = (limit for name in _joints(editor) for limit in by_name[name].joint.limit)
    held = _free(editor) or any(limit is not None for limit in ranges)
    return "" if held else _("The selected bones have no limits to free.")


@after(not_ready, _no_joint)
def _not_turned(editor: Editor) -> str:
    if not editor.session.posed:
        return _("The bones are shown at rest; go back to posing.")
    return "" if not editor.session.settled or _is_turned(_turns(editor)) else AT_REST


def _is_turned(turns: Mapping[str, Vector3]) -> bool:
    return any(abs(angle) > TURNED for turn in turns.values() for angle in turn)


def _turns(editor: Editor) -> dict[str, Vector3]:
    """Bend, twist and sway of each selected bone on screen, radians. A bone that is not on screen yet is left out."""
    session = editor.session
    shown = session.shown.rig.by_name
    names = tuple(name for name in session.document.selected if name in shown and shown[name].kind == "bone")
    solved = posing.solved_rotations(session.shown, session.evaluated, names)
    return {name: bend_twist_sway(transform.rotation, shown[name].joint.roll) for name, transform in solved.items()}


def _hinges(editor: Editor) -> None:
    names, towards = _joints(editor), _towards(editor.session.document.rig)
    _edit(editor, _("Make hinge {bones}"), names, lambda document: make_hinges(document, names, towards))


def _towards(rig: Rig) -> dict[str, Vector3]:
    return {name: BENDS[role] for name, role in roles_of(rig).items() if role in BENDS}


def _human(editor: Editor) -> None:
    """Limit those selected bones that are part of a person to the range of a healthy adult."""
    rig = editor.session.document.rig
    joints = human_limits(rig, figure_in(rig))
    names = tuple(name for name in _joints(editor) if name in joints)
    if not names:
        editor.session.refused.emit(
            _("None of the selected bones was found to be a joint of a person; limit it by hand.")
        )
    else:
        chosen = {name: joints[name] for name in names}
        _edit(editor, _("Human limits of {bones}"), names, lambda document: with_joints(document, chosen))


def _each(label: str, edit: Callable[[Document, Iterable[str]], Document]) -> Callable[[Editor], None]:
    def run(editor: Editor) -> None:
        names = _joints(editor)
        _edit(editor, label, names, lambda document: edit(document, names))

    return run


def _from_pose(editor: Editor) -> None:
    turns, mirrored = _turns(editor), editor.view.settings.mirror_x
    if not _is_turned(turns):
        editor.session.refused.emit(AT_REST)
        return

    def edit(document: Document) -> Document:
        limited_here = limit_from_pose(document, turns)
        return mirrored_to_partners(limited_here, turns) if mirrored else limited_here

    _edit(editor, _("Set limit from pose {bones}"), tuple(turns), edit)


def _edit(editor: Editor, label: str, names: tuple[str, ...], edit: Callable[[Document], Document]) -> None:
    editor.session.edit(label.format(bones=bones_title(names)), edit)


ACTIONS: dict[str, Action] = {
    "make_hinge": Action(
        title=_("Make hinge"),
        run=_hinges,
        keys=("Ctrl+H",),
        icon="limit",
        help=_("The selected joints bend about one axis, from straight to 150°. Which one, the bend of the limb says."),
        why_not=_no_joint,
        industry=("Ctrl+J",),
        over_figure=True,
        words=_("elbow knee limit joint lock axis"),
    ),
    "make_ball": Action(
        title=_("Make ball joint"),
        run=_each(_("Make ball joint {bones}"), make_balls),
        help=_("The selected joints swing in a cone of 60° and twist by 45°. Drag its edges to change it."),
        why_not=_no_joint,
        words=_("shoulder hip limit cone"),
        within=_("Ball"),
    ),
    "limit_human": Action(
        title=_("Human limits of selected"),
        run=_human,
        icon="limit",
        help=_("The selected joints turn as far as a healthy adult's, counted from how the skeleton rests."),
        why_not=_no_joint,
        words=_("joint range of motion anatomy preset"),
        within=_("Human"),
    ),
    "limit_from_pose": Action(
        title=_("Set limit from pose"),
        run=_from_pose,
        keys=("Ctrl+Shift+L",),
        help=_("The range of the selected joints ends where they are turned to now."),
        why_not=_not_turned,
        over_figure=True,
        words=_("joint minimum maximum range"),
        within=_("From pose"),
    ),
    "clear_limits": Action(
        title=_("Clear limits"),
        run=_each(_("Clear limits {bones}"), clear_limits),
        help=_("The selected joints turn freely: no limits, no locked axes."),
        why_not=_no_limits,
        words=_("joint free unlock remove"),
        within=_("None"),
    ),
    "free_limits": Action(
        title=_("Free limits for this pose"),
        run=_free_limits,
        icon="limit",
        help=_(
            "The selected joints turn beyond their limits until this is chosen again, the pose is reset, or one from "
            "the library takes its place."
        ),
        why_not=_nothing_to_free,
        checked=lambda editor: bool(_free(editor)),
        words=_("joint release hold open range beyond"),
        within=_("Free limits"),
    ),
}

OTHERS = ("make_ball", "limit_human", "limit_from_pose", "clear_limits")
MENU = ((_("Joints"), ("make_hinge", *OTHERS)),)
