"""Cases of the actions: the simulation."""

from __future__ import annotations

from pantin.rigs.simulation import Simulation
from tests.app.actions.cases.case import Case
from tests.app.person import Person


def chosen(person: Person) -> None:
    """The rig is to be simulated."""
    simulated = Simulation(mode="simulation")
    person.session.edit(
        "Simulation",
        lambda document: document.with_rig(document.rig.changed(simulation=simulated)),
    )


def _played(person: Person) -> None:
    chosen(person)
    person.wait_for_the_pose()
    person.session.simulating.play(person.session.document)
    person.wait_until(lambda: person.session.simulating.seconds > 0.0)


CASES: dict[str, Case] = {
    "simulation": Case(lambda person: person.session.document.rig.simulation.mode == "simulation", lambda person: None),
    "play_simulation": Case(lambda person: person.session.simulating.state == "running", chosen),
    "put_back_simulation": Case(lambda person: not person.session.simulating.active, _played),
    "keep_simulation": Case(lambda person: person.session.history.labels[-1] == "Keep the simulated pose", _played),
}
