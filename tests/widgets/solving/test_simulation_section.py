"""The simulation in the solver panel: what is shown of it, and what its form and its buttons ask for."""

from __future__ import annotations

import msgspec
import pytest

from pantin.rigs import Document, Rig
from pantin.rigs.fields import fields_of
from pantin.rigs.simulation import Simulation
from pantin.widgets.solving.simulation_section import ALWAYS_SHOWN, SimulationSection
from pantin.widgets.values.exchange import Playing


@pytest.fixture
def section(shown) -> SimulationSection:
    return shown(SimulationSection())


def visible(section: SimulationSection) -> set[str]:
    return {name for name, row in section.form.rows.items() if not row.isHidden()}


def disabled(section: SimulationSection) -> set[str]:
    return {name for name in section.form.rows if section.form.why_disabled(name, None)}


def rig(**settings: object) -> Rig:
    return Rig(simulation=Simulation(**{"mode": "simulation", **settings}))


def test_animation_shows_what_counts_in_it(section) -> None:
    section.show_rig(Rig())
    assert visible(section) == ALWAYS_SHOWN and not section.play.isVisible()
    section.show_rig(rig())
    assert visible(section) == {field.name for field in fields_of(Simulation)} and section.play.isVisible()


def test_what_counts_for_nothing_now_says_which_switch(section) -> None:
    section.show_rig(rig())
    assert disabled(section) == {"damping", "epsilon", "steps"}
    section.show_rig(rig(solver="dls", auto_step=False, reiteration="never"))
    assert disabled(section) == {"step_min", "step_max", "precision", "iterations"}
    section.show_rig(Rig(solver="dls"))
    assert not {"damping", "epsilon"} & disabled(section)


def test_a_setting_is_one_edit_of_the_rig(section) -> None:
    section.show_rig(rig())
    told: list[object] = []
    section.edited.connect(lambda label, edit: told.extend((label, edit(Document.of(rig())))))
    section.form.committed.emit("max_velocity", 12.0)
    assert told == ["Max velocity of the simulation", Document.of(rig(max_velocity=12.0))]


def test_what_plays_it(section) -> None:
    section.show_rig(rig())
    asked: list[str] = []
    section.action_asked.connect(asked.append)
    assert not section.keep.isEnabled() and section.play.text() == "Play"
    section.show_playing(Playing("running", 1.432))
    assert section.head._note == "Running 1.43 s" and section.play.text() == "Pause"
    for button in (section.play, section.put_back, section.keep):
        button.click()
    assert asked == ["play_simulation", "put_back_simulation", "keep_simulation"]
    section.show_playing(Playing("paused", 1.432))
    assert section.head._note == "Paused at 1.43 s" and section.play.text() == "Play"


def test_ranges_and_defaults_are_those_of_itasc() -> None:
    found = {field.name: (field.default, field.lower, field.upper) for field in fields_of(Simulation)}
    assert found["precision"] == (0.005, 0.0001, 0.1) and found["iterations"] == (100, 0, 1000)
    assert found["damping"] == (0.5, 0.0, 1.0) and found["epsilon"] == (0.15, 0.0, 1.0)
    assert found["step_min"] == (0.01, 0.001, 0.1) and found["step_max"] == (0.06, 0.001, 1.0)
    assert found["steps"] == (4, 1, 50) and found["feedback"] == (20.0, 0.01, 100.0)
    assert found["max_velocity"] == (50.0, 0.01, 100.0)
    plain = Simulation()
    assert (plain.mode, plain.solver, plain.reiteration, plain.auto_step) == ("animation", "sdls", "initial", True)
    assert msgspec.to_builtins(plain) == {}
