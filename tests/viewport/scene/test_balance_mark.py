"""The mark of balance: drawn where it is asked for and a foot stands, and in words."""

from __future__ import annotations

import msgspec
import pytest

from pantin.rigs.document import Document
from pantin.rigs.rig import Rig
from pantin.rigs.templates import humanoid
from pantin.solver import evaluate
from pantin.solver.edits.pulling.pull import pull
from pantin.viewport.scene.scene import DISPLAY, Scene
from pantin.viewport.scene.scene_builder import scene

FIGURE = Document.of(humanoid.rig())
SHOWN = msgspec.structs.replace(DISPLAY, balance=True)


def seen(document: Document, display=SHOWN) -> Scene:
    return scene(document, evaluate(document), display=display)


def texts(shown: Scene) -> list[str]:
    return [label.text for label in shown.labels]


def test_a_standing_figure_is_in_balance_over_a_dashed_outline() -> None:
    shown, without = seen(FIGURE), seen(FIGURE, DISPLAY)
    assert texts(shown) == ["In balance"] and not texts(without)
    edge = shown.lines[len(without.lines)]
    assert edge.closed and edge.dash and edge.role == "ghost"
    assert len(shown.dots) == len(without.dots) + 1


@pytest.mark.parametrize(("way", "words"), [((0.3, 0.0, 0.0), "cm outside"), ((0.0, 0.4, -0.1), "cm outside")])
def test_outside_of_the_feet_the_mark_turns_and_says_how_far(way: tuple[float, float, float], words: str) -> None:
    hips = evaluate(FIGURE).matrix("hips")[:3, 3] + way
    shown = seen(pull(FIGURE, {"hips": hips}))
    assert [text.split(" ", 1)[1] for text in texts(shown)] == [words]
    assert {line.role for line in shown.lines if line.dash and line.closed} == {"miss"}


def test_where_no_foot_stands_nothing_is_drawn() -> None:
    loose = FIGURE.with_rig(msgspec.structs.replace(FIGURE.rig, pins=()))
    assert not texts(seen(loose)) and not texts(seen(Document.of(Rig())))
