"""Declarations of tools and operations: how they drag, how menus offer them, and what hints and keys need to know of
them.

A tool is picked, and acts when something is dragged with a button. An operation is one kind of drag; one with a menu
entry can be begun by itself, and follows the pointer without a button until a click.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Literal

import msgspec

from pantin.viewport.messages import _
from pantin.viewport.picking.picking import Hit
from pantin.viewport.scene.scene import SkinStyle
from pantin.viewport.tools.dragging.drag_hints import DragHints, Hints
from pantin.viewport.tools.dragging.events import Event, Held, Press, Settings
from pantin.viewport.values.overlay import Overlay
from pantin.viewport.values.stage import DragResult, Look, Preview

Dragging = Callable[[Look, Press], Generator[Preview, Event, DragResult | None]]
"""Called with what was on screen and what was pressed; yields previews, is sent events, returns what to keep."""

Gizmo = Literal["", "move", "rotate", "scale"]

TRANSFORM_WORDS = _("transform grab turn size")
"""Other words that people search for who want to move, rotate or scale."""


class MenuEntry(msgspec.Struct, frozen=True):
    """The entry of a tool or an operation in menus, toolbar, palette and key sheet.

    Keys are written as Qt writes them: `keys` in the Blender preset, `industry` in the other one where they differ.
    `icon` is the name of a file in `resources/icons`. `within` is a shorter title for a menu that says the rest.
    """

    title: str
    help: str
    icon: str
    keys: tuple[str, ...] = ()
    industry: tuple[str, ...] | None = None
    search_words: str = ""
    within: str = ""


class Operation(msgspec.Struct, frozen=True):
    """One kind of drag, by its name."""

    name: str
    drag: Dragging
    hints: DragHints
    entry: MenuEntry | None = None
    """The function that begins it by itself; None where only a press or another operation begins it."""
    rest_only: bool = False
    """Whether it is there only while the rest pose is edited."""
    poses: bool = False
    """Whether it is about poses: those of the selected bones, or of all, and never while the rest pose is edited."""
    needs_before: bool = False
    """Whether it needs an earlier pose."""
    waiting: Dragging | None = None
    """The generator that runs without a button until a press, where it needs one to begin."""
    stepwise: bool = False
    """Whether it waits for the next click and holds nothing meanwhile, so that a shortcut with a modifier ends it."""
    interchangeable: bool = False
    """Whether, begun without a button, the key of another interchangeable operation takes over from it."""
    while_bent: bool = False
    """True where a bend that is only looked at stays: the figure is neither posed nor built."""
    repeats: str = ""
    """The operation whose key is passed on to this one as "again" while it goes on."""


class Placing(msgspec.Struct, frozen=True):
    """The declaration of a tool that sets points: its presses and clicks count anywhere, on bones and beside them."""

    preview: Callable[[Look, Press], Overlay]
    """The preview of what a press at the pointer would begin."""
    hints: Callable[[Hit | None], Hints]
    """The hints for mouse and keys with the pointer on a bone or a joint, or on none."""
    empty_scene: str
    """The sentence in the middle of the picture where there is no bone yet."""


class Tool(msgspec.Struct, frozen=True):
    """The effect of dragging a bone, or the gizmo on what is selected, while the tool is picked."""

    name: str
    operation: Operation
    entry: MenuEntry
    gizmo: Gizmo = ""
    over_bone: str = ""
    """The effect of a drag on a bone, in words; empty where that depends on Auto IK and on what the bone allows."""
    gizmo_snap: str = _("Snap")
    """The effect of Ctrl while the gizmo is dragged, in words."""
    rest_only: bool = False
    """Whether it is there only while the rest pose is edited."""
    placing: Placing | None = None
    at_once: bool = False
    """True where it begins with the press, wherever that is, and not once the pointer has moved."""
    skin: SkinStyle | None = None
    """The display of skins while it is in hand; it is put away where they are displayed otherwise. It is there only
    for figures that have one, and never while the rest pose is edited."""
    says: Callable[[Settings, Look], str] | None = None
    """The line under the name of the view while it is in hand, in place of the measure of the grid."""
    keyed: Callable[[Settings, str, Held], Settings | str | None] | None = None
    """The effect of a key while it is in hand and nothing is dragged: other settings, or the operation that begins."""
