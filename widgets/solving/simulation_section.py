"""The simulation in the solver panel: Animation or Simulation, its settings, and what plays it.

It shows what it is given. `edited` and `previewed` send edits of the rig, `action_asked` names what a button asks for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from pantin.rigs import Document, Ik
from pantin.rigs.fields import field_named
from pantin.rigs.rig import Rig
from pantin.rigs.simulation import Simulation
from pantin.widgets.controls.explain import explain
from pantin.widgets.controls.frames.section import Section
from pantin.widgets.controls.text_button import TextButton
from pantin.widgets.forms.form import Form
from pantin.widgets.forms.rows.row import INSET
from pantin.widgets.messages import _
from pantin.widgets.numbers.knob_slider import KnobSlider
from pantin.widgets.values.exchange import Playing

ALWAYS_SHOWN = {"mode", "damping", "epsilon"}
"""The settings that count in Animation too: the damping, where chains are solved by DLS."""


class SimulationSection(Section):
    """Settings of a rig in time, Play, Pause, Put back, Keep the pose, and the time that was played."""

    edited = Signal(str, object)
    previewed = Signal(object)
    cancelled = Signal()
    action_asked = Signal(str)
    time_asked = Signal(float)
    """The time, seconds, to which one goes back among the frames that were played."""

    def __init__(self) -> None:
        super().__init__(_("Simulation"))
        self.form = Form(Simulation)
        self.play = TextButton(_("Play"), _("Let the body follow its handles in real time."), "play", primary=True)
        self.put_back = TextButton(_("Put back"), _("End playing: the figure stands as it did before."), "undo")
        self.keep = TextButton(
            _("Keep the pose"), _("End playing: the figure stays as it stands, a step of undo."), "check"
        )
        self._buttons = QWidget()
        row = QHBoxLayout(self._buttons)
        row.setContentsMargins(INSET, 0, INSET, 8)
        row.setSpacing(8)
        asked = {self.play: "play_simulation", self.put_back: "put_back_simulation", self.keep: "keep_simulation"}
        for button, action in asked.items():
            row.addWidget(button)
            button.clicked.connect(lambda _checked=False, name=action: self.action_asked.emit(name))
        self.time = KnobSlider(0.0, 1.0, 0.0)
        self.time.setAccessibleName(_("Played time"))
        explain(self.time, _("Go back to any moment that was played; Play goes on from there."))
        for signal in (self.time.scrubbed, self.time.committed, self.time.cancelled):
            signal.connect(lambda *_value: self.time_asked.emit(self.time.value))
        self._time = QWidget()
        across = QHBoxLayout(self._time)
        across.setContentsMargins(INSET, 0, INSET, 8)
        across.addWidget(self.time)
        self.add(self._buttons)
        self.add(self._time)
        self.add(self.form)
        self.form.committed.connect(self._commit)
        self.form.previewed.connect(lambda name, value: self.previewed.emit(_edit({name: value})))
        self.form.all_committed.connect(lambda values: self.edited.emit(_("Settings of the simulation"), _edit(values)))
        self.form.cancelled.connect(self.cancelled)
        self.show_playing(Playing("off"))

    def show_rig(self, rig: Rig) -> None:
        """Show the settings of the rig. Nothing is emitted."""
        if self.form.shows(rig.simulation, rig.solver, rig.constraints):
            return
        simulated = rig.simulation.mode == "simulation"
        self.form.show_value(rig.simulation, _not_now(rig))
        self.form.leave_out(() if simulated else {field.name for field in self.form.fields} - ALWAYS_SHOWN)
        self._buttons.setVisible(simulated)
        self._time.setVisible(simulated)

    def show_playing(self, playing: Playing) -> None:
        """Show whether it is played, and for how long it has been. Nothing is emitted."""
        active = playing.state != "off"
        self.play.show_words(*((_("Pause"), "pause") if playing.state == "running" else (_("Play"), "play")))
        for button in (self.put_back, self.keep):
            button.setEnabled(active)
        self.time.setEnabled(active and playing.span[0] < playing.span[1])
        self.time.show_range(*playing.span)
        self.time.show_value(playing.seconds)
        word = _("Running {seconds:.2f} s") if playing.state == "running" else _("Paused at {seconds:.2f} s")
        self.show_note(word.format(seconds=playing.seconds) if active else "", "pin" if active else "t3")

    def _commit(self, name: str, value: Any) -> None:
        title = field_named(Simulation, name).title
        self.edited.emit(_("{field} of the simulation").format(field=title), _edit({name: value}))


def _edit(values: dict[str, Any]) -> Callable[[Document], Document]:
    """The edit that gives the simulation of the rig these settings."""

    def edit(document: Document) -> Document:
        made = msgspec.structs.replace(document.rig.simulation, **values)
        return document.with_rig(document.rig.changed(simulation=made))

    return edit


def _not_now(rig: Rig) -> dict[str, str]:
    """Return why settings cannot be set now, by their names."""
    settings = rig.simulation
    found: dict[str, str] = {}
    by_dls = rig.solver == "dls" or any(isinstance(each, Ik) and each.solver == "dls" for each in rig.constraints)
    if settings.mode == "simulation":
        by_dls = by_dls or settings.solver == "dls"
    if not by_dls:
        found |= dict.fromkeys(("damping", "epsilon"), _("Choose DLS first: no other solver is damped by hand."))
    if settings.reiteration == "never":
        found |= dict.fromkeys(("precision", "iterations"), _("Reiterate first, initially or always."))
    if settings.auto_step:
        found["steps"] = _("Turn off Auto step first.")
    else:
        found |= dict.fromkeys(("step_min", "step_max"), _("Turn on Auto step first."))
    return found
