"""The question before a rig is saved whose meshes have no file of their own yet: which files are written beside it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from pantin.widgets.controls.plain_text import plain
from pantin.widgets.messages import _, ngettext
from pantin.widgets.theme import theme

ENDING = ".glb"
WIDE = 420
"""Pixels of the dialog, at least."""

_IN_NO_NAME = re.compile(r'[\\/:*?"<>|\0]')
"""Characters that no system, or not all, take in the name of a file."""


def ask_for_mesh_names(
    parent: QWidget | None,
    rig: str,
    folder: str,
    figures: Sequence[str],
    names: Sequence[str],
    is_there: Callable[[int, str], bool],
) -> tuple[str, ...] | None:
    """Return what the GLB of each mesh is to be called, beside the `rig` in a folder; None where it was cancelled.

    `names` are proposed for the meshes of these `figures`; `is_there` says whether another file has a name.
    """
    dialog = MeshNames(parent, rig, folder, figures, names, is_there)
    try:
        return dialog.names if dialog.exec() == QDialog.DialogCode.Accepted else None
    finally:
        dialog.deleteLater()


class MeshNames(QDialog):
    """A line for each mesh; what stands in the way of a name is said below it. See `ask_for_mesh_names`."""

    def __init__(
        self,
        parent: QWidget | None,
        rig: str,
        folder: str,
        figures: Sequence[str],
        names: Sequence[str],
        is_there: Callable[[int, str], bool],
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(_("Save the mesh beside the rig"))
        self.setMinimumWidth(WIDE)
        self._is_there = is_there
        self.fields = tuple(QLineEdit(name) for name in names)
        self.hints = tuple(_words("") for _name in names)
        self.save = QPushButton(_("&Save"))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(12)
        layout.addWidget(_heading(1 + len(names), folder))
        layout.addLayout(self._rows(rig, figures))
        layout.addWidget(self._buttons())
        self._look()

    def _rows(self, rig: str, figures: Sequence[str]) -> QFormLayout:
        """Return the name of the rig, and below it a line for each mesh with its hint."""
        rows = QFormLayout()
        rows.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
        rows.addRow(_words(_("Rig")), _words(rig))
        for figure, field, hint in zip(figures, self.fields, self.hints, strict=True):
            label = _("Mesh of {figure}").format(figure=figure) if len(figures) > 1 else _("Mesh")
            field.setFixedHeight(24)
            field.setAccessibleName(label)
            field.setToolTip(plain(_("The rig reads the mesh from this file from now on; keep both together.")))
            field.textChanged.connect(self._look)
            rows.addRow(_words(label), field)
            rows.addRow("", hint)
        return rows

    def _buttons(self) -> QDialogButtonBox:
        buttons = QDialogButtonBox()
        buttons.addButton(self.save, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(_("&Cancel"), QDialogButtonBox.ButtonRole.RejectRole)
        self.save.setDefault(True)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        return buttons

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names that are in the lines, each with its ending."""
        return tuple(map(_with_ending, (field.text() for field in self.fields)))

    def _look(self) -> None:
        """Say what stands in the way of a name; nothing is saved under one that is none."""
        can_save, taken = True, set[str]()
        for row, (field, hint) in enumerate(zip(self.fields, self.hints, strict=True)):
            name = _with_ending(field.text())
            if problem := _why_no_name(name, taken):
                can_save = False
            elif self._is_there(row, name):
                problem = _("Another file has this name; you are asked first.")
            taken.add(name.casefold())
            hint.setText(problem)
        self.save.setEnabled(can_save)


def _why_no_name(name: str, taken: set[str]) -> str:
    if _IN_NO_NAME.search(name):
        return _("Type a name without folders.")
    if name.startswith("."):
        return _("Type a name.")
    return _("Each mesh needs a name of its own.") if name.casefold() in taken else ""


def _with_ending(text: str) -> str:
    name = text.strip()
    return name if name.lower().endswith(ENDING) else name + ENDING


def _heading(count: int, folder: str) -> QLabel:
    title = ngettext("{count} file is written to {folder}", "{count} files are written to {folder}", count)
    heading = _words(title.format(count=count, folder=folder))
    heading.setWordWrap(True)
    heading.setFont(theme.font(13, 600))
    return heading


def _words(text: str) -> QLabel:
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setForegroundRole(QPalette.ColorRole.ButtonText)
    return label
