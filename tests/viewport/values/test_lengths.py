"""Lengths over the figure: in the unit that fits, or in the one that people chose."""

from __future__ import annotations

from typing import get_args

import pytest

from pantin.viewport.tools.dragging.events import Press
from pantin.viewport.tools.move import move
from pantin.viewport.values.lengths import (
    INCH,
    UNITS,
    Lengths,
    cell_in_words,
    distance_in_words,
    offset_in_words,
    residual_in_words,
)
from pantin.widgets.values import units
from tests.viewport.drags import (
    FRONT,
    PLAIN,
    from_keyboard,
    handle_rig,
    keys,
    location,
    run,
    settings,
    to,
)


@pytest.mark.parametrize(
    ("metres", "text"), [(0.127, "127 mm"), (1.27, "1.27 m"), (0.00042, "0.42 mm"), (0.9999, "1.00 m"), (0.01, "10 mm")]
)
def test_distances_are_said_in_the_unit_that_fits(metres: float, text: str) -> None:
    assert distance_in_words(metres, "auto") == residual_in_words(metres, "cm") == text


@pytest.mark.parametrize(
    ("lengths", "text"), [("m", "0.127 m"), ("cm", "12.7 cm"), ("mm", "127.0 mm"), ("in", "5.00 in")]
)
def test_distances_are_said_in_the_unit_that_people_chose(lengths: Lengths, text: str) -> None:
    assert distance_in_words(0.127, lengths) == text


@pytest.mark.parametrize(("metres", "words"), [(10.0, "10 m"), (0.1, "10 cm"), (0.01, "1 cm"), (0.0001, "0.1 mm")])
def test_the_grid_is_named_in_the_unit_that_fits(metres: float, words: str) -> None:
    assert cell_in_words(metres, "auto") == words


@pytest.mark.parametrize(
    ("metres", "lengths", "words"),
    [
        (0.1, "m", "0.1 m"),
        (10.0, "cm", "1000 cm"),
        (0.1, "mm", "100 mm"),
        (0.1, "in", "3.94 in"),
        (10.0, "in", "394 in"),
    ],
)
def test_the_grid_is_named_in_the_unit_that_people_chose(metres: float, lengths: Lengths, words: str) -> None:
    assert cell_in_words(metres, lengths) == words


def test_the_numbers_of_a_drag_are_in_that_unit_and_nothing_is_less_than_nothing() -> None:
    assert offset_in_words((0.1, -0.00001, -0.02), 0.102, "cm") == "Dx 10.0  Dy 0.0  Dz −2.0  (10.2) cm"


def test_a_drag_shows_and_takes_what_is_typed_in_that_unit() -> None:
    look = handle_rig()
    inches = Press(400, 300, FRONT, settings=settings(lengths="in"), keyboard=True)
    assert run(move, look, inches, to(430, 300)).readout.endswith(") in")
    typed = run(move, look, inches, *keys("z", "1", "0"))
    assert typed.readout == "10 in  along Z"
    assert location(typed) == pytest.approx([0, 0, 0.254], abs=1e-9)
    assert location(run(move, look, from_keyboard(PLAIN), *keys("z", "1"))) == pytest.approx([0, 0, 1], abs=1e-9)


def test_the_label_beside_the_way_is_in_that_unit() -> None:
    shown = run(move, handle_rig(), Press(400, 300, FRONT, settings=settings(lengths="cm")), to(460, 300))
    assert [label.text.endswith(" cm") for label in shown.overlay.labels] == [True]


def test_the_panels_know_the_same_units() -> None:
    known = {unit.suffix: (1 / unit.scale, unit.decimals) for unit in units.LENGTHS.values()}
    assert known == {unit.name: (unit.metres, unit.decimals) for unit in (*UNITS.values(), INCH)}
    assert set(get_args(Lengths)) == {"auto", *known}
