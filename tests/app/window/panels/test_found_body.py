"""The panel of fitting, with more bones than a body is found in at once."""

from __future__ import annotations

import threading
from unittest.mock import patch

from pantin.app.window.panels import found_body
from pantin.rigs.document import Document
from pantin.rigs.fitting.mapping.body_map import body_map
from pantin.rigs.rig import Rig
from tests.app.person import Person
from tests.rigs.skeletons import person as skeleton
from tests.rigs.skeletons import row_of


def test_the_body_in_a_large_skeleton_is_found_on_another_thread(person: Person) -> None:
    rig = Rig(bones=(*skeleton().bones, *row_of(found_body.FEW, x=5.0).bones))
    asked: list[threading.Thread] = []

    def found(rig: Rig) -> object:
        asked.append(threading.current_thread())
        return body_map(rig)

    with patch.object(found_body, "body_map", found), patch("pantin.widgets.fitting.fitting_panel.body_map", found):
        person.window.docks.bring("fitting")
        panel = person.window.panels.late.fitting
        asked.clear()
        person.session.open(Document.of(rig))
        person.wait_until(lambda: len(asked) > 1)
    assert asked[0] is not threading.main_thread()
    assert "hips" in panel.row_of("hips").fields
