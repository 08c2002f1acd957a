"""Expressions on the shelf: a pose that is saved has them, brings them back, and mixes them in."""

from __future__ import annotations

from msgspec.structs import replace

from pantin.solver.edits.expressions import with_expressions
from tests.app.person import Person


def face(person: Person) -> dict[str, float]:
    return dict(person.session.document.figure.pose.expressions)


def smile(person: Person, **values: float) -> None:
    person.session.edit("Smile", lambda document: document.with_figure(with_expressions(document.figure, values)))


def select(person: Person, *bones: str) -> None:
    person.session.edit("Select", lambda document: replace(document, selected=bones))


def test_a_pose_that_is_saved_brings_its_expressions_back(person: Person) -> None:
    library = person.window.pose_library
    smile(person, Joy=0.5, Blink_L=1.0)
    library.save()
    (kept,) = person.session.document.figure.poses
    assert kept.expressions == {"Joy": 0.5, "Blink_L": 1.0}
    smile(person, Joy=0.0, Blink_L=0.0, A=1.0)
    library.apply(f"document/{kept.name}", flipped=True)
    assert face(person) == {"Joy": 0.5, "Blink_R": 1.0, "A": 1.0}  # the pose of a part says nothing of A
    person.session.undo()
    assert face(person) == {"A": 1.0}


def test_a_pose_of_selected_bones_has_no_face(person: Person) -> None:
    library = person.window.pose_library
    smile(person, Joy=0.5)
    select(person, "head")
    library.shelf.head.selected_only.setChecked(True)
    library.save()
    assert [kept.expressions for kept in person.session.document.figure.poses] == [{}]


def test_reset_pose_puts_the_face_back(person: Person) -> None:
    smile(person, Joy=0.5)
    select(person)
    person.window.menus.run("reset_pose")
    assert face(person) == {}


def test_a_pose_is_copied_and_pasted_with_its_face(person: Person) -> None:
    smile(person, Joy=0.5)
    select(person)
    person.window.menus.run("copy_pose")
    smile(person, Joy=0.0)
    person.window.menus.run("paste_pose")
    assert face(person) == {"Joy": 0.5}
