"""The lanes of the strip: when the feet of a clip stand, where its legs have tracks."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from pantin.app.clips.standing_feet import lanes_of
from pantin.rigs.clip import Clip
from pantin.rigs.document import Document
from pantin.rigs.templates import TEMPLATES
from tests.app.clips.nods import lifting
from tests.app.person import Person

FIGURE = TEMPLATES["biped"].figure()


def test_a_foot_that_is_lifted_does_not_stand() -> None:
    left, right = lanes_of(FIGURE, lifting(range(30, 60)))
    assert (left.bone, right.bone) == ("foot.L", "foot.R")
    assert right.spans == ((0, 89),)
    (first, lifted), (landed, last) = left.spans
    assert (first, last) == (0, 89) and 27 <= lifted <= 36 and 54 <= landed <= 63


def test_a_clip_without_legs_has_no_lanes() -> None:
    frames = np.zeros((30, 1, 10))
    frames[:, :, 6:] = 1.0
    assert lanes_of(FIGURE, Clip.of("nod", 30.0, ["head"], frames)) == ()


def test_the_strip_shows_them_and_is_as_high_as_they_are(person: Person, qtbot) -> None:
    session, strip = person.session, person.window.panels.clip
    person.window.docks.show_layout("pose")
    session.open(Document.of(replace(FIGURE, clips=(lifting(range(30, 60)),))))
    qtbot.waitUntil(lambda: len(strip.ruler.lanes) == 2)
    high = strip.height()
    assert high == strip.ruler.height() == 48 + 2 * 20 + 4
    session.edit("Remove", lambda document: Document.of(replace(document.figure, clips=())))
    qtbot.waitUntil(lambda: strip.ruler.lanes == ())
