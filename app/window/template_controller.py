"""A new figure from a template: chosen at the left, measured at the right, and seen in the middle all the while.

What is seen is a preview. Esc puts back what was open; Create opens the figure as a document of its own, with one step
of undo before which there is an empty rig.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from PySide6 import QtCore, QtGui, QtWidgets

from pantin.rigs.document import Document
from pantin.rigs.templates import TEMPLATES
from pantin.viewport.values.stage import Preview

if TYPE_CHECKING:
    from pantin.app.window.window import Window
    from pantin.widgets.start.measures_panel import MeasuresPanel
    from pantin.widgets.start.template_list import TemplateList

Qt = QtCore.Qt
FIRST = "humanoid"


class Templating(QtCore.QObject):
    """The choice of a template in one window: two panels beside the figure, made when they are first shown."""

    changed = QtCore.Signal(bool)
    """Whether a template is being chosen."""
    hints_changed = QtCore.Signal()

    def __init__(self, window: Window, row: QtWidgets.QWidget) -> None:
        super().__init__(window)
        self._window, self._row = window, row
        self._panels: tuple[TemplateList, MeasuresPanel] | None = None
        self._measures = {name: template.measures() for name, template in TEMPLATES.items()}
        self._name = FIRST
        self._from_start = self._from_editing = False
        self._camera = window.view.camera
        self.shown = False
        window.session.opened.connect(self.leave)
        window.session.evaluated_changed.connect(self._follow)
        window.view.installEventFilter(self)
        self._to_frame = False

    @property
    def hints(self) -> tuple[tuple[str, str], ...]:
        """What keys do now."""
        return (("Arrows", "Choose"), ("Enter", f"Create {self._title}"), ("Esc", "Back"), ("MMB", "Orbit"))

    def show(self) -> None:
        """Choose a template, beginning with the one chosen last."""
        if self.shown:
            return
        window = self._window
        self._from_start, self._camera = window.starting, window.view.camera
        window.start.leave()
        self._from_editing = window.session.editing
        if self._from_editing:
            window.mode.switch()
        self.shown = True
        self.changed.emit(True)
        choices, measures = self._panels = self._panels or self._made()
        choices.show()
        measures.show()
        choices.choose(self._name)
        self._choose(self._name)

    def create(self) -> None:
        """Open the figure, after asking about changes to what is open."""
        rig = TEMPLATES[self._name].draw(self._measures[self._name])
        label = f"Create {self._title.lower()}"

        def open_it() -> None:
            self.leave()
            self._window.session.start(label, Document(rig=rig))

        self._window.files.when_safe(open_it)

    def dismiss(self) -> None:
        """Back to what was open."""
        window, from_start = self._window, self._from_start
        self.leave()
        if self._from_editing:
            window.mode.switch()
        window.session.put_back()
        window.view.camera = self._camera
        if from_start:
            window.show_start_page()

    def leave(self) -> None:
        """No template is chosen any longer; what is seen is somebody else's business."""
        if self.shown and self._panels is not None:
            self.shown = False
            for panel in self._panels:
                panel.hide()
            self._give_back_room()
            self.changed.emit(False)

    def eventFilter(self, _view: QtCore.QObject, event: QtCore.QEvent) -> bool:
        """While a figure is chosen the view is for looking: its bones are not grabbed, and keys mean the choice."""
        if not self.shown:
            return False
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

    def _give_back_room(self) -> None:
        """Tell the window at once that the panels are gone: it would grow for those that come back."""
        QtCore.QCoreApplication.sendPostedEvents(None, QtCore.QEvent.Type.LayoutRequest.value)

    @property
    def _title(self) -> str:
        return TEMPLATES[self._name]().name

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
        self._window.session.preview(Preview(Document(rig=TEMPLATES[self._name].draw(measures))))

    def _follow(self) -> None:
        """A figure that was just chosen is on screen: look at the whole of it."""
        if self.shown and self._to_frame and self._window.session.settled:
            self._to_frame = False
            self._window.view.frame_all()

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
        beside = self._row.layout()
        assert isinstance(beside, QtWidgets.QHBoxLayout)
        beside.insertWidget(0, choices)
        beside.addWidget(measures)
        return choices, measures
