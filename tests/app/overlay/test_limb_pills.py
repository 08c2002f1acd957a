"""Where the switches between IK and FK stand over the figure."""

from __future__ import annotations

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from pantin.app.overlay.limb_pills import apart
from pantin.widgets.numbers.ik_fk_switch import HIGH, WIDTH

PLACES = st.lists(st.tuples(st.floats(0.0, 300.0), st.floats(0.0, 120.0)), max_size=8)


@given(PLACES)
def test_no_switch_lies_over_another(places) -> None:
    found = apart(places)
    assert [x for x, _y in found] == [x for x, _y in places]
    assert all(abs(a[0] - b[0]) >= WIDTH or abs(a[1] - b[1]) >= HIGH for a, b in combinations(found, 2))


@given(PLACES)
def test_those_that_are_clear_of_each_other_stay(places) -> None:
    once = apart(places)
    assert apart(once) == once and once[:1] == places[:1]
