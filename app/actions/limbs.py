"""Limbs: handles and poles for a chain, made in one action and taken away in one. Nothing moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pantin.app.actions.action import Action, no_figure, nothing_selected
from pantin.rigs.document import Document
from pantin.rigs.editing.limbs import held_end, keeps_rotation, limbs_of
from pantin.rigs.limb import Limb, LimbKind
from pantin.rigs.limb_kinds import KINDS, kind_told
from pantin.rigs.limb_kinds.limb import SideUnclear
from pantin.solver.edits import limbs as limb_edits

if TYPE_CHECKING:
    from pantin.app.window.window import Window


def _make(window: Window, kind: LimbKind) -> None:
    """Make it; where nothing says to which side a straight chain bends, ask for a click."""
    session = window.session
    try:
        made, note = limb_edits.make(session.document, kind)
    except SideUnclear:
        window.view.begin("bend")
    except ValueError as refused:
        session.warned.emit(str(refused))
    else:
        added = limbs_of(made.rig, made.selected)
        session.edit(f"Make {KINDS[kind].title} {_named(added)}", lambda _: made)
        if note:
            session.told.emit(note)


def _make_told(window: Window) -> None:
    """What the names of the selected bones tell; mostly an arm or a leg."""
    _make(window, kind_told(window.session.document.selected))


def _remove(window: Window) -> None:
    limbs = _limbs(window)
    window.session.edit(f"Remove limb {_named(limbs)}", lambda document: limb_edits.without(document, limbs))


def _type_name(window: Window) -> None:
    """In the panel, which is brought on screen if it is not there."""
    window.docks.bring("properties")
    window.panels.properties.edit_limb_name()


def _switch_rotation(window: Window) -> None:
    names, kept = window.session.document.selected, not _keeps(window)
    label = f"{'Keep' if kept else 'Let go'} the handle's rotation {_named(_limbs(window))}"

    def edit(document: Document) -> Document:
        return limb_edits.keep_handles_rotation(document, names, kept)

    window.session.edit(label, edit)


def _limbs(window: Window) -> tuple[Limb, ...]:
    document = window.session.document
    return limbs_of(document.rig, document.selected)


def _keeps(window: Window) -> bool:
    limbs = [limb for limb in _limbs(window) if held_end(window.session.document.rig, limb)]
    return bool(limbs) and all(keeps_rotation(window.session.document.rig, limb) for limb in limbs)


def _named(limbs: tuple[Limb, ...]) -> str:
    more = f" and {len(limbs) - 1} more" if len(limbs) > 1 else ""
    return f"{limbs[0].name}{more}"


def _nothing_to_steer(window: Window) -> str:
    if nothing_selected(window):
        return nothing_selected(window)
    if not window.evaluator.ready:
        return "The solver is still being prepared."
    by_name = window.session.document.rig.by_name
    bones = any(by_name[name].kind == "bone" for name in window.session.document.selected)
    return "" if bones else "Select the end of a chain of bones, not a handle or pole."


def _no_limb(window: Window) -> str:
    if nothing_selected(window):
        return no_figure(window) or "Select a bone or a handle of a limb first."
    return "" if _limbs(window) else "The selected bones belong to no limb."


def _nothing_held(window: Window) -> str:
    if nobody := _no_limb(window):
        return nobody
    rig, limbs = window.session.document.rig, _limbs(window)
    if any(held_end(rig, limb) for limb in limbs):
        return ""
    if any(limb.kind == "limb" for limb in limbs):
        return "This limb has no foot or hand that could turn with its handle."
    return "The turn of this limb's end is decided by its kind."


def _making(kind: LimbKind, help: str, words: str, icon: str = "ik", title: str = "") -> Action:
    title = title or KINDS[kind].title

    def run(window: Window) -> None:
        _make(window, kind)

    within = title[0].upper() + title[1:]
    return Action(f"Make {title}", run, (), icon, help, _nothing_to_steer, words=words, within=within)


ACTIONS: dict[str, Action] = {
    "make_limb": Action(
        "Make IK limb",
        _make_told,
        ("Shift+I",),
        "ik",
        "Handle and pole for the chain that ends here; nothing moves. Eyes, fingers, tails and spines get what fits.",
        _nothing_to_steer,
        over_figure=True,
        words="inverse kinematics arm leg foot hand handle pole target",
    ),
    "make_arm_or_leg": _making(
        "limb", "A handle where the chain ends, a pole before its joint.", "limb", title="arm or leg"
    ),
    "make_rolling_foot": _making(
        "reverse_foot", "A leg whose foot rolls over heel, ball and toes by one handle.", "reverse foot roll heel"
    ),
    "make_spine": _making("spine", "A handle for the hips and one for the chest.", "back torso hips chest"),
    "make_tail": _making("tail", "A few handles along the chain.", "tentacle spline rope hair"),
    "make_finger": _making("finger", "One handle at the tip, carried by the hand.", "thumb toe"),
    "make_aim": _making("aim", "The bones look at a handle before them; both eyes at one.", "eyes look track", "track"),
    "keep_handle_rotation": Action(
        "Keep the handle's rotation",
        _switch_rotation,
        ("Alt+I",),
        "orientation-local",
        "The foot or hand at the end of the limb turns with its handle, however the limb bends.",
        _nothing_held,
        _keeps,
        over_figure=True,
        words="foot hand flat floor copy ik rotation",
    ),
    "name_limb": Action(
        "Name limb…",
        _type_name,
        ("Ctrl+F2",),
        "names",
        "Its bones, handle and pole are called after it: a leg has a thigh, a shin, a foot and a knee.",
        _no_limb,
        words="rename bones chain leg arm",
    ),
    "remove_limb": Action(
        "Remove limb",
        _remove,
        ("Ctrl+Alt+I",),
        "trash",
        "Take away the handles, poles and constraints of the limb; the bones stay as they stand.",
        _no_limb,
        over_figure=True,
        words="delete ik handle pole",
    ),
}

KINDS_MENU = (
    "make_arm_or_leg",
    "make_rolling_foot",
    "make_spine",
    "make_tail",
    "make_finger",
    "make_aim",
)
MENU = ("make_limb", ("Make", KINDS_MENU), "keep_handle_rotation", "name_limb", "remove_limb")
