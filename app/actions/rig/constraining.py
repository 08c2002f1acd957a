"""Adding, copying and removing constraints, and fixing the problems of a rig."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6 import QtGui

from pantin.app.actions.action import Action, after, no_figure, nothing_selected
from pantin.app.actions.rig import limbs
from pantin.app.messages import _
from pantin.rigs.constraints import Constraint, SplineIk, Untargeted
from pantin.rigs.document import Document
from pantin.rigs.editing import constrain
from pantin.rigs.fields import AnyBone, field_named
from pantin.rigs.problems.between_figures import problems_in
from pantin.rigs.problems.fixes import all_fixed
from pantin.solver.edits.posing.hanging import hung, with_inverse_cleared, with_inverse_set
from pantin.widgets.constraints.card_looks import LOOKS
from pantin.widgets.constraints.constraint_menu import ConstraintMenu
from pantin.widgets.values.exchange import BoneRequest

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor
    from pantin.widgets.properties.properties import Properties


def open_menu(editor: Editor) -> None:
    """Open a menu at the pointer with the constraints that can be added to the active bone."""
    menu = ConstraintMenu(editor.session.document.active or "")
    menu.chosen.connect(partial(add, editor))
    menu.open_at(QtGui.QCursor.pos())


def add(editor: Editor, kind: type[Constraint]) -> None:
    """Add a constraint to the active bone. Other selected bones are its targets; where there are none, ask for one."""
    document = editor.session.document
    owner = document.active or ""
    others = tuple(name for name in document.selected if name != owner)
    label = _('Add "{constraint}" to {owner}').format(constraint=LOOKS[kind].title, owner=owner)
    if issubclass(kind, SplineIk) and len(constrain.curve_points(document, owner, others)) < 2:
        limbs.make(editor, "spline")
        return
    if others or issubclass(kind, Untargeted):
        editor.session.edit(label, _hung(lambda document: constrain.add_between(document, kind, owner, others)))
    else:
        _ask_for_target(editor, kind, owner, label)


def _ask_for_target(editor: Editor, kind: type[Constraint], owner: str, label: str) -> None:
    """Add a constraint to a bone once its target was clicked; without one, where none is picked."""
    document = editor.session.document
    index, without = len(document.rig.constraints), constrain.add_new(document, kind, owner)

    def add_with(target: AnyBone | None) -> None:
        editor.session.edit(label, _hung(lambda document: constrain.add_new(document, kind, owner, target)))

    editor.ask_for_bone(
        BoneRequest(
            _("the target of {constraint} on {owner}").format(constraint=LOOKS[kind].named, owner=owner),
            lambda name: constrain.why_not(without, index, constrain.role_of(kind), name),
            add_with,
            lambda: add_with(None),
            _("No target"),
            field_named(kind, constrain.role_of(kind)).of_others,
        )
    )


def connect(editor: Editor, properties: Properties) -> None:
    """Let the panel of properties add constraints and do with them what takes the solver."""
    properties.constraint_requested.connect(partial(add, editor))
    properties.constraint_command_asked.connect(partial(command, editor))
    properties.follow_up = hung


def command(editor: Editor, index: int, name: str) -> None:
    """Do what a button on the card of the constraint at `index` says."""
    label, edit = COMMANDS[name]
    owner = editor.session.document.rig.constraints[index].owner
    editor.session.edit(label.format(owner=owner), lambda document: edit(document, index))


COMMANDS: dict[str, tuple[str, Callable[[Document, int], Document]]] = {
    "set_inverse": (_("Set inverse of {owner}"), with_inverse_set),
    "clear_inverse": (_("Clear inverse of {owner}"), with_inverse_cleared),
}
"""The actions of the buttons on cards, and the names of their steps of undo."""


def _hung(edit: Callable[[Document], Document]) -> Callable[[Document], Document]:
    """The edit that adds a constraint; a bone that is hung on another one stays where it is."""
    return lambda document: hung(document, edit(document), len(document.rig.constraints))


@after(nothing_selected)
def _no_active(editor: Editor) -> str:
    return "" if editor.session.document.active else _("Select the bone to constrain last.")


@after(no_figure)
def _nothing_to_fix(editor: Editor) -> str:
    fixable = any(problem.fix for problem in problems_in(editor.session.document))
    return "" if fixable else _("No problem of this figure has an obvious fix.")


def _copy(document: Document) -> Document:
    return constrain.copy_all(document, document.active or "", document.selected)


def _without(document: Document) -> Document:
    return constrain.remove_all(document, document.selected)


@after(_no_active)
def _nothing_to_copy(editor: Editor) -> str:
    document = editor.session.document
    if len(document.selected) < 2:
        return _("Select the bones to copy to, and last the one to copy from.")
    owners = {constraint.owner for constraint in document.rig.constraints}
    return "" if document.active in owners else _("{bone} has no constraint.").format(bone=document.active)


@after(nothing_selected)
def _none_to_remove(editor: Editor) -> str:
    document = editor.session.document
    owners = {constraint.owner for constraint in document.rig.constraints}
    free = owners.isdisjoint(document.selected)
    return _("The selected bones have no constraint.") if free else ""


ACTIONS: dict[str, Action] = {
    "add_constraint": Action(
        title=_("Add constraint…"),
        run=open_menu,
        keys=("Ctrl+Shift+C",),
        icon="constraint",
        help=_("Tie the active bone to the others that are selected, or to one that you click then."),
        why_not=_no_active,
        words=_("ik copy limit track target"),
    ),
    "copy_constraints": Action(
        title=_("Copy constraints to selected"),
        run=lambda editor: editor.session.edit(_("Copy constraints"), _copy),
        icon="copy",
        help=_("Give the constraints of the active bone to all that are selected."),
        why_not=_nothing_to_copy,
        within=_("Copy to selected"),
    ),
    "remove_constraints": Action(
        title=_("Remove constraints"),
        run=lambda editor: editor.session.edit(_("Remove constraints"), _without),
        icon="trash",
        help=_("Take all constraints of the selected bones away."),
        why_not=_none_to_remove,
        words=_("clear delete"),
        within=_("Remove"),
    ),
    "fix_all": Action(
        title=_("Fix all problems"),
        run=lambda editor: editor.session.edit(_("Fix all problems"), all_fixed),
        icon="problem",
        help=_("Mend every problem that has an obvious fix."),
        why_not=_nothing_to_fix,
        words=_("repair mend errors warnings"),
    ),
}

MENU = ("add_constraint", (_("Constraints"), ("copy_constraints", "remove_constraints")), "fix_all")
