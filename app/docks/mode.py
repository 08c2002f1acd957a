"""The mode, which depends on the layout: "Rig" edits the rest pose, every other layout poses the figure.

Switching changes nothing in the document. A new rig starts in "Rig", ready to draw the first bone.
"""

from __future__ import annotations

from PySide6 import QtCore

from pantin.app.docks.docks import Docks
from pantin.app.docks.layouts import EDITING, FIRST
from pantin.app.session.session import Session
from pantin.rigs.anatomy.limbs import has_limbs
from pantin.viewport.scene.scene import Display
from pantin.viewport.tools.dragging.events import Settings
from pantin.viewport.values.camera import Camera
from pantin.viewport.window.view import View


class Mode(QtCore.QObject):
    """Keeps session and view in the mode that the layout of the window says."""

    def __init__(self, docks: Docks, session: Session, view: View) -> None:
        super().__init__(view)
        self._docks, self._session, self._view = docks, session, view
        self._posing = FIRST
        self._limbs = False
        self._watched: tuple[object, object] = (None, None)
        """The bones and the limbs that were looked at last."""
        docks.changed.connect(self._follow)
        session.replaced.connect(self._begin_anew)
        session.opened.connect(self._opened)
        session.evaluated_changed.connect(self._watch_limbs)
        view.settings_changed.connect(self._set)
        view.display_changed.connect(self._show)

    def switch(self) -> None:
        """Edit the bones of the rest pose; or go back to posing, in the layout that was used for it last."""
        self._docks.show_layout(self._posing if self._docks.layout == EDITING else EDITING)

    def _follow(self) -> None:
        """Switch session and view to the mode of the layout."""
        editing = self._docks.layout == EDITING
        if not editing:
            self._posing = self._docks.layout
        if editing != self._session.editing:
            self._view.cancel()
            self._view.pick_tool("select")
            self._session.edit_rest(editing)

    def _set(self, settings: Settings) -> None:
        """Pass Mirror X on to the session."""
        self._session.mirrors = settings.mirror_x

    def _show(self, display: Display) -> None:
        """Pass on whether the ghost of the last step is shown."""
        self._session.show_before(display.last_step)

    def draw(self) -> None:
        """Edit the bones of the rest pose, ready to draw one."""
        if self._docks.layout != EDITING:
            self.switch()
        self._view.pick_tool("draw")

    def _begin_anew(self, is_another: bool) -> None:
        """Another file is looked at from where the first one was; where it has limbs the whole body is pulled.

        What was pressed or dragged belonged to what was open before.
        """
        self._view.cancel()
        if is_another:
            self._view.camera = Camera()
            self._limbs = has_limbs(self._session.document.rig)
            reach = "body" if self._limbs else "chain"
            self._view.change_settings(reach=reach, chain_length=Settings().chain_length)

    def _watch_limbs(self) -> None:
        """A figure that gets its first limbs is pulled whole from when it is posed, as one that is opened with them.

        While the rest pose is edited nobody pulls; the names of very many new bones take long to read.
        """
        rig = self._session.document.rig
        if self._session.editing or (self._watched[0] is rig.bones and self._watched[1] is rig.limbs):
            return
        self._watched = rig.bones, rig.limbs
        before, self._limbs = self._limbs, has_limbs(rig)
        if self._limbs and not before:
            self._view.change_settings(reach="body")

    def _opened(self) -> None:
        """Put the drawing tool away where another rig was opened."""
        if self._session.document.rig.bones and self._view.tool == "draw":
            self._view.pick_tool("select")
