"""Exporting a picture of the figure: the sheet with its preview, and the picture as a file or on the clipboard."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Annotated, Any, Literal

import msgspec
from msgspec.structs import replace
from PySide6 import QtCore, QtGui, QtWidgets

from pantin.app.files.files import Files
from pantin.app.files.picture import Fill
from pantin.app.messages import _
from pantin.app.session.session import Session
from pantin.app.system.background import BackgroundJobs
from pantin.rigs.fields import field
from pantin.viewport.paint import offscreen
from pantin.viewport.paint.figure_picture import Painting
from pantin.viewport.scene.scene import Background
from pantin.viewport.window.view import View
from pantin.widgets.settings.picture_sheet import PictureSheet

PREVIEWED = 616
"""Pixels of the longer side of the preview: twice what it is high, for screens with fine pixels."""

SOON = 30
"""Time that a preview waits for the next change, milliseconds."""

LONGEST = 8192
"""Pixels of a side: what graphics cards paint at once."""
Aspect = Literal["free", "1:1", "4:3", "3:2", "16:9", "9:16"]


class PictureSettings(msgspec.Struct, frozen=True):
    """A picture of the figure. Transparent by default, because it mostly goes onto a page of its own colour."""

    width: Annotated[int, field(_("Width"), _("From left to right."), unit="px", step=10, ge=16, le=LONGEST)] = 1600
    height: Annotated[int, field(_("Height"), _("From top to bottom."), unit="px", step=10, ge=16, le=LONGEST)] = 1200
    aspect: Annotated[Aspect, field(_("Aspect"), _("Width against height. Free: each as it is typed."))] = "4:3"
    ground: Annotated[
        Literal["transparent", "one_colour", "as_in_the_view"],
        field(_("Ground"), _("What lies behind the figure.")),
    ] = "transparent"
    colour: Annotated[str, field(_("Colour"), _("The ground's red, green and blue, as in #2B2D32."))] = "#2B2D32"
    shadow: Annotated[bool, field(_("Shadow"), _("The shadow of the figure lies under it."))] = True
    controls: Annotated[
        bool, field(_("Controls"), _("Bones, handles, poles, labels and the grid of the floor are drawn, too."))
    ] = False
    camera: Annotated[
        Literal["as_in_the_view", "whole_figure"],
        field(_("Camera"), _("As in the view, or from there as near as the whole figure fits.")),
    ] = "whole_figure"

    @property
    def fill(self) -> Fill:
        """Return the fill of the ground."""
        if self.ground == "one_colour":
            red, green, blue = bytes.fromhex(self.colour.removeprefix("#"))
            return red, green, blue, 255
        return "view" if self.ground == "as_in_the_view" else None


class PictureExport(QtCore.QObject):
    """One sheet over the window; what was chosen stays until the program ends."""

    def __init__(self, session: Session, view: View, files: Files, window: QtWidgets.QWidget) -> None:
        super().__init__(window)
        self._session, self._view, self._files = session, view, files
        self.settings = PictureSettings()
        self.sheet = PictureSheet(window, PictureSettings)
        self.sheet.changed.connect(self._change)
        self.sheet.accepted.connect(self._export)
        self.sheet.copy_asked.connect(self._copy)
        self._surfaces: list[QtGui.QOffscreenSurface] = []
        self.previewer = BackgroundJobs(self)
        self._preview_surface: QtGui.QOffscreenSurface | None = None
        self._soon = QtCore.QTimer(self, singleShot=True, interval=SOON)
        self._soon.timeout.connect(self._preview)

    def open(self) -> None:
        """Show the sheet."""
        self.sheet.show_values(self.settings, disabled(self.settings))
        self.sheet.open()
        self.sheet.export.setFocus()
        self._preview()

    def export_at_once(self) -> None:
        """Export the picture as it was chosen last, without the sheet."""
        self._files.saving.export_picture_at_once(self._whole())

    def picture(self, size: tuple[int, int]) -> Painting:
        """Return a function that paints the picture as it is chosen, in this size."""
        chosen, view = self.settings, self._view
        camera = view.camera_of_all(size) if chosen.camera == "whole_figure" else view.camera
        background = Background(chosen.fill, grid=chosen.controls, shadow=chosen.shadow)
        return view.picture(size, background, chosen.controls, camera)

    def _change(self, settings: PictureSettings) -> None:
        self.settings = changed(self.settings, settings)
        self.sheet.show_values(self.settings, disabled(self.settings))
        self._soon.start()

    def _preview(self) -> None:
        """Have the preview painted on another thread; one that is under way is waited for first."""
        if self.previewer.doing:
            self._soon.start()
            return
        if self._preview_surface is None:
            self._preview_surface = offscreen.surface_for_another_thread(self)
        wide, high = self.settings.width, self.settings.height
        part = min(PREVIEWED / max(wide, high), 1.0)
        paint = self.picture((max(round(wide * part), 1), max(round(high * part), 1)))
        paint = partial(paint, surface=self._preview_surface)
        self.previewer.start(_("the preview"), lambda: partial(self._show_preview, paint(), f"{wide} × {high}"))

    def _show_preview(self, picture: QtGui.QImage, note: str) -> None:
        if self.sheet.isVisible():
            self.sheet.show_preview(QtGui.QPixmap.fromImage(picture), note)

    def _whole(self) -> Callable[[], QtGui.QImage]:
        """Return a function that paints the picture in its own size, once and on another thread: a large one takes
        seconds.
        """
        if not self._files.jobs.painter.busy:
            for old in self._surfaces:
                old.deleteLater()
            self._surfaces.clear()
        surface = offscreen.surface_for_another_thread(self)
        if surface is not None:
            self._surfaces.append(surface)  # made on this thread, it has to go on this thread
        return partial(self.picture((self.settings.width, self.settings.height)), surface=surface)

    def _export(self) -> None:
        paint = self._whole()
        self.sheet.put_away()
        self._files.saving.export_picture(paint)

    def _copy(self) -> None:
        paint = self._whole()
        self.sheet.put_away()
        self._files.jobs.paint(_("the picture"), paint, self._put_on_clipboard)

    def _put_on_clipboard(self, picture: QtGui.QImage) -> None:
        QtGui.QGuiApplication.clipboard().setImage(picture)
        self._session.notified.emit(_("The picture is on the clipboard."))


def changed(before: PictureSettings, after: PictureSettings) -> PictureSettings:
    """The settings after a change: the other side follows the aspect, and a colour that is none is not taken."""
    if not re.fullmatch(r"#?[0-9a-fA-F]{6}", after.colour):
        after = replace(after, colour=before.colour)
    after = replace(after, colour=f"#{after.colour.removeprefix('#').upper()}")
    if after.aspect == "free":
        return after
    wide, high = map(int, after.aspect.split(":"))
    if after.height != before.height:
        return _clamped(after, width=round(after.height * wide / high))
    return _clamped(after, height=round(after.width * high / wide))


def disabled(settings: PictureSettings) -> dict[str, str]:
    """The fields that mean nothing now, and why."""
    return {} if settings.ground == "one_colour" else {"colour": _("Choose one colour as the ground first.")}


def _clamped(settings: PictureSettings, **sides: Any) -> PictureSettings:
    """A side that would be too long or too short ends where it may, and the aspect is free."""
    (name, length), *_rest = sides.items()
    kept = min(max(length, 16), LONGEST)
    return replace(settings, **{name: kept}, aspect=settings.aspect if kept == length else "free")
