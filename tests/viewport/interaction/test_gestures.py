"""A gesture runs one tool: previews while it lasts, then something kept, or everything put back."""

from __future__ import annotations

import pytest

from pantin.rigs.document import Document
from pantin.rigs.rig import Bone, Rig
from pantin.viewport.interaction.gestures import FINE, Gesture
from pantin.viewport.tools.dragging.events import (
    Held,
    Key,
    Move,
    Press,
    Release,
    Wheel,
)
from pantin.viewport.values.stage import DragResult, Drawn, Look, Preview
from tests.viewport.stages import LENS, look_at

PRESS = Press(100, 100, LENS)


class Recorder:
    """A stage that writes down what it is told."""

    ready = True

    def __init__(self) -> None:
        self.told: list = []

    def tell_unready(self) -> None:
        raise AssertionError("it is ready")

    def look(self) -> Look:
        return LOOK

    def preview(self, preview: Preview) -> None:
        self.told.append(("preview", preview.readout))

    def keep(self, kept: DragResult) -> None:
        self.told.append(("keep", kept.label))

    def cancel_preview(self) -> None:
        self.told.append(("put back",))

    def select(self, names: tuple[str, ...], active: str | None) -> None:
        self.told.append(("select", names))


LOOK = look_at(Document.of(Rig(bones=(Bone(name="bone"),))))


def echo(look: Look, press: Press):
    """A tool that shows the last event."""
    event: object = press
    while event != Release():
        event = yield Preview(
            look.document,
            extras=Drawn(readout=f"{event.x:g} {event.y:g}" if isinstance(event, Move) else str(event)[:5]),
        )
    return DragResult("Echo", Preview(look.document))


def start(tool=echo) -> tuple[Gesture, Recorder]:
    stage = Recorder()
    gesture = Gesture(stage, tool, LOOK, PRESS)
    stage.told.clear()
    return gesture, stage


def test_events_become_previews_and_the_release_is_kept_once() -> None:
    gesture, stage = start()
    gesture.move(110, 120, Held())
    gesture.send(Wheel(-1))
    gesture.send(Key("x"))
    gesture.keep()
    assert stage.told == [("preview", "110 120"), ("preview", "Wheel"), ("preview", "Key(n"), ("keep", "Echo")]
    assert not gesture.running


def test_cancelling_puts_back_and_says_no_more() -> None:
    gesture, stage = start()
    gesture.move(150, 100, Held())
    gesture.cancel()
    gesture.cancel()
    assert stage.told == [("preview", "150 100"), ("put back",)]


def test_shift_slows_the_aim_without_a_jump() -> None:
    gesture, stage = start()
    gesture.move(200, 100, Held())
    gesture.move(200, 100, Held(shift=True))
    gesture.move(300, 140, Held(shift=True))
    gesture.move(300, 140, Held())
    gesture.move(310, 140, Held())
    aims = [tuple(map(float, readout.split())) for _, readout in stage.told]
    slow = (200 + 100 * FINE, 100 + 40 * FINE)
    assert aims == [(200, 100), (200, 100), slow, slow, (slow[0] + 10, slow[1])]


def test_a_tool_with_nothing_to_hold_changes_nothing() -> None:
    def nothing(look: Look, press: Press):
        return None
        yield

    gesture, stage = start(nothing)
    assert not gesture.running and stage.told == []


def test_a_tool_that_gives_up_puts_back() -> None:
    def gives_up(look: Look, press: Press):
        yield Preview(look.document)
        return None

    gesture, stage = start(gives_up)
    gesture.move(1, 1, Held())
    assert stage.told == [("put back",)] and not gesture.running


def test_a_tool_that_fails_puts_back_and_says_so() -> None:
    def fails(look: Look, press: Press):
        yield Preview(look.document)
        raise RuntimeError("broken")

    gesture, stage = start(fails)
    with pytest.raises(RuntimeError, match="broken"):
        gesture.move(1, 1, Held())
    assert stage.told == [("put back",)] and not gesture.running
