"""A new figure from a template: templates at the left, their measures at the right, a preview in the middle.

Esc returns to what was open. Create opens the figure as a new document; undoing its only step leaves an empty rig.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

import msgspec
from PySide6 import QtCore, QtGui, QtWidgets

from pantin.app.docks.mode import Mode
from pantin.app.files.files import Files
from pantin.app.messages import _
from pantin.app.session.session import Session
from pantin.app.window.pages.start_controller import StartController
from pantin.rigs.document import Document
from pantin.rigs.editing.figures import added_beside
from pantin.rigs.translation import inside
from pantin.viewport.values.stage import Preview
from pantin.viewport.window.view import View
from pantin.widgets.status.hint_line import Hints

if TYPE_CHECKING:
    from pantin.rigs.templates import Template
    from pantin.widgets.start.measures_panel import MeasuresPanel
    from pantin.widgets.start.template_list import TemplateList

Qt = QtCore.Qt
FIRST = "humanoid"


class TemplateController(QtCore.QObject):
    """The choice of a template in one window: two panels beside the figure, made when they are first shown."""

    changed = QtCore.Signal(bool)
    """Whether a template is being chosen."""
    hints_changed = QtCore.Signal()
    start_page_asked = QtCore.Signal()
    """The choice was dismissed, and it had begun on the start page."""

    def __init__(
        self,
        session: Session,
        view: View,
        mode: Mode,
        files: Files,
        start: StartController,
        row: QtWidgets.QHBoxLayout,
    ) -> None:
        super().__init__(view)
        self._session, self._view, self._mode, self._files = session, view, mode, files
        self._start, self._row = start, row
        self._panels: tuple[TemplateList, MeasuresPanel] | None = None
        self._name = FIRST
        self._from_start = self._from_editing = self._adding = False
        self._camera = view.camera
        self.shown = False
        session.opened.connect(self.leave)
        session.evaluated_changed.connect(self._follow, Qt.ConnectionType.QueuedConnection)
        self._to_frame = False

    @property
    def hints(self) -> Hints:
        """Return the hints of keys now."""
        return (
            (_("Arrows"), _("Choose")),
            ("Enter", self._label),
            ("Esc", _("Back")),
            ("MMB", _("Orbit")),
        )

    def show(self, adding: bool = False) -> None:
        """Choose a template, beginning with the one chosen last; its figure is added to the scene where asked for."""
        if self.shown:
            return
        self._adding = adding
        self._session.show_frame(None)
        self._from_start, self._camera = self._start.shown, self._view.camera
        self._start.leave()
        self._from_editing = self._session.editing
        if self._from_editing:
            self._mode.switch()
        self.shown = True
        self._view.installEventFilter(self)
        self.changed.emit(True)
        choices, measures = self._panels = self._panels or self._made()
        choices.show()
        measures.show()
        choices.choose(self._name)
        self._choose(self._name)

    def create(self) -> None:
        """Open the figure, after asking about changes to what is open."""
        figure = self._templates[self._name].figure(self._measures[self._name])
        if self._adding:
            self.leave()
            self._session.edit(self._label, lambda document: added_beside(document, figure))
            return
        label = self._label

        def open_it() -> None:
            self.leave()
            self._session.start(label, Document.of(figure))

        self._files.saving.when_safe(open_it)

    def dismiss(self) -> None:
        """Back to what was open."""
        from_start = self._from_start
        self.leave()
        if self._from_editing:
            self._mode.switch()
        self._session.cancel_preview()
        self._view.camera = self._camera
        if from_start:
            self.start_page_asked.emit()

    def leave(self) -> None:
        """Put the panels away; the caller shows something else."""
        if self.shown and self._panels is not None:
            self.shown = False
            self._view.removeEventFilter(self)
            self._view.setFocus()  # else hiding the list hands the keys on to whatever comes next
            for panel in self._panels:
                panel.hide()
            self._give_back_room()
            self.changed.emit(False)

    def eventFilter(self, _view: QtCore.QObject, event: QtCore.QEvent) -> bool:
        """While a template is chosen, mouse buttons only turn the view, and keys go to the list of templates."""
        if event.type() in (event.Type.MouseButtonPress, event.Type.MouseButtonDblClick):
            assert isinstance(event, QtGui.QMouseEvent)
            looks = event.button() == Qt.MouseButton.MiddleButton or event.modifiers() & Qt.KeyboardModifier.AltModifier
            return not looks
        if event.type() == event.Type.ContextMenu:
            return True
        if event.type() == event.Type.KeyPress and self._panels is not None:
            QtWidgets.QApplication.sendEvent(self._panels[0], event)
            return True
        return False

    # Inside

    @cached_property
    def _templates(self) -> Mapping[str, Template]:
        """The templates by name, loaded when they are first shown."""
        from pantin.rigs.templates import TEMPLATES

        return TEMPLATES

    @cached_property
    def _measures(self) -> dict[str, msgspec.Struct]:
        """The measures of each template as they are chosen now."""
        return {name: template.measures() for name, template in self._templates.items()}

    def _give_back_room(self) -> None:
        """Let the layout take the panels out at once: else the window grows when other panels come back."""
        above = self._row.parentWidget()
        while above is not None:
            if (layout := above.layout()) is not None:
                layout.invalidate()
                layout.activate()
            above = above.parentWidget()

    @property
    def _title(self) -> str:
        return self._templates[self._name].title

    @property
    def _label(self) -> str:
        """Return the label of the step of undo that the template makes."""
        sentence = _("Add {figure}") if self._adding else _("Create {figure}")
        return sentence.format(figure=inside(self._title))

    def _choose(self, name: str) -> None:
        if self.shown and self._panels is not None:
            self._name, self._to_frame = name, True
            self._panels[1].show_measures(self._title, self._measures[name])
            self._show_chosen()
            self.hints_changed.emit()

    def _measure(self, measures: msgspec.Struct) -> None:
        self._measures[self._name] = measures
        assert self._panels is not None
        self._panels[1].show_measures(self._title, measures)
        self._show_chosen()

    def _show_chosen(self) -> None:
        self._preview(self._measures[self._name])

    def _preview(self, measures: msgspec.Struct) -> None:
        figure = self._templates[self._name].figure(measures)
        kept = self._session.document
        self._session.preview(Preview(added_beside(kept, figure) if self._adding else Document.of(figure)))

    def _follow(self) -> None:
        """Frame a figure that was just chosen, once the view shows it: what is framed is what is seen there."""
        if self.shown and self._to_frame and self._session.settled:
            self._to_frame = False
            self._view.frame_all()

    def _made(self) -> tuple[TemplateList, MeasuresPanel]:
        from pantin.app.files.gallery import samples
        from pantin.widgets.start.measures_panel import MeasuresPanel
        from pantin.widgets.start.template_list import TemplateList

        choices, measures = TemplateList(samples()), MeasuresPanel()
        choices.chosen.connect(self._choose)
        measures.previewed.connect(self._preview)
        measures.measured.connect(self._measure)
        measures.put_back.connect(self._show_chosen)
        for panel in (choices, measures):
            panel.accepted.connect(self.create)
            panel.dismissed.connect(self.dismiss)
        self._row.insertWidget(0, choices)
        self._row.addWidget(measures)
        return choices, measures
