"""Cases of the actions: drawing and editing bones at rest."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.app.actions.rig import twisting
from pantin.app.actions.rig.building import FACINGS, PARTS
from pantin.rigs.constraints import CopyRotation
from pantin.rigs.editing.building.adding import with_bones
from pantin.rigs.editing.building.dividing import place_on
from pantin.rigs.editing.building.joints import frames_of
from pantin.rigs.editing.building.rolling import turn_rolls
from pantin.rigs.editing.springs import put_springs
from pantin.rigs.rig import Bone
from pantin.rigs.springs import Springs
from pantin.viewport.tools import OPERATIONS, TOOLS
from pantin.viewport.tools.dragging.events import Settings
from tests.app.actions.cases.case import Case, Truth, dragging, picked, pointing, select
from tests.app.person import Person


def _editing(person: Person) -> None:
    """The rest pose is edited, the left hand selected."""
    person.session.select(("hand.L",), "hand.L")
    person.window.docks.show_layout("rig")


def _snap(name: str) -> Case:
    """Switched off where it is on at first, and on where it is off."""
    begins = name in Settings().snaps
    return Case(lambda person: (name in person.view.settings.snaps) != begins, _editing)


def _bone(name: str, **values: object) -> Truth:
    """Return whether the bone is there, and so."""

    def found(person: Person) -> bool:
        bone = person.session.document.rig.by_name.get(name)
        return bone is not None and all(getattr(bone, field) == value for field, value in values.items())

    return found


def _faces(column: int, direction: tuple[float, float, float]) -> Truth:
    """Return whether an axis of the hand comes as near to a direction as a roll can bring it."""

    def faces(person: Person) -> bool:
        rig = person.session.document.rig
        axes = frames_of(rig, [rig.by_name["hand.L"]])[0, :3, :3]
        across = np.array(direction) - (axes[:, 1] @ direction) * axes[:, 1]
        return bool(axes[:, column] @ across / np.linalg.norm(across) > 1 - 1e-9)

    return faces


def _rolled(person: Person) -> None:
    """The left hand turned about itself, so that no axis faces anything."""
    person.session.edit("Roll", lambda document: turn_rolls(document, ("hand.L",), 0.7))
    person.session.select(("hand.L",), "hand.L")


def _bent_aside(person: Person) -> None:
    person.session.edit("Roll", lambda document: turn_rolls(document, ("shin.L",), 0.7))
    person.session.select(("shin.L",), "shin.L")


def _bends(person: Person) -> bool:
    """Return whether the shin bends about its X axis as the leg is bent."""
    rig = person.session.document.rig
    thigh, shin = frames_of(rig, [rig.by_name["thigh.L"], rig.by_name["shin.L"]])[:, :3, :3]
    bend = np.cross(thigh[:, 1], shin[:, 1])
    return abs(bend @ shin[:, 0]) > (1 - 1e-9) * float(np.linalg.norm(bend))


def _brought_twist(person: Person) -> None:
    """Give a forearm a twist bone that nothing moves, as a file brings it."""
    rig = person.session.document.rig
    forearm = rig.by_name["forearm.L"]
    bone = Bone("forearm_twist.L", "forearm.L", place_on(forearm, 0.5), place_on(forearm, 0.8))
    person.session.edit("Add", lambda document: with_bones(document, {"forearm.L": (bone,)}))


def _shares_twist(person: Person) -> bool:
    """Return whether that takes half of the twist."""
    ties = [each for each in person.session.document.rig.constraints if each.owner == "forearm_twist.L"]
    return [each.influence for each in ties if isinstance(each, CopyRotation)] == [pytest.approx(0.5)]


def _springs(person: Person) -> Springs:
    return person.session.document.rig.springs


def _on_springs(person: Person) -> None:
    """Put springs on a hand, which is selected."""
    person.session.edit("Put springs on", lambda document: put_springs(document, ("hand.L",)))
    select("hand.L")(person)


CASES: dict[str, Case] = {
    "put_springs": Case(lambda person: "hand.L" in _springs(person).bones, select("hand.L")),
    "take_springs": Case(lambda person: "hand.L" not in _springs(person).bones, _on_springs),
    "springs": Case(lambda person: not _springs(person).on, _on_springs),
    **{f"tool_{tool.name}": Case(picked(tool), _editing) for tool in TOOLS if tool.rest_only},
    **{each.name: Case(dragging, _editing) for each in OPERATIONS if each.rest_only and each.entry},
    "snap": Case(lambda person: not person.view.settings.snapping, _editing),
    **{f"snap_{name}": _snap(name) for name in ("joints", "floor", "mirror", "grid", "figure", "mesh")},
    "mirror_x": Case(lambda person: person.view.settings.mirror_x and person.session.mirrors, _editing),
    **{f"divide_{n}": Case(_bone(f"hand.{n - 1:03}.L", connected=True)) for n in PARTS},
    **{
        f"twist_bones_{n}": Case(_bone(f"forearm_twist_{n}.L", parent="forearm.L"), select("forearm.L"))
        for n in twisting.COUNTS
    },
    "twist_bones_by_hand": Case(_bone("forearm_twist_3.L", inherit_rotation=True), select("forearm.L")),
    "twist_bones_of_limbs": Case(_bone("shin_twist_5.R", parent="shin.R")),
    "share_twist": Case(_shares_twist, _brought_twist),
    "insert_joint": Case(_bone("forearm.001.L", connected=True), pointing),
    "connect": Case(_bone("shoulder.L", connected=True), select("shoulder.L")),
    "disconnect": Case(_bone("hand.L", connected=False)),
    "parent": Case(_bone("head", parent="hips"), select("head", "hips")),
    "clear_parent": Case(_bone("hand.L", parent=None)),
    "roll_to_bend": Case(_bends, _bent_aside),
    "roll_to_view": Case(lambda person: _faces(2, tuple(person.view.camera.axes[2]))(person), _rolled),
    **{f"roll_{name}": Case(_faces(2, facing.direction), _rolled) for name, facing in FACINGS.items()},
    "symmetrize": Case(
        lambda person: (
            person.session.document.rig.by_name["hand.R"].roll == -person.session.document.rig.by_name["hand.L"].roll
        ),
        _rolled,
    ),
    "dissolve": Case(lambda person: "hand.L" not in person.session.document.rig.by_name, _editing),
    "delete": Case(lambda person: "hand.L" not in person.session.document.rig.by_name, _editing),
}
