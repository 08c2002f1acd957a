"""The line that fills, or on which a part runs while nobody knows how far something is."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtTest import QTest

from pantin.widgets.controls.progress_line import ProgressLine
from pantin.widgets.theme import theme
from pantin.widgets.theme.appearance import appearance


@pytest.fixture
def still() -> Iterator[None]:
    """Motion is reduced."""
    appearance().is_motion_reduced = True
    yield
    appearance().is_motion_reduced = False


def filled(line: ProgressLine) -> list[int]:
    """The columns that are filled, pixels."""
    image = line.grab().toImage()
    return [x for x in range(line.width()) if image.pixelColor(x, 3).name() == theme.DARK.acc]


@pytest.mark.parametrize("part", [0.0, 0.25, 1.0])
def test_the_line_is_filled_as_far_as_it_is(shown: Callable, part: float) -> None:
    line = shown(ProgressLine(100), 100, 6)
    line.show_part(part)
    assert len(filled(line)) == pytest.approx(100 * part, abs=2)


def test_a_part_runs_while_it_is_seen(shown: Callable, qtbot) -> None:
    line = shown(ProgressLine(100), 100, 6)
    before = filled(line)
    assert 20 < len(before) < 40
    qtbot.waitUntil(lambda: filled(line) != before)
    line.show_part(0.5)
    resting = filled(line)
    QTest.qWait(80)
    assert filled(line) == resting


def test_a_part_rests_where_motion_is_reduced(shown: Callable, still: None) -> None:
    line = shown(ProgressLine(100), 100, 6)
    before = filled(line)
    QTest.qWait(150)
    assert before and filled(line) == before
