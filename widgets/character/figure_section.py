"""The figure that is edited: its name, and its place in the world."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import Signal

from pantin.rigs.document import Document
from pantin.rigs.editing.figures import named, put
from pantin.rigs.fields import Name, field
from pantin.rigs.figure import Figure
from pantin.rigs.place import Place
from pantin.widgets.controls.frames.section import Section
from pantin.widgets.forms.form import Form
from pantin.widgets.messages import _
from pantin.widgets.values.exchange import Edit
from pantin.widgets.values.shared_values import applied

LABELS = {
    "location": _("Place {figure}"),
    "heading": _("Turn {figure}"),
    "size": _("Size of {figure}"),
}
"""The labels in history of a change of each part of a place."""


class Called(msgspec.Struct, frozen=True):
    """The name of a figure."""

    name: Annotated[Name, field(_("Name"), _("What the figure is called; no other figure of the scene is."))] = ""


class FigureSection(Section):
    """Shows and edits name and place. Everything else of a figure is in armature space, which the place moves."""

    previewed = Signal(object)
    edited = Signal(str, object)
    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__(_("Figure"))
        self._figure = Figure()
        self.name, self.place = Form(Called), Form(Place)
        for form in (self.name, self.place):
            self.add(form)
            form.cancelled.connect(self.cancelled)
        self.name.committed.connect(self._rename)
        self.place.committed.connect(lambda name, value: self.edited.emit(self._label(name), self._with(name, value)))
        self.place.previewed.connect(lambda name, value: self.previewed.emit(self._with(name, value)))
        self.place.all_committed.connect(self._put_back)

    def show_document(self, document: Document) -> None:
        """Show the figure that is edited. Nothing is emitted."""
        before, self._figure = self._figure, document.figure
        if (before.name, before.place) != (self._figure.name, self._figure.place):
            self.name.show_value(Called(self._figure.name))
            self.place.show_value(self._figure.place)

    def _label(self, name: str) -> str:
        return LABELS[name].format(figure=self._figure.name)

    def _with(self, name: str, value: Any) -> Edit:
        return lambda document: put(document, _changed(document.figure.place, name, value))

    def _rename(self, _name: str, value: str) -> None:
        if value != self._figure.name:
            self.edited.emit(_("Rename {figure}").format(figure=self._figure.name), lambda made: named(made, value))

    def _put_back(self, values: Any) -> None:
        """Set several parts of the place at once."""
        label = LABELS["location"].format(figure=self._figure.name)
        self.edited.emit(label, lambda document: put(document, replace(document.figure.place, **values)))


def _changed(place: Place, name: str, value: Any) -> Place:
    """Return the place with one field, or a part of one, changed."""
    return replace(place, **{name: applied(value, getattr(place, name))})
