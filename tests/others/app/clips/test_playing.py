"""Frames of clips in the real window: played, scrubbed, posed. Until something is posed the document stays as it is."""

from __future__ import annotations

from tests.app.person import Person
from tests.others.samples import sample


def test_controls_are_fitted_while_the_frame_stays_on_screen(person: Person, monkeypatch) -> None:
    """Straight limbs are bent a little, which is a pose; the figure does not jump back to where it rests."""
    session, playhead = person.session, person.window.clips.playhead
    session.open(sample("bvh/cmu_12_01_walk_cgspeed.bvh"))
    playhead.go_to(40)
    person.wait_for_the_pose()
    head = session.evaluated.heads[session.evaluated.index["Head"]]
    asked, ask = [], session.shown_pose.ask
    monkeypatch.setattr(session.shown_pose, "ask", lambda request: (asked.append(request), ask(request)))
    person.window.menus.run("rig_person")
    person.wait_for_the_pose()
    assert asked and all(request.frame is not None for request in asked), "not even for a moment"
    assert session.document.rig.limbs and session.frame is not None and playhead.is_shown
    assert abs(session.evaluated.heads[session.evaluated.index["Head"]] - head).max() < 0.1
