"""The shelf with the poses that come with Pantin."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6 import QtCore

from pantin.app.pose_library.folders import SHIPPED
from pantin.rigs.editing.pose import with_transforms
from tests.app.person import Person
from tests.app.pose_library.cards import TURNED


@pytest.fixture
def shelf(person: Person, qtbot) -> Iterator[Person]:
    """The head is turned; the shelf shows the poses that come with Pantin."""
    library = person.window.pose_library
    library.read_folders()
    qtbot.waitUntil(lambda: len(library._folders) == len(SHIPPED) and not library._reader.doing)
    person.session.edit("Pose", lambda document: with_transforms(document, {"head": TURNED}))
    person.wait_for_the_pose()
    yield person
    person._held = QtCore.Qt.KeyboardModifier.NoModifier
