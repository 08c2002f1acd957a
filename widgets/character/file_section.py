"""The file of the character: which one it is, what was left out of it, and a way to find it where it is lost."""

from __future__ import annotations

from pathlib import PurePath

from PySide6.QtCore import Signal

from pantin.rigs.bodies.mesh import has_no_skin
from pantin.rigs.figure import Figure
from pantin.rigs.source import SourceFile
from pantin.widgets.character.shown_character import ShownCharacter
from pantin.widgets.character.words import Facts, Words
from pantin.widgets.controls.frames.section import Section
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.forms.rows.row import row_of
from pantin.widgets.messages import _, ngettext

MOST = 50
"""Sentences about what was left out, at the most."""


class FileSection(Section):
    """Shown where the figure came from a file that may have meshes, or of which something was left out."""

    action_asked = Signal(str)
    """The name of an action: "find_character", "rig_mesh"."""

    def __init__(self) -> None:
        super().__init__(_("File"), row_gap=0, bottom=8)
        self.facts, self.lost, self.left_out, self.told = Facts(), Words(), Words(), Words()
        self.find_file = TextButton(
            _("Find…"), _("Choose the file of the character where it is now; the figure gets its skin back.")
        )
        self.find_file.clicked.connect(lambda: self.action_asked.emit("find_character"))
        self.rig_mesh = TextButton(
            _("Rig this mesh…"), _("This mesh has no skin: place a skeleton in it, bind it, and fit controls.")
        )
        self.rig_mesh.clicked.connect(lambda: self.action_asked.emit("rig_mesh"))
        self._finding, self._rigging = row_of(self.find_file, above=4), row_of(self.rig_mesh, above=4)
        for part in (self.facts, self.lost, self._finding, self._rigging, self.left_out, self.told):
            self.add(part)
        self._shown: tuple[object, ...] = (None, None, "", ())
        self._finding.hide()
        self._rigging.hide()
        self.hide()

    @property
    def asks(self) -> bool:
        """Return whether there is something to do: to find the file, or to rig its mesh."""
        return not (self._finding.isHidden() and self._rigging.isHidden())

    def show_character(self, figure: Figure, shown: ShownCharacter) -> None:
        """Show the file of a figure, and what there is to say of it. Nothing is emitted."""
        file = None if figure.source is None else figure.source.file
        sentences = shown.left_out
        state = (file, shown.character, shown.lost, sentences)
        if state == self._shown:
            return
        self._shown = state
        self.setVisible(file is not None or bool(sentences))
        self.facts.show_facts(() if file is None else ((_("Name"), _name(file)), (_("Size"), size_text(file.size))))
        for part in (self.lost, self._finding):
            part.setVisible(bool(shown.lost))
        self.lost.setText(shown.lost)
        self._rigging.setVisible(file is not None and shown.character is not None and has_no_skin(shown.character))
        self.left_out.setVisible(bool(sentences))
        self.left_out.setText("\n".join(sentences[:MOST]))
        told = () if shown.character is None else shown.character.told
        self.told.setVisible(bool(told))
        self.told.setText("\n".join(told))
        self._show_note(file, shown, len(sentences))

    def _show_note(self, file: SourceFile | None, shown: ShownCharacter, left_out: int) -> None:
        if shown.lost:
            self.show_note(_("not found"), "limit")
        elif left_out:
            words = ngettext("{count} thing left out", "{count} things left out", left_out)
            self.show_note(words.format(count=left_out), "limit")
        else:
            self.show_note("" if file is None else f"{_name(file)}, {size_text(file.size)}")


def _name(file: SourceFile) -> str:
    return PurePath(file.path.replace("\\", "/")).name


def size_text(size: int) -> str:
    """Return a number of bytes in words."""
    if size < 1_000_000:
        return _("{size:.0f} kB").format(size=max(size / 1e3, 1.0))
    return _("{size:.1f} MB").format(size=size / 1e6)
