"""The menu of a card: apply it, and for poses of the document and of the user's shelf, change it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from pantin.widgets.controls.plain_text import in_menu
from pantin.widgets.messages import _
from pantin.widgets.poses.pose_entry import PoseEntry
from pantin.widgets.theme import icons

CardCommand = Literal["apply", "flip", "put back", "rename", "new tag", "to my shelf", "file", "remove"]
CardCommands = Mapping[CardCommand, Callable[[], None]]
"""The effect of each entry of the menu."""


def card_menu(
    parent: QWidget,
    entry: PoseEntry,
    tags: Sequence[str],
    commands: CardCommands,
    tag_with: Callable[[tuple[str, ...]], None],
) -> QMenu:
    """Return the menu of one pose; `tags` are those to choose from, `tag_with` is called with those that it gets."""
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    _add(menu, _("Apply"), "pose", commands["apply"])
    _add(menu, _("Apply flipped"), "mirror", commands["flip"])
    menu.addSeparator()
    if entry.changeable:
        _add(menu, _("Put back into its place"), "revert", commands["put back"])
        _add(menu, _("Rename"), icons.NONE, commands["rename"], "F2")
        _add_tags(menu, entry, tags, commands["new tag"], tag_with)
        menu.addSeparator()
    if not entry.my_shelf:
        _add(menu, _("Copy to my shelf"), "library", commands["to my shelf"])
    _add(menu, _("Save to file…"), "file", commands["file"])
    if entry.changeable:
        _add(menu, _("Remove"), "trash", commands["remove"], "Del")
    return menu


def _add(menu: QMenu, words: str, icon: str, run: Callable[[], None], key: str = "") -> None:
    """A line of the menu; `key` is what does the same on the card."""
    action = menu.addAction(words)
    action.setShortcut(QKeySequence(key))
    action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    action.triggered.connect(lambda: run())
    icons.set_icon(action, icon)


def _add_tags(
    menu: QMenu,
    entry: PoseEntry,
    tags: Sequence[str],
    new: Callable[[], None],
    tag_with: Callable[[tuple[str, ...]], None],
) -> None:
    """The tags of all poses on the shelf, each on or off, and a new one."""
    inner = menu.addMenu(_("Tags"))
    icons.set_icon(inner.menuAction(), "tag")
    for tag in tags:
        action = inner.addAction(in_menu(tag))
        action.setCheckable(True)
        action.setChecked(tag in entry.tags)
        action.triggered.connect(lambda _on, tag=tag: tag_with(_switched(entry.tags, tag)))
    if tags:
        inner.addSeparator()
    _add(inner, _("New tag…"), "plus", new)


def _switched(tags: tuple[str, ...], tag: str) -> tuple[str, ...]:
    return tuple(each for each in tags if each != tag) if tag in tags else (*tags, tag)
