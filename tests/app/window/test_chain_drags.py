"""A bone whose IK has no target, dragged in the real window: so many bones turn as its chain says."""

from __future__ import annotations

import numpy as np

from tests.app.person import Person
from tests.cases import case_document


def turned(person: Person, before: dict[str, np.ndarray], name: str, parent: str | None) -> float:
    """Return by how much a bone has turned in its parent, degrees."""
    now = person.session.evaluated
    was, stands = before[name], now.matrix(name)[:3, :3]
    if parent is not None:
        was, stands = before[parent].T @ was, now.matrix(parent)[:3, :3].T @ stands
    return float(np.degrees(np.arccos(np.clip((np.trace(was.T @ stands) - 1.0) / 2.0, -1.0, 1.0))))


def test_the_chain_above_a_bone_turns_and_nothing_else_does(person: Person) -> None:
    """Its head is the end of a chain of two: those above turn, it keeps how it hangs on them, and so does the root."""
    person.session.open(case_document("targetless-without-use-tail"))
    person.wait_for_the_pose()
    person.shortcut("Home")
    person.session.select(("b3",), "b3")
    person.view.pick_tool("move")
    person.wait_for_the_pose()
    evaluated = person.session.evaluated
    before = {name: evaluated.matrix(name)[:3, :3].copy() for name in evaluated.names}
    head = evaluated.heads[evaluated.index["b3"]].copy()
    x, y = person.where("b3")
    person.drag((x, y), (x + 10, y + 10), (x + 60, y + 50))
    found = person.session.evaluated
    assert np.linalg.norm(found.heads[found.index["b3"]] - head) > 0.1
    assert turned(person, before, "b1", "b0") > 1.0 and turned(person, before, "b2", "b1") > 1.0
    assert turned(person, before, "b0", None) < 1e-4 and turned(person, before, "b3", "b2") < 1e-4
    person.session.undo()
    person.wait_for_the_pose()
    assert np.abs(person.session.evaluated.heads[found.index["b3"]] - head).max() < 1e-6
