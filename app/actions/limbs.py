"""Limbs: making and removing the handles and poles of a chain. No bone moves."""

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
    from pantin.app.actions.editor import Editor


def _make(editor: Editor, kind: LimbKind) -> None:
    """Make a limb of this kind. Where nothing tells to which side a straight chain bends, ask for a click."""
    session = editor.session
    try:
        made, note = limb_edits.make(session.document, kind)
    except SideUnclear:
        editor.view.begin("bend")
    except ValueError as refused:
        session.warned.emit(str(refused))
    else:
        added = limbs_of(made.rig, made.selected)
        session.edit(f"Make {KINDS[kind].title} {_named(added)}", lambda _: made)
        if note:
            session.told.emit(note)


def _make_suggested(editor: Editor) -> None:
    """Make the kind of limb that the names of the selected bones suggest; mostly an arm or a leg."""
    _make(editor, kind_told(editor.session.document.selected))


def _remove(editor: Editor) -> None:
    limbs = _limbs(editor)
    editor.session.edit(f"Remove limb {_named(limbs)}", lambda document: limb_edits.without(document, limbs))


def _switch_rotation(editor: Editor) -> None:
    names, kept = editor.session.document.selected, not _keeps(editor)
    label = f"{'Keep' if kept else 'Let go'} the handle's rotation {_named(_limbs(editor))}"

    def edit(document: Document) -> Document:
        return limb_edits.keep_handles_rotation(document, names, kept)

    editor.session.edit(label, edit)


def _limbs(editor: Editor) -> tuple[Limb, ...]:
    document = editor.session.document
    return limbs_of(document.rig, document.selected)


def _keeps(editor: Editor) -> bool:
    limbs = [limb for limb in _limbs(editor) if held_end(editor.session.document.rig, limb)]
    return bool(limbs) and all(keeps_rotation(editor.session.document.rig, limb) for limb in limbs)


def _named(limbs: tuple[Limb, ...]) -> str:
    more = f" and {len(limbs) - 1} more" if len(limbs) > 1 else ""
    return f"{limbs[0].name}{more}"


def _nothing_to_steer(editor: Editor) -> str:
    if nothing_selected(editor):
        return nothing_selected(editor)
    if not editor.session.solver_ready:
        return "The solver is still being prepared."
    by_name = editor.session.document.rig.by_name
    bones = any(by_name[name].kind == "bone" for name in editor.session.document.selected)
    return "" if bones else "Select the end of a chain of bones, not a handle or pole."


def _no_limb(editor: Editor) -> str:
    if nothing_selected(editor):
        return no_figure(editor) or "Select a bone or a handle of a limb first."
    return "" if _limbs(editor) else "The selected bones belong to no limb."


def _nothing_held(editor: Editor) -> str:
    if nobody := _no_limb(editor):
        return nobody
    rig, limbs = editor.session.document.rig, _limbs(editor)
    if any(held_end(rig, limb) for limb in limbs):
        return ""
    if any(limb.kind == "limb" for limb in limbs):
        return "This limb has no foot or hand that could turn with its handle."
    return "The turn of this limb's end is decided by its kind."


def _making(kind: LimbKind, help: str, words: str, icon: str = "ik", title: str = "") -> Action:
    title = title or KINDS[kind].title

    def run(editor: Editor) -> None:
        _make(editor, kind)

    within = title[0].upper() + title[1:]
    return Action(f"Make {title}", run, (), icon, help, _nothing_to_steer, words=words, within=within)


ACTIONS: dict[str, Action] = {
    "make_limb": Action(
        "Make IK limb",
        _make_suggested,
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
        lambda editor: editor.name_limb(),
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
