"""Pins: bones that stay where they are while others are pulled."""

from __future__ import annotations

from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from pantin.app.actions.action import Action, after, no_figure, posing_only
from pantin.app.messages import _
from pantin.rigs.editing import pins
from pantin.rigs.editing.limbs import limbs_of
from pantin.rigs.rig import Rig
from pantin.viewport.tools.body_pull import pin_of_body, pinned_joint
from pantin.viewport.tools.dragging.drag_target import title
from pantin.viewport.values.reach import Reach
from pantin.viewport.values.stage import Look

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor
    from pantin.app.session.session import Session


def _targets(editor: Editor) -> tuple[str, ...]:
    """The bones to pin: by the joint under the pointer, which saves selecting one, or the selected ones.

    These where several are selected and one of them is pointed at, or a handle or pole, which come up with them.
    """
    session, pointed_at = editor.session, editor.pointed_at
    rig, selected = session.document.rig, session.document.selected
    look = Look(session.document, session.evaluated)
    came_up = {control for limb in limbs_of(rig, selected) for control in limb.controls}
    if pointed_at is None or (len(selected) > 1 and pointed_at in came_up.union(selected)):
        return tuple(dict.fromkeys(pinned_joint(look, name) for name in selected))
    hit = editor.view.pointed
    seen = hit is not None and hit.bone == pointed_at and pointed_at in session.evaluated.index
    return (pinned_joint(look, pointed_at, hit if seen else None),)


def _switch(editor: Editor, rotation: bool) -> None:
    """Pin bones, or take such pins of theirs away."""
    names, before, seen = _targets(editor), editor.session.document, editor.session.evaluated
    loose: tuple[str, ...] = ()
    if len(seen.heads) == len(before.rig.bones):
        loose = pins.released(before.rig, before.ground, seen.heads, seen.tails)
    after = pins.switched(before, names, rotation, loose)
    pinned = any(pins.pin_of(after.rig, name) for name in names)
    label = _("Pin {bones}") if pinned else _("Unpin {bones}")
    called = title(before) if names == before.selected else names[0]
    editor.session.edit(label.format(bones=called), lambda document: pins.switched(document, names, rotation, loose))


@after(posing_only)
def _no_target(editor: Editor) -> str:
    """The reason where no bone is pointed at or selected, or only a control that steers no part of the body."""
    rig, targets = editor.session.document.rig, _targets(editor)
    if not targets:
        return _("Point at a bone, or select one first.")
    if any(pin_of_body(rig, name) for name in targets):
        return ""
    return _("A pin on {control} would hold no part of the body: pin a bone.").format(control=targets[0])


def _pinned(editor: Editor, rotation: bool) -> bool:
    document = editor.session.document
    found = [pins.pin_of(document.rig, name) for name in _targets(editor)]
    return bool(found) and all(pin is not None and pin.rotation == rotation for pin in found)


_left_standing: WeakKeyDictionary[Session, Rig] = WeakKeyDictionary()
"""The rig in which "Unpin all" left feet pinned that stand: asked for again, it takes these pins too."""


def _unpin_all(editor: Editor) -> None:
    """Take all pins away but those on the ground; a second time these too."""
    session, rig = editor.session, editor.session.document.rig
    standing = tuple(pin for pin in rig.pins if pin.on_ground)
    last = _left_standing.pop(session, None)
    if not standing or (last is not None and last.pins == rig.pins and last.bones is rig.bones):
        session.edit(_("Unpin all"), lambda document: pins.unpinned(document, [pin.bone for pin in rig.pins]))
        return
    others = [pin.bone for pin in rig.pins if not pin.on_ground]
    if others:
        session.edit(_("Unpin all"), lambda document: pins.unpinned(document, others))
    _left_standing[session] = session.document.rig
    session.notified.emit(_("What stands on the ground stays pinned; unpin all once more to free it too."))


@after(no_figure)
def _no_pins(editor: Editor) -> str:
    return "" if editor.session.document.rig.pins else _("Nothing is pinned.")


def _reach(reach: Reach, title: str, help: str) -> Action:
    return Action(
        title=_("Auto IK reach: {reach}").format(reach=title),
        run=lambda editor: editor.view.change_settings(auto_ik=True, reach=reach),
        icon="figure" if reach == "body" else "auto-ik",
        help=help,
        why_not=posing_only,
        checked=lambda editor: editor.view.settings.auto_ik and editor.view.settings.reach == reach,
        words=_("whole body full chain pull"),
        within=title,
    )


ACTIONS: dict[str, Action] = {
    "reach_chain": _reach(
        reach="chain", title=_("Chain"), help=_("Pulling a bone turns the chain above it, and nothing else.")
    ),
    "reach_body": _reach(
        reach="body", title=_("Body"), help=_("Pulling a bone takes the whole figure along; what is pinned stays.")
    ),
    "pin": Action(
        title=_("Pin"),
        run=lambda editor: _switch(editor, rotation=False),
        keys=("P",),
        icon="pin",
        help=_(
            "The joint under the pointer, or the selected bones, stay in their places while others are pulled; again, "
            "and they come along."
        ),
        why_not=_no_target,
        checked=lambda editor: _pinned(editor, rotation=False),
        industry=("Alt+P",),
        over_figure=True,
        words=_("fix hold keep place lock effector"),
    ),
    "pin_rotation": Action(
        title=_("Pin place and rotation"),
        run=lambda editor: _switch(editor, rotation=True),
        keys=("Shift+P",),
        icon="pin",
        help=_(
            "The joint under the pointer, or the selected bones, keep places and rotations while others are pulled."
        ),
        why_not=_no_target,
        checked=lambda editor: _pinned(editor, rotation=True),
        industry=("Alt+Shift+P",),
        over_figure=True,
        words=_("fix hold keep lock effector stand"),
    ),
    "unpin_all": Action(
        title=_("Unpin all"),
        run=_unpin_all,
        keys=("Alt+Shift+P",),
        help=_("No bone is pinned any more but what stands on the ground; a second time that is free too."),
        why_not=_no_pins,
        industry=(),
        words=_("free release"),
    ),
}

REACHES = ("reach_chain", "reach_body")

MENU = (
    "pin",
    "pin_rotation",
    "unpin_all",
)
