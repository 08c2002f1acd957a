"""Twist bones: rows of bones along a forearm that share its twist, with weights of its skin, and those of a file."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from pantin.app.actions.action import Action, after, no_figure, nothing_selected
from pantin.app.files.remaking import TWIST_BONES, twist_bones
from pantin.app.messages import _
from pantin.rigs.anatomy.by_place import parts_of
from pantin.rigs.editing.building.twisting import LIMBS, share_twist, without_twist_bones
from pantin.rigs.sides import mirrored_name
from pantin.rigs.wording import listed
from pantin.viewport.tools.dragging.drag_target import bones_title

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor

COUNTS = (2, 3, 4, 5)
"""The numbers that the menu offers: the two ends, and up to three between them. Game skeletons have no more."""

BY_HAND = 3


def _add(editor: Editor, names: tuple[str, ...], count: int, by_hand: bool = False) -> None:
    session, label = editor.session, _("Add twist bones to {bones}").format(bones=bones_title(names))
    if session.mirrors:
        partners = [mirrored_name(name) for name in names]
        names = tuple(dict.fromkeys((*names, *(name for name in partners if name in session.document.rig.by_name))))
    editor.files.remake(label, partial(twist_bones, names=tuple(names), count=count, by_hand=by_hand))


def _shared(count: int) -> Action:
    return Action(
        title=_("Add {count} twist bones").format(count=count),
        run=lambda editor: _add(editor, editor.session.document.selected, count),
        icon="stick",
        help=_(
            "Bones along each selected one share its twist, from what carries it to the hand or foot at its end; the "
            "weights of its skin are split among them, and loops are cut where it has no vertices to turn."
        ),
        why_not=nothing_selected,
        words=_("forearm roll pronation wrist candy wrapper share lock skin weights loop cut"),
        within=_("{count}, shared").format(count=count),
    )


def _bare_limbs(editor: Editor) -> tuple[str, ...]:
    rig = editor.session.document.rig
    return without_twist_bones(rig, [name for name, part in parts_of(rig).items() if part in LIMBS])


@after(no_figure)
def _no_bare_limbs(editor: Editor) -> str:
    return "" if _bare_limbs(editor) else _("No forearm, upper arm, thigh or shin is without twist bones.")


def _share(editor: Editor) -> None:
    session = editor.session
    try:
        made, names = share_twist(session.posing)
    except ValueError as error:
        session.refused.emit(str(error))
    else:
        session.edit(_("Share twist"), lambda _document: made)
        session.notified.emit(_("They share the twist of their limbs: {bones}").format(bones=listed(list(names))))


ACTIONS: dict[str, Action] = {
    **{f"twist_bones_{count}": _shared(count) for count in COUNTS},
    "twist_bones_by_hand": Action(
        title=_("Add twist bones turned by hand"),
        run=lambda editor: _add(editor, editor.session.document.selected, BY_HAND, by_hand=True),
        icon="stick",
        help=_("Bones along each selected one share the twist of the last of them, which you turn."),
        why_not=nothing_selected,
        words=_("forearm roll pronation manual share lock"),
        within=_("{count}, turned by hand").format(count=BY_HAND),
    ),
    "twist_bones_of_limbs": Action(
        title=_("Add twist bones to all limbs"),
        run=lambda editor: _add(editor, _bare_limbs(editor), TWIST_BONES),
        icon="stick",
        help=_(
            "Forearms, upper arms, thighs and shins get five twist bones each, with weights of the skin, and loops "
            "where it has no vertices to turn."
        ),
        why_not=_no_bare_limbs,
        words=_("forearm wrist pinch candy wrapper skin weights arms legs roll loop cut subdivide"),
        within=_("All limbs"),
    ),
    "share_twist": Action(
        title=_("Share twist with the file's twist bones"),
        run=_share,
        icon="stick",
        help=_("Twist bones that came with the figure turn with their limbs, each by its place along them."),
        why_not=no_figure,
        words=_("forearm roll twist unreal lowerarm_twist pinch candy wrapper"),
        within=_("Those of the file"),
    ),
}

TWIST = tuple(ACTIONS)
MENU = ((_("Twist bones"), TWIST),)
