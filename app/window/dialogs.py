"""The sheets and dialogs that open above the window. Each is made when it is first asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6 import QtCore, QtWidgets

from pantin.app.actions.editor import Editor
from pantin.app.actions.other_programs import absent
from pantin.app.keyboard.key_tables import tables
from pantin.app.messages import _
from pantin.app.window import palette_entries
from pantin.app.window.menus import Menus
from pantin.app.window.preferences_controller import PreferencesController

if TYPE_CHECKING:
    from pantin.app.exporting.motion_export import MotionExport
    from pantin.app.exporting.picture_export import PictureExport
    from pantin.app.files.mesh_rigging import MeshRigging
    from pantin.app.files.subject import Request
    from pantin.app.opening.character_opening import CharacterOpening
    from pantin.widgets.finding.key_sheet import KeySheet
    from pantin.widgets.finding.palette import Palette, PaletteEntry

ABOUT = _("""<h2>Pantin</h2><p>Rigs and poses, by the strings.</p>
<p>A <i>pantin</i> is a jointed puppet moved by strings.</p>
<p>Apache License 2.0. Made with Qt for Python (LGPL), pyqtgraph, numpy, numba and msgspec.</p>""")


class Dialogs:
    """Palette, settings, key sheet and the page about Pantin, of one window. Implements `actions.editor.Dialogs`."""

    def __init__(
        self, editor: Editor, menus: Menus, preferences: PreferencesController, window: QtWidgets.QWidget
    ) -> None:
        self._editor, self._menus, self._preferences, self._window = editor, menus, preferences, window
        self._palette: Palette | None = None
        self._key_sheet: KeySheet | None = None
        self._pictures: PictureExport | None = None
        self._motions: MotionExport | None = None
        self._mesh_rigging: MeshRigging | None = None
        self._opening: CharacterOpening | None = None

    def open_palette(self) -> None:
        """List every action and bone, to be found by name."""
        from pantin.widgets.finding.palette import Palette

        if self._palette is None:
            self._palette = Palette(self._window, absent)
            self._palette.picked.connect(self._run_picked)
        self._palette.open_with(self.palette_entries())

    def palette_entries(self) -> tuple[PaletteEntry, ...]:
        """Return the entries of the palette now."""
        return palette_entries.entries(self._editor, self._preferences.keymap)

    def open_settings(self) -> None:
        """Show the preferences."""
        self._preferences.open_dialog(self._window)

    def show_key_sheet(self) -> None:
        """Show what keys and mouse do, with the keys in effect."""
        from pantin.widgets.finding.key_sheet import KeySheet

        if self._key_sheet is None:
            self._key_sheet = KeySheet(self._window)
        self._key_sheet.show_tables(tables(self._preferences.keymap))

    def export_picture(self) -> None:
        """Show what a picture of the figure may be, with a preview."""
        self._picture_export().open()

    def export_picture_at_once(self) -> None:
        """Write the picture as it was chosen last, where files were written last."""
        self._picture_export().export_at_once()

    def _picture_export(self) -> PictureExport:
        from pantin.app.exporting.picture_export import PictureExport

        if self._pictures is None:
            editor = self._editor
            self._pictures = PictureExport(editor.session, editor.view, editor.files, self._window)
        return self._pictures

    def export_motion(self) -> None:
        """Show what may leave of pose and clips, and what was read back of it."""
        from pantin.app.exporting.motion_export import MotionExport

        if self._motions is None:
            editor = self._editor
            playhead = editor.clips.playhead
            self._motions = MotionExport(editor.session, editor.files, self._window, lambda: playhead.clip)
        self._motions.open()

    def rig_mesh(self) -> None:
        """Show the points from which the edited figure's mesh gets a skeleton."""
        from pantin.app.files.mesh_rigging import MeshRigging

        if self._mesh_rigging is None:
            self._mesh_rigging = MeshRigging(self._editor.session, self._editor.files, self._window)
        self._mesh_rigging.open()

    def ask_about(self, request: Request) -> None:
        """Ask how a figure stands that is opened, added or changed."""
        from pantin.app.opening.character_opening import CharacterOpening

        if self._opening is None:
            editor, preferences = self._editor, self._preferences
            self._opening = CharacterOpening(editor.session, preferences.settings, self._window, preferences.change)
        self._opening.ask(request)

    def show_about(self) -> None:
        """Show what Pantin is and what it is made with."""
        box = QtWidgets.QMessageBox(self._window)
        box.setWindowTitle(_("About Pantin"))
        box.setTextFormat(QtCore.Qt.TextFormat.RichText)
        box.setText(ABOUT)
        box.setAttribute(QtCore.Qt.WidgetAttribute.WA_DeleteOnClose)
        box.open()

    def _run_picked(self, name: str) -> None:
        if not palette_entries.pick(self._editor, name):
            self._menus.run(name)
