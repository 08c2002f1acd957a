"""The shelf follows the document: it is shown anew where what it shows has changed, and by other edits not at all."""

from __future__ import annotations

from collections.abc import Callable
from unittest.mock import patch

import pytest

from pantin.app.pose_library import folders
from pantin.rigs import Document, Transform
from pantin.rigs.editing.bones import rename
from pantin.rigs.editing.pose import with_transforms
from pantin.rigs.editing.poses import library
from pantin.rigs.editing.selection import select
from tests.app.person import Person

BENT = Transform(rotation=(0.6, 0.0, 0.0, 0.8))
TURNED = Transform(rotation=(0.0, 0.28, 0.0, 0.96))


@pytest.fixture
def shown(person: Person, monkeypatch) -> list[object]:
    """One for each time that the shelf is shown its poses; the head is bent and selected, and a pose is kept."""
    person.session.edit("Pose", lambda document: with_transforms(document, {"head": BENT}))
    person.session.select(("head",), "head")
    person.session.edit("Save", lambda document: library.saved(document, "Nod", {"head": BENT}))
    times: list[object] = []
    monkeypatch.setattr(person.window.panels.poses, "show_entries", lambda *given: times.append(given))
    return times


def test_posing_and_selecting_other_bones_show_nothing_anew(person: Person, shown: list[object]) -> None:
    person.session.edit("Pose", lambda document: with_transforms(document, {"chest": BENT}))
    person.session.select(("chest", "hips"), "hips")
    person.session.undo()
    assert not shown


@pytest.mark.parametrize(
    "edit",
    [
        lambda document: rename(document, "head", "skull"),
        lambda document: library.saved(document, "Bow", {"chest": BENT}),
        lambda document: library.tagged(document, "Nod", ("Head",)),
        lambda document: library.removed(document, "Nod"),
        lambda document: select(document, (), None),
    ],
    ids=["bones", "another pose", "tags", "one pose less", "nothing selected"],
)
def test_what_the_shelf_shows_is_shown_once(
    person: Person, shown: list[object], edit: Callable[[Document], Document]
) -> None:
    person.session.edit("Edit", edit)
    assert len(shown) == 1
    person.session.undo()
    assert len(shown) == 2


def test_a_pose_that_was_applied_is_marked_until_the_figure_leaves_it(person: Person) -> None:
    shelf = person.window.panels.poses
    person.session.edit("Save", lambda document: library.saved(document, "Nod", {"head": BENT}))
    (key,) = [entry.key for entry in shelf.entries if entry.name == "Nod"]
    shelf.apply_asked.emit(key, False)
    marks = [_marks(person, key)]
    person.session.edit("Pose", lambda document: with_transforms(document, {"head": TURNED}))
    marks.append(_marks(person, key))
    for _step in range(2):
        person.session.undo()
        marks.append(_marks(person, key))
    assert marks == [(True, False), (False, True), (True, False), (False, False)]


def _marks(person: Person, key: str) -> tuple[bool, bool]:
    entry = person.window.panels.poses.cards[key].entry
    return entry.applied, entry.changed


def test_names_are_not_read_for_an_animal_while_the_rest_pose_is_edited(person: Person) -> None:
    person.window.docks.show_layout("rig")
    with patch.object(folders, "has_hocks", wraps=folders.has_hocks) as has_hocks:
        person.session.edit("Rename", lambda document: rename(document, "head", "skull"))
        assert not has_hocks.called
        person.window.docks.show_layout("pose")
        assert has_hocks.called
