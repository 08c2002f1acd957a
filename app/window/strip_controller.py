"""The strip's buttons and keys bound to actions, and what the view shows of its clip."""

from __future__ import annotations

from PySide6 import QtCore

from pantin.app.actions.pose.clips import EDITS
from pantin.app.clips.camera_follow import CameraFollow
from pantin.app.clips.clips import Clips
from pantin.app.clips.frame_ghosts import FrameGhosts
from pantin.app.window.menus import Menus
from pantin.app.window.panels.side_panels import SidePanels
from pantin.viewport.window.view import View
from pantin.widgets.time.strip_bar import ICONS

IN_MENU = (*EDITS, None, "record_clip", "import_clip")
"""The actions below the clips in the menu of the strip."""

ON_STRIP = (*ICONS, "play_clip", "import_clip")
"""The actions that have buttons in the strip."""


class StripController(QtCore.QObject):
    """Connects the strip of one window with actions, panels and view."""

    def __init__(self, clips: Clips, menus: Menus, panels: SidePanels, view: View) -> None:
        super().__init__(view)
        head, strip = clips.strip.head, clips.strip
        buttons = {**head.buttons, "play_clip": head.play}
        for name, button in (*buttons.items(), ("import_clip", head.importing), ("record_clip", head.recording)):
            button.stand_for(menus.actions[name])
        menus.keep_on_buttons(ON_STRIP)
        self._fill_menu(clips, menus)
        strip.asked.connect(menus.run)
        clips.changed.connect(menus.refresh_buttons_soon)
        clips.playhead.moved.connect(self._refresh_when_shown_or_not)
        clips.playhead.changed.connect(panels.updates.after_pose)
        CameraFollow(view, clips.session, lambda: panels.live.posing)
        self._ghosts = FrameGhosts(clips.session, clips.playhead, view)
        self._ghosts.changed.connect(lambda: strip.ruler.show_ghosts(self._ghosts.frames))
        self._clips, self._menus, self._was_shown = clips, menus, False

    def _fill_menu(self, clips: Clips, menus: Menus) -> None:
        menu = clips.strip.head.choice.menu
        if menu is None:
            return
        for entry in IN_MENU:
            if entry is None:
                menu.addSeparator()
            else:
                menu.addAction(menus.actions[entry])
        menus.refresh_when_shown(menu)

    def _refresh_when_shown_or_not(self) -> None:
        """Buttons ask whether a frame is shown, not which."""
        shown = self._clips.playhead.is_shown
        if shown != self._was_shown:
            self._was_shown = shown
            self._menus.refresh_buttons_soon()
