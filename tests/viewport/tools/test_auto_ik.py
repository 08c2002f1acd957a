"""Pulling a bone: what the solver is asked for, and what the wheel does to the chain."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from msgspec.structs import replace

from pantin.rigs.document import Document
from pantin.rigs.editing.selection import select as selecting
from pantin.rigs.templates import TEMPLATES
from pantin.solver import Grab
from pantin.solver.edits import auto_ik as pulling
from pantin.viewport.tools.dragging.events import Held, Key, Press, Settings, Wheel
from pantin.viewport.tools.move import move
from pantin.viewport.values.camera import Lens
from pantin.viewport.values.reach import Reaching
from pantin.viewport.values.stage import Look
from tests.viewport.drags import kept, run, to
from tests.viewport.stages import LENS, hit_on, look_at, seen_at, standing


@dataclass(frozen=True)
class FakePull:
    """Takes the place of the solver's pull: its grab says what it was called with."""

    document: Document
    bone: str
    length: int
    longest_chain: int = 4
    moves: str = "chain"
    driven_bone: str = ""

    @property
    def turned_bones(self) -> tuple[str, ...]:
        return tuple(f"bone{i}" for i in range(self.length))

    def to(self, offset: np.ndarray) -> tuple[Document, tuple[Grab, ...]]:
        return self.document, (Grab(self.bone, self.length, tuple(offset)),)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def pull(document, evaluated, bone, length):
        return FakePull(document, bone, length or 4)

    monkeypatch.setattr(pulling, "pull", pull)


def grabbing(look: Look, name: str, chain_length: int = 0, lens: Lens = LENS) -> Press:
    x, y = seen_at(look, name, 0.5, lens)
    return Press(x, y, lens, hit_on(look, name), settings=Settings(chain_length=chain_length))


def test_a_drag_pulls_the_bone_by_what_the_pointer_covers_at_its_depth(asked: None) -> None:
    look = standing()
    press = grabbing(look, "hand.L")
    shown = run(move, look, press, to(press.x + 60, press.y - 90))
    pixel = LENS.pixel(hit_on(look, "hand.L").point)
    expected = 60 * pixel * LENS.camera.axes[0] + 90 * pixel * LENS.camera.axes[1]
    assert shown.grabs[0].bone == "hand.L"
    assert shown.grabs[0].goal == pytest.approx(expected, abs=1e-6)
    assert shown.document.active == "hand.L" and shown.document.selected == ("hand.L",)


def test_the_chain_is_lit_and_its_length_stands_beside_the_pointer(asked: None) -> None:
    look = standing()
    press = grabbing(look, "hand.L", 3)
    bubble = run(move, look, press, to(200, 150)).overlay.bubble
    assert bubble is not None and (bubble.count, bubble.longest, bubble.at) == (3, 4, (200, 150))
    assert run(move, look, press).overlay.highlighted == ("bone0", "bone1", "bone2")


@pytest.mark.parametrize("held", [Held(), Held(ctrl=True), Held(shift=True)])
def test_wheel_down_and_page_up_lengthen_during_a_drag_with_any_of_the_keys(asked: None, held: Held) -> None:
    look = standing()
    press, there = grabbing(look, "hand.L"), to(300, 200)
    assert run(move, look, press, there, Wheel(-1, held)).reaching == Reaching(chain_length=1)
    assert run(move, look, press, there, Wheel(-2, held), Key("page up", held)).reaching == Reaching(chain_length=3)
    assert run(move, look, press, there, Wheel(-2, held), Wheel(1, held)).reaching == Reaching(chain_length=1)
    assert run(move, look, press, there, Key("page up", held), Key("page down", held)).reaching == Reaching(
        chain_length=0
    )
    longer = run(move, look, press, there, Key("page up", held))
    assert longer.grabs[0].goal == pytest.approx(run(move, look, press, there).grabs[0].goal)


def test_what_has_no_body_is_pulled_by_its_chain_and_the_reach_stays_the_body_for_the_next_drag() -> None:
    look = look_at(Document.of(TEMPLATES["robot_arm"]().changed(constraints=())))
    body = Settings(auto_ik=True, reach="body")
    press = replace(grabbing(standing(), "hand.L"), hit=hit_on(look, "flange"), settings=body)
    shown = run(move, look, press, to(20, 10))
    assert shown.reaching == Reaching("body") and shown.overlay.bubble is not None and shown.overlay.bubble.count > 1
    assert run(move, look, press, to(20, 10), Wheel(-1, Held())).reaching == Reaching("chain", 1)


def test_a_drag_is_labelled_by_its_bone(asked: None) -> None:
    look = standing()
    result = kept(move, look, grabbing(look, "hand.L"), to(300, 200))
    assert result is not None and result.label == "Drag hand.L" and result.preview.grabs


def test_a_drag_of_one_of_several_selected_bones_keeps_the_selection(asked: None) -> None:
    look = standing()
    look = replace(look, document=selecting(look.document, ["head", "hand.L"], "head"))
    shown = run(move, look, grabbing(look, "hand.L"), to(300, 200))
    assert shown.document.selected == ("head", "hand.L") and shown.document.active == "hand.L"
