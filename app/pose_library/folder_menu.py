"""The menu of the folders of poses that the shelf shows: to add one, to read them again, to remove one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from PySide6 import QtCore, QtWidgets

from pantin.app.messages import _
from pantin.widgets.controls.plain_text import in_menu


def folder_menu(
    parent: QtWidgets.QWidget,
    folders: Iterable[Path],
    add: Callable[[Path], None],
    read: Callable[[], None],
    remove: Callable[[Path], None],
    start: Path,
) -> QtWidgets.QMenu:
    """The menu over `parent` for these folders; it goes when it is closed. One to add is asked for from `start` on."""
    menu = QtWidgets.QMenu(parent)
    menu.setAttribute(QtCore.Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.addAction(_("Add a folder of poses…"), partial(_ask_for_folder, parent, start, add))
    menu.addAction(_("Read folders again"), read)
    for number, path in enumerate(folders):
        if not number:
            menu.addSeparator()
        menu.addAction(in_menu(_("Remove {folder}").format(folder=path.name)), partial(remove, path))
    return menu


def _ask_for_folder(parent: QtWidgets.QWidget, start: Path, add: Callable[[Path], None]) -> None:
    chosen = QtWidgets.QFileDialog.getExistingDirectory(parent, _("Add a folder of poses"), str(start))
    if chosen:
        add(Path(chosen))
