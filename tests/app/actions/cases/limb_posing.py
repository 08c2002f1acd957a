"""Cases of the actions: IK and FK, and what holds a handle."""

from __future__ import annotations

from pantin.app.actions.pose import limb_posing
from pantin.rigs.editing.limb_ties import influence_of, ties_of
from pantin.rigs.editing.limbs import space_of
from pantin.rigs.limb import Limb
from tests.app.actions.cases.case import Case, Prepare, Truth, is_open, select
from tests.app.person import Person


def _limb(person: Person) -> Limb:
    return person.session.document.rig.limbs[0]


def _shown(part: float) -> Truth:
    def holds(person: Person) -> bool:
        rig = person.session.document.rig
        return influence_of(rig, ties_of(rig, _limb(person))) == part

    return holds


def _held_by(name: str) -> Truth:
    return lambda person: space_of(person.session.document.rig, _limb(person)) == name


def _in_fk(person: Person) -> None:
    select("hand_ik.L")(person)
    limb_posing.switch(person.session, (_limb(person),), False)


def _on(holder: str) -> Prepare:
    def prepare(person: Person) -> None:
        select("hand_ik.L")(person)
        limb_posing.switch_space(person.session, _limb(person), holder)

    return prepare


CASES: dict[str, Case] = {
    "switch_ik_fk": Case(_shown(0.0), select("forearm.L")),
    "switch_to_ik": Case(_shown(1.0), _in_fk),
    "switch_to_fk": Case(_shown(0.0), select("hand_ik.L")),
    "held_by": Case(is_open("GroupedMenu"), select("hand_ik.L")),
    "hold_by_world": Case(_held_by("body"), select("hand_ik.L")),
    "hold_by_hips": Case(_held_by("hips"), select("hand_ik.L")),
    "hold_by_chest": Case(_held_by("chest"), _on("hips")),
    "hold_by_head": Case(_held_by("head"), select("hand_ik.L")),
    "hold_by_other": Case(lambda person: person.window.bone_picker.request is not None, select("hand_ik.L")),
}
