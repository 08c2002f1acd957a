"""The brush in the properties while it is in hand: shown as it is, and changed as its fields are."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace
from PySide6 import QtCore

from pantin.app.session.session import Session
from pantin.viewport import tools
from pantin.viewport.tools.brushing.drawn_brush import length_on
from pantin.viewport.tools.dragging.events import Settings
from pantin.viewport.values.brush import Brush
from pantin.viewport.window.view import View
from pantin.widgets.character.brush_section import BrushFields
from pantin.widgets.properties.properties import Properties


class FieldsOfBrush(QtCore.QObject):
    """Lets the fields follow the brush, and the brush the fields."""

    def __init__(self, session: Session, view: View, properties: Properties) -> None:
        super().__init__(view)
        self._session, self._view, self._properties = session, view, properties
        self._before: Settings | None = None
        """The settings before a field was dragged, while it is."""
        for changed in (view.settings_changed, view.tool_changed, session.document_changed, session.characters_changed):
            changed.connect(self._show)
        view.rest_pose_changed.connect(self._show)
        properties.brush_changed.connect(self._change)
        properties.brush_committed.connect(self._keep)
        properties.brush_cancelled.connect(self._put_back)

    def _show(self) -> None:
        """Show the brush; nothing while another tool is in hand, or the rest pose is edited."""
        in_hand = tools.tool_named(self._view.tool).skin is not None and not self._session.editing
        settings, brush = self._view.settings, self._view.settings.brush
        fields = BrushFields(
            size=brush.radius * self._length,
            strength=brush.effect,
            value=brush.value,
            all_bones=brush.all_bones,
            mirror=settings.mirror_x,
            through=brush.through,
            mode=brush.mode,
        )
        self._properties.show_brush(fields if in_hand else None)

    @property
    def _length(self) -> float:
        """Metres of the world that a radius of 1 is on the figure; 1 where there is none."""
        session = self._session
        return length_on(session.document.figure, session.characters) or 1.0

    def _change(self, name: str, value: Any) -> None:
        self._before = self._before or self._view.settings
        if name == "mirror":
            self._view.change_settings(mirror_x=value)
        else:
            self._view.change_settings(brush=self._changed(self._view.settings.brush, name, value))

    def _changed(self, brush: Brush, name: str, value: Any) -> Brush:
        if name == "size":
            return brush.sized(value / self._length)
        if name == "strength":
            return brush.with_effect(value)
        return replace(brush, **{name: value})

    def _keep(self) -> None:
        self._before = None
        self._show()  # what was typed may be out of range

    def _put_back(self) -> None:
        before, self._before = self._before, None
        if before is not None:
            self._view.change_settings(brush=before.brush, mirror_x=before.mirror_x)
