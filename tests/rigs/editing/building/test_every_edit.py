"""Edits of the rest pose: whatever bones they are made with, nothing is disturbed or left dangling."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pantin.rigs import (
    Document,
)
from pantin.rigs.editing.building.dividing import subdivide
from pantin.rigs.editing.building.duplicating import duplicate
from pantin.rigs.editing.building.extruding import extrude
from pantin.rigs.editing.building.joining import connect, disconnect
from pantin.rigs.editing.building.removing import delete, dissolve
from pantin.rigs.editing.building.rolling import roll_to, roll_to_bend, turn_rolls
from pantin.rigs.formats import native
from tests.rigs.editing.building.subjects import a_few, drawn_names
from tests.rigs.figures import is_sound, names_in, sound
from tests.rigs.samples import is_one_sentence
from tests.rigs.strategies import documents

Edit = Callable[[Document, list[str]], Document]

EDITS: dict[str, Edit] = {
    "subdivide": lambda document, names: subdivide(document, names, 3),
    "duplicate": duplicate,
    "delete": delete,
    "dissolve": dissolve,
    "disconnect": disconnect,
    "connect": connect,
    "turn_rolls": lambda document, names: turn_rolls(document, names, 1.0),
    "roll_to": lambda document, names: roll_to(document, names, (0.3, -1.0, 0.2)),
    "roll_to_bend": roll_to_bend,
    "extrude": lambda document, names: extrude(document, names[0], "tail", (0.5, 0.5, 2.5), mirror=True),
    "extrude_head": lambda document, names: extrude(document, names[0], "head", (0.5, 0.5, 2.5)),
}
SOUND = EDITS.keys() - {"connect"}
"""Connecting a handle to what carries it may well leave a bone in line with another."""


@pytest.mark.parametrize("name", EDITS)
@given(document=documents(), data=st.data())
@a_few
def test_no_edit_leaves_a_name_dangling(name: str, document: Document, data: st.DataObject) -> None:
    """Any rig: edited, it names no bone that is not there, but those that it named before; or it is rejected."""
    dangling = names_in(document) - document.rig.by_name.keys()
    try:
        after = EDITS[name](document, drawn_names(data, document))
    except ValueError as rejected:
        assert is_one_sentence(str(rejected))
        return
    assert names_in(after) - dangling <= after.rig.by_name.keys()
    assert len(after.rig.by_name) == len(after.rig.bones)
    assert not after.rig.bones or native.parse(native.text(after.scene).encode()) == after.scene


@pytest.mark.parametrize("name", sorted(SOUND))
@given(document=sound(), data=st.data())
@a_few
def test_a_sound_figure_stays_sound(name: str, document: Document, data: st.DataObject) -> None:
    try:
        after = EDITS[name](document, drawn_names(data, document))
    except ValueError:
        return
    assert is_sound(after)
