"""Ghosts by frame and the way of a bone's end, in the real window."""

from __future__ import annotations

import numpy as np
from msgspec.structs import replace

from pantin import solver
from pantin.app.clips.frame_ghosts import ghosts_of, way_of
from pantin.rigs.clip import Clip
from pantin.solver.edits.poses.clips import frame_shown
from pantin.viewport.values.overlay import NOTHING
from tests.app.clips.nods import nod, with_clip
from tests.app.person import Person


def test_three_at_most_within_what_is_played() -> None:
    still = np.tile(np.array((0, 0, 0, 0, 0, 0, 1, 1, 1, 1), float), (97, 1, 1))
    walk = replace(Clip.of("walk", 30.0, ("a",), still), first=8, last=84)
    assert ghosts_of(walk, 43) == (31, 37, 49) and ghosts_of(walk, 10) == (16,) and ghosts_of(walk, 84) == (72, 78)
    assert sorted(way_of(walk, 43)) == list(range(22, 65)) and way_of(walk, 43)[0] == 43
    assert len(way_of(replace(walk, rate=1000.0), 43)) == 3


def test_the_figure_is_outlined_around_a_frame_that_rests(person: Person, qtbot) -> None:
    with_clip(person)
    person.session.select(("head",), "head")
    view, head, shown = person.view, person.window.clips.playhead, person.view._shown_frame
    view.change_display(frames=True)
    head.go_to(5)
    qtbot.waitUntil(lambda: len(shown.extras.ghosts) == 3 and len(shown.extras.shapes[0].points) == 10)
    assert person.window.panels.clip.ruler.marks.ghosts == (1, 3, 7)
    document = frame_shown(person.session.document, nod(), 3)
    assert np.array_equal(shown.extras.ghosts[1], solver.evaluate(document).matrices)
    white = [dot.at for dot in shown.extras.dots if dot.role == "white"]
    assert white == [tuple(person.tail("head").tolist())]
    head.play()
    assert shown.extras is NOTHING and person.window.panels.clip.ruler.marks.ghosts == ()
    head.leave()
    assert shown.extras is NOTHING
