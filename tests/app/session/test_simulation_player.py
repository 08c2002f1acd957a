"""A simulation played in the window: the body follows a handle that is dragged; nothing is written until it is kept."""

from __future__ import annotations

import numpy as np
import pytest

from pantin.rigs.simulation import Simulation
from pantin.solver import evaluate
from tests.app.actions.cases.simulating import chosen
from tests.app.person import Person

HAND = "hand_ik.L"


@pytest.fixture
def played(person: Person, qtbot, warm_simulation) -> Person:
    """Somebody who has begun to play the simulation."""
    person.open_sample("humanoid")
    person.view.change_settings(auto_ik=False)
    chosen(person)
    person.wait_for_the_pose()
    person.window.menus.run("play_simulation")
    qtbot.waitUntil(lambda: person.session.simulating.seconds > 0.0)
    return person


def drag_the_hand(person: Person) -> None:
    """The left hand's handle is dragged up and forth."""
    x, y = person.where(HAND, 0.0)
    person.drag((x, y), (x + 10, y - 20), (x + 40, y - 90))


def pause(person: Person, qtbot) -> None:
    """Pause it by its button, and wait for the step that is under way."""
    person.window.panels.late.solver.simulation.play.click()
    assert person.session.simulating.state == "paused"
    shown = person.session.shown_pose
    qtbot.waitUntil(lambda: shown.answered is shown.newest)
    person.wait_for_the_pose()


def miss(person: Person) -> float:
    """Return how far the hand is from its handle, metres."""
    evaluated = person.session.evaluated
    return float(np.linalg.norm(evaluated.heads[evaluated.index["hand.L"]] - evaluated.heads[evaluated.index[HAND]]))


def test_the_body_follows_a_handle_and_is_put_back(played: Person, qtbot) -> None:
    session, before = played.session, played.session.document
    stood = session.evaluated.matrices.copy()
    drag_the_hand(played)
    qtbot.waitUntil(lambda: miss(played) < 1e-3)
    assert np.abs(session.evaluated.matrices - stood).max() > 0.1
    assert session.document is before and session.history.labels[-1] != "Move hand_ik.L"
    played.window.menus.run("put_back_simulation")
    played.wait_for_the_pose()
    assert session.document is before and session.evaluated.memory is None
    np.testing.assert_allclose(session.evaluated.matrices, stood, atol=1e-9)


def test_a_kept_pose_is_one_step_of_undo(played: Person, qtbot) -> None:
    session, before = played.session, played.session.document
    steps = len(session.history.labels)
    drag_the_hand(played)
    qtbot.waitUntil(lambda: miss(played) < 1e-3)
    pause(played, qtbot)  # so that what is seen is what is kept
    stood = session.evaluated.matrices.copy()
    played.window.menus.run("keep_simulation")
    played.wait_for_the_pose()
    assert len(session.history.labels) == steps + 1 and not session.simulating.active
    bones = 51  # then come handles and poles
    np.testing.assert_allclose(evaluate(session.document).matrices[:bones], stood[:bones], atol=1e-3)
    session.undo()
    played.wait_for_the_pose()
    assert session.document is before


def test_paused_the_body_rests_and_its_panel_says_so(played: Person, qtbot) -> None:
    session, section = played.session, played.window.panels.late.solver.simulation
    pause(played, qtbot)
    seconds = session.simulating.seconds
    stood = played.tail("forearm.L")
    drag_the_hand(played)
    qtbot.waitUntil(lambda: miss(played) > 0.05)
    np.testing.assert_allclose(played.tail("forearm.L"), stood, atol=1e-9)
    assert session.simulating.seconds == seconds
    section.play.click()
    qtbot.waitUntil(lambda: miss(played) < 1e-3)


def test_settings_are_changed_while_it_runs_and_animation_ends_it(played: Person, qtbot) -> None:
    session, form = played.session, played.window.panels.late.solver.simulation.form
    drag_the_hand(played)
    form.committed.emit("feedback", 5.0)
    assert session.document.rig.simulation.feedback == 5.0 and session.simulating.state == "running"
    qtbot.waitUntil(lambda: miss(played) < 1e-2)
    form.committed.emit("mode", "animation")
    played.wait_for_the_pose()
    assert not session.simulating.active and session.evaluated.memory is None


def test_another_document_ends_it(played: Person) -> None:
    played.open_sample("tentacle")
    assert not played.session.simulating.active
    assert played.session.document.rig.simulation == Simulation()


def test_it_cannot_be_played_in_animation(person: Person) -> None:
    person.open_sample("tentacle")
    assert not person.window.menus.current("play_simulation").isEnabled()


def test_a_body_that_is_pulled_stays_where_it_was_let_go(played: Person, qtbot) -> None:
    """Auto IK poses the whole body; what is on screen when the pull ends may be older than its end."""
    played.view.change_settings(auto_ik=True, reach="body")
    before = played.tail("forearm.L")[2]
    x, y = played.where("hand.L", 0.3)
    played.drag((x, y), (x + 30, y - 40), (x + 60, y - 160))
    qtbot.waitUntil(lambda: played.tail("forearm.L")[2] > before + 0.3 and miss(played) < 1e-3)


def test_frames_that_were_played_are_kept_and_gone_back_to(played: Person, qtbot) -> None:
    """Each shows the body and its handles as they were then; playing on begins there."""
    session, section = played.session, played.window.panels.late.solver.simulation
    seen: list[tuple[float, np.ndarray]] = []
    session.evaluated_changed.connect(
        lambda: seen.append((session.simulating.seconds, session.evaluated.matrices.copy()))
    )
    drag_the_hand(played)
    qtbot.waitUntil(lambda: miss(played) < 1e-3 and len({at for at, _stood in seen}) > 8)
    pause(played, qtbot)
    last = session.simulating.seconds
    assert session.simulating.span[1] == last
    moments = [(at, stood) for at, stood in seen if session.simulating.span[0] < at < last]
    for at, stood in (moments[len(moments) // 2], moments[1], moments[-2]):
        section.time_asked.emit(at)
        played.wait_for_the_pose()
        assert session.simulating.seconds == pytest.approx(at, abs=1e-9)
        np.testing.assert_allclose(session.evaluated.matrices[:51], stood[:51], atol=1e-9)
    section.play.click()
    qtbot.waitUntil(lambda: session.simulating.seconds > moments[-2][0])
    played.window.menus.run("put_back_simulation")
    assert session.simulating.span == (0.0, 0.0)
