"""Weights of skins: what the brush does, and how many bones may move what it paints."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from msgspec.structs import replace

from pantin.app.actions.action import Action, posing_only
from pantin.app.messages import _
from pantin.rigs.meshes.weighting.brush import Mode

if TYPE_CHECKING:
    from pantin.app.actions.editor import Editor

WORDS = _("brush weight paint skin skinning influence")


def _set(editor: Editor, **changes: Any) -> None:
    """Change the brush."""
    view = editor.view
    view.change_settings(brush=replace(view.settings.brush, **changes))


def _choice(title: str, within: str, help: str, **chosen: Any) -> Action:
    """Return the action that gives the brush these values; it is checked while it has them."""
    return Action(
        title=title,
        run=lambda editor: _set(editor, **chosen),
        icon="brush",
        help=help,
        why_not=posing_only,
        checked=lambda editor: all(getattr(editor.view.settings.brush, name) == each for name, each in chosen.items()),
        words=WORDS,
        within=within,
    )


def _switch(name: str, icon: str, titles: tuple[str, str], help: str) -> Action:
    """Return the action that switches a field of the brush; `titles` are its own and the one within its menu."""
    title, within = titles
    return Action(
        title=title,
        run=lambda editor: _set(editor, **{name: not getattr(editor.view.settings.brush, name)}),
        icon=icon,
        help=help,
        why_not=posing_only,
        checked=lambda editor: getattr(editor.view.settings.brush, name),
        words=WORDS,
        within=within,
    )


def _mode(mode: Mode, within: str, help: str) -> Action:
    return _choice(_("Brush: {does}").format(does=within), within, help, mode=mode)


def _most(most: Literal[4, 8], within: str, help: str) -> Action:
    return _choice(_("Painted skin: {bones}").format(bones=within), within, help, most=most)


ACTIONS: dict[str, Action] = {
    "brush_add": _mode("add", _("Add"), _("More of the skin under the brush follows the active bone. Ctrl takes.")),
    "brush_take": _mode("subtract", _("Take"), _("Less of the skin follows the active bone; others take over.")),
    "brush_smooth": _mode(
        "smooth",
        _("Smooth"),
        _("Weights of the active bone are drawn to those beside them; of all bones where none is active."),
    ),
    "brush_set": _mode("set", _("Set"), _("The skin under the brush gets a weight of the active bone. Ctrl sets 0.")),
    "brush_four": _most(4, _("4 bones"), _("At most four bones move a vertex that is painted: as all programs read.")),
    "brush_eight": _most(8, _("8 bones"), _("At most eight bones move a vertex that is painted.")),
    "brush_all_bones": _switch(
        "all_bones",
        "layers",
        (_("Brush: smooth all bones"), _("All bones")),
        _("Smooth evens out the weights of all bones at once. Off: those of the active bone, where there is one."),
    ),
    "brush_through": _switch(
        "through",
        "x-ray",
        (_("Brush through"), _("Through")),
        _("The brush paints what is hidden and what faces away as well. Off: only what is seen."),
    ),
}

MODES, MOST = ("brush_add", "brush_take", "brush_smooth", "brush_set"), ("brush_four", "brush_eight")
MENU = (*MODES, None, "brush_all_bones", None, *MOST, None, "brush_through")
