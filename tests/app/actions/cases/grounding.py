"""Cases of the actions: the ground, and the feet that plant on it."""

from __future__ import annotations

from pantin.rigs.editing.grounds import let_plant, with_ground
from pantin.rigs.ground.kinds import Floor, Ground
from pantin.rigs.ground.presets import PRESETS
from tests.app.actions.cases.case import Case, Prepare, Truth
from tests.app.person import Person


def _stand_on(ground: Ground | None) -> Prepare:
    """The person's figure on this ground, and nothing selected."""

    def prepare(person: Person) -> None:
        person.session.edit("Ground", lambda document: with_ground(document, ground))
        person.session.select((), None)

    return prepare


def _stands_on(kind: str) -> Truth:
    return lambda person: person.session.document.scene.ground == PRESETS.get(kind)


def _plants(person: Person) -> bool:
    return any(limb.plants for limb in person.session.document.rig.limbs)


def _lifted(person: Person) -> None:
    _stand_on(Floor())(person)
    person.session.edit("Lift", lambda document: let_plant(document, document.rig.limbs, False))


def _is_low(person: Person) -> bool:
    return bool(person.session.evaluated.matrix("hips")[2, 3] < 0.6)


CASES: dict[str, Case] = {
    "ground_none": Case(_stands_on(""), _stand_on(Floor())),
    **{f"ground_{kind}": Case(_stands_on(kind), _stand_on(None)) for kind in PRESETS},
    "ground_from_file": Case(lambda person: person.asked, _stand_on(None)),
    "show_ground": Case(lambda person: person.session.document.scene.ground == Floor(), _stand_on(Floor(hidden=True))),
    "plant_feet": Case(_plants, _lifted),
    "put_on_ground": Case(_is_low, _stand_on(Floor(height=-0.5))),
}
